// The memory that a caller and a module share. A caller writes the bytes of a request to memory from `allocate`, calls a function,
// reads the answer, and calls `release` for both.

/// Returns memory for a number of bytes.
@_expose(wasm, "allocate")
@_cdecl("allocate")
public func allocate(_ count: Int) -> UnsafeMutableRawPointer {
  .allocate(byteCount: count, alignment: 8)
}

/// Frees memory from `allocate`, or an answer.
@_expose(wasm, "release")
@_cdecl("release")
public func release(_ memory: UnsafeMutableRawPointer) { memory.deallocate() }

/// Returns a copy of the bytes of a request.
func request(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: bytes, count: count))
}

/// Returns an answer in memory: the number of its bytes in 32 bits, the lowest byte first, and the UTF-8 bytes.
func answer(_ text: String) -> UnsafeMutableRawPointer {
  let bytes = Array(text.utf8)
  let memory = allocate(4 + bytes.count)
  memory.storeBytes(of: UInt32(bytes.count), as: UInt32.self)
  (memory + 4).copyMemory(from: bytes, byteCount: bytes.count)
  return memory
}
