import PredicateInput
import PredicateXML

/// Reads property lists.
enum PropertyListReader {
  /// Reads an XML property list, with the places of its texts.
  static func value(ofXML bytes: [UInt8]) throws(UnreadableFile) -> DocumentValue {
    do throws(XMLError) {
      var reader = try XMLReader(bytes)
      var values = XMLValues()
      while let event = try reader.next() { values.take(event) }
      return values.root
    } catch {
      throw UnreadableFile(reason: error.reason, offset: error.offset)
    }
  }

  /// Reads a binary property list. The offsets of its texts are those in the texts.
  static func value(ofBinary bytes: [UInt8]) throws(UnreadableFile) -> DocumentValue {
    value(of: try BinaryPropertyList.value(of: bytes))
  }

  private static func value(of object: Any) -> DocumentValue {
    switch object {
    case let text as String:
      var mapped = MappedText(start: 0)
      mapped.append(Array(text.utf8)[...], from: 0)
      return .text(mapped, .unknown)
    case let list as [Any]: return .list(list.map(value))
    case let record as [String: Any]:
      return .record(record.keys.sorted().map { ($0, record[$0].map(value) ?? .other) })
    default: return .other
    }
  }
}

/// Makes a value of the events of an XML property list.
private struct XMLValues {
  /// A list or a record that is not closed.
  private struct Container {
    let isRecord: Bool
    /// The values so far. Those of a list have no key.
    var fields: [(key: String, value: DocumentValue)] = []
    /// The key that the next value belongs to.
    var key = ""

    var value: DocumentValue { isRecord ? .record(fields) : .list(fields.map(\.value)) }
  }

  private(set) var root = DocumentValue.other
  private var open: [Container] = []
  private var text: MappedText?

  mutating func take(_ event: XMLEvent) {
    switch event {
    case .start(let element):
      switch element.name {
      case "dict": open.append(Container(isRecord: true))
      case "array": open.append(Container(isRecord: false))
      default: text = MappedText(start: element.range.upperBound)
      }
    case .text(let part):
      if let read = text, read.utf8.isEmpty { text = part } else { text?.append(part) }
    case .end(let name, _):
      let text = text
      self.text = nil
      switch name {
      case "dict", "array":
        if let last = open.popLast() { add(last.value) }
      case "key":
        if let text, !open.isEmpty { open[open.count - 1].key = text.string }
      case "string": if let text { add(.text(text, .xml)) }
      case "plist": break
      default: add(.other)
      }
    }
  }

  private mutating func add(_ value: DocumentValue) {
    if open.isEmpty {
      root = value
    } else {
      open[open.count - 1].fields.append((open[open.count - 1].key, value))
    }
  }
}
