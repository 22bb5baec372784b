import PredicateModel
import PredicateSyntax

/// How a dialect spells what dialects spell differently.
struct DialectTable: Sendable {
  /// How LIKE's wildcards are spelled in patterns, and what takes a character literally.
  enum LikeSyntax: Sendable {
    /// `%` and `_`, with `|` before what is literal.
    case sql
    /// `*` and `?`, with `[` and `]` round what is literal.
    case glob
  }

  /// How dates, decimals, UUIDs and booleans may be stored.
  struct Storage: OptionSet, Sendable {
    let rawValue: Int
    static let nativeDecimal = Storage(rawValue: 1)
    static let nativeDate = Storage(rawValue: 2)
    static let nativeUUID = Storage(rawValue: 4)
    /// Booleans are a type of their own; else they are integers.
    static let nativeBoolean = Storage(rawValue: 8)
    static let all: Storage = [.nativeDecimal, .nativeDate, .nativeUUID, .nativeBoolean]
  }

  /// What stands round names; doubled within them.
  var quote = UInt8(ascii: "\"")
  var `true` = "TRUE"
  var `false` = "FALSE"
  /// The type that each place is cast to, where places are numbered and cast.
  var placeTypes: [SQLParameter.Kind: String] = [:]
  /// Whether arrays are bound as such; else as JSON text.
  var bindsArrays = true
  var storage = Storage.all
  var like = LikeSyntax.sql
  /// Which flavour of regular expressions `matches` takes.
  var patterns: PatternFlavour?
  /// Whether a text column that declares no collation is ordered by code points.
  var ordersUndeclaredText = true
  /// Whether two texts of such a column are equal by code points only.
  var equatesUndeclaredText = true
  /// Whether `x = y` between columns should be written out for the sake of an index.
  var nullSafeEqualUsesIndex = true
  /// Whether integers and doubles compare exactly as they are.
  var comparesNumbersExactly = false
  /// Whether a sum or a product of decimals of at most 18 digits may have more than 18.
  var widensDecimals = true
  /// Whether doubles may be infinite.
  var holdsInfinity = true
  /// Whether UUIDs of the engine's own type are ordered by their bytes.
  var ordersUUIDs = true
  /// What ends a key of ORDER BY so that nil comes first where it ascends, last where it descends.
  var nullsFirst = ""
  var nullsLast = ""
  /// The LIMIT that stands before a bare OFFSET.
  var noLimit: String?
  /// The greatest LIMIT and OFFSET; nil where these are integers of 64 bits.
  var greatestLimit: Int?
  /// Whether a query may speak of a row of a query further out than the next.
  var reachesOuterQueries = true
  /// Whether a sub-select of one value may stand within EXISTS and speak of rows outside of it.
  var nestsScalars = true
  /// Whether ORDER BY takes a sub-select that reads the row of the query.
  var ordersBySubselects = true
  /// Whether rows can be changed by statements.
  var changesRows = true
  /// Whether changes may name the table that they change in a subquery only behind another one.
  var hidesChangedTable = false
  /// How much of a stack the engine's parser has for a condition (`ParserDepth`); nil where it is beyond any tree.
  var parserStack: Int?
  /// The most tables of one query; nil where that is beyond any tree.
  var greatestJoin: Int?
  /// The spellings: the common ones, and over them those of the dialect.
  var spellings: Spellings

  /// What most dialects spell alike.
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

  /// A table: the common spellings with those of the dialect over them; nil takes one away.
  init(_ own: [SQLOperation: SQLTemplate?]) {
    var spellings = Self.common
    for (operation, spelling) in own { spellings[operation] = spelling }
    self.spellings = Spellings(spellings)
  }

  /// The spelling of each operation that the dialect has, by its place: it is asked for at every step.
  struct Spellings: Sendable {
    private var templates: [SQLTemplate?]

    init(_ table: [SQLOperation: SQLTemplate]) { templates = SQLOperation.allCases.map { table[$0] } }

    subscript(operation: SQLOperation) -> SQLTemplate? {
      get { templates[operation.rawValue] }
      set { templates[operation.rawValue] = newValue }
    }
  }

  /// Whether a column can hold values so stored.
  func stores(_ type: AttributeType) -> Bool {
    switch type {
    case .decimal(.native): storage.contains(.nativeDecimal)
    case .date(.native): storage.contains(.nativeDate)
    case .uuid(.native): storage.contains(.nativeUUID)
    default: true
    }
  }

  /// A name, quoted: whatever it holds, it ends where it should. (A model's names hold no U+0000.)
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

  /// What the result's column at a place is called: by its name, where every engine takes such a name. (MariaDB has none of
  /// scalars beyond U+FFFF, PostgreSQL cuts long ones.) Rows are read by the places of their columns.
  func alias(_ name: String, at place: Int) -> String {
    let isPlain =
      (1...63).contains(name.utf8.count) && name.unicodeScalars.allSatisfy { (1...0xFFFF).contains($0.value) }
    return isPlain ? quoted(name) : "c\(place)"
  }

  private var quoteText: String { String(UnicodeScalar(quote)) }

  /// The place of a parameter in the text.
  func place(of parameter: SQLParameter, number: Int) -> String {
    guard let type = placeTypes[parameter.kind] else { return "?" }
    return "$\(number)::\(type)\(parameter.isList ? "[]" : "")"
  }
}
