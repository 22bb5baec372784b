/// What predicates and expressions have in common. Their public members forward to the code of this protocol.
package protocol FormatTree: Sendable {
  /// The position in the text.
  var range: FormatRange { get }
  /// The number of levels of the tree.
  var height: Int { get }
  /// The text that the tree was parsed from. Empty if the tree was built in code.
  var source: String { get }
  /// Where the tree was parsed from; `nil` for a subtree extracted from a larger tree, and for an expression built in code.
  var origin: Origin? { get set }
  /// The canonical format.
  var format: String { get }
  /// The conversions that have no argument yet, in source order.
  var conversions: [FormatConversion] { get }
  /// The key paths, each once, in source order.
  var keyPaths: [String] { get }
  /// Returns a copy with the arguments filled in, in source order.
  func binding(_ arguments: [AnyFormatArgument?]) throws(FormatError) -> Self
  /// Whether the tree is a single conversion, which its argument replaces.
  var isConversion: Bool { get }
  /// Parses a whole text.
  init(parsedBy parser: inout Parser)
  /// Prints the tree.
  func print(by printer: inout Printer)
  /// Visits every node.
  func walk(by walker: inout some TreeWalker)
  /// Returns a modified copy.
  func rewritten(by rewriter: inout some TreeRewriter) -> Self
}

extension FormatPredicate: FormatTree {
  package var isConversion: Bool { false }
  package init(parsedBy parser: inout Parser) { self = parser.parsePredicateFormat() }
  package func print(by printer: inout Printer) { printer.print(self) }
  package func walk(by walker: inout some TreeWalker) { walker.walk(self) }
  package func rewritten(by rewriter: inout some TreeRewriter) -> FormatPredicate { rewriter.rewrite(self) }
}

extension FormatExpression: FormatTree {
  package var isConversion: Bool { if case .placeholder = kind { true } else { false } }
  package init(parsedBy parser: inout Parser) { self = parser.parseExpressionFormat() }
  package func print(by printer: inout Printer) { printer.print(self) }
  package func walk(by walker: inout some TreeWalker) { walker.walk(self) }
  package func rewritten(by rewriter: inout some TreeRewriter) -> FormatExpression { rewriter.rewrite(self) }
}

// MARK: Parsing

extension FormatTree {
  /// Parses a text and fills in the arguments.
  static func parsed(
    _ format: String, _ arguments: [AnyFormatArgument?], _ limits: PredicateLimits = .default
  ) throws(FormatError) -> Self {
    let template = try template(Array(format.utf8), source: format, limits)
    // Fast path: most format strings have no conversions.
    if arguments.isEmpty, !template.hasConversions { return template.tree }
    return try template.tree.binding(arguments)
  }

  /// Parses the bytes of a text, and leaves its conversions as placeholders.
  static func parsed(_ bytes: [UInt8], source: String, _ limits: PredicateLimits) throws(FormatError) -> Self {
    try template(bytes, source: source, limits).tree
  }

  private static func template(
    _ bytes: [UInt8], source: String, _ limits: PredicateLimits
  ) throws(FormatError) -> (tree: Self, hasConversions: Bool) {
    let template = try unchecked(bytes, source: source, limits)
    if limits.mayBeExceeded(bytes: bytes.count), let finding = TreeSize(template.tree).finding(under: limits) {
      throw FormatError([finding], source: source)
    }
    return template
  }

  /// Parses a text without checking the limits on the size of the tree.
  package static func unchecked(utf8 bytes: [UInt8], _ limits: PredicateLimits) throws(FormatError) -> Self {
    try unchecked(bytes, source: String(format: bytes, limits: limits), limits).tree
  }

  private static func unchecked(
    _ bytes: [UInt8], source: String, _ limits: PredicateLimits
  ) throws(FormatError) -> (tree: Self, hasConversions: Bool) {
    var parser = Parser(bytes, limits: limits)
    var tree = Self(parsedBy: &parser)
    if parser.diagnostics.hasErrors {
      throw FormatError(parser.diagnostics.ordered.map { $0.separatingWords(in: bytes) }, source: source)
    }
    tree.origin = Origin(WrittenText(source), limits)
    return (tree, parser.lexer.hasConversions)
  }
}

