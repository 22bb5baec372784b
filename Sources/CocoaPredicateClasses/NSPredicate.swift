#if !canImport(ObjectiveC)
import Foundation
import PredicateFormat
import PredicateSyntax

/// Cocoa's predicate class, for platforms whose Foundation has no format strings.
///
///     let predicate = NSPredicate(format: "name BEGINSWITH[c] %@ AND age > %d", "a", 30)
///     let isFound = predicate.evaluate(with: person)
///
/// Objects are read as everywhere in this package: stored properties of any Swift type, keys of dictionaries, and the keys that
/// a type registers with `PredicateKeyed`. Grammar/Guides/CocoaPredicates.md lists what differs from Apple's classes.
open class NSPredicate: Foundation.NSPredicate, PredicateFactory, NSSecureCoding {
  /// A function of an object and of the variables.
  typealias Block = (Any?, [String: Any]?) -> Bool

  enum Content {
    case tree(FormatPredicate)
    case block(Block)
    /// The parts of a compound, one of which is a block or a subclass of the program.
    case parts
  }

  /// Set only while the predicate is made.
  var content: Content

  /// The tree, or `nil` if the predicate or a part of it is code.
  package var tree: FormatPredicate? { if case .tree(let tree) = content { tree } else { nil } }

  /// Creates a predicate that is true or false for every object.
  public override init(value: Bool) {
    // A direct subclass of the program may override `evaluate`, so it is code.
    content = type(of: self) == NSPredicate.self ? .tree(FormatPredicate(value)) : .block { _, _ in value }
    super.init(value: value)
  }

  /// Creates a predicate that calls a function with the object and the variables. It has no format, so it cannot be archived, or
  /// converted to a `FormatPredicate` or SQL.
  public override init(block: @escaping (Any?, [String: Any]?) -> Bool) {
    content = .block(block)
    super.init(block: block)
  }

  /// Creates a predicate without a condition. It matches nothing, and each evaluation calls `errorHandler`.
  public convenience init() {
    self.init(value: false)
    content = .tree(FormatError(.notConvertible("NSPredicate()", reason: "it has no condition")).invalidPredicate)
  }

  /// Reads an archived predicate.
  public required init?(coder: NSCoder) {
    guard let tree = ArchivedTree.predicate(coder) else { return nil }
    content = .tree(tree)
    super.init(value: false)
  }

  /// Creates the predicate, comparison or compound that a tree describes.
  public convenience init(_ predicate: FormatPredicate) { self.init(made: NSPredicate.made(of: predicate)) }

  /// Returns the object of the class that the tree has in Cocoa.
  static func made(of tree: FormatPredicate) -> NSPredicate {
    let predicate =
      switch tree.kind {
      case .comparison(let comparison): NSComparisonPredicate.made(of: comparison)
      case .and(let parts): NSCompoundPredicate(type: .and, subpredicates: parts.map(made))
      case .or(let parts): NSCompoundPredicate(type: .or, subpredicates: parts.map(made))
      case .not(let part): NSCompoundPredicate(type: .not, subpredicates: [made(of: part)])
      case .constant, .invalid: NSPredicate(value: false)
      }
    predicate.content = .tree(tree)
    return predicate
  }

  // MARK: Evaluation

