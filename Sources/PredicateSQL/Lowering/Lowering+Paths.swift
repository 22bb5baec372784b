import PredicateSemantics
import PredicateSyntax

extension Lowering {
  /// The maximum number of steps from one object to another.
  private static let mostSteps = 1_000

  /// Returns the object at the end of a path, or nil if the path begins with a value or ends in one.
  mutating func row(_ path: ResolvedPath, at range: FormatRange) throws(Refusal) -> Row? {
    guard scopes.indices.contains(path.scope), case .row(var row) = scopes[path.scope] else { return nil }
    if groups != nil { throw refusal("a key of a single object", "a value of a group is needed", at: range) }
    outermostFrame = min(outermostFrame, row.frame)
    // Each step is a join, keyed by its whole path; no database can join that many tables.
    guard path.steps.count <= Self.mostSteps else {
      throw refusal("such a long key path", "it joins at most \(Self.mostSteps) tables", at: range)
    }
    for step in path.steps {
      guard let name = step.key, case .relationship(let index) = model.key(name, ofEntity: row.entity),
        let next = destination(of: model.entities[row.entity].relationships[index], from: row)
      else { return nil }
      row = next
    }
    return row
  }

  /// Returns the value at the end of a path.
  mutating func value(_ path: ResolvedPath, at range: FormatRange) throws(Refusal) -> SQLValue {
    guard scopes.indices.contains(path.scope) else { throw refusal("the key path", "its object is unknown", at: range) }
    var steps = path.steps
    if path.scope == 0, let key = groups?.key(steps) { return key }
    if let last = steps.last, last.key == nil {
      steps.removeLast()
      return try utf16Length(of: value(ResolvedPath(scope: path.scope, steps: steps), at: range), at: range)
    }
    if case .value(let value, let frame) = scopes[path.scope], steps.isEmpty {
      outermostFrame = min(outermostFrame, frame)
      return value
    }
    if let row = try row(path, at: range) {
      guard row.keys.count == 1 else {
        throw refusal("an object as a value", "its primary key has several columns", at: range)
      }
      var value = SQLValue(row.key, .object(entity: row.entity), isNullable: row.isNullable)
      value.column = try keyColumn(of: row, path, at: range)
      return value
    }
    guard let name = steps.popLast()?.key else {
      throw refusal("the key path", "it ends in a collection", at: range)
    }
    let object = ResolvedPath(scope: path.scope, steps: steps)
    guard let owner = try row(object, at: range) else {
      throw refusal("the key path", "it ends in a collection", at: range)
    }
    let entity = model.entities[owner.entity]
    switch model.key(name, ofEntity: owner.entity) {
    case .attribute(let index): return try value(of: entity.attributes[index], in: owner, at: object, range)
    case .primaryKey: return try value(of: entity.primaryKeyAttribute, in: owner, at: object, range)
    case .relationship, nil: throw refusal("the key path", "it ends in a collection", at: range)
    }
  }

  /// Returns the column of an object's primary key, which may be the column of a relationship, or nil if it is in a link table.
  private mutating func keyColumn(
    of row: Row, _ path: ResolvedPath, at range: FormatRange
  ) throws(Refusal) -> SQLValue.Column? {
    let entity = model.entities[row.entity]
    var (owner, name, isIndexed, table) = (entity.name, entity.primaryKey, true, row.table)
    if let key = path.steps.last?.key {
      let object = ResolvedPath(scope: path.scope, steps: path.steps.dropLast())
      if let before = try self.row(object, at: range),
        case .relationship(let index) = model.key(key, ofEntity: before.entity)
      {
        let relationship = model.entities[before.entity].relationships[index]
        (owner, name) = (model.entities[before.entity].name, relationship.name)
        if case .toOne(_, _, let isEnforced) = relationship.kind, isEnforced {
          (isIndexed, table) = (relationship.isIndexed, row.owner)
        }
      }
    }
    guard let table else { return nil }
    let attribute = PredicateModel.Attribute(name, entity.primaryKeyType, isIndexed: isIndexed)
    return SQLValue.Column(attribute: attribute, table: table, name: "\(owner).\(name)")
  }

  /// Returns the value of an attribute of the object at a path. The value of a converted column is a computed text.
  private mutating func value(
    of attribute: PredicateModel.Attribute, in owner: Row, at path: ResolvedPath, _ range: FormatRange
  ) throws(Refusal) -> SQLValue {
    try expectStorage(of: attribute, ofEntity: owner.entity, at: range)
    if let key = try foreignKey(for: attribute, of: owner, at: path, range) { return key }
    let table = table(of: owner)
    var value = SQLValue(
      column(attribute.column, of: table), SQLType(attribute.type), isNullable: attribute.isNullable || owner.isNullable
    )
    if case .double = value.type, attribute.mayBeNaN, dialect.spellings[.isNaN] != nil {
      value.mayBeNaN = true
      value.isNullable = true
    }
    if let type = attribute.columnType, let template = dialect.spellings[.convertedText] {
      let column = value.sql
      value.sql = template([column])
      if attribute.isIndexed { value.origin = SQLValue.Origin(.converted(column, type)) }
      return value
    }
    value.column = SQLValue.Column(
      attribute: attribute, table: table, name: "\(model.entities[owner.entity].name).\(attribute.name)")
    return value
  }

  /// Returns the column of the relationship that leads to an object if the attribute is the object's primary key. The row of the object
  /// is not needed then. Returns nil for other attributes.
  private mutating func foreignKey(
    for attribute: PredicateModel.Attribute, of row: Row, at path: ResolvedPath, _ range: FormatRange
  ) throws(Refusal) -> SQLValue? {
    let isKey = attribute.column == model.entities[row.entity].primaryKey
    guard isKey, row.table == nil, attribute.columnType == nil, !attribute.type.valueType.isDouble,
      let column = try keyColumn(of: row, path, at: range)
    else { return nil }
    let key = PredicateModel.Attribute(column.attribute.name, attribute.type, isIndexed: column.attribute.isIndexed)
    var value = SQLValue(row.key, SQLType(attribute.type), isNullable: row.isNullable)
    value.column = SQLValue.Column(attribute: key, table: column.table, name: column.name)
    return value
  }

  /// Throws an error if the dialect cannot store an attribute. Other attributes of its entity can still be used.
  func expectStorage(
    of attribute: PredicateModel.Attribute, ofEntity index: Int, at range: FormatRange
  ) throws(Refusal) {
    if dialect.table.stores(attribute.type) { return }
    throw refusal(
      "'\(attribute.name)' of \(model.entities[index].name)",
      "it has no native type for such values; use another storage in the model", at: range)
  }

  /// Returns the `length` of a string.
  func utf16Length(of text: SQLValue, at range: FormatRange) throws(Refusal) -> SQLValue {
    guard case .text = text.type else { throw refusal("length", "its operand is not a string in every row", at: range) }
    return SQLValue(
      try spell(.utf16Length, text.sql, for: "length", at: range), .integer(0...Int64(Int32.max)),
      isNullable: text.isNullable)
  }
}
