import Foundation
import PredicateFormat
import PredicateSyntax

// On Apple platforms, trees are read from Apple's classes and built from them by the functions of CocoaReader.swift and
// CocoaWriter.swift. The classes of this module keep the tree.

extension FormatPredicate {
  /// Creates the tree of an `NSPredicate`.
  ///
  /// - Throws: `FormatError` if the predicate, or a part of it, is a block or code in a subclass.
  public init(_ predicate: NSPredicate) throws(FormatError) {
    #if canImport(ObjectiveC)
    self = try CocoaReader.tree(of: predicate)
    #else
    guard let tree = predicate.tree else {
      throw FormatError(.notConvertible(predicate.predicateFormat, reason: "it contains code"))
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
    guard let selector = descriptor.selector else {
      throw FormatError(.notConvertible("a sort descriptor", reason: "its comparison is a function"))
    }
    let comparison = try SortComparison(selector: NSStringFromSelector(selector))
    self.init(descriptor.key ?? "self", ascending: descriptor.ascending, comparison: comparison)
    #else
    guard let key = descriptor.namedKey else {
      throw FormatError(.notConvertible("a sort descriptor", reason: "the property that it compares has no name"))
    }
    self = key
    #endif
  }
}

extension SortComparison {
  /// Creates the comparison that a method of `NSString` or `NSNumber` makes.
  ///
  /// - Throws: `FormatError` if the method is not known.
  init(selector: String) throws(FormatError) {
    switch selector {
    case "compare:": self = .default
    case "caseInsensitiveCompare:": self = .caseInsensitive
    case "localizedStandardCompare:", "localizedCompare:", "localizedCaseInsensitiveCompare:":
      self = .localizedStandard
    default: throw FormatError(.notConvertible("the selector \(selector)", reason: "it names no known comparison"))
    }
  }
}

#if canImport(ObjectiveC)
extension NSPredicate: PredicateFactory {
  /// Creates the predicate, comparison or compound that a tree describes.
  ///
  /// - Throws: `FormatError` if the tree has a part that Apple's classes lack.
  public convenience init(_ predicate: FormatPredicate) throws(FormatError) {
    try self.init(object: CocoaWriter.predicate(of: predicate))
  }
}

extension NSExpression: PredicateFactory {
  /// Creates the expression that a tree describes.
  ///
  /// - Throws: `FormatError` if the tree has a part that Apple's classes lack.
  public convenience init(_ expression: FormatExpression) throws(FormatError) {
    try self.init(object: CocoaWriter.expression(of: expression))
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
  /// - Throws: `FormatError` with every error in the text, with the mismatches between conversions and arguments, or if the format
  ///   describes an object of another class.
  public init(checking format: String, _ arguments: Any?...) throws(FormatError) {
    let tree = try FormatPredicate(format, anyArguments: arguments)
    #if canImport(ObjectiveC)
    try self.init(object: CocoaWriter.predicate(of: tree))
    #else
    try self.init(object: NSPredicate.made(of: tree))
    #endif
  }
}
