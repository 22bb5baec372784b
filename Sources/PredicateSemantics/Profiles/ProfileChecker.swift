import PredicateSyntax

/// Finds what a profile does not permit in a tree, in a single walk.
struct ProfileChecker: TreeWalker {
  let profile: PredicateProfile
  private var found: [FormatDiagnostic] = []
  private var comparisons = 0
  /// The variables of the enclosing SUBQUERYs.
  var scopes = VariableScopes<KeyRoots>()

  init(_ profile: PredicateProfile) {
    var profile = profile
    // Keys are permitted by type, but types are unknown here, so only listed paths are permitted.
    if profile.types != nil, profile.permitted[.keys] == nil { profile.permitted[.keys] = [] }
    self.profile = profile
    // Keys of a variable may be listed, too: `$event.type`.
    for key in profile.permitted[.keys] ?? [] where key.hasPrefix("$") {
      let variable = key.prefix { $0 != "." }
      scopes.enter(String(variable.dropFirst()), .paths([String(variable)]))
    }
  }

  /// The findings in source order, up to the limit of the profile.
  var findings: [FormatDiagnostic] {
    let limit = profile.predicateLimits.errors
    let sorted = found.inSourceOrder
    guard sorted.count > limit else { return sorted }
    return sorted.prefix(limit) + [FormatDiagnostic(.tooManyErrors(limit: limit), at: sorted[limit].range)]
  }

  // MARK: Reporting

  /// Reports a name that its part of the profile does not list. Returns whether it is listed.
  @discardableResult @inline(never)
  mutating func expect(_ name: String, _ part: PredicateProfile.Part, at range: FormatRange) -> Bool {
    if profile.permits(name, part) { return true }
    refuse(name, part, at: range)
    return false
  }

  mutating func refuse(_ name: String, _ part: PredicateProfile.Part, at range: FormatRange) {
    if isFull { return }
    let permitted = profile.names(of: part) ?? []
    // Symbols are all similar, so a suggestion only helps with words.
    let isWord = name.utf8.count > 2
    let nearest = isWord ? nearestWord(to: name, among: permitted) : nil
    let shown = part == .casts ? "\"\(name)\"" : "'\(part == .variables ? "$" : "")\(name)'"
    refuse(part, "\(part.row.noun) \(shown)", permitted, nearest: nearest, at: range)
  }

  /// Reports a key that can only be checked at run time.
  mutating func refuseUnknownKey(at range: FormatRange) {
    refuse(.keys, "a key that is known only at run time", profile.names(of: .keys) ?? [], nearest: nil, at: range)
  }

  /// Reports a key whose name is not valid.
  mutating func refuseKeyName(_ key: String, at range: FormatRange) {
    refuse(.keys, "the key '\(key)'", ["[A-Za-z][A-Za-z0-9_]*"], nearest: nil, at: range)
  }

  private mutating func refuse(
    _ part: PredicateProfile.Part, _ what: String, _ permitted: [String], nearest: String?, at range: FormatRange
  ) {
    let message = Message.notPermitted(
      part.row.code, what, profile: profile.name, permitted: permitted, nearest: nearest)
    guard part == .keys, profile.types != nil else { return report(message, at: range) }
    report(FormatDiagnostic(message, at: range, notes: [Message.keysByType]))
  }

  /// Reports a number that exceeds its limit.
  mutating func expect(_ number: Int, atMost limit: PredicateProfile.Limit, at range: FormatRange) {
    guard let bound = profile.limits[limit], number > bound else { return }
    let row = limit.row
    report(.limitExceeded(row.code, found: number, of: row.noun, limit: bound, profile: profile.name), at: range)
  }

  private mutating func report(_ message: Message, at range: FormatRange) {
    report(FormatDiagnostic(message, at: range))
  }

  mutating func report(_ finding: FormatDiagnostic) {
    if !isFull, !found.contains(finding) { found.append(finding) }
  }

