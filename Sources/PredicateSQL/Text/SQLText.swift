/// A piece of SQL with the values of its parameters.
///
/// It is written by interpolation: the literal is SQL, `\(text)` is another piece, and `\(parameter)` is a parameter, so a
/// value never becomes part of the text. Pieces are shared: a repeated piece takes no additional memory until the statement is
/// written, and its length is known before that.
package struct SQLText: Sendable {
  package indirect enum Part: Sendable {
    case text(String)
    case parameter(SQLParameter)
    case nested([Part])
  }

  package private(set) var parts: [Part] = []
  /// The approximate number of bytes when written; `Int.max` if the count overflows.
  private(set) var length = 0

  /// Whether a template may repeat the piece: a column, a parameter, or a short expression.
  var isRepeatable: Bool {
    if length <= Self.longestRepeated { return true }
    guard parts.count == 1 else { return false }
    if case .nested = parts[0] { return false }
    return true
  }

  /// Whether a text may contain the piece a few times if it cannot name it.
  var isCopyable: Bool { length <= Self.longestCopied }

  /// Whether the piece is a parameter or NULL.
  var isConstant: Bool {
    guard parts.count == 1 else { return false }
    return switch parts[0] {
    case .text(let text): text == "NULL"
    case .parameter: true
    case .nested: false
    }
  }

  /// The parameter, if the piece is one.
  var parameter: SQLParameter? {
    if parts.count == 1, case .parameter(let parameter) = parts[0] { parameter } else { nil }
  }

  /// Whether the piece contains a subquery.
  var hasSubquery: Bool { Self.hasSubquery(parts) }

  @inline(never)
  private static func hasSubquery(_ parts: [Part]) -> Bool {
    let word = Array("SELECT ".utf8)
    return parts.contains { part in
      switch part {
      case .text(let text):
        let bytes = Array(text.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: word) }
      case .parameter: return false
      case .nested(let inner): return hasSubquery(inner)
      }
    }
  }

  /// The maximum length of an expression that a template may repeat. Statements grow only by a constant factor, because the
  /// result is longer.
  private static let longestRepeated = 80
  /// The maximum length of an expression that a text may contain a few times because it cannot name it.
  private static let longestCopied = 1_000

  fileprivate mutating func reserve(_ count: Int) { parts.reserveCapacity(count) }

  mutating func append(_ text: String) {
    parts.append(.text(text))
    grow(by: text.utf8.count)
  }

  mutating func append(_ parameter: SQLParameter) {
    parts.append(.parameter(parameter))
    grow(by: 8)
  }

  mutating func append(_ other: SQLText) {
    if other.parts.count == 1, let only = other.parts.first {
      parts.append(only)
    } else {
      parts.append(.nested(other.parts))
    }
    grow(by: other.length)
  }

  private mutating func grow(by bytes: Int) {
    let (sum, overflow) = length.addingReportingOverflow(bytes)
    length = overflow ? .max : sum
  }

  /// Returns the pieces in order, with a separator between them.
  static func joined(_ pieces: some Sequence<SQLText>, by separator: String) -> SQLText {
    var result = SQLText()
    var isFirst = true
    for piece in pieces {
      if !isFirst { result.append(separator) }
      result.append(piece)
      isFirst = false
    }
    return result
  }
}

extension SQLText: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { append(text) }
  package init(stringInterpolation: Interpolation) { self = stringInterpolation.text }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = SQLText()

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserve(2 * interpolationCount + 1) }
    package mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { text.append(literal) } }
    package mutating func appendInterpolation(_ piece: SQLText) { text.append(piece) }
    package mutating func appendInterpolation(_ parameter: SQLParameter) { text.append(parameter) }
    /// Appends trusted SQL: a keyword, an operator or a quoted name.
    package mutating func appendInterpolation(sql: String) { text.append(sql) }
  }
}

/// Writes a piece of SQL as one string and collects its values in the order of the parameters.
struct SQLWriter {
  var text = ""
  private(set) var parameters: [SQLParameter] = []
  /// The UTF-8 ranges of the placeholders.
  private(set) var placeholders: [Range<Int>] = []
  let dialect: DatabaseDialect

  init(_ dialect: DatabaseDialect) { self.dialect = dialect }

  mutating func write(_ sql: SQLText) {
    text.reserveCapacity(text.utf8.count + min(sql.length, 4_096))
    write(sql.parts)
  }

  private mutating func write(_ parts: [SQLText.Part]) {
    for part in parts {
      switch part {
      case .text(let piece): text += piece
      case .parameter(let parameter):
        parameters.append(parameter)
        let start = text.utf8.count
        text += dialect.spellings.placeholder(of: parameter, number: parameters.count, dialect.table)
        placeholders.append(start..<text.utf8.count)
      case .nested(let inner): write(inner)
      }
    }
  }
}
