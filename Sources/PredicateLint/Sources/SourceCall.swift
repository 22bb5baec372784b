/// A call in source code whose argument is a predicate. The table of all of them is `SourceCall.all`.
package struct SourceCall: Sendable {
  /// The library that parses the text.
  package enum Library: String, Sendable {
    case foundation = "NSPredicate"
    case ours = "PredicateFormat"
    case realm = "Realm"
  }

  let kind: FileKind
  /// The tokens before the text. `_` is any name.
  let tokens: [String]
  let library: Library
  let isExpression: Bool
  /// A word without which the file does not use the library.
  let required: String?

  init(
    _ kind: FileKind, _ tokens: String, _ library: Library, isExpression: Bool = false,
    ifFileHas required: String? = nil
  ) {
    self.kind = kind
    self.tokens = tokens.split(separator: " ").map(String.init)
    (self.library, self.isExpression, self.required) = (library, isExpression, required)
  }

  static let all: [SourceCall] = [
    SourceCall(.swift, "NSPredicate ( format :", .foundation),
    SourceCall(.swift, "NSPredicate . init ( format :", .foundation),
    SourceCall(.swift, ": NSPredicate = . init ( format :", .foundation),
    SourceCall(.swift, ": NSPredicate ? = . init ( format :", .foundation),
    SourceCall(.swift, "predicate : . init ( format :", .foundation),
    SourceCall(.swift, "predicate = . init ( format :", .foundation),
    SourceCall(.swift, "NSExpression ( format :", .foundation, isExpression: true),
    SourceCall(.swift, "FormatPredicate (", .ours),
    SourceCall(.swift, "FormatExpression (", .ours, isExpression: true),
    SourceCall(.swift, ". filter (", .realm, ifFileHas: "import Realm"),
    SourceCall(.swift, ". objects ( _ . self , where :", .realm, ifFileHas: "import Realm"),
    SourceCall(.swift, ". objects ( where :", .realm, ifFileHas: "import Realm"),
    SourceCall(.objectiveC, "predicateWithFormat :", .foundation),
    SourceCall(.objectiveC, "expressionWithFormat :", .foundation, isExpression: true),
    SourceCall(.objectiveC, "objectsWhere :", .realm),
    SourceCall(.objectiveC, "objectsInRealm : _ where :", .realm),
  ]

  /// Returns the words of which a file of a kind has one if it has one of the calls.
  static func words(of kind: FileKind) -> [String] {
    Set(all.filter { $0.kind == kind }.map { $0.required ?? $0.firstWord }).sorted()
  }

  private var firstWord: String { tokens.first { $0.utf8.count > 1 } ?? "" }

  /// The name of the call in messages.
  var name: String { library.rawValue }
}

/// The arguments of a call in source code.
package struct SourceArguments: Sendable {
  /// What is known of an argument.
  enum Kind: Sendable, Equatable {
    case string, integer, double, boolean, object, `nil`, unknown

    /// The noun in messages.
    var noun: String {
      switch self {
      case .string: "a string"
      case .integer: "an integer"
      case .double: "a floating-point number"
      case .boolean: "a boolean"
      case .object: "an object"
      case .nil: "nil"
      case .unknown: "a value"
      }
    }
  }

  struct Argument: Sendable {
    let kind: Kind
    /// The bytes of the argument in the file.
    let file: Range<Int>
  }

  package let library: SourceCall.Library
  /// The arguments in order, or nil if the code shows only that there is a list of them.
  let values: [Argument]?
  /// Whether the arguments are the elements of a list, which are objects.
  let isList: Bool
}
