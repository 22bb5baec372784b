import Foundation
import PredicateFormat

/// A class one of whose initializers gives an object of a subclass, as in a class cluster.
///
/// `NSPredicate(format: "a == 1")` is an `NSComparisonPredicate`. Only an initializer of a protocol can replace `self`.
public protocol PredicateFactory {}

extension PredicateFactory {
  init(made: Self) { self = made }
}
