import Foundation
import CocoaPredicates

struct QkSort {
  let key: String
  let ascending: Bool
  let comparator: Comparator?

  static func by(_ key: String, ascending: Bool = true) -> QkSort {
    return QkSort(key: key, ascending: ascending, comparator: nil)
  }

  static func by(_ key: String, ascending: Bool = true, comparator: @escaping Comparator) -> QkSort {
    return QkSort(key: key, ascending: ascending, comparator: comparator)
  }

  var descriptor: NSSortDescriptor {
    if let comparator = comparator {
      return NSSortDescriptor(key: key, ascending: ascending, comparator: comparator)
    }
    return NSSortDescriptor(key: key, ascending: ascending)
  }
}

/// Value-type builder, every step returns a changed copy.
struct QkRequestBuilder<T: NSFetchRequestResult> {
  private var entityName: String
  private var predicates: [NSPredicate] = []
  private var sorts: [QkSort] = []
  private var limit = 0
  private var offset = 0
  private var batchSize = 0
  private var properties: [String] = []
  private var resultType: NSFetchRequestResultType = .managedObjectResultType

  init(entityName: String) {
    self.entityName = entityName
  }

  private func with(_ change: (inout QkRequestBuilder) -> Void) -> QkRequestBuilder {
    var copy = self
    change(&copy)
    return copy
  }

  func `where`(_ predicate: NSPredicate) -> QkRequestBuilder {
    return with { $0.predicates.append(predicate) }
  }

  func `where`(_ format: String, _ arguments: Any...) -> QkRequestBuilder {
    return with { $0.predicates.append(NSPredicate(format: format, argumentArray: arguments)) }
  }

  func `where`(_ tree: QkPredicateTree<T>) -> QkRequestBuilder {
    return with { $0.predicates.append(tree.compile()) }
  }

  func sorted(_ sort: QkSort) -> QkRequestBuilder {
    return with { $0.sorts.append(sort) }
  }

  func limited(to limit: Int, skipping offset: Int = 0) -> QkRequestBuilder {
    return with {
      $0.limit = limit
      $0.offset = offset
    }
  }

  func batched(by size: Int) -> QkRequestBuilder {
    return with { $0.batchSize = size }
  }

  func fetching(_ keys: String...) -> QkRequestBuilder {
    return with {
      $0.properties = keys
      $0.resultType = .dictionaryResultType
    }
  }

  func build() -> NSFetchRequest<T> {
    let request = NSFetchRequest<T>(entityName: entityName)
    switch predicates.count {
    case 0: break
    case 1: request.predicate = predicates[0]
    default: request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: predicates)
    }
    request.sortDescriptors = sorts.isEmpty ? nil : sorts.map { $0.descriptor }
    request.fetchLimit = limit
    request.fetchOffset = offset
    request.fetchBatchSize = batchSize
    request.resultType = resultType
    if !properties.isEmpty {
      request.propertiesToFetch = properties
      request.returnsDistinctResults = true
    }
    return request
  }

  func fetch(from objects: [T]) -> [T] {
    return QkStore.execute(build(), objects: objects)
  }
}

enum QkRequestBuilderAnswers {
  static func answers() -> [String] {
    let articles = QkFixture.articles()
    let base = QkRequestBuilder<QkArticle>(entityName: "Article").where(NSPredicate(format: "isDraft == NO"))
    var lines: [String] = []

    lines.append(QkStore.line("by date", base.sorted(.by("published", ascending: false)).fetch(from: articles)))
    lines.append(
      QkStore.line(
        "page 2", base.sorted(.by("views", ascending: false)).limited(to: 2, skipping: 2).fetch(from: articles)))
    lines.append(
      QkStore.line("format", base.where("rating >= %@ AND author.country == %@", 4, "NL").fetch(from: articles)))
    lines.append(QkStore.line("tree", base.where(QkArticle.Fields.title.contains("swift")).fetch(from: articles)))

    let byLength = QkSort.by(
      "title",
      comparator: { left, right in
        let a = (left as? String)?.count ?? 0
        let b = (right as? String)?.count ?? 0
        return a == b ? .orderedSame : (a < b ? .orderedAscending : .orderedDescending)
      })
    lines.append(
      QkStore.line("by length", base.sorted(byLength).sorted(.by("id", ascending: false)).fetch(from: articles)))

    let dictionaries = base.fetching("title", "views").batched(by: 20).build()
    lines.append("properties: \((dictionaries.propertiesToFetch as? [String] ?? []).joined(separator: ", "))")
    lines.append(
      "dictionary: \(dictionaries.resultType == .dictionaryResultType), distinct: \(dictionaries.returnsDistinctResults)"
    )
    lines.append(
      "batch: \(dictionaries.fetchBatchSize), limit: \(dictionaries.fetchLimit), offset: \(dictionaries.fetchOffset)")

    let original = base.limited(to: 3).build()
    if let copy = original.copy() as? NSFetchRequest<QkArticle> {
      copy.fetchLimit = 1
      copy.predicate = nil
      lines.append(
        "copy: \(copy.fetchLimit) \(copy.predicate == nil), original: \(original.fetchLimit) \(original.predicate != nil)"
      )
    }

    let plain = QkRequestBuilder<QkArticle>(entityName: "Article").build()
    lines.append("no predicate: \(plain.predicate == nil), no order: \(plain.sortDescriptors == nil)")
    let count = QkStore.execute(plain, objects: articles).count
    lines.append("all: \(count)")
    return lines
  }
}
