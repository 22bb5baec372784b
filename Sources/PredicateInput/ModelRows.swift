import PredicateModel
import PredicateSyntax

/// Reads JSON rows as objects of a data model's entities. Values are converted to the types of the attributes. Absent keys are
/// nil, and absent collections are empty.
package struct ModelRows {
  let model: DataModel

  /// Creates a reader for the objects of a model.
  package init(model: DataModel) { self.model = model }

  /// Reads an object of an entity from a record. Related objects are nested records.
  ///
  /// - Throws: `ModelRowError` with the path of the invalid value. `path` is the path of the row.
  package func object(_ row: FormatValue, of entity: DataModel.Entity, at path: String) throws(ModelRowError)
    -> FormatValue
  {
    guard case .record(let fields) = row else { throw ModelRowError(path, "expected an object") }
    var object: [String: FormatValue] = [:]
    for attribute in entity.attributes {
      object[attribute.name] = try value(fields[attribute.name] ?? .null, of: attribute, at: path)
    }
    for relationship in entity.relationships {
      object[relationship.name] = try objects(fields[relationship.name] ?? .null, of: relationship, at: path)
    }
    // The primary key is permitted for human readers.
    for key in fields.keys.sorted() where object[key] == nil && key != entity.primaryKey {
      throw ModelRowError(
        path, "\(entity.name) has no key '\(key)'\(suggestion(for: key, among: object.keys.sorted()))")
    }
    return .record(object)
  }

  /// Reads a list of objects of an entity.
  package func objects(
    _ rows: [FormatValue], of entity: DataModel.Entity, at path: String
  ) throws(ModelRowError) -> [FormatValue] {
    var objects: [FormatValue] = []
    for (index, row) in rows.enumerated() { objects.append(try object(row, of: entity, at: "\(path)[\(index)]")) }
    return objects
  }

  private func objects(
    _ value: FormatValue, of relationship: DataModel.Relationship, at path: String
  ) throws(ModelRowError) -> FormatValue {
    guard let destination = model.entity(relationship.destination) else { return .null }
    let path = "\(path).\(relationship.name)"
    switch (value, relationship.isToMany) {
    case (.null, true): return .list([])
    case (.null, false): return .null
    case (.list(let rows), true): return .list(try objects(rows, of: destination, at: path))
    case (_, true): throw ModelRowError(path, "expected a list of objects")
    case (let row, false): return try object(row, of: destination, at: path)
    }
  }

  func value(
    _ value: FormatValue, of attribute: DataModel.Attribute, at path: String
  ) throws(ModelRowError) -> FormatValue {
    if value == .null {
      if attribute.isNullable { return .null }
      throw ModelRowError("\(path).\(attribute.name)", "it is nil, but the model does not allow nil")
    }
    if let value = Self.value(value, as: attribute.type) { return value }
    throw ModelRowError("\(path).\(attribute.name)", "expected \(Self.noun(of: attribute.type))")
  }

  /// Returns the value that a column of the type stores, or `nil` if the column cannot store it.
  static func value(_ value: FormatValue, as type: AttributeType) -> FormatValue? {
    switch (type, value) {
    case (.boolean, .bool), (.string, .string), (.date, .date), (.uuid, .uuid), (.data, .data), (.decimal, .decimal),
      (.double, .double), (.integer64, .integer):
      return value
    case (.integer32, .integer(let number)): return Int32(exactly: number) == nil ? nil : value
    case (.integer16, .integer(let number)): return Int16(exactly: number) == nil ? nil : value
    case (.double, .integer(let number)): return .double(Double(number))
    case (.float, .double(let number)): return .double(Double(Float(number)))
    case (.float, .integer(let number)): return .double(Double(Float(number)))
    case (.decimal, .integer(let number)): return .decimal(DecimalNumber(number))
    case (.decimal, .double(let number)): return DecimalNumber(shortest: number).map(FormatValue.decimal)
    case (.date, .string(let text)): return DateText.seconds(text).map(FormatValue.date)
    case (.uuid, .string(let text)): return FormatUUID(text).map(FormatValue.uuid)
    default: return nil
    }
  }

  private static func noun(of type: AttributeType) -> String {
    switch type {
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

/// A row that is not a valid object of the model.
package struct ModelRowError: Error, Hashable {
  package var path: String
  package var reason: String

  init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }
}
