import PredicateSyntax

/// The spellings and properties in which a dialect differs from others. `DatabaseDialect.init` checks them.
public struct DialectTable: Sendable, Hashable {
  /// The syntax of LIKE patterns: wildcards and escapes.
  public enum LikeSyntax: Sendable, Hashable {
    /// `%` and `_`; the escape character, which is ASCII, before a literal character and before itself.
    case sql(escape: Unicode.Scalar)
    /// `*` and `?`; `[` and `]` around a literal character.
    case glob
  }

  /// The comparisons of a column with a constant that an index of the engine serves.
  public enum IndexUse: String, Sendable, Hashable, CaseIterable {
    /// Equality, nil, ranges, lists, alternatives of an OR that all have an index, and orders.
    case searches
    /// Equality, if it is the only condition on its table.
    case lookups
    /// None: the engine has no indexes.
    case none
  }

  /// The native storage types that the engine supports.
  public struct Storage: OptionSet, Sendable, Hashable {
    /// The bits of the types.
    public let rawValue: Int
    /// Creates a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Decimals have their own type; else they are integers that count units.
    public static let nativeDecimal = Storage(rawValue: 1)
    /// Dates have their own type.
    public static let nativeDate = Storage(rawValue: 2)
    /// UUIDs have their own type.
    public static let nativeUUID = Storage(rawValue: 4)
    /// Booleans have their own type; else they are integers.
    public static let nativeBoolean = Storage(rawValue: 8)
    /// All types.
    public static let all: Storage = [.nativeDecimal, .nativeDate, .nativeUUID, .nativeBoolean]
  }

  /// The quotes around names.
  public struct Quoting: Sendable, Hashable {
    /// The opening and the closing quote.
    public var opening, closing: Unicode.Scalar
    /// Whether a backslash in a name is doubled, as the closing quote is.
    public var doublesBackslash: Bool

    /// Creates quotes.
    public init(_ opening: Unicode.Scalar, _ closing: Unicode.Scalar, doublesBackslash: Bool = false) {
      self.opening = opening
      self.closing = closing
      self.doublesBackslash = doublesBackslash
    }

    /// Returns a text in quotes, with quotes inside it doubled.
    func quoted(_ text: String) -> String {
      let isDoubled = { (scalar: Unicode.Scalar) in scalar == closing || doublesBackslash && scalar == "\\" }
      guard text.unicodeScalars.contains(where: isDoubled) else { return "\(opening)\(text)\(closing)" }
      var result = String.UnicodeScalarView([opening])
      for scalar in text.unicodeScalars {
        result.append(scalar)
        if isDoubled(scalar) { result.append(scalar) }
      }
      result.append(closing)
      return String(result)
    }

    /// `"name"`.
    public static let doubleQuotes = Quoting("\"", "\"")
    /// The name between two backticks.
    public static let backticks = Quoting("`", "`")
    /// `[name]`.
    public static let brackets = Quoting("[", "]")
  }

  /// What the condition of a subquery can read of the rows of outer queries. A subquery that reads more begins at the table of
  /// the outer rows, and the keys of the outer rows are `IN` it.
  public enum Correlation: String, Sendable, Hashable, CaseIterable {
    /// Nothing: ANY is `IN`, too, and aggregates of collections are refused if `joinsReductions` is false.
    case nothing
    /// The keys that connect its rows with the outer row, by one equality.
    case equality
    /// Any value.
    case anything
  }

  /// The form of an OR whose parts read several tables.
  public enum Alternatives: String, Sendable, Hashable, CaseIterable {
    /// OR of conditions, each on the object's own row, or membership of a key in a query: the engine uses an index for each of them,
    /// or has none.
    case memberships
    /// Membership of the key in a UNION ALL of a query for each part.
    case union
    /// Membership in a derived table of that UNION ALL, which the engine computes once.
    case derivedUnion
  }

  /// A setting of the session or of the database, on which the meaning of statements depends.
  public struct SessionSetting: Sendable, Hashable {
    /// The statement that makes the setting; nil if a session cannot change it.
    public var statement: String?
    /// A query of one row, whose last column shows the setting.
    public var query: String
    /// The value that the query must find, as text.
    public var value: String

    /// Creates a setting.
    public init(_ statement: String?, query: String, value: String) {
      self.statement = statement
      self.query = query
      self.value = value
    }
  }

