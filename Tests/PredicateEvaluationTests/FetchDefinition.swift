import PredicateFormat
import PredicateModel

/// What a fetch request means, written as plainly as it can be: every value is read, everything is sorted, groups are found
/// by comparing with each other. The engine must give the same.
struct FetchDefinition {
  /// The objects, as records by key.
  let objects: [[String: FormatValue]]

  /// The value at a key path; nil where something on the way is nil.
  static func value(_ object: [String: FormatValue], _ keyPath: String) -> FormatValue {
    var value = FormatValue.record(object)
    for key in keyPath.split(separator: ".") {
      guard case .record(let fields) = value else { return .null }
      value = fields[String(key)] ?? .null
    }
    return value.settled
  }

  /// Below, at or above 0; nil is the least.
  static func order(_ left: FormatValue, _ right: FormatValue, _ comparison: SortComparison = .default) -> Int {
    switch (left, right) {
    case (.null, .null): return 0
    case (.null, _): return -1
    case (_, .null): return 1
    case (.string(let left), .string(let right)):
      let options: StringOptions = comparison == .caseInsensitive ? .caseInsensitive : []
      let (l, r) = (left.folded(options).unicodeScalars, right.folded(options).unicodeScalars)
      return l.elementsEqual(r) ? 0 : l.lexicographicallyPrecedes(r) ? -1 : 1
    default: return ValueOrder.order(left, right) ?? 0
    }
  }

  /// Places in the order of columns of values; equal ones as they stood.
  private static func ordered(_ count: Int, _ columns: [(values: [FormatValue], key: SortKey)]) -> [Int] {
    (0..<count).sorted { left, right in
      for (values, key) in columns {
        let order = order(values[left], values[right], key.comparison)
        if order != 0 { return key.isAscending ? order < 0 : order > 0 }
      }
      return left < right
    }
  }

  private static func page<Item>(_ items: [Item], _ request: PredicateFetchRequest) -> [Item] {
    Array(items.dropFirst(request.offset).prefix(request.limit ?? .max))
  }

  /// The positions of the objects of a request.
  func positions(_ request: PredicateFetchRequest, where test: ([String: FormatValue]) -> Bool) -> [Int] {
    let selected = objects.indices.filter { test(objects[$0]) }
    let columns = request.sortKeys.map { key in (selected.map { Self.value(objects[$0], key.keyPath) }, key) }
    return Self.page(Self.ordered(selected.count, columns).map { selected[$0] }, request)
  }

  /// An aggregate that a row holds.
  struct Aggregate {
    var kind: Reduction.Kind
    var keyPath: String
  }

  /// The rows of groups of the objects, or, where `aggregates` is empty, the distinct rows; columns by their names.
  func rows(
    _ request: PredicateFetchRequest, keys: [String], aggregates: [String: Aggregate],
    where test: ([String: FormatValue]) -> Bool, having: ([String: FormatValue]) -> Bool = { _ in true }
  ) throws -> [[String: FormatValue]] {
    var groups: [(keys: [FormatValue], objects: [[String: FormatValue]])] = []
    for object in objects where test(object) {
      let values = keys.map { Self.value(object, $0) }
      let place = groups.firstIndex { group in zip(group.keys, values).allSatisfy { languageEqual($0, $1) } }
      if let place {
        groups[place].objects.append(object)
      } else {
        groups.append((values, [object]))
      }
    }
    if keys.isEmpty, groups.isEmpty { groups = [([], [])] }
    var rows: [[String: FormatValue]] = []
    for group in groups {
      var row = Dictionary(uniqueKeysWithValues: zip(keys, group.keys))
      for (name, aggregate) in aggregates {
        var state = ReductionState(Reduction(kind: aggregate.kind, isCollectionOperator: false, name: name))
        for object in group.objects { try state.add(Self.value(object, aggregate.keyPath)) }
        row[name] = (try? state.result()) ?? .null
      }
      if having(row) { rows.append(row) }
    }
    let order = request.sortKeys + keys.map { .ascending($0) }
    let columns = order.map { key in (rows.map { $0[key.keyPath] ?? .null }, key) }
    return Self.page(Self.ordered(rows.count, columns).map { rows[$0] }, request)
  }
}
