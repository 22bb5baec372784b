import PredicateSyntax

/// A comparison or an arithmetic operation that is valid but probably not meant: what it looks like, and what to say about it. The
/// example of a slip is its test: it gives this code, and the fix turns it into the repair.
package final class Slip: Sendable {
  typealias Modifier = FormatPredicate.Comparison.Modifier
  typealias Shape = @Sendable (Operand) -> Bool

  /// The operand that has the shape.
  enum Side { case left, right, either }
  /// What to underline and to replace: the operand, or its elements if it is a list, the operator, its options, or the whole.
  enum Mark { case operand, elements, `operator`, options, whole }

  package let code: FormatDiagnostic.Code
  /// A format with the slip, and the format that the fix makes of it.
  package let example: String
  package let repair: String?
  /// The canonical spellings of the operators, or an empty list for all comparisons.
  private let operators: [Substring]
  private let side: Side
  private let shape: Shape
  private let modifiers: [Modifier]
  private let mark: Mark
  /// The text of the fix. `$name` stands for a part of the operation (see `Operand.part`). There is no fix if a part is unknown.
  private let writes: String?
  private let title: String?
  private let isSafe: Bool
  private let says: String
  private let note: String?

  init(
    _ code: FormatDiagnostic.Code, _ example: String, _ repair: String? = nil, for operators: String, _ side: Side,
    _ shape: @escaping Shape, modifiers: [Modifier] = [.direct, .any, .all], marks mark: Mark = .operand,
    writes: String? = nil, title: String? = nil, isSafe: Bool = false, says: String, note: String? = nil
  ) {
    (self.code, self.example, self.repair) = (code, example, repair)
    self.operators = operators.split(separator: " ")
    (self.side, self.shape, self.modifiers, self.mark) = (side, shape, modifiers, mark)
    (self.writes, self.title, self.isSafe, self.says, self.note) = (writes, title, isSafe, says, note)
  }

  /// The slips of the operators that some slips are limited to, in the order of `all`.
  private static let byOperator: [Substring: [Slip]] = Dictionary(
    uniqueKeysWithValues: Set(all.flatMap { $0.operators }).map { spelling in
      (spelling, all.filter { $0.operators.contains(spelling) || $0.operators.isEmpty })
    })
  private static let ofAllOperators = all.filter { $0.operators.isEmpty }

  /// Returns the findings of slips in an operation.
  static func findings(in operation: Operation) -> [FormatDiagnostic] {
    var findings: [FormatDiagnostic] = []
    let left = Operand(operation: operation, expression: operation.left, other: operation.right)
    let right = Operand(operation: operation, expression: operation.right, other: operation.left)
    for slip in byOperator[operation.spelling[...]] ?? ofAllOperators {
      guard slip.modifiers.contains(operation.modifier) else { continue }
      if slip.side != .right { slip.find(in: left, &findings) }
      if slip.side != .left { slip.find(in: right, &findings) }
    }
    return findings
  }

  private func find(in operand: Operand, _ findings: inout [FormatDiagnostic]) {
    if mark == .elements, case .aggregate(let elements) = operand.expression.kind {
      for element in elements {
        find(in: Operand(operation: operand.operation, expression: element, other: operand.other), &findings)
      }
    } else if shape(operand), let range = range(of: operand) {
      findings.append(finding(operand, at: range))
    }
  }

  private func range(of operand: Operand) -> FormatRange? {
    switch mark {
    case .operand, .elements: operand.expression.range
    case .whole: operand.operation.range
    case .operator: operand.operation.infix
    case .options: operand.operation.optionsRange
    }
  }

  private func finding(_ operand: Operand, at range: FormatRange) -> FormatDiagnostic {
    var fixIts: [FormatDiagnostic.FixIt] = []
    // An argument is not a part of the text.
    if mark == .operator || !operand.text.hasPrefix("%"), range != .none, let text = writes?.filled(from: operand) {
      let title = title?.filled(from: operand) ?? "write \(text)"
      fixIts = [.titled(title, at: range, with: text, isSafe: isSafe)]
    }
    let (text, notes) = (says.filled(from: operand) ?? says, note.map { [$0] } ?? [])
    return FormatDiagnostic(Message(code, text, notes: notes), at: range, fixIts: fixIts)
  }
}

