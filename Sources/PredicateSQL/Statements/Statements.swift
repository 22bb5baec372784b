import PredicateModel
import PredicateSyntax

extension SQLTranslator {
  /// SELECT: the objects of which the predicate is true, all of them where it is nil.
  ///
  /// - Parameters:
  ///   - keyPaths: the columns, by key paths through single objects; the primary key as `id` where there are none.
  ///   - predicate: which objects.
  ///   - sortKeys: the order, in ways that the dialect can say; nil first where it ascends, last where it descends, as in memory. The primary key decides
  ///     between equal ones.
  ///   - limit: the most rows; all where it is nil.
  ///   - offset: how many of the first rows are left out.
  public func select(
    _ keyPaths: [String]? = nil, where predicate: FormatPredicate? = nil, orderBy sortKeys: [SortKey] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws(FormatError) -> SQLStatement {
    var translation = try Translation(predicate, self, allowsResidual: allowsResidual)
    let source = predicate?.source ?? ""
    var columns: [SQLColumn] = []
    let text = try Refusal.reported(in: source) { () throws(Refusal) -> SQLText in
      var texts: [SQLText] = []
      let keyPaths = keyPaths ?? []
      for keyPath in keyPaths {
        let value = try column(keyPath, &translation)
        columns.append(SQLColumn(keyPath, value.attributeType(in: model), isNullable: value.isNullable))
        texts.append("\(value.sql) AS \(sql: dialect.table.quoted(keyPath))")
      }
      if keyPaths.isEmpty {
        columns = [SQLColumn("id", entity.primaryKeyType, isNullable: false)]
        texts = ["\(key(translation)) AS \(sql: dialect.table.quoted("id"))"]
      }
      let order = try order(by: sortKeys, isNeeded: limit != nil || offset > 0, &translation)
      let page = try page(limit, offset, translation)
      return "SELECT \(.joined(texts, by: ", ")) \(translation.source)\(order)\(page)"
    }
    return try translation.statement(text, columns, source: source)
  }

  /// How many objects the predicate is true of, in a column `count`.
  public func count(where predicate: FormatPredicate? = nil) throws(FormatError) -> SQLStatement {
    let translation = try Translation(predicate, self, allowsResidual: false)
    return try translation.statement(
      "SELECT COUNT(*) AS \(sql: dialect.table.quoted("count")) \(translation.source)",
      [SQLColumn("count", .integer64, isNullable: false)], source: predicate?.source ?? "")
  }

  /// Whether the predicate is true of any object, in a column `exists`.
  public func exists(where predicate: FormatPredicate? = nil) throws(FormatError) -> SQLStatement {
    let translation = try Translation(predicate, self, allowsResidual: false)
    return try translation.statement(
      """
      SELECT COUNT(*) > 0 AS \(sql: dialect.table.quoted("exists")) FROM \
      (SELECT 1 AS one \(translation.source) LIMIT 1) AS found
      """, [SQLColumn("exists", .boolean(.native), isNullable: false)], source: predicate?.source ?? "")
  }

  // MARK: Parts

  /// The primary key of the objects.
  func key(_ translation: Translation) -> SQLText {
    guard case .row(let row)? = translation.lowering.scopes.first else { return "" }
    return row.key
  }

  /// The primary key as a key of ORDER BY.
  func primaryKeyOrder(_ translation: Translation) -> SQLText {
    let key = key(translation)
    guard entity.primaryKeyType == .string else { return key }
    return translation.lowering.orderText(SQLValue(key, .text, isNullable: false))
  }

  /// An expression checked against the model.
  func resolved(_ expression: FormatExpression) throws(FormatError) -> ResolvedExpression {
    let keys = ModelKeySource(model)
    return try Checker.resolve(expression, root: keys.type(ofEntity: entityIndex), keys: keys)
  }

  /// The value at a key path.
  func column(_ keyPath: String, _ translation: inout Translation) throws(Refusal) -> SQLValue {
    let tree: ResolvedExpression
    do throws(FormatError) { tree = try resolved(.keyPath(keyPath)) } catch {
      throw Refusal(finding: error.diagnostics[0])
    }
    return translation.lowering.withoutNaN(try translation.lowering.value(tree))
  }

  /// ORDER BY the keys and then by the primary key, so that equal objects always come in the same order.
  private func order(
    by sortKeys: [SortKey], isNeeded: Bool, _ translation: inout Translation
  ) throws(Refusal) -> SQLText {
    guard isNeeded || !sortKeys.isEmpty else { return "" }
    var keys: [SQLText] = []
    for sortKey in sortKeys {
      keys.append(try translation.lowering.order(sortKey, column(sortKey.keyPath, &translation)))
    }
    keys.append(primaryKeyOrder(translation))
    return " ORDER BY \(.joined(keys, by: ", "))"
  }

  /// LIMIT and OFFSET. What a residual predicate still has to leave out must be known first.
  private func page(_ limit: Int?, _ offset: Int, _ translation: Translation) throws(Refusal) -> SQLText {
    guard limit != nil || offset > 0 else { return "" }
    if translation.residual != nil {
      throw translation.lowering.refusal("a limit", "the residual predicate must be asked before it", at: .none)
    }
    return try translation.lowering.page(limit.map { max(0, $0) }, max(0, offset))
  }
}

extension SQLValue {
  /// What a column of the value's type holds.
  func attributeType(in model: DataModel) -> AttributeType {
    if let column { return column.attribute.type }
    switch type {
    case .boolean(let storage): return .boolean(storage)
    case .integer: return .integer64
    case .double: return .double
    case .decimal(let storage): return .decimal(storage)
    case .text: return .string
    case .date(let storage): return .date(storage)
    case .uuid(let storage): return .uuid(storage)
    case .data: return .data
    case .object(let entity): return model.entities[entity].primaryKeyType
    }
  }
}

extension FormatPredicate {
  /// The SELECT that finds the objects of which the predicate is true; see `SQLTranslator` for all else.
  public func sql(
    _ dialect: SQLDialect, model: DataModel, entity: String, allowsResidual: Bool = false
  ) throws(FormatError) -> SQLStatement {
    try SQLTranslator(dialect, model: model, entity: entity, allowsResidual: allowsResidual).select(where: self)
  }
}
