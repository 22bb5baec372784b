import PredicateSemantics
import PredicateSyntax

/// How the text of a CSV cell is read.
package enum CellKind: String, Sendable, CaseIterable {
  case text, number, date, boolean
  /// A date, as the seconds or the milliseconds since 1970-01-01 00:00:00 UTC.
  case unix
  case unixMilliseconds = "unix-ms"

  /// Whether the values are dates.
  var isDate: Bool { self == .date || self == .unix || self == .unixMilliseconds }

  /// Returns the words for cells of this kind in messages.
  package func noun(isPlural: Bool) -> String {
    switch self {
    case .text: "text"
    case .number: isPlural ? "numbers" : "a number"
    case .date: isPlural ? "dates" : "a date"
    case .unix, .unixMilliseconds: isPlural ? "Unix times" : "a Unix time"
    case .boolean: isPlural ? "booleans" : "a boolean"
    }
  }
}

/// What a command line says about the cells of CSV files, and about the keys of other rows.
package struct CellOptions: Sendable {
  /// The kinds of columns and keys that `--types` names.
  package var declared: [String: CellKind]
  /// The texts that `--null` names. A cell with such a text, or without text, is nil.
  package var missing: Set<[UInt8]>
  /// Whether there are rows of other files than CSV files, whose values are texts only if `--types` says so.
  package var hasOtherRows = false

  package init(declared: [String: CellKind] = [:], missing: Set<[UInt8]> = []) {
    (self.declared, self.missing) = (declared, missing)
  }
}

