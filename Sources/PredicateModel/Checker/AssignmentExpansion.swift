import PredicateSyntax

/// Writes out `$name := value`: the value takes the place of the assignment, and of `$name` to its right in the text.
///
/// Expressions have no effects, so that is what an assignment means, whatever of the predicate is evaluated. An assignment
/// within a SUBQUERY ends with it. The parts of a value are shared by the places that read it, but they are walked at each
/// one, so their number is limited.
struct AssignmentExpansion: TreeRewriter {
  /// How many parts all values may have together, counted wherever they are read.
  static let limit = 10_000

  private struct Assignment {
    let value: FormatExpression
    /// How many parts the value has.
    let size: Int
    /// The variables that it reads.
    let variables: Set<String>
    /// How many SUBQUERYs stand around it.
    let depth: Int
  }

  private enum Meaning { case assigned(Assignment), ofSubquery }

  private struct Subquery {
    let variable: String
    /// How many variables had been met before it.
    let variables: Int
    /// What the names meant that have got another meaning within, in that order.
    var changes: [(name: String, before: Meaning?)] = []
  }

  /// What the names mean here.
  private var meanings: [String: Meaning] = [:]
  /// The SUBQUERYs around, the innermost last.
  private var subqueries: [Subquery] = []
  /// Names whose assignment has ended.
  private var ended: Set<String> = []
  /// The parts met so far, those of values counted again wherever they are read.
  private var size = 0
  /// The parts of values that were read.
  private var readSize = 0
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
      value: value, size: size - sizeBefore, variables: Set(variables[variablesBefore...]), depth: subqueries.count)
    setMeaning(of: name, .assigned(assignment))
    return FormatExpression(value.kind, range: expression.range)
  }

  private mutating func setMeaning(of name: String, _ meaning: Meaning) {
    if let innermost = subqueries.indices.last {
      subqueries[innermost].changes.append((name, meanings[name]))
    }
    meanings[name] = meaning
  }

  /// The value of a name; nil where none is in force, and a fault where it cannot be read here.
  private mutating func value(of name: String, at range: SourceRange) -> FormatExpression? {
    guard case .assigned(let assignment) = meanings[name] else {
      variables.append(name)
      return meanings[name] == nil && ended.contains(name) ? fault(.endedAssignment(name), at: range) : nil
    }
    // A SUBQUERY entered since may have a variable of the name of one that the value reads.
    if let hiding = subqueries.dropFirst(assignment.depth).last(where: { assignment.variables.contains($0.variable) }) {
      return fault(.hiddenVariable(hiding.variable, of: name), at: range)
    }
    // Told once; sizes no longer grow then, which could double at each assignment.
    guard readSize <= Self.limit else { return FormatExpression(.constant(.null), range: range) }
    readSize += assignment.size
    guard readSize <= Self.limit else { return fault(.assignmentTooLarge(limit: Self.limit), at: range) }
    size += assignment.size
    variables += assignment.variables
    return FormatExpression(assignment.value.kind, range: range)
  }

  private func fault(_ message: Message, at range: SourceRange) -> FormatExpression {
    FormatExpression(.invalid(Diagnostic(message, at: range)), range: range)
  }

  mutating func enterSubquery(variable: String) {
    subqueries.append(Subquery(variable: variable, variables: variables.count))
    setMeaning(of: variable, .ofSubquery)
  }

  mutating func leaveSubquery(variable: String) {
    guard let subquery = subqueries.popLast() else { return }
    for change in subquery.changes.reversed() { meanings[change.name] = change.before }
    // The first change is its own variable, the others are assignments.
    for change in subquery.changes.dropFirst() { ended.insert(change.name) }
    // Its own variable is no other's.
    let within = variables[subquery.variables...].filter { $0 != variable }
    variables.removeSubrange(subquery.variables...)
    variables += within
  }
}
