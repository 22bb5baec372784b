// Import this module to compile code that uses NSPredicate and its family on Linux, Android and Windows:
//
//     import CocoaPredicates
//
//     let predicate = NSPredicate(format: "name BEGINSWITH[c] %@ AND age > %d", "a", 30)
//     let found = (people as NSArray).filtered(using: predicate)
//
// On Apple platforms, it exports Foundation, whose classes these are, and adds the conversions from and to the types of this
// package.
@_exported import Foundation

#if canImport(ObjectiveC)
@_exported import CocoaPredicateClasses
#else
// Each name is exported by itself. In a file that imports Foundation too, a name that is imported by itself takes precedence over
// the same name of Foundation. If the module were exported as a whole, both would be ambiguous.
@_exported import enum CocoaPredicateClasses.NSAttributeType
@_exported import class CocoaPredicateClasses.NSComparisonPredicate
@_exported import class CocoaPredicateClasses.NSCompoundPredicate
@_exported import class CocoaPredicateClasses.NSExpression
@_exported import class CocoaPredicateClasses.NSExpressionDescription
@_exported import class CocoaPredicateClasses.NSFetchRequest
@_exported import protocol CocoaPredicateClasses.NSFetchRequestResult
@_exported import struct CocoaPredicateClasses.NSFetchRequestResultType
@_exported import class CocoaPredicateClasses.NSPredicate
@_exported import class CocoaPredicateClasses.NSPropertyDescription
@_exported import class CocoaPredicateClasses.NSSortDescriptor
@_exported import protocol CocoaPredicateClasses.PredicateFactory
@_exported import struct CocoaPredicateClasses.Selector
import PredicateFormat

extension AnyKeyPath {
  /// The keys of the key path, separated by dots, or `nil` if a property has no name at run time. The standard library's property of
  /// this name, which typed predicate builders use, is always `nil` without Objective-C.
  public var _kvcKeyPathString: String? { predicateKey }
}
#endif
