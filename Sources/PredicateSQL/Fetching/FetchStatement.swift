import PredicateSemantics
import PredicateSyntax

/// The translation of a whole fetch request into a statement.
struct FetchStatement {
  let fetch: ResolvedFetch
  let result: SQLFetchResult
  let translator: SQLTranslator
  var translation: Translation
  /// The selected values, and their columns.
  private var selected: [SQL] = []
  private(set) var columns: [SQLResultColumn] = []
  /// The text of the part that is being translated, which the positions of its errors refer to.
  private(set) var source: WrittenText = ""

  private var table: DialectTable { translator.dialect.table }

  init(_ fetch: ResolvedFetch, _ result: SQLFetchResult, _ translator: SQLTranslator, _ translation: Translation) {
    self.fetch = fetch
    self.result = result
    self.translator = translator
    self.translation = translation
  }

  /// Returns the whole statement.
  mutating func query() throws(Refusal) -> Query {
    switch fetch.shape {
    case .objects, .rows: try ofObjects()
    case .distinctRows: try ofDistinctRows()
    case .groups: try ofGroups()
    }
  }

  // MARK: Shapes

  /// Returns `SELECT … FROM … WHERE … ORDER BY … LIMIT …`.
  private mutating func ofObjects() throws(Refusal) -> Query {
    if result == .count { return try count(translation.query([])) }
    // The attributes of an object contain a key of several columns.
    if fetch.shape == .objects, result != .objects || translator.entity.keyAttributes.isEmpty { try selectObject() }
    if result == .objects {
      for attribute in translator.entity.attributes { select(try value(attribute), as: attribute.name) }
    }
    for column in fetch.columns { select(try value(of: column), as: column.name) }
    var sorted: [(key: SortKey, value: SQLValue)] = []
    // Constants do not affect the order, and engines read some of them as column numbers.
    for key in fetch.order where key.value.constant == nil { sorted.append((key.key, try value(key.value))) }
    let ties = try translator.primaryKeyOrder(&translation)
    let keys = try translation.lowering.order(sorted, thenBy: ties, limit: fetch.limit)
    return try ordered(translation.query(selected), keys)
  }

  /// Returns `SELECT … FROM (SELECT DISTINCT …) AS g ORDER BY … LIMIT …`.
  private mutating func ofDistinctRows() throws(Refusal) -> Query {
    var inner = GroupColumns()
    var values: [SQLValue] = []
    for column in fetch.columns {
      let value = try value(of: column)
      values.append(inner.add(value, as: translation.lowering.key(value, ofGroups: true)))
    }
    var query = translation.query(inner.selected)
    query.isDistinct = true
    return try outer(query, values, keys: values, condition: .always)
  }

  /// Returns `SELECT … FROM (SELECT … GROUP BY …) AS g WHERE … ORDER BY … LIMIT …`.
  private mutating func ofGroups() throws(Refusal) -> Query {
    let keys = try translation.lowering.group(by: fetch.groupKeys)
    var values: [SQLValue] = []
    for column in fetch.columns { values.append(try value(of: column)) }
    var ties: [SQLValue] = []
    for key in fetch.groupKeys { ties.append(try value(key)) }
    var condition = SQLCondition.always
    if let having = fetch.having {
      source = fetch.havingSource
      condition = try translation.lowering.condition(having, is: true)
      if case .constant(false) = condition {
        translation.lowering.note(.never, "having is false for every group, so the statement finds none", at: .none)
      }
      source = ""
    }
    var selected = translation.lowering.groups?.selected ?? []
    // Without keys and aggregates there is still one group.
    if selected.isEmpty { selected = ["COUNT(*) AS c0"] }
    var query = translation.query(selected)
    query.groups = keys
    return try outer(query, values, keys: ties, condition: condition)
  }

  /// Returns the query around an inner query of groups or distinct rows. The values `ties` order rows with equal sort keys.
  private mutating func outer(
    _ inner: Query, _ values: [SQLValue], keys ties: [SQLValue], condition: SQLCondition
  ) throws(Refusal) -> Query {
    for (value, column) in zip(values, fetch.columns) { select(value, as: column.name) }
    var query = Query(columns: selected, source: translation.source(inner, as: GroupColumns.alias))
    query.condition = condition
    if result == .count { return try count(query) }
    var sorted: [(key: SortKey, value: SQLValue)] = []
    for key in fetch.order {
      let index = fetch.columns.firstIndex { $0.name == key.key.keyPath }
      let value = if let index { values[index] } else { try self.value(key.value) }
      sorted.append((key.key, value))
    }
    var terms: [(value: SQL, term: SQL)] = []
    for value in ties { terms.append((value.sql, try translation.lowering.orderOfTies(value))) }
    query.isOfGroups = fetch.shape == .groups
    return try ordered(query, translation.lowering.order(sorted, thenBy: terms, limit: nil))
  }

  // MARK: Parts

  /// Returns a query with its order and the page.
  private func ordered(_ query: Query, _ keys: [SQL]) throws(Refusal) -> Query {
    var query = query
    query.order = keys
    query.page = try translation.lowering.page(fetch.limit, fetch.offset)
    return query
  }

  /// Returns the number of rows of a query. Only a page needs an inner query.
  private mutating func count(_ query: Query) throws(Refusal) -> Query {
    columns = [SQLResultColumn.count]
    var page = try ordered(query, [])
    guard page.page != nil else { return translator.count(query) }
    page.columns = ["1 AS one"]
    return translator.count(Query(source: translation.source(page, as: "found")))
  }

  private mutating func selectObject() throws(Refusal) {
    for (column, value) in try translator.identifier(&translation) {
      selected.append(value.selected(as: table.alias(column.name, at: columns.count)))
      columns.append(column)
    }
  }

  private mutating func select(_ value: SQLValue, as name: String) {
    selected.append(value.sql.selected(as: table.alias(name, at: columns.count)))
    columns.append(SQLResultColumn(name, value.attributeType(in: translator.model), isNullable: value.isNullable))
  }

  /// Returns the value of an expression.
  private mutating func value(_ expression: ResolvedExpression) throws(Refusal) -> SQLValue {
    if expression.constant?.isNull == true { return SQLValue(.null, .text, isNullable: true) }
    return translation.lowering.withoutNaN(try translation.lowering.value(expression))
  }

  private mutating func value(of column: ResolvedColumn) throws(Refusal) -> SQLValue {
    source = column.source
    let value = try value(column.value)
    source = ""
    return value
  }

  private mutating func value(_ attribute: PredicateModel.Attribute) throws(Refusal) -> SQLValue {
    let type = attribute.type.valueType
    let step = ResolvedStep(key: attribute.name, type: type, isNullable: true)
    return try value(
      ResolvedExpression(.path(ResolvedPath(scope: 0, steps: [step])), type: type, isNullable: true, range: .none))
  }
}
