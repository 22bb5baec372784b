import Foundation
import CocoaPredicates

enum JotTagFilter: Equatable {
  case allNotes
  case deleted
  case untagged
  case tag(String)
}

extension NSPredicate {
  convenience init(jotFlag key: String, is value: Bool) {
    self.init(format: "%K == %@", key, NSNumber(value: value))
  }

  static func jotNotes(deleted: Bool) -> NSPredicate {
    return NSPredicate(format: "isTrashed == %@", deleted as NSNumber)
  }

  /// Exact tag match in the JSON text of a note.
  static func jotNotes(tag: String) -> NSPredicate {
    return NSPredicate(format: "tags CONTAINS[c] %@", "\"\(tag)\"")
  }

  static func jotNotesUntagged() -> NSPredicate {
    return NSCompoundPredicate(orPredicateWithSubpredicates: [
      NSPredicate(format: "tags == nil"),
      NSPredicate(format: "tags == %@", ""),
      NSPredicate(format: "tags == %@", "[]"),
    ])
  }

  static func jotNotes(systemTag: String) -> NSPredicate {
    return NSPredicate(format: "systemTags CONTAINS %@", systemTag)
  }

  static func jotTagsStarting(_ text: String) -> NSPredicate {
    return NSPredicate(format: "name BEGINSWITH[cd] %@", text)
  }

  static func jotTags(excluding names: Set<String>) -> NSPredicate {
    return NSPredicate(format: "NOT name IN %@", argumentArray: [Array(names)])
  }
}

struct JotTagSidebar {
  let notes: [JotNote]

  func predicate(for filter: JotTagFilter) -> NSPredicate {
    switch filter {
    case .allNotes:
      return .jotNotes(deleted: false)
    case .deleted:
      return .jotNotes(deleted: true)
    case .untagged:
      return NSCompoundPredicate(andPredicateWithSubpredicates: [.jotNotes(deleted: false), .jotNotesUntagged()])
    case .tag(let name):
      return NSCompoundPredicate(andPredicateWithSubpredicates: [.jotNotes(deleted: false), .jotNotes(tag: name)])
    }
  }

  func count(_ filter: JotTagFilter) -> Int {
    return (notes as NSArray).filtered(using: predicate(for: filter)).count
  }

  /// Every tag with its number of notes in sidebar order.
  func rows(_ tags: [JotTag]) -> [String] {
    let order = [NSSortDescriptor(key: "index", ascending: true)]
    let sorted = (tags as NSArray).sortedArray(using: order).compactMap { $0 as? JotTag }
    return sorted.map { "\($0.name) \(count(.tag($0.name)))" }
  }
}

/// Moves the notes which match into the trash and reports what happened.
struct JotTrashAction {
  let predicate: NSPredicate

  func apply(to notes: [JotNote]) -> Int {
    let open = NSCompoundPredicate(andPredicateWithSubpredicates: [.jotNotes(deleted: false), predicate])
    var moved = 0
    for note in notes where open.evaluate(with: note) {
      note.isTrashed = true
      moved += 1
    }
    return moved
  }
}

enum JotTagPredicatesAnswers {
  static func answers() -> [String] {
    let notes = JotFixture.notes()
    let tags = JotFixture.tags()
    let sidebar = JotTagSidebar(notes: notes)
    var lines: [String] = []
    let filters: [(String, JotTagFilter)] = [
      ("all", .allNotes), ("deleted", .deleted), ("untagged", .untagged), ("home", .tag("home")),
      ("LISTS", .tag("LISTS")), ("none", .tag("hom")),
    ]
    for (label, filter) in filters {
      lines.append(JotStore.line(label, sidebar.predicate(for: filter)))
    }
    lines.append("sidebar: " + sidebar.rows(tags).joined(separator: ", "))
    lines.append(JotStore.line("markdown", .jotNotes(systemTag: "markdown")))

    func names(_ label: String, _ predicate: NSPredicate) {
      let found = (tags as NSArray).filtered(using: predicate).compactMap { ($0 as? JotTag)?.name }
      lines.append("\(label): " + found.joined(separator: ", "))
    }
    names("starting", .jotTagsStarting("HOME"))
    names("excluding", .jotTags(excluding: ["home", "work", "recipes"]))
    names("shared", NSPredicate(jotFlag: "shared", is: true))
    names("early", NSPredicate(format: "index < %d", 2))

    lines.append(NSPredicate.jotTagsStarting("x").predicateFormat)
    lines.append(NSPredicate.jotNotes(deleted: true).predicateFormat)
    let action = JotTrashAction(predicate: .jotNotes(tag: "work"))
    lines.append("moved: \(action.apply(to: notes))")
    lines.append("moved again: \(action.apply(to: notes))")
    lines.append("all: \(sidebar.count(.allNotes)), deleted: \(sidebar.count(.deleted))")
    return lines
  }
}
