/// A piece of SQL as a tree: a value, or the parts of a statement in order. `SQLWriter` writes it.
///
/// It is made by interpolation: the literal is SQL, `\(piece)` is another piece, and `\(parameter)` is a parameter, so a value
/// never becomes part of the text. Pieces are shared: a repeated piece takes no additional memory until the statement is
/// written, and its length is known before that.
struct SQL: Sendable {
  indirect enum Node: Sendable {
    /// Trusted SQL: a keyword, an operator, a number or a quoted name.
    case text(String)
    case parameter(SQLParameter)
    /// A column of a table, with its quoted name.
    case column(TableID, String)
    /// An operation in the spelling of the dialect.
    case call(SQLTemplate, [SQL])
    /// A function that all dialects have.
    case function(String, [SQL])
    /// An operator between two operands, in parentheses.
    case infix(SQL, String, SQL)
    /// `CASE WHEN … THEN … ELSE … END`.
    case choice(SQLCondition, SQL, SQL?)
    /// A condition as a value.
    case condition(SQLCondition)
    /// A subselect in parentheses.
    case query(Subquery)
    /// A selected term with an alias, in quotes if it needs them.
    case selected(SQL, String)
    case pieces([SQL])
  }

  let node: Node
  /// The approximate number of bytes when written, at most `longest`.
  let length: Int

  /// A length that no statement has. The sum of many lengths still fits into an integer.
  private static let longest = 1 << 40

  init(_ node: Node) {
    self.node = node
    length =
      switch node {
      case .text(let text): text.utf8.count
      case .parameter: 8
      case .column(_, let name): 3 + name.utf8.count
      case .call(let template, let operands): min(template.length(operands), Self.longest)
      case .function(let name, let operands):
        min(operands.reduce(name.utf8.count) { $0 + 2 + $1.length }, Self.longest)
      case .infix(let left, let sign, let right): min(left.length + sign.utf8.count + right.length + 4, Self.longest)
      case .choice(let condition, let value, let other):
        min(20 + condition.length + value.length + (other.map { 6 + $0.length } ?? 0), Self.longest)
      case .condition(let condition): min(condition.length, Self.longest)
      case .query(let query): min(2 + query.length, Self.longest)
      case .selected(let term, let alias): min(term.length + 4 + alias.utf8.count, Self.longest)
      case .pieces(let pieces): min(pieces.reduce(0) { $0 + $1.length }, Self.longest)
      }
  }

  /// Creates trusted SQL.
  init(_ text: String) { self.init(.text(text)) }

  static func function(_ name: String, _ operands: SQL...) -> SQL { SQL(.function(name, operands)) }
  static func infix(_ left: SQL, _ sign: String, _ right: SQL) -> SQL { SQL(.infix(left, sign, right)) }

  /// Whether a template may repeat the piece: a column, a parameter, or a short expression.
  var isRepeatable: Bool {
    if length <= Self.longestRepeated { return true }
    switch node {
    case .text, .parameter, .column: return true
    case .call, .function, .infix, .choice, .condition, .query, .selected, .pieces: return false
    }
  }

  /// Whether the piece is the name of an operand, which may become a copy of it.
  var isName: Bool { if case .column(.operands, _) = node { true } else { false } }

  /// Whether a text may contain the piece a few times if it cannot name it.
  var isCopyable: Bool { length <= Self.longestCopied }

  /// The maximum length of an expression that a template may repeat. Statements grow only by a constant factor, because the
  /// result is longer.
  private static let longestRepeated = 80
  /// The maximum length of an expression that a text may contain a few times because it cannot name it.
  private static let longestCopied = 1_000

  static let null = SQL("NULL")

  /// Whether the piece is a parameter or NULL.
  var isConstant: Bool {
    switch node {
    case .text(let text): text == "NULL"
    case .parameter: true
    case .column, .call, .function, .infix, .choice, .condition, .query, .selected, .pieces: false
    }
  }

  /// The parameter, if the piece is one.
  var parameter: SQLParameter? { if case .parameter(let parameter) = node { parameter } else { nil } }

  /// Whether the piece contains a subselect.
  var hasSubquery: Bool {
    switch node {
    case .text, .parameter, .column: false
    case .query: true
    case .call(_, let pieces), .function(_, let pieces), .pieces(let pieces): pieces.contains { $0.hasSubquery }
    case .infix(let left, _, let right): left.hasSubquery || right.hasSubquery
    case .selected(let term, _): term.hasSubquery
    case .condition(let condition): condition.hasSubquery
    case .choice(let condition, let value, let other):
      condition.hasSubquery || value.hasSubquery || other?.hasSubquery == true
    }
  }

  /// Returns whether both are the same column of a table.
  func isColumn(_ other: SQL) -> Bool {
    guard case .column(let table, let name) = node, case .column(table, name) = other.node else { return false }
    return true
  }

  /// Returns whether an index could serve a comparison with another operand for each row of another table: whether one of them is
  /// a column, and the other reads another table.
  func isRange(of other: SQL) -> Bool {
    if case .column(let table, _) = node, other.readsTable(otherThan: table) { return true }
    if case .column(let table, _) = other.node { return readsTable(otherThan: table) }
    return false
  }

  /// Returns whether the piece reads a column of a table other than the given one, or a condition or a subselect, which may do so.
  private func readsTable(otherThan table: TableID) -> Bool {
    switch node {
    case .text, .parameter: false
    case .column(let another, _): another != table
    case .call(_, let pieces), .function(_, let pieces), .pieces(let pieces):
      pieces.contains { $0.readsTable(otherThan: table) }
    case .infix(let left, _, let right): left.readsTable(otherThan: table) || right.readsTable(otherThan: table)
    case .selected(let term, _): term.readsTable(otherThan: table)
    case .choice, .condition, .query: true
    }
  }

  /// Returns a selected term with an alias, in quotes if it needs them.
  func selected(as alias: String) -> SQL { SQL(.selected(self, alias)) }

  /// Returns the columns of a key as one value: the column, or the list of several in parentheses.
  static func row(_ columns: [SQL]) -> SQL { columns.count == 1 ? columns[0] : "(\(SQL.list(columns)))" }

  /// Returns the pieces in order, with a comma between them.
  static func list(_ pieces: some Collection<SQL>) -> SQL {
    var result: [SQL] = []
    for piece in pieces {
      if !result.isEmpty { result.append(SQL(", ")) }
      result.append(piece)
    }
    return result.count == 1 ? result[0] : SQL(.pieces(result))
  }
}

extension SQL: ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self.init(text) }
  init(stringInterpolation: Interpolation) {
    let pieces = stringInterpolation.pieces
    self = pieces.count == 1 ? pieces[0] : SQL(.pieces(pieces))
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var pieces: [SQL] = []

    init(literalCapacity: Int, interpolationCount: Int) { pieces.reserveCapacity(2 * interpolationCount + 1) }
    mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { pieces.append(SQL(literal)) } }
    mutating func appendInterpolation(_ piece: SQL) { pieces.append(piece) }
    mutating func appendInterpolation(_ parameter: SQLParameter) { pieces.append(SQL(.parameter(parameter))) }
    mutating func appendInterpolation(_ condition: SQLCondition) { pieces.append(SQL(.condition(condition))) }
    /// Appends trusted SQL: a keyword, an operator or a quoted name.
    mutating func appendInterpolation(sql: String) { pieces.append(SQL(sql)) }
  }
}
