/// An estimate of the stack that SQLite's parser needs for a statement.
///
/// The stack has 100 entries. An unfinished rule stays on it while the parser is inside the rule: the start of a call, a CASE
/// or a subselect, and operators that wait for their right operand. The numbers were measured by how many fewer parentheses fit
/// after the beginning of a statement. The estimate is never too low for the statements that this module writes.
struct ParserDepth {
  /// The maximum number of entries needed at once.
  private(set) var deepest = 0

  /// An open construct: `(`, a call, a subselect, CASE or, at first, the statement.
  private struct Open {
    var places: Int
    /// The entries that its current clause needs in addition, as ON does.
    var clause = 0
    /// The additional entries from its first comma, THEN or ELSE.
    var comma: Int
    /// The index of its first operator.
    let operators: Int
  }

  /// An operator that waits for its right operand.
  private struct Operator {
    let precedence: Int
    let places: Int
    var isBetween = false
  }

  private enum Word {
    /// Begins a clause, which needs this many entries in addition to those of the statement.
    case clause(Int)
    case binary(Int)
    case between, not
    /// The second part of a ternary operator.
    case escape
    case beginning, condition, part, end
  }

  private static let words: [String: Word] = [
    "SELECT": .clause(0), "WHERE": .clause(0), "FROM": .clause(4), "ON": .clause(4), "SET": .clause(4),
    "BY": .clause(4),
    "HAVING": .clause(4), "LIMIT": .clause(4), "OFFSET": .clause(6),
    "OR": .binary(1), "AND": .binary(and), "NOT": .not, "IS": .binary(test), "IN": .binary(test), "LIKE": .binary(test),
    "GLOB": .binary(test), "BETWEEN": .between, "ESCAPE": .escape, "COLLATE": .binary(10),
    "CASE": .beginning, "WHEN": .condition, "THEN": .part, "ELSE": .part, "END": .end,
  ]
  private static let and = 2
  private static let test = 4

  /// Returns the precedence of an operator by its first byte. (`<>` has the precedence of `<`.)
  private static func precedence(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "="): test
    case UInt8(ascii: "<"), UInt8(ascii: ">"): 4
    case UInt8(ascii: "&"), UInt8(ascii: "|"): 6
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 7
    case UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"): 8
    default: nil
    }
  }

  // The largest numbers: UPDATE among statements, and a column with its table among operands without nesting.
  private static let statement = 9
  private static let operand = 3

  private var open: [Open] = []
  private var operators: [Operator] = []
  /// The entries of all open constructs and operators.
  private var depth = 0
  /// Whether an operand is expected, so that a sign is not a binary operator.
  private var expectsValue = true

  init(of bytes: UnsafeBufferPointer<UInt8>) {
    enter(Self.statement, comma: 2)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: " "): continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while index < bytes.count, bytes[index] != byte { index += 1 }
        index += 1
        expectsValue = false
      case UInt8(ascii: "("):
        let isSelect = index < bytes.count && bytes[index] == UInt8(ascii: "S")
        enter(isSelect ? 7 : 1, comma: 2)
      case UInt8(ascii: ")"): leave()
      case UInt8(ascii: ","): beginPart()
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        let start = index - 1
        while index < bytes.count, Self.isOfWord(bytes[index]) { index += 1 }
        if index < bytes.count && bytes[index] == UInt8(ascii: "(") {
          index += 1
          enter(3, comma: 2)
        } else {
          meet(Self.words[String(decoding: bytes[start..<index], as: UTF8.self)])
        }
      case UInt8(ascii: "~"): wait(for: Operator(precedence: .max, places: 1))
      default:
        guard let precedence = Self.precedence(byte) else {
          expectsValue = false
          continue
        }
        if expectsValue {
          // A sign, or the star of COUNT(*), which has no operand.
          if byte != UInt8(ascii: "*") { wait(for: Operator(precedence: .max, places: 1)) }
          continue
        }
        while index < bytes.count, Self.precedence(bytes[index]) != nil, bytes[index] != UInt8(ascii: "-") {
          index += 1
        }
        meetBinary(precedence)
      }
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }

  private mutating func meet(_ word: Word?) {
    switch word {
    case .clause(let places): begin(places, comma: 2)
    case .binary(let precedence): meetBinary(precedence)
    case .between:
      dropOperators(from: Self.test)
      wait(for: Operator(precedence: Self.test, places: 2, isBetween: true))
    case .not: wait(for: Operator(precedence: 3, places: 1))
    case .escape: wait(for: Operator(precedence: Self.test, places: 2))
    case .beginning: enter(3, comma: 3)
    case .condition: dropOperators(from: 0)
    case .part: beginPart()
    case .end: leave()
    case nil: expectsValue = false
    }
  }

  /// Adds a binary operator. Operators before it with at least its precedence are complete.
  private mutating func meetBinary(_ precedence: Int) {
    if precedence == Self.and, let last = open.last,
      let between = operators[last.operators...].lastIndex(where: { $0.isBetween })
    {
      operators[between].isBetween = false
      return wait(for: Operator(precedence: Self.test, places: 2))
    }
    dropOperators(from: precedence)
    wait(for: Operator(precedence: precedence, places: 2))
  }

  private mutating func wait(for operation: Operator) {
    operators.append(operation)
    deepen(operation.places)
  }

  /// Removes the operators of the innermost construct that have at least a precedence.
  private mutating func dropOperators(from precedence: Int) {
    let start = open.last?.operators ?? 0
    while operators.count > start, let last = operators.last, last.precedence >= precedence {
      operators.removeLast()
      depth -= last.places
    }
    expectsValue = true
  }

  private mutating func enter(_ places: Int, comma: Int) {
    open.append(Open(places: places, comma: comma, operators: operators.count))
    deepen(places)
  }

  /// Begins the next part of the innermost construct, after a comma, THEN or ELSE.
  private mutating func beginPart() {
    guard let last = open.indices.last else { return }
    begin(open[last].clause + open[last].comma, comma: 0)
  }

  private mutating func begin(_ clause: Int, comma: Int) {
    dropOperators(from: 0)
    guard let last = open.indices.last else { return }
    let more = clause - open[last].clause
    open[last].clause = clause
    open[last].comma = comma
    deepen(more)
  }

  private mutating func leave() {
    dropOperators(from: 0)
    // The statement itself stays open, so that a surplus parenthesis is ignored.
    if open.count > 1, let last = open.popLast() { depth -= last.places + last.clause }
    expectsValue = false
  }

  private mutating func deepen(_ places: Int) {
    depth += places
    deepest = max(deepest, depth + Self.operand)
    expectsValue = true
  }
}
