import Foundation
import CocoaPredicates

extension NSPredicate {
  static func bibSyncState(_ state: BibSyncState) -> NSPredicate {
    return NSPredicate(format: "syncState == %ld", state.rawValue)
  }

  static func bibSyncState(in states: [BibSyncState]) -> NSPredicate {
    return NSPredicate(format: "%K IN %@", "syncState", states.map { $0.rawValue })
  }

  static func bibNeedsSync(before date: Date) -> NSPredicate {
    return NSPredicate(format: "lastSyncDate == nil OR lastSyncDate < %@", date as NSDate)
  }

  static var bibLocallyNewer: NSPredicate {
    return NSPredicate(format: "lastSyncDate != nil AND dateModified > lastSyncDate")
  }
}

struct BibSyncQueries {
  let libraryId: Int
  let batchSize: Int

  /// Everything the next upload must contain, oldest version first.
  func uploadRequest() -> NSFetchRequest<BibItem> {
    let request = NSFetchRequest<BibItem>(entityName: "BibItem")
    request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
      .bibLibrary(libraryId),
      .bibSyncState(in: [.changed, .failed]),
    ])
    request.sortDescriptors = [NSSortDescriptor(key: "version", ascending: true)]
    request.fetchBatchSize = batchSize
    request.includesSubentities = true
    return request
  }

  func versionsRequest(since version: Int, until newest: Int) -> NSFetchRequest<BibItem> {
    let request = NSFetchRequest<BibItem>(entityName: "BibItem")
    request.predicate = NSPredicate(
      format: "libraryId == %d AND version > %d AND version <= %ld", libraryId, version, newest)
    request.sortDescriptors = [NSSortDescriptor(key: "version", ascending: false)]
    request.fetchLimit = batchSize
    return request
  }

  /// Local objects which the server no longer lists.
  func missing(onServer keys: Set<String>) -> NSPredicate {
    let known = NSPredicate(format: "key IN %@", keys)
    return NSCompoundPredicate(andPredicateWithSubpredicates: [
      .bibLibrary(libraryId),
      NSCompoundPredicate(notPredicateWithSubpredicate: known),
    ])
  }

  func batches(of items: [BibItem]) -> [[BibItem]] {
    return stride(from: 0, to: items.count, by: batchSize).map { start in
      Array(items[start..<min(start + batchSize, items.count)])
    }
  }
}

final class BibSyncTemplates {
  private let stateTemplate = NSPredicate(format: "syncState == $STATE AND dateModified > $SINCE")
  private let keyTemplate = NSPredicate(format: "key == $KEY")

  func changes(state: BibSyncState, since date: Date) -> NSPredicate {
    return stateTemplate.withSubstitutionVariables(["STATE": state.rawValue, "SINCE": date])
  }

  func contains(key: String, in items: [BibItem]) -> Bool {
    return items.contains { keyTemplate.evaluate(with: $0, substitutionVariables: ["KEY": key]) }
  }
}

enum BibSyncQueriesAnswers {
  static func answers() -> [String] {
    let library = BibFixture.library()
    let queries = BibSyncQueries(libraryId: 1, batchSize: 2)
    let templates = BibSyncTemplates()
    var lines: [String] = []

    func add(_ label: String, _ predicate: NSPredicate) {
      lines.append(BibStore.line(label, library.items.filter { predicate.evaluate(with: $0) }))
    }

    let upload = BibStore.fetch(queries.uploadRequest(), from: library.items)
    lines.append(BibStore.line("upload", upload))
    lines.append("batches: \(queries.batches(of: upload).map { $0.count })")
    lines.append(
      BibStore.line("versions", BibStore.fetch(queries.versionsRequest(since: 30, until: 80), from: library.items)))
    add("missing", queries.missing(onServer: ["ITEM1", "ITEM2", "ITEM3", "ITEM7", "ITEM8"]))
    add("stale", .bibNeedsSync(before: BibFixture.day(30)))
    add("newer", .bibLocallyNewer)
    add("conflict", .bibSyncState(.conflict))
    add("changed since", templates.changes(state: .changed, since: BibFixture.day(3)))
    lines.append("known: \(templates.contains(key: "ITEM10", in: library.items))")
    lines.append("unknown: \(templates.contains(key: "ITEM11", in: library.items))")

    for state in [BibSyncState.synced, .changed, .conflict, .failed] {
      let count = (library.items as NSArray).filtered(using: .bibSyncState(state)).count
      lines.append("\(state): \(count)")
    }
    let request = queries.uploadRequest()
    lines.append("batch size \(request.fetchBatchSize), limit \(request.fetchLimit)")
    lines.append(request.predicate?.predicateFormat ?? "no predicate")
    return lines
  }
}
