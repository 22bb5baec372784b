import PredicateSyntax

/// An estimate of the stack that SQLite's parser needs for a statement.
///
/// The stack has 100 entries (SQLite's YYSTACKDEPTH). An unfinished rule stays on it while the parser is inside the
/// rule: the start of a call, a CASE or a subselect, and operators that wait for their right operand. Each number was
/// measured: it is the number of nested parentheses that no longer fit after that construct. The estimate is never too
/// low for the statements that this module writes.
///
/// Safety: Slices have the buffer's own indices.
package struct ParserDepth {
  /// The maximum number of entries needed at once.
  package private(set) var deepest = 0

  /// An open construct: `(`, a call, a subselect, CASE or, at first, the statement.
  private struct Open {
    var entries: Int
    /// The entries that its current clause needs in addition, as ON does.
    var clauseEntries = 0
    /// The additional entries from its first comma, THEN or ELSE.
    var entriesAfterComma: Int
    /// The index of its first operator.
    let operators: Int
  }

  /// An operator that waits for its right operand.
  private struct Operator {
    let precedence: Int
    let entries: Int
    var isBetween = false
  }

  private enum Word {
    /// Begins a clause, which needs this many entries in addition to those of the statement.
    case clause(Int)
    case binary(Int)
    case between, not
    /// The last part of LIKE.
    case escape
    case caseKeyword, when, thenOrElse, end
  }

  private static let words: [String: Word] = [
    "SELECT": .clause(0), "WHERE": .clause(0), "FROM": .clause(4), "ON": .clause(4), "SET": .clause(4),
    "BY": .clause(4), "HAVING": .clause(4), "LIMIT": .clause(4), "OFFSET": .clause(6),
    "OR": .binary(Precedence.or), "AND": .binary(Precedence.and), "NOT": .not, "IS": .binary(Precedence.test),
    "IN": .binary(Precedence.test), "LIKE": .binary(Precedence.test), "GLOB": .binary(Precedence.test),
    "BETWEEN": .between, "ESCAPE": .escape, "COLLATE": .binary(Precedence.collate),
    "CASE": .caseKeyword, "WHEN": .when, "THEN": .thenOrElse, "ELSE": .thenOrElse, "END": .end,
  ]

  private enum Precedence {
    static let or = 1, and = 2, not = 3, test = 4, bits = 6, sum = 7, product = 8, collate = 10, sign = 11
  }

  /// Returns the precedence of an operator by its first byte. (`<>` has the precedence of `<`.)
  private static func precedence(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"): Precedence.test
    case UInt8(ascii: "&"), UInt8(ascii: "|"): Precedence.bits
    case UInt8(ascii: "+"), UInt8(ascii: "-"): Precedence.sum
    case UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"): Precedence.product
    default: nil
    }
  }

  // The entries of a statement (UPDATE needs the most), and of an operand without nesting (a column with its table
  // needs the most).
  private static let statement = 9
  private static let operand = 3
  // The entries of a subselect, of other parentheses and of a call.
  private static let subselect = 7
  private static let parentheses = 1
  private static let call = 3

  private var open: [Open] = []
  private var operators: [Operator] = []
  /// The entries of all open constructs and operators.
  private var depth = 0
  /// Whether an operand is expected, so that a sign is not a binary operator.
  private var expectsValue = true

  package init(of bytes: UnsafeBufferPointer<UInt8>) {
    enter(Self.statement, entriesAfterComma: 2)
    var index = 0
    while index < bytes.count {
      let byte = unsafe bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: " "): continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while index < bytes.count, unsafe bytes[index] != byte { index += 1 }
        index += 1
        expectsValue = false
      case UInt8(ascii: "("):
        // `(S` begins a subselect. For other words with S the estimate is too high.
        let isSelect = unsafe index < bytes.count && bytes[index] == UInt8(ascii: "S")
        enter(isSelect ? Self.subselect : Self.parentheses, entriesAfterComma: 2)
      case UInt8(ascii: ")"): leave()
      case UInt8(ascii: ","): beginPart()
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        let start = index - 1
        while index < bytes.count, unsafe bytes[index].isWordByte { index += 1 }
        if unsafe index < bytes.count && bytes[index] == UInt8(ascii: "(") {
          index += 1
          enter(Self.call, entriesAfterComma: 2)
        } else {
          unsafe read(Self.words[String(decoding: bytes[start..<index], as: UTF8.self)])
        }
      case UInt8(ascii: "~"): push(Operator(precedence: Precedence.sign, entries: 1))
      default:
        guard let precedence = Self.precedence(byte) else {
          expectsValue = false
          continue
        }
        if expectsValue {
          // A sign, or the star of COUNT(*), which has no operand.
          if byte != UInt8(ascii: "*") { push(Operator(precedence: Precedence.sign, entries: 1)) }
          continue
        }
        // The rest of an operator such as `<=`. A minus after it is a sign, as in `=-1`.
        while index < bytes.count, unsafe Self.precedence(bytes[index]) != nil, unsafe bytes[index] != UInt8(ascii: "-")
        {
          index += 1
        }
        pushBinary(precedence)
      }
    }
  }

  private mutating func read(_ word: Word?) {
    switch word {
    case .clause(let entries): begin(entries, entriesAfterComma: 2)
    case .binary(let precedence): pushBinary(precedence)
    case .between:
      dropOperators(from: Precedence.test)
      push(Operator(precedence: Precedence.test, entries: 2, isBetween: true))
    case .not: push(Operator(precedence: Precedence.not, entries: 1))
    case .escape: push(Operator(precedence: Precedence.test, entries: 2))
    case .caseKeyword: enter(3, entriesAfterComma: 3)
    case .when: dropOperators(from: 0)
    case .thenOrElse: beginPart()
    case .end: leave()
    case nil: expectsValue = false
    }
  }

  /// Adds a binary operator. Operators before it with at least its precedence are complete.
  private mutating func pushBinary(_ precedence: Int) {
    // This AND belongs to the innermost open BETWEEN.
    if precedence == Precedence.and, let last = open.last,
      let between = operators[last.operators...].lastIndex(where: { $0.isBetween })
    {
      operators[between].isBetween = false
      return push(Operator(precedence: Precedence.test, entries: 2))
    }
    dropOperators(from: precedence)
    push(Operator(precedence: precedence, entries: 2))
  }

  private mutating func push(_ operation: Operator) {
    operators.append(operation)
    push(entries: operation.entries)
  }

  /// Removes the operators of the innermost construct that have at least a precedence.
  private mutating func dropOperators(from precedence: Int) {
    let start = open.last?.operators ?? 0
    while operators.count > start, let last = operators.last, last.precedence >= precedence {
      operators.removeLast()
      depth -= last.entries
    }
    expectsValue = true
  }

  private mutating func enter(_ entries: Int, entriesAfterComma: Int) {
    open.append(Open(entries: entries, entriesAfterComma: entriesAfterComma, operators: operators.count))
    push(entries: entries)
  }

  /// Begins the next part of the innermost construct, after a comma, THEN or ELSE.
  private mutating func beginPart() {
    guard let last = open.indices.last else { return }
    begin(open[last].clauseEntries + open[last].entriesAfterComma, entriesAfterComma: 0)
  }

  private mutating func begin(_ clauseEntries: Int, entriesAfterComma: Int) {
    dropOperators(from: 0)
    guard let last = open.indices.last else { return }
    let more = clauseEntries - open[last].clauseEntries
    open[last].clauseEntries = clauseEntries
    open[last].entriesAfterComma = entriesAfterComma
    push(entries: more)
  }

  private mutating func leave() {
    dropOperators(from: 0)
    // The statement itself stays open, so that a surplus parenthesis is ignored.
    if open.count > 1, let last = open.popLast() { depth -= last.entries + last.clauseEntries }
    expectsValue = false
  }

  private mutating func push(entries: Int) {
    depth += entries
    deepest = max(deepest, depth + Self.operand)
    expectsValue = true
  }
}
