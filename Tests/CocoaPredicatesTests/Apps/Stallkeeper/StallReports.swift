import Foundation
import CocoaPredicates

/// Figures of the analytics tab, computed with expressions over the loaded orders.
struct StallReport {
  let orders: [StallOrder]

  private func value(_ keyPath: String) -> Any? {
    return NSExpression(forKeyPath: keyPath).expressionValue(with: orders as NSArray, context: nil)
  }

  private func number(_ keyPath: String) -> Double {
    return (value(keyPath) as? NSNumber)?.doubleValue ?? 0
  }

  var revenue: Double {
    return number("@sum.total")
  }

  var averageOrder: Double {
    return number("@avg.total")
  }

  var largestOrder: Double {
    return number("@max.total")
  }

  var numberOfOrders: Int {
    return Int(number("@count"))
  }

  var statuses: [String] {
    return (value("@distinctUnionOfObjects.statusKey") as? [String] ?? []).sorted()
  }

  func restricted(to predicate: NSPredicate) -> StallReport {
    return StallReport(orders: (orders as NSArray).filtered(using: predicate) as? [StallOrder] ?? [])
  }
}

enum StallSegment: CaseIterable {
  case bigBaskets, smallBaskets, emptyBaskets, valuable

  var predicate: NSPredicate {
    switch self {
    case .bigBaskets:
      return NSPredicate(format: "items.@sum.quantity >= %d", 3)
    case .smallBaskets:
      return NSPredicate(format: "items.@count BETWEEN {1, 2} AND items.@sum.quantity < 3")
    case .emptyBaskets:
      return NSPredicate(format: "items.@count = 0")
    case .valuable:
      return NSPredicate(format: "items.@max.total >= 20")
    }
  }
}

struct StallProductRanking {
  let products: [StallProduct]

  func sorted(_ descriptors: [NSSortDescriptor]) -> [Int64] {
    return (products as NSArray).sortedArray(using: descriptors).compactMap { ($0 as? StallProduct)?.productID }
  }

  func top(_ count: Int, where predicate: NSPredicate? = nil) -> [Int64] {
    let request = NSFetchRequest<StallProduct>(entityName: "Product")
    request.predicate = predicate
    request.fetchLimit = count
    request.sortDescriptors = [
      NSSortDescriptor(key: "totalSales", ascending: false), NSSortDescriptor(key: "productID", ascending: true),
    ]
    return StallStorage.load(request, in: products).map { $0.productID }
  }

  /// Revenue per product, largest first.
  func byRevenue() -> [String] {
    let revenue = NSExpression(format: "price * totalSales")
    let rows = products.map { product in
      (product.productID, (revenue.expressionValue(with: product, context: nil) as? NSNumber)?.intValue ?? 0)
    }
    return rows.sorted { $0.1 > $1.1 }.map { "\($0.0)=\($0.1)" }
  }
}

enum StallReportsAnswers {
  static func answers() -> [String] {
    let shop = StallFixture.shop()
    var lines: [String] = []

    func add(_ label: String, _ report: StallReport) {
      let figures = [report.revenue, report.averageOrder, report.largestOrder].map { String(format: "%.2f", $0) }
      lines.append("\(label): \(report.numberOfOrders) orders, " + figures.joined(separator: " "))
    }

    let report = StallReport(orders: shop.orders)
    add("all", report)
    add("site 1 paid", report.restricted(to: NSPredicate(format: "siteID == 1 AND datePaid != nil")))
    lines.append("statuses: \(report.statuses.joined(separator: ", "))")

    for segment in StallSegment.allCases {
      let orders = shop.orders.filter { !$0.items.isEmpty || segment == .emptyBaskets }
      let matches = (orders as NSArray).filtered(using: segment.predicate) as? [StallOrder] ?? []
      lines.append(StallStorage.line("\(segment)", matches.map { $0.orderID }))
    }

    let ranking = StallProductRanking(products: shop.products)
    lines.append(StallStorage.line("top 3", ranking.top(3)))
    lines.append(
      StallStorage.line(
        "top mugs", ranking.top(2, where: NSPredicate(format: "ANY categories.categoryID == %lld", Int64(11)))))
    lines.append(
      StallStorage.line(
        "by name",
        ranking.sorted([
          NSSortDescriptor(key: "name", ascending: false, selector: Selector("caseInsensitiveCompare:")),
          NSSortDescriptor(key: "price", ascending: true),
        ])))
    lines.append(
      StallStorage.line(
        "by featured",
        ranking.sorted([
          NSSortDescriptor(key: "featured", ascending: false),
          NSSortDescriptor(key: "price", ascending: false),
        ])))
    lines.append("revenue: " + ranking.byRevenue().joined(separator: ", "))

    let saving = NSPredicate(format: "salePrice != nil AND price - salePrice >= %@", NSNumber(value: 1))
    lines.append(StallStorage.line("saving", shop.products.filter { saving.evaluate(with: $0) }.map { $0.productID }))
    let named = NSSet(array: shop.products).filtered(using: NSPredicate(format: "name LIKE[cd] %@", "*mug"))
    lines.append(StallStorage.line("mugs", named.compactMap { ($0 as? StallProduct)?.productID }.sorted()))
    return lines
  }
}