/// An operation with two operands: a comparison, or a call that is written with an operator.
struct Operation {
  let left: FormatExpression
  let right: FormatExpression
  /// The canonical spelling of the operator.
  let spelling: String
  var modifier = Slip.Modifier.direct
  var options: FormatStringOptions = []
  /// Whether NONE precedes the operation.
  var isNone = false
  let range: FormatRange
  let source: WrittenText
  /// The position of the operator, or `nil` if the operation was built in code.
  let infix: FormatRange?
  /// The position of the options, or `nil` if there are none.
  var optionsRange: FormatRange?
}

/// An operand of an operation, or an element of one that is a list.
struct Operand {
  let operation: Operation
  let expression: FormatExpression
  let other: FormatExpression

  /// The text of the operand; empty if it was built in code.
  var text: String { operation.source.text(expression.range) }
  /// The value, if the operand is a constant.
  var value: FormatValue? { expression.constant }
  /// The value, if the operand is a string between quotes in the text.
  var literal: String? { operation.source.literal(at: expression.range) == nil ? nil : value?.string }
  /// The elements, if the operand is a list of expressions.
  var elements: [FormatExpression]? { if case .aggregate(let elements) = expression.kind { elements } else { nil } }
  /// The word, if the operand is a single key.
  var word: String? {
    guard case .keyPath(let steps) = expression.kind, steps.count == 1, case .key(let key) = steps[0].kind else {
      return nil
    }
    return text == key.name ? key.name : nil
  }

  /// Returns the part of the operation with the given name, or `nil` if it is unknown.
  fileprivate func part(_ name: Substring) -> String? {
    let source = operation.source
    switch name {
    case "1": return text.isEmpty ? expression.format : text
    case "2": return source.text(other.range)
    case "inner": return String(text.dropFirst().dropLast())
    case "only": return elements?.count == 1 ? elements?.first.map { source.text($0.range) } : nil
    case "exchanged": return elements?.reversed().map { source.text($0.range) }.joined(separator: ", ")
    case "literal": return word.flatMap { Slip.misspelledLiterals[$0.lowercased()] }
    case "number": return literal.flatMap { $0.utf8.allSatisfy { $0.isDigit } ? $0 : nil }
    case "kind": return value?.isNumber == true ? "number" : "boolean"
    case "sign": return String(text.dropFirst())
    case "percent": return text.replacing("%", with: "*")
    case "hyphen": return text.replacing("-", with: "\\u002d")
    case "key": return other.kind.steps?.last.map { FormatExpression(.keyPath([$0])).format }
    case "op": return operation.spelling
    case "infix": return operation.infix.map { source.text($0) } ?? operation.spelling
    case "options": return operation.optionsRange.map { source.text($0) } ?? operation.options.spelling
    case "never":
      if operation.isNone { return "this is always true" }
      return operation.modifier == .all ? "this is true only without elements" : "this is always false"
    default: return nil
    }
  }
}

extension FormatExpression {
  /// The value, if the expression is a constant.
  var constant: FormatValue? { if case .constant(let value) = kind { value } else { nil } }
}

extension FormatValue {
  /// The text, if the value is a string.
  var string: String? { if case .string(let string) = self { string } else { nil } }
}

extension String {
  /// Returns the template with the parts of an operation filled in, or `nil` if a part is unknown.
  fileprivate func filled(from operand: Operand) -> String? {
    var result = ""
    var rest = self[...]
    while let sign = rest.firstIndex(of: "$") {
      result += rest[..<sign]
      let name = rest[sign...].dropFirst().prefix { $0.isLetter || $0.isNumber }
      guard let part = operand.part(name), !part.isEmpty else { return nil }
      result += part
      rest = rest[name.endIndex...]
    }
    return result + rest
  }
}
