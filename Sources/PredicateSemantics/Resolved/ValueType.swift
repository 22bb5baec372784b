import PredicateSyntax

/// The type of an expression or a key, as far as it is known before evaluation.
///
/// It describes Swift types, data models and literals, so one checker serves every engine.
package indirect enum ValueType: Sendable, Hashable {
  /// A type that is only known at run time: keys of untyped rows, variables without a value.
  case any
  /// The type of nil.
  case null
  case bool
  case integer
  /// A binary number. The precision decides how a constant next to it is read.
  case double(precision: BinaryPrecision)
  case decimal
  case string
  case date
  case uuid
  case data
  /// An untyped row.
  case record
  /// An object with keys. The name is for messages, and the identifier locates the keys.
  case object(ObjectType)
  case list(ValueType)
  case set(ValueType)
}

extension ValueType {
  /// A binary number of 64 bits, which is also the type of the results of arithmetic.
  package static let double = ValueType.double(precision: .double)

  /// Whether values are binary numbers of any precision.
  package var isDouble: Bool { if case .double = self { true } else { false } }

  /// Whether values are numbers but not booleans.
  package var isNumber: Bool {
    switch self {
    case .integer, .double, .decimal: true
    case .any, .null, .bool, .string, .date, .uuid, .data, .record, .object, .list, .set: false
    }
  }
}

/// A type whose keys a `KeySource` provides.
package struct ObjectType: Sendable, Hashable {
  /// The name of the type in messages.
  package var name: String
  /// The identifier of the type in the key source.
  package var identifier: Int

  package init(name: String, identifier: Int) {
    self.name = name
    self.identifier = identifier
  }
}

extension ValueType {
  /// The phrase for a value of the type in messages: `a string`, `a Word`.
  package var description: String {
    switch self {
    case .any: "a value"
    case .null: "nil"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .double: "a number"
    case .decimal: "a decimal number"
    case .string: "a string"
    case .date: "a date"
    case .uuid: "a UUID"
    case .data: "data"
    case .record: "a record"
    case .object(let type): "\(type.name.utf8.first.map("AEIOaeio".utf8.contains) == true ? "an" : "a") \(type.name)"
    case .list: "a list"
    case .set: "a set"
    }
  }

  /// The families of types with a common order and arithmetic: numbers compare with numbers, strings with strings.
  package enum Family: Sendable, Hashable {
    case number, string, date, other, unknown
  }

  /// The type of the objects, if the values are objects or collections of objects. Otherwise `nil`.
  var objectType: ObjectType? {
    switch self {
    case .object(let type): type
    case .list(let element), .set(let element): element.objectType
    case .any, .null, .bool, .integer, .double, .decimal, .string, .date, .uuid, .data, .record: nil
    }
  }

  /// Whether values are objects with keys, or collections of them.
  package var hasKeys: Bool { objectType != nil }

  /// Whether values of the type are lists or sets.
  package var isCollection: Bool { collectedType != nil }

  /// The type of the elements of a list or a set, or `any` for other types.
  package var element: ValueType { collectedType ?? .any }

  private var collectedType: ValueType? {
    switch self {
    case .list(let element), .set(let element): element
    case .any, .null, .bool, .integer, .double, .decimal, .string, .date, .uuid, .data, .record, .object: nil
    }
  }

  /// Whether a value of the type may have elements: it is a collection, a record, nil, or of unknown type.
  var mayHaveElements: Bool {
    switch self {
    case .any, .null, .record, .list, .set: true
    case .bool, .integer, .double, .decimal, .string, .date, .uuid, .data, .object: false
    }
  }

  /// Whether a value of the type may be a string: it is one, nil, or of unknown type.
  var mayBeString: Bool { family == .string || family == .unknown }

  /// The type of a result that is a decimal for decimals and a double for other numbers.
  var decimalOrDouble: ValueType {
    switch self {
    case .decimal: .decimal
    case .any, .null: .any
    case .bool, .integer, .double, .string, .date, .uuid, .data, .record, .object, .list, .set: .double
    }
  }

  /// The family of the type. Booleans are numbers (YES == 1).
  package var family: Family {
    switch self {
    case .any, .null: .unknown
    case .bool, .integer, .double, .decimal: .number
    case .string: .string
    case .date: .date
    case .uuid, .data, .record, .object, .list, .set: .other
    }
  }
}
