/// Finds the end of an element of a JSON array without reading its value. The end is the first comma or closing bracket outside
/// of strings and nested brackets.
///
/// - Parameter start: The offset where the element begins.
/// - Returns: The offset where the element ends, or `nil` if the bytes end first.
func endOfElement(_ bytes: [UInt8], from start: Int) -> Int? {
  var depth = 0
  var position = start
  while position < bytes.count {
    switch bytes[position] {
    case UInt8(ascii: "\""):
      // Move to the closing quote.
      position += 1
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
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

/// Returns the number of bytes of the byte-order mark at the start of a text: 3, or 0 without a mark.
package func byteOrderMarkLength(_ bytes: [UInt8]) -> Int {
  bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
}
