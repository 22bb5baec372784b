/// Fills the conversions of a tree with format arguments, in source order.
struct ArgumentBinder: TreeRewriter {
  let arguments: [AnyFormatArgument?]
  private var used = 0
  /// The position of a string literal that contains a conversion, which takes no argument there.
  private var quoted: FormatRange?
  private(set) var diagnostics = DiagnosticList()

  init(_ arguments: [AnyFormatArgument?], limit: Int) {
    self.arguments = arguments
    if arguments.count > limit {
      diagnostics.stop(.argumentLimit(given: arguments.count, limit: limit), at: .none)
    }
  }

  /// Reports unused arguments after the whole tree has been walked.
  mutating func finish(at end: Int) {
    if used < arguments.count {
      let labels =
        quoted.map { [FormatDiagnostic.Label(range: $0, text: "a conversion in quotes takes no argument")] } ?? []
      diagnostics.report(
        .tooManyArguments(needed: used, given: arguments.count), at: FormatRange(end, end), labels: labels)
    }
  }

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    guard case .placeholder(let conversion) = expression.kind else {
      if case .constant(.string(let text)) = expression.kind, quoted == nil, text.utf8.contains(UInt8(ascii: "%")),
        text.contains("%@") || text.contains("%K")
      {
        quoted = expression.range
      }
      return nil
    }
    guard let argument = next(for: conversion, at: expression.range),
      let kind = value(of: argument, for: conversion, at: expression.range)
    else { return expression }
    var result = FormatExpression(kind, range: expression.range, from: argument.origin?.withoutText()).placed(
      at: expression.range)
    result.rangeKind = argument.rangeKind
    return result
  }

  mutating func replacement(for step: FormatExpression.KeyStep) -> [FormatExpression.KeyStep] {
    guard case .placeholder(let conversion) = step.kind, let argument = next(for: conversion, at: step.range) else {
      return [step]
    }
    if case .constant(.string(let path)) = argument.kind {
      let steps = FormatExpression.KeyStep.steps(of: path, range: step.range)
      if !steps.contains(.key("")) { return steps }
    }
    if case .keyPath(let steps) = argument.kind { return steps.map { .init($0.kind, range: step.range) } }
    if case .invalid(var error) = argument.kind {
      error.range = step.range
      diagnostics.report(error)
      return [step]
    }
    // Keys cannot be empty.
    mismatch(conversion, "a string that names a key path", argument, at: step.range)
    return [step]
  }

  private mutating func next(for conversion: FormatConversion, at range: FormatRange) -> FormatExpression? {
    used += 1
    if used <= arguments.count { return .constant(arguments[used - 1]) }
    // Report only the first missing argument.
    if used == arguments.count + 1 {
      diagnostics.report(.tooFewArguments(conversion: conversion.text, needed: used, given: arguments.count), at: range)
    }
    return nil
  }

  /// Returns the expression that an argument becomes for a conversion. Reports an error and returns `nil` if it does not fit.
  private mutating func value(
    of argument: FormatExpression, for conversion: FormatConversion, at range: FormatRange
  ) -> FormatExpression.Kind? {
    switch (conversion.kind, argument.kind) {
    case (_, .invalid(var error)):
      error.range = range
      diagnostics.report(error)
    case (.value, let kind): return kind
    case (.signed(let bits), .constant(let value)):
      if let number = value.integer, Int64(-1) << (bits - 1) <= number, number <= Int64.max >> (64 - bits) {
        return .constant(.integer(number))
      }
      misfit(conversion, "a signed integer of \(bits) bits", value, at: range)
    case (.unsigned(let bits), .constant(let value)):
      if case .unsigned = value, bits == 64 { return .constant(value) }
      if let number = value.integer, number >= 0, number.magnitude <= UInt64.max >> (64 - bits) {
        return .constant(.integer(number))
      }
      misfit(conversion, "an unsigned integer of \(bits) bits", value, at: range)
    case (.floating, .constant(.double)), (.floating, .constant(.decimal)): return argument.kind
    case (.floating, .constant(.unsigned(let number))): return .constant(.double(Double(number)))
    case (.floating, .constant(let value)):
      if let number = value.integer { return .constant(.double(Double(number))) }
      mismatch(conversion, "a number", argument, at: range)
    case (.string, .constant(.string)): return argument.kind
    case (.string, _): mismatch(conversion, "a string", argument, at: range)
    case (.pointer, .constant(.object)), (.pointer, .constant(.null)): return argument.kind
    case (.pointer, _): mismatch(conversion, "an object", argument, at: range)
    case (_, _): mismatch(conversion, "a constant", argument, at: range)
    }
    return nil
  }

  /// Reports an argument that is out of range or not an integer.
  private mutating func misfit(
    _ conversion: FormatConversion, _ expected: String, _ value: FormatValue, at range: FormatRange
  ) {
    let found: String
    var fixIts: [FormatDiagnostic.FixIt] = []
    switch value {
    case .integer(let number):
      found = "\(number)"
      // `%x` accepts 32 bits; with a length modifier it accepts all 64.
      let letter = conversion.text.dropFirst()
      let canWiden = letter.count == 1 && number >= 0 && !"cC".contains(letter)
      if canWiden { fixIts = [.write("%l\(letter)", at: range, isSafe: true)] }
    case .unsigned(let number): found = "\(number)"
    default: return mismatch(conversion, expected, value.formatExpression, at: range)
    }
    diagnostics.report(
      .argumentOutOfRange(conversion: conversion.text, index: used - 1, expected: expected, found: found),
      at: range, fixIts: fixIts)
  }

  private mutating func mismatch(
    _ conversion: FormatConversion, _ expected: String, _ found: FormatExpression, at range: FormatRange
  ) {
    diagnostics.report(
      .argumentType(conversion: conversion.text, index: used - 1, expected: expected, found: found.format), at: range)
  }
}

