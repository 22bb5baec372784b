import PredicateSyntax

/// The rules of a profile for the key paths that it permitted, as a sort key or as group keys. (Trees carry their own rules.)
struct KeyRules: Sendable, Hashable {
  private var rules: UseRules?
  private var keyPaths: Set<String> = []

  /// Creates the rules of a program's own keys: none.
  init() {}

  init(_ rules: UseRules, for keyPaths: [String]) {
    self.rules = rules
    self.keyPaths = Set(keyPaths)
  }

  /// Returns the expression for a key path. One that the program writes in its place, or adds, has no rules.
  func expression(for keyPath: String) -> FormatExpression {
    FormatExpression.keyPath(keyPath).following(keyPaths.contains(keyPath) ? rules : nil)
  }

  /// Equal keys are equal under different profiles, as trees are.
  static func == (left: KeyRules, right: KeyRules) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
