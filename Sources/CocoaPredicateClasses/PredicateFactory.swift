import Foundation
import PredicateFormat

/// A class one of whose initializers gives an object of a subclass, as in a class cluster.
///
/// `NSPredicate(format: "a == 1")` is an `NSComparisonPredicate`. Only an initializer of a protocol can replace `self`.
public protocol PredicateFactory {}

extension PredicateFactory {
  /// Creates an object that is `object`, which must be of this class or a subclass.
  init(made object: NSObject) {
    #if !canImport(ObjectiveC)
    // A subclass of the program has the format too.
    if !(object is Self), let tree = (object as? NSPredicate)?.tree, let type = Self.self as? NSPredicate.Type,
      let made = type.init(coder: TreeCoder(tree)) as? Self
    {
      self = made
      return
    }
    #endif
    guard let made = object as? Self else {
      let reason = "'\(object)' is an object of \(type(of: object)) and not of \(Self.self): write NSPredicate(format:)"
      fatalError(reason)  // Safety: Cocoa gives an object of the wrong class here.
    }
    self = made
  }
}
