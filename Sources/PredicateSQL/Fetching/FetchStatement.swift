import PredicateModel
import PredicateSyntax

/// A fetch request on its way into a statement.
struct FetchStatement {
  let fetch: ResolvedFetch
  let result: FetchResult
  let translator: SQLTranslator
  var translation: Translation
  /// What the statement selects, and what that is.
  private var selected: [SQLText] = []
  private(set) var columns: [SQLColumn] = []
  /// Whether the condition on groups is what is being translated, for the text beside its findings.
  private(set) var isInHaving = false

  private var table: DialectTable { translator.dialect.table }

  init(_ fetch: ResolvedFetch, _ result: FetchResult, _ translator: SQLTranslator, _ translation: Translation) {
    self.fetch = fetch
    self.result = result
    self.translator = translator
    self.translation = translation
  }

  /// The text of the whole statement.
  mutating func text() throws(Refusal) -> SQLText {
    let query: SQLText
    switch fetch.shape {
    case .objects, .rows: query = try ofObjects()
    case .distinctRows: query = try ofDistinctRows()
    case .groups: query = try ofGroups()
    }
    if result != .count { return query }
    columns = [SQLColumn("count", .integer64, isNullable: false)]
    return "SELECT COUNT(*) AS \(sql: table.quoted("count")) FROM (\(query)) AS found"
  }

  // MARK: Shapes

  /// `SELECT … FROM … WHERE … ORDER BY … LIMIT …`
  private mutating func ofObjects() throws(Refusal) -> SQLText {
    if result == .count { return "SELECT 1 AS one \(translation.source)\(page())" }
    if fetch.shape == .objects { selectObject() }
    if result == .objects {
      for attribute in translator.entity.attributes { select(try value(attribute), as: attribute.name) }
    }
    for column in fetch.columns { select(try value(column.value), as: column.name) }
    var keys: [SQLText] = []
    // Constants have no order, and engines read some as places of columns.
    for key in fetch.order where key.value.constant == nil { keys.append(try order(key.key, value(key.value))) }
    keys.append(translator.primaryKeyOrder(translation))
    return "SELECT \(list) \(translation.source) ORDER BY \(.joined(keys, by: ", "))\(page())"
  }

  /// `SELECT … FROM (SELECT DISTINCT …) AS g ORDER BY … LIMIT …`
  private mutating func ofDistinctRows() throws(Refusal) -> SQLText {
    var inner = GroupColumns()
    var values: [SQLValue] = []
    for column in fetch.columns {
      let value = try value(column.value)
      values.append(inner.add(value, as: translation.lowering.equalityText(value)))
    }
    let query: SQLText = "SELECT DISTINCT \(.joined(inner.selected, by: ", ")) \(translation.source)"
    return try outer(query, values, keys: values, condition: .always)
  }

  /// `SELECT … FROM (SELECT … GROUP BY …) AS g WHERE … ORDER BY … LIMIT …`
  private mutating func ofGroups() throws(Refusal) -> SQLText {
    let keys = try translation.lowering.group(by: fetch.groupKeys)
    var values: [SQLValue] = []
    for column in fetch.columns { values.append(try value(column.value)) }
    var ties: [SQLValue] = []
    for key in fetch.groupKeys { ties.append(try value(key)) }
    var condition = SQLCondition.always
    if let having = fetch.having {
      isInHaving = true
      condition = try translation.lowering.condition(having, is: true)
      isInHaving = false
    }
    var selected = translation.lowering.groups?.selected ?? []
    // Without keys and aggregates that are asked for there is still the one group.
    if selected.isEmpty { selected = ["COUNT(*) AS c0"] }
    var query: SQLText = "SELECT \(.joined(selected, by: ", ")) \(translation.source)"
    if !keys.isEmpty { query = "\(query) GROUP BY \(.joined(keys, by: ", "))" }
    return try outer(query, values, keys: ties, condition: condition)
  }

