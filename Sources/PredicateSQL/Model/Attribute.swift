import PredicateSemantics
import PredicateSyntax

extension PredicateModel {
  /// A value of an object, and the column that stores it.
  public struct Attribute: Sendable, Hashable {
    /// The key of the attribute in predicates.
    public var name: String
    /// The name of the column.
    public var column: String
    /// The type of the values, and their storage.
    public var type: PredicateModel.AttributeType
    /// Whether a value may be nil. Set this to false only if the column is declared `NOT NULL`.
    public var isNullable: Bool
    /// Whether a double may be NaN, which reads as nil. Set this to false only if no row has NaN: statements are then faster on
    /// PostgreSQL, DuckDB, ClickHouse and Spark.
    public var mayBeNaN: Bool
    /// Whether sums and averages may add the doubles in any order. The order decides the last digits of a sum, and each engine has its
    /// own; memory adds from the first object to the last. If this is false, such sums are not translated.
    public var addsInAnyOrder: Bool
    /// Whether the column is the first of an index. This affects notes, but not the resulting rows.
    public var isIndexed: Bool
    /// The collation of the column, for strings.
    public var collation: TextCollation
    /// The type of the column, for strings in another type than text; else nil. Such a column is converted to text.
    public var columnType: ColumnType?
    /// The columns with the folded text, for strings.
    public var folded: [FoldedColumn]

    /// Creates an attribute. The column defaults to the name.
    public init(
      _ name: String, _ type: PredicateModel.AttributeType, column: String? = nil, isNullable: Bool = true,
      mayBeNaN: Bool = true,
      addsInAnyOrder: Bool = false, isIndexed: Bool = false, collation: TextCollation = .undeclared,
      columnType: ColumnType? = nil, folded: [FoldedColumn] = []
    ) {
      self.name = name
      self.column = column ?? name
      self.type = type
      self.isNullable = isNullable
      self.mayBeNaN = mayBeNaN
      self.addsInAnyOrder = addsInAnyOrder
      self.isIndexed = isIndexed
      self.collation = collation
      self.columnType = columnType
      self.folded = folded
    }
  }

  /// A column with text folded under string options, which lets an index serve `[c]` and similar options on every engine.
  /// The program updates it on each write (`FormatStringOptions.folding(_:)`, or `predicate_fold` on SQLite). It is NULL if the text is
  /// NULL.
  public struct FoldedColumn: Sendable, Hashable {
    /// The folding options: any of `c`, `d` and `w`.
    public var options: FormatStringOptions
    /// The name of the column.
    public var column: String
    /// Whether the column is the first of an index.
    public var isIndexed: Bool
    /// The collation of the column.
    public var collation: TextCollation

    /// Creates a folded column.
    public init(
      _ options: FormatStringOptions, column: String, isIndexed: Bool = false, collation: TextCollation = .undeclared
    ) {
      self.options = options
      self.column = column
      self.isIndexed = isIndexed
      self.collation = collation
    }
  }

  /// The collation of a text column. The resulting rows do not depend on it, as long as it is correct. With `exact`, an index
  /// can serve them.
  public enum TextCollation: String, Sendable, Hashable, CaseIterable {
    /// The default of the engine: by code points on SQLite, DuckDB, ClickHouse and Spark. On PostgreSQL, equality is by code
    /// points, but the order may not be. On MariaDB and MySQL, neither is.
    case undeclared
    /// By code points: `BINARY`, `"C"`, `utf8mb4_nopad_bin`.
    case exact
    /// Any other collation, such as `NOCASE`. Texts with equal code points are equal, but other texts may be too.
    case other
  }

  /// The type of a column of strings that are not stored as text.
  public enum ColumnType: Sendable, Hashable {
    /// `character(n)` of PostgreSQL; an enumeration or text of another character set than `utf8mb4` of MariaDB and MySQL.
    case character
    /// An enumeration of PostgreSQL, and its name.
    case enumeration(String)
  }
}

extension PredicateModel {
  /// The type of an attribute's values, and the storage in its column.
  public enum AttributeType: Sendable, Hashable {
    /// A Boolean.
    case boolean(BooleanStorage)
    /// A whole number of 16, 32 or 64 bits.
    case integer16, integer32, integer64
    /// A binary floating-point number of 32 or 64 bits. NaN reads as nil.
    case float, double
    /// A decimal number.
    case decimal(DecimalStorage)
    /// Text without U+0000.
    case string
    /// A date.
    case date(DateStorage)
    /// A UUID.
    case uuid(UUIDStorage)
    /// Bytes.
    case data

    /// The storage of Booleans.
    public enum BooleanStorage: String, Sendable, Hashable, CaseIterable {
      /// The native type of the engine. On SQLite, MariaDB and MySQL, this is an integer, 0 or 1.
      case native
      /// An integer, 0 or 1.
      case integer
    }

    /// The storage of decimal numbers.
    public enum DecimalStorage: Sendable, Hashable {
      /// The native type with a total number of digits, and a number of digits after the point: `NUMERIC(12, 2)`. SQLite has
      /// none.
      case native(precision: Int, scale: Int)
      /// A 64-bit integer that counts units of 10^-scale. With a scale of 2, these are cents.
      case scaledInteger(scale: Int)
    }

    /// The storage of dates.
    public enum DateStorage: String, Sendable, Hashable, CaseIterable {
      /// The native type in UTC, to the microsecond: `timestamp`, `DATETIME(6)`. SQLite has none.
      case native
      /// A double: seconds since 2001-01-01 00:00:00 UTC, as in Core Data.
      case referenceSeconds
      /// A double: seconds since 1970-01-01 00:00:00 UTC.
      case unixSeconds
      /// An integer: seconds since 1970-01-01 00:00:00 UTC.
      case unixIntegerSeconds
      /// An integer: milliseconds since 1970-01-01 00:00:00 UTC.
      case unixMilliseconds
      /// The native type of a point in time with its zone: `timestamptz` of PostgreSQL and DuckDB. Other engines have none.
      case instant
      /// The native type of a day, `date`: the start of the day in UTC. SQLite has none.
      case day
      /// Text in the format `2014-01-01T00:00:00.000Z`, in UTC, to the millisecond.
      case text
      /// Text in the format `2014-01-01 00:00:00`, in UTC, as SQLite's functions write it. The time can have a fraction of up to six
      /// digits. The seconds or the whole time can be missing: `2014-01-01` is the start of the day. Equal dates of a column have equal
      /// texts. Such a column cannot be changed, because the digits of its other dates are not known.
      case timestampText
    }

    /// The storage of UUIDs.
    public enum UUIDStorage: String, Sendable, Hashable, CaseIterable {
      /// The native type of the engine. SQLite, MySQL and Spark have none.
      case native
      /// Sixteen bytes.
      case bytes
      /// Text of 36 characters with uppercase or lowercase digits.
      case upperText, lowerText
    }

    /// Whether the values are text.
    package var isText: Bool { self == .string }

    /// The type of the values in expressions.
    package var valueType: ValueType {
      switch self {
      case .boolean: .bool
      case .integer16, .integer32, .integer64: .integer
      case .float: .double(precision: .single)
      case .double: .double
      case .decimal: .decimal
      case .string: .string
      case .date: .date
      case .uuid: .uuid
      case .data: .data
      }
    }
  }
}
