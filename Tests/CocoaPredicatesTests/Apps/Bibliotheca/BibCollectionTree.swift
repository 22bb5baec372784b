import Foundation
import CocoaPredicates

enum BibSortField: String, CaseIterable {
  case title
  case year
  case dateAdded
  case dateModified

  var ascendingByDefault: Bool {
    switch self {
    case .title: return true
    case .year, .dateAdded, .dateModified: return false
    }
  }

  func descriptors(reversed: Bool = false) -> [NSSortDescriptor] {
    let main: NSSortDescriptor
    switch self {
    case .title:
      main = NSSortDescriptor(
        key: rawValue, ascending: ascendingByDefault, selector: Selector("localizedCaseInsensitiveCompare:"))
    default:
      main = NSSortDescriptor(key: rawValue, ascending: ascendingByDefault)
    }
    let first = reversed ? (main.reversedSortDescriptor as? NSSortDescriptor ?? main) : main
    return [first, NSSortDescriptor(key: "id", ascending: true)]
  }
}

final class BibCollectionTree {
  private let collections: NSOrderedSet

  init(collections: [BibCollection]) {
    self.collections = NSOrderedSet(array: collections)
  }

  private func select(_ predicate: NSPredicate) -> [BibCollection] {
    return collections.filtered(using: predicate).array as? [BibCollection] ?? []
  }

  func roots(libraryId: Int) -> [BibCollection] {
    return select(NSPredicate(format: "libraryId == %d AND parent == nil AND trash == false", libraryId))
  }

  func children(of collection: BibCollection) -> [BibCollection] {
    return select(NSPredicate(format: "parent == %@", collection))
  }

  func grandchildren(ofKey key: String) -> [BibCollection] {
    return select(NSPredicate(format: "parent.parent.key == %@", key))
  }

  func outline(libraryId: Int) -> [String] {
    func walk(_ node: BibCollection, depth: Int) -> [String] {
      let head = String(repeating: "-", count: depth) + node.name
      return [head] + children(of: node).flatMap { walk($0, depth: depth + 1) }
    }
    return roots(libraryId: libraryId).flatMap { walk($0, depth: 0) }
  }
}

/// Lists the key paths a predicate reads, to know which changes make a list reload.
struct BibKeyPathCollector {
  private(set) var keyPaths: [String] = []

  mutating func visit(_ predicate: NSPredicate) {
    if let compound = predicate as? NSCompoundPredicate {
      for case let child as NSPredicate in compound.subpredicates {
        visit(child)
      }
    } else if let comparison = predicate as? NSComparisonPredicate {
      for expression in [comparison.leftExpression, comparison.rightExpression]
      where expression.expressionType == .keyPath {
        if !keyPaths.contains(expression.keyPath) {
          keyPaths.append(expression.keyPath)
        }
      }
    }
  }
}

enum BibCollectionTreeAnswers {
  static func answers() -> [String] {
    let library = BibFixture.library()
    let tree = BibCollectionTree(collections: library.collections)
    var lines: [String] = []

    func names(_ label: String, _ collections: [BibCollection]) {
      lines.append("\(label): " + collections.map { $0.name }.joined(separator: ", "))
    }

    names("roots", tree.roots(libraryId: 1))
    if let articles = library.collection("CA") {
      names("children", tree.children(of: articles))
    }
    names("grandchildren", tree.grandchildren(ofKey: "CA"))
    lines.append("outline: " + tree.outline(libraryId: 1).joined(separator: " "))

    let shown = NSMutableArray(array: library.items)
    shown.filter(using: .bibList(libraryId: 1))
    for field in [BibSortField.year, .dateAdded, .dateModified] {
      let sorted = (shown as NSArray).sortedArray(using: field.descriptors())
      lines.append(BibStore.line(field.rawValue, sorted as? [BibItem] ?? []))
    }
    let oldest = (shown as NSArray).sortedArray(using: BibSortField.year.descriptors(reversed: true))
    lines.append(BibStore.line("oldest", oldest as? [BibItem] ?? []))

    let graphs = NSMutableArray(array: library.items)
    graphs.filter(
      using: NSPredicate(format: "title CONTAINS[c] %@ AND rawType != %@", "graph", BibItemType.attachment.rawValue))
    graphs.sort(using: BibSortField.title.descriptors())
    lines.append(BibStore.line("graphs", graphs.compactMap { $0 as? BibItem }))

    let descriptor = BibSortField.dateAdded.descriptors()[0]
    lines.append("descriptor: \(descriptor.key ?? "none") \(descriptor.ascending)")

    var collector = BibKeyPathCollector()
    collector.visit(
      NSPredicate(format: "year > 1990 AND (title BEGINSWITH 'G' OR NOT creatorSummary == nil) AND year < version"))
    lines.append("key paths: " + collector.keyPaths.joined(separator: ", "))
    return lines
  }
}
