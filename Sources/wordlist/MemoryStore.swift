import PredicateFormat

/// A store that evaluates questions over the words in memory.
struct MemoryStore: WordStore {
  let list: WordList

  func count(_ request: PredicateFetchRequest) throws -> Int { try list.words.fetchCount(request) }

  func words(_ request: PredicateFetchRequest) throws -> [String] { try list.words.fetchAll(request).map(\.text) }

  func categories(_ request: PredicateFetchRequest) throws -> [String] {
    try list.categories.fetchAll(request).map(\.firstLetter)
  }

  func value(_ expression: FormatExpression) throws -> FormatValue { try expression.value(with: list.words) }

  func aggregate(_ request: PredicateFetchRequest) throws -> FormatValue {
    try list.words.queryAttributes(request, options: EvaluationOptions(onError: .yieldNil)).first?.values.first ?? .null
  }
}
