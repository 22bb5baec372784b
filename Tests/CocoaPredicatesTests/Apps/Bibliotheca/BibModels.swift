import Foundation
import CocoaPredicates

enum BibSyncState: Int {
  case synced = 0
  case changed = 1
  case conflict = 2
  case failed = 3
}

enum BibItemType: String {
  case book, journalArticle, report, letter, note, conferencePaper, attachment
}

final class BibTag: NSObject {
  let name: String
  /// -1 when the user gave the tag no colour.
  let colorIndex: Int

  init(name: String, colorIndex: Int = -1) {
    self.name = name
    self.colorIndex = colorIndex
    super.init()
  }
}

final class BibCollection: NSObject, NSFetchRequestResult {
  let key: String
  var name: String
  var libraryId: Int
  var parent: BibCollection?
  var trash: Bool

  init(key: String, name: String, libraryId: Int, parent: BibCollection? = nil, trash: Bool = false) {
    self.key = key
    self.name = name
    self.libraryId = libraryId
    self.parent = parent
    self.trash = trash
    super.init()
  }
}

class BibItem: NSObject, NSFetchRequestResult {
  let id: Int
  let key: String
  var rawType: String
  var title: String
  var creatorSummary: String?
  var year: Int
  var doi: String?
  var libraryId: Int
  var trash: Bool
  var syncState: Int
  var version: Int
  var dateAdded: Date
  var dateModified: Date
  var lastSyncDate: Date?
  var tags: [BibTag]
  var collections: Set<BibCollection>
  var parentItem: BibItem?

  init(
    id: Int, type: BibItemType, title: String, creator: String? = nil, year: Int = 0, doi: String? = nil,
    libraryId: Int = 1, trash: Bool = false, state: BibSyncState = .synced, modifiedDay: Int, syncDay: Int? = nil,
    tags: [BibTag] = [], collections: Set<BibCollection> = [], parentItem: BibItem? = nil
  ) {
    self.id = id
    self.key = "ITEM\(id)"
    self.rawType = type.rawValue
    self.title = title
    self.creatorSummary = creator
    self.year = year
    self.doi = doi
    self.libraryId = libraryId
    self.trash = trash
    self.syncState = state.rawValue
    self.version = id * 10
    self.dateAdded = BibFixture.day(id)
    self.dateModified = BibFixture.day(modifiedDay)
    self.lastSyncDate = syncDay.map { BibFixture.day($0) }
    self.tags = tags
    self.collections = collections
    self.parentItem = parentItem
    super.init()
  }
}

final class BibAttachment: BibItem {
  let contentType: String
  let pageCount: Int

  init(
    id: Int, filename: String, contentType: String, pageCount: Int, parent: BibItem,
    state: BibSyncState = .synced, modifiedDay: Int, syncDay: Int? = nil, tags: [BibTag] = []
  ) {
    self.contentType = contentType
    self.pageCount = pageCount
    super.init(
      id: id, type: .attachment, title: filename, state: state, modifiedDay: modifiedDay,
      syncDay: syncDay, tags: tags, parentItem: parent)
  }
}

struct BibLibrary {
  let items: [BibItem]
  let collections: [BibCollection]
  let tags: [BibTag]

  func collection(_ key: String) -> BibCollection? {
    return collections.first { $0.key == key }
  }
}

enum BibFixture {
  static func day(_ number: Int) -> Date {
    return Date(timeIntervalSinceReferenceDate: 600_000_000 + Double(number) * 86_400)
  }

