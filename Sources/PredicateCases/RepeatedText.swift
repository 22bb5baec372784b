import PredicateInput
import PredicateSyntax

/// Expands the field `repeat` of a case, a short form of long texts: `"repeat": {"<open>": ["(", 100000]}` replaces each `<open>`
/// in a string or key of the case's other fields with 100,000 opening parentheses.
struct RepeatedText {
  /// The maximum number of bytes that all replacements can add to one case, and of one replacement.
  static let limit = 64 * 1024 * 1024

  /// Returns the fields of a case with all placeholders replaced.
  static func expanding(
    _ fields: [String: FormatValue], file: String, line: Int
  ) throws(InputError) -> [String: FormatValue] {
    var fields = fields
    guard let written = fields.removeValue(forKey: "repeat") else { return fields }
    guard case .record(let replacements) = written else {
      throw InputError(file, line: line, "'repeat' must be an object: for each placeholder, a text and a count")
    }
    var expansion = RepeatedText()
    // The replacements are applied in this order. The text of one may contain the placeholders of later ones.
    for (placeholder, value) in replacements.inByteOrder {
      guard !placeholder.isEmpty, case .list(let parts) = value, parts.count == 2, case .string(let text) = parts[0],
        case .integer(let number) = parts[1], number >= 0
      else {
        let expected = "'repeat' needs a placeholder with [text, count], and a count of 0 or more"
        throw InputError(file, line: line, "\(expected); found '\(placeholder)'")
      }
      let count = text.isEmpty ? 0 : Int(clamping: number)
      let (size, overflow) = text.utf8.count.multipliedReportingOverflow(by: count)
      guard !overflow, size <= limit else { throw tooLong(file, line) }
      expansion.replacements.append((Array(placeholder.utf8), Array(text.utf8), count))
    }
    let result = expansion.expand(fields)
    if expansion.isTooLong { throw tooLong(file, line) }
    if let key = expansion.duplicateKey {
      throw InputError(file, line: line, "'repeat' makes two keys of an object equal: '\(key.prefix(60))'")
    }
    return result
  }

  private static func tooLong(_ file: String, _ line: Int) -> InputError {
    InputError(file, line: line, "'repeat' expands to more than \(limit) bytes")
  }

  private var replacements: [(placeholder: [UInt8], text: [UInt8], count: Int)] = []
  private var addedBytes = 0
  /// A key that two keys of one object expand to.
  private var duplicateKey: String?
  private var isTooLong: Bool { addedBytes > Self.limit }

  /// Replaces placeholders with texts. `JSONReader` has limited the nesting depth of values.
  private mutating func expand(_ value: FormatValue) -> FormatValue {
    switch value {
    case .string(let text): .string(expand(text))
    case .list(let elements): .list(elements.map { expand($0) })
    case .set(let elements): .set(elements.map { expand($0) })
    case .record(let fields): .record(expand(fields))
    case .null, .bool, .integer, .unsigned, .double, .decimal, .date, .uuid, .data, .object: value
    }
  }

  private mutating func expand(_ fields: [String: FormatValue]) -> [String: FormatValue] {
    var result: [String: FormatValue] = [:]
    for (key, value) in fields {
      let key = expand(key)
      if result.updateValue(expand(value), forKey: key) != nil { duplicateKey = key }
    }
    return result
  }

  private mutating func expand(_ text: String) -> String {
    var bytes = Array(text.utf8)
    var isChanged = false
    for (placeholder, replacement, count) in replacements where !isTooLong {
      let offsets = Self.offsets(of: placeholder, in: bytes)
      if offsets.isEmpty { continue }
      let (more, overflow) = offsets.count.multipliedReportingOverflow(by: replacement.count * count)
      addedBytes += min(overflow ? .max : more, Self.limit + 1)
      if isTooLong { break }
      bytes = Self.replacing(with: replacement, count, inPlaceOf: placeholder.count, at: offsets, in: bytes)
      isChanged = true
    }
    return isChanged ? String(decoding: bytes, as: UTF8.self) : text
  }

  private static func replacing(
    with text: [UInt8], _ count: Int, inPlaceOf length: Int, at offsets: [Int], in bytes: [UInt8]
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + offsets.count * text.count * count)
    var start = 0
    for offset in offsets {
      result += bytes[start..<offset]
      for _ in 0..<count { result += text }
      start = offset + length
    }
    result += bytes[start...]
    return result
  }

  /// Returns the offsets of a placeholder in a text. It compares bytes, because `String` does not find a placeholder before a
  /// combining character.
  private static func offsets(of placeholder: [UInt8], in bytes: [UInt8]) -> [Int] {
    var offsets: [Int] = []
    var index = 0
    while index + placeholder.count <= bytes.count {
      if bytes[index] == placeholder[0], bytes[index..<(index + placeholder.count)].elementsEqual(placeholder) {
        offsets.append(index)
        index += placeholder.count
      } else {
        index += 1
      }
    }
    return offsets
  }
}
