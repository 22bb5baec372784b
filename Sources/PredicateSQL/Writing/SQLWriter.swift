/// Writes a tree of SQL as the text of a statement of a dialect.
///
/// It gives the tables their aliases, and collects the values in the order of the parameters, the functions that the connection
/// must provide, and the places at which lines can be broken.
struct SQLWriter {
  private let dialect: DatabaseDialect
  private let statement: Statement
  /// The values to write as literals; nil for placeholders.
  private let literals: [SQLParameter]?
  private(set) var text = ""
  private(set) var parameters: [SQLParameter] = []
  /// The registered functions that the text calls.
  private(set) var functions: Set<String> = []
  private(set) var lines = SQLLines()
  /// The number of the first parameter for which the dialect has no literal.
  private(set) var firstWithoutLiteral: Int?
  /// The maximum nesting, as an engine's parser counts it.
  private(set) var deepest = 0
  private var depth = 9
  /// The aliases of the tables in scope.
  private var aliases: [TableID: String] = [.groups: GroupColumns.alias, .operands: NamedOperands.alias]
  private var tables = 0
  /// Whether the operands of AND and OR can begin lines.
  private var breaksConditions = false

  init(_ dialect: DatabaseDialect, _ statement: Statement, literals: [SQLParameter]? = nil) {
    self.dialect = dialect
    self.statement = statement
    self.literals = literals
  }

  // MARK: Values

  @inline(never)
  mutating func write(_ sql: SQL) {
    switch sql.node {
    case .text(let piece): text += piece
    case .parameter(let parameter): write(parameter)
    case .column(let table, let name): write(table, name)
    case .call(let template, let operands): write(template, operands)
    case .function(let name, let operands): write(name, operands)
    case .infix(let left, let sign, let right): write(left, sign, right)
    case .choice(let condition, let value, let other): write(condition, value, other)
    case .condition(let condition): write(unbroken: condition)
    case .query(let query): write(inParentheses: query)
    case .selected(let term, let alias):
      write(term)
      text += " AS \(alias)"
    case .pieces(let pieces): write(pieces)
    }
  }

  private mutating func write(_ parameter: SQLParameter) {
    parameters.append(parameter)
    deepest = max(deepest, depth + 3)
    guard let literals else {
      return text += dialect.spellings.placeholder(of: parameter, number: parameters.count, dialect.table)
    }
    if parameters.count <= literals.count, let literal = literals[parameters.count - 1].literal(dialect) {
      text += literal
    } else if firstWithoutLiteral == nil {
      firstWithoutLiteral = parameters.count
    }
  }

  private mutating func write(_ table: TableID, _ name: String) {
    deepest = max(deepest, depth + 3)
    if let alias = aliases[table] { text += alias + "." }
    text += name
  }

  private mutating func write(_ template: SQLTemplate, _ operands: [SQL]) {
    if let function = template.function { functions.insert(function) }
    let outer = depth
    for part in template.parts {
      switch part {
      case .text(let piece): text += piece
      case .operand(let index, let nesting):
        depth = outer + nesting
        if operands.indices.contains(index) { write(operands[index]) }
      }
    }
    depth = outer
  }

  private mutating func write(_ function: String, _ operands: [SQL]) {
    text += function
    text += "("
    depth += 3
    write(list: operands)
    depth -= 3
    text += ")"
  }

  private mutating func write(_ left: SQL, _ sign: String, _ right: SQL) {
    text += "("
    depth += 1
    write(left)
    text += " \(sign) "
    depth += 2
    write(right)
    depth -= 3
    text += ")"
  }

  private mutating func write(_ condition: SQLCondition, _ value: SQL, _ other: SQL?) {
    depth += 3
    text += "CASE WHEN "
    write(unbroken: condition)
    depth += 3
    text += " THEN "
    write(value)
    if let other {
      text += " ELSE "
      write(other)
    }
    text += " END"
    depth -= 6
  }

