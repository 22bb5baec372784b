import PredicateSQL
import PredicateSemantics
import PredicateSyntax

// Reads JSON rows as objects of a data model's entities. Values are converted to the types of the attributes. Absent keys are
// nil, and absent collections are empty.

extension PredicateModel {
  /// Reads an object of an entity from a record. Related objects are nested records. A float is a number of its precision, which is
  /// only read as one in rows of unknown type: `[Any]`.
  ///
  /// - Throws: `InputError` whose name is the path of the invalid value. `path` is the path of the row.
  package func object(_ row: FormatValue, of entity: PredicateModel.Entity, at path: String) throws(InputError)
    -> FormatValue
  {
    guard case .record(let fields) = row else { throw InputError(path, "expected an object") }
    var object: [String: FormatValue] = [:]
    for attribute in entity.attributes {
      let value = try value(fields[attribute.name] ?? .null, of: attribute, at: path)
      if attribute.type == .float, case .double(let number) = value {
        object[attribute.name] = .narrow(number, .single)
      } else {
        object[attribute.name] = value
      }
    }
    for relationship in entity.relationships {
      object[relationship.name] = try objects(fields[relationship.name] ?? .null, of: relationship, at: path)
    }
    if entity.keyAttributes.isEmpty, object[entity.primaryKey] == nil, let key = fields[entity.primaryKey] {
      guard let identifier = entity.primaryKeyType.value(of: key) else {
        throw InputError("\(path).\(entity.primaryKey)", "the primary key has another type")
      }
      object[entity.primaryKey] = identifier
    }
    for key in fields.keys.inByteOrder where object[key] == nil {
      throw InputError(
        path, "\(entity.name) has no key '\(key)'\(suggestion(for: key, among: object.keys.inByteOrder))")
    }
    return .record(object)
  }

  /// Reads a list of objects of an entity.
  package func objects(
    _ rows: [FormatValue], of entity: PredicateModel.Entity, at path: String
  ) throws(InputError) -> [FormatValue] {
    var objects: [FormatValue] = []
    for (index, row) in rows.enumerated() { objects.append(try object(row, of: entity, at: "\(path)[\(index)]")) }
    return objects
  }

  private func objects(
    _ value: FormatValue, of relationship: PredicateModel.Relationship, at path: String
  ) throws(InputError) -> FormatValue {
    guard let destination = entity(relationship.destination) else { return .null }
    let path = "\(path).\(relationship.name)"
    switch (value, relationship.isToMany) {
    case (.null, true): return .list([])
    case (.null, false): return .null
    case (.list(let rows), true): return .list(try objects(rows, of: destination, at: path))
    case (_, true): throw InputError(path, "expected a list of objects")
    case (let row, false): return try object(row, of: destination, at: path)
    }
  }

  func value(
    _ value: FormatValue, of attribute: PredicateModel.Attribute, at path: String
  ) throws(InputError) -> FormatValue {
    if value == .null {
      if attribute.isNullable { return .null }
      throw InputError("\(path).\(attribute.name)", "it is nil, but the model does not allow nil")
    }
    if let value = attribute.type.value(of: value) { return value }
    throw InputError("\(path).\(attribute.name)", "expected \(attribute.type.noun)")
  }
}

extension PredicateModel.AttributeType {
  /// Returns the value that a column of this type stores, or `nil` if the column cannot store it.
  func value(of value: FormatValue) -> FormatValue? {
    switch (self, value) {
    case (.boolean, .bool), (.string, .string), (.date, .date), (.uuid, .uuid), (.data, .data), (.decimal, .decimal),
      (.double, .double), (.integer64, .integer):
      return value
    case (.integer32, .integer(let number)): return Int32(exactly: number) == nil ? nil : value
    case (.integer16, .integer(let number)): return Int16(exactly: number) == nil ? nil : value
    case (.double, .integer(let number)): return .double(Double(number))
    case (.float, .double(let number)): return .double(Double(Float(number)))
    case (.float, .integer(let number)): return .double(Double(Float(number)))
    case (.decimal, .integer(let number)): return .decimal(FormatDecimal(number))
    case (.decimal, .double(let number)): return FormatDecimal(shortest: number).map(FormatValue.decimal)
    case (.date, .string(let text)): return Double.seconds(ofDate: text).map(FormatValue.date)
    case (.uuid, .string(let text)): return FormatUUID(text).map(FormatValue.uuid)
    default: return nil
    }
  }

  fileprivate var noun: String {
    switch self {
    case .boolean: "true or false"
    case .integer16: "an integer of 16 bits"
    case .integer32: "an integer of 32 bits"
    case .integer64: "an integer"
    case .float, .double: "a number"
    case .decimal: "a decimal number"
    case .string: "a string"
    case .date: "a date such as \"2014-01-01T00:00:00Z\""
    case .uuid: "a UUID"
    case .data: "bytes, as {\"$binary\": \"base64\"}"
    }
  }
}
