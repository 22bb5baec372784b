import Foundation
@testable import railroad

/// Applies TextMate grammars to a text, line by line, as editors do. Patterns are those of Foundation.
final class TextMateTokenizer {
  typealias Rule = TextMateGrammar.Rule

  /// A part of a text with its scopes, from the outermost to the innermost. Positions count UTF-16 units.
  struct Piece {
    let range: Range<Int>
    let scopes: [String]
  }

  /// A grammar that has no rule for a name, or a rule that is neither a token, a range, a list nor a name.
  struct InvalidGrammar: Error {
    let reason: String
  }

  /// A rule that may match at a position.
  private struct Candidate {
    let rule: Rule
    let scope: String
    let pattern: String
  }

  /// A range that has begun.
  private struct Open {
    let rule: Rule
    /// The grammar of the rule.
    let scope: String
    let end: String
    /// The scopes of the quotes, and of the text between them.
    let scopes: [String]
    let contentScopes: [String]
    let candidates: [Candidate]
  }

  private let grammars: [String: TextMateGrammar]
  private var compiled: [String: NSRegularExpression] = [:]
  /// The rules that an include refers to.
  private var included: [String: [Candidate]] = [:]

  // The text.
  private var line = ""
  private var lineStart = 0
  private var position = 0
  /// The next match of each pattern in the line.
  private var found: [String: NSTextCheckingResult?] = [:]
  private var open: [Open] = []
  private var pieces: [Piece] = []

  init(_ grammars: [TextMateGrammar]) {
    self.grammars = Dictionary(uniqueKeysWithValues: grammars.map { ($0.scopeName, $0) })
  }

  /// Returns the parts of a text, in order and without gaps.
  func pieces(of text: String, in scope: String) throws -> [Piece] {
    let root = Rule(include: scope)
    open = [
      Open(
        rule: root, scope: scope, end: "", scopes: [scope], contentScopes: [scope],
        candidates: try candidates(of: root, in: scope))
    ]
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
    var best = top.end.isEmpty ? nil : try match(top.end)
    var chosen: Candidate?
    for candidate in top.candidates {
      guard let match = try match(candidate.pattern) else { continue }
      if let best, best.range.location <= match.range.location { continue }
      (best, chosen) = (match, candidate)
    }
    guard let best else { return add(upTo: line.utf16.count, top.contentScopes) }
    add(upTo: best.range.location, top.contentScopes)
    if let chosen {
      begin(chosen, best, within: top)
      if chosen.rule.begin != nil { try push(chosen, best, within: top) }
    } else {
      add(best, top.rule.endCaptures, top.scopes)
      open.removeLast()
    }
  }

  private func begin(_ chosen: Candidate, _ match: NSTextCheckingResult, within top: Open) {
    let scopes = top.contentScopes + [chosen.rule.name].compactMap(\.self)
    add(match, chosen.rule.begin == nil ? chosen.rule.captures : chosen.rule.beginCaptures, scopes)
  }

  private func push(_ chosen: Candidate, _ match: NSTextCheckingResult, within top: Open) throws {
    let scopes = top.contentScopes + [chosen.rule.name].compactMap(\.self)
    var end = chosen.rule.end ?? ""
    // The end may name a group of the beginning.
    for group in 1..<max(1, match.numberOfRanges) {
      end = end.replacingOccurrences(
        of: "\\\(group)", with: NSRegularExpression.escapedPattern(for: text(match.range(at: group))))
    }
    open.append(
      Open(
        rule: chosen.rule, scope: chosen.scope, end: end, scopes: scopes,
        contentScopes: scopes + [chosen.rule.contentName].compactMap(\.self),
        candidates: try (chosen.rule.patterns ?? []).flatMap { try candidates(of: $0, in: chosen.scope) }))
  }

  private func text(_ range: NSRange) -> String {
    range.location == NSNotFound ? "" : (line as NSString).substring(with: range)
  }

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

  // MARK: Parts

  private func add(upTo end: Int, _ scopes: [String]) {
    guard end > position else { return }
    pieces.append(Piece(range: (lineStart + position)..<(lineStart + end), scopes: scopes))
    position = end
  }

  /// Adds the text of a match, with the scopes of its groups.
  private func add(_ match: NSTextCheckingResult, _ captures: [String: Rule]?, _ scopes: [String]) {
    let whole = scopes + [captures?["0"]?.name].compactMap(\.self)
    for group in 1..<max(1, match.numberOfRanges) {
      guard let scope = captures?["\(group)"]?.name, match.range(at: group).location != NSNotFound else { continue }
      add(upTo: match.range(at: group).location, whole)
      add(upTo: match.range(at: group).upperBound, whole + [scope])
    }
    add(upTo: match.range.upperBound, whole)
  }

  // MARK: Rules

  /// Returns the tokens and ranges of a rule, with those that it includes.
  private func candidates(of rule: Rule, in scope: String) throws -> [Candidate] {
    if let pattern = rule.match ?? rule.begin { return [Candidate(rule: rule, scope: scope, pattern: pattern)] }
    if let patterns = rule.patterns { return try patterns.flatMap { try candidates(of: $0, in: scope) } }
    guard let name = rule.include else { throw InvalidGrammar(reason: "a rule of \(scope) is empty") }
    let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let other = parts[0].isEmpty ? scope : parts[0]
    let key = parts.count > 1 ? "\(other)#\(parts[1])" : other
    if let known = included[key] { return known }
    guard let grammar = grammars[other] else { throw InvalidGrammar(reason: "\(scope) includes \(name)") }
    var rules = grammar.patterns
    if parts.count > 1 {
      guard let named = grammar.repository[parts[1]] else { throw InvalidGrammar(reason: "\(scope) includes \(name)") }
      rules = [named]
    }
    let all = try rules.flatMap { try candidates(of: $0, in: other) }
    included[key] = all
    return all
  }
}