  private mutating func write(_ pieces: [SQL]) {
    // All but the first piece follow an operator.
    let outer = depth
    for piece in pieces {
      write(piece)
      depth = outer + 2
    }
    depth = outer
  }

  /// Writes terms with commas between them.
  private mutating func write(list: [SQL]) {
    let outer = depth
    for (index, term) in list.enumerated() {
      if index > 0 { text += ", " }
      write(term)
      depth = outer + 2
    }
    depth = outer
  }

  // MARK: Conditions

  /// Writes a condition within a value, where its operands do not begin lines.
  private mutating func write(unbroken condition: SQLCondition) {
    let before = breaksConditions
    breaksConditions = false
    write(condition)
    breaksConditions = before
  }

  /// Writes a condition as an operand of AND.
  private mutating func write(_ condition: SQLCondition) {
    switch condition {
    case .constant(let value): text += value ? dialect.table.true : dialect.table.false
    case .test(let sql): write(sql)
    case .isNull(let sql, let isNegated):
      write(sql)
      text += isNegated ? " IS NOT NULL" : " IS NULL"
    case .tested(_, let condition), .either(let condition, _): write(condition)
    case .negation(let condition, let isNullable):
      if !isNullable { text += "NOT " }
      depth += 1
      write(inParentheses: condition)
      depth -= 1
      if isNullable { text += " IS NOT TRUE" }
    case .exists(let query, let isNegated): write(query, isNegated)
    case .naming(let operands, let condition): write(operands, condition)
    case .all: write(condition.operands(isAll: true)[...], " AND ")
    case .any: write(inParentheses: condition.operands(isAll: false)[...], " OR ")
    }
  }

  private mutating func write(_ operands: NamedOperands, _ condition: SQLCondition) {
    if let sql = operands.spelled(dialect, SQL(.condition(condition))) { write(sql) }
  }

  private mutating func write(_ query: Subquery, _ isNegated: Bool) {
    let isMembership = statement[query].isMembership
    if isMembership, let tie = statement[query].tie {
      write(tie.outer)
      text += " IN "
    } else {
      text += isNegated ? "NOT EXISTS " : "EXISTS "
    }
    let nesting = isMembership ? 2 : 1
    depth += nesting
    write(inParentheses: query)
    depth -= nesting
  }

  private mutating func write(inParentheses condition: SQLCondition) {
    if condition.isAll { return write(inParentheses: condition.operands(isAll: true)[...], " AND ") }
    text += "("
    depth += 1
    write(condition)
    depth -= 1
    text += ")"
  }

  private mutating func write(inParentheses parts: ArraySlice<SQLCondition>, _ word: String) {
    let before = breaksConditions
    breaksConditions = true
    open(isQuery: false, depth: 1)
    write(parts, word)
    close(depth: 1)
    breaksConditions = before
  }

  /// The maximum number of operands in one chain. SQLite counts each as a level of the expression, with a limit of 1,000.
  private static let longestChain = 64

  /// Writes operands. A chain that is too long is split evenly into groups, with as many levels as necessary.
  private mutating func write(_ parts: ArraySlice<SQLCondition>, _ word: String) {
    let size = (parts.count + Self.longestChain - 1) / Self.longestChain
    let outer = depth
    var rest = parts
    while !rest.isEmpty {
      if rest.count < parts.count {
        if breaksConditions { lines.mark(.operand, at: text.utf8.count + 1) }
        text += word
      }
      let group = rest.prefix(size)
      if group.count > 1 { write(inParentheses: group, word) } else { write(operand: group[group.startIndex]) }
      rest = rest.dropFirst(size)
      depth = outer + 2
    }
    depth = outer
  }

  /// Writes a condition as an operand of AND or OR.
  private mutating func write(operand: SQLCondition) {
    if operand.isAll { write(inParentheses: operand) } else { write(operand) }
  }

  // MARK: Queries

