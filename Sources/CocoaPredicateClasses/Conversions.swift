import Foundation
import PredicateFormat
import PredicateSyntax

// On Apple platforms, trees are read from Apple's classes and built from them by the functions of CocoaReader.swift and
// CocoaWriter.swift. The classes of this module keep the tree.

extension FormatPredicate {
  /// Creates the tree of an `NSPredicate`.
  ///
  /// - Throws: `FormatError` if the predicate, or a part of it, is a block or a subclass of the program.
  public init(_ predicate: NSPredicate) throws(FormatError) {
    #if canImport(ObjectiveC)
    self = try CocoaReader.tree(of: predicate)
    #else
    guard let tree = predicate.tree else {
      throw FormatError(.notConvertible(predicate.predicateFormat, reason: "it calls code of the program"))
    }
    if case .invalid(let diagnostic) = tree.kind { throw FormatError([diagnostic], source: "") }
    self = tree
    #endif
  }
}

extension FormatExpression {
  /// Creates the tree of an `NSExpression`.
  ///
  /// - Throws: `FormatError` if the expression, or a part of it, is a block.
  public init(_ expression: NSExpression) throws(FormatError) {
    #if canImport(ObjectiveC)
    self = try CocoaReader.tree(of: expression)
    #else
    if case .invalid(let diagnostic) = expression.tree.kind { throw FormatError([diagnostic], source: "") }
    self = expression.tree
    #endif
  }
}

extension SortKey {
  /// Creates the key of an `NSSortDescriptor`.
  ///
  /// - Throws: `FormatError` if the descriptor compares a property without a name.
  public init(_ descriptor: NSSortDescriptor) throws(FormatError) {
    #if canImport(ObjectiveC)
    let comparison: SortComparison =
      switch descriptor.selector.map(NSStringFromSelector) {
      case "caseInsensitiveCompare:": .caseInsensitive
      case "localizedStandardCompare:", "localizedCompare:", "localizedCaseInsensitiveCompare:": .localizedStandard
      case "compare:": .default
      case let name:
        throw FormatError(.notConvertible("a sort descriptor with \(name ?? "a function")", reason: "it calls code"))
      }
    self.init(descriptor.key ?? "self", ascending: descriptor.ascending, comparison: comparison)
    #else
    guard let key = descriptor.namedKey else {
      throw FormatError(.notConvertible("a sort descriptor", reason: "the property that it compares has no name"))
    }
    self = key
    #endif
  }
}

#if canImport(ObjectiveC)
extension NSPredicate: PredicateFactory {
  /// Creates the predicate, comparison or compound that a tree describes.
  ///
  /// - Throws: `FormatError` if the tree has a part that Apple's classes lack.
  public convenience init(_ predicate: FormatPredicate) throws(FormatError) {
    self.init(made: try CocoaWriter.predicate(of: predicate))
  }
}

extension NSExpression: PredicateFactory {
  /// Creates the expression that a tree describes.
  ///
  /// - Throws: `FormatError` if the tree has a part that Apple's classes lack.
  public convenience init(_ expression: FormatExpression) throws(FormatError) {
    self.init(made: try CocoaWriter.expression(of: expression))
  }
}
#endif

extension PredicateFactory where Self: NSPredicate {
  /// Creates the predicate that a format string describes, or throws the errors of the format with their positions.
  ///
  ///     do { filter = try NSPredicate(checking: text) } catch { print(error) }
  ///
  /// - Parameters:
  ///   - format: A predicate in Cocoa's format-string language.
  ///   - arguments: One argument of any type for each conversion (`%@`, `%K`, `%d`, …).
  /// - Throws: `FormatError` with every error in the text, or with the mismatches between conversions and arguments.
  public init(checking format: String, _ arguments: Any?...) throws(FormatError) {
    let tree = try FormatPredicate(format, anyArguments: arguments)
    #if canImport(ObjectiveC)
    self.init(made: try CocoaWriter.predicate(of: tree))
    #else
    self.init(made: NSPredicate.made(of: tree))
    #endif
  }
}
