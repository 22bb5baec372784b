#if !canImport(ObjectiveC)
import Foundation
import PredicateFormat
import PredicateSQLite
import PredicateSyntax

/// What a fetch request can return. Model classes conform to it, as `NSManagedObject` does in Core Data.
public protocol NSFetchRequestResult {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// The kinds of results of a fetch request.
public struct NSFetchRequestResultType: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt
  /// Creates options from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Objects.
  public static let managedObjectResultType = NSFetchRequestResultType([])
  /// Identifiers of objects.
  public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
  /// Rows of `propertiesToFetch`.
  public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
  /// The number of objects.
  public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}

/// The types of attributes. The raw values are Core Data's.
public enum NSAttributeType: UInt, Sendable {
  case undefinedAttributeType = 0
  case integer16AttributeType = 100
  case integer32AttributeType = 200
  case integer64AttributeType = 300
  case decimalAttributeType = 400
  case doubleAttributeType = 500
  case floatAttributeType = 600
  case stringAttributeType = 700
  case booleanAttributeType = 800
  case dateAttributeType = 900
  case binaryDataAttributeType = 1000
  case UUIDAttributeType = 1100
  case URIAttributeType = 1200
  case transformableAttributeType = 1800
  case objectIDAttributeType = 2000
}

/// A property of a row.
open class NSPropertyDescription: NSObject {
  /// The name of the property.
  open var name = ""

  /// Creates a property without a name.
  public override init() { super.init() }
}

/// A property of a row that an expression computes.
open class NSExpressionDescription: NSPropertyDescription {
  /// The expression that computes it.
  open var expression: NSExpression?
  /// The type of the values. It has no effect: the type follows from the expression.
  open var expressionResultType = NSAttributeType.undefinedAttributeType
}

/// A description of the objects to fetch: Core Data's fetch request, without Core Data.
///
///     let request = NSFetchRequest<Book>(entityName: "Book")
///     request.predicate = NSPredicate(format: "year > %d", 1965)
///     request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
///     let found = try request.fetch(from: books)
///
/// It runs over an array of objects, or over an `SQLiteStore`. `PredicateFetchRequest(request)` is the same request in the types of
/// this package.
open class NSFetchRequest<ResultType>: NSObject, NSCopying {
  /// The name of the entity.
  open var entityName: String?
  /// The condition, or `nil` for all objects.
  open var predicate: NSPredicate?
  /// The order.
  open var sortDescriptors: [NSSortDescriptor]?
  /// The maximum number of results. 0 means no limit.
  open var fetchLimit = 0
  /// The number of results to skip.
  open var fetchOffset = 0
  /// The number of objects to read at a time. 0 reads all at once.
  open var fetchBatchSize = 0
  /// The kind of results.
  open var resultType = NSFetchRequestResultType.managedObjectResultType
  /// Whether equal rows appear once. Only for rows.
  open var returnsDistinctResults = false
  /// The properties of rows: names, or objects of `NSExpressionDescription`.
  open var propertiesToFetch: [Any]?
  /// The properties by whose values rows are grouped: names.
  open var propertiesToGroupBy: [Any]?
  /// The condition on groups.
  open var havingPredicate: NSPredicate?

  // The following properties have no effect, because there is no managed object context.
  /// Has no effect.
  open var includesSubentities = true
  /// Has no effect.
  open var includesPropertyValues = true
  /// Has no effect.
  open var includesPendingChanges = true
  /// Has no effect.
  open var returnsObjectsAsFaults = true
  /// Has no effect.
  open var shouldRefreshRefetchedObjects = false
  /// Has no effect.
  open var relationshipKeyPathsForPrefetching: [String]?

  /// Creates a request without an entity.
  public override init() { super.init() }

  /// Creates a request for the objects of an entity.
  public convenience init(entityName: String) {
    self.init()
    self.entityName = entityName
  }

