import PredicateSemantics
import PredicateSyntax

// Requests with sort keys, groups and properties.

extension CellPlan {
  /// Returns the request with the keys of the rows. Its properties that are columns stay text, as do its group keys. What sorts
  /// its groups and rows is added to them.
  package mutating func rewrite(_ request: PredicateFetchRequest) -> PredicateFetchRequest {
    var read = request
    read.predicate = request.predicate.map { rewrite($0) }
    let makesOwnRows = !request.groupKeys.isEmpty || request.isDistinct
    var order: Set<CellReading> = []
    read.properties = []
    for property in request.properties {
      var copy = property
      if let column = column(of: property.expression) {
        if makesOwnRows, request.groupKeys.isEmpty, let reading = sorting(column, warns: false) {
          if order.insert(reading).inserted { read.properties.append(.reading(reading)) }
        }
      } else {
        copy.expression = rewrite(property.expression, .nothing)
      }
      read.properties.append(copy)
    }
    read.groupKeys = []
    for key in request.groupKeys {
      if let column = column(of: request.expression(ofGroupKey: key)), let reading = sorting(column, warns: false) {
        if order.insert(reading).inserted { read.groupKeys.append(reading.key) }
      }
      read.groupKeys.append(key)
    }
    for (index, key) in request.sortKeys.enumerated() where key.comparison == .default {
      let property = request.properties.first { $0.name == key.keyPath }
      let sorted = property?.expression ?? .keyPath(key.keyPath)
      if let column = column(of: sorted) {
        guard let reading = sorting(column, warns: true) else { continue }
        read.sortKeys[index].keyPath = reading.key
        if makesOwnRows, order.insert(reading).inserted { add(reading, to: &read) }
      } else if let property, request.groupKeys.isEmpty, let reading = sorting(property) {
        read.sortKeys[index].keyPath = reading.name
        if !read.properties.contains(where: { $0.name == reading.name }) { read.properties.append(reading) }
      }
    }
    if let having = request.having {
      for property in request.properties { properties[property.name] = property.expression }
      for key in request.groupKeys { properties[key] = request.expression(ofGroupKey: key) }
      read.having = rewrite(having)
      properties = [:]
      for reading in readingsOfGroups.subtracting(order).sorted(by: { $0.key < $1.key }) { add(reading, to: &read) }
      order.formUnion(readingsOfGroups)
      readingsOfGroups = []
    }
    if request.isDistinct, !request.groupKeys.isEmpty {
      let missing = order.filter { reading in !read.properties.contains { $0.name == reading.key } }
      for reading in missing.sorted(by: { $0.key < $1.key }) { read.properties.append(.reading(reading)) }
    }
    return read
  }

  /// Returns the values after which the page of a request begins, each as the column of its sort key is read.
  ///
  /// - Parameter read: A request that `rewrite(_:)` returned.
  /// - Throws: `FormatError` if a value is not of the kind that its column is read as.
  package func after(_ read: PredicateFetchRequest) throws(FormatError) -> [FormatValue] {
    var after = read.after
    for (index, key) in read.sortKeys.enumerated() where after.indices.contains(index) {
      if let reading = readings.first(where: { $0.key == key.keyPath }) {
        after[index] = try reading.comparand(after[index])
      }
    }
    return after
  }

  private func add(_ reading: CellReading, to request: inout PredicateFetchRequest) {
    if request.groupKeys.isEmpty {
      request.properties.append(.reading(reading))
    } else {
      request.groupKeys.append(reading.key)
    }
  }

  /// Returns what sorts the rows by a column, or `nil` if its text does.
  private mutating func sorting(_ column: String, warns: Bool) -> CellReading? {
    guard let kind = kindOfOrder(of: [column], warns: warns) else { return nil }
    let reading = CellReading(column: column, kind: options.declared[column] ?? kind)
    readings.insert(reading)
    return reading
  }

  /// Returns what sorts the rows by a property that is computed from cells, or `nil` if its value does.
  private mutating func sorting(_ property: FetchProperty) -> FetchProperty? {
    let source = source(of: property.expression)
    guard let kind = source.kinds.first ?? kindOfOrder(of: source.columns, warns: true), !source.columns.isEmpty
    else { return nil }
    let name = CellReading(column: property.name, kind: kind).key
    return FetchProperty(name, rewrite(property.expression, .kind(kind)))
  }
}

extension FetchProperty {
  fileprivate static func reading(_ reading: CellReading) -> FetchProperty {
    FetchProperty(reading.key, FormatExpression(.keyPath([.key(.named(reading.key))])))
  }
}