  /// Whether no more findings are stored. This is far above the number reported, because the walk is not in source order.
  private var isFull: Bool { found.count >= 1000 }

  // MARK: Entire tree

  /// Checks the limits of the text and the tree, for predicates that were not parsed under them.
  mutating func checkWhole(_ tree: some FormatTree) {
    let (limits, bytes) = (profile.predicateLimits, tree.source.utf8.count)
    if bytes > limits.length {
      report(.textTooLong(bytes: bytes, limit: limits.length), at: FormatRange(limits.length, limits.length))
    }
    if tree.height > limits.height { report(.tooHigh(limit: limits.height), at: tree.range) }
    expect(TreeSize(tree).nodes, atMost: .nodes, at: tree.range)
  }

  // MARK: Predicates

  mutating func enter(_ predicate: FormatPredicate) {
    let range = predicate.range
    let word = predicate.word.range ?? range
    switch predicate.kind {
    case .comparison(let comparison): check(comparison, at: range)
    case .and(let parts): if parts.count > 1 { expect("AND", .logic, at: word) }
    case .or(let parts): if parts.count > 1 { expect("OR", .logic, at: word) }
    // NONE is stored as NOT ANY and needs both. Both have the position of the same word.
    case .not: expect("NOT", .logic, at: word)
    case .constant(let value): expect(value ? "TRUEPREDICATE" : "FALSEPREDICATE", .logic, at: range)
    case .invalid(let error): report(error)
    }
  }

  private mutating func check(_ comparison: FormatPredicate.Comparison, at range: FormatRange) {
    let places = comparison.places
    if !permits(comparison.modifier, of: comparison.left) {
      refuse(comparison.modifier.rawValue, .modifiers, at: places.modifier ?? range)
    }
    comparisons += 1
    // Only the first comparison above the limit is reported.
    if comparisons - 1 == profile.limits[.comparisons] { expect(comparisons, atMost: .comparisons, at: range) }
    expect(comparison.operator.spelling, .operators, at: places.operator ?? range)
    checkOptions(comparison, at: places.options ?? places.operator ?? range)
    checkModifiedPath(comparison)
    if !profile.keyTypes.isEmpty { checkTypes(comparison) }
    if comparison.operator.takesPattern, case .constant(.string(let text)) = comparison.right.kind {
      expect(text.utf8.count, atMost: .patternLength, at: comparison.right.range)
    }
  }

  private func permits(_ modifier: FormatPredicate.Comparison.Modifier, of left: FormatExpression) -> Bool {
    if modifier == .direct || profile.permits(modifier.rawValue, .modifiers) { return true }
    guard case .function(let call) = left.kind else { return false }
    return profile.permits("\(modifier.rawValue) \(call.selector)", .modifiers)
  }

  private mutating func checkOptions(_ comparison: FormatPredicate.Comparison, at range: FormatRange) {
    guard profile.permitted[.options] != nil else { return }
    for (letter, option) in FormatStringOptions.allLetters where comparison.options.contains(option) {
      if profile.permits("\(comparison.operator.spelling)[\(letter)]", .options) { continue }
      expect(String(letter), .options, at: range)
    }
  }

  /// Checks a modifier, which counts together with the collection operators of its key path.
  private mutating func checkModifiedPath(_ comparison: FormatPredicate.Comparison) {
    guard comparison.modifier != .direct, let steps = comparison.left.kind.steps else { return }
    let operators = collectionOperators(in: steps)
    // If the operators alone exceed the limit, the check of the key path reports that.
    guard operators <= profile.limits[.collectionsPerKeyPath] ?? .max else { return }
    expect(1 + operators, atMost: .collectionsPerKeyPath, at: comparison.left.range)
  }

  func collectionOperators(in steps: [FormatExpression.KeyStep]) -> Int {
    steps.count { if case .key(let key) = $0.kind { key.isOperator } else { false } }
  }
}
