import PredicateSyntax

/// An SQL dialect: a name, and a table of its differences from other dialects.
public struct DatabaseDialect: Sendable, Hashable {
  /// The name: `sqlite`, `postgresql`, `mariadb`, `duckdb`, `spark`.
  public let name: String
  /// The spellings and properties of the dialect.
  let table: DialectTable

  init(_ name: String, _ table: DialectTable) {
    self.name = name
    self.table = table
  }

  /// SQLite 3.38 or newer in a UTF-8 database, with the functions that `PredicateSQLite` registers.
  public static let sqlite = DatabaseDialect("sqlite", .sqlite)
  /// PostgreSQL 14 or newer, in a UTF-8 database.
  public static let postgresql = DatabaseDialect("postgresql", .postgresql)
  /// MariaDB 10.6 or newer, over a connection set by `SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin`.
  public static let mariadb = DatabaseDialect("mariadb", .mariadb)
  /// DuckDB 1.4 or newer.
  public static let duckdb = DatabaseDialect("duckdb", .duckdb)
  /// Spark SQL 4 or newer, with ANSI mode on and the session in UTC.
  public static let spark = DatabaseDialect("spark", .spark)

  /// All dialects.
  public static let all: [DatabaseDialect] = [sqlite, postgresql, mariadb, duckdb, spark]

  /// The maximum limits of a statement: the defaults of the engine if its documentation states them, or limits of this library
  /// (DuckDB, Spark).
  public var limits: SQLLimits { SQLLimits.greatest[name] ?? .ours }

  /// Returns the dialect with a name.
  public static func named(_ name: String) -> DatabaseDialect? { all.first { $0.name == name } }

  /// Returns whether two dialects have the same name.
  public static func == (left: DatabaseDialect, right: DatabaseDialect) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
