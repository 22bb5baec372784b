/// Parses a pattern of Foundation's regular expressions, as far as every engine can express it. The sets are in
/// `PatternParser+Sets.swift`.
///
/// It rejects every pattern that Foundation rejects, and many that Foundation accepts.
struct PatternParser {
  var scalars: ArraySlice<Unicode.Scalar>
  let ignoresCase: Bool
  /// Consecutive literals. If case is ignored, they are compared as one string, in which `ss` matches `ß`.
  private var literals: [UInt32] = []
  private var height = 0

  /// The maximum length of a pattern in bytes.
  static let longest = 10_000
  /// The maximum count of repetitions that an engine supports.
  static let mostRepetitions = 1000

  init(_ pattern: String, ignoresCase: Bool) throws(PatternRefusal) {
    guard pattern.utf8.count <= Self.longest else { throw PatternRefusal("the pattern is too long") }
    scalars = Array(pattern.unicodeScalars)[...]
    self.ignoresCase = ignoresCase
  }

  mutating func parse() throws(PatternRefusal) -> PatternNode {
    let node = try parseAlternatives()
    guard scalars.isEmpty else { throw PatternRefusal("the pattern has an unmatched ')'") }
    return node
  }

  /// Takes the next scalar if it is the given one.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard scalars.first == scalar else { return false }
    scalars.removeFirst()
    return true
  }

  private mutating func parseAlternatives() throws(PatternRefusal) -> PatternNode {
    var nodes = [try parseSequence()]
    while take("|") { nodes.append(try parseSequence()) }
    return nodes.count == 1 ? nodes[0] : .alternation(nodes)
  }

  private mutating func parseSequence() throws(PatternRefusal) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next = scalars.first, next != "|", next != ")" {
      var literal = try takeLiteral()
      if literal == nil {
        literal = try takeSetOfOne()
        // It folds together with the literals after it only.
        if literal != nil { try endLiterals(&nodes) }
      }
      if let literal {
        if !takesQuantifier {
          literals.append(literal)
          continue
        }
        // A quantifier applies to the last literal only.
        try endLiterals(&nodes)
        literals = [literal]
        try endLiterals(&nodes)
      } else {
        try endLiterals(&nodes)
        nodes.append(try parseAtom())
      }
      if let last = nodes.popLast() { nodes.append(try parseQuantifier(of: last)) }
    }
    try endLiterals(&nodes)
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func endLiterals(_ nodes: inout [PatternNode]) throws(PatternRefusal) {
    guard !literals.isEmpty else { return }
    defer { literals = [] }
    guard ignoresCase else {
      nodes += literals.map { .set(ScalarSet([$0])) }
      return
    }
    guard let node = CaseFolds.shared.node(literals: literals) else {
      throw PatternRefusal("letters that fold to several letters are not portable under [c]")
    }
    nodes.append(node)
  }

  /// Parses an atom other than a literal.
  private mutating func parseAtom() throws(PatternRefusal) -> PatternNode {
    let first = scalars.removeFirst()
    switch first {
    case ".": return .set(.all)
    case "^": return .lineStart
    case "$": return .lineEnd
    case "[": return .set(try parseSet())
    case "(": return try parseGroup()
    case "\\": return try parseEscape()
    default: throw PatternRefusal("'\(first)' is not portable here without a backslash")
    }
  }

  private mutating func parseEscape() throws(PatternRefusal) -> PatternNode {
    if take("A") { return .lineStart }
    if take("z") || take("Z") { return .lineEnd }
    return .set(try parseClass())
  }

  private mutating func parseGroup() throws(PatternRefusal) -> PatternNode {
    if take("?"), !take(":") { throw PatternRefusal("'(?' is only portable as '(?:'") }
    height += 1
    defer { height -= 1 }
    guard height <= PatternNode.heightLimit else { throw PatternRefusal("the pattern is nested too deeply") }
    let node = try parseAlternatives()
    guard take(")") else { throw PatternRefusal("the pattern has an unmatched '('") }
    return node
  }
}

// MARK: - Literals

extension PatternParser {
  /// Takes the next scalar if it is a literal, escaped or not; else returns nil.
  private mutating func takeLiteral() throws(PatternRefusal) -> UInt32? {
    guard let next = scalars.first else { return nil }
    switch next {
    case "\\": return try takeEscapedLiteral()
    case ".", "^", "$", "[", "(", ")", "|", "*", "+", "?", "{", "}", "]": return nil
    default:
      scalars.removeFirst()
      return next.value
    }
  }

