import Foundation
import CocoaPredicates

/// One row of the custom filter editor: field, match and value.
struct WireFilterRule: Hashable {
  enum Field: String, CaseIterable {
    case url
    case host
    case method = "httpMethod"
    case statusCode
    case errorCode
    case contentType = "responseContentType"

    var isNumeric: Bool {
      return self == .statusCode || self == .errorCode
    }
  }

  enum Match: CaseIterable {
    case equal, notEqual
    case contains, notContains
    case beginsWith
    case endsWith
    case regex
    case wildcard
  }

  var field: Field
  var match: Match
  var value: String
  var isEnabled = true

  func makePredicate() -> NSPredicate? {
    guard isEnabled, !value.isEmpty else { return nil }
    if field.isNumeric {
      return numericPredicate()
    }
    let key = field.rawValue
    switch match {
    case .equal:
      return comparison(.equalTo)
    case .notEqual:
      return NSCompoundPredicate(notPredicateWithSubpredicate: comparison(.equalTo))
    case .contains:
      return NSPredicate(format: "%K CONTAINS[c] %@", key, value)
    case .notContains:
      return NSPredicate(format: "NOT (%K CONTAINS[c] %@)", key, value)
    case .beginsWith:
      return NSPredicate(format: "\(key) BEGINSWITH[c] %@", value)
    case .endsWith:
      return comparison(.endsWith)
    case .regex:
      return NSPredicate(format: "%K MATCHES %@", argumentArray: [key, value])
    case .wildcard:
      return comparison(.like)
    }
  }

  private func numericPredicate() -> NSPredicate? {
    guard let number = Int(value) else { return nil }
    switch match {
    case .equal: return NSPredicate(format: "%K == %i", field.rawValue, number)
    case .notEqual: return NSPredicate(format: "%K != %i", field.rawValue, number)
    default: return nil
    }
  }

  private func comparison(_ type: NSComparisonPredicate.Operator) -> NSComparisonPredicate {
    return NSComparisonPredicate(wireKey: field.rawValue, type, value, options: [.caseInsensitive])
  }
}

extension NSComparisonPredicate {
  convenience init(
    wireKey key: String, _ type: NSComparisonPredicate.Operator, _ value: Any?,
    options: NSComparisonPredicate.Options = []
  ) {
    self.init(
      leftExpression: NSExpression(forKeyPath: key),
      rightExpression: NSExpression(forConstantValue: value),
      modifier: .direct,
      type: type,
      options: options
    )
  }
}

struct WireFilterSet {
  enum Join {
    case all, any
  }

  var join: Join = .all
  var rules: [WireFilterRule] = []

  func predicate() -> NSPredicate? {
    let parts = rules.compactMap { $0.makePredicate() }
    guard !parts.isEmpty else { return nil }
    switch join {
    case .all: return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    case .any: return NSCompoundPredicate(orPredicateWithSubpredicates: parts)
    }
  }
}

enum WireFilterRulesAnswers {
  static func answers() -> [String] {
    let log = WireFixture.log()
    let rules: [(String, WireFilterRule)] = [
      ("host equals", WireFilterRule(field: .host, match: .equal, value: "CDN.example.com")),
      ("method differs", WireFilterRule(field: .method, match: .notEqual, value: "get")),
      ("url contains", WireFilterRule(field: .url, match: .contains, value: "USERS")),
      ("type without json", WireFilterRule(field: .contentType, match: .notContains, value: "json")),
      ("insecure", WireFilterRule(field: .url, match: .beginsWith, value: "HTTP:")),
      ("jpeg", WireFilterRule(field: .url, match: .endsWith, value: ".jpg")),
      ("user paths", WireFilterRule(field: .url, match: .regex, value: #".*/users/\d+"#)),
      ("versions", WireFilterRule(field: .url, match: .wildcard, value: "https://api.*/v?/u*")),
      ("status 200", WireFilterRule(field: .statusCode, match: .equal, value: "200")),
      ("error", WireFilterRule(field: .errorCode, match: .notEqual, value: "0")),
    ]
    var lines = rules.map { label, rule in
      rule.makePredicate().map { WireQuery.tasks(label, $0, log) } ?? "\(label): none"
    }

    let bad = WireFilterRule(field: .statusCode, match: .equal, value: "many")
    lines.append("bad number: \(bad.makePredicate() == nil ? "ignored" : "used")")
    let off = WireFilterRule(field: .host, match: .contains, value: "x", isEnabled: false)
    var set = WireFilterSet(join: .all, rules: [bad, off])
    lines.append("empty set: \(set.predicate()?.predicateFormat ?? "nil")")

    set.rules = [rules[2].1, rules[8].1]
    if let predicate = set.predicate() {
      lines.append(WireQuery.tasks("all", predicate, log))
      lines.append(predicate.predicateFormat)
    }
    set.join = .any
    if let predicate = set.predicate() {
      lines.append(WireQuery.tasks("any", predicate, log))
    }
    return lines
  }
}
