import Foundation
import CocoaPredicates

enum TalkTab: CaseIterable {
  case schedule
  case videos
}

/// Owns the filters of both tabs and makes one predicate of them.
final class TalkSearchCoordinator {
  private var filters: [TalkFilter]
  private(set) var tab: TalkTab
  private(set) var updates: [String] = []
  private var lastPredicate: NSPredicate?

  init(tab: TalkTab) {
    self.tab = tab
    self.filters = [
      TalkMultipleChoiceFilter(
        identifier: .event, collectionKey: nil, modelKey: "event.identifier",
        options: [TalkFilterOption("Summer", value: "summer24"), TalkFilterOption("Spring", value: "spring23")]),
      TalkMultipleChoiceFilter(
        identifier: .focus, collectionKey: "focuses", modelKey: "name",
        options: ["Phone", "Desktop", "Watch"].map { TalkFilterOption($0) }),
      TalkTextualFilter(identifier: .text, modelKeys: ["title", "summary"], value: nil),
      TalkToggleFilter.standard(.isFavorite),
      TalkToggleFilter.standard(.isUnwatched),
    ]
  }

  private var tabPredicate: NSPredicate {
    switch tab {
    case .schedule:
      return NSPredicate(format: "event.isCurrent == true AND startTime != nil")
    case .videos:
      return NSPredicate(format: "ANY assets.rawAssetType IN %@", ["streaming", "hd"])
    }
  }

  var currentPredicate: NSPredicate {
    let active = filters.filter { !$0.isEmpty }.compactMap { $0.predicate }
    return NSCompoundPredicate(andPredicateWithSubpredicates: [tabPredicate] + active)
  }

  var numberOfConditions: Int {
    return (currentPredicate as? NSCompoundPredicate)?.subpredicates.count ?? 0
  }

  func select(_ titles: [String], in identifier: TalkFilterIdentifier) {
    for index in filters.indices where filters[index].identifier == identifier {
      guard var filter = filters[index] as? TalkMultipleChoiceFilter else { continue }
      filter.selectedOptions = filter.options.filter { titles.contains($0.title) }
      filters[index] = filter
    }
  }

  func search(_ text: String?) {
    for index in filters.indices {
      if var filter = filters[index] as? TalkTextualFilter {
        filter.value = text
        filters[index] = filter
      }
    }
  }

  func toggle(_ identifier: TalkFilterIdentifier) {
    for index in filters.indices where filters[index].identifier == identifier {
      if var filter = filters[index] as? TalkToggleFilter {
        filter.isOn.toggle()
        filters[index] = filter
      }
    }
  }

  func show(_ tab: TalkTab) {
    self.tab = tab
  }

  func clear() {
    for index in filters.indices {
      filters[index].reset()
    }
  }

  /// Runs the query when the predicate is not the one already on screen.
  func commit(_ label: String) {
    let predicate = currentPredicate
    if let last = lastPredicate, last.isEqual(predicate) {
      updates.append("\(label): unchanged")
      return
    }
    lastPredicate = predicate
    updates.append(TalkStore.line(label, predicate))
  }
}

enum TalkSearchCoordinatorAnswers {
  static func answers() -> [String] {
    let coordinator = TalkSearchCoordinator(tab: .schedule)
    coordinator.commit("schedule")
    coordinator.select(["Desktop"], in: .focus)
    coordinator.commit("desktop")
    coordinator.commit("again")
    coordinator.toggle(.isUnwatched)
    coordinator.commit("unwatched")
    let conditions = coordinator.numberOfConditions
    coordinator.clear()
    coordinator.show(.videos)
    coordinator.commit("videos")
    coordinator.select(["Spring", "Summer"], in: .event)
    coordinator.commit("both events")
    coordinator.select(["Spring"], in: .event)
    coordinator.commit("spring")
    coordinator.clear()
    coordinator.search("big")
    coordinator.commit("text")
    coordinator.toggle(.isFavorite)
    coordinator.commit("favorite text")
    coordinator.search("b")
    coordinator.commit("short text")
    coordinator.toggle(.isFavorite)
    coordinator.commit("videos again")
    return coordinator.updates + ["conditions: \(conditions)", "left: \(coordinator.numberOfConditions)"]
  }
}
