import Foundation
import CocoaPredicates

struct JotTag {
  let name: String
  let index: Int
  var shared = false
}

final class JotNote: NSObject, NSFetchRequestResult {
  let simpleKey: String
  let position: Int
  var content: String
  var titlePreview: String
  /// JSON list of the tags, as the server sends it.
  var tags: String
  var tagList: [String]
  var systemTags: Set<String>
  var isTrashed: Bool
  var pinned: Bool
  var creationDate: Date
  var modificationDate: Date
  var publishURL: String?
  var collaborators: NSSet

  init(
    _ position: Int, _ content: String, tags: [String] = [], system: Set<String> = [], trashed: Bool = false,
    pinned: Bool = false,
    created: Int, modified: Int, publishURL: String? = nil, collaborators: [String] = []
  ) {
    self.simpleKey = "note-\(position)"
    self.position = position
    self.content = content
    self.titlePreview = content.components(separatedBy: "\n")[0]
    self.tags = "[" + tags.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    self.tagList = tags
    self.systemTags = system
    self.isTrashed = trashed
    self.pinned = pinned
    self.creationDate = JotFixture.date(created)
    self.modificationDate = JotFixture.date(modified)
    self.publishURL = publishURL
    self.collaborators = NSSet(array: collaborators)
    super.init()
  }
}

enum JotFixture {
  static func date(_ hours: Int) -> Date {
    return Date(timeIntervalSince1970: 1_650_000_000 + Double(hours) * 3_600)
  }

  static func notes() -> [JotNote] {
    return [
      JotNote(
        1, "Shopping list\nmilk, bread, café beans", tags: ["home"], pinned: true, created: 0, modified: 90,
        collaborators: ["pat@mail.example"]),
      JotNote(2, "note 10\nTen things", tags: ["work", "Lists"], created: 10, modified: 20),
      JotNote(3, "Note 9\nNine things", tags: ["work"], system: ["markdown"], created: 12, modified: 40),
      JotNote(4, "Zebra facts\nStripes & more", trashed: true, created: 20, modified: 95),
      JotNote(
        5, "Meeting 2022-04-15\n- [ ] call back\n- [x] budget", tags: ["work", "home office"],
        system: ["markdown", "published"],
        created: 30, modified: 60, publishURL: "https://notes.example/p/5"),
      JotNote(
        6, "apple pie\nButter, flour, MILK", tags: ["recipes", "home"], pinned: true, created: 45, modified: 50,
        collaborators: ["pat@mail.example", "kim@mail.example"]),
      JotNote(7, "", created: 60, modified: 61),
      JotNote(8, "Draft\n- [ ] milk the idea", tags: ["homework"], trashed: true, created: 70, modified: 71),
    ]
  }

  static func tags() -> [JotTag] {
    return [
      JotTag(name: "home", index: 2, shared: true), JotTag(name: "work", index: 0), JotTag(name: "Lists", index: 4),
      JotTag(name: "home office", index: 1), JotTag(name: "recipes", index: 3), JotTag(name: "homework", index: 5),
    ]
  }
}

enum JotStore {
  /// Stands in for `context.fetch(_:)`.
  static func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>, in objects: [T]) -> [T] {
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

  static func line(_ label: String, _ notes: [JotNote]) -> String {
    let list = notes.map { String($0.position) }.joined(separator: ", ")
    return "\(label): \(list.isEmpty ? "-" : list)"
  }

  static func line(_ label: String, _ predicate: NSPredicate) -> String {
    return line(label, (JotFixture.notes() as NSArray).filtered(using: predicate).compactMap { $0 as? JotNote })
  }
}

enum JotModelsAnswers {
  static func answers() -> [String] {
    let request = NSFetchRequest<JotNote>(entityName: "Note")
    request.predicate = NSPredicate(format: "isTrashed == %@", NSNumber(value: false))
    request.sortDescriptors = [
      NSSortDescriptor(key: "pinned", ascending: false), NSSortDescriptor(key: "modificationDate", ascending: false),
    ]
    request.includesPendingChanges = true
    var lines = [JotStore.line("inbox", JotStore.fetch(request, in: JotFixture.notes()))]
    request.fetchLimit = 1
    request.predicate = NSPredicate(format: "simpleKey == %@", "note-5")
    lines.append(JotStore.line("one", JotStore.fetch(request, in: JotFixture.notes())))
    lines.append(JotStore.line("published", NSPredicate(format: "publishURL != nil")))
    lines.append(JotStore.line("empty", NSPredicate(format: "content == %@", "")))
    lines.append(JotStore.line("markdown", NSPredicate(format: "'markdown' IN systemTags")))
    lines.append(JotStore.line("shared", NSPredicate(format: "collaborators.@count > 0")))
    lines.append(JotStore.line("shared with kim", NSPredicate(format: "ANY collaborators BEGINSWITH %@", "kim@")))
    return lines
  }
}