extension FormatValue {
  /// The integer that a conversion such as `%d` accepts: an integer, or a Boolean as 1 or 0.
  fileprivate var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }
}

/// Replaces variables `$NAME` by values. A variable that a SUBQUERY declares keeps its own meaning inside the SUBQUERY. A variable
/// that `:=` assigns keeps its own meaning after the assignment.
struct VariableSubstitution: TreeRewriter {
  let values: [String: FormatExpression]
  private var bound = VariableScopes<Void>()

  init(_ values: [String: FormatExpression]) { self.values = values }

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    if case .assignment(var assignment) = expression.kind {
      assignment.value = rewrite(assignment.value)
      bound.bind(assignment.variable)
      return FormatExpression(.assignment(assignment), range: expression.range, from: expression.origin)
    }
    guard case .variable(let name) = expression.kind, !bound.contains(name), let value = values[name] else {
      return nil
    }
    let origin = Origin.of(expression.origin, with: value.origin)
    var result = FormatExpression(value.kind, range: expression.range, from: origin).placed(at: expression.range)
    result.rangeKind = value.rangeKind
    return result
  }

  func replacement(for step: FormatExpression.KeyStep) -> [FormatExpression.KeyStep] {
    guard case .variable(let name) = step.kind, !bound.contains(name),
      case .constant(.string(let key))? = values[name]?.kind, !key.isEmpty
    else { return [step] }
    return [.init(.key(.init(key)), range: step.range)]
  }

  mutating func enterScope(of subquery: FormatExpression.Subquery) { bound.enter(subquery.variable, ()) }
  mutating func leaveScope(of subquery: FormatExpression.Subquery) { bound.leave() }
}

/// Collects the conversions, variables, and key paths of a tree in source order.
struct TreeCensus: TreeWalker {
  private(set) var conversions: [FormatConversion] = []
  private(set) var keyPaths: [String] = []
  /// The variables without a value. As in `VariableSubstitution`, variables that a SUBQUERY declares or `:=` assigns have one.
  private(set) var variables: [String] = []
  private var seen: Set<String> = []
  private var seenVariables: Set<String> = []
  private var bound = VariableScopes<Void>()

  mutating func enter(_ expression: FormatExpression) {
    switch expression.kind {
    case .placeholder(let conversion): conversions.append(conversion)
    case .variable(let name): note(variable: name)
    default:
      guard let steps = expression.kind.steps else { return }
      let path = steps.map { $0.text }.joined(separator: ".")
      if seen.insert(path).inserted { keyPaths.append(path) }
    }
  }

  mutating func leave(_ expression: FormatExpression) {
    if case .assignment(let assignment) = expression.kind { bound.bind(assignment.variable) }
    for step in expression.kind.steps ?? [] {
      switch step.kind {
      case .placeholder(let conversion): conversions.append(conversion)
      case .variable(let name): note(variable: name)
      case .key: break
      }
    }
  }

  mutating func enterScope(of subquery: FormatExpression.Subquery) { bound.enter(subquery.variable, ()) }
  mutating func leaveScope(of subquery: FormatExpression.Subquery) { bound.leave() }

  private mutating func note(variable name: String) {
    if !bound.contains(name), seenVariables.insert(name).inserted { variables.append(name) }
  }
}

extension FormatExpression.KeyStep {
  /// The step as `keyPaths` lists it.
  fileprivate var text: String {
    switch kind {
    case .key(let key): key.name
    case .variable(let name): "$" + name
    case .placeholder(let conversion): conversion.text
    }
  }
}