/// A column that a request reads as numbers, dates or booleans. A row has a field for the converted value, and one for the text.
package struct CellReading: Sendable, Hashable {
  package var column: String
  package var kind: CellKind

  package init(column: String, kind: CellKind) { (self.column, self.kind) = (column, kind) }

  /// The key of the value in a row. No other column has such a name, because its header would be refused.
  package var key: String { column + Self.mark + kind.rawValue }

  static let mark = "\u{1}"

  /// Returns whether a key of a row is that of a reading, and not the name of a column.
  static func isKey(_ key: String) -> Bool { key.utf8.contains(1) }

  /// Returns the value of a cell's text, or `nil` if the text is not of this kind.
  package func value(of text: String) -> FormatValue? {
    switch kind {
    case .text: .string(text)
    case .number: cellNumber(text)
    case .date: cellDate(text)
    case .boolean: cellBoolean(text)
    case .unix, .unixMilliseconds: cellNumber(text).flatMap(unixTime)
    }
  }

  /// Returns the value of a cell, or `nil` if it is not of this kind.
  func value(ofCell bytes: ArraySlice<UInt8>) -> FormatValue? {
    // Most numbers are as JSON writes them, and need no other text.
    if kind == .number, bytes.jsonNumberLength == bytes.count { return bytes.jsonNumber }
    return value(of: String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the value of a key of a row that is not of a CSV file, or `nil` if it is not of this kind.
  func value(of value: FormatValue) -> FormatValue? {
    switch value {
    case .null: value
    case .date: kind.isDate ? value : kind == .text ? .string(value.plainText) : nil
    case .bool: kind == .boolean ? value : kind == .text ? .string(value.plainText) : nil
    // As in a CSV file, an empty text is a missing value.
    case .string(let text): text.isEmpty && kind != .text ? .null : self.value(of: text)
    case .integer, .unsigned, .double, .decimal:
      switch kind {
      case .number: value
      case .text: .string(value.plainText)
      case .boolean: cellBoolean(value.plainText)
      case .date, .unix, .unixMilliseconds: unixTime(value)
      }
    default: nil
    }
  }

  /// Returns a value of a request as the cells are read, so that they can be compared with it.
  ///
  /// - Throws: `FormatError` if the value is not of this kind.
  func comparand(_ value: FormatValue) throws(FormatError) -> FormatValue {
    if let value = self.value(of: value) { return value }
    if kind.isDate, case .string(let text) = value, let date = cellDate(text) { return date }
    let reason = "the cells of '\(column)' are read as \(kind.noun(isPlural: true))"
    throw FormatError(.invalidRequest("a page after '\(value.plainText)'", reason: reason))
  }

  private func unixTime(_ number: FormatValue) -> FormatValue? {
    guard kind == .unix || kind == .unixMilliseconds, let number = number.doubleValue else { return nil }
    let seconds = kind == .unix ? number : number / 1_000
    return .date(seconds - Double.unixSecondsOf2001)
  }
}

/// The cells of a column that are not of the kind that a request asks for, and are therefore nil.
package struct CellFailure: Sendable {
  package var count = 0
  /// Whether all of them have the same text.
  package var isOneText = true
  /// The text of the first of them, and its position.
  package var first: String
  package var position: String

  /// Adds a cell.
  mutating func add(_ text: @autoclosure () -> String) {
    count += 1
    isOneText = isOneText && text() == first
  }

  /// Returns the sum with the cells of other rows.
  func adding(_ more: CellFailure?) -> CellFailure {
    guard let more else { return self }
    var sum = self
    sum.count += more.count
    sum.isOneText = isOneText && more.isOneText && more.first == first
    return sum
  }
}

extension [CellReading: CellFailure] {
  /// Adds a cell without a value in a reading.
  mutating func add(_ reading: CellReading, _ text: String, at position: () -> String) {
    if self[reading] == nil { self[reading] = CellFailure(first: text, position: position()) }
    self[reading]?.add(text)
  }
}

/// What the cells of a column are. Cells that are nil do not count.
package struct CellSurvey: Sendable {
  /// The number of cells that are numbers as JSON writes them.
  package var numbers = 0
  /// The other cells.
  package var others: CellFailure?

  package init() {}

  /// Returns the sum with the cells of another file.
  func adding(_ more: CellSurvey) -> CellSurvey {
    var sum = self
    sum.numbers += more.numbers
    sum.others = others?.adding(more.others) ?? more.others
    return sum
  }

  /// Adds a cell.
  mutating func add(_ text: ArraySlice<UInt8>, position: () -> String) {
    if text.jsonNumberLength == text.count { return numbers += 1 }
    if others == nil {
      others = CellFailure(first: String(decoding: text, as: UTF8.self), position: position())
    }
    others?.add(String(decoding: text, as: UTF8.self))
  }
}

/// The values that JSON output writes for cells.
extension CellOptions {
  /// Returns the text of a cell, or the number or Boolean that JSON prints as exactly this text.
  package func shown(_ text: String, of column: String) -> FormatValue {
    switch declared[column] {
    case .text: return .string(text)
    case .boolean where text == "true": return .bool(true)
    case .boolean where text == "false": return .bool(false)
    case .number, .date, .boolean, .unix, .unixMilliseconds, nil: break
    }
    let bytes = Array(text.utf8)[...]
    guard bytes.jsonNumberLength == bytes.count, let number = bytes.jsonNumber, String(json: number) == text else {
      return .string(text)
    }
    return number
  }

  /// Returns a row as output shows it, without the readings.
  ///
  /// - Parameter hasCells: Whether the strings of the row are cells.
  package func shown(_ row: FormatValue, hasCells: Bool = true) -> FormatValue {
    guard case .record(let fields) = row, hasCells || fields.keys.contains(where: CellReading.isKey) else { return row }
    var shown: [String: FormatValue] = [:]
    for (key, value) in fields where !CellReading.isKey(key) {
      if hasCells, case .string(let text) = value { shown[key] = self.shown(text, of: key) } else { shown[key] = value }
    }
    return .record(shown)
  }
}

extension FormatValue {
  /// The row without the readings of its cells. Other values are unchanged.
  package var withoutReadings: FormatValue {
    guard case .record(let fields) = self else { return self }
    return .record(fields.filter { !CellReading.isKey($0.key) })
  }
}

// MARK: Values of texts

extension StringProtocol {
  /// The text without spaces and tabs around it.
  fileprivate var withoutBlanks: SubSequence {
    guard let start = firstIndex(where: { $0 != " " && $0 != "\t" }),
      let end = lastIndex(where: { $0 != " " && $0 != "\t" })
    else { return self[endIndex...] }
    return self[start...end]
  }
}

/// Returns the number that a cell means, or `nil` if it is not a decimal number in the range of a double. Unlike in JSON, there
/// may be blanks around it, a plus sign, leading zeros, and a point without digits on one side.
private func cellNumber(_ text: String) -> FormatValue? {
  var bytes = Array(text.utf8)[...]
  if bytes.jsonNumberLength == bytes.count { return bytes.jsonNumber }
  bytes = Array(text.withoutBlanks.utf8)[...]
  var sign: [UInt8] = []
  if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") {
    if bytes.removeFirst() == UInt8(ascii: "-") { sign = [UInt8(ascii: "-")] }
  }
  let whole = bytes.prefix { $0.isDigit }
  var rest = bytes[whole.endIndex...]
  var digits = Array(whole.drop { $0 == UInt8(ascii: "0") })
  if rest.first == UInt8(ascii: ".") {
    let fraction = rest.dropFirst().prefix { $0.isDigit }
    if whole.isEmpty, fraction.isEmpty { return nil }
    rest = rest[fraction.endIndex...]
    if digits.isEmpty { digits = [UInt8(ascii: "0")] }
    digits += [UInt8(ascii: ".")] + (fraction.isEmpty ? [UInt8(ascii: "0")] : Array(fraction))
  } else if whole.isEmpty {
    return nil
  } else if digits.isEmpty {
    digits = [UInt8(ascii: "0")]
  }
  let number = (sign + digits + rest)[...]
  return number.jsonNumberLength == number.count ? number.jsonNumber : nil
}

/// Returns the Boolean that a cell means in any case of letters, or `nil`.
private func cellBoolean(_ text: String) -> FormatValue? {
  switch text.withoutBlanks.lowercased() {
  case "true", "yes", "t", "y", "1": .bool(true)
  case "false", "no", "f", "n", "0": .bool(false)
  default: nil
  }
}

/// Returns the date of `2014-01-01`, `2014/01/01`, `2014-01-01 12:30:00` or `2014-01-01T12:30:00.5+02:00`, or `nil` for another
/// text. A date without a time is its start, and a date without a time zone is in UTC.
func cellDate(_ text: String) -> FormatValue? {
  var bytes = Array(text.withoutBlanks.uppercased().utf8)
  guard bytes.count >= 10 else { return nil }
  if bytes[4] == UInt8(ascii: "/"), bytes[7] == UInt8(ascii: "/") {
    (bytes[4], bytes[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
  }
  if bytes.count == 10 { bytes += Array("T00:00:00".utf8) }
  if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
  // The zone follows the digits of the time and its fraction: ` Z`, ` UTC`, `+02`, `+0200` or `+02:00`.
  let time = bytes[11...].prefix { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
  let seconds = time.count == 5 ? Array(":00".utf8) : []
  var zone = Array(bytes[time.endIndex...].drop { $0 == UInt8(ascii: " ") })
  if zone.isEmpty || zone == Array("UTC".utf8) || zone == Array("GMT".utf8) { zone = [UInt8(ascii: "Z")] }
  if zone.count == 3 { zone += Array("00".utf8) }
  if zone.count == 5 { zone.insert(UInt8(ascii: ":"), at: 3) }
  return Double.seconds(ofDate: String(decoding: bytes[..<time.endIndex] + seconds + zone, as: UTF8.self)).map(
    FormatValue.date)
}
