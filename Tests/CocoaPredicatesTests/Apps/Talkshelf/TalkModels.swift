import Foundation
import CocoaPredicates

final class TalkEvent: NSObject {
  let identifier: String
  let year: Int
  let isCurrent: Bool

  init(identifier: String, year: Int, isCurrent: Bool) {
    self.identifier = identifier
    self.year = year
    self.isCurrent = isCurrent
    super.init()
  }
}

final class TalkTrack: NSObject {
  let name: String
  let order: Int

  init(name: String, order: Int) {
    self.name = name
    self.order = order
    super.init()
  }
}

final class TalkFocus: NSObject {
  let name: String

  init(_ name: String) {
    self.name = name
    super.init()
  }
}

final class TalkBookmark: NSObject {
  let body: String
  let isDeleted: Bool

  init(_ body: String, isDeleted: Bool = false) {
    self.body = body
    self.isDeleted = isDeleted
    super.init()
  }
}

final class TalkProgress: NSObject {
  let relativePosition: Double
  let currentPosition: Double

  init(_ relativePosition: Double) {
    self.relativePosition = relativePosition
    self.currentPosition = relativePosition * 2_400
    super.init()
  }
}

final class TalkAsset: NSObject {
  let rawAssetType: String
  let downloaded: Bool

  init(_ rawAssetType: String, downloaded: Bool = false) {
    self.rawAssetType = rawAssetType
    self.downloaded = downloaded
    super.init()
  }
}

final class TalkSession: NSObject, NSFetchRequestResult {
  let identifier: String
  let number: Int
  let title: String
  let summary: String
  let transcriptText: String
  let event: TalkEvent
  let track: TalkTrack
  let focuses: [TalkFocus]
  let assets: [TalkAsset]
  let bookmarks: [TalkBookmark]
  let progresses: [TalkProgress]
  let favoriteDates: [Date]
  let startTime: Date?

  init(
    _ number: Int, _ title: String, summary: String, transcript: String = "", event: TalkEvent, track: TalkTrack,
    focuses: [TalkFocus], assets: [TalkAsset] = [], bookmarks: [TalkBookmark] = [], progress: [Double] = [],
    favoriteDays: [Int] = [], startHour: Int? = nil
  ) {
    self.identifier = "\(event.identifier)-\(number)"
    self.number = number
    self.title = title
    self.summary = summary
    self.transcriptText = transcript
    self.event = event
    self.track = track
    self.focuses = focuses
    self.assets = assets
    self.bookmarks = bookmarks
    self.progresses = progress.map { TalkProgress($0) }
    self.favoriteDates = favoriteDays.map { TalkFixture.date(hour: $0 * 24) }
    self.startTime = startHour.map { TalkFixture.date(hour: $0) }
    super.init()
  }
}

enum TalkFixture {
  static func date(hour: Int) -> Date {
    return Date(timeIntervalSinceReferenceDate: 739_000_000 + Double(hour) * 3_600)
  }

  static func sessions() -> [TalkSession] {
    let spring = TalkEvent(identifier: "spring23", year: 2023, isCurrent: false)
    let summer = TalkEvent(identifier: "summer24", year: 2024, isCurrent: true)
    let frameworks = TalkTrack(name: "App Frameworks", order: 1)
    let design = TalkTrack(name: "Design", order: 3)
    let tools = TalkTrack(name: "Developer Tools", order: 2)
    let phone = TalkFocus("Phone")
    let desktop = TalkFocus("Desktop")
    let watch = TalkFocus("Watch")
    return [
      TalkSession(
        101, "Keynote", summary: "The big opening", transcript: "good morning and welcome", event: summer,
        track: frameworks,
        focuses: [phone, desktop, watch], assets: [TalkAsset("streaming"), TalkAsset("hd", downloaded: true)],
        progress: [0.3], favoriteDays: [1], startHour: 10),
      TalkSession(
        102, "What's new in lists", summary: "Lists, grids and cells", transcript: "a cell is reused", event: summer,
        track: frameworks,
        focuses: [phone], assets: [TalkAsset("streaming")], bookmarks: [TalkBookmark("check diffing")],
        progress: [0.98], startHour: 13),
      TalkSession(
        203, "Debug like a pro", summary: "Breakpoints and more", transcript: "set a breakpoint in the cell",
        event: summer, track: tools,
        focuses: [phone, desktop],
        bookmarks: [TalkBookmark("Résumé of commands"), TalkBookmark("obsolete", isDeleted: true)],
        favoriteDays: [2, 5], startHour: 13),
      TalkSession(
        210, "Colour and contrast", summary: "Accessible palettes", event: summer, track: design,
        focuses: [phone, watch], assets: [TalkAsset("slides", downloaded: true)]),
      TalkSession(
        402, "Faster builds", summary: "Caches for big projects", transcript: "the linker", event: spring, track: tools,
        focuses: [desktop], assets: [TalkAsset("streaming"), TalkAsset("hd")], progress: [0.5, 1.0],
        favoriteDays: [-300]),
      TalkSession(
        405, "Complications", summary: "Data on the wrist", transcript: "glanceable cells", event: spring,
        track: design,
        focuses: [watch], bookmarks: [TalkBookmark("old idea", isDeleted: true)], progress: [0.01]),
    ]
  }
}

enum TalkStore {
  /// Stands in for the database query.
  static func objects<T: NSFetchRequestResult>(for request: NSFetchRequest<T>, in all: [T]) -> [T] {
    var rows: [Any] = all
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

  static func sessions(matching predicate: NSPredicate?) -> [TalkSession] {
    let request = NSFetchRequest<TalkSession>(entityName: "Session")
    request.predicate = predicate
    request.sortDescriptors = [
      NSSortDescriptor(key: "event.year", ascending: false),
      NSSortDescriptor(key: "track.order", ascending: true),
      NSSortDescriptor(key: "number", ascending: true),
    ]
    return objects(for: request, in: TalkFixture.sessions())
  }

  static func line(_ label: String, _ predicate: NSPredicate?) -> String {
    let list = sessions(matching: predicate).map { String($0.number) }.joined(separator: ", ")
    return "\(label): \(list.isEmpty ? "-" : list)"
  }
}

enum TalkModelsAnswers {
  static func answers() -> [String] {
    return [
      TalkStore.line("all", nil),
      TalkStore.line("current event", NSPredicate(format: "event.isCurrent == true")),
      TalkStore.line("by number", NSPredicate(format: "number IN {101, 210, 405}")),
      TalkStore.line("scheduled", NSPredicate(format: "startTime != nil")),
      TalkStore.line("identifier", NSPredicate(format: "identifier BEGINSWITH %@", "spring23-")),
      TalkStore.line("empty transcript", NSPredicate(format: "transcriptText == ''")),
      TalkStore.line("afternoon", NSPredicate(format: "startTime >= %@", TalkFixture.date(hour: 12) as NSDate)),
    ]
  }
}
