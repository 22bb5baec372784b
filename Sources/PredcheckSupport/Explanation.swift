import PredicateInput
import PredicateSemantics
import PredicateSyntax

/// The value of each part of a predicate, for one row.
///
/// Every part is evaluated separately, even if the result does not depend on it. The parts inside a SUBQUERY are not shown,
/// because they have a different value for each element.
package struct Explanation {
  /// A part and its value.
  package struct Node: Sendable {
    /// The depth of the part; 0 for the predicate itself.
    var depth: Int
    /// The part, in canonical form.
    var format: String
    /// The value, or nil if there is none.
    var value: FormatValue?
    /// The reason for the value, the reason that there is none, or a description of the parts left out.
    package var note: String?

    /// The line `format => value (note)`, indented by depth.
    var text: String {
      String(repeating: "  ", count: depth) + Explanation.shortened(format) + " => " + shownValue
    }

    /// The value as text, with the note.
    var shownValue: String {
      [value.map { Explanation.shown($0) }, note.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    }

    package var json: String {
      var fields: [(key: String, json: String)] = [("depth", "\(depth)"), ("format", String.jsonString(format))]
      if let value { fields.append(("value", String(json: value))) }
      if let note { fields.append(("note", String.jsonString(note))) }
      return String.jsonObject(fields)
    }
  }

  /// The maximum depth of the tree, and the maximum number of parts per node.
  static let maximumDepth = 8
  static let maximumParts = 20
  /// The maximum number of characters shown of a part or a value.
  private static let maximumWidth = 100

  /// The row.
  package let row: WhyRow
  /// The parts in preorder.
  package private(set) var nodes: [Node] = []
  private let rows: any WhyRows

  package init(of predicate: FormatPredicate, on row: WhyRow, of rows: any WhyRows) {
    self.row = row
    self.rows = rows
    add(predicate, depth: 0)
  }

  /// Returns the text truncated to a maximum number of characters.
  package static func shortened(_ text: String, to maximum: Int = maximumWidth) -> String {
    let head = text.prefix(maximum)
    return head.endIndex == text.endIndex ? text : head + "…"
  }

  /// Returns a value as text.
  package static func shown(_ value: FormatValue) -> String { value == .null ? "nil" : shortened(String(json: value)) }

  // MARK: Traversal

  private mutating func add(_ predicate: FormatPredicate, depth: Int) {
    do throws(NoValue) {
      let isTrue = try rows.isTrue(predicate, on: row)
      nodes.append(
        Node(depth: depth, format: predicate.format, value: .bool(isTrue), note: witness(of: predicate, isTrue)))
    } catch {
      nodes.append(Node(depth: depth, format: predicate.format, note: error.reason))
    }
    var parts: [FormatPredicate] = []
    var operands: [FormatExpression] = []
    switch predicate.kind {
    case .and(let all), .or(let all): parts = all
    case .not(let part): parts = [part]
    case .comparison(let comparison): operands = [comparison.left, comparison.right].filter { !$0.isConstant }
    case .constant, .invalid: return
    }
    let most = depth < Self.maximumDepth ? Self.maximumParts : 0
    for part in parts.prefix(most) { add(part, depth: depth + 1) }
    for operand in operands.prefix(most) { add(operand, depth: depth + 1) }
    leaveOut(parts.count + operands.count - most, depth: depth + 1)
  }

  /// Adds an expression and its parts. Omits constants, because they already show their value.
  private mutating func add(_ expression: FormatExpression, depth: Int) {
    if expression.isConstant { return }
    let (row, rows) = (row, rows)
    if expression.contains(where: { rows.isOverRows($0, on: row) }) {
      nodes.append(Node(depth: depth, format: expression.format, note: "over all rows"))
      return
    }
    do throws(NoValue) {
      let value = try rows.value(of: expression, on: row)
      let note = value == .null ? nilPrefix(of: expression) : nil
      nodes.append(Node(depth: depth, format: expression.format, value: value, note: note))
    } catch {
      nodes.append(Node(depth: depth, format: expression.format, note: error.reason))
    }
    guard depth < Self.maximumDepth else {
      return leaveOut(expression.kind.children.count { !$0.isConstant }, depth: depth + 1)
    }
    switch expression.kind {
    case .subquery(let subquery): add(subquery.collection, depth: depth + 1)
    case .conditional(let choice):
      add(choice.condition, depth: depth + 1)
      add(choice.then, depth: depth + 1)
      add(choice.otherwise, depth: depth + 1)
    default:
      let parts = expression.kind.children
      for part in parts.prefix(Self.maximumParts) { add(part, depth: depth + 1) }
      leaveOut(parts.count - Self.maximumParts, depth: depth + 1)
    }
  }

  private mutating func leaveOut(_ count: Int, depth: Int) {
    if count > 0 { nodes.append(Node(depth: depth, format: "…", note: "\(count) more")) }
  }

  /// Returns where a key path that is nil becomes nil, if that is not its last key.
  private func nilPrefix(of expression: FormatExpression) -> String? {
    let prefix = expression.keyPathPrefixes.dropLast().first { (try? rows.isTrue($0.nilTest, on: row)) == true }
    return prefix.map { "\($0.format) is nil" }
  }

  /// Returns the element that makes ANY true or ALL false, or that there is no element.
  private func witness(of predicate: FormatPredicate, _ isTrue: Bool) -> String? {
    guard case .comparison(let comparison) = predicate.kind, comparison.modifier != .direct,
      let value = try? rows.value(of: comparison.left, on: row), let elements = value.arrayValue
    else { return nil }
    if elements.isEmpty { return "no elements" }
    guard isTrue == (comparison.modifier == .any) else { return nil }
    var direct = comparison
    direct.modifier = .direct
    for (index, element) in elements.enumerated() {
      direct.left = FormatExpression(.constant(element))
      guard (try? rows.isTrue(FormatPredicate(.comparison(direct)), on: row)) == isTrue else { continue }
      if case .set = value { return "element \(Self.shown(element))" }
      return "element \(index): \(Self.shown(element))"
    }
    return nil
  }
}

extension FormatExpression {
  /// Whether the expression is a constant or a list of constants.
  package var isConstant: Bool {
    switch kind {
    case .constant: true
    case .aggregate(let elements): elements.allSatisfy(\.isConstant)
    default: false
    }
  }

  /// The predicate that the expression has no value.
  var nilTest: FormatPredicate { FormatPredicate(self, .equalTo, FormatExpression(.constant(.null))) }

  /// The key paths that lead to the value of a key path, the shortest first: `a`, `a.b` and `a.b.c`. They end at the first
  /// collection operator, or after `Explanation.maximumParts` keys. Empty for other expressions.
  var keyPathPrefixes: [FormatExpression] {
    guard case .keyPath(let steps) = kind else { return [] }
    let keys = steps.prefix(Explanation.maximumParts).prefix { step in
      if case .key(.named) = step.kind { true } else { false }
    }
    return keys.indices.map { FormatExpression(.keyPath(Array(keys[...$0]))) }
  }
}
