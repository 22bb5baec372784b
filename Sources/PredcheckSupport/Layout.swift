import PredicateSyntax

extension FormatTree {
  /// Returns the lossless format on one line, or over several lines if it is wider than some columns.
  ///
  /// It parses to an equal tree. Over several lines, each operand of AND and OR has its own line, and the contents of parentheses
  /// and braces are indented by two spaces. A line can be wider than the columns, because strings, key paths and arithmetic are
  /// not broken.
  package func laidOut(width: Int) -> String {
    let text = printed(isLossless: true)
    if text.columns <= width { return text }
    var layout = Layout(text, width: width)
    return layout.broken()
  }
}

/// Breaks the printed format of a tree over lines. The tokens stay the same, and only the blanks between them change.
private struct Layout {
  private struct Piece {
    let text: String
    let kind: Token.Kind
    /// The columns of the token in the format on one line.
    let columns: Range<Int>
    /// The index of the closing bracket of an opening bracket. Other tokens have their own index.
    var last: Int
    /// Whether the token is an opening bracket with a comma, AND or OR in it, at any depth.
    var isBreakable = false
  }

  private let width: Int
  private var pieces: [Piece] = []
  private var text = ""
  /// The number of columns of the current line.
  private var column = 0
  private var lineCount = 1
  /// Whether the current line has no token yet.
  private var isLineEmpty = true

  init(_ format: String, width: Int) {
    self.width = width
    let bytes = Array(format.utf8)
    var lexer = Lexer(bytes)
    var open: [Int] = []
    var (column, end) = (0, 0)
    for token in lexer.tokens() where token.kind != .end {
      let text = String(decoding: bytes[token.range.start..<token.range.end], as: UTF8.self)
      column += token.range.start - end
      let columns = column..<(column + text.columns)
      (column, end) = (columns.upperBound, token.range.end)
      switch token.kind {
      case .symbol(.leftParen), .symbol(.leftBrace): open.append(pieces.count)
      case .symbol(.rightParen), .symbol(.rightBrace):
        if let first = open.popLast() {
          pieces[first].last = pieces.count
          if pieces[first].isBreakable, let outer = open.last { pieces[outer].isBreakable = true }
        }
      case .symbol(.comma), .keyword(.and), .keyword(.or): if let first = open.last { pieces[first].isBreakable = true }
      default: break
      }
      pieces.append(Piece(text: text, kind: token.kind, columns: columns, last: pieces.count))
    }
  }

  /// Returns the format over several lines.
  mutating func broken() -> String {
    write(pieces.indices, indent: 0)
    return text
  }

  // MARK: Breaking lines

  /// Writes tokens on the current line if they fit there. Otherwise each operand of AND and OR gets a line.
  private mutating func write(_ range: Range<Int>, indent: Int) {
    if fits(range) { return write(range) }
    for operand in parts(of: range, atCommas: false) {
      if operand.lowerBound > range.lowerBound { startLine(indent) }
      write(operand: operand, indent)
    }
  }

  /// Writes an operand, and breaks it within the brackets that do not fit on the line.
  private mutating func write(operand range: Range<Int>, _ indent: Int) {
    var index = range.lowerBound
    while index < range.upperBound {
      let next = pieces[index].last + 1
      // The line must also have room for what follows the brackets, up to the next ones that can be broken.
      if pieces[index].isBreakable, !fits(index..<nextBreak(in: next..<range.upperBound)) {
        write(inBracketsAt: index, indent)
      } else {
        write(index..<next)
      }
      index = next
    }
  }

  /// Returns the first index at which the range can continue on a new line: after an opening bracket, or at its end.
  private func nextBreak(in range: Range<Int>) -> Int {
    pieces[range].firstIndex { $0.isBreakable }.map { $0 + 1 } ?? range.upperBound
  }

  /// Writes brackets, and their contents on indented lines. Elements of lists and arguments share a line if they fit there.
  private mutating func write(inBracketsAt first: Int, _ indent: Int) {
    let last = pieces[first].last
    write(first..<first + 1)
    startLine(indent + 2)
    var isBroken = false
    for element in parts(of: first + 1..<last, atCommas: true) {
      if !isLineEmpty, isBroken || !fits(element) { startLine(indent + 2) }
      let before = lineCount
      write(element, indent: indent + 2)
      isBroken = lineCount > before
    }
    startLine(indent)
    write(last..<last + 1)
  }

  /// Returns the parts of a range: one for each operand, which begins with AND or OR, or one for each element, which ends with a
  /// comma. The contents of brackets are not divided.
  private func parts(of range: Range<Int>, atCommas: Bool) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, index) = (range.lowerBound, range.lowerBound)
    while index < range.upperBound {
      let next = pieces[index].last + 1
      switch pieces[index].kind {
      case .symbol(.comma) where atCommas:
        parts.append(start..<next)
        start = next
      case .keyword(.and) where !atCommas, .keyword(.or) where !atCommas:
        parts.append(start..<index)
        start = index
      default: break
      }
      index = next
    }
    return parts + [start..<range.upperBound]
  }

  // MARK: Writing

  /// The number of blanks before a token on the current line.
  private func gap(before index: Int) -> Int {
    isLineEmpty || index == 0 ? 0 : pieces[index].columns.lowerBound - pieces[index - 1].columns.upperBound
  }

  /// Returns whether tokens fit on the current line.
  private func fits(_ range: Range<Int>) -> Bool {
    let length = pieces[range.upperBound - 1].columns.upperBound - pieces[range.lowerBound].columns.lowerBound
    return column + gap(before: range.lowerBound) + length <= width
  }

  /// Writes tokens on the current line.
  private mutating func write(_ range: Range<Int>) {
    for index in range {
      let gap = gap(before: index)
      text += String(repeating: " ", count: gap) + pieces[index].text
      column += gap + pieces[index].columns.count
      isLineEmpty = false
    }
  }

  private mutating func startLine(_ indent: Int) {
    text += "\n" + String(repeating: " ", count: indent)
    column = indent
    lineCount += 1
    isLineEmpty = true
  }
}
