import PredicateSemantics
import PredicateSyntax

extension SQLTranslator {
  /// Returns a DELETE statement. References to the objects are left to the database.
  ///
  /// - Parameter predicate: The condition of the objects, or `nil` to delete all objects of the entity.
  /// - Throws: `FormatError` if the dialect cannot express the whole predicate, or cannot change rows.
  public func delete(where predicate: FormatPredicate? = nil) throws(FormatError) -> TranslatedStatement {
    let predicate = predicate?.located
    var translation = try Translation(predicate, self, try evaluationLimits(of: predicate), allowsResidual: false)
    return try change(
      SQL("DELETE FROM " + dialect.table.quoted(table: entity.table, entity.schema)), &translation, predicate)
  }

  /// Returns an UPDATE statement.
  ///
  /// - Parameters:
  ///   - assignments: The new value of each key: a value, nil, or an expression of the object's previous values. A folded column
  ///     changes with its text.
  ///   - predicate: The condition of the objects, or `nil` for all objects of the entity.
  /// - Throws: `FormatError` for an unknown or repeated key, for a value that the column cannot store, or if the dialect cannot
  ///   express the statement.
  public func update(
    _ assignments: KeyValuePairs<String, AnyFormatArgument?>, where predicate: FormatPredicate? = nil
  ) throws(FormatError) -> TranslatedStatement {
    let predicate = predicate?.located
    let values = assignments.map { $0.value?.formatExpression ?? FormatExpression(.constant(.null)) }
    var translation = try Translation(
      predicate, self, try evaluationLimits(of: predicate, values), allowsResidual: false)
    var changes: [SQL] = []
    var known: Set<String> = []
    for ((key, _), expression) in zip(assignments, values) {
      guard known.insert(key).inserted else { throw refusal("two changes of '\(key)'", "each key can be set once") }
      let tree = try resolved(expression)
      changes += try Refusal.reported(in: "") { () throws(Refusal) in
        try assignment(of: tree, to: key, isAlone: assignments.count == 1, &translation)
      }
    }
    if changes.isEmpty { throw refusal("an empty change", "UPDATE sets at least one column") }
    return try change(
      "UPDATE \(sql: dialect.table.quoted(table: entity.table, entity.schema)) SET \(.list(changes))", &translation,
      predicate)
  }

  private func refusal(_ what: String, _ reason: String) -> FormatError {
    FormatError([dialect.untranslatable(what, reason)], source: "")
  }

  /// Returns the statement that changes the rows that the translation finds.
  private func change(
    _ head: SQL, _ translation: inout Translation, _ predicate: FormatPredicate?
  ) throws(FormatError) -> TranslatedStatement {
    let source = predicate?.writtenText ?? ""
    guard dialect.table.changesRows else {
      let reason = "the tables of this dialect are files that cannot be changed"
      throw FormatError([dialect.untranslatable("a change of rows", reason)], source: source)
    }
    var rows: Query?
    if predicate != nil || entity.condition != nil {
      let aliases = translation.keys.indices.map { $0 == 0 ? "id" : "id\($0)" }
      let keys = translation.query(zip(translation.keys, aliases).map { $0.selected(as: $1) })
      // MariaDB reads the changed table only in a derived table.
      rows =
        dialect.table.hidesChangedTable
        ? Query(columns: aliases.map { SQL($0) }, source: translation.source(keys, as: "found")) : keys
    }
    let table = dialect.table
    return try translation.statement(
      rows, [], source: source,
      as: .change(table: table.quoted(entity.table), head, keys: entity.keyColumns.map { table.quoted($0.column) }))
  }

  /// Returns `column = value` for a key, and the same for its folded columns.
  private func assignment(
    of tree: ResolvedExpression, to key: String, isAlone: Bool, _ translation: inout Translation
  ) throws(Refusal) -> [SQL] {
    func column(_ name: String) -> String { dialect.table.quoted(name) }
    switch model.key(key, ofEntity: entityIndex) {
    case .primaryKey:
      throw translation.lowering.refusal("a change of '\(key)'", "it is the primary key", at: .none)
    case .attribute(let index):
      let attribute = entity.attributes[index]
      if entity.keyAttributes.contains(key) {
        throw translation.lowering.refusal("a change of '\(key)'", "it belongs to the primary key", at: .none)
      }
      try translation.lowering.expectStorage(of: attribute, ofEntity: entityIndex, at: .none)
      if attribute.columnType != nil, dialect.spellings[.convertedText] != nil {
        throw translation.lowering.refusal("a change of '\(key)'", "its column has a type of its own", at: .none)
      }
      guard let constant = tree.constant else {
        return try computedAssignment(of: tree, to: attribute, isAlone: isAlone, &translation)
      }
      let value = try sql(constant, SQLType(attribute.type), key, isNullable: attribute.isNullable, translation)
      var changes: [SQL] = ["\(sql: column(attribute.column)) = \(value)"]
      for foldedColumn in attribute.folded {
        var text = constant
        if case .string(let string) = constant { text = .string(folded(string, foldedColumn.options)) }
        let foldedValue = try sql(text, .text, key, isNullable: true, translation)
        changes.append("\(sql: column(foldedColumn.column)) = \(foldedValue)")
      }
      return changes
    case .relationship(let index):
      let relationship = entity.relationships[index]
      guard case .toOne(let name, let isNullable, _) = relationship.kind, let constant = tree.constant,
        let destination = model.index(ofEntity: relationship.destination)
      else {
        throw translation.lowering.refusal("a change of '\(key)'", "only a single object can be set", at: .none)
      }
      let value = try sql(constant, .object(entity: destination), key, isNullable: isNullable, translation)
      return ["\(sql: column(name)) = \(value)"]
    case nil:
      let nearest = nearestWord(to: key, among: entity.keyNames)
      throw Refusal(finding: FormatDiagnostic(.unknownKey(key, type: entity.name, nearest: nearest), at: .none))
    }
  }

