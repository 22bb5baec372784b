/// The templates of a dialect's table, read and checked.
struct DialectSpellings: Sendable {
  private var operations: [SQLOperation: SQLTemplate] = [:]
  private let placeholder: SQLTemplate
  private let listType: SQLTemplate

  /// Reads the templates of a table.
  init(_ table: DialectTable, of dialect: String) throws(DialectError) {
    func template(
      _ text: String, _ count: Int, _ name: String, _ operation: SQLOperation? = nil
    ) throws(DialectError) -> SQLTemplate {
      do { return try SQLTemplate(text, operandCount: count) } catch {
        throw DialectError(
          dialect: dialect, operation: operation, position: error.position, reason: "\(name): \(error.reason)")
      }
    }
    func check(_ holds: Bool, _ reason: String, _ operation: SQLOperation? = nil) throws(DialectError) {
      if !holds { throw DialectError(dialect: dialect, operation: operation, position: nil, reason: reason) }
    }
    placeholder = try template(table.placeholder, 2, "placeholder")
    listType = try template(table.listType, 1, "listType")
    for operation in SQLOperation.allCases {
      if let text = table.operations[operation] {
        operations[operation] = try template(text, operation.operandCount, operation.name, operation)
      } else {
        try check(!SQLOperation.required.contains(operation), "\(operation.name) is missing", operation)
      }
    }
    operations[.naming]?.isNaming = true
    for (one, other) in SQLOperation.pairs where (operations[one] == nil) != (operations[other] == nil) {
      let missing = operations[one] == nil ? one : other
      try check(false, "\(missing.name) is missing, which \(missing == one ? other.name : one.name) needs", missing)
    }
    try check(
      table.patterns == nil || operations[.matches] != nil, "matches is missing, which patterns needs", .matches)
    for setting in table.sessionSettings {
      try check(!setting.query.isEmpty, "sessionSettings: a setting has no query")
    }
  }

  /// The template of an operation; nil if the dialect does not have the operation.
  subscript(operation: SQLOperation) -> SQLTemplate? { operations[operation] }

  /// Returns the placeholder of a parameter in the text.
  func placeholder(of parameter: SQLParameter, number: Int, _ table: DialectTable) -> String {
    guard let type = table.parameterTypes[parameter.kind] else { return placeholder.text(["\(number)", ""]) }
    return placeholder.text(["\(number)", parameter.isList ? listType.text([type]) : type])
  }
}
