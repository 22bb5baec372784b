import PredicateCases
import PredicateFormat
import PredicateSQL
import TestSupport
import Testing

/// Every row of every dialect's table is tested by an exact statement: a case of Corpus/SQL, or a `RequestStatement`. If a row
/// is changed in a copy of the table, a case must fail, or the statement of a request must change.
@Suite("Rows of the dialects' tables")
struct DialectRowTests {
  /// The dialects of which every row has a statement. Only the random proof tests ClickHouse's spellings.
  private static let dialects: [DatabaseDialect] =
    isFullRun ? [.sqlite, .postgresql, .mariadb, .mysql, .duckdb, .spark] : [.sqlite]
  private let cases: [Case]
  private let models: CorpusModels

  init() throws {
    cases = try Case.all(at: packageRoot.appendingPathComponent("Corpus/SQL").path).filter {
      !$0.sql.isEmpty || $0.error?.dialect != nil
    }
    // Short texts are faster to translate, and nearly always sufficient.
    .sorted { $0.text.utf8.count < $1.text.utf8.count }
    models = try CorpusModels()
  }

  // MARK: Tests of a row

  /// Returns the name of the first case of the corpus that fails if the dialect has another table.
  private func failingCase(_ dialect: DatabaseDialect, _ runner: inout CaseRunner) throws -> String? {
    for subject in cases {
      var subject = subject
      // A dialect with another table is another dialect, of the same name.
      let text = subject.sql.first { $0.key.name == dialect.name }?.value
      subject.sql = text.map { [dialect: $0] } ?? [:]
      if subject.error?.dialect?.name == dialect.name {
        subject.error?.dialect = dialect
      } else if subject.sql.isEmpty {
        continue
      }
      if case .failed = try runner.run(subject) { return subject.id }
    }
    return nil
  }

  /// Returns the name of the first request whose statement changes if the dialect has another table.
  private func changedRequest(_ dialect: DatabaseDialect) throws -> String? {
    let original = try #require(DatabaseDialect.named(dialect.name))
    for request in RequestStatement.all
    where try request.outcome(dialect, models) != request.outcome(original, models) {
      return request.name
    }
    return nil
  }

  // MARK: Spellings

  /// Operations for which a dialect has no spelling, and which its translation never uses.
  private static let neverAsked: [String: Set<SQLOperation>] = [
    // SQLite has no types for decimals and dates, `fits` includes the result, and the registered function accepts every
    // pattern. It declares no names. JSON has only some kinds of values. It converts no column to text; nor do DuckDB and Spark.
    "sqlite": [
      .decimal, .decimalParameter, .decimalDouble, .integerToDecimal, .referenceSeconds, .instant, .dayDate, .wide,
      .matches, .integerName, .doubleName, .otherName, .inValues, .characterValue, .enumerationValue,
    ],
    // PostgreSQL has decimals, so it needs no units.
    "postgresql": [.units, .sumUnits, .integerName, .doubleName, .otherName],
    // Other engines than PostgreSQL and DuckDB have no type of points in time with a zone.
    "mariadb": [.sumUnits, .inValues, .instant],
    // MySQL's names of operands have no declarations.
    "mysql": [.sumUnits, .inValues, .instant, .integerName, .doubleName, .otherName],
    // DuckDB and Spark have no `fits`, of which `wide` is a part.
    "duckdb": [
      .wide, .units, .sumUnits, .integerName, .doubleName, .otherName, .characterValue, .enumerationValue,
    ],
    "spark": [
      .wide, .units, .sumUnits, .instant, .integerName, .doubleName, .otherName, .characterValue, .enumerationValue,
    ],
  ]

  /// Statements with parameters contain none of these, which `LiteralTests` tests.
  private static let literals: Set<SQLOperation> = [
    .integerLiteral, .doubleLiteral, .decimalLiteral, .textLiteral, .escapedTextLiteral, .hexadecimalTextLiteral,
    .timestampLiteral, .uuidLiteral, .bytesLiteral, .listLiteral,
  ]

  @Test(
    "a statement changes if one spelling is changed, or one is added that the dialect lacks",
    arguments: dialects.map(\.name))
  func spellings(name: String) throws {
    let dialect = try #require(DatabaseDialect.named(name))
    var runner = CaseRunner()
    #expect(try failingCase(dialect, &runner) == nil)
    var untested: Set<SQLOperation> = []
    for operation in SQLOperation.allCases {
      var table = dialect.table
      table.operations[operation] = operation.operandCount > 0 ? "changed({0})" : "changed()"
      // A half of a pair is an error of the table.
      guard let changed = try? DatabaseDialect(name: name, table: table, limits: dialect.limits) else { continue }
      if try failingCase(changed, &runner) == nil, try changedRequest(changed) == nil { untested.insert(operation) }
    }
    let expected = Self.neverAsked[name, default: []].union(Self.literals)
    let (more, fewer) = (untested.subtracting(expected), expected.subtracting(untested))
    #expect(more.isEmpty && fewer.isEmpty, "no case tests \(more); a case tests \(fewer)")
  }

