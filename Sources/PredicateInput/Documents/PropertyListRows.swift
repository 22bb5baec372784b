import Foundation
import PredicateSyntax
import PredicateXML

/// Makes JSON of a property list, whose dates and data become `{"$date": …}` and `{"$binary": …}`.
struct PropertyListRows {
  private let lines: FileLines
  private var json = DocumentText()
  /// The name and the text of the key or the scalar that is open.
  private var scalar: String?
  private var text = ""
  private var line = 1

  /// Returns the JSON of an XML or binary property list.
  static func json(of bytes: [UInt8]) throws(UnreadableFile) -> [UInt8] {
    if BinaryPropertyList.isStart(bytes) {
      var json = DocumentText()
      try add(BinaryPropertyList.value(of: bytes), to: &json)
      return json.utf8
    }
    var rows = PropertyListRows(lines: FileLines(bytes))
    var events: XMLReader
    do throws(XMLError) { events = try XMLReader(bytes) } catch { throw notRead(error) }
    while true {
      let event: XMLEvent?
      do throws(XMLError) { event = try events.next() } catch { throw notRead(error) }
      guard let event else {
        if rows.json.position == 0 { throw error("it has no value", at: 0) }
        return rows.json.utf8
      }
      try rows.take(event)
    }
  }

  private static func notRead(_ error: XMLError) -> UnreadableFile {
    self.error(error.reason, at: error.offset)
  }

  private init(lines: FileLines) { self.lines = lines }

  /// Adds a value of a binary property list, which has no lines.
  private static func add(_ value: Any, to json: inout DocumentText) throws(UnreadableFile) {
    switch value {
    case let fields as [String: Any]:
      json.openObject(onLine: 1)
      for key in fields.keys.inByteOrder {
        json.add(key: key, onLine: 1)
        if let value = fields[key] { try add(value, to: &json) }
      }
      json.close()
    case let elements as [Any]:
      json.openList(onLine: 1)
      for element in elements { try add(element, to: &json) }
      json.close()
    default:
      guard let scalar = Self.json(ofScalar: value) else {
        throw UnreadableFile(reason: "this binary property list is a keyed archive, whose values refer to each other")
      }
      json.add(scalar.utf8, onLine: 1)
    }
  }

  private static func json(ofScalar value: Any) -> String? {
    // A number would be cast to a Boolean, too.
    if type(of: value) == Bool.self { return value as? Bool == true ? "true" : "false" }
    switch value {
    case let text as String: return String(json: .string(text))
    case let number as NSNumber:
      let isReal = unsafe ["d", "f"].contains(String(cString: number.objCType))
      return isReal ? String(json: .double(number.doubleValue)) : number.stringValue
    case let date as Date: return String(json: .date(date.timeIntervalSinceReferenceDate))
    case let data as Data: return String(json: .data([UInt8](data)))
    default: return nil
    }
  }

  private mutating func take(_ event: XMLEvent) throws(UnreadableFile) {
    switch event {
    case .start(let element):
      let start = lines.line(of: element.range.lowerBound)
      if let flaw = flaw(of: element.name) { throw Self.error(flaw, at: element.range.lowerBound) }
      switch element.name {
      case "dict": json.openObject(onLine: start)
      case "array": json.openList(onLine: start)
      case "plist": break
      case "key", "string", "integer", "real", "true", "false", "date", "data":
        (scalar, text, line) = (element.name, "", start)
      default:
        throw UnreadableFile(
          reason: "<\(element.name)> is not an element of property lists", offset: element.range.lowerBound)
      }
    case .text(let part): text += part.string
    case .end(let name, let range):
      switch name {
      case "dict", "array": json.close()
      case "plist": break
      case "key":
        scalar = nil
        json.add(key: text, onLine: line)
      default:
        scalar = nil
        guard let value = Self.json(of: text, name) else {
          throw UnreadableFile(reason: "'\(text.excerpt)' is not a value of <\(name)>", offset: range.lowerBound)
        }
        json.add(value.utf8, onLine: line)
      }
    }
  }

  /// Returns the reason why an element is not permitted at this place, or nil.
  private func flaw(of name: String) -> String? {
    if name == "plist" { return nil }
    if let scalar { return "<\(name)> is inside <\(scalar)>" }
    if json.expectsKey { return name == "key" ? nil : "<\(name)> has no <key> before it" }
    if name == "key" { return "<key> is outside of <dict>" }
    return json.isComplete ? "<\(name)> is a second value" : nil
  }

  private static func error(_ reason: String, at offset: Int) -> UnreadableFile {
    UnreadableFile(reason: "this is not a property list: \(reason)", offset: offset)
  }

  /// Returns the JSON of the text of an element.
  private static func json(of text: String, _ name: String) -> String? {
    let word = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch name {
    case "string": return String(json: .string(text))
    case "true", "false": return name
    case "integer":
      if let number = FormatDecimal(word), !word.contains(where: { ".eE".contains($0) }) { return number.description }
      guard word.hasPrefix("0x") else { return nil }
      return UInt64(word.dropFirst(2), radix: 16).map { "\($0)" }
    case "real": return Double(word).map { String(json: .double($0)) }
    case "date": return Double.seconds(ofDate: word).map { String(json: .date($0)) }
    case "data": return [UInt8](base64: text.filter { !$0.isWhitespace }).map { String(json: .data($0)) }
    default: return nil
    }
  }
}
