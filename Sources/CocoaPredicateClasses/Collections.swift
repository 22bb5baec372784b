#if !canImport(ObjectiveC)
import Foundation
import PredicateFormat
import PredicateSemantics
import PredicateSyntax

// Foundation has these methods for its own classes and evaluates the objects one by one. These compile a predicate once, and give
// no part of an answer if an evaluation fails.

extension NSPredicate {
  /// Returns the objects that match, or none after `errorHandler` returns.
  fileprivate func filter(_ objects: [Any]) -> [Any] {
    NSPredicate.handled(or: []) { () throws(FormatError) in try matching(objects) }
  }

  /// Returns the objects that match. Each is read by its own class, as `evaluate` reads it.
  func matching(_ objects: [Any]) throws(FormatError) -> [Any] {
    guard let tree else {
      var found: [Any] = []
      for object in objects where try isTrue(for: object, nil) { found.append(object) }
      return found
    }
    let groups = ObjectsOfOneType.groups(of: objects)
    // An aggregate may range over the objects of all types.
    if groups.count > 1, tree.mayReadAllObjects { return try objects.filtered(by: tree) }
    var found: [Int] = []
    for group in groups { try found += group.indices(matching: tree) }
    return found.sorted().map { objects[$0] }
  }
}

/// Objects of the same type, with their positions among others.
struct ObjectsOfOneType {
  private(set) var positions: [Int] = []
  private(set) var objects: [Any] = []

  /// Returns an object with its own class as static type.
  static func ofOwnClass(_ object: Any) -> Any {
    type(of: object) is AnyClass ? (object as AnyObject) as Any : object
  }

  static func groups(of objects: [Any]) -> [ObjectsOfOneType] {
    var groups: [ObjectsOfOneType] = []
    var numbers: [ObjectIdentifier: Int] = [:]
    for (position, object) in objects.enumerated() {
      let object = ofOwnClass(object)
      let number = numbers[ObjectIdentifier(type(of: object)), default: groups.count]
      if number == groups.count {
        numbers[ObjectIdentifier(type(of: object))] = number
        groups.append(ObjectsOfOneType())
      }
      groups[number].positions.append(position)
      groups[number].objects.append(object)
    }
    return groups
  }

  /// Returns the positions of the objects that match.
  func indices(matching tree: FormatPredicate) throws(FormatError) -> [Int] {
    func open<Object>(_ type: Object.Type) -> Result<[Int], FormatError> {
      Result { () throws(FormatError) in
        try objects.compactMap { $0 as? Object }.indices(matching: tree).map { positions[$0] }
      }
    }
    return try _openExistential(type(of: objects[0]), do: open).get()
  }

  /// Returns the rows that the request describes.
  func rows(of request: PredicateFetchRequest) throws(FormatError) -> [[String: FormatValue]] {
    func open<Object>(_ type: Object.Type) -> Result<[[String: FormatValue]], FormatError> {
      Result { () throws(FormatError) in try objects.compactMap { $0 as? Object }.queryAttributes(request) }
    }
    return try _openExistential(type(of: objects[0]), do: open).get()
  }
}

extension FormatPredicate {
  /// Whether the predicate may have an aggregate of all objects that are filtered, such as `max:(length)` or `@max.length`.
  fileprivate var mayReadAllObjects: Bool {
    var search = AggregateSearch()
    search.walk(self)
    return search.isDone
  }
}

private struct AggregateSearch: TreeWalker {
  private(set) var isDone = false

  mutating func enter(_ expression: FormatExpression) {
    switch expression.kind {
    case .function(let call): isDone = isDone || PredefinedFunction.named(call.selector)?.isReduction == true
    case .keyPath(let steps):
      if case .key(let key)? = steps.first?.kind { isDone = isDone || key.isOperator }
    default: break
    }
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
