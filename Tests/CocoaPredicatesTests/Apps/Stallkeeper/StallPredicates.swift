import Foundation
import CocoaPredicates

extension NSPredicate {
  static func createStallProductPredicate(
    siteID: Int64,
    stockStatus: StallStockStatus? = nil,
    productStatus: String? = nil,
    categoryID: Int64? = nil,
    onSale: Bool = false
  ) -> NSPredicate {
    let sitePredicate = NSPredicate(format: "siteID == %lld", siteID)
    let stockPredicate = stockStatus.flatMap { NSPredicate(format: "stockStatusKey == %@", $0.rawValue) }
    let statusPredicate = productStatus.flatMap { NSPredicate(format: "statusKey == %@", $0) }
    let categoryPredicate = categoryID.flatMap {
      NSPredicate(format: "SUBQUERY(%K, $category, $category.categoryID == %lld).@count > 0", "categories", $0)
    }
    let salePredicate: NSPredicate? = onSale ? NSPredicate(format: "salePrice != nil AND salePrice < price") : nil
    let subpredicates = [sitePredicate, stockPredicate, statusPredicate, categoryPredicate, salePredicate].compactMap {
      $0
    }
    return NSCompoundPredicate(andPredicateWithSubpredicates: subpredicates)
  }

  static func stallProduct(siteID: Int64, productIDs: [Int64]) -> NSPredicate {
    return NSPredicate(format: "siteID == %lld AND productID IN %@", siteID, productIDs)
  }

  static func stallProductSearch(siteID: Int64, keyword: String) -> NSPredicate {
    let site = NSPredicate(format: "siteID == %lld", siteID)
    let words = keyword.components(separatedBy: " ").filter { !$0.isEmpty }
    let wordPredicates = words.map { NSPredicate(format: "(name CONTAINS[cd] %@) OR (sku BEGINSWITH[c] %@)", $0, $0) }
    return NSCompoundPredicate(andPredicateWithSubpredicates: [site] + wordPredicates)
  }

  static var stallFeatured: NSPredicate {
    return NSPredicate(format: "%K == %@", "featured", NSNumber(value: true))
  }

  static var stallGallery: NSPredicate {
    return NSPredicate(format: "images.@count > 1")
  }
}

enum StallPredicatesAnswers {
  static func answers() -> [String] {
    let shop = StallFixture.shop()
    var lines: [String] = []

    func add(_ label: String, _ predicate: NSPredicate) {
      let products = (shop.products as NSArray).filtered(using: predicate) as? [StallProduct] ?? []
      lines.append(StallStorage.line(label, products.map { $0.productID }))
    }

    add("site", .createStallProductPredicate(siteID: 1))
    add("in stock", .createStallProductPredicate(siteID: 1, stockStatus: .inStock))
    add("published", .createStallProductPredicate(siteID: 1, productStatus: "publish"))
    add("gifts", .createStallProductPredicate(siteID: 1, categoryID: 12))
    add("gifts on sale", .createStallProductPredicate(siteID: 1, categoryID: 12, onSale: true))
    add(
      "published gifts",
      .createStallProductPredicate(siteID: 1, stockStatus: .onBackOrder, productStatus: "publish", categoryID: 12))
    add("by id", .stallProduct(siteID: 1, productIDs: [2, 4, 6]))
    add("search tea", .stallProductSearch(siteID: 1, keyword: "tea"))
    add("search creme mug", .stallProductSearch(siteID: 1, keyword: "CREME  mug"))
    add("search sku", .stallProductSearch(siteID: 1, keyword: "mug-"))
    add("featured", .stallFeatured)
    add("gallery", .stallGallery)
    add("category name", NSPredicate(format: "ANY categories.name ENDSWITH[c] %@", "MUGS"))

    let predicate = NSPredicate.createStallProductPredicate(siteID: 1, stockStatus: .inStock, productStatus: "draft")
    lines.append(predicate.predicateFormat)
    if let compound = predicate as? NSCompoundPredicate, let parts = compound.subpredicates as? [NSPredicate] {
      lines.append(contentsOf: parts.map { $0.predicateFormat })
      lines.append("type and: \(compound.compoundPredicateType == .and)")
    }
    let expected = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(format: "siteID == %lld", Int64(1)),
      NSPredicate(format: "stockStatusKey == %@", "instock"),
      NSPredicate(format: "statusKey == %@", "draft"),
    ])
    lines.append("equals: \(predicate == expected)")
    lines.append("isEqual: \(predicate.isEqual(expected)), hash: \(predicate.hash == expected.hash)")
    return lines
  }
}