  /// Takes an escape of a literal scalar. Returns nil without consuming anything if the escape means something else.
  mutating func takeEscapedLiteral() throws(PatternRefusal) -> UInt32? {
    guard let letter = scalars.dropFirst().first else { throw PatternRefusal("the pattern ends in a backslash") }
    switch letter {
    case "n": return takeEscape(0x0A)
    case "t": return takeEscape(0x09)
    case "r": return takeEscape(0x0D)
    case "f": return takeEscape(0x0C)
    case "e": return takeEscape(0x1B)
    case "a": return takeEscape(0x07)
    case "u": return try takeNumber(4)
    case "U": return try takeNumber(8)
    case "x": return try takeNumber(2)
    case "0"..."9", "A"..."Z", "a"..."z": return nil
    case "!"..."~", " ": return takeEscape(letter.value)
    default: throw PatternRefusal("a backslash before '\(letter)' is not portable")
    }
  }

  private mutating func takeEscape(_ value: UInt32) -> UInt32 {
    scalars.removeFirst(2)
    return value
  }

  /// Takes a scalar by its hexadecimal number, with this many digits or in braces.
  private mutating func takeNumber(_ count: Int) throws(PatternRefusal) -> UInt32 {
    let isInBraces = scalars.dropFirst(2).first == "{" && count == 2
    let rest = scalars.dropFirst(isInBraces ? 3 : 2)
    let digits = isInBraces ? rest.prefix { $0 != "}" }.prefix(7) : rest.prefix(count)
    var value: UInt32 = 0
    for digit in digits {
      guard digit.isASCII, let number = Character(digit).hexDigitValue, value < 0x1000_0000 else {
        throw Self.badNumber
      }
      value = value * 16 + UInt32(number)
    }
    scalars = rest.dropFirst(digits.count)
    guard isInBraces ? !digits.isEmpty && take("}") : digits.count == count else { throw Self.badNumber }
    guard value != 0, let scalar = Unicode.Scalar(value) else { throw Self.badNumber }
    return scalar.value
  }

  private static let badNumber = PatternRefusal("a numeric escape is not a scalar that text can contain")
}

// MARK: - Quantifiers

extension PatternParser {
  /// Whether a quantifier is next.
  private var takesQuantifier: Bool {
    switch scalars.first {
    case "*", "+", "?", "{": true
    default: false
    }
  }

  /// Returns the node with the quantifier after it, if there is one.
  private mutating func parseQuantifier(of node: PatternNode) throws(PatternRefusal) -> PatternNode {
    let (least, most): (Int, Int?)
    switch scalars.first {
    case "*": (least, most) = (0, nil)
    case "+": (least, most) = (1, nil)
    case "?": (least, most) = (0, 1)
    case "{":
      scalars.removeFirst()
      (least, most) = try parseCounts()
    default: return node
    }
    // The last scalar of the quantifier has not been consumed yet.
    scalars.removeFirst()
    if take("+") { throw PatternRefusal("possessive quantifiers are not portable") }
    _ = take("?")
    if takesQuantifier { throw PatternRefusal("a quantifier of a quantifier is not portable") }
    guard !node.matchesEmpty || most == 1 else {
      throw PatternRefusal("repeating a part that can match nothing is not portable")
    }
    return .repetition(node, least: least, most: most)
  }

  /// Parses the counts in braces, up to the closing brace.
  private mutating func parseCounts() throws(PatternRefusal) -> (Int, Int?) {
    guard let least = try parseCount() else { throw Self.badCounts }
    var most: Int? = least
    if take(",") { most = try parseCount() }
    guard scalars.first == "}", most ?? least >= least else { throw Self.badCounts }
    return (least, most)
  }

  private mutating func parseCount() throws(PatternRefusal) -> Int? {
    var count: Int?
    while let digit = scalars.first, ("0"..."9").contains(digit) {
      scalars.removeFirst()
      let next = (count ?? 0) * 10 + Int(digit.value - 0x30)
      guard next <= Self.mostRepetitions else { throw PatternRefusal("so many repetitions are not portable") }
      count = next
    }
    return count
  }

  private static let badCounts = PatternRefusal("braces are only portable around one or two counts")
}
