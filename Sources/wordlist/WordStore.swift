import Foundation
import PredicateFormat

/// A store that contains the words and answers questions about them, in memory or in a SQL database.
protocol WordStore {
  /// Returns the number of words that match a request.
  func count(_ request: PredicateFetchRequest) throws -> Int
  /// Returns the texts of the words that match a request, in its order.
  func words(_ request: PredicateFetchRequest) throws -> [String]
  /// Returns the letters of the categories that match a request, in its order.
  func categories(_ request: PredicateFetchRequest) throws -> [String]
  /// Returns the value of an expression for the collection of all words.
  func value(_ expression: FormatExpression) throws -> FormatValue
  /// Returns the single value of a request for an aggregate. As in SQL, it is nil if there are no words.
  func aggregate(_ request: PredicateFetchRequest) throws -> FormatValue
}

extension WordStore {
  /// Returns the lines to print for a statistic.
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
