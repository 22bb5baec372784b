import Foundation
import CocoaPredicates

/// A token in the search field, suggested while the user types.
struct TalkToken: Hashable {
  enum Kind: String {
    case year, track, focus, state
  }

  let kind: Kind
  let text: String

  init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  var predicate: NSPredicate {
    switch kind {
    case .year:
      return NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: "event.year"),
        rightExpression: NSExpression(forConstantValue: Int(text) ?? 0),
        modifier: .direct, type: .equalTo, options: [])
    case .track:
      return NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: "track.name"),
        rightExpression: NSExpression(forConstantValue: text),
        modifier: .direct, type: .contains, options: [.caseInsensitive, .diacriticInsensitive])
    case .focus:
      return NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: "focuses.name"),
        rightExpression: NSExpression(forConstantValue: text),
        modifier: .any, type: .equalTo, options: [])
    case .state:
      return text == "watched"
        ? NSPredicate(format: "ANY progresses.relativePosition >= %@", NSNumber(value: 0.97))
        : NSPredicate(format: "NONE progresses.relativePosition >= %@", NSNumber(value: 0.97))
    }
  }
}

struct TalkTokenQuery {
  var tokens: [TalkToken]
  var text: String

  /// Tokens of one kind widen the result, different kinds narrow it.
  var predicate: NSPredicate {
    var kinds: [TalkToken.Kind] = []
    for token in tokens where !kinds.contains(token.kind) {
      kinds.append(token.kind)
    }
    var parts = kinds.map { kind -> NSPredicate in
      let alternatives = tokens.filter { $0.kind == kind }.map { $0.predicate }
      return alternatives.count == 1 ? alternatives[0] : NSCompoundPredicate(orPredicateWithSubpredicates: alternatives)
    }
    let words = text.split(separator: " ").map(String.init)
    parts += words.map { NSPredicate(format: "title CONTAINS[cd] %@ OR summary CONTAINS[cd] %@", $0, $0) }
    return parts.isEmpty ? NSPredicate(value: true) : NSCompoundPredicate(andPredicateWithSubpredicates: parts)
  }

  /// The inverse direction: which tokens does a saved predicate contain?
  static func parse(_ predicate: NSPredicate) -> [TalkToken] {
    if let compound = predicate as? NSCompoundPredicate {
      return compound.subpredicates.compactMap { $0 as? NSPredicate }.flatMap { parse($0) }
    }
    guard let comparison = predicate as? NSComparisonPredicate,
      comparison.leftExpression.expressionType == .keyPath,
      comparison.rightExpression.expressionType == .constantValue
    else {
      return []
    }
    switch (comparison.leftExpression.keyPath, comparison.predicateOperatorType) {
    case ("event.year", .equalTo):
      return (comparison.rightExpression.constantValue as? Int).map { [TalkToken(.year, String($0))] } ?? []
    case ("track.name", .contains):
      return (comparison.rightExpression.constantValue as? String).map { [TalkToken(.track, $0)] } ?? []
    case ("focuses.name", .equalTo) where comparison.comparisonPredicateModifier == .any:
      return (comparison.rightExpression.constantValue as? String).map { [TalkToken(.focus, $0)] } ?? []
    default:
      return []
    }
  }
}

enum TalkTokenSuggestions {
  static func suggestions(for prefix: String, among tokens: [TalkToken]) -> [TalkToken] {
    let predicate = NSPredicate(block: { candidate, _ in
      guard let token = candidate as? TalkToken else { return false }
      return token.text.lowercased().hasPrefix(prefix.lowercased())
    })
    return (tokens as NSArray).filtered(using: predicate).compactMap { $0 as? TalkToken }
  }
}

enum TalkTokensAnswers {
  static func answers() -> [String] {
    let year = TalkToken(.year, "2024")
    let otherYear = TalkToken(.year, "2023")
    let tools = TalkToken(.track, "tools")
    let design = TalkToken(.track, "design")
    let watch = TalkToken(.focus, "Watch")
    let watched = TalkToken(.state, "watched")
    let unwatched = TalkToken(.state, "unwatched")
    let queries: [(String, TalkTokenQuery)] = [
      ("year", TalkTokenQuery(tokens: [year], text: "")),
      ("year and tracks", TalkTokenQuery(tokens: [year, tools, design], text: "")),
      ("years, watch", TalkTokenQuery(tokens: [year, otherYear, watch], text: "")),
      ("watched", TalkTokenQuery(tokens: [watched], text: "")),
      ("unwatched", TalkTokenQuery(tokens: [unwatched, otherYear], text: "")),
      ("text", TalkTokenQuery(tokens: [], text: "big  PROJECTS")),
      ("token and text", TalkTokenQuery(tokens: [watch], text: "data")),
      ("empty", TalkTokenQuery(tokens: [], text: "  ")),
    ]
    var lines = queries.map { TalkStore.line($0.0, $0.1.predicate) }
    let saved = queries[2].1.predicate
    lines.append(
      "saved: " + TalkTokenQuery.parse(saved).map { "\($0.kind.rawValue)=\($0.text)" }.joined(separator: " "))
    lines.append("round trip: \(TalkTokenQuery(tokens: TalkTokenQuery.parse(saved), text: "").predicate == saved)")
    lines.append(saved.predicateFormat)
    lines.append("description: \(tools.predicate)")
    let found = TalkTokenSuggestions.suggestions(for: "W", among: [year, tools, watch, design, watched])
    lines.append("suggestions: " + found.map { $0.text }.joined(separator: ", "))
    return lines
  }
}
