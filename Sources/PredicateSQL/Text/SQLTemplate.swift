/// A dialect's spelling of an operation, with numbers in braces for the operands: `strpos({0}, {1}) > 0`. `{{` and `}}` are
/// braces of the SQL.
struct SQLTemplate: Sendable {
  private enum Part: Sendable {
    case text(String)
    case operand(Int)
  }

  /// The reason why a text is not a template, and the number of bytes before the error.
  struct SyntaxError: Error {
    let reason: String
    let position: Int
  }

  private var parts: [Part] = []
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
        if parts.contains(where: { if case .operand(operand.number) = $0 { true } else { false } }) {
          repeated.insert(operand.number)
        }
        parts.append(.operand(operand.number))
        position = operand.end
        continue
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        // A quote that is doubled within quotes closes and opens them.
        if quote == nil { quote = (byte, position) } else if quote?.mark == byte { quote = nil }
      default: break
      }
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

  /// Returns the SQL with operands inserted.
  func callAsFunction(_ operands: [SQLText]) -> SQLText {
    var result = SQLText()
    for part in parts {
      switch part {
      case .text(let text): result.append(text)
      case .operand(let index): if operands.indices.contains(index) { result.append(operands[index]) }
      }
    }
    return result
  }

  /// Returns the text with operands inserted.
  func text(_ operands: [String]) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .operand(let index): if operands.indices.contains(index) { result += operands[index] }
      }
    }
    return result
  }
}
