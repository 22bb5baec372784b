import PredicateSemantics
import PredicateSyntax

extension SQLTranslator {
  /// Returns a SELECT of the objects that match the predicate, or of all objects if the predicate is nil.
  ///
  /// - Parameters:
  ///   - keyPaths: The columns, as key paths through single objects. If there are none, the column is the primary key as `id`.
  ///   - predicate: The predicate to match.
  ///   - sortKeys: The order, which the dialect must be able to express. As in memory, nil sorts first in ascending order and
  ///     last in descending order. The primary key breaks ties.
  ///   - limit: The maximum number of rows, or nil for all.
  ///   - offset: The number of rows to skip.
  /// - Throws: `FormatError` if the predicate or a key path does not fit the model, if the dialect cannot express the statement
  ///   exactly, or for a limit or an offset with a residual predicate.
  public func select(
    _ keyPaths: [String]? = nil, where predicate: FormatPredicate? = nil, orderBy sortKeys: [SortKey] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws(FormatError) -> TranslatedStatement {
    let predicate = predicate?.located
    var translation = try Translation(
      predicate, self, try evaluationLimits(of: predicate), allowsResidual: allowsResidual)
    let source = predicate?.writtenText ?? ""
    var columns: [SQLResultColumn] = []
    let query = try Refusal.reported(in: source) { () throws(Refusal) -> Query in
      var texts: [SQL] = []
      let keyPaths = keyPaths ?? []
      for keyPath in keyPaths {
        let value = try column(keyPath, &translation)
        columns.append(SQLResultColumn(keyPath, value.attributeType(in: model), isNullable: value.isNullable))
        texts.append(value.sql.selected(as: dialect.table.alias(keyPath, at: texts.count)))
      }
      if keyPaths.isEmpty {
        for (column, value) in try identifier(&translation) {
          texts.append(value.selected(as: dialect.table.alias(column.name, at: texts.count)))
          columns.append(column)
        }
      }
      let order = try order(by: sortKeys, limit: limit, isNeeded: limit != nil || offset > 0, &translation)
      var query = translation.query(texts)
      query.order = order
      query.page = try page(limit, offset, translation)
      return query
    }
    return try translation.statement(query, columns, source: source)
  }

  /// Returns a statement for the number of matching objects, in a column `count`.
  ///
  /// - Throws: `FormatError` if the predicate does not fit the model, or if the dialect cannot express it exactly.
  public func count(where predicate: FormatPredicate? = nil) throws(FormatError) -> TranslatedStatement {
    let predicate = predicate?.located
    let translation = try Translation(predicate, self, try evaluationLimits(of: predicate), allowsResidual: false)
    return try translation.statement(
      count(translation.query([])), [SQLResultColumn.count], source: predicate?.writtenText ?? "")
  }

  /// Returns a statement that tests whether any object matches the predicate, in a column `exists`.
  ///
  /// - Throws: `FormatError` if the predicate does not fit the model, or if the dialect cannot express it exactly.
  public func exists(where predicate: FormatPredicate? = nil) throws(FormatError) -> TranslatedStatement {
    let predicate = predicate?.located
    var translation = try Translation(predicate, self, try evaluationLimits(of: predicate), allowsResidual: false)
    var first = translation.query(["1 AS one"])
    first.page = try Refusal.reported(in: predicate?.writtenText ?? "") { () throws(Refusal) -> String? in
      try translation.lowering.page(1, 0)
    }
    let found = Query(
      columns: [SQL("COUNT(*) > 0").selected(as: dialect.table.quoted("exists"))],
      source: translation.source(first, as: "found"))
    return try translation.statement(
      found, [SQLResultColumn("exists", .boolean(.native), isNullable: false)],
      source: predicate?.writtenText ?? "")
  }

  // MARK: Parts

  /// Returns a query of the number of its rows, in a column `count`.
  func count(_ query: Query) -> Query {
    var query = query
    query.columns = [SQL("COUNT(*)").selected(as: dialect.table.quoted("count"))]
    return query
  }

  /// Returns the primary key as result columns: `id`, or the attributes of a key of several columns.
  func identifier(_ translation: inout Translation) throws(Refusal) -> [(column: SQLResultColumn, value: SQL)] {
    var result: [(column: SQLResultColumn, value: SQL)] = []
    for name in entity.keyAttributes {
      let value = try column(name, &translation)
      result.append((SQLResultColumn(name, value.attributeType(in: model), isNullable: false), value.sql))
    }
    if result.isEmpty {
      for key in translation.keys {
        result.append((SQLResultColumn("id", entity.primaryKeyType, isNullable: false), key))
      }
    }
    return result
  }

  /// Returns the primary key as ORDER BY terms.
  func primaryKeyOrder(_ translation: inout Translation) throws(Refusal) -> [(value: SQL, term: SQL)] {
    var result: [(value: SQL, term: SQL)] = []
    for name in entity.keyAttributes {
      let value = try column(name, &translation)
      result.append((value.sql, try translation.lowering.orderOfTies(value)))
    }
    guard result.isEmpty else { return result }
    for key in translation.keys {
      let isText = entity.primaryKeyType == .string
      result.append((key, isText ? translation.lowering.orderText(SQLValue(key, .text, isNullable: false)) : key))
    }
    return result
  }

  /// Returns an expression checked against the model.
  func resolved(_ expression: FormatExpression) throws(FormatError) -> ResolvedExpression {
    let keys = ModelKeySource(model)
    return try Checker.resolve(expression.located, root: keys.type(ofEntity: entityIndex), keys: keys)
  }

  /// Returns the value at a key path.
  func column(_ keyPath: String, _ translation: inout Translation) throws(Refusal) -> SQLValue {
    let tree: ResolvedExpression
    do throws(FormatError) { tree = try resolved(.keyPath(keyPath)) } catch {
      throw Refusal(finding: error.diagnostics[0])
    }
    return translation.lowering.withoutNaN(try translation.lowering.value(tree))
  }

  /// Returns ORDER BY with the keys and then the primary key, so that rows with equal keys always have the same order.
  private func order(
    by sortKeys: [SortKey], limit: Int?, isNeeded: Bool, _ translation: inout Translation
  ) throws(Refusal) -> [SQL] {
    guard isNeeded || !sortKeys.isEmpty else { return [] }
    var sorted: [(key: SortKey, value: SQLValue)] = []
    for sortKey in sortKeys { sorted.append((sortKey, try column(sortKey.keyPath, &translation))) }
    return try translation.lowering.order(sorted, thenBy: try primaryKeyOrder(&translation), limit: limit)
  }

  /// Returns LIMIT and OFFSET. Refuses them with a residual predicate, which would have to filter the rows first.
  private func page(_ limit: Int?, _ offset: Int, _ translation: Translation) throws(Refusal) -> String? {
    guard limit != nil || offset > 0 else { return nil }
    if translation.residual != nil {
      throw translation.lowering.refusal("a limit", "the residual predicate must be evaluated first", at: .none)
    }
    return try translation.lowering.page(limit.map { max(0, $0) }, max(0, offset))
  }
}

extension SQLResultColumn {
  /// The column of a number of rows.
  static let count = SQLResultColumn("count", .integer64, isNullable: false)
}

extension SQLValue {
  /// Returns the type of a column of values of this kind.
  func attributeType(in model: PredicateModel) -> PredicateModel.AttributeType {
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
  /// Returns the SELECT of the objects that match the predicate. See `SQLTranslator` for other statements.
  ///
  ///     let old = try FormatPredicate("year < %@ AND ANY author.books.year > 1900", 1900)
  ///     let statement = try old.sql(.postgresql, model: model, entity: "Book")
  ///     print(statement.text, statement.parameters.map(\.value))
  ///
  /// - Parameters:
  ///   - dialect: The dialect of the statement.
  ///   - model: The tables and columns of the database.
  ///   - entity: The entity of the objects.
  ///   - allowsResidual: Whether the statement may find too many objects. Its `residual` is then the predicate that remains to be
  ///     evaluated in memory.
  /// - Throws: `FormatError` with unknown keys and types that do not fit, or with `untranslatable` and the position of the part
  ///   that the dialect cannot express exactly.
  public func sql(
    _ dialect: DatabaseDialect, model: PredicateModel, entity: String, allowsResidual: Bool = false
  ) throws(FormatError) -> TranslatedStatement {
    try SQLTranslator(dialect, model: model, entity: entity, allowsResidual: allowsResidual).select(where: self)
  }
}
