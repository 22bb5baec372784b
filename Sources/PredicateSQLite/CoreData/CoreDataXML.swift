import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads XML as a stream of elements, with limits; nothing outside the bytes is read.
enum CoreDataXML {
  enum Event {
    case start(name: String, attributes: [String: String], line: Int)
    /// The end of an element, and its text where it holds no elements.
    case end(name: String, text: String)
  }

  /// How deep elements may lie in one another.
  static let maximumDepth = 50

  /// Hands over the elements in order, up to the first fault.
  static func read(
    _ bytes: [UInt8], name: String, _ take: (Event) throws(CoreDataModelFault) -> Void
  ) throws(CoreDataModelFault) {
    if bytes.starts(with: Array("bplist".utf8)) {
      throw CoreDataModelFault(name, "this is a compiled model or list; expected the XML that Xcode edits")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CoreDataModelFault(name, "this is not UTF-8")
    }
    // Another encoding would read other text than this; entities could grow without bound.
    let declaration = text.prefix(200).prefix { $0 != ">" }.lowercased()
    if declaration.contains("encoding"), !declaration.contains("utf-8") {
      throw CoreDataModelFault(name, line: 1, "the encoding of a model is UTF-8")
    }
    if text.utf8.contains(Array("<!ENTITY".utf8)) {
      throw CoreDataModelFault(name, "a model declares no XML entities")
    }
    let events = try EventGatherer.events(of: bytes, name: name)
    for event in events { try take(event) }
  }
}

/// The parser calls a delegate, which cannot throw: it gathers the events and the first fault.
private final class EventGatherer: NSObject, XMLParserDelegate {
  private let name: String
  private var events: [CoreDataXML.Event] = []
  private var fault: CoreDataModelFault?
  private var depth = 0
  private var hasRoot = false
  private var text = ""

  private init(name: String) { self.name = name }

  static func events(of bytes: [UInt8], name: String) throws(CoreDataModelFault) -> [CoreDataXML.Event] {
    let gatherer = EventGatherer(name: name)
    let parser = XMLParser(data: Data(bytes))
    parser.shouldResolveExternalEntities = false
    parser.delegate = gatherer
    // The result says true of some files whose tags do not match; the delegate was told.
    let isRead = parser.parse()
    if let fault = gatherer.fault { throw fault }
    guard isRead, parser.parserError == nil, gatherer.hasRoot, gatherer.depth == 0 else {
      throw CoreDataModelFault(
        name, line: parser.lineNumber > 0 ? parser.lineNumber : nil, "this is not well-formed XML")
    }
    return gatherer.events
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard fault == nil else { return }
    depth += 1
    hasRoot = true
    text = ""
    guard depth <= CoreDataXML.maximumDepth else {
      fault = CoreDataModelFault(
        name, line: parser.lineNumber, "elements lie more than \(CoreDataXML.maximumDepth) levels deep")
      return parser.abortParsing()
    }
    events.append(.start(name: element, attributes: attributes, line: parser.lineNumber))
  }

  func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
    guard fault == nil, depth > 0 else { return }
    depth -= 1
    events.append(.end(name: element, text: text))
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    // Text counts in property lists alone, where it is short.
    if text.utf8.count < 1000 { text += string }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    guard fault == nil else { return }
    fault = CoreDataModelFault(
      name, line: parser.lineNumber > 0 ? parser.lineNumber : nil, "this is not well-formed XML")
  }
}
