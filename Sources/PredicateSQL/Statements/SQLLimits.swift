/// What a statement may cost. Every limit has a diagnostic of its own.
public struct SQLLimits: Sendable, Hashable {
  /// The longest text of a statement, in bytes (`statement-too-long`).
  public var length: Int
  /// The most values that are bound (`too-many-parameters`).
  public var parameters: Int
  /// The most columns of a result (`untranslatable`).
  public var columns: Int
  /// The most values of IN that are written as places of their own; a longer list is one parameter.
  public var places: Int

  /// Makes limits; each has a default that all the engines stay within, or that of the dialect.
  public init(length: Int = 1_000_000, parameters: Int = .max, columns: Int = .max, places: Int = 100) {
    self.length = length
    self.parameters = parameters
    self.columns = columns
    self.places = places
  }

  /// The limits in force where none are given.
  public static let `default` = SQLLimits()

  /// The stricter of each.
  func stricter(_ other: SQLLimits) -> SQLLimits {
    SQLLimits(
      length: min(length, other.length), parameters: min(parameters, other.parameters),
      columns: min(columns, other.columns), places: min(places, other.places))
  }
}

extension SQLLimits {
  /// The greatest limits of each dialect: what its engine takes as it comes. They stand apart from the other differences of
  /// the dialects, which are carried along wherever a tree is translated.
  static let greatest: [String: SQLLimits] = [
    // SQLITE_MAX_SQL_LENGTH, SQLITE_MAX_VARIABLE_NUMBER, SQLITE_MAX_COLUMN.
    "sqlite": SQLLimits(length: 1_000_000_000, parameters: 32_766, columns: 2_000, places: .max),
    // 1 GB is the longest value of any kind; the protocol numbers the places of a statement with 16 bits.
    "postgresql": SQLLimits(length: 1_073_741_823, parameters: 65_535, columns: 1_664, places: .max),
    // max_allowed_packet as it comes; 16 bits here too.
    "mariadb": SQLLimits(length: 16_777_216, parameters: 65_535, columns: 4_096, places: .max),
    "duckdb": ours, "spark": ours,
  ]

  /// A bound of our own, for an engine whose documentation has none: what it takes is not known, and this is plenty.
  static let ours = SQLLimits(length: 16_777_216, parameters: 65_535, columns: 4_096, places: .max)
}
