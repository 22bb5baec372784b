import PredicateSyntax

/// Reads keys of values whose types are known only when they are there: untyped rows, constants, variables.
///
/// As key-value coding reads them, with the rules of the design: nil gives nil, an absent key of a record gives nil, a
/// collection gives the list of what its elements give (flattened, nil kept), `@op` makes one value of what follows.
package enum DynamicKeys {
  package static func read(_ keys: ArraySlice<String>, of value: FormatValue) throws(EvaluationFault) -> FormatValue {
    guard let key = keys.first else { return value.settled }
    let rest = keys.dropFirst()
    if key == "self" || key == "SELF" { return try read(rest, of: value) }
    switch value {
    case .null: return .null
    case .record(let fields):
      if let field = fields[key] { return try read(rest, of: field) }
      // A record is a dictionary too: its count and its keys and values.
      switch key {
      case "@count": return .integer(Int64(fields.count))
      case "@allKeys": return try read(rest, of: .list(fields.keys.sorted().map(FormatValue.string)))
      case "@allValues": return try read(rest, of: .list(fields.sorted { $0.key < $1.key }.map(\.value)))
      default: return .null
      }
    case .list(let elements), .set(let elements):
      if key.hasPrefix("@") { return try reduce(key, rest, elements) }
      return .list(try values(keys, of: elements))
    case .string(let text) where key == "length":
      return try read(rest, of: .integer(Int64(text.utf16.count)))
    default:
      throw EvaluationFault(.unknownKey(key, type: value.valueType.description, nearest: nil))
    }
  }

  /// What the keys give of each element; collections among that are flattened.
  private static func values(
    _ keys: ArraySlice<String>, of elements: [FormatValue]
  ) throws(EvaluationFault) -> [FormatValue] {
    var result: [FormatValue] = []
    for element in elements {
      switch try read(keys, of: element) {
      case .list(let inner), .set(let inner): result += inner
      case let value: result.append(value)
      }
    }
    return result
  }

  private static func reduce(
    _ name: String, _ rest: ArraySlice<String>, _ elements: [FormatValue]
  ) throws(EvaluationFault) -> FormatValue {
    guard let kind = Reduction.collectionOperators[name] else {
      let nearest = nearestWord(to: name, among: Reduction.collectionOperators.keys.sorted())
      throw EvaluationFault(.unknownCollectionOperator(name, nearest: nearest))
    }
    let reduction = Reduction(kind: kind, isCollectionOperator: true, name: name)
    if kind == .count { return .integer(Int64(elements.count)) }
    guard !rest.isEmpty else { throw EvaluationFault(.missingOperand(name)) }
    var state = ReductionState(reduction)
    for value in try values(rest, of: elements) { try state.add(value) }
    return try state.result()
  }
}