  // MARK: Properties

  /// A row of the table that is not a spelling, changed in a way that matters to the dialect.
  private struct Change {
    /// The name of the property.
    let name: String
    let make: (inout DialectTable) -> Void
  }

  private static func toggled(_ name: String, _ property: WritableKeyPath<DialectTable, Bool>) -> Change {
    Change(name: name) { $0[keyPath: property].toggle() }
  }

  /// Returns the changes of each property of the table.
  private static func changes(of table: DialectTable) -> [Change] {
    var changes = [
      Change(name: "quoting") { $0.quoting = DialectTable.Quoting("'", "'") },
      Change(name: "true") { $0.true = "changed" },
      Change(name: "false") { $0.false = "changed" },
      Change(name: "like") { $0.like = $0.like == .glob ? .sql(escape: "|") : .glob },
      Change(name: "placeholder") { $0.placeholder = "changed" },
      Change(name: "secondsTo2001") { $0.secondsTo2001 = "changed" },
      Change(name: "nullsFirst") { $0.nullsFirst = " CHANGED" },
      Change(name: "nullsLast") { $0.nullsLast = " CHANGED" },
      toggled("bindsArrays", \.bindsArrays), toggled("ordersUndeclaredText", \.ordersUndeclaredText),
      toggled("equatesUndeclaredText", \.equatesUndeclaredText),
      toggled("nullSafeEqualUsesIndex", \.nullSafeEqualUsesIndex),
      Change(name: "decimalSizes") { $0.decimalSizes = $0.decimalSizes.isEmpty ? [18] : [] },
      toggled("comparesNumbersExactly", \.comparesNumbersExactly),
      toggled("comparesDecimalsExactly", \.comparesDecimalsExactly),
      toggled("joinsDecimalsExactly", \.joinsDecimalsExactly),
      toggled("findsNullBesideRanges", \.findsNullBesideRanges), toggled("assignsInOrder", \.assignsInOrder),
      toggled("holdsInfinity", \.holdsInfinity), toggled("ordersNaN", \.ordersNaN),
      toggled("holdsAllUUIDs", \.holdsAllUUIDs),
      toggled("ordersUUIDs", \.ordersUUIDs), toggled("reachesOuterQueries", \.reachesOuterQueries),
      toggled("runsExistsForEachRow", \.runsExistsForEachRow),
      toggled("joinsReductions", \.joinsReductions),
      toggled("ordersAggregatesAfterHaving", \.ordersAggregatesAfterHaving), toggled("changesRows", \.changesRows),
      toggled("hidesChangedTable", \.hidesChangedTable), toggled("copiesOperands", \.copiesOperands),
      toggled("overflowBecomesDouble", \.overflowBecomesDouble),
    ]
    for form in DialectTable.Alternatives.allCases where form != table.alternatives {
      changes.append(Change(name: "alternatives") { $0.alternatives = form })
    }
    for kind in [SQLParameter.Kind.boolean, .integer, .double, .decimal, .text, .timestamp, .uuid, .bytes]
    where !table.parameterTypes.isEmpty {
      changes.append(Change(name: "parameterTypes") { $0.parameterTypes[kind] = "changed" })
    }
    if !table.parameterTypes.isEmpty { changes.append(Change(name: "listType") { $0.listType = "changed" }) }
    for form in [DialectTable.Storage.nativeDecimal, .nativeDate, .nativeUUID, .nativeBoolean] {
      changes.append(Change(name: "storage") { $0.storage.formSymmetricDifference(form) })
    }
    // These have the same spelling of patterns.
    let alike: Set<SQLPatternFlavor?> = [.pcre2, .java, .icu]
    let flavors: [SQLPatternFlavor?] = SQLPatternFlavor.allCases + [nil]
    for flavor in flavors
    where flavor != table.patterns && !alike.isSuperset(of: [flavor, table.patterns]) {
      changes.append(Change(name: "patterns") { $0.patterns = flavor })
    }
    for difference in [-1, 1] {
      changes.append(
        Change(name: "absoluteDigits") { $0.absoluteDigits = $0.absoluteDigits.map { $0 + difference } ?? 2 })
      changes.append(
        Change(name: "greatestScale") { $0.greatestScale = $0.greatestScale.map { $0 + difference } ?? 2 })
      changes.append(
        Change(name: "longestListText") { $0.longestListText = $0.longestListText.map { $0 + difference } ?? 1 })
      changes.append(Change(name: "greatestLimit") { $0.greatestLimit = $0.greatestLimit.map { $0 + difference } ?? 1 })
      changes.append(Change(name: "greatestJoin") { $0.greatestJoin = $0.greatestJoin.map { $0 + difference } ?? 2 })
    }
    return changes
  }

