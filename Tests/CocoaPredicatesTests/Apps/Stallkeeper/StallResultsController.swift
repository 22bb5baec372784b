// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import CocoaPredicates

/// In-memory sibling of a fetched results controller: keeps objects of one entity filtered, sorted and in sections.
final class StallResultsController<T: NSObject & NSFetchRequestResult> {
  struct Section {
    let name: String
    let objects: [T]
  }

  private let objects: [T]
  private let sectionNameKeyPath: String?
  private let fetchLimit: Int?
  private let entityName: String

  var predicate: NSPredicate? {
    didSet {
      refreshFetchedObjects()
    }
  }

  var sortDescriptors: [NSSortDescriptor]? {
    didSet {
      refreshFetchedObjects()
    }
  }

  var onDidChangeContent: (() -> Void)?
  private(set) var sections: [Section] = []

  var fetchedObjects: [T] {
    return sections.flatMap { $0.objects }
  }

  var isEmpty: Bool {
    return fetchedObjects.isEmpty
  }

  init(
    entityName: String, objects: [T], sectionNameKeyPath: String? = nil, matching predicate: NSPredicate? = nil,
    fetchLimit: Int? = nil, sortedBy descriptors: [NSSortDescriptor]
  ) {
    self.entityName = entityName
    self.objects = objects
    self.sectionNameKeyPath = sectionNameKeyPath
    self.fetchLimit = fetchLimit
    self.predicate = predicate
    self.sortDescriptors = descriptors
  }

  func performFetch() {
    let request = NSFetchRequest<T>(entityName: entityName)
    request.predicate = predicate
    request.sortDescriptors = sortDescriptors
    if let fetchLimit = fetchLimit {
      request.fetchLimit = fetchLimit
    }
    let rows = StallStorage.load(request, in: objects)
    guard let sectionNameKeyPath = sectionNameKeyPath else {
      sections = [Section(name: "", objects: rows)]
      return
    }
    let expression = NSExpression(forKeyPath: sectionNameKeyPath)
    var names: [String] = []
    var groups: [String: [T]] = [:]
    for row in rows {
      let value = expression.expressionValue(with: row, context: nil)
      let name = value as? String ?? "none"
      if groups[name] == nil {
        names.append(name)
      }
      groups[name, default: []].append(row)
    }
    sections = names.map { Section(name: $0, objects: groups[$0] ?? []) }
  }

  func numberOfObjects(matching extra: NSPredicate) -> Int {
    return (fetchedObjects as NSArray).filtered(using: extra).count
  }

  private func refreshFetchedObjects() {
    performFetch()
    onDidChangeContent?()
  }
}

enum StallResultsControllerAnswers {
  static func answers() -> [String] {
    let shop = StallFixture.shop()
    let byDate = NSSortDescriptor(key: "dateCreated", ascending: false)
    let controller = StallResultsController<StallOrder>(
      entityName: "Order",
      objects: shop.orders,
      matching: NSPredicate(format: "siteID == %lld", Int64(1)),
      sortedBy: [byDate])
    var lines: [String] = []
    var changes = 0
    controller.onDidChangeContent = { changes += 1 }
    lines.append("before: \(controller.isEmpty)")
    controller.performFetch()
    lines.append(StallStorage.line("orders", controller.fetchedObjects.map { $0.orderID }))

    let site = controller.predicate
    let excluded = NSPredicate(
      format: "NOT (statusKey IN %@)", [StallOrderStatus.refunded.key, StallOrderStatus.onHold.key])
    controller.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [site, excluded].compactMap { $0 })
    lines.append(StallStorage.line("without refunds", controller.fetchedObjects.map { $0.orderID }))
    controller.sortDescriptors = [NSSortDescriptor(key: "total", ascending: true)]
    lines.append(StallStorage.line("by total", controller.fetchedObjects.map { $0.orderID }))
    controller.predicate = nil
    controller.sortDescriptors = [byDate.reversedSortDescriptor as! NSSortDescriptor]
    lines.append(StallStorage.line("everything", controller.fetchedObjects.map { $0.orderID }))
    lines.append("changes: \(changes)")
    lines.append("paid: \(controller.numberOfObjects(matching: NSPredicate(format: "datePaid != nil")))")

    let sorting = [
      NSSortDescriptor(keyPath: \StallProduct.stockStatusKey, ascending: true),
      NSSortDescriptor(keyPath: \StallProduct.productID, ascending: true),
    ]
    let products = StallResultsController<StallProduct>(
      entityName: "Product", objects: shop.products,
      sectionNameKeyPath: "stockStatusKey", fetchLimit: 6, sortedBy: sorting)
    products.performFetch()
    for section in products.sections {
      lines.append(StallStorage.line(section.name, section.objects.map { $0.productID }))
    }
    products.predicate = NSPredicate(format: "price BETWEEN {10, 30}")
    lines.append("sections: \(products.sections.map { "\($0.name) \($0.objects.count)" }.joined(separator: ", "))")
    return lines
  }
}