  static func library() -> BibLibrary {
    let maths = BibTag(name: "maths", colorIndex: 2)
    let toRead = BibTag(name: "to-read", colorIndex: 0)
    let history = BibTag(name: "history")
    let finance = BibTag(name: "finance")
    let starred = BibTag(name: "Starred", colorIndex: 1)
    let draft = BibTag(name: "draft")
    let food = BibTag(name: "food", colorIndex: 4)

    let articles = BibCollection(key: "CA", name: "Articles", libraryId: 1)
    let books = BibCollection(key: "CB", name: "Books", libraryId: 1)
    let current = BibCollection(key: "CC", name: "Current", libraryId: 1, parent: articles)
    let shelf = BibCollection(key: "CD", name: "Group shelf", libraryId: 2)
    let empty = BibCollection(key: "CE", name: "empty box", libraryId: 1, parent: current, trash: true)

    let graph = BibItem(
      id: 1, type: .book, title: "Graph Theory Basics", creator: "Oak", year: 1999, doi: "10.1000/182",
      modifiedDay: 5, syncDay: 50, tags: [maths, toRead], collections: [articles])
    let letter = BibItem(
      id: 5, type: .letter, title: "letter to the editor", creator: "Oak and Elm", year: 1988,
      modifiedDay: 30, syncDay: 29, tags: [history, starred])
    let items: [BibItem] = [
      graph,
      BibItem(
        id: 2, type: .book, title: "Émigré Letters", creator: "Birch et al.", year: 1962, state: .changed,
        modifiedDay: 40, syncDay: 35, tags: [history], collections: [books]),
      BibItem(
        id: 3, type: .journalArticle, title: "On computable sets", creator: "Elm", year: 1936, doi: "10.1112/plms",
        modifiedDay: 12, syncDay: 50),
      BibItem(
        id: 4, type: .report, title: "Annual Report 2020", year: 2020, state: .conflict,
        modifiedDay: 1, tags: [finance, toRead], collections: [books, current]),
      letter,
      BibItem(
        id: 6, type: .note, title: "Deleted draft", year: 2021, trash: true, state: .changed,
        modifiedDay: 2, tags: [draft], collections: [articles]),
      BibItem(
        id: 7, type: .conferencePaper, title: "Graph drawing", creator: "Birch", year: 2005, doi: "10.1007/978",
        state: .failed, modifiedDay: 21, syncDay: 10, tags: [maths, starred], collections: [articles, current]),
      BibAttachment(
        id: 8, filename: "graph-theory.pdf", contentType: "application/pdf", pageCount: 321, parent: graph,
        modifiedDay: 6, syncDay: 50),
      BibAttachment(
        id: 9, filename: "notes.txt", contentType: "text/plain", pageCount: 2, parent: letter,
        state: .changed, modifiedDay: 31, syncDay: 30, tags: [starred]),
      BibItem(
        id: 10, type: .book, title: "Cooking for crowds", creator: "Maple", year: 2011, libraryId: 2,
        modifiedDay: 15, syncDay: 50, tags: [food], collections: [shelf]),
    ]
    return BibLibrary(
      items: items, collections: [articles, books, current, shelf, empty],
      tags: [maths, toRead, history, finance, starred, draft, food])
  }
}

enum BibStore {
  /// Stands in for `context.fetch(_:)`.
  static func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>, from objects: [T]) -> [T] {
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

  static func line(_ label: String, _ items: [BibItem]) -> String {
    let list = items.map { String($0.id) }.joined(separator: ", ")
    return "\(label): \(list.isEmpty ? "-" : list)"
  }
}

enum BibModelsAnswers {
  static func answers() -> [String] {
    let library = BibFixture.library()
    let request = NSFetchRequest<BibItem>(entityName: "BibItem")
    request.predicate = NSPredicate(format: "libraryId == %d AND trash == NO", 1)
    var lines = [BibStore.line("library", BibStore.fetch(request, from: library.items))]
    request.sortDescriptors = [NSSortDescriptor(key: "dateModified", ascending: false)]
    request.fetchOffset = 1
    request.fetchLimit = 3
    lines.append(BibStore.line("window", BibStore.fetch(request, from: library.items)))

    let attachments = library.items.compactMap { $0 as? BibAttachment }
    let long = NSPredicate(format: "pageCount > %ld AND parentItem.rawType == %@", 100, BibItemType.book.rawValue)
    lines.append(BibStore.line("long", attachments.filter { long.evaluate(with: $0) }))
    lines.append("entity: \(request.entityName ?? "none")")
    return lines
  }
}