  /// The spelling of each operation: SQL with numbers in braces for the operands. Braces that are part of the SQL are doubled.
  public var operations: [SQLOperation: String]
  /// The quotes of names.
  public var quoting = Quoting.doubleQuotes
  /// The spelling of the constant that is true.
  public var `true` = "TRUE"
  /// The spelling of the constant that is false.
  public var `false` = "FALSE"
  /// The placeholder of a parameter: `{0}` is its number, from 1, and `{1}` its type.
  public var placeholder = "?"
  /// The types of parameters, if the placeholder contains them.
  public var parameterTypes: [SQLParameter.Kind: String] = [:]
  /// The type of a list of the type `{0}`.
  public var listType = "{0}[]"
  /// Whether arrays are bound as arrays; else as JSON text.
  public var bindsArrays = true
  /// The maximum number of code points of a text in a list as JSON text; nil if there is none.
  public var longestListText: Int?
  /// The types that the engine has.
  public var storage = Storage.all
  /// The syntax of the patterns of `like`.
  public var like = LikeSyntax.sql(escape: "|")
  /// The flavor of the regular expressions of `matches`.
  public var patterns: SQLPatternFlavor?
  /// Whether a text column without a declared collation is ordered by code points.
  public var ordersUndeclaredText = true
  /// Whether equality of texts in such a column is that of code points.
  public var equatesUndeclaredText = true
  /// The comparisons that an index serves, for notes.
  public var indexes = IndexUse.searches
  /// Whether an index on the first of several ORDER BY terms, or on one in descending order, saves sorting all rows.
  public var sortsWithinIndex = true
  /// Whether the null-safe equality of columns can use an index; else `x = y` is written out for indexed columns.
  public var nullSafeEqualUsesIndex = true
  /// Whether the engine compares integers and doubles exactly without a cast.
  public var comparesNumbersExactly = false
  /// Whether the engine compares decimals with different digits exactly without a cast.
  public var comparesDecimalsExactly = false
  /// Whether an equality of decimals is exact if it is the key of a join and the one with fewer digits before the point has more
  /// after it; else that one is cast.
  public var joinsDecimalsExactly = true
  /// The maximum number of digits of a decimal after the point; nil if all its digits can be there.
  public var greatestScale: Int?
  /// The maximum number of digits of a decimal whose magnitude is exact; nil if that of every decimal is.
  public var absoluteDigits: Int?
  /// The digits of the engine's decimal types of at most 18 digits, in ascending order. Empty if sums, products and
  /// comparisons have as many digits as they need; otherwise they have the type of the wider operand.
  public var decimalSizes: [Int] = []
  /// Whether doubles can be infinite.
  public var holdsInfinity = true
  /// Whether NaN is greater than all numbers; else a comparison with it is false.
  public var ordersNaN = true
  /// Whether an OR of IS NULL and a comparison with a value of another table finds all rows if an index serves it; else comparisons
  /// of values of two tables are written so that no index does.
  public var findsNullBesideRanges = true
  /// The number of seconds from 1970 to 2001, as a double.
  public var secondsTo2001 = "978307200e0"
  /// Whether the engine's native type of UUIDs holds those whose byte 6 is at least 0x80 and whose byte 8 is from 1 to 0x80.
  public var holdsAllUUIDs = true
  /// Whether UUIDs of the engine's native type are ordered by their bytes.
  public var ordersUUIDs = true
  /// The suffix of an ascending ORDER BY term for nil first.
  public var nullsFirst = ""
  /// The suffix of a descending ORDER BY term for nil last.
  public var nullsLast = ""
  /// The maximum LIMIT and OFFSET; nil if these are 64-bit integers.
  public var greatestLimit: Int?
  /// Whether a query can read a row of a query more than one level further out, and whether a query that reads the outer row can
  /// have a subquery. Otherwise the query begins at the table of the outer rows, and their keys are `IN` it.
  public var reachesOuterQueries = true
  /// Whether the engine runs EXISTS for each row, so that IN is better for a query that does not read the row.
  public var runsExistsForEachRow = false
  /// Whether a reduction of a collection is a join with a query that groups the elements by owner. Set it if a scalar
  /// subselect that reads the owner is not possible within EXISTS, in ORDER BY or as an operand of
  /// `SQLOperation.naming`. It remains where the elements cannot be grouped, and is refused in these three cases.
  public var joinsReductions = false
  /// Whether ORDER BY can contain aggregates if there is HAVING.
  public var ordersAggregatesAfterHaving = true
  /// Whether statements can change rows.
  public var changesRows = true
  /// Whether UPDATE assigns one column after the other, so that an expression reads the new values.
  public var assignsInOrder = false
  /// Whether UPDATE and DELETE can read their own table only through a nested subquery.
  public var hidesChangedTable = false
  /// Whether an integer that overflows becomes a double, and so does everything computed from it.
  public var overflowBecomesDouble = false
  /// Whether copies of operands of moderate length are faster than names of them.
  public var copiesOperands = false
  /// The maximum number of tables in one query; nil if no predicate can exceed it.
  public var greatestJoin: Int?
  /// The form of an OR whose parts read several tables.
  public var alternatives = Alternatives.union
  /// What the condition of a subquery can read of the rows of outer queries.
  public var correlation = Correlation.anything
  /// The settings of a session, on which the meaning of statements depends.
  public var sessionSettings: [SessionSetting] = []

