import PredicateModel
import PredicateSyntax

/// A statement for one dialect: its text, what to bind, and what is left to do.
public struct SQLStatement: Sendable, Hashable {
  /// One statement, without a semicolon. Every value stands in `parameters`; nothing of a predicate is pasted in.
  public var text: String
  /// The values, in the order of their places in the text.
  public var parameters: [SQLParameter]
  /// What a row of the result holds; empty for statements that change rows.
  public var columns: [SQLColumn]
  /// What the dialect cannot say exactly, where the caller asked for it: the rows are then a superset, and those of which
  /// the residual is true are the answer. It ranges over the same objects as the whole predicate.
  public var residual: FormatPredicate?
  /// What is to be known: indexes that serve, or are missing, values that may turn out nil by a fault.
  public var notes: [SQLNote]
  /// The functions that the connection must have, in order of their names (`PredicateSQLite` registers them).
  public var requiredFunctions: [String]
  /// What running it may cost: the limits that its predicate carries. `PredicateSQLite` keeps to them.
  public var limits: Limits
}

/// A value to bind.
public struct SQLParameter: Sendable, Hashable {
  /// How a value is bound.
  public enum Kind: String, Sendable, Hashable {
    /// A boolean; on SQLite and MariaDB an integer, 0 or 1.
    case boolean
    /// An integer of 64 bits.
    case integer
    /// A double.
    case double
    /// A decimal number, exactly, by its digits.
    case decimal
    /// Text in UTF-8.
    case text
    /// A moment without a time zone, in UTC: the value is `FormatValue.date`, a whole number of microseconds.
    case timestamp
    /// A UUID of the engine's own type.
    case uuid
    /// Bytes.
    case bytes
  }

  /// The value: never nil; a list where `isList`, of values of the one kind, none of them nil.
  public var value: FormatValue
  /// How it is bound.
  public var kind: Kind
  /// Whether it is an array of values in one parameter. SQLite and MariaDB take arrays as JSON text instead.
  public var isList: Bool

  /// Makes a parameter.
  public init(_ value: FormatValue, _ kind: Kind, isList: Bool = false) {
    self.value = value
    self.kind = kind
    self.isList = isList
  }
}

/// A column of a result.
public struct SQLColumn: Sendable, Hashable {
  /// Its name; the one in the result too, where every engine takes such a name.
  public var name: String
  /// What its values are and how they are stored; a count is an `integer64`.
  public var type: AttributeType
  /// Whether a value may be NULL.
  public var isNullable: Bool

  /// Describes a column.
  public init(_ name: String, _ type: AttributeType, isNullable: Bool) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
  }
}

/// Something to be known about a statement.
public struct SQLNote: Sendable, Hashable {
  /// What a note is about.
  public enum Kind: String, Sendable, Hashable {
    /// A declared index can serve the condition.
    case index
    /// An index that is not declared could serve the condition.
    case missingIndex = "missing-index"
    /// No index can serve the condition: every row that is left is looked at.
    case scan
    /// A value that may be nil by a fault, such as a division by zero.
    case fault
    /// What the dialect cannot say exactly, in the residual predicate.
    case residual
  }

  /// What it is about.
  public var kind: Kind
  /// A sentence.
  public var message: String
  /// The place in the format string.
  public var range: SourceRange

  /// Makes a note.
  public init(_ kind: Kind, _ message: String, at range: SourceRange) {
    self.kind = kind
    self.message = message
    self.range = range
  }
}
