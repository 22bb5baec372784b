// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import CocoaPredicates

/// Date part of the console filters.
struct WireDateFilter {
  var startDate: Date?
  var endDate: Date?

  static func day(containing date: Date, calendar: Calendar) -> WireDateFilter {
    let start = calendar.startOfDay(for: date)
    return WireDateFilter(startDate: start, endDate: calendar.date(byAdding: .day, value: 1, to: start))
  }

  static func last(_ interval: TimeInterval, before now: Date) -> WireDateFilter {
    return WireDateFilter(startDate: now.addingTimeInterval(-interval), endDate: nil)
  }

  func predicate(key: String) -> NSPredicate? {
    var parts: [NSPredicate] = []
    if let startDate = startDate {
      parts.append(NSPredicate(format: "%K >= %@", key, startDate as NSDate))
    }
    if let endDate = endDate {
      parts.append(NSPredicate(format: "%K < %@", key, endDate as NSDate))
    }
    guard !parts.isEmpty else { return nil }
    return NSCompoundPredicate(type: .and, subpredicates: parts)
  }
}

struct WireSessionFilter {
  var selection: Set<UUID>

  var predicate: NSPredicate {
    if selection.count == 1, let only = selection.first {
      return NSPredicate(format: "session == %@", only as NSUUID)
    }
    return NSPredicate(format: "session IN %@", selection)
  }

  static func current(_ session: UUID) -> NSPredicate {
    return NSPredicate(format: "%K == %@", "session", session as CVarArg)
  }

  static func previous(before date: Date, current session: UUID) -> NSPredicate {
    return NSPredicate(format: "session != %@ && startDate < %@", session as CVarArg, date as CVarArg)
  }
}

/// Removes old rows: the two arrays of the store, pinned rows stay.
struct WireSweeper {
  let now: Date
  let maximumAge: TimeInterval

  var cutoff: Date {
    return now.addingTimeInterval(-maximumAge)
  }

  func expired(_ tasks: [WireTask]) -> [WireTask] {
    let predicate = NSPredicate(format: "startDate < %@ AND isPinned == %@", cutoff as NSDate, NSNumber(value: false))
    return tasks.filter(predicate.evaluate(with:))
  }

  func remaining(_ messages: [WireMessage]) -> [WireMessage] {
    let list = NSMutableArray(array: messages)
    list.filter(using: NSPredicate(format: "createdAt >= %@", argumentArray: [cutoff]))
    return list.compactMap { $0 as? WireMessage }
  }
}

enum WireDateFilterAnswers {
  static func answers() -> [String] {
    let log = WireFixture.log()
    let start = WireFixture.start
    let now = start.addingTimeInterval(180_000)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0)!
    let always = NSPredicate(value: true)
    let never = NSPredicate(value: false)

    var lines: [String] = []
    lines.append(WireQuery.tasks("open", WireDateFilter().predicate(key: "startDate") ?? always, log))
    let hour = WireDateFilter(startDate: start, endDate: start.addingTimeInterval(3_600))
    lines.append(WireQuery.tasks("first hour", hour.predicate(key: "startDate") ?? never, log))
    lines.append(WireQuery.messages("messages", hour.predicate(key: "createdAt") ?? never, log))
    let recent = WireDateFilter.last(100_000, before: now)
    lines.append(WireQuery.tasks("recent", recent.predicate(key: "startDate") ?? never, log))
    let today = WireDateFilter.day(containing: start.addingTimeInterval(86_400), calendar: calendar)
    lines.append(WireQuery.tasks("second day", today.predicate(key: "startDate") ?? never, log))

    lines.append(
      WireQuery.tasks("one session", WireSessionFilter(selection: [WireFixture.secondSession]).predicate, log))
    let both = WireSessionFilter(selection: [WireFixture.firstSession, WireFixture.secondSession])
    lines.append(WireQuery.messages("both sessions", both.predicate, log))
    lines.append(WireQuery.messages("current", WireSessionFilter.current(WireFixture.secondSession), log))
    lines.append(
      WireQuery.tasks(
        "previous",
        WireSessionFilter.previous(before: start.addingTimeInterval(500), current: WireFixture.secondSession), log))

    let sweeper = WireSweeper(now: now, maximumAge: 100_000)
    lines.append(WireQuery.line("expired", sweeper.expired(log.tasks).map { $0.id }))
    lines.append(WireQuery.line("remaining", sweeper.remaining(log.messages).map { $0.id }))

    let between = NSPredicate(
      format: "startDate BETWEEN %@", [start.addingTimeInterval(60), start.addingTimeInterval(180)])
    lines.append(WireQuery.tasks("between", between, log))
    lines.append("always: \(always.predicateFormat), never: \(never.predicateFormat)")
    return lines
  }
}
