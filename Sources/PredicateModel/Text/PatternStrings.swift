import PredicateSyntax

/// The strings that a regular expression of MATCHES amounts to: patterns of LIKE, of which a text must match one.
///
/// `.*(ing|ed)s?` is `*ing`, `*ings`, `*ed` and `*eds`. What is read: literals, `\` before ASCII's punctuation, `.*` and
/// `.+`, groups, `|`, sets of a few letters and digits, and `?` behind any of them; `^` at the very beginning and `$` at the
/// very end, where the text begins and ends anyway. For all other expressions there is no `PatternStrings`; a regular
/// expression of Foundation must be asked.
///
/// A dot by itself is among the others: for it ICU takes CR and LF together as one.
package struct PatternStrings: Sendable, Hashable {
  /// The strings that are matched whole; the empty one may be among them.
  package private(set) var exact: [String] = []
  /// What a text may begin with, not empty.
  package private(set) var prefixes: [String] = []
  /// What a text may end with, not empty.
  package private(set) var suffixes: [String] = []
  /// Other patterns, as LIKE writes them.
  package private(set) var patterns: [String] = []
  private var likePatterns: [LikePattern] = []

  /// The most strings that an expression may amount to.
  package static let mostStrings = 64
  /// The longest expression, and the longest sum of strings, in scalars.
  package static let longest = 2000

  /// Reads an expression; nil where it does not amount to strings.
  ///
  /// With options that fold, all strings are ASCII, and folded; they tell only of texts of ASCII. (Beyond, the engine's
  /// own folding decides, by which `s` matches U+017F.)
  package init?(_ expression: String, _ options: StringOptions) {
    // An empty one matches nothing, not even the empty text.
    guard !expression.isEmpty, expression.utf8.count <= Self.longest else { return nil }
    guard !options.folds || expression.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var reader = Reader(rest: Array(expression.unicodeScalars)[...])
    guard let strings = reader.readAll() else { return nil }
    for string in strings where !add(string, options) { return nil }
    likePatterns = patterns.map { LikePattern($0, []) }
    guard likePatterns.allSatisfy(\.isQuick) else { return nil }
    if likePatterns.contains(where: { $0.shape == .anything }) { self = PatternStrings() }
  }

  /// Matches everything.
  private init() {
    patterns = ["*"]
    likePatterns = [LikePattern("*", [])]
  }

  /// Whether a text matches, given as UTF-8 that is folded.
  ///
  /// This is the definition; the kernels of the engine are tried against it.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    exact.contains { text.elementsEqual($0.utf8) } || prefixes.contains { text.starts(with: $0.utf8) }
      || suffixes.contains { text.suffix($0.utf8.count).elementsEqual($0.utf8) }
      || likePatterns.contains { $0.matches(text) }
  }

  /// Adds a string with wildcards to the strings of its kind; false where it is not one of LIKE.
  private mutating func add(_ steps: [Step], _ options: StringOptions) -> Bool {
    let isOpenBefore = steps.first == .run
    let isOpenBehind = steps.last == .run
    let literals = steps.compactMap(\.literal)
    let text = folded(literals.text, options)
    if literals.count == steps.count {
      exact.append(text)
    } else if isOpenBehind && literals.count == steps.count - 1 && !literals.isEmpty {
      prefixes.append(text)
    } else if isOpenBefore && literals.count == steps.count - 1 && !literals.isEmpty {
      suffixes.append(text)
    } else {
      guard let pattern = likePattern(of: steps) else { return false }
      patterns.append(folded(pattern, options))
    }
    return true
  }

  /// The steps as LIKE writes them; nil where two dots must each match something, which may be CR and LF.
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

/// One part of a string with wildcards.
private enum Step: Hashable {
  case literal(Unicode.Scalar)
  /// `.*`
  case run
  /// `.+`
  case some

  var literal: Unicode.Scalar? { if case .literal(let scalar) = self { scalar } else { nil } }
}

extension [Unicode.Scalar] {
  fileprivate var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: self)
    return String(view)
  }
}

/// Reads an expression into the strings that it amounts to; every function gives nil for what it does not know.
private struct Reader {
  var rest: ArraySlice<Unicode.Scalar>
  private var depth = 0

  /// The deepest that groups may stand in each other.
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
    case ".":
      return readRun()
    case "(": return readGroup()
    case "[": return readSet()
    case "\\":
      guard let escaped = rest.popFirst(), Self.isPunctuation(escaped) else { return nil }
      return [[.literal(escaped)]]
    case "^", "$", "*", "+", "?", "{", "}", "]", ")", "|": return nil
    // Neither a control, nor what other scalars of a line's end are.
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

  /// A set, behind its bracket: letters, digits and ranges of either.
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

  /// Whether the range is of digits or of letters of one kind, or of one letter.
  private static func isPlain(_ first: Unicode.Scalar, _ last: Unicode.Scalar) -> Bool {
    for range in ["0"..."9", "A"..."Z", "a"..."z"] as [ClosedRange<Unicode.Scalar>] where range ~= first {
      return range ~= last && first <= last
    }
    return first == last && first.value >= 0xA1 && first.properties.isAlphabetic
  }

  /// A dot's run, behind the dot. Greedy or lazy, it matches the same whole texts.
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

  /// The strings with the quantifier behind them, if there is one.
  private mutating func readQuantifier(of strings: [[Step]]) -> [[Step]]? {
    let isOptional = take("?")
    if isOptional { _ = take("?") }
    if isQuantified { return nil }
    return isOptional ? strings + [[]] : strings
  }

  /// Whether a quantifier comes next.
  private var isQuantified: Bool {
    switch rest.first {
    case "*", "+", "?", "{": true
    default: false
    }
  }
}
