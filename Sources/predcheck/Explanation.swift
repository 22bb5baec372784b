import PredicateEvaluation
import PredicateInput
import PredicateModel
import PredicateSyntax

/// The value of each part of a predicate, for one row.
///
/// Every part is evaluated separately, even if the result does not depend on it. The parts inside a SUBQUERY are not shown,
/// because they have a different value for each element.
struct Explanation {
  /// A part and its value.
  struct Node: Sendable {
    /// The depth of the part; 0 for the predicate itself.
    var depth: Int
    /// The part, in canonical form.
    var format: String
    /// The value as JSON, or nil if there is none.
    var value: String?
    /// The reason that there is no value, or a description of the parts left out.
    var note: String?

    /// The line `format => value`, indented by depth.
    var text: String {
      let result = value.map { " => \(Explanation.shortened($0))" } ?? note.map { " => (\($0))" } ?? ""
      return String(repeating: "  ", count: depth) + Explanation.shortened(format) + result
    }

    var json: String {
      var fields: [(key: String, json: String)] = [("depth", "\(depth)"), ("format", JSONWriter.quoted(format))]
      if let value { fields.append(("value", value)) }
      if let note { fields.append(("note", JSONWriter.quoted(note))) }
      return JSONWriter.object(fields)
    }
  }

  /// The maximum depth of the tree, and the maximum number of parts per node.
  private static let maximumDepth = 8
  private static let maximumParts = 20
  /// The maximum number of characters shown of a part or a value.
  private static let maximumWidth = 100

  /// The parts in preorder.
  private(set) var nodes: [Node] = []
  private let row: Int
  private let rows: [FormatValue]
  private let variables: [String: (any FormatArgument)?]
  private let onError: ErrorHandling

  init(
    of predicate: FormatPredicate, row: Int, in rows: [FormatValue], variables: [String: (any FormatArgument)?],
    onError: ErrorHandling
  ) {
    self.row = row
    self.rows = rows
    self.variables = variables
    self.onError = onError
    add(predicate, depth: 0)
  }

  /// Returns the text truncated to the maximum width.
  static func shortened(_ text: String) -> String {
    let head = text.prefix(maximumWidth)
    return head.endIndex == text.endIndex ? text : head + "…"
  }

  // MARK: Traversal

  private mutating func add(_ predicate: FormatPredicate, depth: Int) {
    do {
      nodes.append(Node(depth: depth, format: predicate.format, value: try verdict(predicate) ? "true" : "false"))
    } catch {
      nodes.append(Node(depth: depth, format: predicate.format, note: Self.reason(error)))
    }
    guard depth < Self.maximumDepth else { return }
    switch predicate.kind {
    case .and(let parts), .or(let parts):
      for part in parts.prefix(Self.maximumParts) { add(part, depth: depth + 1) }
      leaveOut(parts.count - Self.maximumParts, depth: depth + 1)
    case .not(let part): add(part, depth: depth + 1)
    case .comparison(let comparison):
      add(comparison.left, depth: depth + 1)
      add(comparison.right, depth: depth + 1)
    case .constant, .invalid: return
    }
  }

  /// Adds an expression and its parts. Omits constants, because they already show their value.
  private mutating func add(_ expression: FormatExpression, depth: Int) {
    if case .constant = expression.kind { return }
    if expression.contains(where: rangesOverRows) {
      nodes.append(Node(depth: depth, format: expression.format, note: "over all rows"))
      return
    }
    do {
      let value = try expression.value(with: rows[row], variables: variables, onError: onError)
      nodes.append(Node(depth: depth, format: expression.format, value: JSONWriter.text(value)))
    } catch {
      nodes.append(Node(depth: depth, format: expression.format, note: Self.reason(error)))
    }
    guard depth < Self.maximumDepth else { return }
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

  private static func reason(_ error: FormatError) -> String {
    error.diagnostics.first { $0.severity == .error }?.message ?? "no value"
  }

  // MARK: Aggregates over the whole collection

  /// Returns whether the row matches. If a part ranges over all rows, filters the whole collection.
  private func verdict(_ predicate: FormatPredicate) throws(FormatError) -> Bool {
    guard predicate.contains(where: rangesOverRows) else {
      return try predicate.evaluate(with: rows[row], variables: variables, onError: onError)
    }
    // Ignores errors in other rows.
    return try rows.indices(matching: predicate, variables: variables, onError: .yieldNil).contains(row)
  }

  /// Returns whether an aggregate function takes a key path whose value is not a collection: `max:(length)`.
  private func rangesOverRows(_ expression: FormatExpression) -> Bool {
    guard case .function(let call) = expression.kind, let argument = call.arguments.first,
      PredefinedFunction.named(call.selector)?.isReduction == true, case .keyPath = argument.kind
    else { return false }
    switch try? argument.value(with: rows[row], variables: variables, onError: .yieldNil) {
    case .list, .set: return false
    default: return true
    }
  }
}
