#if !canImport(ObjectiveC)
import Foundation
import PredicateFormat

/// A comparison of two expressions.
open class NSComparisonPredicate: NSPredicate {
  /// The string options.
  public struct Options: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt
    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `c`: ignores case.
    public static let caseInsensitive = Options(rawValue: 1)
    /// `d`: ignores diacritics, such as accents.
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// `n`: compares the strings as they are.
    public static let normalized = Options(rawValue: 4)
  }

  /// The elements of the left side that a comparison applies to.
  public enum Modifier: UInt, Sendable {
    case direct, all, any
  }

  /// The operators. The raw values are Apple's.
  public enum Operator: UInt, Sendable {
    case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, equalTo, notEqualTo
    case matches, like, beginsWith, endsWith, `in`
    case customSelector
    case contains = 99
    case between
  }

  /// The left side.
  open private(set) lazy var leftExpression = NSExpression(comparison.left)
  /// The right side.
  open private(set) lazy var rightExpression = NSExpression(comparison.right)
  /// Set only while the predicate is made.
  private var comparison: FormatPredicate.Comparison

  /// Creates a comparison.
  public init(
    leftExpression left: NSExpression, rightExpression right: NSExpression, modifier: Modifier, type: Operator,
    options: Options = []
  ) {
    comparison = FormatPredicate.Comparison(
      left.tree, FormatComparisonOperator(type), right.tree, modifier: .init(modifier), options: .init(options))
    super.init(value: false)
    content = .tree(FormatPredicate(.comparison(comparison)))
    (leftExpression, rightExpression) = (left, right)
    if type == .customSelector {
      let error = FormatError(
        .notConvertible(
          "the operator customSelector", reason: "write init(leftExpression:rightExpression:customSelector:)"))
      NSPredicate.errorHandler(error)
      content = .tree(error.invalidPredicate)
    }
  }

  /// Creates a comparison that a function of the program computes: the one that is registered for the selector in the
  /// `PredicateFunctions` of a `FormatPredicate`. Without it, every evaluation fails.
  public init(leftExpression left: NSExpression, rightExpression right: NSExpression, customSelector selector: Selector)
  {
    comparison = FormatPredicate.Comparison(left.tree, FormatComparisonOperator(selector: selector.name), right.tree)
    super.init(value: false)
    content = .tree(FormatPredicate(.comparison(comparison)))
    (leftExpression, rightExpression) = (left, right)
  }

  static func made(of comparison: FormatPredicate.Comparison) -> NSComparisonPredicate {
    let predicate = NSComparisonPredicate(
      leftExpression: NSExpression(comparison.left), rightExpression: NSExpression(comparison.right), modifier: .direct,
      type: .equalTo)
    predicate.comparison = comparison
    return predicate
  }

  /// Reads an archived comparison.
  ///
  /// `NSComparisonPredicate(format: "NOT a == 1")` has another predicate. Cocoa's object is then of another class. Here it has the
  /// right answer, and the parts of `1 == 1`.
  public required init?(coder: NSCoder) {
    guard let tree = ArchivedTree.predicate(coder) else { return nil }
    if case .comparison(let comparison) = tree.kind {
      self.comparison = comparison
    } else {
      comparison = FormatPredicate.Comparison(.constant(1), .equalTo, .constant(1))
    }
    super.init(coder: coder)
  }

  /// The operator.
  open var predicateOperatorType: Operator { comparison.operator.cocoa }

  /// The elements of the left side that the comparison applies to.
  open var comparisonPredicateModifier: Modifier { comparison.modifier.cocoa }

  /// The string options.
  open var options: Options { comparison.options.cocoa }

  /// The selector of a custom operator, or `nil` for the operators of the language.
  open var customSelector: Selector? {
    predicateOperatorType == .customSelector ? Selector(comparison.operator.spelling) : nil
  }
}

/// The name of a method, for platforms without Objective-C: `Selector("localizedStandardCompare:")`.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  let name: String

  /// Creates a selector.
  public init(_ name: String) { self.name = name }

  /// Creates a selector.
  public init(stringLiteral name: String) { self.name = name }

  /// The name.
  public var description: String { name }
}
#endif
