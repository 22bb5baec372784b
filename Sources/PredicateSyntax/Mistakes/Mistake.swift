/// A known mistake: what people write instead of the language.
///
/// The parser knows only the grammar. At a token that does not fit, the first mistake whose pattern matches explains the error. If
/// none matches, the error says what was expected. The example of a mistake is its test: it gives this code, and the fix turns it into
/// the repair.
package struct Mistake: Sendable {
  /// What was expected where a mistake is looked for.
  struct Place: OptionSet, Sendable {
    let rawValue: UInt16

    /// A value.
    static let value = Place(rawValue: 1)
    /// A comparison operator after a value.
    static let `operator` = Place(rawValue: 2)
    /// The end of a comparison.
    static let comparison = Place(rawValue: 4)
    /// The end of the text or a closing bracket.
    static let end = Place(rawValue: 8)
    /// A key after a dot.
    static let key = Place(rawValue: 16)
    /// A string option in brackets, or no options.
    static let options = Place(rawValue: 32)
    /// An argument of a keyword.
    static let argument = Place(rawValue: 64)
    /// The variable of SUBQUERY.
    static let variable = Place(rawValue: 128)
    /// A comma or the bracket that closes a list.
    static let list = Place(rawValue: 256)
    /// A word that is not reserved, or a known conversion.
    static let name = Place(rawValue: 512)
    /// A value, but a predicate was found.
    static let predicate = Place(rawValue: 1024)
    /// A token, but the text is not part of the language.
    static let token = Place(rawValue: 2048)
  }

  package let code: FormatDiagnostic.Code
  /// A format with the mistake, and the format that the fix makes of it.
  package let example: String
  package let repair: String?
  private let places: Place
  /// The patterns. Their elements to mark and to replace have the same numbers; a shorter pattern ends with its last element.
  private let patterns: [MistakePattern]
  /// The elements of the pattern to underline, and to replace. The first element has the number 1.
  private let marks: ClosedRange<Int>
  private let replaced: ClosedRange<Int>
  /// The text of the fix. `$1` is the text of an element, `$1-3` that of several, `$^1` the text in capital letters, `$'1`
  /// the text of a string without its quotes, `$,1` a number
  /// without commas and points, `$:1` and `$<1` the text without its last or first character, `$F` the token that does not fit, and `$=1` the meaning of a word of a vocabulary.
  private let writes: String?
  private let title: String?
  private let isSafe: Bool
  /// Whether another comparison begins after the mistake.
  private let continues: Bool
  private let says: String
  private let notes: [String]

  init(
    _ code: FormatDiagnostic.Code, _ example: String, _ repair: String? = nil, at places: Place, _ patterns: String...,
    marks: ClosedRange<Int>? = nil, replaces: ClosedRange<Int>? = nil, writes: String? = nil, title: String? = nil,
    isSafe: Bool = false, continues: Bool = false, says: String, note: String? = nil
  ) {
    self.code = code
    self.example = example
    self.repair = repair
    self.places = places
    self.patterns = patterns.map { MistakePattern($0) }
    let marks = marks ?? 1...(self.patterns.map { $0.count }.max() ?? 1)
    self.marks = marks
    replaced = replaces ?? marks
    self.writes = writes
    self.title = title
    self.isSafe = isSafe
    self.continues = continues
    self.says = says
    notes = note.map { [$0] } ?? []
  }

  /// The error at a misfit, if it is one, the index of the token after the mistake, and whether a comparison begins there.
  struct Explanation {
    var error: FormatDiagnostic?
    var end: Int
    var continues = false
    /// The number of tokens that patterns have examined.
    var examined = 0
  }

  /// Returns the explanation of a misfit. It has no error if no known mistake explains it.
  static func explanation(of misfit: Misfit, in parser: Parser) -> Explanation {
    for finder in firstFinders {
      if let explanation = finder(misfit, parser) { return explanation }
    }
    let places = misfit.places(in: parser)
    let matcher = PatternMatcher(parser, start: misfit.start)
    for mistake in all where !mistake.places.isDisjoint(with: places) {
      for pattern in mistake.patterns {
        guard let elements = pattern.match(misfit, with: matcher) else { continue }
        var explanation = mistake.explanation(elements, found: parser.describe(parser.tokens[misfit.token]), in: parser)
        explanation.examined = matcher.examined
        return explanation
      }
    }
    for finder in lastFinders {
      if let explanation = finder(misfit, parser) { return explanation }
    }
    return Explanation(error: nil, end: misfit.token, examined: matcher.examined)
  }

  private func explanation(_ elements: [MistakePattern.Match], found: String, in parser: Parser) -> Explanation {
    func range(_ numbers: ClosedRange<Int>) -> FormatRange {
      let first = elements[min(numbers.lowerBound, elements.count) - 1].tokens.lowerBound
      let last = elements[min(numbers.upperBound, elements.count) - 1].tokens.upperBound
      let start = parser.tokens[first].range.start
      return FormatRange(start, last > first ? parser.tokens[last - 1].range.end : start)
    }
    func filled(_ template: String) -> String {
      var result = ""
      var rest = template[...]
      while let sign = rest.firstIndex(of: "$") {
        result += rest[..<sign]
        rest = rest[sign...].dropFirst()
        let form = rest.first
        if form == "F" {
          result += found
          rest = rest.dropFirst()
          continue
        }
        let digits = rest.drop { "=^',:<".contains($0) }.prefix { $0.isNumber || $0 == "-" }
        let numbers = digits.split(separator: "-").compactMap { Int($0) }
        guard let first = numbers.first, let last = numbers.last, last <= elements.count else {
          result += "$"
          continue
        }
        let text = parser.lexer.text(range(first...last))
        switch form ?? " " {
        case "=": result += elements[first - 1].meaning ?? text
        case "^": result += text.uppercased()
        case ",": result += text.filter { $0 != "," && $0 != "." }
        case ":": result += text.dropLast()
        case "<": result += text.dropFirst()
        case "'": result += text.dropFirst().dropLast()
        default: result += text
        }
        rest = rest[digits.endIndex...]
      }
      return result + rest
    }
    var fixIts: [FormatDiagnostic.FixIt] = []
    if let writes {
      let text = filled(writes)
      let title = title.map(filled) ?? (text.isEmpty ? "remove it" : "write \(text)")
      var place = range(replaced)
      if place.start == place.end, let first = text.utf8.first, " ,.".utf8.contains(first) {
        // The text follows the token before it.
        let end = parser.tokens[max(0, elements[replaced.lowerBound - 1].tokens.lowerBound - 1)].range.end
        place = FormatRange(end, end)
      }
      if text.isEmpty { place = parser.lexer.withSpace(place) }
      fixIts = [.titled(title, at: place, with: text, isSafe: isSafe)]
    }
    let (text, notes) = (filled(says), notes.map(filled))
    let message = Message(code, text, notes: notes)
    let end = elements.map { $0.tokens.upperBound }.max() ?? 0
    return Explanation(
      error: FormatDiagnostic(message, at: range(marks), fixIts: fixIts),
      end: continues ? elements[replaced.upperBound - 1].tokens.upperBound : end, continues: continues)
  }
}

extension Misfit {
  /// The places at which mistakes are looked for.
  func places(in parser: Parser) -> Mistake.Place {
    let places = placesOfExpected(in: parser)
    return parser.tokens[token].kind == .invalid ? places.union(.token) : places
  }

  private func placesOfExpected(in parser: Parser) -> Mistake.Place {
    switch expected {
    case .value: [.value]
    case .conversion, .unreserved: [.name, .value]
    case .missingOperator, .modifiedOperator: [.operator]
    case .end(of: .expression) where !parser.isExpression: [.operator]
    case .end: [.end]
    case .closing(_, after: .expression): [.operator, .list]
    case .closing(_, after: .predicate), .closing(_, after: .failed): [.end]
    case .closing: [.list]
    case .endOfComparison: [.comparison]
    case .key: [.key]
    case .option, .noOptions: [.options]
    case .comma, .string: [.argument]
    case .variable: [.variable]
    case .predicate: [.predicate]
    case .format, .single, .assignmentTarget, .integerInRange, .limit: []
    }
  }
}
