import PredicateCases
import PredicateEvaluation
import PredicateSyntax

/// The value at each part of a predicate, on one row.
///
/// Every part is evaluated by itself, also where the whole would not have needed it. Inside a SUBQUERY nothing is
/// shown, since its parts have a value for each element.
struct Explanation {
  /// One part and its value.
  struct Node: Sendable {
    /// How deep the part stands: 0 is the whole.
    var depth: Int
    /// The part, in canonical form.
    var format: String
    /// What it came to, as JSON; nil where there is none.
    var value: String?
    /// Why it has no value, or what is left out.
    var note: String?

    /// `format => value`, indented by depth.
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

  /// How deep the tree is shown, and how many parts of a node.
  private static let maximumDepth = 8
  private static let maximumParts = 20
  /// How many characters of a part or of a value are shown.
  private static let maximumWidth = 100

  /// The parts, each before those below it.
  private(set) var nodes: [Node] = []
  private let row: Int
  private let rows: [FormatValue]
  private let variables: [String: (any FormatArgument)?]
  private let onFault: FaultHandling

  init(
    of predicate: FormatPredicate, row: Int, in rows: [FormatValue], variables: [String: (any FormatArgument)?],
    onFault: FaultHandling
  ) {
    self.row = row
    self.rows = rows
    self.variables = variables
    self.onFault = onFault
    add(predicate, depth: 0)
  }

  /// A text cut to what a line holds.
  static func shortened(_ text: String) -> String {
    let head = text.prefix(maximumWidth)
    return head.endIndex == text.endIndex ? text : head + "…"
  }

  // MARK: Walking

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

  /// A constant shows its value already.
  private mutating func add(_ expression: FormatExpression, depth: Int) {
    if case .constant = expression.kind { return }
    if rangesOverRows(expression) {
      nodes.append(Node(depth: depth, format: expression.format, note: "over all rows"))
      return
    }
    do {
      let value = try expression.value(with: rows[row], variables: variables, onFault: onFault)
      nodes.append(Node(depth: depth, format: expression.format, value: JSONWriter.text(value)))
    } catch {
      nodes.append(Node(depth: depth, format: expression.format, note: Self.reason(error)))
    }
    guard depth < Self.maximumDepth else { return }
    switch expression.kind {
    case .subquery(let collection, _, _): add(collection, depth: depth + 1)
    case .conditional(let predicate, let then, let otherwise):
      add(predicate, depth: depth + 1)
      add(then, depth: depth + 1)
      add(otherwise, depth: depth + 1)
    default:
      let parts = expression.kind.parts
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

  /// Whether the predicate is true of the row; where a part ranges over all rows, it is filtered with them.
  private func verdict(_ predicate: FormatPredicate) throws(FormatError) -> Bool {
    guard rangesOverRows(predicate) else {
      return try predicate.evaluate(with: rows[row], variables: variables, onFault: onFault)
    }
    // Faults of other rows are not this row's.
    return try rows.indices(matching: predicate, variables: variables, onFault: .yieldNil).contains(row)
  }

  private func rangesOverRows(_ predicate: FormatPredicate) -> Bool {
    switch predicate.kind {
    case .and(let parts), .or(let parts): parts.contains(where: rangesOverRows)
    case .not(let part): rangesOverRows(part)
    case .comparison(let comparison): rangesOverRows(comparison.left) || rangesOverRows(comparison.right)
    case .constant, .invalid: false
    }
  }

  /// Whether an aggregate function takes a key path that is no collection on this row: `max:(length)`.
  private func rangesOverRows(_ expression: FormatExpression) -> Bool {
    if case .function(let selector, let arguments) = expression.kind, let argument = arguments.first,
      PredefinedFunction.named(selector)?.isAggregate == true, case .keyPath = argument.kind
    {
      let value = try? argument.value(with: rows[row], variables: variables, onFault: .yieldNil)
      switch value {
      case .list, .set: break
      default: return true
      }
    }
    return expression.kind.parts.contains(where: rangesOverRows)
      || expression.kind.predicatePart.map(rangesOverRows) ?? false
  }
}
