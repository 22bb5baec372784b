import PredicateSyntax

/// The line breaks of a statement for human readers.
///
/// Each clause begins a line, and each operand of AND and OR in a condition. The contents of a subselect or of a group of
/// conditions are indented, unless they are short.
package struct SQLLayout {
  /// A line break: the blank that it replaces, or an empty range, and the indentation of the next line.
  package typealias Break = (range: Range<Int>, indentation: Int)

  /// The line breaks, in the order of the text.
  package private(set) var breaks: [Break] = []

  private enum Word {
    /// Begins a clause, and whether its contents are a condition.
    case clause(isCondition: Bool)
    /// Begins a condition within its line.
    case on
    case conjunction, between, caseKeyword, end
  }

  private static let words: [String: Word] = [
    "SELECT": .clause(isCondition: false), "FROM": .clause(isCondition: false), "LEFT": .clause(isCondition: false),
    "JOIN": .clause(isCondition: false), "GROUP": .clause(isCondition: false), "ORDER": .clause(isCondition: false),
    "LIMIT": .clause(isCondition: false), "UNION": .clause(isCondition: false), "WHERE": .clause(isCondition: true),
    "HAVING": .clause(isCondition: true), "ON": .on, "AND": .conjunction, "OR": .conjunction, "BETWEEN": .between,
    "CASE": .caseKeyword, "END": .end,
  ]

  /// A word or a parenthesis at which a line may end.
  private struct Token {
    enum Kind {
      case opening, closing, conjunction, on
      case clause(isCondition: Bool)
    }

    let kind: Kind
    let position: Int
    /// Whether the parenthesis opens a subselect.
    var isQuery = false
    /// Whether the contents of the parentheses have lines of their own.
    var isBroken = false
  }

  /// Parentheses whose contents are at most this long stay on their line.
  private static let longestOnLine = 60
  private static let step = 2

  package init(_ bytes: [UInt8], _ quoting: DialectTable.Quoting) {
    var reader = Reader(bytes: bytes, quoting: quoting)
    reader.read()
    arrange(reader.tokens, bytes)
  }

  // MARK: Reading

  /// Finds the tokens of a text.
  private struct Reader {
    let bytes: [UInt8]
    let quoting: DialectTable.Quoting
    private(set) var tokens: [Token] = []
    /// The open parentheses, or at first the statement.
    var open = [Open(token: nil)]

    struct Open {
      /// The index of the token.
      let token: Int?
      var hasConjunction = false
      /// The numbers of CASE and of BETWEEN that are not complete.
      var cases = 0
      var betweens = 0
    }

    mutating func read() {
      var index = 0
      // The word directly before this one.
      var previous = ""
      while index < bytes.count {
        let byte = bytes[index]
        if let end = endOfQuotes(from: index) {
          previous = ""
          index = end
          continue
        }
        guard byte.isWordByte else {
          if byte == UInt8(ascii: "(") { enter(index) }
          if byte == UInt8(ascii: ")") { leave(index) }
          if byte != UInt8(ascii: " ") { previous = "" }
          index += 1
          continue
        }
        let end = bytes[index...].firstIndex { !$0.isWordByte } ?? bytes.count
        let word = String(decoding: bytes[index..<end], as: UTF8.self)
        let isCall = end < bytes.count && bytes[end] == UInt8(ascii: "(")
        // `IS DISTINCT FROM` is an operator, and `LEFT JOIN` begins with its first word.
        let isSecond = word == "FROM" && previous == "DISTINCT" || word == "JOIN" && previous == "LEFT"
        if !isCall, !isSecond { take(word, at: index) }
        previous = word
        index = end
      }
    }

    /// Returns the position after the quotes that open at a position, or nil if none do.
    private func endOfQuotes(from start: Int) -> Int? {
      var closing: [UInt8]
      var index = start + 1
      switch bytes[start] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): closing = [bytes[start]]
      default:
        let opening = Array(String(quoting.opening).utf8)
        guard bytes[start...].starts(with: opening) else { return nil }
        closing = Array(String(quoting.closing).utf8)
        index = start + opening.count
      }
      while index < bytes.count {
        guard bytes[index...].starts(with: closing) else {
          index += 1
          continue
        }
        index += closing.count
        // A doubled quote is a character of the contents.
        guard bytes[index...].starts(with: closing) else { return index }
        index += closing.count
      }
      return bytes.count
    }

    private mutating func enter(_ position: Int) {
      let isQuery = bytes[(position + 1)...].starts(with: "SELECT ".utf8)
      open.append(Open(token: tokens.count))
      tokens.append(Token(kind: .opening, position: position, isQuery: isQuery))
    }

    private mutating func leave(_ position: Int) {
      guard open.count > 1, let last = open.popLast(), let token = last.token else { return }
      let start = tokens[token].position
      let isCall = start > 0 && bytes[start - 1].isWordByte
      tokens[token].isBroken =
        position - start - 1 > longestOnLine && (tokens[token].isQuery || last.hasConjunction && !isCall)
      tokens.append(Token(kind: .closing, position: position))
    }

    private mutating func take(_ word: String, at position: Int) {
      let last = open.count - 1
      switch words[word] {
      case .clause(let isCondition): tokens.append(Token(kind: .clause(isCondition: isCondition), position: position))
      case .on: tokens.append(Token(kind: .on, position: position))
      case .conjunction:
        if open[last].betweens > 0, word == "AND" {
          open[last].betweens -= 1
        } else if open[last].cases == 0 {
          open[last].hasConjunction = true
          tokens.append(Token(kind: .conjunction, position: position))
        }
      case .between: open[last].betweens += 1
      case .caseKeyword: open[last].cases += 1
      case .end: open[last].cases -= 1
      case nil: break
      }
    }
  }

  // MARK: Lines

  /// The contents of parentheses, or the statement.
  private struct Frame {
    let isBroken: Bool
    let isQuery: Bool
    /// The position of the first byte.
    let start: Int
    /// The indentation of its lines, and of the line being written.
    let indentation: Int
    var line: Int
    var isInCondition: Bool
  }

  private mutating func arrange(_ tokens: [Token], _ bytes: [UInt8]) {
    var frames = [Frame(isBroken: true, isQuery: true, start: 0, indentation: 0, line: 0, isInCondition: false)]
    for token in tokens {
      let last = frames.count - 1
      let frame = frames[last]
      switch token.kind {
      case .opening:
        let start = token.position + 1
        let indentation = frame.line + (token.isBroken ? Self.step : 0)
        if token.isBroken { breaks.append((start..<start, indentation)) }
        frames.append(
          Frame(
            isBroken: token.isBroken, isQuery: token.isQuery, start: start, indentation: indentation,
            line: indentation, isInCondition: !token.isQuery))
      case .closing:
        frames.removeLast()
        if frame.isBroken {
          breaks.append((token.position..<token.position, frame.indentation - Self.step))
        }
      case .on: frames[last].isInCondition = true
      case .clause(let isCondition):
        guard frame.isBroken, frame.isQuery else { continue }
        frames[last].isInCondition = isCondition
        if token.position > frame.start { breakLine(before: token.position, frame.indentation, bytes, &frames[last]) }
      case .conjunction:
        guard frame.isBroken, frame.isInCondition else { continue }
        let indentation = frame.indentation + (frame.isQuery ? Self.step : 0)
        breakLine(before: token.position, indentation, bytes, &frames[last])
      }
    }
  }

  private mutating func breakLine(
    before position: Int, _ indentation: Int, _ bytes: [UInt8], _ frame: inout Frame
  ) {
    // Every operator and every clause follows a blank.
    breaks.append((max(0, position - 1)..<position, indentation))
    frame.line = indentation
  }
}
