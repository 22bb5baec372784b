import PredicateModel
import PredicateSyntax

/// The spellings and properties in which a dialect differs from others.
struct DialectTable: Sendable {
  /// The syntax of LIKE patterns: wildcards and escapes.
  enum LikeSyntax: Sendable {
    /// `%` and `_`; `|` before a literal character.
    case sql
    /// `*` and `?`; `[` and `]` around a literal character.
    case glob
  }

  /// The native storage types that the engine supports.
  struct Storage: OptionSet, Sendable {
    let rawValue: Int
    static let nativeDecimal = Storage(rawValue: 1)
    static let nativeDate = Storage(rawValue: 2)
    static let nativeUUID = Storage(rawValue: 4)
    /// Booleans have their own type; else they are integers.
    static let nativeBoolean = Storage(rawValue: 8)
    static let all: Storage = [.nativeDecimal, .nativeDate, .nativeUUID, .nativeBoolean]
  }

  /// The quote of names; doubled inside them.
  var quote = UInt8(ascii: "\"")
  var `true` = "TRUE"
  var `false` = "FALSE"
  /// The types to which parameters are cast, if the dialect numbers and casts them.
  var placeTypes: [SQLParameter.Kind: String] = [:]
  /// Whether arrays are bound as arrays; else as JSON text.
  var bindsArrays = true
  var storage = Storage.all
  var like = LikeSyntax.sql
  /// The flavor of regular expressions that `matches` takes.
  var patterns: PatternFlavour?
  /// Whether a text column without a declared collation is ordered by code points.
  var ordersUndeclaredText = true
  /// Whether equality of texts in such a column is that of code points.
  var equatesUndeclaredText = true
  /// Whether the null-safe equality of columns can use an index; else `x = y` is written out for indexed columns.
  var nullSafeEqualUsesIndex = true
  /// Whether the engine compares integers and doubles exactly without a cast.
  var comparesNumbersExactly = false
  /// Whether a sum or product of decimals of at most 18 digits can have more than 18 digits.
  var widensDecimals = true
  /// Whether doubles can be infinite.
  var holdsInfinity = true
  /// Whether UUIDs of the engine's native type are ordered by their bytes.
  var ordersUUIDs = true
  /// The suffixes of an ORDER BY term for nil first in ascending order and last in descending order.
  var nullsFirst = ""
  var nullsLast = ""
  /// The LIMIT required before an OFFSET without a limit.
  var noLimit: String?
  /// The maximum LIMIT and OFFSET; nil if these are 64-bit integers.
  var greatestLimit: Int?
  /// Whether a query can read a row of a query more than one level further out.
  var reachesOuterQueries = true
  /// Whether a scalar subselect inside EXISTS can read rows of outer queries.
  var nestsScalars = true
  /// Whether ORDER BY accepts a subselect that reads the row of the query.
  var ordersBySubselects = true
  /// Whether statements can change rows.
  var changesRows = true
  /// Whether UPDATE and DELETE can read their own table only through a nested subquery.
  var hidesChangedTable = false
  /// The stack size of the engine's parser in entries (`ParserDepth`); nil if no tree can exceed it.
  var parserStack: Int?
  /// The maximum number of tables in one query; nil if no tree can exceed it.
  var greatestJoin: Int?
  /// The spellings: the common ones, overridden by those of the dialect.
  var spellings: Spellings

  /// The spellings that most dialects share.
  static let common: [SQLOperation: SQLTemplate] = [
    .nullSafeEqual: "{0} IS NOT DISTINCT FROM {1}",
    .nullSafeDistinct: "{0} IS DISTINCT FROM {1}",
    .exactText: "{0}",
    .like: "{0} LIKE {1} ESCAPE '|'",
    .integer64: "CAST({0} AS BIGINT)",
    .integerPlace: "{0}",
    .double: "CAST({0} AS DOUBLE)",
    .decimal: "CAST({0} AS DECIMAL({1}, {2}))",
    .addIntegers: "({0} + {1})", .subtractIntegers: "({0} - {1})", .multiplyIntegers: "({0} * {1})",
    .bitAnd: "({0} & {1})", .bitOr: "({0} | {1})", .bitNot: "(~{0})",
    .absoluteInteger: "abs({0})", .absoluteDouble: "abs({0})",
    .squareRoot: "CASE WHEN {0} >= 0 THEN sqrt({0}) END",
    .floor: "floor({0})", .ceiling: "ceil({0})", .truncate: "trunc({0})",
    .sumSmall: "COALESCE(SUM({0}), 0)",
  ]

  /// Creates a table from the common spellings and the overrides of a dialect; nil removes a spelling.
  init(_ own: [SQLOperation: SQLTemplate?]) {
    var spellings = Self.common
    for (operation, spelling) in own { spellings[operation] = spelling }
    self.spellings = Spellings(spellings)
  }

  /// The spelling of each operation, indexed by raw value because lookups are frequent.
  struct Spellings: Sendable {
    private var templates: [SQLTemplate?]

    init(_ table: [SQLOperation: SQLTemplate]) { templates = SQLOperation.allCases.map { table[$0] } }

    subscript(operation: SQLOperation) -> SQLTemplate? {
      get { templates[operation.rawValue] }
      set { templates[operation.rawValue] = newValue }
    }
  }

  /// Returns whether a column can store a type.
  func stores(_ type: AttributeType) -> Bool {
    switch type {
    case .decimal(.native): storage.contains(.nativeDecimal)
    case .date(.native): storage.contains(.nativeDate)
    case .uuid(.native): storage.contains(.nativeUUID)
    default: true
    }
  }

  /// Returns a name in quotes, with quotes inside it doubled. (A model's names do not contain U+0000.)
  func quoted(_ name: String) -> String {
    guard name.utf8.withContiguousStorageIfAvailable({ $0.contains(quote) }) ?? true else {
      return "\(quoteText)\(name)\(quoteText)"
    }
    var result = quoteText
    for scalar in name.unicodeScalars {
      result.unicodeScalars.append(scalar)
      if scalar.value == UInt32(quote) { result.unicodeScalars.append(scalar) }
    }
    return result + quoteText
  }

  /// Returns the alias of a result column: its name, if every engine accepts that, else a number. (MariaDB has no scalars
  /// beyond U+FFFF in names, and PostgreSQL truncates long ones.) Rows are read by column number.
  func alias(_ name: String, at place: Int) -> String {
    let isPlain =
      (1...63).contains(name.utf8.count) && name.unicodeScalars.allSatisfy { (1...0xFFFF).contains($0.value) }
    return isPlain ? quoted(name) : "c\(place)"
  }

  private var quoteText: String { String(UnicodeScalar(quote)) }

  /// Returns the placeholder of a parameter in the text.
  func place(of parameter: SQLParameter, number: Int) -> String {
    guard let type = placeTypes[parameter.kind] else { return "?" }
    return "$\(number)::\(type)\(parameter.isList ? "[]" : "")"
  }
}
