import Foundation
import CocoaPredicates

enum JotSortMode: Int, CaseIterable {
  case alphabeticallyAscending
  case alphabeticallyDescending
  case createdNewest
  case createdOldest
  case modifiedNewest
  case modifiedOldest

  var title: String {
    switch self {
    case .alphabeticallyAscending: return "Name: A-Z"
    case .alphabeticallyDescending: return "Name: Z-A"
    case .createdNewest: return "Created: Newest"
    case .createdOldest: return "Created: Oldest"
    case .modifiedNewest: return "Modified: Newest"
    case .modifiedOldest: return "Modified: Oldest"
    }
  }

  var inverse: JotSortMode {
    switch self {
    case .alphabeticallyAscending: return .alphabeticallyDescending
    case .alphabeticallyDescending: return .alphabeticallyAscending
    case .createdNewest: return .createdOldest
    case .createdOldest: return .createdNewest
    case .modifiedNewest: return .modifiedOldest
    case .modifiedOldest: return .modifiedNewest
    }
  }

  var descriptor: NSSortDescriptor {
    switch self {
    case .alphabeticallyAscending:
      return NSSortDescriptor(key: "titlePreview", ascending: true, selector: Selector("localizedStandardCompare:"))
    case .alphabeticallyDescending:
      return NSSortDescriptor(key: "titlePreview", ascending: false, selector: Selector("localizedStandardCompare:"))
    case .createdNewest:
      return NSSortDescriptor(keyPath: \JotNote.creationDate, ascending: false)
    case .createdOldest:
      return NSSortDescriptor(keyPath: \JotNote.creationDate, ascending: true)
    case .modifiedNewest:
      return NSSortDescriptor(key: "modificationDate", ascending: false)
    case .modifiedOldest:
      return NSSortDescriptor(key: "modificationDate", ascending: true)
    }
  }

  /// Pinned notes stay on top in every mode.
  var descriptors: [NSSortDescriptor] {
    return [NSSortDescriptor(keyPath: \JotNote.pinned, ascending: false), descriptor]
  }
}

final class JotNotesController {
  private let notes: [JotNote]
  var mode: JotSortMode = .modifiedNewest
  var filter: NSPredicate?

  init(notes: [JotNote]) {
    self.notes = notes
  }

  func list(ignoringPins: Bool = false) -> [JotNote] {
    let rows = NSMutableArray(array: notes)
    rows.filter(using: filter ?? NSPredicate(value: true))
    rows.sort(using: ignoringPins ? [mode.descriptor] : mode.descriptors)
    return rows.compactMap { $0 as? JotNote }
  }

  func page(_ number: Int, size: Int) -> [JotNote] {
    let request = NSFetchRequest<JotNote>(entityName: "Note")
    request.predicate = filter
    request.sortDescriptors = mode.descriptors
    request.fetchLimit = size
    request.fetchOffset = number * size
    return JotStore.fetch(request, in: notes)
  }
}

enum JotSortModeAnswers {
  static func answers() -> [String] {
    let controller = JotNotesController(notes: JotFixture.notes())
    controller.filter = NSPredicate(format: "isTrashed == NO AND content != ''")
    var lines: [String] = []
    for mode in JotSortMode.allCases {
      controller.mode = mode
      lines.append(JotStore.line(mode.title, controller.list()))
    }
    controller.mode = .alphabeticallyAscending
    lines.append(JotStore.line("plain", controller.list(ignoringPins: true)))
    controller.mode = .createdNewest
    lines.append(JotStore.line("page 0", controller.page(0, size: 2)))
    lines.append(JotStore.line("page 1", controller.page(1, size: 2)))
    lines.append(JotStore.line("page 2", controller.page(2, size: 2)))
    controller.filter = nil
    controller.mode = .modifiedNewest
    lines.append(JotStore.line("everything", controller.list()))

    let reversed = JotSortMode.modifiedNewest.descriptor.reversedSortDescriptor as? NSSortDescriptor
    lines.append("reversed: \(reversed?.key ?? "-") \(reversed?.ascending ?? false)")
    lines.append("equal to inverse: \(reversed == JotSortMode.modifiedNewest.inverse.descriptor)")
    let alphabetical = JotSortMode.alphabeticallyAscending.descriptor
    lines.append("selector: \(alphabetical.selector == Selector("localizedStandardCompare:"))")
    let notes = JotFixture.notes()
    let order = alphabetical.compare(notes[1], to: notes[2])
    lines.append("10 after 9: \(order == .orderedDescending)")

    let names = NSOrderedSet(array: JotFixture.tags().map { $0.name })
    let short = names.filtered(using: NSPredicate(format: "SELF MATCHES %@", "[A-Za-z]{4,5}"))
    let sorted = short.sortedArray(comparator: { left, right in
      return ((left as? String) ?? "").caseInsensitiveCompare((right as? String) ?? "")
    })
    lines.append("tags: " + sorted.compactMap { $0 as? String }.joined(separator: ", "))
    return lines
  }
}
