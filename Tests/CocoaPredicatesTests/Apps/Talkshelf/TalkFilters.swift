import Foundation
import CocoaPredicates

enum TalkFilterIdentifier: String, CaseIterable {
  case event, focus, track, text
  case isFavorite, isDownloaded, isUnwatched, hasBookmarks
}

protocol TalkFilter {
  var identifier: TalkFilterIdentifier { get }
  var isEmpty: Bool { get }
  var predicate: NSPredicate? { get }
  mutating func reset()
}

struct TalkFilterOption: Hashable {
  let title: String
  let value: String
  var isNegative = false

  init(_ title: String, value: String? = nil, isNegative: Bool = false) {
    self.title = title
    self.value = value ?? title
    self.isNegative = isNegative
  }
}

/// Events, focuses or tracks: one of several options per filter.
struct TalkMultipleChoiceFilter: TalkFilter {
  let identifier: TalkFilterIdentifier
  /// Name of the to-many relationship, nil when `modelKey` can be read directly.
  let collectionKey: String?
  let modelKey: String
  let options: [TalkFilterOption]
  var selectedOptions: [TalkFilterOption] = []

  var isEmpty: Bool {
    return selectedOptions.isEmpty
  }

  var predicate: NSPredicate? {
    guard !isEmpty else { return nil }
    let subpredicates = selectedOptions.map { option -> NSPredicate in
      let format: String
      if let collectionKey = collectionKey {
        format = "SUBQUERY(\(collectionKey), $\(collectionKey), $\(collectionKey).\(modelKey) == %@).@count > 0"
      } else if option.isNegative {
        format = "\(modelKey) != %@"
      } else {
        format = "\(modelKey) == %@"
      }
      return NSPredicate(format: format, option.value)
    }
    return NSCompoundPredicate(orPredicateWithSubpredicates: subpredicates)
  }

  mutating func reset() {
    selectedOptions = []
  }
}

struct TalkTextualFilter: TalkFilter {
  let identifier: TalkFilterIdentifier
  let modelKeys: [String]
  var value: String?

  var isEmpty: Bool {
    return predicate == nil
  }

  var predicate: NSPredicate? {
    guard let value = value, value.count > 2 else { return nil }
    var subpredicates = modelKeys.map { NSPredicate(format: "%K CONTAINS[cd] %@", $0, value) }
    subpredicates.append(
      NSPredicate(
        format:
          "SUBQUERY(bookmarks, $bookmark, $bookmark.body CONTAINS[cd] %@ AND $bookmark.isDeleted == false).@count > 0",
        value))
    if let number = Int(value) {
      subpredicates.append(NSPredicate(format: "number == %d", number))
    }
    return NSCompoundPredicate(orPredicateWithSubpredicates: subpredicates)
  }

  mutating func reset() {
    value = nil
  }
}

struct TalkToggleFilter: TalkFilter {
  let identifier: TalkFilterIdentifier
  var isOn = false
  let customPredicate: NSPredicate

  var isEmpty: Bool {
    return !isOn
  }

  var predicate: NSPredicate? {
    return isOn ? customPredicate : nil
  }

  mutating func reset() {
    isOn = false
  }

  static func standard(_ identifier: TalkFilterIdentifier, isOn: Bool = false) -> TalkToggleFilter {
    let predicate: NSPredicate
    switch identifier {
    case .isFavorite:
      predicate = NSPredicate(format: "favoriteDates.@count > 0")
    case .isDownloaded:
      predicate = NSPredicate(format: "ANY assets.downloaded == true")
    case .isUnwatched:
      predicate = NSPredicate(format: "progresses.@count == 0 OR NOT (ANY progresses.relativePosition >= %f)", 0.97)
    case .hasBookmarks:
      predicate = NSPredicate(format: "SUBQUERY(bookmarks, $b, $b.isDeleted = false).@count > 0")
    case .event, .focus, .track, .text:
      predicate = NSPredicate(value: true)
    }
    return TalkToggleFilter(identifier: identifier, isOn: isOn, customPredicate: predicate)
  }
}

enum TalkFiltersAnswers {
  static func answers() -> [String] {
    var lines: [String] = []

    var focus = TalkMultipleChoiceFilter(
      identifier: .focus, collectionKey: "focuses", modelKey: "name",
      options: [TalkFilterOption("Phone"), TalkFilterOption("Desktop"), TalkFilterOption("Watch")])
    lines.append("no choice: \(focus.predicate == nil)")
    focus.selectedOptions = [focus.options[1]]
    lines.append(TalkStore.line("desktop", focus.predicate))
    focus.selectedOptions.append(focus.options[2])
    lines.append(TalkStore.line("desktop or watch", focus.predicate))
    focus.reset()
    lines.append("reset: \(focus.isEmpty)")

    var track = TalkMultipleChoiceFilter(
      identifier: .track, collectionKey: nil, modelKey: "track.name",
      options: [TalkFilterOption("Design"), TalkFilterOption("Not Tools", value: "Developer Tools", isNegative: true)])
    track.selectedOptions = [track.options[0]]
    lines.append(TalkStore.line("design", track.predicate))
    track.selectedOptions = [track.options[1]]
    lines.append(TalkStore.line("not tools", track.predicate))

    var text = TalkTextualFilter(identifier: .text, modelKeys: ["title", "summary", "transcriptText"], value: nil)
    for value in ["ce", "CELL", "resume", "obsolete", "402"] {
      text.value = value
      lines.append(text.isEmpty ? "\(value): too short" : TalkStore.line(value, text.predicate))
    }

    for identifier in [TalkFilterIdentifier.isFavorite, .isDownloaded, .isUnwatched, .hasBookmarks] {
      lines.append(TalkStore.line(identifier.rawValue, TalkToggleFilter.standard(identifier, isOn: true).predicate))
    }
    let off = TalkToggleFilter.standard(.isFavorite)
    lines.append("off: \(off.predicate == nil)")
    return lines
  }
}
