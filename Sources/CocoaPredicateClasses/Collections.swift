#if !canImport(ObjectiveC)
import Foundation
import PredicateFormat

// Foundation has these methods for its own classes and evaluates the objects one by one. These compile a predicate once, and give
// no part of an answer if an evaluation fails.

extension NSPredicate {
  /// Returns the objects that match, or none after `errorHandler` returns.
  fileprivate func filter(_ objects: [Any]) -> [Any] {
    NSPredicate.handled(or: []) { () throws(FormatError) in try matching(objects) }
  }

  /// Returns the objects that match.
  func matching(_ objects: [Any]) throws(FormatError) -> [Any] {
    if let tree { return try objects.filtered(by: tree) }
    var found: [Any] = []
    for object in objects where try isTrue(for: object, nil) { found.append(object) }
    return found
  }
}

extension NSSortDescriptor {
  /// Returns the objects in the order of the descriptors, or as they are after `errorHandler` returns.
  fileprivate static func sort(_ objects: [Any], by descriptors: [NSSortDescriptor]) -> [Any] {
    NSPredicate.handled(or: objects) { () throws(FormatError) in try sorted(objects, by: descriptors) }
  }

  /// Returns the objects in the order of the descriptors.
  static func sorted(_ objects: [Any], by descriptors: [NSSortDescriptor]) throws(FormatError) -> [Any] {
    let keys = descriptors.compactMap { type(of: $0) == NSSortDescriptor.self ? $0.namedKey : nil }
    if keys.count == descriptors.count { return try objects.sorted(by: keys) }
    return objects.enumerated().sorted { left, right in
      for descriptor in descriptors {
        let order = descriptor.compare(left.element, to: right.element)
        if order != .orderedSame { return order == .orderedAscending }
      }
      return left.offset < right.offset
    }.map { $0.element }
  }
}

extension NSArray {
  /// Returns the objects that match the predicate.
  public func filtered(using predicate: NSPredicate) -> [Any] { predicate.filter(map { $0 }) }

  /// Returns the objects in the order of the descriptors, the first of which is the most significant.
  public func sortedArray(using descriptors: [NSSortDescriptor]) -> [Any] {
    NSSortDescriptor.sort(map { $0 }, by: descriptors)
  }
}

extension NSMutableArray {
  /// Removes the objects that do not match the predicate.
  public func filter(using predicate: NSPredicate) { setArray(filtered(using: predicate)) }

  /// Sorts the objects in the order of the descriptors.
  public func sort(using descriptors: [NSSortDescriptor]) { setArray(sortedArray(using: descriptors)) }
}

extension NSSet {
  /// Returns the objects that match the predicate. An object of a type that is not `Hashable` calls `NSPredicate.errorHandler`.
  public func filtered(using predicate: NSPredicate) -> Set<AnyHashable> {
    NSPredicate.handled(or: []) { () throws(FormatError) in
      var found: Set<AnyHashable> = []
      for object in try predicate.matching(map { $0 }) {
        guard let object = object as? AnyHashable else {
          throw FormatError(.notConvertible("a set of \(type(of: object))", reason: "the type is not Hashable"))
        }
        found.insert(object)
      }
      return found
    }
  }

  /// Returns the objects in the order of the descriptors.
  public func sortedArray(using descriptors: [NSSortDescriptor]) -> [Any] {
    NSSortDescriptor.sort(map { $0 }, by: descriptors)
  }
}

extension NSMutableSet {
  /// Removes the objects that do not match the predicate.
  public func filter(using predicate: NSPredicate) {
    let kept = predicate.filter(map { $0 })
    removeAllObjects()
    for object in kept { add(object) }
  }
}

extension NSOrderedSet {
  /// Returns the objects that match the predicate, in order.
  public func filtered(using predicate: NSPredicate) -> NSOrderedSet {
    NSOrderedSet(array: predicate.filter(map { $0 }))
  }

  /// Returns the objects in the order of the descriptors.
  public func sortedArray(using descriptors: [NSSortDescriptor]) -> [Any] {
    NSSortDescriptor.sort(map { $0 }, by: descriptors)
  }
}

extension NSMutableOrderedSet {
  /// Removes the objects that do not match the predicate.
  public func filter(using predicate: NSPredicate) {
    let kept = filtered(using: predicate)
    removeAllObjects()
    addObjects(from: kept.array)
  }

  /// Sorts the objects in the order of the descriptors.
  public func sort(using descriptors: [NSSortDescriptor]) {
    let sorted = sortedArray(using: descriptors)
    removeAllObjects()
    addObjects(from: sorted)
  }
}
#endif
