import PredicateSemantics
import PredicateSyntax

/// A regular expression of MATCHES that is equivalent to a finite set of LIKE patterns, one of which must match.
///
/// `.*(ing|ed)s?` is `*ing`, `*ings`, `*ed` and `*eds`. Supported are literals, `\` before ASCII punctuation, `.*` and `.+`,
/// groups, `|`, sets of a few letters and digits, `?` after any of them, and `^` at the very beginning and `$` at the very
/// end, where they have no effect. All other expressions need a regular expression of Foundation.
///
/// A single dot is not supported, because it matches CR LF as one character in ICU.
///
/// Safety: Reads a buffer by its own indices during the call.
package struct PatternStrings: Sendable, Hashable {
  /// The strings that match the entire text. They may include the empty string.
  package private(set) var exact: [String] = []
  /// The prefixes of matching texts, never empty.
  package private(set) var prefixes: [String] = []
  /// The suffixes of matching texts, never empty.
  package private(set) var suffixes: [String] = []
  /// The other patterns in the syntax of LIKE.
  package private(set) var patterns: [String] = []
  private var likePatterns: [LikePattern] = []

  /// The maximum number of strings that an expression may expand to.
  package static let mostStrings = 64
  /// The maximum length of an expression in bytes, and of all its strings together in literals and wildcards.
  package static let longest = 2000

  /// Creates the strings of an expression, or returns `nil` if it is not equivalent to strings.
  ///
  /// With options that fold, all strings are folded ASCII, and only apply to ASCII texts. For other texts, the case folding
  /// of the regular expression engine decides, in which `s` matches U+017F.
  package init?(_ expression: String, _ options: FormatStringOptions) {
    // An empty expression matches nothing, not even the empty text.
    guard !expression.isEmpty, expression.utf8.count <= Self.longest else { return nil }
    guard !options.folds || expression.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var reader = Reader(rest: Array(expression.unicodeScalars)[...])
    guard let strings = reader.readAll() else { return nil }
    for string in strings where !add(string, options) { return nil }
    likePatterns = patterns.map { LikePattern($0, []) }
    guard likePatterns.allSatisfy({ $0.isQuick }) else { return nil }
    if likePatterns.contains(where: { $0.shape == .anything }) { self = .anything }
  }

  /// The pattern that matches every text.
  private static let anything = PatternStrings(pattern: "*")

  private init(pattern: String) {
    patterns = [pattern]
    likePatterns = [LikePattern(pattern, [])]
  }

  /// Returns whether a text matches, given as folded UTF-8.
  ///
  /// This is the definition that the kernels of the engine are tested against.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    exact.contains { unsafe text.elementsEqual($0.utf8) } || prefixes.contains { unsafe text.starts(with: $0.utf8) }
      || suffixes.contains { unsafe text.suffix($0.utf8.count).elementsEqual($0.utf8) }
      || likePatterns.contains { unsafe $0.matches(text) }
  }

  /// Adds a string with wildcards to the strings of its kind. Returns false if LIKE cannot express it.
  private mutating func add(_ steps: [Step], _ options: FormatStringOptions) -> Bool {
    let beginsWithRun = steps.first == .run
    let endsWithRun = steps.last == .run
    let literals = steps.compactMap { $0.literal }
    let text = folded(String(String.UnicodeScalarView(literals)), options)
    if literals.count == steps.count {
      exact.append(text)
    } else if endsWithRun && literals.count == steps.count - 1 && !literals.isEmpty {
      prefixes.append(text)
    } else if beginsWithRun && literals.count == steps.count - 1 && !literals.isEmpty {
      suffixes.append(text)
    } else {
      guard let pattern = likePattern(of: steps) else { return false }
      patterns.append(folded(pattern, options))
    }
    return true
  }

  /// Returns the steps in the syntax of LIKE, or `nil` for two `.+` without a literal in between, which might match CR LF.
  private func likePattern(of steps: [Step]) -> String? {
    var pattern = String.UnicodeScalarView()
    var hasSome = false
    for (index, step) in steps.enumerated() {
      switch step {
      case .literal(let scalar):
        if ["*", "?", "\\"].contains(scalar) { pattern.append("\\") }
        pattern.append(scalar)
        hasSome = false
      case .some:
        if hasSome { return nil }
        hasSome = true
        pattern.append(contentsOf: "?*".unicodeScalars)
      case .run:
        if index == 0 || steps[index - 1] != .run { pattern.append("*") }
      }
    }
    return String(pattern)
  }
}

