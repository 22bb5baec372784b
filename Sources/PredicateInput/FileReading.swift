import Foundation

/// The maximum number of bytes from a source of unknown size: standard input, a pipe or a device.
package let longestStream = 1 << 30

/// A source of bytes that is read in pieces: a file, standard input or memory.
package final class ByteSource {
  /// What is left to read.
  private enum Contents {
    case memory(ArraySlice<UInt8>)
    /// A file that is opened when it is first read, so that not all files of a call are open at the same time.
    case path(String)
    case handle(FileHandle)
    /// Bytes that may be compressed, before the first are read.
    case undetected(ByteSource)
    case plain(ByteSource)
    case gzip(GzipReader)
    /// Bytes that are made of all bytes of another source.
    case converted(ByteSource, ([UInt8]) throws(InputError) -> [UInt8])
    case ended
  }

  /// The name for diagnostics: a path, or `<stdin>`.
  package let name: String
  private let subject: String
  private var contents: Contents
  private let limit: Int
  /// The number of bytes, or 0 if it is unknown.
  private let size: Int
  private var count = 0

  private init(_ contents: Contents, _ name: String, _ subject: String, size: Int = 0) {
    (self.contents, self.name, self.subject, self.size) = (contents, name, subject, size)
    limit = max(size, longestStream)
  }

  /// Creates a source from bytes in memory.
  package init(_ bytes: [UInt8], name: String) {
    (contents, self.name, subject, size, limit) = (.memory(bytes[...]), name, name, bytes.count, bytes.count)
  }

  /// Returns a source for a file. Throws an error if it is missing or a folder.
  package static func file(_ path: String) throws(InputError) -> ByteSource {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputError(path, FileConfinement.reasonToReject(path) ?? InputError.noSuchFile)
    }
    guard !isFolder.boolValue else { throw InputError(path, "this is a folder; expected a file") }
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let size = try? FileManager.default.attributesOfItem(atPath: target)[.size] as? Int
    return ByteSource(.path(path), path, "the file", size: size ?? 0)
  }

  package static var standardInput: ByteSource {
    ByteSource(.handle(.standardInput), "<stdin>", "standard input")
  }

  /// Returns a source of the same bytes, or, if they are compressed by gzip, of the bytes that were compressed. The limit for
  /// sources of unknown size applies to these.
  package func decompressed() -> ByteSource { ByteSource(.undetected(self), name, subject, size: size) }

  /// Returns a source of the bytes that a function makes of all bytes of this source.
  func converted(_ convert: @escaping ([UInt8]) throws(InputError) -> [UInt8]) -> ByteSource {
    ByteSource(.converted(self, convert), name, subject, size: size)
  }

  /// Reads and appends at most `most` bytes.
  ///
  /// - Returns: `false` if there are no more bytes.
  package func read(_ most: Int, into bytes: inout [UInt8]) throws(InputError) -> Bool {
    switch contents {
    case .memory(let rest):
      bytes += rest.prefix(most)
      count += min(most, rest.count)
      contents = .memory(rest.dropFirst(most))
      return !rest.isEmpty
    case .path(let path):
      guard let handle = FileHandle(forReadingAtPath: path) else { throw InputError(path, "the file cannot be opened") }
      contents = .handle(handle)
      return try read(most, into: &bytes)
    case .handle(let handle):
      let part = try read(most, from: handle)
      bytes += part
      // The last reference to a file's handle closes it.
      if part.isEmpty { contents = .ended }
      return !part.isEmpty
    case .undetected(let source):
      var head: [UInt8] = []
      while head.count < gzipMark.count, try source.read(most, into: &head) {}
      if head.starts(with: gzipMark) {
        contents = .gzip(try GzipReader(source, after: head))
        return try read(most, into: &bytes)
      }
      if name.lowercased().hasSuffix(".gz"), gzipMark.starts(with: head) {
        throw InputError(name, GzipReader.incomplete(at: head.count))
      }
      contents = .plain(source)
      bytes += head
      return !head.isEmpty
    case .plain(let source): return try source.read(most, into: &bytes)
    case .gzip(let reader):
      let part = try reader.read(most)
      try add(part.count)
      bytes += part
      return !part.isEmpty
    case .converted(let source, let convert):
      contents = .memory(try convert(source.readAll())[...])
      return try read(most, into: &bytes)
    case .ended: return false
    }
  }

  private func read(_ most: Int, from handle: FileHandle) throws(InputError) -> [UInt8] {
    // One call of the system, which returns what a pipe or a terminal has. `FileHandle.read(upToCount:)` waits for all bytes.
    var part = [UInt8](repeating: 0, count: most)
    var result = readBytes(handle.fileDescriptor, &part)
    while result < 0, errno == EINTR { result = readBytes(handle.fileDescriptor, &part) }
    if result < 0 { throw InputError(name, "\(subject) cannot be read") }
    part.removeLast(most - result)
    try add(part.count)
    return part
  }

  /// Adds to the number of bytes. Throws an error if there are more than permitted.
  private func add(_ more: Int) throws(InputError) {
    count += more
    if count > limit { throw InputError(name, "\(subject) has more than \(limit) bytes") }
  }

  /// The number of bytes that were read, before decompression, and the number of all bytes, or 0 if it is unknown.
  package var position: (read: Int, size: Int) {
    switch contents {
    case .undetected(let source), .plain(let source), .converted(let source, _): source.position
    case .gzip(let reader): reader.source.position
    case .memory, .path, .handle, .ended: (count, size)
    }
  }

  package func readAll() throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size, longestStream))
    while try read(1 << 20, into: &bytes) {}
    return bytes
  }
}

