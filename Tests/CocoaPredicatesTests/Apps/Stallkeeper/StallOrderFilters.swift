import Foundation
import CocoaPredicates

enum StallDateRange: Equatable {
  case any
  case lastHours(Int)
  case custom(start: Date?, end: Date?)
}

struct StallOrderFilters: Equatable {
  var statuses: [StallOrderStatus] = []
  var dateRange: StallDateRange = .any
  var productID: Int64?
  var customerDomain: String?
  var minimumTotal: Double?

  var numberOfActiveFilters: Int {
    var total = 0
    total += statuses.isEmpty ? 0 : 1
    total += dateRange == .any ? 0 : 1
    total += productID == nil ? 0 : 1
    total += customerDomain == nil ? 0 : 1
    total += minimumTotal == nil ? 0 : 1
    return total
  }

  func predicate(siteID: Int64, now: Date) -> NSPredicate {
    var parts: [NSPredicate] = [NSPredicate(format: "siteID == %lld", siteID)]
    if !statuses.isEmpty {
      parts.append(
        NSCompoundPredicate(
          orPredicateWithSubpredicates: statuses.map {
            NSPredicate(format: "statusKey = %@", $0.key)
          }))
    }
    switch dateRange {
    case .any:
      break
    case .lastHours(let hours):
      let start = now.addingTimeInterval(-Double(hours) * 3_600)
      parts.append(NSPredicate(format: "dateCreated >= %@", start as NSDate))
    case .custom(let start, let end):
      if let start = start, let end = end {
        parts.append(
          NSPredicate(
            format: "dateCreated >= %@ AND dateCreated <= %@", argumentArray: [start as NSDate, end as NSDate]))
      } else if let start = start {
        parts.append(NSPredicate(format: "dateCreated >= %@", start as CVarArg))
      } else if let end = end {
        parts.append(NSPredicate(format: "dateCreated <= %@", end as CVarArg))
      }
    }
    if let productID = productID {
      parts.append(NSPredicate(format: "SUBQUERY(items, $item, $item.product.productID == %lld).@count > 0", productID))
    }
    if let domain = customerDomain {
      parts.append(NSPredicate(format: "customerEmail ENDSWITH[c] %@", "@" + domain))
    }
    if let minimum = minimumTotal {
      parts.append(NSPredicate(format: "total >= %f", minimum))
    }
    return NSCompoundPredicate(type: .and, subpredicates: parts)
  }
}

enum StallOrderLookup {
  static func orders(withEmail email: String, in orders: [StallOrder]) -> [StallOrder] {
    let predicate = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "customerEmail"),
      rightExpression: NSExpression(forConstantValue: email),
      modifier: .direct,
      type: .equalTo,
      options: .caseInsensitive)
    return (orders as NSArray).filtered(using: predicate).compactMap { $0 as? StallOrder }
  }

  static func first(number: String, in orders: [StallOrder]) -> StallOrder? {
    let predicate = NSPredicate(format: "number MATCHES %@", "#?" + number)
    return orders.first { predicate.evaluate(with: $0) }
  }

  static func bulk(of quantity: Int) -> NSPredicate {
    return NSPredicate(format: "ANY items.quantity >= %ld", quantity)
  }
}

enum StallOrderFiltersAnswers {
  static func answers() -> [String] {
    let shop = StallFixture.shop()
    let now = StallFixture.hour(72)
    var lines: [String] = []

    func add(_ label: String, _ filters: StallOrderFilters) {
      let orders = NSOrderedSet(array: shop.orders).filtered(using: filters.predicate(siteID: 1, now: now))
      lines.append(
        StallStorage.line(
          "\(label) (\(filters.numberOfActiveFilters))", orders.compactMap { ($0 as? StallOrder)?.orderID }))
    }

    add("none", StallOrderFilters())
    add("statuses", StallOrderFilters(statuses: [.processing, .custom("packed"), .refunded]))
    add("last day", StallOrderFilters(dateRange: .lastHours(24)))
    add("since", StallOrderFilters(dateRange: .custom(start: StallFixture.hour(40), end: nil)))
    add("until", StallOrderFilters(dateRange: .custom(start: nil, end: StallFixture.hour(40))))
    add("between", StallOrderFilters(dateRange: .custom(start: StallFixture.hour(30), end: StallFixture.hour(55))))
    add("product", StallOrderFilters(productID: 2))
    add("domain", StallOrderFilters(customerDomain: "shop.example"))
    add("total", StallOrderFilters(minimumTotal: 24.5))
    add(
      "mixed",
      StallOrderFilters(
        statuses: [.processing, .custom("packed")], productID: 1, customerDomain: "shop.example", minimumTotal: 30))

    lines.append(
      StallStorage.line(
        "email", StallOrderLookup.orders(withEmail: "ann@shop.example", in: shop.orders).map { $0.orderID }))
    lines.append("number: \(StallOrderLookup.first(number: "104", in: shop.orders)?.statusKey ?? "none")")
    lines.append("no number: \(StallOrderLookup.first(number: "10", in: shop.orders)?.statusKey ?? "none")")
    let bulk = shop.orders.filter { StallOrderLookup.bulk(of: 4).evaluate(with: $0) }
    lines.append(StallStorage.line("bulk", bulk.map { $0.orderID }))

    let filters = StallOrderFilters(statuses: [.pending, .onHold])
    lines.append(filters.predicate(siteID: 1, now: now).predicateFormat)
    lines.append(
      "same filters: \(filters.predicate(siteID: 1, now: now) == filters.predicate(siteID: 1, now: StallFixture.hour(1)))"
    )
    return lines
  }
}
