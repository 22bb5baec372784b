import Foundation
import PredicateFormat

/// What keeps the words and answers questions about them: in memory, or as SQL in a database.
protocol WordStore {
  /// How many words a request is for.
  func count(_ request: PredicateFetchRequest) throws -> Int
  /// The texts of the words that a request is for, in its order.
  func words(_ request: PredicateFetchRequest) throws -> [String]
  /// The letters of the categories that a request is for, in its order.
  func categories(_ request: PredicateFetchRequest) throws -> [String]
  /// What an expression gives of the collection of all words.
  func value(_ expression: FormatExpression) throws -> FormatValue
  /// The only value of the row that a request for an aggregate makes; nil of no words, as it is in SQL.
  func aggregate(_ request: PredicateFetchRequest) throws -> FormatValue
}

extension WordStore {
  /// The lines to print for a statistic.
  func lines(_ statistic: Statistic) throws -> [String] {
    let text: String
    switch statistic.question {
    case .count(let request): text = "\(try count(request))"
    case .words(let request): text = try words(request).joined(separator: ",")
    case .wordLines(let request): return ["\(statistic.label):"] + (try words(request))
    case .categories(let request): text = try categories(request).joined(separator: ",")
    case .number(let expression): text = twoDecimals(try value(expression))
    case .row(let request): text = twoDecimals(try aggregate(request))
    }
    return ["\(statistic.label): \(text)"]
  }
}

private func twoDecimals(_ value: FormatValue) -> String {
  guard case .double(let number) = value else { return FormatExpression(.constant(value)).format }
  return String(format: "%.2f", number)
}