/// A part of a string with wildcards.
private enum Step: Hashable {
  case literal(Unicode.Scalar)
  /// `.*`
  case run
  /// `.+`
  case some

  var literal: Unicode.Scalar? { if case .literal(let scalar) = self { scalar } else { nil } }
}

/// A parser that expands an expression into strings. Every function returns `nil` for unsupported syntax.
private struct Reader {
  var rest: ArraySlice<Unicode.Scalar>
  private var depth = 0

  /// The maximum nesting depth of groups.
  private static let deepest = 10

  init(rest: ArraySlice<Unicode.Scalar>) { self.rest = rest }

  mutating func readAll() -> [[Step]]? {
    guard let strings = readAlternatives(), rest.isEmpty else { return nil }
    return strings
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func readAlternatives() -> [[Step]]? {
    var all: [[Step]] = []
    repeat {
      guard let strings = readSequence() else { return nil }
      all += strings
      guard Self.isSmall(all) else { return nil }
    } while take("|")
    return all
  }

  private mutating func readSequence() -> [[Step]]? {
    var strings: [[Step]] = [[]]
    if depth == 0 { _ = take("^") }
    while let next = rest.first, next != "|", next != ")" {
      if depth == 0, next == "$", rest.count == 1 || rest.dropFirst().first == "|" {
        rest.removeFirst()
        break
      }
      guard let atom = readAtom(), let parts = readQuantifier(of: atom) else { return nil }
      strings = strings.flatMap { string in parts.map { string + $0 } }
      guard Self.isSmall(strings) else { return nil }
    }
    return strings
  }

  private static func isSmall(_ strings: [[Step]]) -> Bool {
    strings.count <= PatternStrings.mostStrings && strings.reduce(0) { $0 + $1.count } <= PatternStrings.longest
  }

  private mutating func readAtom() -> [[Step]]? {
    guard let first = rest.popFirst() else { return nil }
    switch first {
    case ".": return readRun()
    case "(": return readGroup()
    case "[": return readSet()
    case "\\":
      guard let escaped = rest.popFirst(), Self.isPunctuation(escaped) else { return nil }
      return [[.literal(escaped)]]
    case "^", "$", "*", "+", "?", "{", "}", "]", ")", "|": return nil
    // Neither control characters nor line separators.
    case " "..."~", "\u{A1}"..."\u{1FFF}", "\u{2030}"...: return [[.literal(first)]]
    default: return nil
    }
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z": false
    default: "!"..."~" ~= scalar
    }
  }

  private mutating func readGroup() -> [[Step]]? {
    if take("?"), !take(":") { return nil }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest, let strings = readAlternatives(), take(")") else { return nil }
    return strings
  }

  /// Reads a set after its bracket: letters, digits and ranges of them.
  private mutating func readSet() -> [[Step]]? {
    var members: [[Step]] = []
    while let first = rest.popFirst(), first != "]" {
      var last = first
      if take("-") {
        guard let end = rest.popFirst() else { return nil }
        last = end
      }
      guard Self.isPlain(first, last), members.count + Int(last.value - first.value) < PatternStrings.mostStrings
      else { return nil }
      for value in first.value...last.value { members += Unicode.Scalar(value).map { [[.literal($0)]] } ?? [] }
      if rest.isEmpty { return nil }
    }
    return members.isEmpty ? nil : members
  }

  /// Returns whether the range contains digits only, letters of one case only, or a single letter.
  private static func isPlain(_ first: Unicode.Scalar, _ last: Unicode.Scalar) -> Bool {
    for range in ["0"..."9", "A"..."Z", "a"..."z"] as [ClosedRange<Unicode.Scalar>] where range ~= first {
      return range ~= last && first <= last
    }
    return first == last && first.value >= 0xA1 && first.properties.isAlphabetic
  }

  /// Reads the run of a dot after the dot. Greedy and lazy runs match the same entire texts.
  private mutating func readRun() -> [[Step]]? {
    let step: Step
    if take("*") {
      step = .run
    } else if take("+") {
      step = .some
    } else {
      return nil
    }
    _ = take("?")
    return isQuantified ? nil : [[step]]
  }

  /// Returns the strings with the quantifier after them applied, if there is one.
  private mutating func readQuantifier(of strings: [[Step]]) -> [[Step]]? {
    let isOptional = take("?")
    if isOptional { _ = take("?") }
    if isQuantified { return nil }
    return isOptional ? strings + [[]] : strings
  }

  /// Whether a quantifier follows.
  private var isQuantified: Bool {
    switch rest.first {
    case "*", "+", "?", "{": true
    default: false
    }
  }
}
