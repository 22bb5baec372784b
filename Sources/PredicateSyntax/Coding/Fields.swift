// The reader of everything that is written as JSON: data models, profiles, requests, dialects, cases. It reads values, which a JSON
// reader or a decoder has made, so that it needs neither.

/// An error in a value of a file: where it is, and why.
package struct FieldError: Error, Sendable, Hashable {
  /// A step from a value to a value in it.
  package enum Step: Sendable, Hashable {
    case field(String)
    case element(Int)
  }

  package let path: [Step]
  /// The reason, in lowercase and without a period. It contains no unsafe characters.
  package let reason: String
  /// The error of the format string that is the value. Its description, which has several lines, ends the reason.
  package let formatError: FormatError?

  /// Creates an error. Removes unsafe characters from the reason, because it may quote the file.
  package init(_ path: [Step], _ reason: String) { (self.path, self.reason, formatError) = (path, reason.cleaned, nil) }

  /// Creates an error that a format string causes.
  package init(_ path: [Step], _ reason: String, _ error: FormatError) {
    (self.path, self.reason, formatError) = (path, "\(reason): \(error.description)", error)
  }

  /// The path as text, such as `entities[1].table`.
  package var pathText: String {
    var text = ""
    for step in path {
      switch step {
      case .field(let name): text += (text.isEmpty ? "" : ".") + name
      case .element(let index): text += "[\(index)]"
      }
    }
    return text.cleaned
  }
}

/// A kind of value that a field can have.
package struct FieldShape<Value> {
  /// What a value must be, for messages: `a string`.
  let noun: String
  package let read: (FormatValue) -> Value?

  package init(_ noun: String, _ read: @escaping (FormatValue) -> Value?) { (self.noun, self.read) = (noun, read) }
}

extension FieldShape<String> {
  package static var text: Self { Self("a string") { if case .string(let text) = $0 { text } else { nil } } }
}

extension FieldShape<Bool> {
  package static var flag: Self { Self("true or false") { if case .bool(let flag) = $0 { flag } else { nil } } }
}

extension FieldShape<Int> {
  package static var integer: Self {
    Self("an integer") { if case .integer(let number) = $0 { Int(exactly: number) } else { nil } }
  }
}

extension FieldShape<Double> {
  package static var number: Self {
    Self("a number") { value in
      switch value {
      case .integer, .unsigned, .double: value.doubleValue
      default: nil
      }
    }
  }
}

extension FieldShape<FormatValue> {
  package static var any: Self { Self("a value") { $0 } }
}

extension FieldShape<[FormatValue]> {
  package static var list: Self { Self("a list") { if case .list(let elements) = $0 { elements } else { nil } } }
}

extension FieldShape<[String: FormatValue]> {
  package static var object: Self { Self("an object") { if case .record(let fields) = $0 { fields } else { nil } } }
}