  /// Returns whether an object matches the predicate. The object can be of any Swift type.
  ///
  /// - Parameter bindings: The values of `$NAME` variables, by name without the dollar sign.
  /// - Returns: False after `errorHandler` returns, if a key is unknown or a value cannot be computed.
  open override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
    NSPredicate.handled(or: false) { () throws(FormatError) in try answer(for: object, bindings) }
  }

  func answer(for object: Any?, _ bindings: [String: Any]?) throws(FormatError) -> Bool {
    switch content {
    case .block(let block): return block(object, bindings)
    case .parts: return false
    case .tree(let tree):
      // The call opens the existential, so the predicate is compiled for the type of the object, as for an array of this type.
      let object = object.map(ObjectsOfOneType.ofOwnClass) ?? FormatValue.null
      guard let bindings, !bindings.isEmpty else { return try tree.evaluate(with: object) }
      return try tree.evaluate(
        with: object, options: EvaluationOptions(variables: CocoaPredicateClasses.bindings(bindings)))
    }
  }

  /// Returns a predicate in which the variables are replaced by values. Other variables are unchanged.
  open func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
    let substituted = substituting(variables)
    if let same = substituted as? Self { return same }
    // A subclass of the program has the format too.
    if let tree = substituted.tree, let made = type(of: self).init(coder: TreeCoder(tree)) { return made }
    NSPredicate.errorHandler(
      FormatError(.notConvertible("the class \(type(of: self))", reason: "its init(coder:) gives no object")))
    return self
  }

  func substituting(_ variables: [String: Any]) -> NSPredicate {
    switch content {
    case .tree(let tree): NSPredicate.made(of: tree.substituting(bindings(variables)))
    case .block:
      NSPredicate(block: { object, others in
        self.evaluate(with: object, substitutionVariables: variables.merging(others ?? [:]) { value, _ in value })
      })
    case .parts: self
    }
  }

  /// Does nothing. Apple's classes evaluate a decoded predicate only after this call, because a predicate can call methods. A
  /// predicate of this package calls none.
  open func allowEvaluation() {}

  // MARK: Text, equality, copies

  /// The canonical format, or for code the text `BLOCKPREDICATE` with an address.
  open override var predicateFormat: String {
    switch content {
    case .tree(let tree): tree.format
    case .block, .parts: "BLOCKPREDICATE(0x\(String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)))"
    }
  }

  /// The format.
  open override var description: String { predicateFormat }

  /// Returns whether both have the same tree, or are the same object.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPredicate else { return false }
    if self === other { return true }
    guard let tree, let others = other.tree else { return false }
    // What could not be built is equal only to itself.
    if case .invalid = tree.kind { return false }
    return tree == others
  }

  /// The hash of the tree, or of the object's identity.
  open override var hash: Int { tree?.hashValue ?? ObjectIdentifier(self).hashValue }

  /// Returns the predicate itself, which cannot change.
  open override func copy(with zone: NSZone? = nil) -> Any { self }

  /// Predicates can be archived securely.
  public static var supportsSecureCoding: Bool { true }

  /// Archives the tree. A predicate with a block calls `errorHandler`, and its archive cannot be read.
  open func encode(with coder: NSCoder) {
    ArchivedTree.encode(coder) { () throws(FormatError) in try FormatPredicate(self) }
  }
}

extension PredicateFactory where Self: NSPredicate {
  /// Creates the predicate that a format string describes.
  ///
  ///     let range = NSPredicate(format: "%K BETWEEN %@ AND title CONTAINS[c] %@", "year", [1960, 1980], "of")
  ///
  /// A wrong format calls `NSPredicate.errorHandler`, which stops the program by default.
  ///
  /// - Parameters:
  ///   - format: A predicate in Cocoa's format-string language.
  ///   - arguments: One argument of any type for each conversion (`%@`, `%K`, `%d`, …).
  public init(format: String, _ arguments: Any?...) { self.init(format: format, argumentArray: arguments) }

  /// Creates the predicate that a format string and an array of arguments describe.
  ///
  /// A wrong format calls `NSPredicate.errorHandler`, which stops the program by default.
  public init(format: String, argumentArray arguments: [Any?]?) {
    let tree: FormatPredicate
    do throws(FormatError) { tree = try FormatPredicate(format, anyArguments: arguments ?? []) } catch {
      NSPredicate.errorHandler(error)
      tree = error.invalidPredicate
    }
    self.init(made: NSPredicate.made(of: tree))
  }

  /// Cocoa's initializer for a list of C arguments.
  @available(*, unavailable, message: "a va_list has only the descriptions of objects; use init(format:argumentArray:)")
  public init(format: String, arguments: CVaListPointer) { self.init(format: format, argumentArray: nil) }
}
#endif
