import Foundation
import PredicateFormat

/// Answers questions by running them over the words in memory.
struct MemoryStore {
  let list: WordList

  /// The lines to print for a statistic.
  func lines(_ statistic: Statistic) throws(FormatError) -> [String] {
    let text: String
    switch statistic.question {
    case .count(let request): text = "\(try list.words.count(for: request))"
    case .words(let request): text = try list.words.fetch(request).map(\.text).joined(separator: ",")
    case .wordLines(let request): return ["\(statistic.label):"] + (try list.words.fetch(request).map(\.text))
    case .categories(let request):
      text = try list.categories.fetch(request).map(\.firstLetter).joined(separator: ",")
    case .number(let expression): text = Self.twoDecimals(try expression.value(with: list.words))
    case .row(let request):
      // Of no words an average is nil, as it is in SQL.
      let row = try list.words.fetchRows(request, onFault: .yieldNil).first
      text = Self.twoDecimals(row?.values.first ?? .null)
    }
    return ["\(statistic.label): \(text)"]
  }

  private static func twoDecimals(_ value: FormatValue) -> String {
    guard case .double(let number) = value else { return FormatExpression(.constant(value)).format }
    return String(format: "%.2f", number)
  }
}
