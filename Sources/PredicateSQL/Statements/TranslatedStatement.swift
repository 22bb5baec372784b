import PredicateSyntax

/// A statement for one dialect: its text, its parameters and the residual predicate.
public struct TranslatedStatement: Sendable, Hashable {
  /// One statement, without a semicolon. Every value of a predicate is in `parameters`, never in the text.
  public var text: String
  /// The values, in the order of their parameters in the text.
  public var parameters: [SQLParameter]
  /// The columns of the result; empty for statements that change rows.
  public var columns: [SQLResultColumn]
  /// The part of the predicate that the dialect cannot express exactly, if the caller allowed one. The rows are then a
  /// superset: filter them with this predicate, which applies to the same objects as the whole predicate.
  public var residual: FormatPredicate?
  /// Notes for the caller: indexes that are used or missing, and values that may be nil because of an error.
  public var notes: [SQLNote]
  /// The functions that the connection must provide, sorted by name. `PredicateSQLite` registers them.
  public var requiredFunctions: [String]
  /// The limits of the predicate, which `PredicateSQLite` applies when it runs the statement.
  public var limits: PredicateLimits
  /// The statement that the text spells.
  let statement: Statement

  /// Returns whether two statements have the same text, parameters, columns, residual predicate, notes, functions and limits.
  public static func == (left: TranslatedStatement, right: TranslatedStatement) -> Bool {
    left.text == right.text && left.parameters == right.parameters && left.columns == right.columns
      && left.residual == right.residual && left.notes == right.notes
      && left.requiredFunctions == right.requiredFunctions && left.limits == right.limits
  }

  /// Hashes the text and the parameters.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(parameters)
  }

  /// Returns the text in another form.
  ///
  /// - Parameters:
  ///   - dialect: The dialect of the statement.
  ///   - inLines: Whether clauses, and operands of AND and OR, begin new lines.
  ///   - withLiterals: Whether the values are part of the text, as literals. Use such a text only to read it or to paste it into
  ///     the program of a database: parameters are the way to run a statement with values of others.
  /// - Throws: `untranslatable` with the number of a parameter for which the dialect has no literal.
  package func text(
    of dialect: DatabaseDialect, inLines: Bool, withLiterals: Bool
  ) throws(FormatError) -> String {
    var writer = SQLWriter(dialect, statement, literals: withLiterals ? parameters : nil)
    writer.write()
    if let number = writer.firstWithoutLiteral {
      let reason = "it has no literal for such a \(parameters[number - 1].kind.rawValue) value"
      throw FormatError([dialect.untranslatable("parameter \(number)", reason)], source: "")
    }
    return inLines ? writer.lines.broken(writer.text) : writer.text
  }
}

/// A value to bind.
public struct SQLParameter: Sendable, Hashable {
  /// The binding type of a value.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A boolean. For SQLite, MariaDB and MySQL, booleans are the integers 0 and 1 of the kind `integer`.
    case boolean
    /// A 64-bit integer.
    case integer
    /// A double.
    case double
    /// A decimal number, bound exactly by its digits.
    case decimal
    /// Text in UTF-8.
    case text
    /// A point in time in UTC, without a time zone. The value is a `FormatValue.date` in whole microseconds.
    case timestamp
    /// A UUID of the engine's native type.
    case uuid
    /// Bytes.
    case bytes
  }

  /// The value, never nil. If `isList` is true, a list of non-nil values of this kind.
  public var value: FormatValue
  /// The binding type of the value.
  public var kind: Kind
  /// Whether the parameter is an array of values. SQLite, MariaDB and MySQL take lists as JSON text instead.
  public var isList: Bool

  /// Creates a parameter.
  public init(_ value: FormatValue, _ kind: Kind, isList: Bool = false) {
    self.value = value
    self.kind = kind
    self.isList = isList
  }
}

/// A column of a result.
public struct SQLResultColumn: Sendable, Hashable {
  /// The name. The column has this name in the result too, if every engine accepts it.
  public var name: String
  /// The type and storage of the values; a count is an `integer64`.
  public var type: PredicateModel.AttributeType
  /// Whether a value may be NULL.
  public var isNullable: Bool

  /// Creates a column.
  public init(_ name: String, _ type: PredicateModel.AttributeType, isNullable: Bool) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
  }
}

/// A note for the caller about a statement.
public struct SQLNote: Sendable, Hashable {
  /// The subject of a note.
  public enum Kind: String, Sendable, Hashable {
    /// A declared index can serve the condition.
    case index
    /// An index that is not declared could serve the condition.
    case missingIndex = "missing-index"
    /// No index can serve the condition, so every remaining row is scanned.
    case scan
    /// An error, such as a division by zero, may make a value nil.
    case error
    /// The dialect cannot express a part exactly, so it is in the residual predicate.
    case residual
    /// The last digits of a sum of doubles may differ from those in memory, because each engine adds in its own order.
    case order
    /// A part is false for every row, so that the statement finds none.
    case never
  }

  /// The subject of the note.
  public var kind: Kind
  /// The message, a sentence.
  public var message: String
  /// The range in the format string.
  public var range: FormatRange

  /// The column of a note about an index.
  var column: String?

  /// Creates a note.
  public init(_ kind: Kind, _ message: String, at range: FormatRange) {
    self.kind = kind
    self.message = message
    self.range = range
  }
}