  /// The spellings that most dialects share.
  public static let common: [SQLOperation: String] = [
    .nullSafeEqual: "{0} IS NOT DISTINCT FROM {1}",
    .nullSafeDistinct: "{0} IS DISTINCT FROM {1}",
    .exactText: "{0}",
    .like: "{0} LIKE {1} ESCAPE '|'",
    .integer64: "CAST({0} AS BIGINT)",
    .integerOperand: "{0}",
    .double: "CAST({0} AS DOUBLE)",
    .decimal: "CAST({0} AS DECIMAL({1}, {2}))",
    .addIntegers: "({0} + {1})", .subtractIntegers: "({0} - {1})", .multiplyIntegers: "({0} * {1})",
    .bitAnd: "({0} & {1})", .bitOr: "({0} | {1})", .bitNot: "(~{0})",
    .absoluteInteger: "abs({0})", .absoluteDouble: "abs({0})",
    .squareRoot: "CASE WHEN {0} >= 0 THEN sqrt({0}) END",
    .floor: "floor({0})", .ceiling: "ceil({0})", .truncate: "trunc({0})",
    .floorInteger: "CAST(floor({0}) AS BIGINT)", .ceilingInteger: "CAST(ceil({0}) AS BIGINT)",
    .sumSmall: "COALESCE(SUM({0}), 0)",
    .totalSubquery: "{0}",
    .limit: "LIMIT {0}", .offset: "OFFSET {0}", .limitAndOffset: "LIMIT {0} OFFSET {1}",
    .namedOperand: "{0} AS {1}", .integerName: "", .doubleName: "", .otherName: "",
    .integerLiteral: "{0}", .doubleLiteral: "CAST({1} AS DOUBLE)", .decimalLiteral: "{0}", .textLiteral: "{0}",
    .timestampLiteral: "TIMESTAMP{0}", .uuidLiteral: "CAST({0} AS UUID)", .bytesLiteral: "X{0}",
    .listLiteral: "ARRAY[{0}]",
  ]

  /// Creates a table from the common spellings and the overrides of a dialect; nil removes a spelling.
  public init(_ own: [SQLOperation: String?] = [:]) {
    operations = Self.common
    for (operation, spelling) in own { operations[operation] = spelling }
  }

  /// Returns whether a column can store a type.
  func stores(_ type: PredicateModel.AttributeType) -> Bool {
    switch type {
    case .decimal(.native): storage.contains(.nativeDecimal)
    case .date(.native), .date(.day): storage.contains(.nativeDate)
    case .date(.instant): operations[.instant] != nil
    case .uuid(.native): storage.contains(.nativeUUID)
    case .boolean, .integer16, .integer32, .integer64, .float, .double, .decimal, .string, .date, .uuid, .data: true
    }
  }

  /// Returns a name in quotes. (A model's names do not contain U+0000.)
  func quoted(_ name: String) -> String { quoting.quoted(name) }

  /// Returns the name of a table in quotes, after the name of its schema if it has one.
  func quoted(table: String, _ schema: String?) -> String {
    (schema.map { quoted($0) + "." } ?? "") + quoted(table)
  }

  /// Returns the alias of a result column: its name, if every engine accepts that, else a number. (MariaDB has no scalars
  /// beyond U+FFFF in names, and PostgreSQL truncates long ones.) Rows are read by column number.
  func alias(_ name: String, at index: Int) -> String {
    let isPlain =
      (1...63).contains(name.utf8.count) && name.unicodeScalars.allSatisfy { (1...0xFFFF).contains($0.value) }
    return isPlain ? quoted(name) : "c\(index)"
  }
}
