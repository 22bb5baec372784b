/// A part of an XML file.
package enum XMLEvent: Sendable {
  /// The start tag of an element. An empty tag, such as `<a/>`, is followed by the end of its element.
  case start(XMLElement)
  /// The end of the element with a name.
  case end(String, range: Range<Int>)
  /// The text between two tags, also if it consists of spaces only.
  case text(XMLText)
}

/// A start tag.
package struct XMLElement: Sendable {
  package let name: String
  package let attributes: [XMLAttribute]
  /// The offsets of the tag in the file, in bytes.
  package let range: Range<Int>

  /// The value of an attribute, or `nil` if the element does not have it.
  package subscript(_ name: String) -> XMLText? { attributes.first { $0.name == name }?.value }
}

/// An attribute of a start tag.
package struct XMLAttribute: Sendable {
  package let name: String
  package let value: XMLText
  /// The offset of the name in the file, in bytes.
  package let start: Int
}

/// Text or the value of an attribute, without the references of XML, and with the places of its characters in the file.
package struct XMLText: Sendable {
  private var utf8: [UInt8] = []
  /// The offsets in the text and in the file from which on both go on alike.
  private var pieces: [(text: Int, file: Int)]
  /// The offset in the file of what follows.
  private var end: Int

  init(start: Int) {
    pieces = [(0, start)]
    end = start
  }

  /// Adds bytes that stand for others in the file.
  mutating func append(_ bytes: some Collection<UInt8>, inPlaceOf range: Range<Int>) {
    startPiece(at: range.lowerBound)
    utf8 += bytes
    end = range.upperBound
  }

  /// Adds bytes that stand in the file as they are.
  mutating func append(_ bytes: ArraySlice<UInt8>, from start: Int) {
    append(bytes, inPlaceOf: start..<(start + bytes.count))
  }

  private mutating func startPiece(at file: Int) {
    let last = pieces[pieces.count - 1]
    if last.file + utf8.count - last.text != file { pieces.append((utf8.count, file)) }
  }

  /// The text with the offset of its end.
  var finished: XMLText {
    var text = self
    text.startPiece(at: end)
    return text
  }

  /// The text.
  package var string: String { String(decoding: utf8, as: UTF8.self) }

  /// Returns the offset in the file, in bytes, of an offset in the text, in UTF-8 code units.
  package func fileOffset(_ offset: Int) -> Int {
    let next = pieces.firstIndex { $0.text > offset } ?? pieces.count
    let piece = pieces[max(next - 1, 0)]
    let file = piece.file + offset - piece.text
    return next < pieces.count ? min(file, pieces[next].file) : file
  }
}

/// A place in a file, for people.
package struct XMLPlace: Sendable, Hashable {
  /// The line, counted from 1.
  package let line: Int
  /// The character in the line, counted from 1.
  package let column: Int

  /// Creates the place of an offset in bytes.
  package init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    column = String(decoding: before[start...], as: UTF8.self).count + 1
  }
}

/// The lines of a file.
package struct XMLLines: Sendable {
  /// The offsets of the starts of the lines, in bytes.
  private let starts: [Int]

  package init(_ bytes: [UInt8]) {
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Returns the line of an offset in bytes, counted from 1.
  package func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }
}

/// The reason why a file cannot be read as XML.
package struct XMLError: Error, Sendable, Hashable {
  /// The reason, in lowercase and without a period.
  package let reason: String
  package let place: XMLPlace
}
