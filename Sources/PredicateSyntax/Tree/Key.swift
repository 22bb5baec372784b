extension FormatExpression {
  /// A key of a key path.
  public enum Key: Sendable, Hashable {
    /// A key of an object.
    case named(String)
    /// A collection operator, such as `@count` in `kids.@count`.
    case collectionOperator(FormatCollectionOperator)
    /// A name with `@` that is not an operator, such as `@allKeys`. It is a key of a dictionary, and an error for everything else.
    case unknownOperator(String)

    /// Creates the key that a name means: `@count` is a collection operator, but `@status(name)` is a key of Apple's device
    /// management.
    public init(_ name: String) {
      if name.utf8.first != UInt8(ascii: "@") {
        self = .named(name)
      } else if let known = FormatCollectionOperator(named: name) {
        self = .collectionOperator(known)
      } else {
        self = name.utf8.last == UInt8(ascii: ")") ? .named(name) : .unknownOperator(name)
      }
    }

    /// The name, with the `@` of an operator.
    public var name: String {
      switch self {
      case .named(let name), .unknownOperator(let name): name
      case .collectionOperator(let known): known.rawValue
      }
    }

    /// Whether the key is a collection operator, known or not.
    package var isOperator: Bool {
      switch self {
      case .named: false
      case .collectionOperator, .unknownOperator: true
      }
    }

    /// Whether the key is the name of key-value coding for the object itself.
    package var namesSelf: Bool {
      switch self {
      case .named(let name): name == "self" || name == "SELF"
      case .collectionOperator, .unknownOperator: false
      }
    }
  }
}

extension FormatExpression.Key: ExpressibleByStringLiteral {
  /// Creates the key that a name means.
  public init(stringLiteral name: String) { self.init(name) }
}

/// A collection operator of key paths (Rationale 6.5): `kids.@sum.age`.
public enum FormatCollectionOperator: String, CaseIterable, Sendable {
  case average = "@avg", count = "@count", maximum = "@max", minimum = "@min", sum = "@sum"
  case distinctUnionOfArrays = "@distinctUnionOfArrays", distinctUnionOfObjects = "@distinctUnionOfObjects"
  case distinctUnionOfSets = "@distinctUnionOfSets", unionOfArrays = "@unionOfArrays"
  case unionOfObjects = "@unionOfObjects"

  package static let names = allCases.map { $0.rawValue }

  /// Creates the operator with the given name, or returns `nil` if no operator has that name.
  ///
  /// The parser uses this initializer because `init(rawValue:)` takes longer.
  init?(named name: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = known
  }
}
