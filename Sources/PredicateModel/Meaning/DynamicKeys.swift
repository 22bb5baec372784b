import PredicateSyntax

/// Reads keys of values whose types are known only when they are there: untyped rows, constants, variables.
///
/// As key-value coding reads them, with the rules of the design: nil gives nil, an absent key of a record gives nil, a
/// collection gives the list of what its elements give (flattened, nil kept), `@op` makes one value of what follows.
package struct DynamicKeys: Sendable {
  /// How a key of an object of the program's is read, where the engine can.
  package typealias ObjectReader = @Sendable (FormatObject, String) throws(EvaluationFault) -> FormatValue

  private let readObject: ObjectReader?

  package init(readObject: ObjectReader? = nil) { self.readObject = readObject }

  /// The value of the keys, read one after the other.
  package func read(_ keys: ArraySlice<String>, of value: FormatValue) throws(EvaluationFault) -> FormatValue {
    guard let key = keys.first else { return value.settled }
    let rest = keys.dropFirst()
    if key == "self" || key == "SELF" {
      // The object itself, unless a row has a key of that name.
      if case .record(let fields) = value, let field = fields[key] { return try read(rest, of: field) }
      return try read(rest, of: value)
    }
    switch value {
    case .object(let object):
      guard let readObject else { break }
      return try read(rest, of: readObject(object, key))
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
      // An operator takes what all the elements give, not what each does.
      guard let operation = keys.firstIndex(where: { $0.namesCollectionOperator }) else {
        return .list(try values(keys, of: elements))
      }
      let below = operation == keys.startIndex ? elements : try values(keys[..<operation], of: elements)
      return try reduce(keys[operation], keys[(operation + 1)...], below)
    case .string(let text) where key == "length":
      return try read(rest, of: .integer(Int64(text.utf16.count)))
    default: break
    }
    if key.namesCollectionOperator {
      throw EvaluationFault(.notACollection(of: key, found: value.valueType.description))
    }
    throw EvaluationFault(.unknownKey(key, type: value.valueType.description, nearest: nil))
  }

  /// What the keys give of each element; collections among that are flattened.
  private func values(
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

  private func reduce(
    _ name: String, _ rest: ArraySlice<String>, _ elements: [FormatValue]
  ) throws(EvaluationFault) -> FormatValue {
    if let union = CollectionUnion.operators[name] {
      guard !rest.isEmpty else { throw EvaluationFault(.missingOperand(name)) }
      let end = rest.firstIndex { $0.namesCollectionOperator } ?? rest.endIndex
      let found = try values(rest[..<end], of: elements)
      return try read(rest[end...], of: .list(union == .distinct ? ValueOrder.distinct(found) : found))
    }
    guard let kind = Reduction.collectionOperators[name] else {
      throw EvaluationFault(.unknownCollectionOperator(name, nearest: Reduction.nearestOperator(to: name)))
    }
    let reduction = Reduction(kind: kind, isCollectionOperator: true, name: name)
    if kind == .count { return .integer(Int64(elements.count)) }
    guard !rest.isEmpty else { throw EvaluationFault(.missingOperand(name)) }
    var state = ReductionState(reduction)
    for value in try values(rest, of: elements) { try state.add(value) }
    return try state.result()
  }
}
