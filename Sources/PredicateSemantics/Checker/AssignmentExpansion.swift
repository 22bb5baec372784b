import PredicateSyntax

/// Inlines `$name := value`: the value replaces the assignment and each later use of `$name` in the text.
///
/// Expressions have no side effects, so this is the meaning of an assignment regardless of which parts of the predicate are
/// evaluated. An assignment inside a SUBQUERY ends with it. Uses share the nodes of a value, but each use is walked, so the
/// number of nodes is limited.
struct AssignmentExpansion: TreeRewriter {
  /// The maximum number of nodes of all values together, counted at each use.
  static let limit = 10_000

  private enum Meaning {
    /// A value with its number of nodes, the variables that it reads, and the number of SUBQUERYs around the assignment.
    case assigned(FormatExpression, size: Int, variables: Set<String>, depth: Int)
    /// The variable of a SUBQUERY, and the number of variables seen before it.
    case declared(variablesBefore: Int)
  }

  private var scopes = VariableScopes<Meaning>()
  /// The names whose assignment is out of scope.
  private var ended: Set<String> = []
  /// The number of nodes seen so far, with those of values counted at each use.
  private var size = 0
  /// The number of nodes of the values used so far.
  private var readSize = 0
  /// The variables seen so far that have no assignment.
  private var variables: [String] = []

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    size += 1
    switch expression.kind {
    case .assignment(let assignment): return assign(assignment, at: expression.range)
    case .variable(let name): return value(of: name, at: expression.range)
    default: return nil
    }
  }

  mutating func replacement(for step: FormatExpression.KeyStep) -> [FormatExpression.KeyStep] {
    guard case .variable(let name) = step.kind, let value = value(of: name, at: step.range),
      case .constant(.string(let key)) = value.kind
    else { return [step] }
    return [.init(.key(.init(key)), range: step.range)]
  }

  private mutating func assign(_ node: FormatExpression.Assignment, at range: FormatRange) -> FormatExpression {
    let (sizeBefore, variablesBefore) = (size, variables.count)
    let value = rewrite(node.value)
    let read = Set(variables[variablesBefore...])
    scopes.bind(node.variable, to: .assigned(value, size: size - sizeBefore, variables: read, depth: scopes.depth))
    return FormatExpression(value.kind, range: range, from: value.origin)
  }

  /// Returns the value of a name, an invalid expression if it cannot be used here, or `nil` if it has no assignment in scope.
  private mutating func value(of name: String, at range: FormatRange) -> FormatExpression? {
    guard case .assigned(let value, let valueSize, let read, let depth) = scopes[name] else {
      variables.append(name)
      return scopes[name] == nil && ended.contains(name) ? invalid(.endedAssignment(name), at: range) : nil
    }
    // A SUBQUERY entered since the assignment may shadow a variable that the value reads.
    let since = scopes.depth > depth ? scopes.subqueries.dropFirst(depth) : []
    if let hiding = since.last(where: { read.contains($0.variable) }) {
      return invalid(.hiddenVariable(hiding.variable, of: name), at: range)
    }
    // The error is reported once. The sizes stop growing then, because each assignment could double them.
    guard readSize <= Self.limit else { return FormatExpression(.constant(.null), range: range) }
    readSize += valueSize
    guard readSize <= Self.limit else { return invalid(.assignmentTooLarge(limit: Self.limit), at: range) }
    size += valueSize
    variables += read
    return FormatExpression(value.kind, range: range, from: value.origin)
  }

  private func invalid(_ message: Message, at range: FormatRange) -> FormatExpression {
    FormatExpression(.invalid(FormatDiagnostic(message, at: range)), range: range)
  }

  mutating func enterScope(of subquery: FormatExpression.Subquery) {
    scopes.enter(subquery.variable, .declared(variablesBefore: variables.count))
  }

  mutating func leaveScope(of subquery: FormatExpression.Subquery) {
    guard case .declared(let start)? = scopes.subqueries.last?.meaning else { return }
    // The first name is the variable of the SUBQUERY; the others are assigned.
    ended.formUnion(scopes.leave().dropFirst())
    // The variable is bound inside the SUBQUERY only.
    let within = variables[start...].filter { $0 != subquery.variable }
    variables.removeSubrange(start...)
    variables += within
  }
}