// MARK: Limits, arguments and variables

extension FormatTree {
  /// The strictest limits under which any part of the tree was parsed, or the default.
  var carriedLimits: PredicateLimits { TreeSize(self).carried ?? .default }

  /// Returns a copy with tighter limits. For each limit, the stricter value applies.
  package func withLimits(_ limits: PredicateLimits) -> Self {
    var copy = self
    copy.origin = origin?.limited(to: limits) ?? Origin("", limits)
    return copy
  }

  /// The text that the tree was parsed from; empty if the tree was built in code.
  package var writtenText: WrittenText { origin?.text ?? "" }

  /// What the profile that the text was parsed under decides about each use, or `nil` if nothing.
  package var useRules: UseRules? { origin.flatMap { $0.rules.areDefault ? nil : $0.rules } }

  /// Returns a copy that follows the rules of a profile wherever it is used.
  package func following(_ rules: UseRules?) -> Self {
    guard let rules, !rules.areDefault else { return self }
    var copy = self
    copy.origin = Origin(writtenText, origin?.limits, rules: rules)
    return copy
  }

  /// Returns a copy with the arguments filled in, in source order.
  func filled(with arguments: [AnyFormatArgument?]) throws(FormatError) -> Self {
    let limits = origin?.limits ?? carriedLimits
    let result = try bound(arguments, limits)
    if !arguments.isEmpty, let finding = TreeSize(result).finding(under: limits) {
      throw FormatError([finding], source: writtenText)
    }
    return result
  }

  /// Returns a copy with the arguments filled in, without checking the limits on the size of the tree.
  package func bound(_ arguments: [AnyFormatArgument?], _ limits: PredicateLimits) throws(FormatError) -> Self {
    var binder = ArgumentBinder(arguments, limit: limits.arguments)
    var result = rewritten(by: &binder)
    binder.finish(at: source.utf8.count)
    if binder.diagnostics.hasErrors {
      let located = located
      if source.isEmpty, !located.source.isEmpty { return try located.bound(arguments, limits) }
      throw FormatError(binder.diagnostics.ordered, source: writtenText)
    }
    // If the whole tree is a conversion, its argument replaces it. Keep the text, and the stricter limits of both.
    if isConversion {
      result.origin = Origin(
        writtenText, result.origin?.limits?.stricter(limits) ?? limits,
        rules: (result.useRules ?? UseRules()).within(useRules ?? UseRules()))
    }
    return result
  }

  /// Returns a copy in which variables are replaced by values.
  package func withVariables(_ variables: [String: FormatExpression]) -> Self {
    if variables.isEmpty { return self }
    var substitution = VariableSubstitution(variables)
    return rewritten(by: &substitution)
  }
}

// MARK: Reading

extension FormatTree {
  /// The conversions, variables, and key paths of the tree.
  var census: TreeCensus {
    var census = TreeCensus()
    walk(by: &census)
    return census
  }

  /// Returns whether an expression in the tree, at any depth, satisfies a condition.
  package func contains(where condition: @escaping (FormatExpression) -> Bool) -> Bool {
    var search = ExpressionSearch(condition)
    walk(by: &search)
    return search.isDone
  }

  /// Returns the text of the tree in one of the two forms.
  package func printed(isLossless: Bool) -> String {
    var printer = Printer(isLossless: isLossless, height: height)
    print(by: &printer)
    return printer.text
  }
}

/// Looks for an expression that satisfies a condition.
private struct ExpressionSearch: TreeWalker {
  let condition: (FormatExpression) -> Bool
  private(set) var isDone = false

  init(_ condition: @escaping (FormatExpression) -> Bool) { self.condition = condition }

  mutating func enter(_ expression: FormatExpression) { isDone = condition(expression) }
}
