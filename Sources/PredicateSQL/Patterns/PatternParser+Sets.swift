// MARK: - Sets

extension PatternParser {
  /// Parses a set after its opening bracket.
  mutating func parseSet() throws(PatternRefusal) -> ScalarSet {
    // Foundation expects the name of a class here.
    guard scalars.first != ":" else { throw Self.badSet }
    let isNegated = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    var isFirst = true
    while !take("]") {
      if try !parseRange(&ranges, isFirst: isFirst) { ranges += try parseClassInSet().ranges }
      isFirst = false
    }
    guard !isFirst else { throw Self.badSet }
    let set = ignoringCase(ScalarSet(ranges))
    return isNegated ? set.complement : set
  }

  /// Takes a set of a single scalar if case is ignored. Foundation reads it as the first of a run of literals, which fold
  /// together. Returns nil without consuming anything if something else is next.
  mutating func takeSetOfOne() throws(PatternRefusal) -> UInt32? {
    guard ignoresCase, scalars.first == "[" else { return nil }
    let before = scalars
    scalars.removeFirst()
    if let only = try parseSet().single { return only }
    scalars = before
    return nil
  }

  private static let badSet = PatternRefusal("the set of the pattern is not portable")

  /// Parses a scalar or a range. Returns false without consuming anything if a class is next.
  private mutating func parseRange(
    _ ranges: inout [ClosedRange<UInt32>], isFirst: Bool
  ) throws(PatternRefusal) -> Bool {
    guard let low = try takeMember(isFirst: isFirst) else { return false }
    guard scalars.first == "-", scalars.dropFirst().first != "]" else {
      ranges.append(low...low)
      return true
    }
    scalars.removeFirst()
    guard scalars.first != "-" else { throw Self.badSet }
    guard let high = try takeMember(isFirst: false), low <= high else { throw Self.badSet }
    ranges.append(low...high)
    return true
  }

  /// Takes a member of a set, or returns nil without consuming anything if a class is next.
  private mutating func takeMember(isFirst: Bool) throws(PatternRefusal) -> UInt32? {
    guard let next = scalars.first else { throw Self.badSet }
    switch next {
    case "\\": return try takeEscapedLiteral()
    case "[", "]", "&": throw Self.badSet
    case "-" where !isLoneHyphen(isFirst): throw Self.badSet
    default:
      scalars.removeFirst()
      return next.value
    }
  }

  /// Returns whether the next hyphen is a literal: at the beginning or end of the set, and not next to another hyphen.
  private func isLoneHyphen(_ isFirst: Bool) -> Bool {
    let next = scalars.dropFirst().first
    return isFirst ? next != "-" : next == "]"
  }

  private mutating func parseClassInSet() throws(PatternRefusal) -> ScalarSet {
    guard take("\\") else { throw Self.badSet }
    let set = try parseClass()
    // A class cannot begin a range.
    guard scalars.first != "-" || scalars.dropFirst().first == "]" else { throw Self.badSet }
    return set
  }

  // MARK: - Classes

  /// Parses a class after its backslash.
  mutating func parseClass() throws(PatternRefusal) -> ScalarSet {
    guard let letter = scalars.popFirst() else { throw PatternRefusal("the pattern ends in a backslash") }
    if letter == "p" || letter == "P" {
      let set = ignoringCase(try parseProperty())
      return letter == "p" ? set : set.complement
    }
    guard let set = ScalarCategories.escaped(letter) else { throw PatternRefusal("'\\\(letter)' is not portable") }
    return set
  }

  private mutating func parseProperty() throws(PatternRefusal) -> ScalarSet {
    var name = ""
    if take("{") {
      while name.utf8.count < 3, let next = scalars.first, next.isASCII, next != "}" {
        name.unicodeScalars.append(next)
        scalars.removeFirst()
      }
    }
    guard take("}"), let set = ScalarCategories.named(name) else {
      throw PatternRefusal("'\\p' is only portable with a general category, such as '\\p{Lu}'")
    }
    return set
  }

  private func ignoringCase(_ set: ScalarSet) -> ScalarSet { ignoresCase ? CaseFolds.shared.closure(of: set) : set }
}
