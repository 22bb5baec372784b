/// A dialect's spelling of an operation, with numbers in braces for the operands: `strpos({0}, {1}) > 0`. `{{` and `}}` are
/// braces of the SQL.
struct SQLTemplate: Sendable {
  enum Part: Sendable {
    case text(String)
    /// An operand, and its nesting in calls, parentheses and CASE, as the stack of a parser counts it.
    case operand(Int, nesting: Int)
  }

  /// The reason why a text is not a template, and the number of bytes before the error.
  struct SyntaxError: Error {
    let reason: String
    let position: Int
  }

  private(set) var parts: [Part] = []
  /// The registered function that the spelling calls; nil if it calls none.
  private(set) var function: String?
  /// Whether the spelling names operands in a query or a function of its own.
  var isNaming = false
  /// The operands that the text contains more than once.
  private(set) var repeated: Set<Int> = []

  /// Reads a template.
  ///
  /// - Throws: `SyntaxError` if a brace is not escaped, an operand is within quotes or is not one of the `operandCount` operands,
  ///   or a quote is not closed.
  init(_ text: String, operandCount: Int) throws(SyntaxError) {
    let bytes = Array(text.utf8)
    var literal: [UInt8] = []
    var quote: (mark: UInt8, position: Int)?
    var position = 0
    var nesting = Nesting()
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        if position + 1 < bytes.count, bytes[position + 1] == byte {
          literal.append(byte)
          position += 2
          continue
        }
        let operand = try Self.operand(bytes, position, operandCount)
        if quote != nil {
          throw SyntaxError(
            reason: "operand {\(operand.number)} is within quotes; braces of the text are '{{' and '}}'",
            position: position)
        }
        add(&literal)
        if parts.contains(where: { if case .operand(operand.number, _) = $0 { true } else { false } }) {
          repeated.insert(operand.number)
        }
        parts.append(.operand(operand.number, nesting: nesting.entries))
        position = operand.end
        continue
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        // A quote that is doubled within quotes closes and opens them.
        if quote == nil { quote = (byte, position) } else if quote?.mark == byte { quote = nil }
      default: break
      }
      if quote == nil, let word = nesting.take(bytes, at: position), word.hasPrefix("predicate_") { function = word }
      literal.append(byte)
      position += 1
    }
    if let quote { throw SyntaxError(reason: "the quote is not closed", position: quote.position) }
    add(&literal)
  }

  /// Returns the number in the braces that open at a position, and the position after them.
  private static func operand(
    _ bytes: [UInt8], _ position: Int, _ count: Int
  ) throws(SyntaxError) -> (number: Int, end: Int) {
    let digits = bytes[(position + 1)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard bytes[position] == UInt8(ascii: "{"), digits.endIndex < bytes.count,
      bytes[digits.endIndex] == UInt8(ascii: "}"), let number = Int(String(decoding: digits, as: UTF8.self))
    else { throw SyntaxError(reason: "a brace that is part of the SQL must be doubled", position: position) }
    guard number < count else {
      throw SyntaxError(
        reason: "operand {\(number)} does not exist; the number of operands is \(count)", position: position)
    }
    return (number, digits.endIndex + 1)
  }

  private mutating func add(_ literal: inout [UInt8]) {
    if !literal.isEmpty { parts.append(.text(String(decoding: literal, as: UTF8.self))) }
    literal = []
  }

  /// Returns the operation on operands.
  func callAsFunction(_ operands: [SQL]) -> SQL {
    if parts.count == 1, case .operand(let index, _) = parts[0], operands.indices.contains(index) {
      return operands[index]
    }
    return SQL(.call(self, operands))
  }

  /// Returns the number of bytes with operands inserted.
  func length(_ operands: [SQL]) -> Int {
    var length = 0
    for part in parts {
      switch part {
      case .text(let text): length += text.utf8.count
      case .operand(let index, _): if operands.indices.contains(index) { length += operands[index].length }
      }
    }
    return length
  }

  /// Returns the text with operands inserted.
  func text(_ operands: [String]) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .operand(let index, _): if operands.indices.contains(index) { result += operands[index] }
      }
    }
    return result
  }
}

/// The constructs that are open at a place of a spelling, in entries of the stack of SQLite's parser. Each number was measured: it
/// is the number of nested parentheses that no longer fit after the construct.
private struct Nesting {
  private var open: [Int] = []
  /// The entries of the operator that waits for its right operand.
  private var pending = 0

  /// The entries that are taken before the next operand.
  var entries: Int { open.reduce(pending, +) }

  /// Takes the byte at a position. Returns the word that begins there, or nil if none does.
  mutating func take(_ bytes: [UInt8], at position: Int) -> String? {
    let isInWord = position > 0 && bytes[position - 1].isWordByte
    switch bytes[position] {
    case UInt8(ascii: " "): return nil
    case UInt8(ascii: "("):
      let isQuery = bytes[(position + 1)...].starts(with: "SELECT".utf8)
      open.append(isInWord ? 3 : isQuery ? 11 : 1)
      pending = 0
    case UInt8(ascii: ")"):
      _ = open.popLast()
      pending = 2
    case UInt8(ascii: ","):
      if let last = open.popLast() { open.append(max(last, 5)) }
      pending = 0
    case let byte where byte.isWordByte:
      if isInWord { return nil }
      let word = String(decoding: bytes[position...].prefix { $0.isWordByte }, as: UTF8.self)
      pending = ["CASE", "WHEN", "THEN", "ELSE", "SELECT", "FROM"].contains(word) ? 0 : 2
      switch word {
      case "CASE": open.append(3)
      case "THEN", "ELSE": if let last = open.popLast() { open.append(max(last, 6)) }
      case "END": _ = open.popLast()
      default: break
      }
      return word
    case UInt8(ascii: "~"): pending = 1
    default: pending = 2
    }
    return nil
  }
}
