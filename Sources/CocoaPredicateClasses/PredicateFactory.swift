import Foundation
import PredicateFormat

/// A class one of whose initializers gives an object of a subclass, as in a class cluster.
///
/// `NSPredicate(format: "a == 1")` is an `NSComparisonPredicate`. Only an initializer of a protocol can replace `self`.
public protocol PredicateFactory {}

extension PredicateFactory {
  /// Creates an object that is `object`.
  ///
  /// - Throws: `FormatError` if the object is not of this class or a subclass.
  init(object: NSObject) throws(FormatError) {
    if let made = object as? Self {
      self = made
      return
    }
    #if !canImport(ObjectiveC)
    // A subclass of the program can have any format.
    if let tree = (object as? NSPredicate)?.tree, let type = Self.self as? NSPredicate.Type,
      let made = type.init(coder: TreeCoder(tree)) as? Self
    {
      self = made
      return
    }
    #endif
    throw FormatError(.notConvertible("'\(object)'", reason: "it is a \(type(of: object)) and not a \(Self.self)"))
  }

  /// Creates an object that is `object`, for initializers that cannot throw.
  init(made object: NSObject) {
    do throws(FormatError) { try self.init(object: object) } catch {
      fatalError(error.description)  // Safety: Only a class of the program whose init(coder:) gives no object.
    }
  }
}