/// Calls the system's `read`, which `ByteSource.read` hides, and returns the number of bytes or -1.
private func readBytes(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
  unsafe read(descriptor, &bytes, bytes.count)
}

/// Reads a file. A file of unknown size, such as a pipe, may have at most `longestStream` bytes.
package func readFile(_ path: String) throws(InputError) -> [UInt8] { try ByteSource.file(path).readAll() }

/// Reads a file that a command depends on, such as a model, a profile or a configuration.
///
/// - Throws: An error if it is not a regular file. A pipe could make the command wait for ever.
package func readRegularFile(_ path: String) throws(InputError) -> [UInt8] {
  try FileConfinement.none.check(path)
  return try readFile(path)
}

/// Returns the range of the line that starts at a position, without its line end, and moves the position to the next line.
/// Returns `nil` at the end of the text. Lines end in LF or CRLF. A final line end does not start another line.
package func nextLine(of bytes: [UInt8], at position: inout Int) -> Range<Int>? {
  guard position < bytes.count else { return nil }
  let start = position
  var end = start
  while end < bytes.count, bytes[end] != 0x0A { end += 1 }
  position = end + 1
  if end < bytes.count, end > start, bytes[end - 1] == 0x0D { end -= 1 }
  return start..<end
}

/// Returns the number of the line that contains an offset, counted from 1.
package func lineNumber(of offset: Int, in bytes: [UInt8]) -> Int {
  bytes[..<Swift.min(offset, bytes.count)].count { $0 == 0x0A } + 1
}

/// Returns the offset of the start of the line that contains an offset.
func startOfLine(of offset: Int, in bytes: [UInt8]) -> Int {
  bytes[..<Swift.min(offset, bytes.count)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
}

/// Returns whether the bytes are all spaces, tabs and line ends.
package func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
  bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
}

/// The first bytes of a file that is compressed by gzip.
private let gzipMark: [UInt8] = [0x1F, 0x8B]

/// Returns a description of an encoding other than UTF-8, if the first bytes identify one.
package func foreignEncoding(_ bytes: [UInt8]) -> String? {
  let marks: [(bytes: [UInt8], name: String)] = [
    (gzipMark, "compressed by gzip"), ([0xFF, 0xFE, 0, 0], "text in UTF-32"), ([0, 0, 0xFE, 0xFF], "text in UTF-32"),
    ([0xFF, 0xFE], "text in UTF-16"), ([0xFE, 0xFF], "text in UTF-16"),
  ]
  return marks.first { bytes.starts(with: $0.bytes) }?.name
}
