/// Reads well-formed XML as a sequence of events, each with its place in the file.
///
/// It reads nothing outside the given bytes: a DOCTYPE is skipped, and only the five entities that XML defines are known. It skips
/// comments and instructions, and treats namespaces as ordinary attributes. Its time grows with the number of bytes.
package struct XMLReader {
  /// The maximum nesting depth of elements.
  package static let maximumDepth = 50

  /// The maximum number of bytes of a tag.
  package static let maximumTagLength = 65_536

  let bytes: [UInt8]
  var index = 0
  /// The names of the open elements.
  private var open: [String] = []
  private var hasRoot = false
  /// The end of an element that is written as an empty tag, such as `<a/>`, which is the next event.
  private var pendingEnd: XMLEvent?

  /// Creates a reader of a file.
  ///
  /// - Throws: An error if the bytes are not UTF-8, or if the XML declaration names another encoding.
  package init(_ bytes: [UInt8]) throws(XMLError) {
    self.bytes = bytes
    if let invalid = Self.invalidOffset(in: bytes) { throw error("this is not UTF-8", at: invalid) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    guard starts(with: "<?xml"), isSpace(at: index + 5) || starts(with: "<?xml?") else { return }
    let start = index
    let declaration = String(decoding: bytes[start..<(try skip(through: "?>", "the XML declaration"))], as: UTF8.self)
    if let encoding = Self.encoding(in: declaration.lowercased()), encoding != "utf-8", encoding != "us-ascii" {
      throw error("the file must be encoded in UTF-8, and not in \(encoding)", at: start)
    }
  }

  // MARK: Events

  /// Returns the next event, or `nil` at the end of the file.
  ///
  /// - Throws: An error at the first place that is not well-formed.
  package mutating func next() throws(XMLError) -> XMLEvent? {
    if let end = pendingEnd {
      pendingEnd = nil
      open.removeLast()
      return end
    }
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "<") || starts(with: "<![CDATA[") {
        if let text = try text() { return .text(text) }
      } else if starts(with: "<!--") {
        _ = try skip(through: "-->", "a comment", from: 4)
      } else if starts(with: "<?") {
        _ = try skip(through: "?>", "an instruction")
      } else if starts(with: "<!DOCTYPE") {
        try skipDocumentType()
      } else if starts(with: "<!") {
        throw error("declarations other than a DOCTYPE are not supported", at: index)
      } else if starts(with: "</") {
        return try endTag()
      } else {
        return try startTag()
      }
    }
    if let element = open.last { throw malformed("<\(element)> is not closed", at: bytes.count) }
    if !hasRoot { throw malformed("there is no element", at: bytes.count) }
    return nil
  }

  private mutating func startTag() throws(XMLError) -> XMLEvent {
    let start = index
    index += 1
    let name = try name("a tag")
    if open.isEmpty, hasRoot { throw malformed("<\(name)> follows the end of the outermost element", at: start) }
    guard open.count < Self.maximumDepth else {
      throw error("elements are nested more than \(Self.maximumDepth) levels deep", at: start)
    }
    var attributes: [XMLAttribute] = []
    var names: Set<String> = []
    while true {
      let hasSpace = skipSpace()
      guard index < bytes.count else { throw malformed("the tag <\(name) has no end", at: start) }
      if bytes[index] == UInt8(ascii: ">") || starts(with: "/>") { break }
      if !hasSpace { throw malformed("a space is missing in the tag <\(name)", at: index) }
      let attribute = try attribute()
      guard names.insert(attribute.name).inserted else {
        throw malformed("<\(name)> has two attributes '\(attribute.name)'", at: attribute.start)
      }
      attributes.append(attribute)
      try checkLength(of: start)
    }
    hasRoot = true
    open.append(name)
    let isEmpty = bytes[index] == UInt8(ascii: "/")
    index += isEmpty ? 2 : 1
    try checkLength(of: start)
    if isEmpty { pendingEnd = .end(name, range: start..<index) }
    return .start(XMLElement(name: name, attributes: attributes, range: start..<index))
  }

  private mutating func endTag() throws(XMLError) -> XMLEvent {
    let start = index
    index += 2
    let name = try name("a tag")
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else {
      throw malformed("the tag </\(name) has no end", at: start)
    }
    index += 1
    guard let element = open.popLast() else { throw malformed("</\(name)> closes no element", at: start) }
    if element != name { throw malformed("</\(name)> closes <\(element)>", at: start) }
    return .end(name, range: start..<index)
  }

  private mutating func attribute() throws(XMLError) -> XMLAttribute {
    let start = index
    let name = try name("an attribute")
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      throw malformed("the attribute '\(name)' has no value", at: start)
    }
    index += 1
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
      throw malformed("the value of '\(name)' is not in quotes", at: index)
    }
    let quote = bytes[index]
    index += 1
    var value = MappedText(start: index)
    while index < bytes.count, bytes[index] != quote {
      if bytes[index] == UInt8(ascii: "<") { throw malformed("a tag cannot contain '<'", at: index) }
      try take(&value, isAttribute: true)
      if index - start > Self.maximumTagLength { try checkLength(of: start) }
    }
    guard index < bytes.count else { throw malformed("the value of '\(name)' has no end", at: start) }
    index += 1
    return XMLAttribute(name: name, value: value, start: start)
  }

  // MARK: Text

  /// Reads text up to the next tag, with the CDATA sections and comments in it. Returns `nil` for the space around the outermost element.
  private mutating func text() throws(XMLError) -> MappedText? {
    var text = MappedText(start: index)
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "<") {
        if open.isEmpty, !isSpace(at: index) {
          throw malformed("there is text outside the outermost element", at: index)
        }
        if bytes[index] == UInt8(ascii: "]"), starts(with: "]]>") {
          throw malformed("text cannot contain ']]>'", at: index)
        }
        try take(&text, isAttribute: false)
      } else if starts(with: "<![CDATA[") {
        if open.isEmpty { throw malformed("there is text outside the outermost element", at: index) }
        let start = index + 9
        let end = try skip(through: "]]>", "a CDATA section", from: 9)
        text.append(bytes[start..<(end - 3)], from: start)
      } else if starts(with: "<!--") {
        _ = try skip(through: "-->", "a comment", from: 4)
      } else {
        break
      }
    }
    return open.isEmpty ? nil : text
  }

  /// Reads a reference, a character that is replaced, or characters up to the next one that is not ordinary.
  private mutating func take(_ text: inout MappedText, isAttribute: Bool) throws(XMLError) {
    let start = index
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "&"): text.append(try reference().utf8, inPlaceOf: start..<index)
    case UInt8(ascii: "\r"):
      index += starts(with: "\r\n") ? 2 : 1
      text.append(CollectionOfOne(UInt8(ascii: isAttribute ? " " : "\n")), inPlaceOf: start..<index)
    case UInt8(ascii: "\t"), UInt8(ascii: "\n"):
      index += 1
      text.append(CollectionOfOne(isAttribute ? UInt8(ascii: " ") : byte), inPlaceOf: start..<index)
    case 0..<0x20: throw error("U+\(Self.hexadecimal(byte)) is not XML", at: index)
    default:
      repeat { index += 1 } while index < bytes.count && Self.isOrdinary(bytes[index])
      text.append(bytes[start..<index], from: start)
    }
  }

  /// Whether a byte stands for itself in text and in attributes.
  private static func isOrdinary(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
    default: byte >= 0x20
    }
  }

  private mutating func reference() throws(XMLError) -> String {
    let start = index
    // The longest reference to a character is `&#x0010FFFF;`. Zeros before the digits are not limited.
    guard let end = bytes[start...].prefix(64).firstIndex(of: UInt8(ascii: ";")) else {
      throw malformed("'&' is written &amp;", at: start)
    }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    index = end + 1
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.first == "#" else { throw error("the entity &\(name); is not defined", at: start) }
    let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
    guard digits.first != "+", digits.first != "-", let value = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
      let scalar = Unicode.Scalar(value), Self.isCharacter(scalar)
    else { throw malformed("&\(name); is not a character of XML", at: start) }
    return String(Character(scalar))
  }

  // MARK: What is skipped

  private mutating func skipDocumentType() throws(XMLError) {
    let start = index
    if hasRoot { throw malformed("a DOCTYPE stands before the outermost element", at: start) }
    var quote: UInt8?
    index += 9
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == quote {
        quote = nil
      } else if quote == nil {
        switch byte {
        case UInt8(ascii: ">"): return
        case UInt8(ascii: "["): throw error("declarations within a DOCTYPE are not supported", at: index - 1)
        case UInt8(ascii: "<"): throw malformed("a tag cannot contain '<'", at: index - 1)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        default: break
        }
      }
    }
    throw malformed("the DOCTYPE has no end", at: start)
  }

  /// Moves behind the next occurrence of a delimiter. Returns the offset there.
  private mutating func skip(through delimiter: String, _ what: String, from offset: Int = 2) throws(XMLError) -> Int {
    let start = index
    index += offset
    let first = delimiter.utf8.first
    while index < bytes.count {
      if bytes[index] == first, starts(with: delimiter) {
        index += delimiter.utf8.count
        return index
      }
      if bytes[index] < 0x20, !isSpace(at: index) {
        throw error("U+\(Self.hexadecimal(bytes[index])) is not XML", at: index)
      }
      index += 1
    }
    throw malformed("\(what) has no end", at: start)
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = index
    while isSpace(at: index) { index += 1 }
    return index > start
  }

  // MARK: Characters

  private mutating func name(_ what: String) throws(XMLError) -> String {
    let start = index
    while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
    let first = index > start ? bytes[start] : UInt8(ascii: "-")
    guard !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first), first != UInt8(ascii: "-"), first != UInt8(ascii: ".")
    else {
      throw malformed("the name of \(what) is missing", at: start)
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Whether a byte may be in a name. All characters other than ASCII may.
  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"): true
    case UInt8(ascii: "."), 0x80...0xFF: true
    default: false
    }
  }

  /// Whether XML allows a character. It allows no control characters other than tabs and line breaks.
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private func isSpace(at offset: Int) -> Bool {
    guard offset < bytes.count else { return false }
    return [0x20, 0x9, 0xA, 0xD].contains(bytes[offset])
  }

  private func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  /// Returns the encoding that an XML declaration names, in lowercase, or `nil` if it names none.
  private static func encoding(in declaration: String) -> String? {
    guard let word = declaration.split(separator: "encoding", maxSplits: 1).dropFirst().first else { return nil }
    let value = word.drop { $0 == " " || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return String(value) }
    return String(value.dropFirst().prefix { $0 != quote })
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Returns the offset of the first byte that is not part of UTF-8, or `nil` if there is none.
  private static func invalidOffset(in bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var (rest, offset) = (bytes.makeIterator(), 0)
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
    return offset
  }

  // MARK: Errors

  private func checkLength(of start: Int) throws(XMLError) {
    if index - start > Self.maximumTagLength {
      throw error("a tag has more than \(Self.maximumTagLength) bytes", at: start)
    }
  }

  private func malformed(_ reason: String, at offset: Int) -> XMLError {
    error("this is not well-formed XML: \(reason)", at: offset)
  }

  private func error(_ reason: String, at offset: Int) -> XMLError {
    XMLError(reason: reason, offset: offset, place: FilePlace(of: offset, in: bytes))
  }
}
