import PredicateModel
import PredicateSyntax

/// What a value of SQL is, and how it is stored: as far as comparing and computing ask.
enum SQLType: Hashable {
  case boolean(AttributeType.BooleanStorage)
  /// Whole numbers within bounds.
  case integer(ClosedRange<Int64>)
  /// Doubles, or numbers of 32 bits.
  case double(isSingle: Bool)
  case decimal(AttributeType.DecimalStorage)
  case text
  case date(AttributeType.DateStorage)
  case uuid(AttributeType.UUIDStorage)
  case data
  /// The primary key of an object of an entity.
  case object(entity: Int)

  static let integer64 = SQLType.integer(Int64.min...Int64.max)
  static let double = SQLType.double(isSingle: false)

  /// The type of an attribute's column.
  init(_ type: AttributeType) {
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
  /// Whether it is of whole numbers.
  var isInteger: Bool { if case .integer = self { true } else { false } }

  /// Whether both are numbers of one kind, texts and so on, however they are stored.
  func isOfKind(_ other: SQLType) -> Bool {
    switch (self, other) {
    case (.boolean, .boolean), (.integer, .integer), (.double, .double), (.decimal, .decimal), (.text, .text),
      (.date, .date), (.uuid, .uuid), (.data, .data), (.object, .object):
      true
    default: false
    }
  }
}

/// A value as SQL: a name, a place, a call or something in parentheses, so that it may stand beside any operator.
struct SQLValue {
  /// The SQL.
  var sql: SQLText
  var type: SQLType
  /// Whether it may be NULL (or NaN, which reads as nil).
  var isNullable: Bool
  /// Whether a double may be NaN, which reads as nil.
  var mayBeNaN = false
  /// Whether it is a text that was to be folded and is not: only a pattern can compare it.
  var isPattern = false
  /// Whether memory has now one kind of value here, now another, such as an integer or a double: it is compared, but not
  /// computed with.
  var isMixed = false
  /// Whether the engine may have it as an integer of fewer than 64 bits, though it is no column: it is made of one.
  var isNarrow = false
  /// Whether it is a sub-select that reads the row of the query around it.
  var readsOuterRow = false
  /// The column that it is.
  var column: Column?

  /// A column, for collations, folded columns and notes. (A reference keeps values small: they stand on the stack at every
  /// level of a tree.)
  final class Column: Sendable {
    let attribute: DataModel.Attribute
    let alias: String
    /// `word.text`, for notes.
    let name: String

    init(attribute: DataModel.Attribute, alias: String, name: String) {
      self.attribute = attribute
      self.alias = alias
      self.name = name
    }
  }

  init(_ sql: SQLText, _ type: SQLType, isNullable: Bool) {
    self.sql = sql
    self.type = type
    self.isNullable = isNullable
  }
}

/// Why something is not translated: thrown where it is found, and reported or left to the residual.
struct Refusal: Error {
  /// By reference, since every call that may throw has room for it on the stack.
  private final class Box: Sendable {
    let finding: Diagnostic
    init(_ finding: Diagnostic) { self.finding = finding }
  }

  private let box: Box
  var finding: Diagnostic { box.finding }

  init(finding: Diagnostic) { box = Box(finding) }

  /// Runs what may be refused, and throws its finding as callers of the library get it.
  static func reported<Result>(
    in source: String, _ body: () throws(Refusal) -> Result
  ) throws(FormatError) -> Result {
    do throws(Refusal) { return try body() } catch { throw FormatError([error.finding], source: source) }
  }
}
