import Foundation
import PredicateFormat

extension FormatComparisonOperator {
  /// The operators of NSComparisonPredicate that the language has too.
  private static let counterparts: [(own: FormatComparisonOperator, cocoa: NSComparisonPredicate.Operator)] = [
    (.lessThan, .lessThan), (.lessThanOrEqualTo, .lessThanOrEqualTo), (.greaterThan, .greaterThan),
    (.greaterThanOrEqualTo, .greaterThanOrEqualTo), (.equalTo, .equalTo), (.notEqualTo, .notEqualTo),
    (.matches, .matches), (.like, .like), (.beginsWith, .beginsWith), (.endsWith, .endsWith), (.in, .in),
    (.contains, .contains), (.between, .between),
  ]

  /// Creates the operator of a comparison without a custom selector.
  init(_ cocoa: NSComparisonPredicate.Operator) {
    self = Self.counterparts.first { $0.cocoa == cocoa }?.own ?? .equalTo
  }

  /// Creates the operator of a custom selector: an operator of the language that NSComparisonPredicate lacks, or one of the program.
  init(selector: String) {
    let others: [FormatComparisonOperator] = [.tokenMatches, .boundedBy, .utiEquals, .utiConformsTo]
    self = others.first { $0.spelling == selector } ?? .custom(selector)
  }

  /// The operator of NSComparisonPredicate. Operators that it lacks are custom selectors.
  var cocoa: NSComparisonPredicate.Operator {
    Self.counterparts.first { $0.own == self }?.cocoa ?? .customSelector
  }
}

extension FormatPredicate.Comparison.Modifier {
  private static let counterparts: [(own: Self, cocoa: NSComparisonPredicate.Modifier)] = [
    (.direct, .direct), (.all, .all), (.any, .any),
  ]

  init(_ cocoa: NSComparisonPredicate.Modifier) {
    self = Self.counterparts.first { $0.cocoa == cocoa }?.own ?? .direct
  }

  var cocoa: NSComparisonPredicate.Modifier { Self.counterparts.first { $0.own == self }?.cocoa ?? .direct }
}

extension FormatStringOptions {
  /// The bits are those of Cocoa.
  init(_ cocoa: NSComparisonPredicate.Options) { self.init(rawValue: UInt8(truncatingIfNeeded: cocoa.rawValue)) }

  var cocoa: NSComparisonPredicate.Options { NSComparisonPredicate.Options(rawValue: UInt(rawValue)) }
}
