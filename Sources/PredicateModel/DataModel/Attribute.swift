import PredicateSyntax

extension DataModel {
  /// A value of an object, and the column that keeps it.
  public struct Attribute: Sendable, Hashable {
    /// The key that predicates call it by.
    public var name: String
    /// The column.
    public var column: String
    /// What the values are, and how they are stored.
    public var type: AttributeType
    /// Whether a value may be nil. Say false only where the column is declared `NOT NULL`.
    public var isNullable: Bool
    /// Whether the column leads an index: what notes speak of; the rows are the same either way.
    public var isIndexed: Bool
    /// How the column compares text, for strings.
    public var collation: TextCollation
    /// Columns that hold the text folded, for strings.
    public var folded: [FoldedColumn]

    /// Describes an attribute; the column has its name where no other is given.
    public init(
      _ name: String, _ type: AttributeType, column: String? = nil, isNullable: Bool = true, isIndexed: Bool = false,
      collation: TextCollation = .undeclared, folded: [FoldedColumn] = []
    ) {
      self.name = name
      self.column = column ?? name
      self.type = type
      self.isNullable = isNullable
      self.isIndexed = isIndexed
      self.collation = collation
      self.folded = folded
    }
  }

  /// A column that holds a text as string options fold it, filled by the program on each write (`String.folded(_:)`, or
  /// `predicate_fold` on SQLite), NULL where the text is: what serves `[c]` and its like with an index, on every engine.
  public struct FoldedColumn: Sendable, Hashable {
    /// The options: any of `c`, `d` and `w`.
    public var options: StringOptions
    /// The column.
    public var column: String
    /// Whether the column leads an index.
    public var isIndexed: Bool
    /// How the column compares text.
    public var collation: TextCollation

    /// Names the column.
    public init(
      _ options: StringOptions, column: String, isIndexed: Bool = false, collation: TextCollation = .undeclared
    ) {
      self.options = options
      self.column = column
      self.isIndexed = isIndexed
      self.collation = collation
    }
  }

  /// How a column of text compares. The rows are the same whatever it is, as long as it is true; with `exact` an index can
  /// serve them.
  public enum TextCollation: String, Sendable, Hashable, CaseIterable {
    /// As the engine does without a word: by code points on SQLite, DuckDB and Spark; on PostgreSQL so for equality but
    /// maybe not for order; on MariaDB not at all.
    case undeclared
    /// By code points: `BINARY`, `"C"`, `utf8mb4_nopad_bin`.
    case exact
    /// Any other way, such as `NOCASE`: texts that are equal by code points are equal, but maybe others too.
    case other
  }
}

/// What the values of an attribute are, and how a column stores them.
public enum AttributeType: Sendable, Hashable {
  /// True or false.
  case boolean(BooleanStorage)
  /// Whole numbers of 16, 32 or 64 bits.
  case integer16, integer32, integer64
  /// Binary numbers of 32 or 64 bits; NaN reads as nil.
  case float, double
  /// Decimal numbers.
  case decimal(DecimalStorage)
  /// Text, without U+0000.
  case string
  /// Moments.
  case date(DateStorage)
  /// UUIDs.
  case uuid(UUIDStorage)
  /// Bytes.
  case data

  /// How a column stores booleans.
  public enum BooleanStorage: String, Sendable, Hashable, CaseIterable {
    /// The engine's own type; on SQLite and MariaDB that is an integer, 0 or 1.
    case native
    /// An integer, 0 or 1.
    case integer
  }

  /// How a column stores decimal numbers.
  public enum DecimalStorage: Sendable, Hashable {
    /// The engine's own type with so many digits in all, and so many after the point: `NUMERIC(12, 2)`. SQLite has none.
    case native(precision: Int, scale: Int)
    /// An integer of 64 bits that counts units of 10^-scale: cents, where it is 2.
    case scaledInteger(scale: Int)
  }

  /// How a column stores moments.
  public enum DateStorage: String, Sendable, Hashable, CaseIterable {
    /// The engine's own type, in UTC, to the microsecond: `timestamp`, `DATETIME(6)`. SQLite has none.
    case native
    /// A double: seconds since 2001-01-01 00:00:00 UTC, as Core Data stores them.
    case referenceSeconds
    /// A double: seconds since 1970-01-01 00:00:00 UTC.
    case unixSeconds
    /// Text of the one form `2014-01-01T00:00:00.000Z`, in UTC, to the millisecond.
    case text
  }

  /// How a column stores UUIDs.
  public enum UUIDStorage: String, Sendable, Hashable, CaseIterable {
    /// The engine's own type; SQLite and Spark have none.
    case native
    /// Sixteen bytes.
    case bytes
    /// Text of 36 characters, its digits in upper or in lower case.
    case upperText, lowerText
  }

  /// Whether the values are text.
  package var isText: Bool { self == .string }

  /// The type that expressions see.
  package var valueType: ValueType {
    switch self {
    case .boolean: .bool
    case .integer16, .integer32, .integer64: .integer
    case .float, .double: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    }
  }
}
