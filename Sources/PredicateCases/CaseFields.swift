import PredicateInput
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// The fields of a case, read by name and type. A null counts as absent, except for `value(_:)`. The reader records which names
/// were read, so that it can report fields that have no meaning in a case.
final class CaseFields {
  private let fields: [String: FormatValue]
  private let file: String
  private let line: Int
  private var readNames: Set<String> = []

  init(_ fields: [String: FormatValue], file: String, line: Int) {
    self.fields = fields
    self.file = file
    self.line = line
  }

  func error(_ reason: String) -> InputError { InputError(file, line: line, reason) }

  /// Returns any value, including null, or `nil` if the field is absent.
  func value(_ name: String) -> FormatValue? {
    readNames.insert(name)
    return fields[name]
  }

  /// The fields that were not read, sorted, each with the nearest name that can be read and that the case does not have.
  var unread: [String] {
    let unused = readNames.subtracting(fields.keys).inByteOrder
    let unread = fields.keys.filter { !readNames.contains($0) }.inByteOrder
    return unread.map { "'\($0)'\(suggestion(for: $0, among: unused))" }
  }

  func string(_ name: String) throws(InputError) -> String? {
    try read(name, as: "a string") { $0.stringValue }
  }

  func bool(_ name: String) throws(InputError) -> Bool? {
    try read(name, as: "true or false") { if case .bool(let value) = $0 { value } else { nil } }
  }

  func integer(_ name: String) throws(InputError) -> Int? {
    try read(name, as: "an integer", Self.integer)
  }

  func list(_ name: String) throws(InputError) -> [FormatValue]? {
    try read(name, as: "a list") { if case .list(let elements) = $0 { elements } else { nil } }
  }

  func integers(_ name: String) throws(InputError) -> [Int]? {
    try elements(name, as: "a list of integers", Self.integer)
  }

  func strings(_ name: String) throws(InputError) -> [String]? {
    try elements(name, as: "a list of strings") { $0.stringValue }
  }

  func record(_ name: String) throws(InputError) -> [String: FormatValue]? {
    try read(name, as: "an object") { if case .record(let fields) = $0 { fields } else { nil } }
  }

  func stringsByName(_ name: String) throws(InputError) -> [String: String]? {
    try read(name, as: "an object of strings") { value in
      guard case .record(let fields) = value else { return nil }
      let strings = fields.compactMapValues { $0.stringValue }
      return strings.count == fields.count ? strings : nil
    }
  }

  /// Reads an object of limits. The names are the raw values of those `PredicateProfile.Limit`s that
  /// are also in `Limits`.
  func limits(_ name: String) throws(InputError) -> Limits? {
    guard let record = try record(name) else { return nil }
    var limits: [PredicateProfile.Limit: Int] = [:]
    for (key, value) in record.inByteOrder {
      guard let limit = PredicateProfile.Limit(rawValue: key), limit.row.set != nil else {
        throw error("'\(key)' in '\(name)' is not a limit")
      }
      guard let bound = Self.integer(value), bound >= 0 else {
        throw error("'\(key)' in '\(name)' must be an integer, 0 or more")
      }
      limits[limit] = bound
    }
    return PredicateProfile(name: "", limits: limits).predicateLimits
  }

  /// Returns the dialect with a name.
  func dialect(named name: String) throws(InputError) -> DatabaseDialect {
    if let dialect = DatabaseDialect.named(name) { return dialect }
    throw error("unknown dialect '\(name)'\(suggestion(for: name, among: DatabaseDialect.all.map(\.name)))")
  }

  func rowKind(_ name: String) throws(InputError) -> RowKind? {
    let known = RowKind.allCases.map(\.rawValue).joined(separator: ", ")
    return try read(name, as: "one of \(known)") {
      $0.stringValue.flatMap { RowKind(rawValue: $0) }
    }
  }

  private static func integer(_ value: FormatValue) -> Int? {
    if case .integer(let number) = value { Int(exactly: number) } else { nil }
  }

  private func read<T>(_ name: String, as type: String, _ convert: (FormatValue) -> T?) throws(InputError) -> T? {
    guard let value = value(name), value != .null else { return nil }
    guard let result = convert(value) else { throw error("'\(name)' must be \(type)") }
    return result
  }

  private func elements<T>(_ name: String, as type: String, _ convert: (FormatValue) -> T?) throws(InputError) -> [T]? {
    try read(name, as: type) { value in
      guard case .list(let elements) = value else { return nil }
      let results = elements.compactMap(convert)
      return results.count == elements.count ? results : nil
    }
  }
}