  /// Properties that a dialect never uses, because others exclude that translation.
  private static let neverRead: [String: Set<String>] = [
    // Functions of the connection fold and match; there are no UUID and decimal types. Columns of SQLite, MariaDB and MySQL do
    // not contain NaN.
    "sqlite": [
      "patterns", "ordersUUIDs", "holdsAllUUIDs", "ordersNaN", "decimalSizes", "comparesDecimalsExactly",
      "joinsDecimalsExactly", "greatestScale", "absoluteDigits",
    ],
    "mariadb": ["ordersNaN"],
    // MySQL has no UUID type either.
    "mysql": ["ordersNaN", "ordersUUIDs", "holdsAllUUIDs"],
    // Only integers that are tested with `fits` overflow.
    "duckdb": ["overflowBecomesDouble"],
    // Spark has no UUID type and no names for operands, and its tables cannot be changed.
    "spark": ["ordersUUIDs", "holdsAllUUIDs", "hidesChangedTable", "overflowBecomesDouble", "copiesOperands"],
  ]

  @Test("a statement changes if one property is changed", arguments: dialects.map(\.name))
  func properties(name: String) throws {
    let dialect = try #require(DatabaseDialect.named(name))
    var runner = CaseRunner()
    let changes = Self.changes(of: dialect.table)
    let names = Mirror(reflecting: dialect.table).children.compactMap(\.label)
    // `indexes` and `sortsWithinIndex` change only notes. The enumeration `correlation` has its own test.
    let others = [
      "operations", "parameterTypes", "listType", "sessionSettings", "correlation", "indexes", "sortsWithinIndex",
    ]
    #expect(Set(names) == Set(changes.map(\.name) + others), "each property has a change")
    var untested: Set<String> = []
    for change in changes {
      var table = dialect.table
      change.make(&table)
      guard let changed = try? DatabaseDialect(name: name, table: table, limits: dialect.limits) else {
        untested.insert(change.name)
        continue
      }
      if try failingCase(changed, &runner) == nil, try changedRequest(changed) == nil { untested.insert(change.name) }
    }
    #expect(untested == Self.neverRead[name, default: []])
  }

  @Test(
    "a condition repeats its operands if one spelling of their names is missing",
    arguments: [SQLOperation.naming, .namedOperand])
  func withoutNames(_ operation: SQLOperation) throws {
    func text(_ dialect: DatabaseDialect) throws -> String {
      let format = "TERNARY(level > 3, TERNARY(level > 2, short, level), TERNARY(level > 1, level, short)) >= short"
      let translator = try SQLTranslator(dialect, model: try models.model("readings"), entity: "Reading")
      return try translator.select(where: FormatPredicate(format)).text
    }
    var table = DatabaseDialect.postgresql.table
    table.operations[operation] = nil
    let changed = try DatabaseDialect(name: "changed", table: table, limits: DatabaseDialect.postgresql.limits)
    #expect(try text(.postgresql).contains(" AS v0"))
    #expect(
      try text(changed).split(separator: "CASE WHEN").count > text(.postgresql).split(separator: "CASE WHEN").count)
  }

  @Test("a condition that is nested more deeply than the limit is refused")
  func depth() throws {
    let model = try models.model("readings")
    func isTaken(_ levels: Int, _ limits: SQLLimits) throws -> Bool {
      let format = String(repeating: "abs(", count: levels) + "count" + String(repeating: ")", count: levels) + " > 3"
      let translator = try SQLTranslator(.sqlite, model: model, entity: "Reading", limits: limits)
      return (try? translator.select(where: FormatPredicate(format))) != nil
    }
    #expect(try isTaken(2, .default) && !isTaken(40, .default))
    #expect(try isTaken(1, SQLLimits(depth: 40)) && !isTaken(12, SQLLimits(depth: 40)))
  }

  @Test("the maximum limits of each dialect")
  func limits() {
    func limits(_ length: Int, _ parameters: Int, _ columns: Int, parametersPerList: Int = .max) -> SQLLimits {
      SQLLimits(length: length, parameters: parameters, columns: columns, parametersPerList: parametersPerList)
    }
    var sqlite = limits(1_000_000_000, 32_766, 2_000, parametersPerList: 0)
    sqlite.depth = 100
    #expect(DatabaseDialect.sqlite.limits == sqlite)
    #expect(DatabaseDialect.postgresql.limits == limits(1_073_741_823, 65_535, 1_664, parametersPerList: 0))
    #expect(DatabaseDialect.mariadb.limits == limits(16_777_216, 65_535, 4_096))
    #expect(DatabaseDialect.duckdb.limits == limits(16_777_216, 65_535, 4_096, parametersPerList: 3))
    #expect(DatabaseDialect.spark.limits == limits(16_777_216, 65_535, 4_096))
    #expect(SQLLimits.default == SQLLimits(length: 1_000_000, parameters: .max, columns: .max, parametersPerList: 100))
  }

  // MARK: Requests

  @Test("requests and changes have these statements", arguments: RequestStatement.all.map(\.name))
  func requests(name: String) throws {
    let request = try #require(RequestStatement.named(name))
    for dialect in Self.dialects {
      let expected = try #require(RequestStatement.texts[name]?[dialect.name])
      #expect(try request.outcome(dialect, models) == expected, "\(dialect.name)")
    }
  }
}
