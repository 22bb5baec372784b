import Foundation
import CocoaPredicates

extension NSPredicate {
  static func bibKey(_ key: String) -> NSPredicate {
    return NSPredicate(format: "key == %@", key)
  }

  static func bibKeys(_ keys: Set<String>) -> NSPredicate {
    return NSPredicate(format: "key IN %@", keys)
  }

  static func bibLibrary(_ identifier: Int) -> NSPredicate {
    return NSPredicate(format: "libraryId == %d", identifier)
  }

  static func bibType(_ type: BibItemType) -> NSPredicate {
    return NSPredicate(format: "%K == %@", "rawType", type.rawValue)
  }

  static func bibTypes(_ types: [BibItemType]) -> NSPredicate {
    return NSCompoundPredicate(orPredicateWithSubpredicates: types.map { .bibType($0) })
  }

  static func bibTrash(_ trash: Bool) -> NSPredicate {
    return NSPredicate(format: "trash = %@", NSNumber(booleanLiteral: trash))
  }

  static var bibTopLevel: NSPredicate {
    return NSPredicate(format: "parentItem == nil")
  }

  static func bibChildren(ofKey key: String) -> NSPredicate {
    return NSPredicate(format: "%K = %@", "parentItem.key", key as NSString)
  }

  static func bibCollection(_ collection: BibCollection) -> NSPredicate {
    return NSPredicate(format: "ANY collections == %@", collection)
  }

  static func bibCollection(key: String) -> NSPredicate {
    return NSPredicate(format: "any collections.key = %@", key)
  }

  static var bibUnfiled: NSPredicate {
    return NSPredicate(format: "collections.@count == 0")
  }

  static var bibHasIdentifier: NSPredicate {
    return NSPredicate(format: "doi != nil AND doi BEGINSWITH '10.'")
  }

  static func bibYears(_ range: ClosedRange<Int>) -> NSPredicate {
    return NSPredicate(format: "year BETWEEN {%d, %d}", range.lowerBound, range.upperBound)
  }

  static func bibSearch(_ term: String) -> NSPredicate {
    var parts: [NSPredicate] = [
      NSPredicate(format: "title CONTAINS[cd] %@", term),
      NSPredicate(format: "creatorSummary contains[cd] %@", term),
      NSPredicate(format: "ANY tags.name CONTAINS[cd] %@", term),
    ]
    if let year = Int(term) {
      parts.append(NSPredicate(format: "year == %d", year))
    }
    return NSCompoundPredicate(orPredicateWithSubpredicates: parts)
  }

  /// The rows of the items list: not in the trash, no attachments or notes below other items.
  static func bibList(libraryId: Int, collectionKey: String? = nil, search: String = "") -> NSPredicate {
    var parts: [NSPredicate] = [.bibLibrary(libraryId), .bibTrash(false), .bibTopLevel]
    if let key = collectionKey {
      parts.append(.bibCollection(key: key))
    }
    let terms = search.split(separator: " ").map(String.init)
    parts.append(contentsOf: terms.map { NSPredicate.bibSearch($0) })
    return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
  }
}

enum BibPredicatesAnswers {
  static func answers() -> [String] {
    let library = BibFixture.library()

    func ids(_ label: String, _ predicate: NSPredicate) -> String {
      let matches = (library.items as NSArray).filtered(using: predicate) as? [BibItem] ?? []
      return BibStore.line(label, matches)
    }

    var lines: [String] = [
      ids("key", .bibKey("ITEM4")),
      ids("keys", .bibKeys(["ITEM2", "ITEM9", "NONE"])),
      ids("books", .bibType(.book)),
      ids("trash", .bibTrash(true)),
      ids("top level", .bibTopLevel),
      ids("children", .bibChildren(ofKey: "ITEM5")),
      ids("in CA", .bibCollection(key: "CA")),
      ids("unfiled", .bibUnfiled),
      ids("doi", .bibHasIdentifier),
      ids("years", .bibYears(1988...2011)),
      ids("search emigre", .bibSearch("EMIGRE")),
      ids("search elm", .bibSearch("elm")),
      ids("search 2020", .bibSearch("2020")),
      ids("list", .bibList(libraryId: 1)),
      ids("list in CC", .bibList(libraryId: 1, collectionKey: "CC")),
      ids("list graph star", .bibList(libraryId: 1, search: "graph star")),
    ]
    if let current = library.collection("CC") {
      lines.append(ids("in object", .bibCollection(current)))
    }
    lines.append(NSPredicate.bibLibrary(1).predicateFormat)
    lines.append(NSPredicate.bibType(.book).predicateFormat)
    let rows = NSCompoundPredicate(andPredicateWithSubpredicates: [
      .bibLibrary(1), .bibTypes([.book, .report]), .bibTrash(false),
    ])
    lines.append(rows.predicateFormat)
    lines.append(ids("rows", rows))
    lines.append("same: \(NSPredicate.bibKey("ITEM1") == NSPredicate.bibKey("ITEM1"))")
    lines.append("other: \(NSPredicate.bibKey("ITEM1") == NSPredicate.bibKey("ITEM2"))")
    return lines
  }
}