/// The fields of an object. A null counts as absent, except for `isNull(_:)`.
package struct Fields {
  /// The path of the object.
  package let path: [FieldError.Step]
  package let values: [String: FormatValue]

  /// Reads an object.
  ///
  /// - Parameter names: The names of the fields. Another field is an error, because a misspelled one would be ignored silently.
  package init(
    _ value: FormatValue, at path: [FieldError.Step] = [], only names: [String]? = nil, expected: String = "an object"
  ) throws(FieldError) {
    guard case .record(let values) = value else {
      throw FieldError(path, "expected \(expected)\(value == .null ? ", found null" : "")")
    }
    (self.path, self.values) = (path, values)
    if let names { try expectOnly(names) }
  }

  /// Creates the fields of a record.
  package init(_ values: [String: FormatValue]) { (path, self.values) = ([], values) }

  /// Throws an error if there are other fields.
  package func expectOnly(_ names: [String]) throws(FieldError) {
    let others = values.keys.filter { !names.contains($0) }
    if let other = others.inByteOrder.first {
      throw error(other, "unknown field '\(other)'\(suggestion(for: other, among: names))")
    }
  }

  /// Throws an error if the version of the file is not the known one.
  package func expectVersion(_ known: Int) throws(FieldError) {
    let version = try read("version", .integer)
    guard version == known else { throw error("version", "version \(version) is not known; expected \(known)") }
  }

  /// The names of the fields, in byte order.
  package var names: [String] { values.keys.inByteOrder }

  /// Returns whether there is a value other than null.
  package func has(_ name: String) -> Bool { if let value = values[name] { value != .null } else { false } }

  /// Returns whether there is a null.
  package func isNull(_ name: String) -> Bool { values[name] == .null }

  /// Returns the path of a field.
  package func path(of name: String) -> [FieldError.Step] { path + [.field(name)] }

  /// Returns an error at a field, or at an element of its list.
  package func error(_ name: String, _ reason: String, at index: Int? = nil) -> FieldError {
    FieldError(path(of: name) + (index.map { [.element($0)] } ?? []), reason)
  }

  /// Returns the value of a field.
  package func read<Value>(_ name: String, _ shape: FieldShape<Value>) throws(FieldError) -> Value {
    guard let value = values[name] else { throw FieldError(path, "the field '\(name)' is missing") }
    return try Self.read(value, shape, at: path(of: name))
  }

  /// Returns the value of a field, or `nil` if it is absent.
  package func readIfPresent<Value>(_ name: String, _ shape: FieldShape<Value>) throws(FieldError) -> Value? {
    has(name) ? try read(name, shape) : nil
  }

  /// Returns the values of the elements of a list. An absent list is empty.
  package func elements<Value>(of name: String, _ shape: FieldShape<Value>) throws(FieldError) -> [Value] {
    var result: [Value] = []
    for (index, element) in (try readIfPresent(name, .list) ?? []).enumerated() {
      result.append(try Self.read(element, shape, at: path(of: name) + [.element(index)]))
    }
    return result
  }

  private static func read<Value>(
    _ value: FormatValue, _ shape: FieldShape<Value>, at path: [FieldError.Step]
  ) throws(FieldError) -> Value {
    if let result = shape.read(value) { return result }
    throw FieldError(path, "expected \(shape.noun)\(value == .null ? ", found null" : "")")
  }

  /// Returns the fields of an object.
  package func fields(of name: String, only names: [String]? = nil) throws(FieldError) -> Fields {
    try Fields(read(name, .any), at: path(of: name), only: names)
  }

  /// Returns the objects of a list.
  package func objects(of name: String) throws(FieldError) -> [Fields] {
    var result: [Fields] = []
    for (index, value) in try read(name, .list).enumerated() {
      result.append(try Fields(value, at: path(of: name) + [.element(index)]))
    }
    return result
  }

  /// Reads each object of a list. An absent list is empty.
  package func objects<Value>(
    of name: String, only names: [String]? = nil, _ read: (Fields) throws(FieldError) -> Value
  ) throws(FieldError) -> [Value] {
    var result: [Value] = []
    for (index, value) in (try readIfPresent(name, .list) ?? []).enumerated() {
      result.append(try read(Fields(value, at: path(of: name) + [.element(index)], only: names)))
    }
    return result
  }

  /// Returns the string of a field that must not be empty.
  package func nonempty(_ name: String) throws(FieldError) -> String {
    let text = try read(name, .text)
    if text.isEmpty { throw error(name, "the name is empty") }
    return text
  }

  /// Returns the enumeration case that a field names.
  package func name<Value: RawRepresentable & CaseIterable>(
    _ name: String, of type: Value.Type
  ) throws(FieldError) -> Value where Value.RawValue == String {
    try value(of: name, among: Array(Value.allCases)) { $0.rawValue }
  }

  /// Returns the value that a field names. A value for which `spelling` returns `nil` cannot be in a file.
  package func value<Value>(
    of name: String, among values: [Value], _ spelling: (Value) -> String?
  ) throws(FieldError) -> Value {
    let text = try read(name, .text)
    if let value = values.first(where: { spelling($0) == text }) { return value }
    let known = values.compactMap(spelling)
    throw error(name, "'\(text)' is not one of \(known.joined(separator: ", "))\(suggestion(for: text, among: known))")
  }
}
