import PredicateInput
import PredicateXML

/// Reads YAML with the places of its texts. Each document of a file is an element of the result.
struct YAMLReader {
  private let bytes: [UInt8]
  private var documents: [DocumentValue] = []
  private var open: [Container] = []
  /// The number of open containers that are nested too deep, whose values are skipped.
  private var depthOfSkipped = 0

  /// The maximum nesting depth of values that are searched.
  private static let maximumDepth = 100

  private struct Container {
    let isRecord: Bool
    var items: [DocumentValue] = []

    var value: DocumentValue {
      guard isRecord else { return .list(items) }
      return .record(
        stride(from: 0, to: items.count - 1, by: 2).map { index in
          guard case .text(let key, _) = items[index] else { return ("", items[index + 1]) }
          return (key.string, items[index + 1])
        })
    }
  }

  static func value(of bytes: [UInt8]) throws(UnreadableFile) -> [DocumentValue] {
    var reader = YAMLReader(bytes)
    try YAMLLibrary.shared.get().read(bytes) { reader.take($0) }
    return reader.documents
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func take(_ event: YAMLLibrary.Event) {
    switch event.kind {
    case .startOfList, .startOfRecord:
      if open.count == Self.maximumDepth {
        depthOfSkipped += 1
      } else if case .startOfRecord = event.kind {
        open.append(Container(isRecord: true))
      } else {
        open.append(Container(isRecord: false))
      }
    case .endOfContainer:
      if depthOfSkipped > 0 {
        depthOfSkipped -= 1
        if depthOfSkipped == 0 { add(.other) }
      } else if let last = open.popLast() {
        add(last.value)
      }
    case .alias where depthOfSkipped > 0, .scalar where depthOfSkipped > 0: break
    case .alias: add(.other)
    case .scalar(let text, let style): add(.text(mapped(text, style, event.file), style.escaping))
    }
  }

  private mutating func add(_ value: DocumentValue) {
    if open.isEmpty { documents.append(value) } else { open[open.count - 1].items.append(value) }
  }

  /// Finds the places of the bytes of a text. libyaml gives only its start and end.
  private func mapped(_ text: [UInt8], _ style: YAMLLibrary.ScalarStyle, _ file: Range<Int>) -> MappedText {
    var position = file.lowerBound
    switch style {
    case .plain: break
    case .singleQuoted, .doubleQuoted: position += 1
    case .literal, .folded:
      // The text begins after the line of `|` or `>`.
      position = (bytes[position..<file.upperBound].firstIndex(of: 0x0A) ?? position) + 1
      position = indentation(from: position, to: file.upperBound, before: text[...])
    }
    var result = MappedText(start: position)
    var index = 0
    while index < text.count {
      let start = position
      let byte = text[index]
      if style == .doubleQuoted, position < file.upperBound, bytes[position] == UInt8(ascii: "\\") {
        if isEndOfLine(position + 1, file.upperBound) {
          // The line end is escaped, so the text has nothing for it.
          position = bytes[position...].firstIndex(of: 0x0A) ?? position
          repeat {
            position = indentation(from: position, to: file.upperBound, before: [])
          } while skipLineEnd(&position, file.upperBound)
          continue
        }
        let (length, count) = escape(at: position, file.upperBound, text, index)
        position = min(position + length, file.upperBound)
        result.append(text[index..<(index + count)], inPlaceOf: start..<position)
        index += count
      } else if style == .singleQuoted, byte == UInt8(ascii: "'"), position + 1 < file.upperBound {
        position += 2
        result.append(text[index...index], inPlaceOf: start..<position)
        index += 1
      } else if byte == 0x0A || isEndOfLine(position, file.upperBound), isSpace(position, file.upperBound) {
        // A line end, or the space that stands for one, with the indentation of the next line.
        while isSpace(position, file.upperBound), bytes[position] != 0x0A { position += 1 }
        if position < file.upperBound { position += 1 }
        // An empty line is a line end of the text, or stands for the end of the line before.
        let isBeforeLineEnd = index + 1 < text.count && text[index + 1] == 0x0A
        let rest = text[(index + 1)...]
        repeat {
          position = indentation(from: position, to: file.upperBound, before: rest)
        } while !isBeforeLineEnd && skipLineEnd(&position, file.upperBound)
        result.append(text[index...index], inPlaceOf: start..<position)
        index += 1
      } else {
        position = min(position + 1, file.upperBound)
        if start < position, bytes[start] == byte {
          result.append(text[index...index], from: start)
        } else {
          result.append(text[index...index], inPlaceOf: start..<position)
        }
        index += 1
      }
    }
    return result
  }

  private func isSpace(_ position: Int, _ end: Int) -> Bool {
    position < end && [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position])
  }

  /// Whether only spaces are left of the line.
  private func isEndOfLine(_ position: Int, _ end: Int) -> Bool {
    var position = position
    while isSpace(position, end), bytes[position] != 0x0A { position += 1 }
    return position < end && bytes[position] == 0x0A
  }

  private func skipLineEnd(_ position: inout Int, _ end: Int) -> Bool {
    guard position < end, bytes[position] == 0x0A || bytes[position] == 0x0D else { return false }
    position += 1
    return true
  }

  /// Returns the offset of a part of the text after the indentation at an offset. The part may begin with spaces of its own.
  private func indentation(from start: Int, to end: Int, before text: ArraySlice<UInt8>) -> Int {
    var position = start
    while position < end, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
    return max(start, position - text.prefix { $0 == 0x20 || $0 == 0x09 }.count)
  }

  /// Returns the number of bytes of an escape, and of the text that it stands for.
  private func escape(at position: Int, _ end: Int, _ text: [UInt8], _ index: Int) -> (length: Int, count: Int) {
    guard position + 1 < end else { return (1, 1) }
    let digits: [UInt8: Int] = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
    var count = 1
    while index + count < text.count, text[index + count] & 0xC0 == 0x80 { count += 1 }
    return (2 + (digits[bytes[position + 1]] ?? 0), count)
  }
}

extension YAMLLibrary.ScalarStyle {
  fileprivate var escaping: Escaping {
    switch self {
    case .plain, .literal, .folded: .yamlPlain
    case .singleQuoted: .yamlSingle
    case .doubleQuoted: .json
    }
  }
}
