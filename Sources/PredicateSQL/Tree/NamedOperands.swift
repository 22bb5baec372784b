/// Operands that a condition contains several times, by their names. The names are columns of `TableID.operands`.
struct NamedOperands: Sendable {
  let values: [SQL]
  /// The types of the operands, as far as engines need them to name the operands.
  let types: [SQLOperation.Operand]

  /// The alias of the row of the names, as in the spellings of `SQLOperation.naming`.
  static let alias = "v"

  static func name(_ number: Int) -> String { "v\(number)" }

  /// Returns whether a dialect can name operands of these types.
  static func areSpelled(_ types: [SQLOperation.Operand], _ dialect: DatabaseDialect) -> Bool {
    let spellings = dialect.spellings
    return spellings[.naming] != nil && spellings[.namedOperand] != nil
      && types.allSatisfy { spellings[$0.declaration] != nil }
  }

  /// The name of an operand as a value.
  static func column(_ number: Int) -> SQL { SQL(.column(.operands, name(number))) }

  /// Returns an expression of the names in the spelling of a dialect, or nil if the dialect cannot name the operands.
  func spelled(_ dialect: DatabaseDialect, _ expression: SQL) -> SQL? {
    guard let template = dialect.spellings[.naming] else { return nil }
    var list: [SQL] = []
    var declarations: [SQL] = []
    for (number, value) in values.enumerated() {
      let name = SQL(Self.name(number))
      guard let operand = dialect.spellings[.namedOperand],
        let declaration = dialect.spellings[types[number].declaration]
      else { return nil }
      list.append(operand([value, name]))
      declarations.append(declaration([name, SQL("'$[\(number)]'" as String)]))
    }
    return template([expression, .list(list), .list(declarations)])
  }

  /// The approximate number of bytes of the operands with their names when written.
  var length: Int { values.reduce(60) { $0 + 20 + $1.length } }
}
