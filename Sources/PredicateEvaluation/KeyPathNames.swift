import PredicateSemantics
import PredicateSyntax

// The names of key paths. A key path has the name of a stored property of a struct or of a final class, and of a constant of any class.
// The type registers other names in `predicateKeys`.

extension AnyKeyPath {
  /// The keys of the key path, separated by dots, or `nil` if a property has no name at run time. `a?.b` and `a!.b` are `a.b`.
  package var predicateKey: String? {
    if let keyed = Self.rootType as? any PredicateKeyed.Type, let name = registeredName(of: self, in: keyed) {
      return name
    }
    // The description is the root type and the components: `\Book.series?.name`.
    let text = String(describing: self)
    let root = "\\\(_typeName(Self.rootType, qualified: false))."
    guard text.hasPrefix(root) else { return nil }
    let keys = text.dropFirst(root.count).filter { $0 != "?" && $0 != "!" }
    // A computed property is `<computed …>`, a subscript contains a bracket, and an element of a tuple follows two dots.
    if keys.contains("<") || keys.contains("[") || ".\(keys)".contains("..") { return nil }
    return keys.isEmpty ? "self" : keys
  }

  /// Returns the keys of the key path.
  ///
  /// - Throws: `FormatError` if a property has no name.
  package func requiredKey() throws(FormatError) -> String {
    if let name = predicateKey { return name }
    // The description of a computed property contains an address.
    let words = String(describing: self).split(separator: " ").filter { !$0.hasPrefix("0x") }
    throw FormatError(.unnamedKeyPath(words.joined(separator: " ")))
  }
}

extension AnyKeyPath: FormatArgument {
  /// The key path as an expression, for `%K` and `%@`.
  ///
  ///     let predicate = try FormatPredicate("%K > 1965", \Book.year)
  ///
  /// A stored property of a struct or of a final class has a name, and so has a constant of any class. Other properties are named
  /// by `PredicateKey.key(_:at:)`; without a name, binding the argument is an error. A key-path literal of a property of a class
  /// slows the access to this property in the closures of the whole module.
  public var formatExpression: FormatExpression {
    do throws(FormatError) {
      let name = try requiredKey()
      return name == "self" ? .evaluatedObject : .keyPath(name)
    } catch {
      return FormatExpression(failure: error)
    }
  }
}

extension SortKey {
  /// Returns a key that sorts the least value of a property first.
  ///
  /// - Throws: `FormatError` if the property has no name at run time. See `AnyKeyPath.formatExpression`.
  public static func ascending<Root>(
    _ keyPath: PartialKeyPath<Root>, _ comparison: SortComparison = .default
  ) throws(FormatError) -> SortKey {
    SortKey(try keyPath.requiredKey(), comparison: comparison)
  }

  /// Returns a key that sorts the greatest value of a property first.
  ///
  /// - Throws: `FormatError` if the property has no name at run time. See `AnyKeyPath.formatExpression`.
  public static func descending<Root>(
    _ keyPath: PartialKeyPath<Root>, _ comparison: SortComparison = .default
  ) throws(FormatError) -> SortKey {
    SortKey(try keyPath.requiredKey(), ascending: false, comparison: comparison)
  }
}
