/// A dialect's spelling with placeholders for operands: `strpos({0}, {1}) > 0`.
struct SQLTemplate: Sendable, ExpressibleByStringLiteral {
  private enum Part: Sendable {
    case text(String)
    case operand(Int)
  }

  private var parts: [Part] = []

  init(stringLiteral text: String) {
    var literal = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{") {
      literal += rest[..<open]
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: "}"), let number = Int(rest[..<close]) else {
        literal += "{"
        continue
      }
      if !literal.isEmpty { parts.append(.text(literal)) }
      literal = ""
      parts.append(.operand(number))
      rest = rest[rest.index(after: close)...]
    }
    literal += rest
    if !literal.isEmpty { parts.append(.text(literal)) }
  }

  /// Returns the SQL with operands inserted. Tests use every template of the tables with its operands.
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
}
