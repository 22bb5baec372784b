/// Finds where an element of a JSON array ends, without reading it: at the comma or bracket that no other bracket and no string
/// encloses.
struct ElementScanner {
  private let bytes: [UInt8]
  private var position: Int

  /// Scans an element that begins at `start`.
  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    position = start
  }

  /// Where the element ends; nil where the bytes end before it.
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

  /// Goes to the closing quote of a string; false where there is none.
  private mutating func skipString() -> Bool {
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position < bytes.count
  }
}
