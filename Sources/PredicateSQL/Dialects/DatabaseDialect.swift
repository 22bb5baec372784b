import PredicateSyntax

/// An SQL dialect: a name, a table of its differences from other dialects, and the limits of its statements.
///
/// The constants are the dialects of this library. A program can make others:
///
///     var table = DialectTable([.contains: "strpos({0}, {1}) > 0"])
///     table.quoting = .backticks
///     let dialect = try DatabaseDialect(name: "engine", table: table)
public struct DatabaseDialect: Sendable, Hashable {
  private let definition: Definition

  /// What makes a dialect. It is shared, because many values contain a dialect.
  private final class Definition: Sendable {
    let name: String
    let table: DialectTable
    let limits: SQLLimits
    let spellings: DialectSpellings

    init(_ name: String, _ table: DialectTable, _ limits: SQLLimits) throws(DialectError) {
      self.name = name
      self.table = table
      self.limits = limits
      spellings = try DialectSpellings(table, of: name)
    }
  }

  /// Creates a dialect.
  ///
  /// - Parameters:
  ///   - name: The name, which messages contain.
  ///   - table: The spellings of the operations, and the properties of the dialect.
  ///   - limits: The limits of a statement, which the engine imposes.
  /// - Throws: `DialectError` if a spelling is not a template of its operation, or a spelling that every dialect needs is missing.
  public init(name: String, table: DialectTable, limits: SQLLimits = .generous) throws(DialectError) {
    definition = try Definition(name, table, limits)
  }

  /// Creates a dialect of this library, whose table has no errors.
  private init(_ name: String, _ table: DialectTable, _ limits: SQLLimits = .generous) {
    definition = unsafe (try? Definition(name, table, limits)).unsafelyUnwrapped
  }

  /// The name: for the dialects of this library `sqlite`, `postgresql`, `mariadb`, `mysql`, `duckdb`,
  /// `clickhouse`, `spark`.
  public var name: String { definition.name }
  /// The spellings and properties of the dialect.
  public var table: DialectTable { definition.table }
  /// The limits of a statement: the defaults of the engine if its documentation states them, or limits of this library
  /// (DuckDB, Spark).
  public var limits: SQLLimits { definition.limits }
  /// The templates of the table.
  var spellings: DialectSpellings { definition.spellings }

  /// SQLite 3.38 or newer in a UTF-8 database, with the functions that `PredicateSQLite` registers.
  public static let sqlite = DatabaseDialect("sqlite", .sqlite, .sqlite)
  /// PostgreSQL 14 or newer, in a UTF-8 database.
  public static let postgresql = DatabaseDialect("postgresql", .postgresql, .postgresql)
  /// MariaDB 10.6 or newer, over a connection set by `SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin`.
  public static let mariadb = DatabaseDialect("mariadb", .mariadb, .mariadb)
  /// DuckDB 1.4 or newer.
  public static let duckdb = DatabaseDialect("duckdb", .duckdb, .duckdb)
  /// Spark SQL 4 or newer, with ANSI mode on and the session in UTC.
  public static let spark = DatabaseDialect("spark", .spark)

  /// MySQL 9, over a connection set by `SET NAMES utf8mb4 COLLATE utf8mb4_0900_bin`. It has the limits of MariaDB. MySQL 8 is not
  /// tested.
  public static let mysql = DatabaseDialect("mysql", .mysql, .mariadb)
  /// ClickHouse 26 or newer, in a session set by `SET join_use_nulls = 1`, `SET aggregate_functions_null_for_empty = 1` and
  /// `SET optimize_min_equality_disjunction_chain_length = 1000000`.
  public static let clickhouse = DatabaseDialect("clickhouse", .clickhouse, .clickhouse)

  /// All dialects of this library.
  public static let all: [DatabaseDialect] = [sqlite, postgresql, mariadb, mysql, duckdb, clickhouse, spark]

  /// Returns the dialect of this library with a name.
  public static func named(_ name: String) -> DatabaseDialect? { all.first { $0.name == name } }

  /// Returns whether two dialects have the same name, table and limits.
  public static func == (left: DatabaseDialect, right: DatabaseDialect) -> Bool {
    left.definition === right.definition
      || left.name == right.name && left.limits == right.limits && left.table == right.table
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension DatabaseDialect {
  /// Returns the finding about something that the dialect cannot express exactly.
  func untranslatable(_ what: String, _ reason: String, at range: FormatRange = .none) -> FormatDiagnostic {
    FormatDiagnostic(.untranslatable(what, dialect: name, reason: reason), at: range)
  }
}

/// An error in the table of a dialect.
public struct DialectError: Error, Sendable, Hashable {
  /// The name of the dialect.
  public let dialect: String
  /// The operation with the error; nil if it is in a property of the table.
  public let operation: SQLOperation?
  /// The number of bytes of the spelling before the error; nil if the spelling is missing, or if the error is in a property
  /// without a template.
  public let position: Int?
  /// The reason, a clause without a period. It names the operation or the property.
  public let reason: String
}

#if !hasFeature(Embedded)
extension DialectError: CustomStringConvertible {
  /// The dialect, the position and the reason.
  public var description: String {
    "dialect '\(dialect)': \(reason)\(position.map { " (after \($0) bytes)" } ?? "")"
  }
}
#endif
