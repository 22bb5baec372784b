import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads XML as a list of events, with limits. Reads nothing outside the given bytes.
///
/// An instance is the delegate of the parser. It cannot throw, so it collects the events and the first error.
final class CoreDataXML: NSObject, XMLParserDelegate {
  /// The maximum nesting depth of elements.
  static let maximumDepth = 50

  /// The maximum number of bytes of a tag and the text after it, because the parser compares each attribute of a tag
  /// with all others.
  static let maximumTagLength = 65_536

  /// Reads the whole text, and then passes the elements to a closure in order, until it throws: each at its start without a text,
  /// and at its end with the text after its last child element.
  static func read(
    _ bytes: [UInt8], name: String,
    _ take: (CoreDataContents.Element, _ text: String?) throws(CoreDataModelError) -> Void
  ) throws(CoreDataModelError) {
    if bytes.starts(with: Array("bplist".utf8)) {
      throw CoreDataModelError(
        name, "this is a compiled model or a binary property list; expected the XML that Xcode edits")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CoreDataModelError(name, "this is not UTF-8")
    }
    for event in try events(of: markup(of: text, name: name), name: name) { try take(event.element, event.text) }
  }

  /// Returns the bytes for the parser, with the XML declaration replaced by spaces.
  ///
  /// The parser must read exactly the text that is checked here. A declaration of another encoding, or U+0000, would make it
  /// choose another encoding, so both are refused.
  private static func markup(of text: String, name: String) throws(CoreDataModelError) -> [UInt8] {
    var bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.starts(with: Array("<?xml ".utf8)), let end = bytes.firstIndex(of: UInt8(ascii: ">")),
      bytes[end - 1] == UInt8(ascii: "?")
    {
      let declaration = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
      if declaration.contains("encoding"), !declaration.contains("utf-8") {
        throw CoreDataModelError(name, line: 1, "a model must be encoded in UTF-8")
      }
      for index in 0...end where bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
    }
    try check(bytes, name: name)
    return bytes
  }

  /// The references that require no declaration. After a DOCTYPE that names another file, the parser
  /// silently omits references to undeclared entities.
  private static let references = ["amp;", "lt;", "gt;", "quot;", "apos;", "#"].map { Array($0.utf8) }

  private static let namespace = Array("xmlns".utf8)

  /// Comments and CDATA, which end only at their end delimiter.
  private static let literals = [("!--", "-->"), ("![CDATA[", "]]>")].map { (Array($0.utf8), Array($1.utf8)) }

  private static let documentType = Array("!DOCTYPE".utf8)

  /// Refuses what models do not contain and XML parsers do not handle safely: entities can grow without limit, each
  /// name is compared with all namespaces and each attribute with all others of its tag, and Foundation's parser on
  /// Linux crashes at an instruction without text (`<?a?>`) and at some declarations (`<!NOTATION`, `<!ATTLIST`).
  ///
  /// Comments and CDATA may contain anything. Tags may not contain a `<`, and a DOCTYPE may not contain declarations,
  /// so that this check and the parser agree on where comments and CDATA begin and end.
  private static func check(_ bytes: [UInt8], name: String) throws(CoreDataModelError) {
    var line = 1
    /// The start of the last tag, comment or CDATA, or the end of the last comment or CDATA.
    var start = 0
    var tag: (isDocumentType: Bool, quote: UInt8?)?
    /// The end delimiter of the current literal.
    var end: [UInt8]?
    func error(_ reason: String) -> CoreDataModelError { CoreDataModelError(name, line: line, reason) }
    for (index, byte) in bytes.enumerated() {
      let rest = bytes[(index + 1)...]
      if byte == 0 { throw error("U+0000 is not XML") }
      if byte == UInt8(ascii: "\n") { line += 1 }
      if let literalEnd = end {
        // `<!-->` is not a complete comment.
        if index - start >= 6, bytes[...index].suffix(3).elementsEqual(literalEnd) {
          (end, start) = (nil, index)
        }
        continue
      }
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        if rest.starts(with: namespace) { throw error("a model cannot declare namespaces") }
      case UInt8(ascii: "&"):
        if !references.contains(where: rest.starts(with:)) { throw error("a model cannot declare XML entities") }
      case UInt8(ascii: "<"):
        if tag != nil { throw error("a tag cannot contain '<'") }
        start = index
        if rest.first == UInt8(ascii: "?") { throw error("a model cannot contain XML instructions") }
        if let literal = literals.first(where: { rest.starts(with: $0.0) }) {
          end = literal.1
          continue
        }
        let isDocumentType = rest.starts(with: documentType)
        if rest.first == UInt8(ascii: "!"), !isDocumentType {
          throw error("a model cannot contain XML declarations except a DOCTYPE")
        }
        tag = (isDocumentType, nil)
      default: break
      }
      if let open = tag {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          if open.quote == nil { tag?.quote = byte } else if open.quote == byte { tag?.quote = nil }
        case UInt8(ascii: ">") where open.quote == nil: tag = nil
        case UInt8(ascii: "[") where open.isDocumentType && open.quote == nil:
          throw error("a model cannot contain XML declarations except a DOCTYPE")
        default: break
        }
      }
      if index - start >= maximumTagLength {
        throw error("a tag and the text after it have more than \(maximumTagLength) bytes")
      }
    }
  }

  // MARK: The delegate

  private let name: String
  private var events: [(element: CoreDataContents.Element, text: String?)] = []
  private var firstError: CoreDataModelError?
  private var open: [CoreDataContents.Element] = []
  private var text = ""

  private init(name: String) { self.name = name }

  private static func events(
    of bytes: [UInt8], name: String
  ) throws(CoreDataModelError) -> [(element: CoreDataContents.Element, text: String?)] {
    let gatherer = CoreDataXML(name: name)
    let parser = XMLParser(data: Data(bytes))
    parser.shouldResolveExternalEntities = false
    parser.delegate = gatherer
    // The result is true for some files whose tags do not match, but the delegate receives the error.
    let isRead = parser.parse()
    if let error = gatherer.firstError { throw error }
    guard isRead, parser.parserError == nil, !gatherer.events.isEmpty, gatherer.open.isEmpty else {
      throw CoreDataModelError(
        name, line: parser.lineNumber > 0 ? parser.lineNumber : nil, "this is not well-formed XML")
    }
    return gatherer.events
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard firstError == nil else { return }
    text = ""
    guard open.count < Self.maximumDepth else {
      firstError = CoreDataModelError(
        name, line: parser.lineNumber, "elements are nested more than \(Self.maximumDepth) levels deep")
      return parser.abortParsing()
    }
    open.append(CoreDataContents.Element(file: name, name: element, attributes: attributes, line: parser.lineNumber))
    events.append((open[open.count - 1], nil))
  }

  func parser(_ parser: XMLParser, didEndElement _: String, namespaceURI: String?, qualifiedName: String?) {
    guard firstError == nil, let element = open.popLast() else { return }
    events.append((element, text))
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    // Only text in property lists matters, and it is short.
    if text.utf8.count < 1000 { text += string }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    guard firstError == nil else { return }
    firstError = CoreDataModelError(
      name, line: parser.lineNumber > 0 ? parser.lineNumber : nil, "this is not well-formed XML")
  }
}