  private mutating func write(inParentheses query: Subquery) {
    open(isQuery: true, depth: 7)
    write(query)
    close(depth: 7)
  }

  @inline(never)
  private mutating func write(_ query: Subquery) {
    let query = statement[query]
    let tie = query.isMembership ? nil : query.tie
    let outer = (aliases, breaksConditions, depth)
    name(query.source)
    for join in query.joins { name(join.source) }
    breaksConditions = false
    begin(query.isDistinct ? "SELECT DISTINCT " : "SELECT ", depth: outer.2)
    write(list: query.isMembership ? query.tie.map { [$0.inner] } ?? [] : query.columns)
    begin(" FROM ", depth: outer.2 + 4)
    write(query.source)
    breaksConditions = true
    for join in query.joins {
      begin(join.isOuter ? " LEFT JOIN " : " JOIN ", depth: outer.2 + 4)
      write(join.source)
      text += " ON "
      write(join.tie, join.condition)
    }
    if tie != nil || !query.condition.isAlways {
      begin(" WHERE ", depth: outer.2)
      write(tie, query.condition)
    }
    breaksConditions = false
    if !query.groups.isEmpty {
      begin(" GROUP BY ", depth: outer.2 + 4)
      write(list: query.groups)
    }
    if !query.having.isAlways {
      begin(" HAVING ", depth: outer.2 + 4)
      breaksConditions = true
      write(query.having)
      breaksConditions = false
    }
    if !query.order.isEmpty {
      begin(" ORDER BY ", depth: outer.2 + 4)
      write(list: query.order)
    }
    if let page = query.page { begin(" \(page)", depth: outer.2) }
    (aliases, breaksConditions, depth) = outer
    for other in query.others {
      begin(" UNION ALL ", depth: depth)
      write(other)
    }
  }

  /// Writes the equality of the keys of a tie, and a condition.
  private mutating func write(_ tie: Query.Tie?, _ condition: SQLCondition) {
    let ofKeys = tie.map { SQLCondition.test("\($0.inner) = \($0.outer)") }
    write(.all(of: (ofKeys.map { [$0] } ?? []) + [condition]))
  }

  /// Begins a clause.
  ///
  /// - Parameter depth: The nesting of its contents.
  private mutating func begin(_ keyword: String, depth: Int) {
    lines.mark(.clause, at: text.utf8.count + (keyword.utf8.first == UInt8(ascii: " ") ? 1 : 0))
    text += keyword
    self.depth = depth
  }

  private mutating func write(_ source: Query.Source) {
    switch source {
    case .table(let table, let name): text += "\(name) AS \(aliases[table] ?? "")"
    case .query(let query, let table):
      write(inParentheses: query)
      text += " AS \(aliases[table] ?? "")"
    case .named(let query, let alias):
      write(inParentheses: query)
      text += " AS \(alias)"
    }
  }

  /// Gives a table the next alias: `t0`, `t1` …
  private mutating func name(_ source: Query.Source) {
    guard let table = source.table else { return }
    aliases[table] = "t\(tables)"
    tables += 1
  }

  private mutating func open(isQuery: Bool, depth: Int) {
    lines.mark(.opening(isQuery: isQuery), at: text.utf8.count)
    text += "("
    self.depth += depth
  }

  private mutating func close(depth: Int) {
    self.depth -= depth
    lines.mark(.closing, at: text.utf8.count)
    text += ")"
  }

  // MARK: Statements

  /// Writes the statement.
  mutating func write() {
    guard case .change(let table, let head, let keys) = statement.kind else {
      if let query = statement.outermost { write(query) }
      return
    }
    aliases[.changed] = table
    write(head)
    guard let rows = statement.outermost else { return }
    begin(" WHERE ", depth: depth)
    text += keys.count == 1 ? keys[0] : "(\(keys.joined(separator: ", ")))"
    text += " IN "
    write(inParentheses: rows)
  }
}
