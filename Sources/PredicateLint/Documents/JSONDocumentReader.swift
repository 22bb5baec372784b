import PredicateInput
import PredicateXML

/// Reads JSON with the places of its texts.
struct JSONDocumentReader {
  private let bytes: [UInt8]
  private var position: Int

  static func value(of bytes: [UInt8]) throws(UnreadableFile) -> DocumentValue {
    do throws(JSONError) {
      _ = try JSONReader.value(of: bytes, allowsMalformedWrappers: true)
    } catch {
      throw UnreadableFile(reason: "this is not JSON: \(error.reason)", offset: error.offset)
    }
    var reader = JSONDocumentReader(bytes: bytes, position: byteOrderMarkLength(bytes))
    return reader.value()
  }

  private init(bytes: [UInt8], position: Int) { (self.bytes, self.position) = (bytes, position) }

  // The text is valid JSON, as `JSONReader` has found. So these functions need not look for mistakes.

  private mutating func value() -> DocumentValue {
    position = bytes.endOfSpace(from: position)
    switch bytes[position] {
    case UInt8(ascii: "\""): return .text(string(), .json)
    case UInt8(ascii: "["):
      var elements: [DocumentValue] = []
      forEachItem { elements.append($0.value()) }
      return .list(elements)
    case UInt8(ascii: "{"):
      var fields: [(key: String, value: DocumentValue)] = []
      forEachItem { reader in
        let key = reader.string().string
        reader.position = reader.bytes.endOfSpace(from: reader.position) + 1
        fields.append((key, reader.value()))
      }
      return .record(fields)
    default:
      while position < bytes.count, !Self.ends.contains(bytes[position]) { position += 1 }
      return .other
    }
  }

  /// The bytes that end a number or a word.
  private static let ends = Set(" \t\r\n,]}".utf8)

  /// Reads the items of a list or of a record.
  private mutating func forEachItem(_ read: (inout Self) -> Void) {
    repeat {
      position = bytes.endOfSpace(from: position + 1)
      if bytes[position] == UInt8(ascii: "]") || bytes[position] == UInt8(ascii: "}") { break }
      read(&self)
      position = bytes.endOfSpace(from: position)
    } while bytes[position] == UInt8(ascii: ",")
    position += 1
  }

  private mutating func string() -> MappedText {
    position += 1
    var text = MappedText(start: position)
    while bytes[position] != UInt8(ascii: "\"") {
      let start = position
      if bytes[position] == UInt8(ascii: "\\") {
        let character = escape()
        text.append(character.utf8, inPlaceOf: start..<position)
      } else {
        while bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") { position += 1 }
        text.append(bytes[start..<position], from: start)
      }
    }
    position += 1
    return text
  }

  /// Reads an escape, or the two escapes of a character outside the basic plane.
  private mutating func escape() -> String {
    position += 2
    switch bytes[position - 1] {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"):
      var units = [unit()]
      if UTF16.isLeadSurrogate(units[0]) {
        position += 2
        units.append(unit())
      }
      return String(decoding: units, as: UTF16.self)
    default: return String(decoding: [bytes[position - 1]], as: UTF8.self)
    }
  }

  private mutating func unit() -> UInt16 {
    position += 4
    return UInt16(String(decoding: bytes[(position - 4)..<position], as: UTF8.self), radix: 16) ?? 0
  }
}
