import Foundation

/// The part of a TextMate grammar that colors texts. Editors read it as JSON.
struct TextMateGrammar: Decodable {
  /// A rule: a token (`match`), a range (`begin` and `end`), or a rule of the repository by its name (`include`).
  struct Rule: Decodable {
    var name: String?
    var match: String?
    var begin: String?
    var end: String?
    var include: String?
    /// The scopes of the beginning and of the end. `0` is the whole match, and the only group.
    var beginCaptures: [String: Rule]?
    var endCaptures: [String: Rule]?
    var patterns: [Rule]?
  }

  let scopeName: String
  var patterns: [Rule]
  let repository: [String: Rule]
}

/// Applies a TextMate grammar to a text, line by line, as editors do. Patterns are those of Foundation.
final class TextMateTokenizer {
  typealias Rule = TextMateGrammar.Rule

  /// A part of a text with its scopes, from the outermost to the innermost. Positions count UTF-16 units.
  struct Piece {
    let range: Range<Int>
    let scopes: [String]
  }

  /// A rule that is neither a token nor a range, or that includes a rule that the grammar does not have.
  struct InvalidGrammar: Error, CustomStringConvertible {
    let description: String
  }

  /// A range that has begun.
  private struct Open {
    let rule: Rule
    /// The scopes of the text in the range.
    let scopes: [String]
    let candidates: [Rule]
  }

  private let grammar: TextMateGrammar
  private var compiled: [String: NSRegularExpression] = [:]

  // The text.
  private var line = ""
  private var lineStart = 0
  private var position = 0
  /// The next match of each pattern in the line.
  private var found: [String: NSTextCheckingResult?] = [:]
  private var open: [Open] = []
  private var pieces: [Piece] = []

  init(_ grammar: TextMateGrammar) { self.grammar = grammar }

  /// Returns the parts of a text, in order and without gaps.
  func pieces(of text: String) throws -> [Piece] {
    open = [Open(rule: Rule(), scopes: [grammar.scopeName], candidates: try candidates(grammar.patterns))]
    (pieces, lineStart) = ([], 0)
    for unit in text.utf16.split(separator: UInt16(UInt8(ascii: "\n")), omittingEmptySubsequences: false) {
      line = String(decoding: unit, as: UTF16.self) + "\n"
      (position, found) = (0, [:])
      while position < unit.count + 1 { try step() }
      lineStart += unit.count + 1
    }
    return pieces
  }

  // MARK: Matching

  /// Applies the rule that matches first. If several match at the same position, the end of the range comes first, and then the
  /// order of the rules decides.
  private func step() throws {
    guard let top = open.last else { return }
    var best = try top.rule.end.flatMap(match)
    var chosen: Rule?
    for rule in top.candidates {
      guard let pattern = rule.match ?? rule.begin, let match = try match(pattern) else { continue }
      if let best, best.range.location <= match.range.location { continue }
      (best, chosen) = (match, rule)
    }
    guard let best else { return add(upTo: line.utf16.count, top.scopes) }
    add(upTo: best.range.location, top.scopes)
    guard let chosen else {
      add(upTo: best.range.upperBound, top.scopes + Self.whole(top.rule.endCaptures))
      open.removeLast()
      return
    }
    let scopes = top.scopes + [chosen.name].compactMap(\.self)
    add(upTo: best.range.upperBound, scopes + Self.whole(chosen.beginCaptures))
    if chosen.begin != nil {
      open.append(Open(rule: chosen, scopes: scopes, candidates: try candidates(chosen.patterns ?? [])))
    }
  }

  private static func whole(_ captures: [String: Rule]?) -> [String] { [captures?["0"]?.name].compactMap(\.self) }

  /// Returns the next match of a pattern at the position or after it.
  private func match(_ pattern: String) throws -> NSTextCheckingResult? {
    if let known = found[pattern], known.map({ $0.range.location >= position }) ?? true { return known }
    let expression = try compiled[pattern] ?? NSRegularExpression(pattern: pattern)
    compiled[pattern] = expression
    let range = NSRange(location: position, length: line.utf16.count - position)
    let match = expression.firstMatch(
      in: line, options: [.withTransparentBounds, .withoutAnchoringBounds], range: range)
    found[pattern] = .some(match)
    return match
  }

  private func add(upTo end: Int, _ scopes: [String]) {
    guard end > position else { return }
    pieces.append(Piece(range: (lineStart + position)..<(lineStart + end), scopes: scopes))
    position = end
  }

  /// Returns the tokens and ranges of a list, with those that it includes.
  private func candidates(_ rules: [Rule]) throws -> [Rule] {
    try rules.map { rule in
      let found = rule.include.map { grammar.repository[String($0.dropFirst())] } ?? rule
      guard let found, found.match != nil || (found.begin != nil && found.end != nil) else {
        throw InvalidGrammar(description: "\(grammar.scopeName) has an incomplete rule: \(rule)")
      }
      return found
    }
  }
}
