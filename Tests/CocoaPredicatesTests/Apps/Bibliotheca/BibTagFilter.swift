import Foundation
import CocoaPredicates

/// What the user picked in the tag pane.
struct BibTagFilter {
  enum Mode {
    case all
    case any
  }

  var mode: Mode = .all
  var selected: [String] = []
  var excluded: Set<String> = []
  var onlyColored = false

  var isEmpty: Bool {
    return selected.isEmpty && excluded.isEmpty && !onlyColored
  }

  func predicate() -> NSPredicate? {
    guard !isEmpty else { return nil }
    var parts: [NSPredicate] = []
    if !selected.isEmpty {
      switch mode {
      case .all:
        parts.append(
          NSPredicate(format: "SUBQUERY(tags, $tag, $tag.name IN %@).@count == %d", selected, selected.count))
      case .any:
        parts.append(NSPredicate(format: "ANY tags.name IN %@", selected))
      }
    }
    if !excluded.isEmpty {
      parts.append(NSPredicate(format: "NONE tags.name IN %@", excluded))
    }
    if onlyColored {
      parts.append(NSPredicate(format: "SUBQUERY(tags, $t, $t.colorIndex >= 0).@count > 0"))
    }
    return parts.count == 1 ? parts[0] : NSCompoundPredicate(andPredicateWithSubpredicates: parts)
  }
}

extension NSPredicate {
  static func bibTagged(_ names: [String]) -> NSPredicate {
    return NSCompoundPredicate(type: .and, subpredicates: names.map { NSPredicate(format: "ANY tags.name == %@", $0) })
  }

  static var bibUntagged: NSPredicate {
    return NSPredicate(format: "tags.@count == 0")
  }

  static var bibOnlyColoredTags: NSPredicate {
    return NSPredicate(format: "tags.@count > 0 AND ALL tags.colorIndex >= 0")
  }

  static func bibTagPrefix(_ prefix: String) -> NSPredicate {
    return NSPredicate(format: "ANY tags.name BEGINSWITH[c] %@", prefix)
  }
}

enum BibTagCounter {
  /// Tag name and number of items, most used first.
  static func counts(in library: BibLibrary, matching scope: NSPredicate) -> [String] {
    let rows: [(String, Int)] = library.tags.map { tag in
      let tagged = NSCompoundPredicate(andPredicateWithSubpredicates: [
        scope, NSPredicate(format: "ANY tags == %@", tag),
      ])
      return (tag.name, (library.items as NSArray).filtered(using: tagged).count)
    }
    return
      rows
      .filter { $0.1 > 0 }
      .sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }
      .map { "\($0.0)=\($0.1)" }
  }
}

enum BibTagFilterAnswers {
  static func answers() -> [String] {
    let library = BibFixture.library()
    var lines: [String] = []

    func add(_ label: String, _ predicate: NSPredicate?) {
      guard let predicate = predicate else {
        lines.append("\(label): no filter")
        return
      }
      let matches = (library.items as NSArray).filtered(using: predicate)
      lines.append(BibStore.line(label, matches.compactMap { $0 as? BibItem }))
    }

    var filter = BibTagFilter()
    add("empty", filter.predicate())
    filter.selected = ["maths", "Starred"]
    add("all", filter.predicate())
    filter.mode = .any
    add("any", filter.predicate())
    filter.excluded = ["to-read", "draft"]
    add("any without", filter.predicate())
    filter = BibTagFilter(mode: .any, selected: [], excluded: ["history"], onlyColored: true)
    add("colored", filter.predicate())

    add("tagged", .bibTagged(["finance", "to-read"]))
    add("untagged", .bibUntagged)
    add("only colored", .bibOnlyColoredTags)
    add("prefix", .bibTagPrefix("STA"))
    lines.append(NSPredicate.bibTagged(["a", "b"]).predicateFormat)
    lines.append("counts: " + BibTagCounter.counts(in: library, matching: .bibTrash(false)).joined(separator: " "))

    let suggestions = (library.tags as NSArray).filtered(
      using: NSPredicate(format: "name CONTAINS[c] %@ AND colorIndex < %i", "o", 3))
    lines.append("suggestions: " + suggestions.compactMap { ($0 as? BibTag)?.name }.joined(separator: ", "))
    return lines
  }
}
