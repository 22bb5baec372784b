import PredicateInput
import PredicateSyntax

/// Long texts in a case, written in a short form: `"repeat": {"<open>": ["(", 100000]}`. Each `<open>` in a string or
/// key of the case's other fields is replaced with 100,000 opening parentheses.
struct RepeatedText {
  /// The maximum number of bytes that this can add to one case.
  static let limit = 64 * 1024 * 1024

  /// Returns the fields of a case with all marks replaced.
  static func expanding(
    _ fields: [String: FormatValue], file: String, line: Int
  ) throws(InputError) -> [String: FormatValue] {
    var fields = fields
    guard let marks = fields.removeValue(forKey: "repeat") else { return fields }
    guard case .record(let named) = marks else {
      throw InputError(file, line: line, "'repeat' must be an object: for each mark, its text and a count")
    }
    var expansion = RepeatedText()
    for (mark, value) in named.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      guard !mark.isEmpty, case .list(let parts) = value, parts.count == 2, case .string(let text) = parts[0],
        case .integer(let count) = parts[1], count >= 0
      else {
        throw InputError(file, line: line, "'repeat' needs a text and a number for '\(mark)'")
      }
      let (size, overflow) = text.utf8.count.multipliedReportingOverflow(by: Int(clamping: count))
      guard !overflow, size <= limit else { throw tooLong(file, line) }
      expansion.replacements.append((Array(mark.utf8), Array(text.utf8), Int(clamping: count)))
    }
    let result = expansion.expand(fields)
    if expansion.isTooLong { throw tooLong(file, line) }
    return result
  }

  private static func tooLong(_ file: String, _ line: Int) -> InputError {
    InputError(file, line: line, "'repeat' expands to more than \(limit) bytes")
  }

  private var replacements: [(mark: [UInt8], text: [UInt8], count: Int)] = []
  private var addedBytes = 0
  private var isTooLong: Bool { addedBytes > Self.limit }

  /// Replaces marks with texts. The JSON reader has already limited the nesting depth of values.
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
    for (key, value) in fields { result[expand(key)] = expand(value) }
    return result
  }

  private mutating func expand(_ text: String) -> String {
    var bytes = Array(text.utf8)
    var isChanged = false
    for (mark, replacement, count) in replacements where !isTooLong {
      let marks = Self.offsets(of: mark, in: bytes)
      if marks.isEmpty { continue }
      let (more, overflow) = marks.count.multipliedReportingOverflow(by: replacement.count * count)
      addedBytes += min(overflow ? .max : more, Self.limit + 1)
      if isTooLong { break }
      bytes = Self.replacing(with: replacement, count, inPlaceOf: mark.count, at: marks, in: bytes)
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
      if text.count == 1 {
        result += [UInt8](repeating: text[0], count: count)
      } else {
        for _ in 0..<count { result += text }
      }
      start = offset + length
    }
    result += bytes[start...]
    return result
  }

  /// Returns the offsets of a mark in a text. It compares bytes, because `String` does not find a mark before a
  /// combining character.
  private static func offsets(of mark: [UInt8], in bytes: [UInt8]) -> [Int] {
    var offsets: [Int] = []
    var index = 0
    while index + mark.count <= bytes.count {
      if bytes[index] == mark[0], bytes[index..<(index + mark.count)].elementsEqual(mark) {
        offsets.append(index)
        index += mark.count
      } else {
        index += 1
      }
    }
    return offsets
  }
}
