#if !canImport(ObjectiveC)
import Foundation
import PredicateFormat
import PredicateSyntax

/// A key that orders objects.
///
/// Values are ordered as by a `SortKey`: nil first, numbers by value, strings by their Unicode scalars.
open class NSSortDescriptor: Foundation.NSSortDescriptor, NSSecureCoding {
  /// The key and the comparison. Without a name, the key is `self`, and `read` gives the object that is compared.
  private var sortKey: SortKey
  private var read: ((Any) -> Any)?
  /// The function that compares what `read` gives, as it is.
  private var order: Comparator?
  private var swiftKeyPath: AnyKeyPath = \Placeholder.value
  private lazy var fetch = Result { () throws(FormatError) in
    try CompiledFetch<Any>(PredicateFetchRequest(sortKeys: [sortKey]))
  }

  /// Creates a descriptor of a key path, in the syntax of `%K`. A `nil` key orders the objects themselves.
  public init(key: String?, ascending: Bool) {
    sortKey = SortKey(key ?? "self", ascending: ascending)
    super.init(keyPath: \Placeholder.value, ascending: ascending)
  }

  /// Creates a descriptor of a sort key.
  public convenience init(_ key: SortKey) { self.init(key, nil) }

  private convenience init(_ key: SortKey, _ read: ((Any) -> Any)?, _ order: Comparator? = nil) {
    self.init(key: nil, ascending: key.isAscending)
    (sortKey, self.read, self.order) = (key, read, order)
  }

  /// Creates a descriptor whose values are compared by a method of their class: `compare:`, `caseInsensitiveCompare:`,
  /// `localizedCompare:`, `localizedCaseInsensitiveCompare:` or `localizedStandardCompare:`.
  ///
  /// Every method with `localized` in its name compares as `localizedStandardCompare:` does. Another selector calls
  /// `NSPredicate.errorHandler`.
  public convenience init(key: String?, ascending: Bool, selector: Selector?) {
    let comparison = NSPredicate.handled(or: .default) { () throws(FormatError) in
      try SortComparison(selector: selector?.name ?? "compare:")
    }
    self.init(SortKey(key ?? "self", ascending: ascending, comparison: comparison))
  }

  /// Creates a descriptor whose values are compared by a function. It receives numbers as `NSNumber`, and structs with a key as
  /// dictionaries. Without a key, it receives the objects.
  public convenience init(key: String?, ascending: Bool, comparator: @escaping Comparator) {
    if let key {
      self.init(SortKey(key, ascending: ascending, comparison: .function(comparator)))
    } else {
      self.init(SortKey("self", ascending: ascending), { $0 }, comparator)
    }
  }

