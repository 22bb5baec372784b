/// Finds the end of an element of a JSON array without reading its value. The end is the first comma or closing bracket outside
/// of strings and nested brackets.
struct ElementScanner {
  private let bytes: [UInt8]
  private var position: Int

  /// Scans an element that begins at `start`.
  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    position = start
  }

  /// The offset where the element ends; nil if the bytes end first.
  mutating func end() -> Int? {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        guard skipString() else { return nil }
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ","):
        if depth == 0 { return position }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return position }
        depth -= 1
      default: break
      }
      position += 1
    }
    return nil
  }

  /// Moves to the closing quote of a string.
  ///
  /// - Returns: false if the string is not closed.
  private mutating func skipString() -> Bool {
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position < bytes.count
  }
}