  /// Returns a placeholder for a constant, converted to the type of the column.
  private func sql(
    _ constant: FormatValue, _ type: SQLType, _ key: String, isNullable: Bool, _ translation: Translation
  ) throws(Refusal) -> SQL {
    let lowering = translation.lowering
    if constant.isNull {
      guard isNullable else { throw lowering.refusal("a nil '\(key)'", "the column is not nullable", at: .none) }
      return "NULL"
    }
    guard case .exactly(let parameter) = try lowering.fit(constant.nanAsNil, to: type, at: .none) else {
      throw lowering.refusal("this value of '\(key)'", "the column cannot store it", at: .none)
    }
    return lowering.sql(parameter, type)
  }

  /// Returns the assignment of an expression of the row's own columns.
  private func computedAssignment(
    of tree: ResolvedExpression, to attribute: PredicateModel.Attribute, isAlone: Bool, _ translation: inout Translation
  ) throws(Refusal) -> [SQL] {
    guard isAlone || !dialect.table.assignsInOrder else {
      throw translation.lowering.refusal(
        "several changes with a computed value", "each change would read what the previous one wrote", at: .none)
    }
    var lowering = Lowering(self)
    lowering.work.permit(nodes: ResolvedNode.expression(tree).nodeCount)
    let row = Row(
      entity: entityIndex, frame: 0, keys: lowering.keys(of: entity, .changed), isNullable: false, table: .changed,
      identity: .table(.changed))
    lowering.scopes = [.row(row)]
    // Other rows may have been changed already when the expression reads them.
    guard let reads = ResolvedNode.rootReads(of: [.expression(tree)]), !tree.hasAggregate,
      reads.allSatisfy({ !$0.type.hasKeys })
    else { throw lowering.refusal("a change from other objects", "only the row's own values can be used", at: .none) }
    let value = lowering.withoutNaN(try lowering.value(tree))
    guard lowering.frames[0].joins.isEmpty, lowering.frames.count == 1 else {
      throw lowering.refusal("a change from keys of other objects", "only the row's own can be used", at: .none)
    }
    // The value is converted as a comparison with the column would convert it. Of the operand NULL, only the type matters.
    guard
      let (same, _) = try lowering.unified(
        value, SQLValue("NULL", SQLType(attribute.type), isNullable: true), .equal, at: .none)
    else {
      throw lowering.refusal(
        "a change of '\(attribute.name)'", "the value and the column have different types", at: .none)
    }
    guard SQLType(attribute.type).holds(same.type) else {
      throw lowering.refusal(
        "a change of '\(attribute.name)'", "the value would have to be converted, which may not be exact", at: .none)
    }
    translation.lowering.notes += lowering.notes
    var changes: [SQL] = ["\(sql: dialect.table.quoted(attribute.column)) = \(same.sql)"]
    for foldedColumn in attribute.folded {
      guard let fold = dialect.spellings[.fold] else {
        throw lowering.refusal("a change of '\(attribute.name)'", "its folded column needs a constant text", at: .none)
      }
      let letters = SQLParameter(.string(Lowering.foldingLetters(foldedColumn.options)), .text)
      changes.append("\(sql: dialect.table.quoted(foldedColumn.column)) = \(fold([same.sql, "\(letters)"]))")
    }
    return changes
  }
}

extension SQLType {
  /// Returns whether a column of this type stores values of the other type in the same way. The engine checks the range of
  /// integers; SQLite does not.
  fileprivate func holds(_ value: SQLType) -> Bool {
    switch (self, value) {
    case (.boolean, .boolean), (.integer, .integer), (.double, .double): true
    // A double is exact for integers up to 2^53.
    case (.double, .integer(let bounds)): bounds.lowerBound >= -1 << 53 && bounds.upperBound <= 1 << 53
    default: self == value
    }
  }
}
