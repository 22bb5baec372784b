import PredicateSyntax

/// Writes out `$name := value`: the value takes the place of the assignment, and of `$name` to its right in the text.
///
/// Expressions have no effects, so that is what an assignment means, whatever of the predicate is evaluated. An assignment
/// within a SUBQUERY ends with it. The parts of a value are shared by the places that read it, but they are walked at each
/// one, so their number is limited.
struct AssignmentExpansion: TreeRewriter {
  /// How many parts all values may have together, counted wherever they are read.
  static let limit = 100_000

  private struct Assignment {
    var value: FormatExpression
    /// How many parts the value has.
    var size: Int
    /// The variables that it reads.
    var variables: Set<String>
    /// The SUBQUERY variable that hides one of those here, or nil.
    var hidden: String?
  }

  /// Those in force; the last of a name counts. A SUBQUERY variable hides them as nil.
  private var assignments: [(name: String, assignment: Assignment?)] = []
  /// What was in force before each SUBQUERY around.
  private var outer: [(assignments: [(name: String, assignment: Assignment?)], variables: Int)] = []
  /// Names whose assignment has ended.
  private var ended: Set<String> = []
  /// The parts met so far, those of values counted again wherever they are read.
  private var size = 0
  /// The parts of values that were read.
  private var readSize = 0
  /// Whether that was reported, which is done once.
  private var isTooLarge = false
  /// The variables met so far that are none of these names.
  private var variables: [String] = []

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    size += 1
    switch expression.kind {
    case .assignment: return assign(expression)
    case .variable(let name): return value(of: name, at: expression.range)
    default: return nil
    }
  }

  mutating func replacement(for step: FormatExpression.KeyStep, at range: SourceRange) -> [FormatExpression.KeyStep] {
    guard case .variable(let name) = step, let value = value(of: name, at: range),
      case .constant(.string(let key)) = value.kind
    else { return [step] }
    return [.key(key)]
  }

  private mutating func assign(_ expression: FormatExpression) -> FormatExpression? {
    guard case .assignment(let name, let part) = expression.kind else { return nil }
    let (sizeBefore, variablesBefore) = (size, variables.count)
    let value = rewrite(part)
    let assignment = Assignment(
      value: value, size: size - sizeBefore, variables: Set(variables[variablesBefore...]))
    assignments.append((name, assignment))
    return FormatExpression(value.kind, range: expression.range)
  }

  /// The value of a name; nil where none is in force, and a fault where it cannot be read here.
  private mutating func value(of name: String, at range: SourceRange) -> FormatExpression? {
    guard let entry = assignments.last(where: { $0.name == name }) else {
      variables.append(name)
      return ended.contains(name) ? fault(.endedAssignment(name), at: range) : nil
    }
    guard let assignment = entry.assignment else {
      variables.append(name)
      return nil
    }
    if let hidden = assignment.hidden { return fault(.hiddenVariable(hidden, of: name), at: range) }
    size += assignment.size
    readSize += assignment.size
    if readSize > Self.limit {
      if isTooLarge { return FormatExpression(.constant(.null), range: range) }
      isTooLarge = true
      return fault(.assignmentTooLarge(limit: Self.limit), at: range)
    }
    variables += assignment.variables
    return FormatExpression(assignment.value.kind, range: range)
  }

  private func fault(_ message: Message, at range: SourceRange) -> FormatExpression {
    FormatExpression(.invalid(Diagnostic(message, at: range)), range: range)
  }

  mutating func enterSubquery(variable: String) {
    outer.append((assignments, variables.count))
    for index in assignments.indices where assignments[index].assignment?.variables.contains(variable) == true {
      assignments[index].assignment?.hidden = variable
    }
    assignments.append((variable, nil))
  }

  mutating func leaveSubquery(variable: String) {
    guard let before = outer.popLast() else { return }
    let within = assignments
    assignments = before.assignments
    // Its own variable is no other's.
    variables = variables[..<before.variables] + variables[before.variables...].filter { $0 != variable }
    for entry in within.dropFirst(assignments.count) where entry.assignment != nil { ended.insert(entry.name) }
  }
}