  /// Returns a request with the same properties.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchRequest()
    (copy.entityName, copy.predicate, copy.sortDescriptors) = (entityName, predicate, sortDescriptors)
    (copy.fetchLimit, copy.fetchOffset, copy.fetchBatchSize) = (fetchLimit, fetchOffset, fetchBatchSize)
    (copy.resultType, copy.returnsDistinctResults) = (resultType, returnsDistinctResults)
    (copy.propertiesToFetch, copy.propertiesToGroupBy) = (propertiesToFetch, propertiesToGroupBy)
    copy.havingPredicate = havingPredicate
    (copy.includesSubentities, copy.includesPropertyValues) = (includesSubentities, includesPropertyValues)
    (copy.includesPendingChanges, copy.returnsObjectsAsFaults) = (includesPendingChanges, returnsObjectsAsFaults)
    copy.shouldRefreshRefetchedObjects = shouldRefreshRefetchedObjects
    copy.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching
    return copy
  }

  /// Returns a request with the same properties.
  open override func copy() -> Any { copy(with: nil) }

  // MARK: Fetching

  /// Returns the objects that the request describes. Each is read by its own class.
  ///
  /// - Throws: `FormatError` for an unknown key, or if the evaluation fails.
  public func fetch(from objects: [ResultType]) throws(FormatError) -> [ResultType] {
    var found: [Any] = objects
    if let predicate { found = try predicate.matching(found) }
    if let sortDescriptors { found = try NSSortDescriptor.sorted(found, by: sortDescriptors) }
    found.removeFirst(min(max(0, fetchOffset), found.count))
    if fetchLimit > 0 { found.removeLast(max(0, found.count - fetchLimit)) }
    return found.compactMap { $0 as? ResultType }
  }

  /// Returns the number of objects that the request describes.
  ///
  /// - Throws: `FormatError` for an unknown key, or if the evaluation fails.
  public func count(in objects: [ResultType]) throws(FormatError) -> Int {
    var count =
      try predicate.map { predicate throws(FormatError) in try predicate.matching(objects).count } ?? objects.count
    count = max(0, count - max(0, fetchOffset))
    return fetchLimit > 0 ? min(count, fetchLimit) : count
  }

  /// Returns the rows of `propertiesToFetch`, or of the groups. Each object is read by its own class.
  ///
  /// - Throws: `FormatError` for an unknown key, or if the evaluation fails.
  public func rows(of objects: [Any]) throws(FormatError) -> [[String: Any]] {
    let request = try PredicateFetchRequest(self)
    let groups = ObjectsOfOneType.groups(of: objects)
    let rows = groups.count == 1 ? try groups[0].rows(of: request) : try objects.queryAttributes(request)
    return rows.map { $0.compactMapValues { $0.cocoaValue } }
  }

  /// Returns the objects of a database that the request describes.
  ///
  /// - Throws: `FormatError` if the request cannot be translated, or `SQLiteDatabaseError`.
  public func fetch(from store: SQLiteStore) throws -> [FetchedObject] {
    try store.fetchAll(PredicateFetchRequest(self))
  }

  /// Returns the number of objects of a database that the request describes.
  ///
  /// - Throws: `FormatError` if the request cannot be translated, or `SQLiteDatabaseError`.
  public func count(in store: SQLiteStore) throws -> Int { try store.fetchCount(PredicateFetchRequest(self)) }

  /// Returns the rows of `propertiesToFetch`, or of the groups, of a database.
  ///
  /// - Throws: `FormatError` if the request cannot be translated, or `SQLiteDatabaseError`.
  public func rows(of store: SQLiteStore) throws -> [[String: Any]] {
    try store.queryAttributes(PredicateFetchRequest(self)).map { $0.compactMapValues { $0.cocoaValue } }
  }
}

extension PredicateFetchRequest {
  /// Creates the request in the types of this package.
  ///
  /// - Throws: `FormatError` if a predicate is a block, or if a property is neither a name nor an `NSExpressionDescription`.
  public init<ResultType>(_ request: NSFetchRequest<ResultType>) throws(FormatError) {
    self.init()
    entity = request.entityName
    if let condition = request.predicate { predicate = try FormatPredicate(condition) }
    for descriptor in request.sortDescriptors ?? [] { try sortKeys.append(SortKey(descriptor)) }
    if request.fetchLimit > 0 { limit = request.fetchLimit }
    offset = max(0, request.fetchOffset)
    if request.fetchBatchSize > 0 { batchSize = request.fetchBatchSize }
    isDistinct = request.returnsDistinctResults
    for property in request.propertiesToFetch ?? [] { try properties.append(FetchProperty(cocoa: property)) }
    for property in request.propertiesToGroupBy ?? [] { try groupKeys.append(FetchProperty(cocoa: property).groupKey) }
    if let condition = request.havingPredicate { having = try FormatPredicate(condition) }
  }
}

extension FetchProperty {
  /// The key path by whose values rows are grouped.
  fileprivate var groupKey: String {
    if case .keyPath = expression.kind { expression.format } else { name }
  }

  fileprivate init(cocoa property: Any) throws(FormatError) {
    switch property {
    case let name as String: self.init(name, .keyPath(name))
    case let description as NSExpressionDescription:
      guard let expression = description.expression else {
        throw FormatError(.notConvertible("the property '\(description.name)'", reason: "it has no expression"))
      }
      self.init(description.name, try FormatExpression(expression))
    default:
      throw FormatError(
        .notConvertible("\(property)", reason: "a property is a name or an object of NSExpressionDescription"))
    }
  }
}
#endif