  /// Creates a descriptor of a Swift key path. If the property has no name at run time, it is read through the key path.
  public override convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    if let name = keyPath.predicateKey {
      self.init(SortKey(name, ascending: ascending))
    } else {
      self.init(SortKey("self", ascending: ascending), Self.reader(of: keyPath))
    }
    swiftKeyPath = keyPath
  }

  /// Creates a descriptor of a Swift key path whose values are compared by a function, as they are.
  public override convenience init<Root, Value>(
    keyPath: KeyPath<Root, Value>, ascending: Bool, comparator: @escaping Comparator
  ) {
    self.init(SortKey("self", ascending: ascending), Self.reader(of: keyPath), comparator)
    swiftKeyPath = keyPath
  }

  private static func reader<Root, Value>(of keyPath: KeyPath<Root, Value>) -> (Any) -> Any {
    { object in (object as? Root).map { $0[keyPath: keyPath] as Any } ?? NSNull() }
  }

  /// Reads an archived descriptor.
  public required init?(coder: NSCoder) {
    guard let key = coder.decodeObject(of: NSString.self, forKey: "key") else { return nil }
    let isFolded = coder.decodeBool(forKey: "caseInsensitive"), isLocalized = coder.decodeBool(forKey: "localized")
    sortKey = SortKey(
      String(describing: key), ascending: coder.decodeBool(forKey: "ascending"),
      comparison: isFolded ? .caseInsensitive : isLocalized ? .localizedStandard : .default)
    super.init(keyPath: \Placeholder.value, ascending: sortKey.isAscending)
  }

  /// Archives the key. A descriptor with a function or without a name calls `NSPredicate.errorHandler`.
  open func encode(with coder: NSCoder) {
    NSPredicate.handled(or: ()) { () throws(FormatError) in
      let key = try SortKey(self)
      if case .function = key.comparison {
        throw FormatError(.notArchived("a sort descriptor", reason: "its comparison is a function"))
      }
      coder.encode(NSString(string: key.keyPath), forKey: "key")
      coder.encode(key.isAscending, forKey: "ascending")
      coder.encode(key.comparison == .caseInsensitive, forKey: "caseInsensitive")
      coder.encode(key.comparison == .localizedStandard, forKey: "localized")
    }
  }

  /// Descriptors can be archived securely.
  public static var supportsSecureCoding: Bool { true }

  /// The key path, or `nil` if the objects themselves are ordered, or a property without a name.
  open var key: String? { sortKey.keyPath == "self" ? nil : sortKey.keyPath }

  /// The Swift key path of a descriptor that was created with one. Foundation's property here is not optional, so it is a key path
  /// of no object for the others.
  open override var keyPath: AnyKeyPath { swiftKeyPath }

  /// The method that compares the values: `compare:` unless another one was named, and `nil` for a function.
  open var selector: Selector? {
    switch sortKey.comparison {
    case .default: order == nil ? "compare:" : nil
    case .caseInsensitive: "caseInsensitiveCompare:"
    case .localizedStandard: "localizedStandardCompare:"
    case .function: nil
    }
  }

  /// Returns the order of two objects. It is that of equal objects after `NSPredicate.errorHandler` returns, if a key is unknown or
  /// the values have no order.
  open override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    NSPredicate.handled(or: .orderedSame) { () throws(FormatError) in
      let (first, second) = (read?(object1) ?? object1, read?(object2) ?? object2)
      if let order { return sortKey.isAscending ? order(first, second) : order(second, first) }
      let fetch = try fetch.get()
      if try fetch.indices(of: [first, second]) == [1, 0] { return .orderedDescending }
      return try fetch.indices(of: [second, first]) == [1, 0] ? .orderedAscending : .orderedSame
    }
  }

  /// A descriptor for the opposite order.
  open override var reversedSortDescriptor: Any {
    let reversed = NSSortDescriptor(sortKey.reversed, read, order)
    reversed.swiftKeyPath = swiftKeyPath
    return reversed
  }

  /// Does nothing: see `NSPredicate.allowEvaluation()`.
  open func allowEvaluation() {}

  /// Returns whether both have the same key, direction and comparison, or are the same object.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSSortDescriptor else { return false }
    return self === other || read == nil && other.read == nil && sortKey == other.sortKey
  }

  /// The hash of the key, direction and comparison, or of the object's identity.
  open override var hash: Int { read == nil ? sortKey.hashValue : ObjectIdentifier(self).hashValue }

  /// The key and the direction.
  open override var description: String {
    "(\(read == nil ? key ?? "self" : "a property without a name"), \(sortKey.isAscending ? "ascending" : "descending"), \(selector?.name ?? "function"))"
  }

  /// The sort key, or `nil` if the property has no name.
  var namedKey: SortKey? { read == nil ? sortKey : nil }
}

extension SortComparison {
  fileprivate static func function(_ comparator: @escaping Comparator) -> SortComparison {
    let comparator = LocalComparator(compare: comparator)
    return .function(
      SortFunction("comparator") { left, right in
        comparator.compare(left.cocoaValue ?? NSNull(), right.cocoaValue ?? NSNull()) == .orderedAscending
      })
  }
}

/// Safety: A sort calls the function only on its caller's thread.
private struct LocalComparator: @unchecked Sendable {
  let compare: Comparator
}

/// The property for the initializer of Foundation's class, which this class does not use.
private struct Placeholder {
  var value = 0
}
#endif
