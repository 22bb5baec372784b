import PredicateInput
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// The fields of a case, read by name and type. A null counts as absent, except for `value(_:)`. The reader records which names
/// were read, so that it can report fields that have no meaning in a case.
final class CaseFields {
  private let fields: Fields
  private let file: String
  private let line: Int
  private var readNames: Set<String> = []

  init(_ values: [String: FormatValue], file: String, line: Int) {
    (fields, self.file, self.line) = (Fields(values), file, line)
  }

  func error(_ reason: String) -> InputError { InputError(file, line: line, reason) }

  /// Returns any value, including null, or `nil` if the field is absent.
  func value(_ name: String) -> FormatValue? {
    readNames.insert(name)
    return fields.values[name]
  }

  /// The fields that were not read, sorted, each with the nearest name that can be read and that the case does not have.
  var unread: [String] {
    let unused = readNames.subtracting(fields.names).inByteOrder
    let unread = fields.names.filter { !readNames.contains($0) }
    return unread.map { "'\($0)'\(suggestion(for: $0, among: unused))" }
  }

  func string(_ name: String) throws(InputError) -> String? { try read(name, .text) }

  func bool(_ name: String) throws(InputError) -> Bool? { try read(name, .flag) }

  func integer(_ name: String) throws(InputError) -> Int? { try read(name, .integer) }

  func list(_ name: String) throws(InputError) -> [FormatValue]? { try read(name, .list) }

  func integers(_ name: String) throws(InputError) -> [Int]? { try elements(name, .integer) }

  func strings(_ name: String) throws(InputError) -> [String]? { try elements(name, .text) }

  func record(_ name: String) throws(InputError) -> [String: FormatValue]? { try read(name, .object) }

  func stringsByName(_ name: String) throws(InputError) -> [String: String]? {
    guard try record(name) != nil else { return nil }
    return try located { () throws(FieldError) in
      let named = try fields.fields(of: name)
      var strings: [String: String] = [:]
      for key in named.names { strings[key] = try named.read(key, .text) }
      return strings
    }
  }

  /// Reads an object of limits. The names are the raw values of those `PredicateProfile.Limit`s that
  /// are also in `PredicateLimits`.
  func limits(_ name: String) throws(InputError) -> PredicateLimits? {
    guard try record(name) != nil else { return nil }
    let limits = try located { () throws(FieldError) in
      let bounds = try fields.fields(of: name)
      var limits: [PredicateProfile.Limit: Int] = [:]
      for key in bounds.names {
        guard let limit = PredicateProfile.Limit(rawValue: key), limit.row.set != nil else {
          throw bounds.error(key, "this is not a limit")
        }
        limits[limit] = try bounds.read(key, Self.bound)
      }
      return limits
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
    return try read(name, FieldShape("one of \(known)") { $0.stringValue.flatMap { RowKind(rawValue: $0) } })
  }

  private static var bound: FieldShape<Int> {
    FieldShape("an integer, 0 or more") { value in FieldShape.integer.read(value).flatMap { $0 >= 0 ? $0 : nil } }
  }

  private func read<Value>(_ name: String, _ shape: FieldShape<Value>) throws(InputError) -> Value? {
    readNames.insert(name)
    return try located { () throws(FieldError) in try fields.readIfPresent(name, shape) }
  }

  private func elements<Value>(_ name: String, _ shape: FieldShape<Value>) throws(InputError) -> [Value]? {
    guard try list(name) != nil else { return nil }
    return try located { () throws(FieldError) in try fields.elements(of: name, shape) }
  }

  /// Gives an error the place of the case.
  private func located<Value>(_ body: () throws(FieldError) -> Value) throws(InputError) -> Value {
    do throws(FieldError) { return try body() } catch { throw self.error("\(error.pathText): \(error.reason)") }
  }
}