  /// The query around one that makes rows of groups: values, and what decides between rows that are else equal.
  private mutating func outer(
    _ inner: SQLText, _ values: [SQLValue], keys ties: [SQLValue], condition: SQLCondition
  ) throws(Refusal) -> SQLText {
    for (value, column) in zip(values, fetch.columns) { select(value, as: column.name) }
    var source: SQLText = "FROM (\(inner)) AS \(sql: GroupColumns.alias)"
    if case .constant(true) = condition {} else { source = "\(source) WHERE \(condition.sql(table))" }
    if result == .count { return "SELECT 1 AS one \(source)\(page())" }
    var keys: [SQLText] = []
    for key in fetch.order {
      let place = fetch.columns.firstIndex { $0.name == key.key.keyPath }
      if let place {
        keys.append(try order(key.key, values[place]))
      } else {
        keys.append(try order(key.key, value(key.value)))
      }
    }
    for value in ties { keys.append(try tie(value)) }
    let order: SQLText = keys.isEmpty ? "" : " ORDER BY \(.joined(keys, by: ", "))"
    return "SELECT \(list) \(source)\(order)\(page())"
  }

  // MARK: Parts

  private var list: SQLText { .joined(selected, by: ", ") }

  private mutating func selectObject() {
    columns.append(SQLColumn("id", translator.entity.primaryKeyType, isNullable: false))
    selected.append("\(translator.key(translation)) AS \(sql: table.quoted("id"))")
  }

  private mutating func select(_ value: SQLValue, as name: String) {
    selected.append("\(value.sql) AS \(sql: table.alias(name, at: columns.count))")
    columns.append(SQLColumn(name, value.attributeType(in: translator.model), isNullable: value.isNullable))
  }

  /// The value of an expression.
  private mutating func value(_ expression: ResolvedExpression) throws(Refusal) -> SQLValue {
    if expression.constant?.isNull == true { return SQLValue("NULL", .text, isNullable: true) }
    return translation.lowering.withoutNaN(try translation.lowering.value(expression))
  }

  private mutating func value(_ attribute: DataModel.Attribute) throws(Refusal) -> SQLValue {
    let type = attribute.type.valueType
    let step = ResolvedStep(kind: .key(attribute.name), type: type, isNullable: true)
    return try value(
      ResolvedExpression(.path(ResolvedPath(scope: 0, steps: [step])), type: type, isNullable: true, range: .none))
  }

  /// A value as a key of ORDER BY that only decides between rows: UUIDs and bytes have an order there, that of their bytes.
  private func tie(_ value: SQLValue) throws(Refusal) -> SQLText {
    var value = value
    switch value.type {
    case .uuid(.upperText), .uuid(.lowerText): value.type = .text
    case .uuid(.native) where !table.ordersUUIDs:
      throw translation.lowering.refusal("the order of UUIDs", "its own is not that of their bytes", at: .none)
    default: break
    }
    return ordered(value, isAscending: true)
  }

  /// A value as a key of ORDER BY.
  private func order(_ key: SortKey, _ value: SQLValue) throws(Refusal) -> SQLText {
    switch value.type {
    case .uuid, .data, .object:
      throw translation.lowering.refusal("the order of '\(key.keyPath)'", "such values have none", at: .none)
    default: break
    }
    var value = value
    switch key.comparison {
    case .default: break
    case .caseInsensitive:
      value = translation.lowering.folded(value, .caseInsensitive)
      if value.isPattern {
        throw translation.lowering.refusal(
          "the order of '\(key.keyPath)' without regard to case", "the column has no folded one for it", at: .none)
      }
    case .localizedStandard, .function:
      throw translation.lowering.refusal("the order of '\(key.keyPath)'", "it is done in memory", at: .none)
    }
    return ordered(value, isAscending: key.isAscending)
  }

  /// nil comes first where it ascends, last where it descends.
  private func ordered(_ value: SQLValue, isAscending: Bool) -> SQLText {
    let nulls = !value.isNullable ? "" : isAscending ? table.nullsFirst : table.nullsLast
    return "\(translation.lowering.orderText(value))\(sql: isAscending ? "" : " DESC")\(sql: nulls)"
  }

  /// LIMIT and OFFSET.
  private func page() -> SQLText {
    var text: SQLText = ""
    if let limit = fetch.limit {
      text = " LIMIT \(sql: "\(limit)")"
    } else if fetch.offset > 0, let noLimit = table.noLimit {
      text = " LIMIT \(sql: noLimit)"
    }
    return fetch.offset > 0 ? "\(text) OFFSET \(sql: "\(fetch.offset)")" : text
  }
}
