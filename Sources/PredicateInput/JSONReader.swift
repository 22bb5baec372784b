import PredicateSyntax

/// An error in a JSON text, with its position.
package struct JSONError: Error, Sendable, Hashable {
  /// The offset in the given bytes, including a byte-order mark.
  package var offset: Int
  /// The message, in lowercase and without a period.
  package var reason: String
  /// Whether the contents of a typed wrapper such as `{"$date": …}` are malformed. See `TypedWrapper`.
  package var isMalformedWrapper = false
}

/// A JSON parser (RFC 8259) that preserves the type of numbers: `1` is an integer, `1.0` and `1e2` are doubles, and integers
/// of more than 64 bits are decimals with all their digits.
///
/// The parser reports the position of an error, which `JSONSerialization` does not. `JSONSerialization` also loses digits of integers
/// with more than 39 digits.
package struct JSONReader {
  /// The maximum nesting depth of lists and records.
  package static let maximumDepth = 200

  private let bytes: [UInt8]
  private var end: Int
  /// Whether a malformed wrapper, such as `{"$date": 1}`, is read as a record. Otherwise it is an error.
  private let allowsMalformedWrappers: Bool
  private(set) var position: Int
  private var depth = 0
  /// The fields of the objects that are being parsed, innermost last. The dictionary of an object is created when all its fields
  /// are known, so that it has no unused capacity.
  private var fields: [(key: String, offset: Int, value: FormatValue)] = []

  /// Creates a parser for `range` of `bytes`, or for all of them.
  ///
  /// - Parameter allowsMalformedWrappers: Whether an object with a single key such as `$date` and malformed contents is a record,
  ///   as in rows, which come from other programs. Otherwise it is an error, as in cases and on the command line.
  init(_ bytes: [UInt8], in range: Range<Int>? = nil, allowsMalformedWrappers: Bool = false) {
    self.bytes = bytes
    self.allowsMalformedWrappers = allowsMalformedWrappers
    position = range?.lowerBound ?? byteOrderMarkLength(bytes)
    end = range?.upperBound ?? bytes.count
  }

  /// Parses a text that consists of one value. Anything after it is an error.
  package static func value(
    of bytes: [UInt8], in range: Range<Int>? = nil, allowsMalformedWrappers: Bool = false
  ) throws(JSONError) -> FormatValue {
    var reader = JSONReader(bytes, in: range, allowsMalformedWrappers: allowsMalformedWrappers)
    let value = try reader.value()
    try reader.expectEnd()
    return value
  }

  /// Moves to another range of the bytes, at a nesting depth.
  mutating func move(to range: Range<Int>, depth: Int = 0) {
    (position, end, self.depth) = (range.lowerBound, range.upperBound, depth)
    fields.removeAll(keepingCapacity: true)
  }

  /// Parses the next element of an array, starting at the current position. Afterward the position is at the comma or bracket
  /// after the element.
  mutating func element() throws(JSONError) -> FormatValue {
    let value = try value()
    skipSpace()
    guard peek == UInt8(ascii: ",") || peek == UInt8(ascii: "]") else { throw expected("',' or ']'") }
    return value
  }

  // MARK: Values

  mutating func value() throws(JSONError) -> FormatValue {
    skipSpace()
    guard let first = peek else { throw error("expected a value, found the end of the text") }
    switch first {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return .list(try list())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: return try word()
    }
  }

  private static let words: [(text: [UInt8], value: FormatValue)] = [
    (Array("true".utf8), .bool(true)), (Array("false".utf8), .bool(false)), (Array("null".utf8), .null),
  ]

  private mutating func word() throws(JSONError) -> FormatValue {
    for word in Self.words where bytes[position..<end].starts(with: word.text) {
      position += word.text.count
      return word.value
    }
    throw error("expected a value")
  }

  private mutating func list() throws(JSONError) -> [FormatValue] {
    var elements: [FormatValue] = []
    try enter()
    defer { leave() }
    if skip(UInt8(ascii: "]")) { return elements }
    repeat { elements.append(try value()) } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw expected("',' or ']'") }
    return elements
  }

  private mutating func object() throws(JSONError) -> FormatValue {
    let start = position
    try enter()
    defer { leave() }
    if skip(UInt8(ascii: "}")) { return .record([:]) }
    let first = fields.count
    if first == 0 { fields.reserveCapacity(8) }
    repeat {
      let (key, range) = try key()
      fields.append((key, range.lowerBound, try value()))
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw expected("',' or '}'") }
    let record = try record(from: first)
    guard record.count == 1, let field = record.first, let wrapper = TypedWrapper.named(field.key) else {
      return .record(record)
    }
    if let value = wrapper.read(field.value) { return value }
    if allowsMalformedWrappers { return .record(record) }
    throw JSONError(offset: start, reason: "\(field.key) must be \(wrapper.expected)", isMalformedWrapper: true)
  }

  /// Parses a key and the colon after it.
  mutating func key() throws(JSONError) -> (name: String, range: Range<Int>) {
    skipSpace()
    guard peek == UInt8(ascii: "\"") else { throw expected("a key in quotes") }
    let start = position
    let name = try string()
    let range = start..<position
    guard skip(UInt8(ascii: ":")) else { throw expected("':'") }
    return (name, range)
  }

  /// Removes the fields from the index `first` on and returns them as a dictionary. A key that occurs twice is an error,
  /// because one of its values would be lost.
  private mutating func record(from first: Int) throws(JSONError) -> [String: FormatValue] {
    var record = [String: FormatValue](minimumCapacity: fields.count - first)
    for field in fields[first...] where record.updateValue(field.value, forKey: field.key) != nil {
      // Swift's string comparison uses canonical equivalence.
      let other = record.index(forKey: field.key).map { record[$0].key }
      let isSame = other?.utf8.elementsEqual(field.key.utf8) ?? true
      throw JSONError(
        offset: field.offset,
        reason: "the key '\(field.key)' is duplicated\(isSame ? "" : ", once composed and once decomposed")")
    }
    fields.removeLast(fields.count - first)
    return record
  }

  /// Parses a number in JSON syntax.
  private mutating func number() throws(JSONError) -> FormatValue {
    guard let length = bytes[position..<end].jsonNumberLength else { throw error("this is not a valid JSON number") }
    let text = bytes[position..<(position + length)]
    guard let value = text.jsonNumber else { throw error(text.jsonNumberError) }
    position += length
    return value
  }

  /// Returns the keys of an object in the order of its text, which is valid JSON.
  static func keys(ofObject text: [UInt8]) -> [String] {
    var reader = JSONReader(text)
    reader.skipSpace()
    reader.position += 1
    var keys: [String] = []
    repeat {
      reader.skipSpace()
      guard reader.peek == UInt8(ascii: "\""), let key = try? reader.string() else { return keys }
      keys.append(key)
      _ = reader.skip(UInt8(ascii: ":"))
      reader.position = endOfElement(text, from: reader.position) ?? text.count
    } while reader.skip(UInt8(ascii: ","))
    return keys
  }

  // MARK: Strings

  /// Parses a string. The position is at its opening quote.
  private mutating func string() throws(JSONError) -> String {
    let open = position
    position += 1
    // The text up to the last escape, and the offset after it. A string without escapes is not copied.
    var head: [UInt8] = []
    var start = position
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        let tail = bytes[start..<position]
        guard let text = String(validating: head.isEmpty ? tail : (head + tail)[...], as: UTF8.self) else {
          throw JSONError(offset: open + 1, reason: "this string is not UTF-8")
        }
        position += 1
        return text
      }
      if byte == UInt8(ascii: "\\") {
        head += bytes[start..<position]
        head += String(try escape()).utf8
        start = position
        continue
      }
      guard byte >= 0x20 else { throw error("a control character in a string must be escaped") }
      position += 1
    }
    position = open
    throw error("the string that begins here is never closed")
  }

  private static let simpleEscapes: [UInt8: UnicodeScalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
    UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  /// Parses an escape sequence. The position is at its backslash.
  private mutating func escape() throws(JSONError) -> UnicodeScalar {
    let start = position
    guard position + 1 < end else { throw error("the text ends inside an escape") }
    let letter = bytes[position + 1]
    if let scalar = Self.simpleEscapes[letter] {
      position += 2
      return scalar
    }
    guard letter == UInt8(ascii: "u"), let first = codeUnit() else { throw error("this is not a JSON escape") }
    var code = first
    if (0xD800...0xDBFF).contains(first), position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u"), let second = codeUnit(), (0xDC00...0xDFFF).contains(second)
    {
      code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
    guard let scalar = UnicodeScalar(code) else {
      position = start
      throw error("half of a surrogate pair is not a character")
    }
    return scalar
  }

  /// Parses `\uXXXX` and moves past it. The position is at the backslash. If the digits are invalid, returns `nil` and does not move.
  private mutating func codeUnit() -> UInt32? {
    guard position + 6 <= end else { return nil }
    var code: UInt32 = 0
    for byte in bytes[position + 2..<position + 6] {
      guard let digit = hexDigitValue(byte) else { return nil }
      code = code << 4 | UInt32(digit)
    }
    position += 6
    return code
  }

  // MARK: Moving

  var peek: UInt8? { position < end ? bytes[position] : nil }

  mutating func skipSpace() {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// Skips spaces, and then `byte` if it is next.
  mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard peek == byte else { return false }
    position += 1
    return true
  }

  mutating func enter() throws(JSONError) {
    guard depth < Self.maximumDepth else { throw error("nested more than \(Self.maximumDepth) levels deep") }
    depth += 1
    position += 1
  }

  mutating func leave() { depth -= 1 }

  mutating func expectEnd() throws(JSONError) {
    skipSpace()
    guard position == end else { throw error("expected the end of the text after the value") }
  }

  func expected(_ what: String) -> JSONError {
    error(position < end ? "expected \(what)" : "expected \(what), found the end of the text")
  }

  private func error(_ reason: String) -> JSONError { JSONError(offset: position, reason: reason) }
}
