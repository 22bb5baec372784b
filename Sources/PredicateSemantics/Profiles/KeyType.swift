import PredicateSyntax

extension PredicateProfile {
  /// The type of a key, which a profile may know without the objects.
  public indirect enum KeyType: Sendable, Hashable {
    /// A value of any type.
    case any
    case string, integer, number, boolean, date, uuid, data
    /// A list of values of a type.
    case list(KeyType)

    private static let names: [(name: String, type: KeyType)] = [
      ("any", .any), ("string", .string), ("integer", .integer), ("number", .number), ("boolean", .boolean),
      ("date", .date), ("uuid", .uuid), ("data", .data),
    ]

    /// The names of all types without lists, for messages.
    static let allNames = names.map { $0.name }

    /// Creates a type from its name in files: `string`, or `[string]` for a list.
    public init?(name: String) {
      if name.hasPrefix("["), name.hasSuffix("]") {
        guard let element = KeyType(name: String(name.dropFirst().dropLast())) else { return nil }
        self = .list(element)
      } else if let type = Self.names.first(where: { $0.name == name })?.type {
        self = type
      } else {
        return nil
      }
    }

    /// The name in files.
    public var name: String {
      if case .list(let element) = self { return "[\(element.name)]" }
      return Self.names.first { $0.type == self }?.name ?? "any"
    }

    fileprivate var valueType: ValueType {
      switch self {
      case .any: .any
      case .string: .string
      case .integer: .integer
      case .number: .double
      case .boolean: .bool
      case .date: .date
      case .uuid: .uuid
      case .data: .data
      case .list(let element): .list(element.valueType)
      }
    }
  }

  /// Returns the type of a key path, or `nil` if the profile does not know it.
  func keyType(of path: String) -> KeyType? { keyTypes[path] ?? keyTypes.first { $0.key.isPattern(of: path) }?.value }
}

extension String {
  /// Whether the listed key path is a pattern that a key path matches: `a.*` for all keys below `a`, `@property(*)` for all
  /// properties, `kMDItem*` for all names with that beginning.
  func isPattern(of path: String) -> Bool {
    let isClosed = hasSuffix("(*)")
    guard isClosed || hasSuffix("*") else { return false }
    let start = dropLast(isClosed ? 2 : 1)
    guard path.hasPrefix(start), path.utf8.count > start.utf8.count else { return false }
    if isClosed { return path.hasSuffix(")") }
    return start.hasSuffix(".") || !path.dropFirst(start.count).contains(".")
  }
}

/// The keys of a profile with types. Others may have any value.
private final class ProfileKeys: KeySource {
  private let profile: PredicateProfile

  init(_ profile: PredicateProfile) { self.profile = profile }

  func key(_ name: String, of _: ObjectType) -> KeyLookup {
    .found(type: profile.keyType(of: name)?.valueType ?? .any, isNullable: true)
  }
}

extension FormatPredicate {
  /// Returns what does not fit the types of the profile's keys.
  package func typeFindings(in profile: PredicateProfile) -> [FormatDiagnostic] {
    if profile.keyTypes.isEmpty { return [] }
    let root = ValueType.object(ObjectType(name: profile.name, identifier: 0))
    do throws(FormatError) {
      return try Checker.resolve(self, root: root, keys: ProfileKeys(profile)).warnings.filter { $0.isAboutTypes }
    } catch {
      return error.diagnostics.filter { $0.isAboutTypes }
    }
  }
}

extension FormatExpression {
  /// Returns what does not fit the types of the profile's keys.
  package func typeFindings(in profile: PredicateProfile) -> [FormatDiagnostic] {
    if profile.keyTypes.isEmpty { return [] }
    let root = ValueType.object(ObjectType(name: profile.name, identifier: 0))
    do throws(FormatError) {
      _ = try Checker.resolve(self, root: root, keys: ProfileKeys(profile))
      return []
    } catch {
      return error.diagnostics.filter { $0.isAboutTypes }
    }
  }
}

extension FormatDiagnostic {
  /// Whether the finding remains when the values of variables and conversions, and the functions of a program, are given.
  package var isAboutTypes: Bool {
    ![.unboundVariable, .unboundArgument, .notRegistered, .notEvaluated].contains(code)
  }
}
