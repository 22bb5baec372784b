import Foundation

/// Decompresses gzip (RFC 1952) in pieces, with the system's zlib, which is opened at run time. Several members are read as one.
///
/// Safety: The functions have the types of `zlib.h`. The state does not move, and has the addresses of arrays only during a
/// call.
@safe package final class GzipReader {
  /// `z_stream` of zlib.h.
  @safe private struct Stream {
    var nextIn: UnsafePointer<UInt8>?
    var availableIn: CUnsignedInt = 0
    var totalIn: CUnsignedLong = 0
    var nextOut: UnsafeMutablePointer<UInt8>?
    var availableOut: CUnsignedInt = 0
    var totalOut: CUnsignedLong = 0
    var message: UnsafePointer<CChar>?
    var state: OpaquePointer?
    var allocate: OpaquePointer?
    var free: OpaquePointer?
    var opaque: OpaquePointer?
    var dataType: CInt = 0
    var check: CUnsignedLong = 0
    var reserved: CUnsignedLong = 0
  }

  /// The file names of the shared library.
  static let libraries: [String] = {
    #if canImport(Darwin)
    ["libz.dylib", "/usr/lib/libz.dylib"]
    #else
    ["libz.so.1", "libz.so"]
    #endif
  }()

  /// The number of compressed bytes to read at a time.
  private static let pieceSize = 1 << 16
  /// `windowBits` for gzip with any window.
  private static let gzipFormat: Int32 = 15 + 16

  let source: ByteSource
  /// The state of zlib, which must not move.
  private let stream: UnsafeMutablePointer<Stream>
  private let inflate: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32
  private let reset: @convention(c) (UnsafeMutableRawPointer?) -> Int32
  private let end: @convention(c) (UnsafeMutableRawPointer?) -> Int32
  private var input: [UInt8]
  /// The index of the next byte of `input`.
  private var next = 0
  /// The number of compressed bytes before `input`.
  private var bytesBefore = 0
  private var isInMember = false

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - source: The compressed bytes after `head`.
  ///   - libraries: The names of the shared library. The first that can be opened is used.
  package init(_ source: ByteSource, after head: [UInt8], libraries: [String] = GzipReader.libraries) throws(InputError)
  {
    let missing = InputError(
      source.name,
      "this is compressed by gzip, which needs zlib: none of \(libraries.joined(separator: ", ")) can be opened; "
        + "install zlib, or decompress the input with gzip -dc")
    #if os(Windows)
    throw missing
    #else
    guard let library = unsafe libraries.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first,
      let version = unsafe dlsym(library, "zlibVersion"), let initialize = unsafe dlsym(library, "inflateInit2_"),
      let inflate = unsafe dlsym(library, "inflate"), let reset = unsafe dlsym(library, "inflateReset"),
      let end = unsafe dlsym(library, "inflateEnd")
    else { throw missing }
    typealias Version = @convention(c) () -> UnsafePointer<CChar>?
    typealias Initialize = @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32) -> Int32
    (self.source, input) = (source, head)
    unsafe self.inflate = unsafeBitCast(
      inflate, to: (@convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32).self)
    unsafe self.reset = unsafeBitCast(reset, to: (@convention(c) (UnsafeMutableRawPointer?) -> Int32).self)
    unsafe self.end = unsafeBitCast(end, to: (@convention(c) (UnsafeMutableRawPointer?) -> Int32).self)
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: Stream())
    let start = unsafe unsafeBitCast(initialize, to: Initialize.self)
    let size = Int32(MemoryLayout<Stream>.size)
    let result = unsafe start(stream, Self.gzipFormat, unsafeBitCast(version, to: Version.self)(), size)
    if result != 0 { throw InputError(source.name, "zlib cannot be used: error \(result)") }
    #endif
  }

  deinit {
    _ = unsafe end(stream)
    unsafe stream.deallocate()
  }

  /// Returns at most `most` bytes, and none at the end.
  func read(_ most: Int) throws(InputError) -> [UInt8] {
    var part = [UInt8](repeating: 0, count: most)
    while try hasInput() {
      isInMember = true
      let result = decompress(into: &part)
      // 0 is Z_OK, and 1 is Z_STREAM_END.
      guard result == 0 || result == 1 else {
        let reason = unsafe stream.pointee.message.map { unsafe ": " + String(cString: $0) } ?? ""
        throw InputError(source.name, "the gzip data is corrupt at byte \(bytesBefore + next)\(reason)")
      }
      if result == 1 {
        isInMember = false
        _ = unsafe reset(stream)
      }
      let count = unsafe most - Int(stream.pointee.availableOut)
      if count > 0 { return Array(part[..<count]) }
    }
    return []
  }

  /// Returns the error for data that ends too early.
  static func incomplete(at offset: Int) -> String { "the gzip data is incomplete: it ends at byte \(offset)" }

  /// Returns whether another compressed byte can be read. Zeros after a member are padding.
  private func hasInput() throws(InputError) -> Bool {
    while true {
      if !isInMember, bytesBefore + next > 0 {
        while next < input.count, input[next] == 0 { next += 1 }
      }
      if next < input.count { return true }
      bytesBefore += input.count
      (input, next) = ([], 0)
      if try source.read(Self.pieceSize, into: &input) { continue }
      if isInMember {
        throw InputError(source.name, Self.incomplete(at: bytesBefore))
      }
      return false
    }
  }

  /// Decompresses the input into `part`, until one of the two ends, and returns zlib's result.
  private func decompress(into part: inout [UInt8]) -> Int32 {
    let (stream, next, count) = unsafe (stream, next, part.count)
    let result = unsafe input.withUnsafeBufferPointer { input in
      unsafe part.withUnsafeMutableBufferPointer { part in
        unsafe stream.pointee.nextIn = input.baseAddress.map { unsafe $0 + next }
        unsafe stream.pointee.availableIn = CUnsignedInt(input.count - next)
        unsafe stream.pointee.nextOut = part.baseAddress
        unsafe stream.pointee.availableOut = CUnsignedInt(count)
        return unsafe inflate(stream, 0)
      }
    }
    self.next = unsafe input.count - Int(stream.pointee.availableIn)
    return result
  }
}
