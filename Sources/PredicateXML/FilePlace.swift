/// A place in a file, for people.
package struct FilePlace: Sendable, Hashable {
  /// The line, counted from 1.
  package let line: Int
  /// The character in the line, counted from 1.
  package let column: Int

  /// Creates the place of an offset in bytes.
  package init(of offset: Int, in bytes: [UInt8]) { self = FileLines(bytes).place(of: offset, in: bytes) }

  init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
}

/// The lines of a file, which end in LF.
package struct FileLines: Sendable {
  /// The offsets of the starts of the lines, in bytes.
  private let starts: [Int]

  package init(_ bytes: [UInt8]) {
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Returns the line of an offset in bytes, counted from 1.
  package func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Returns the place of an offset in the file with these lines.
  package func place(of offset: Int, in bytes: [UInt8]) -> FilePlace {
    let line = line(of: offset)
    var before = bytes[starts[line - 1]..<max(starts[line - 1], min(offset, bytes.count))]
    // A byte-order mark is no character of the first line.
    if line == 1, before.starts(with: [0xEF, 0xBB, 0xBF]) { before = before.dropFirst(3) }
    return FilePlace(line: line, column: String(decoding: before, as: UTF8.self).count + 1)
  }

  /// Returns the bytes of a line without its line end, as a range of the file.
  package func range(of line: Int, in bytes: [UInt8]) -> Range<Int> {
    let end = line < starts.count ? starts[line] - 1 : bytes.count
    let isCRLF = end > starts[line - 1] && line < starts.count && bytes[end - 1] == UInt8(ascii: "\r")
    return starts[line - 1]..<(isCRLF ? end - 1 : end)
  }
}
