import PredicateSyntax
import PredicateXML

/// Makes JSON of YAML. Each document of a file is a row, if there are several.
///
/// A plain scalar is null, a boolean or a number by the core schema of YAML 1.2, https://yaml.org/spec/1.2.2/#103-core-schema. A
/// number with leading zeros, such as 0123, is text, because YAML 1.1 reads it as an octal number. Merge keys (`<<`) are plain keys.
struct YAMLRows {
  private let lines: FileLines
  private var json = DocumentText()
  /// The parts of the JSON that have an anchor.
  private var anchored: [String: Range<Int>] = [:]
  /// The anchors of the containers that are open, and where each begins.
  private var open: [(anchor: String?, start: Int)] = []

  /// Returns the JSON of a YAML file.
  static func json(of bytes: [UInt8]) throws(UnreadableFile) -> [UInt8] {
    var rows = YAMLRows(lines: FileLines(bytes))
    try YAMLLibrary.shared.get().read(bytes) { event throws(UnreadableFile) in try rows.take(event) }
    return rows.json.utf8
  }

  private init(lines: FileLines) { self.lines = lines }

  private mutating func take(_ event: YAMLLibrary.Event) throws(UnreadableFile) {
    let line = lines.line(of: event.file.lowerBound)
    if json.expectsKey {
      switch event.kind {
      case .scalar(let text, _): return json.add(key: String(decoding: text, as: UTF8.self), onLine: line)
      case .endOfContainer: break
      default: throw UnreadableFile(reason: "a key must be a single text", offset: event.file.lowerBound)
      }
    }
    let start = json.position
    switch event.kind {
    case .scalar(let text, let style):
      let text = String(decoding: text, as: UTF8.self)
      let isPlain = event.tag.flatMap(Self.isPlain) ?? (style == .plain)
      json.add((isPlain ? Self.json(ofPlain: text) : String(json: .string(text))).utf8, onLine: line)
      if let anchor = event.anchor { anchored[anchor] = valueRange(from: start) }
    case .startOfList, .startOfRecord:
      open.append((event.anchor, start))
      if case .startOfList = event.kind { json.openList(onLine: line) } else { json.openObject(onLine: line) }
    case .endOfContainer:
      json.close()
      if let (anchor, start) = open.popLast(), let anchor { anchored[anchor] = valueRange(from: start) }
    case .alias:
      let name = event.anchor ?? ""
      guard !open.contains(where: { $0.anchor == name }) else {
        throw UnreadableFile(
          reason: "the alias *\(name) is inside the value that it repeats", offset: event.file.lowerBound)
      }
      guard let range = anchored[name] else {
        throw UnreadableFile(reason: "the alias *\(name) has no value before it", offset: event.file.lowerBound)
      }
      guard json.add(again: range, onLine: line) else {
        throw UnreadableFile(
          reason: "the aliases of this file stand for more than \(DocumentText.greatestExpansion) bytes",
          offset: event.file.lowerBound)
      }
    }
  }

  /// Returns whether a tag says that a scalar is a null, a boolean or a number, or nil if it does not say.
  private static func isPlain(_ tag: String) -> Bool? {
    if tag == "!" || tag.hasSuffix(":str") { return false }
    return [":null", ":bool", ":int", ":float"].contains(where: tag.hasSuffix) ? true : nil
  }

  /// The bytes of a value that was written last, without what separates it from the value before.
  private func valueRange(from start: Int) -> Range<Int> {
    json.startOfValue(from: start)..<json.position
  }

  /// Returns the JSON of a scalar without quotes.
  private static func json(ofPlain text: String) -> String {
    switch text {
    case "", "~", "null", "Null", "NULL": return "null"
    case "true", "True", "TRUE": return "true"
    case "false", "False", "FALSE": return "false"
    case ".nan", ".NaN", ".NAN": return String(json: .double(.nan))
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return String(json: .double(.infinity))
    case "-.inf", "-.Inf", "-.INF": return String(json: .double(-.infinity))
    default: return number(text) ?? String(json: .string(text))
    }
  }

  private static func number(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    if bytes[...].jsonNumberLength == bytes.count { return bytes[...].jsonNumber.map { String(json: $0) } }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
      return UInt64(text.dropFirst(2), radix: radix).map { "\($0)" }
    }
    // The signs and points that JSON does not permit: +1, .5 and 1.
    let digits = text.drop { "+-".contains($0) }
    guard text.utf8.count - digits.utf8.count <= 1, digits.contains(where: \.isNumber), let first = digits.first,
      first.isASCII, first.isNumber || first == ".", digits.hasPrefix("0.") || digits == "0" || first != "0",
      digits.allSatisfy({ "0123456789.eE+-".contains($0) }), let number = Double(text), number.isFinite
    else { return nil }
    let isInteger = digits.allSatisfy { $0.isASCII && $0.isNumber }
    return isInteger ? Int64(text).map { "\($0)" } : String(json: .double(number))
  }
}
