import PredicateSyntax

/// The type and storage of an SQL value, as far as comparisons and arithmetic need them.
enum SQLType: Hashable {
  case boolean(PredicateModel.AttributeType.BooleanStorage)
  /// Integers within bounds.
  case integer(ClosedRange<Int64>)
  /// Doubles, or 32-bit floating-point numbers.
  case double(isSingle: Bool)
  case decimal(PredicateModel.AttributeType.DecimalStorage)
  case text
  case date(PredicateModel.AttributeType.DateStorage)
  case uuid(PredicateModel.AttributeType.UUIDStorage)
  case data
  /// The primary key of an object of an entity.
  case object(entity: Int)

  static let integer64 = SQLType.integer(Int64.min...Int64.max)
  static let double = SQLType.double(isSingle: false)

  /// Creates the type of an attribute's column.
  init(_ type: PredicateModel.AttributeType) {
    switch type {
    case .boolean(let storage): self = .boolean(storage)
    case .integer16: self = .integer(Int64(Int16.min)...Int64(Int16.max))
    case .integer32: self = .integer(Int64(Int32.min)...Int64(Int32.max))
    case .integer64: self = .integer64
    case .float: self = .double(isSingle: true)
    case .double: self = .double
    case .decimal(let storage): self = .decimal(storage)
    case .string: self = .text
    case .date(let storage): self = .date(storage)
    case .uuid(let storage): self = .uuid(storage)
    case .data: self = .data
    }
  }
}

extension SQLType {
  /// Whether the type is an integer type.
  var isInteger: Bool { if case .integer = self { true } else { false } }

  /// Whether the type is that of numbers with 32 bits.
  var isSingle: Bool { if case .double(isSingle: true) = self { true } else { false } }

  /// Returns whether both types are of the same kind, such as text, regardless of storage.
  func isOfKind(_ other: SQLType) -> Bool {
    switch (self, other) {
    case (.boolean, .boolean), (.integer, .integer), (.double, .double), (.decimal, .decimal), (.text, .text),
      (.date, .date), (.uuid, .uuid), (.data, .data), (.object, .object):
      true
    default: false
    }
  }
}

/// A value as SQL: a name, a parameter, a call or an expression in parentheses, so that it can be an operand of any operator.
struct SQLValue {
  /// The SQL text.
  var sql: SQL { didSet { origin = nil } }
  var type: SQLType
  /// Whether it may be NULL (or NaN, which reads as nil).
  var isNullable: Bool
  /// Whether a double may be NaN, which reads as nil.
  var mayBeNaN = false
  /// Whether it is text that should have been folded but is not, so that only a pattern can compare it.
  var isPattern = false
  /// Whether evaluation in memory yields different kinds of values here, such as integers and doubles. Such values can be
  /// compared but not used in arithmetic.
  var isMixed = false
  /// Whether the value is a number of 32 bits in some rows and of 64 bits in others, so that a constant compared with it has no single
  /// precision.
  var hasBothPrecisions = false
  /// Whether the engine may compute it with fewer than 64 bits although it is not a column itself, because it comes from one.
  var isNarrow = false
  /// Whether it is a subselect that reads the row of the outer query.
  var readsOuterRow = false
  /// The column, if the value is one.
  var column: Column?
  /// What else is known of the value, until its SQL changes; nil if nothing is.
  var origin: Origin?

  /// What a value was computed from. By reference, as columns are.
  final class Origin: Sendable {
    enum Kind: Sendable {
      /// The integer without the test that it fits into 64 bits. If it does not fit, sums, differences and products of it do not fit
      /// either.
      case unguarded(SQL)
      /// Dates of the engine's own types, which are within years 1 to 9999, and other small numbers.
      case smallMoment
      /// A column, with nil in place of NaN.
      case withoutNaN(Column)
      /// An indexed column of another type than text, converted to text.
      case converted(SQL, PredicateModel.ColumnType)
      /// A column of other rows: the least or the greatest of their values.
      case extreme(Column)
    }

    let kind: Kind
    init(_ kind: Kind) { self.kind = kind }

    static let smallMoment = Origin(.smallMoment)
  }

  /// The integer without the test that it fits into 64 bits, or nil if the value has no such test.
  var unguarded: SQL? { if case .unguarded(let sql)? = origin?.kind { sql } else { nil } }

  /// The column whose values the value has, with nil in place of NaN; nil if it is another value.
  var columnOfNaN: Column? { if case .withoutNaN(let column)? = origin?.kind { column } else { nil } }

  /// The column that stores the value in this row or in another one; nil if it is computed.
  var storingColumn: Column? { if case .extreme(let column)? = origin?.kind { column } else { column } }

  /// Returns the same value at another place: as the result of a subselect, or as a column of a joined query.
  func moved(to sql: SQL) -> SQLValue {
    var result = self
    result.sql = sql
    result.origin = origin
    return result
  }

  /// Whether the number or the date in seconds is so small that no sum and no difference of such values is beyond the doubles. Sums
  /// have too few terms for that.
  var isSmall: Bool {
    if case .integer = type { return true }
    if let number = sql.parameter?.value.doubleValue { return number.magnitude <= 1e19 }
    return if case .smallMoment? = origin?.kind { true } else { false }
  }

  /// A column, for collations, folded columns and notes. A class keeps values small, because each level of recursion keeps some
  /// on the stack.
  final class Column: Sendable {
    let attribute: PredicateModel.Attribute
    let table: TableID
    /// `word.text`, for notes.
    let name: String

    init(attribute: PredicateModel.Attribute, table: TableID, name: String) {
      self.attribute = attribute
      self.table = table
      self.name = name
    }
  }

  init(_ sql: SQL, _ type: SQLType, isNullable: Bool) {
    self.sql = sql
    self.type = type
    self.isNullable = isNullable
  }
}

/// The reason why something cannot be translated. It is reported, or its conjunct becomes part of the residual.
struct Refusal: Error {
  /// By reference, because every call that can throw reserves stack space for the error.
  private final class Box: Sendable {
    let finding: FormatDiagnostic
    init(_ finding: FormatDiagnostic) { self.finding = finding }
  }

  private let box: Box
  var finding: FormatDiagnostic { box.finding }

  init(finding: FormatDiagnostic) { box = Box(finding) }

  /// Runs a closure and converts its refusal to the error that callers of the library get.
  static func reported<Result>(
    in source: WrittenText, _ body: () throws(Refusal) -> Result
  ) throws(FormatError) -> Result {
    do throws(Refusal) { return try body() } catch { throw FormatError([error.finding], source: source) }
  }
}
