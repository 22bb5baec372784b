/// A text of a file without the escapes of the file's format, with the place of each of its characters in the file.
package struct MappedText: Sendable {
  /// A part of the text, which ends where the next one starts.
  private struct Piece: Sendable {
    /// The offset of the part in the text.
    let start: Int
    /// The bytes of the file that the part stands for.
    var file: Range<Int>
    /// Whether the part is the bytes of the file as they are.
    let isCopied: Bool
  }

  /// The text, which is valid UTF-8.
  package private(set) var utf8: [UInt8] = []
  private var pieces: [Piece] = []
  /// The offset in the file of a text without characters.
  private let start: Int

  /// Creates an empty text.
  ///
  /// - Parameter start: The offset in the file where it begins, in bytes.
  package init(start: Int) { self.start = start }

  /// Adds bytes that stand for others in the file.
  package mutating func append(_ bytes: some Collection<UInt8>, inPlaceOf range: Range<Int>) {
    if bytes.isEmpty { return }
    pieces.append(Piece(start: utf8.count, file: range, isCopied: false))
    utf8 += bytes
  }

  /// Adds bytes that stand in the file as they are.
  package mutating func append(_ bytes: ArraySlice<UInt8>, from start: Int) {
    if bytes.isEmpty { return }
    if let last = pieces.last, last.isCopied, last.file.upperBound == start {
      pieces[pieces.count - 1].file = last.file.lowerBound..<(start + bytes.count)
    } else {
      pieces.append(Piece(start: utf8.count, file: start..<(start + bytes.count), isCopied: true))
    }
    utf8 += bytes
  }

  /// Adds another text of the same file, which is at a distance from where its offsets say.
  package mutating func append(_ other: MappedText, movedBy distance: Int = 0) {
    for index in other.pieces.indices {
      let piece = other.pieces[index]
      let bytes = other.utf8[piece.start..<other.end(of: index)]
      let file = (piece.file.lowerBound + distance)..<(piece.file.upperBound + distance)
      if piece.isCopied { append(bytes, from: file.lowerBound) } else { append(bytes, inPlaceOf: file) }
    }
  }

  /// Returns the text with places in a file, if its places are those in another text of the file.
  package func placed(in outer: MappedText) -> MappedText {
    var text = MappedText(start: outer.fileOffset(start))
    for (index, piece) in pieces.enumerated() {
      if piece.isCopied {
        text.append(outer.part(piece.file))
      } else {
        text.append(utf8[piece.start..<end(of: index)], inPlaceOf: outer.fileRange(of: piece.file))
      }
    }
    return text
  }

  /// Returns a part of the text.
  package func part(_ range: Range<Int>) -> MappedText {
    var part = MappedText(start: fileOffset(range.lowerBound))
    for (index, piece) in pieces.enumerated() {
      let common = range.clamped(to: piece.start..<end(of: index))
      let bytes = utf8[common]
      if piece.isCopied {
        part.append(bytes, from: piece.file.lowerBound + common.lowerBound - piece.start)
      } else {
        part.append(bytes, inPlaceOf: piece.file)
      }
    }
    return part
  }

  /// The text.
  package var string: String { String(decoding: utf8, as: UTF8.self) }

  /// Returns the bytes of the file that a part of the text stands for. Both ranges are in bytes.
  ///
  /// An escape that stands for a character of the part is within the result as a whole.
  package func fileRange(of range: Range<Int>) -> Range<Int> {
    guard let first = piece(at: range.lowerBound) else { return start..<start }
    let isAtEnd = range.lowerBound >= utf8.count
    let lower = isAtEnd ? pieces[first].file.upperBound : place(of: range.lowerBound, in: first)
    guard !range.isEmpty, let last = piece(at: range.upperBound - 1) else { return lower..<lower }
    let isWhole = !pieces[last].isCopied || range.upperBound >= end(of: last)
    let upper = isWhole ? pieces[last].file.upperBound : place(of: range.upperBound, in: last)
    return lower..<max(lower, upper)
  }

  /// Returns the offset in the file of an offset in the text. Both are in bytes.
  package func fileOffset(_ offset: Int) -> Int { fileRange(of: offset..<offset).lowerBound }

  /// Returns whether the bytes of the file that a part of the text stands for have nothing else between them, such as the end of a
  /// literal and the start of the next one.
  package func isConnected(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty, let first = piece(at: range.lowerBound), let last = piece(at: range.upperBound - 1) else {
      return true
    }
    return (first..<last).allSatisfy { pieces[$0].file.upperBound == pieces[$0 + 1].file.lowerBound }
  }

  private func place(of offset: Int, in index: Int) -> Int {
    let piece = pieces[index]
    return piece.isCopied ? piece.file.lowerBound + offset - piece.start : piece.file.lowerBound
  }

  private func end(of index: Int) -> Int { index + 1 < pieces.count ? pieces[index + 1].start : utf8.count }

  /// Returns the index of the piece that contains an offset, or of the last piece for offsets after it.
  private func piece(at offset: Int) -> Int? {
    if pieces.isEmpty { return nil }
    var (low, high) = (0, pieces.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].start <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
