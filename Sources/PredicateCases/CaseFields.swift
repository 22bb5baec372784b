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
  private var known: Set<String> = []

  init(_ fields: [String: FormatValue], file: String, line: Int) {
    self.fields = fields
    self.file = file
    self.line = line
  }

  func error(_ reason: String) -> InputError { InputError(file, line: line, reason) }

  /// Returns any value, including null, or `nil` if the field is absent.
  func value(_ name: String) -> FormatValue? {
    known.insert(name)
    return fields[name]
  }

  /// The fields that were not read, sorted, each with a suggestion if a similar name was read.
  var unread: [String] {
    fields.keys.filter { !known.contains($0) }.sorted()
      .map { "'\($0)'\(suggestion(for: $0, among: known.subtracting(fields.keys).sorted()))" }
  }

  func string(_ name: String) throws(InputError) -> String? {
    try read(name, as: "a string") { if case .string(let text) = $0 { text } else { nil } }
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
    try elements(name, as: "a list of strings") { if case .string(let text) = $0 { text } else { nil } }
  }

  func record(_ name: String) throws(InputError) -> [String: FormatValue]? {
    try read(name, as: "an object") { if case .record(let fields) = $0 { fields } else { nil } }
  }

  func stringsByName(_ name: String) throws(InputError) -> [String: String]? {
    try read(name, as: "an object of strings") { value in
      guard case .record(let fields) = value else { return nil }
      let strings = fields.compactMapValues { if case .string(let text) = $0 { text } else { nil } }
      return strings.count == fields.count ? strings : nil
    }
  }

  /// Reads an object of limits. The names are those of a profile.
  func limits(_ name: String) throws(InputError) -> Limits? {
    guard let record = try record(name) else { return nil }
    var limits: [PredicateProfile.Limit: Int] = [:]
    for (key, value) in record {
      guard let limit = PredicateProfile.Limit(rawValue: key), limit.boundsEveryPredicate,
        let bound = Self.integer(value)
      else { throw error("'\(name)' has '\(key)', which is not a limit, or not an integer") }
      limits[limit] = bound
    }
    return PredicateProfile(name: "", limits: limits).predicateLimits
  }

  /// Returns the dialect with a name.
  func dialect(_ name: String) throws(InputError) -> DatabaseDialect {
    if let dialect = DatabaseDialect.named(name) { return dialect }
    throw error("unknown dialect '\(name)'\(suggestion(for: name, among: DatabaseDialect.all.map(\.name)))")
  }

  func rowKind(_ name: String) throws(InputError) -> RowKind? {
    let known = RowKind.allCases.map(\.rawValue).joined(separator: ", ")
    return try read(name, as: "one of \(known)") {
      if case .string(let text) = $0 { RowKind(rawValue: text) } else { nil }
    }
  }

  private static func integer(_ value: FormatValue) -> Int? {
    if case .integer(let number) = value { Int(exactly: number) } else { nil }
  }

  private func read<T>(
    _ name: String, as type: String, _ convert: (FormatValue) -> T?
  ) throws(InputError) -> T? {
    guard let value = value(name), value != .null else { return nil }
    guard let result = convert(value) else { throw error("'\(name)' must be \(type)") }
    return result
  }

  private func elements<T>(
    _ name: String, as type: String, _ convert: (FormatValue) -> T?
  ) throws(InputError) -> [T]? {
    try read(name, as: type) { value in
      guard case .list(let elements) = value else { return nil }
      let results = elements.compactMap(convert)
      return results.count == elements.count ? results : nil
    }
  }
}
