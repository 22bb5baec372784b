import Foundation
import CocoaPredicates

enum StallOrderStatus: Hashable {
  case pending, processing, onHold, completed, refunded
  case custom(String)

  var key: String {
    switch self {
    case .pending: return "pending"
    case .processing: return "processing"
    case .onHold: return "on-hold"
    case .completed: return "completed"
    case .refunded: return "refunded"
    case .custom(let key): return key
    }
  }
}

enum StallStockStatus: String {
  case inStock = "instock"
  case outOfStock = "outofstock"
  case onBackOrder = "onbackorder"
}

final class StallCategory: NSObject {
  let categoryID: Int64
  let name: String

  init(_ categoryID: Int64, _ name: String) {
    self.categoryID = categoryID
    self.name = name
    super.init()
  }
}

final class StallProduct: NSObject, NSFetchRequestResult {
  let siteID: Int64
  let productID: Int64
  let name: String
  let sku: String?
  let statusKey: String
  let stockStatusKey: String
  let price: Double
  let salePrice: NSNumber?
  let totalSales: Int
  let featured: Bool
  let categories: Set<StallCategory>
  let images: [String]

  init(
    _ productID: Int64, _ name: String, site: Int64 = 1, sku: String? = nil, status: String = "publish",
    stock: StallStockStatus = .inStock, price: Double, sale: Double? = nil, sales: Int = 0, featured: Bool = false,
    categories: Set<StallCategory> = [], images: [String] = []
  ) {
    self.siteID = site
    self.productID = productID
    self.name = name
    self.sku = sku
    self.statusKey = status
    self.stockStatusKey = stock.rawValue
    self.price = price
    self.salePrice = sale.map { NSNumber(value: $0) }
    self.totalSales = sales
    self.featured = featured
    self.categories = categories
    self.images = images
    super.init()
  }
}

final class StallOrderItem: NSObject {
  let quantity: Int
  let product: StallProduct
  let total: Double
  /// Set by the order, as an inverse relationship would.
  var order: StallOrder?

  init(_ quantity: Int, _ product: StallProduct) {
    self.quantity = quantity
    self.product = product
    self.total = Double(quantity) * product.price
    super.init()
  }
}

final class StallOrder: NSObject, NSFetchRequestResult {
  let siteID: Int64
  let orderID: Int64
  let number: String
  let statusKey: String
  let customerEmail: String?
  let total: Double
  let dateCreated: Date
  let datePaid: Date?
  let items: [StallOrderItem]

  init(
    _ orderID: Int64, site: Int64 = 1, status: StallOrderStatus, email: String?, hour: Int, paid: Bool = true,
    items: [StallOrderItem]
  ) {
    self.siteID = site
    self.orderID = orderID
    self.number = "#\(orderID)"
    self.statusKey = status.key
    self.customerEmail = email
    self.total = items.reduce(0) { $0 + $1.total }
    self.dateCreated = StallFixture.hour(hour)
    self.datePaid = paid ? StallFixture.hour(hour + 1) : nil
    self.items = items
    super.init()
    items.forEach { $0.order = self }
  }
}

struct StallShop {
  let products: [StallProduct]
  let orders: [StallOrder]
}

enum StallFixture {
  static func hour(_ number: Int) -> Date {
    return Date(timeIntervalSinceReferenceDate: 710_000_000 + Double(number) * 3_600)
  }

  static func shop() -> StallShop {
    let tea = StallCategory(10, "Tea")
    let cups = StallCategory(11, "Cups & Mugs")
    let gifts = StallCategory(12, "Gifts")
    let products = [
      StallProduct(
        1, "Green tea", sku: "TEA-GR", price: 6.5, sales: 120, featured: true, categories: [tea], images: ["g.png"]),
      StallProduct(
        2, "Black tea", sku: "TEA-BL", stock: .outOfStock, price: 5, sale: 4.5, sales: 310, categories: [tea, gifts]),
      StallProduct(3, "Crème mug", sku: "MUG-1", price: 12, sales: 45, categories: [cups], images: ["a.png", "b.png"]),
      StallProduct(4, "Gift box", status: "draft", price: 30, sale: 25, categories: [gifts]),
      StallProduct(
        5, "Travel mug", sku: "mug-2", stock: .onBackOrder, price: 18, sales: 8, featured: true,
        categories: [cups, gifts]),
      StallProduct(6, "Green tea", site: 2, sku: "X-1", price: 7, sales: 3),
      StallProduct(7, "Teapot", status: "private", price: 40, sales: 2),
    ]
    let orders = [
      StallOrder(
        101, status: .processing, email: "ann@shop.example", hour: 0,
        items: [StallOrderItem(2, products[0]), StallOrderItem(1, products[2])]),
      StallOrder(102, status: .completed, email: "bo@mail.example", hour: 30, items: [StallOrderItem(1, products[4])]),
      StallOrder(103, status: .pending, email: nil, hour: 40, paid: false, items: [StallOrderItem(4, products[1])]),
      StallOrder(104, status: .refunded, email: "ANN@shop.example", hour: 55, items: [StallOrderItem(1, products[6])]),
      StallOrder(
        105, status: .custom("packed"), email: "cy@shop.example", hour: 60,
        items: [StallOrderItem(3, products[0]), StallOrderItem(5, products[1])]),
      StallOrder(
        106, site: 2, status: .processing, email: "di@shop.example", hour: 61, items: [StallOrderItem(1, products[5])]),
      StallOrder(107, status: .onHold, email: "ed@mail.example", hour: 70, paid: false, items: []),
    ]
    return StallShop(products: products, orders: orders)
  }
}

enum StallStorage {
  /// Stands in for `context.fetch(_:)`.
  static func load<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>, in objects: [T]) -> [T] {
    var rows: [Any] = objects
    if let predicate = request.predicate {
      rows = (rows as NSArray).filtered(using: predicate)
    }
    if let descriptors = request.sortDescriptors, !descriptors.isEmpty {
      rows = (rows as NSArray).sortedArray(using: descriptors)
    }
    let window = rows.dropFirst(request.fetchOffset)
    let limited = request.fetchLimit > 0 ? window.prefix(request.fetchLimit) : window
    return limited.compactMap { $0 as? T }
  }

  static func line(_ label: String, _ identifiers: [Int64]) -> String {
    let list = identifiers.map { String($0) }.joined(separator: ", ")
    return "\(label): \(list.isEmpty ? "-" : list)"
  }
}

enum StallModelsAnswers {
  static func answers() -> [String] {
    let shop = StallFixture.shop()
    let request = NSFetchRequest<StallProduct>(entityName: "Product")
    request.predicate = NSPredicate(format: "siteID == %lld", Int64(1))
    request.sortDescriptors = [NSSortDescriptor(keyPath: \StallProduct.totalSales, ascending: false)]
    var lines = [StallStorage.line("best sellers", StallStorage.load(request, in: shop.products).map { $0.productID })]
    request.fetchLimit = 2
    request.fetchOffset = 1
    lines.append(StallStorage.line("two more", StallStorage.load(request, in: shop.products).map { $0.productID }))
    let orders = NSFetchRequest<StallOrder>(entityName: "Order")
    orders.predicate = NSPredicate(format: "datePaid = nil")
    lines.append(StallStorage.line("unpaid", StallStorage.load(orders, in: shop.orders).map { $0.orderID }))
    let items: [StallOrderItem] = shop.orders.flatMap { $0.items }
    let paid = (items as NSArray).filtered(
      using: NSPredicate(format: "order.datePaid != nil AND product.featured == YES"))
    lines.append("featured items sold: \(paid.count)")
    return lines
  }
}
