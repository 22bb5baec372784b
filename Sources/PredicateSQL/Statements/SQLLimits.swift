/// The limits of a statement. Each limit has its own diagnostic.
public struct SQLLimits: Sendable, Hashable {
  /// The maximum length of the text in bytes (`statement-too-long`).
  public var length: Int
  /// The maximum number of parameters (`too-many-parameters`).
  public var parameters: Int
  /// The maximum number of columns of a result (`untranslatable`).
  public var columns: Int
  /// The maximum number of IN values that get one parameter each. A longer list is a single parameter, if the dialect has one
  /// for such values.
  public var parametersPerList: Int
  /// The maximum nesting, as the stack of the engine's parser counts it: each open call, CASE, subselect and pending operator
  /// takes some entries (`untranslatable`).
  public var depth: Int

  /// Creates limits. A translator uses the lower of each limit and the dialect's.
  public init(
    length: Int = 1_000_000, parameters: Int = .max, columns: Int = .max, parametersPerList: Int = 100,
    depth: Int = .max
  ) {
    self.length = length
    self.parameters = parameters
    self.columns = columns
    self.parametersPerList = parametersPerList
    self.depth = depth
  }

  /// The default limits.
  public static let `default` = SQLLimits()

  /// Returns the stricter of each limit.
  func stricter(_ other: SQLLimits) -> SQLLimits {
    SQLLimits(
      length: min(length, other.length), parameters: min(parameters, other.parameters),
      columns: min(columns, other.columns), parametersPerList: min(parametersPerList, other.parametersPerList),
      depth: min(depth, other.depth))
  }
}

extension SQLLimits {
  /// SQLITE_MAX_SQL_LENGTH, SQLITE_MAX_VARIABLE_NUMBER, SQLITE_MAX_COLUMN, and the YYSTACKDEPTH of older versions.
  static let sqlite = SQLLimits(
    length: 1_000_000_000, parameters: 32_766, columns: 2_000, parametersPerList: 0, depth: 100)
  /// 1 GB is the maximum length of any value; the protocol numbers the parameters of a statement with 16 bits.
  static let postgresql = SQLLimits(length: 1_073_741_823, parameters: 65_535, columns: 1_664, parametersPerList: 0)
  /// The default of max_allowed_packet; 16 bits for parameters here too. Below OR, only values that are one parameter each can
  /// use an index.
  static let mariadb = SQLLimits(length: 16_777_216, parameters: 65_535, columns: 4_096, parametersPerList: .max)
  /// Generous limits. Up to three values are faster as one parameter each, because they are filtered within the scan.
  static let duckdb = SQLLimits(length: 16_777_216, parameters: 65_535, columns: 4_096, parametersPerList: 3)
  /// max_query_size, which does not include parameters.
  static let clickhouse = SQLLimits(length: 262_144, parameters: 65_535, columns: 4_096, parametersPerList: .max)
  /// Generous limits of this library, for engines whose documentation states none.
  public static let generous = SQLLimits(
    length: 16_777_216, parameters: 65_535, columns: 4_096, parametersPerList: .max)
}
