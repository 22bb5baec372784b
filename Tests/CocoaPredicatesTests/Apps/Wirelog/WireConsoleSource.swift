import Foundation
import CocoaPredicates

enum WireConsoleMode {
  case all, logs, network
}

/// Holds what the console list shows and rebuilds its predicate when an option changes.
final class WireConsoleSource {
  private let log: WireLog
  private(set) var refreshCount = 0
  private(set) var entities: [WireMessage] = []

  var mode: WireConsoleMode = .all { didSet { refresh() } }
  var levels: Set<WireLevel> = Set(WireLevel.allCases) { didSet { refresh() } }
  var searchTerm = "" { didSet { refresh() } }
  var isOnlyErrors = false { didSet { refresh() } }
  var focus: NSPredicate? {
    didSet {
      guard focus != oldValue else { return }
      refresh()
    }
  }
  var sortDescriptors = [NSSortDescriptor(keyPath: \WireMessage.createdAt, ascending: false)] { didSet { refresh() } }

  init(log: WireLog) {
    self.log = log
    refresh()
  }

  private func refresh() {
    refreshCount += 1
    let request = NSFetchRequest<WireMessage>(entityName: "WireMessage")
    request.fetchBatchSize = 100
    request.predicate = makePredicate()
    request.sortDescriptors = sortDescriptors
    request.relationshipKeyPathsForPrefetching = ["task"]
    entities = WireQuery.run(request, on: log.messages)
  }

  private func makePredicate() -> NSPredicate? {
    var parts: [NSPredicate?] = [focus]
    switch mode {
    case .all: break
    case .logs: parts.append(NSPredicate(format: "task == NULL"))
    case .network: parts.append(NSPredicate(format: "task != NULL"))
    }
    if levels.count != WireLevel.allCases.count {
      parts.append(NSPredicate(format: "level IN %@", Array(levels.map { $0.rawValue })))
    }
    if isOnlyErrors {
      parts.append(NSPredicate(format: "level >= %d", WireLevel.error.rawValue))
    }
    if !searchTerm.isEmpty {
      parts.append(NSPredicate(format: "text CONTAINS[cd] %@ OR label CONTAINS[cd] %@", searchTerm, searchTerm))
    }
    let used = parts.compactMap { $0 }
    return used.isEmpty ? nil : NSCompoundPredicate(andPredicateWithSubpredicates: used)
  }
}

/// Search on event dictionaries that are not in the store yet.
struct WireEventMatcher {
  private let template = NSPredicate(format: "label == $LABEL AND level >= $LEVEL")

  func matches(_ event: [String: Any], label: String, minimum level: WireLevel) -> Bool {
    return template.evaluate(with: event, substitutionVariables: ["LABEL": label, "LEVEL": level.rawValue])
  }
}

enum WireConsoleSourceAnswers {
  static func answers() -> [String] {
    let log = WireFixture.log()
    let source = WireConsoleSource(log: log)
    var lines: [String] = []

    func show(_ label: String) {
      lines.append(WireQuery.line(label, source.entities.map { $0.id }))
    }

    show("all")
    source.mode = .network
    show("network")
    source.mode = .logs
    source.levels = [.info, .critical]
    show("logs")
    source.mode = .all
    source.levels = Set(WireLevel.allCases)
    source.isOnlyErrors = true
    show("errors")
    source.searchTerm = "LOGIN"
    show("search")
    source.isOnlyErrors = false
    source.searchTerm = "net"
    show("search label")
    source.searchTerm = ""
    source.focus = NSPredicate(format: "session == %@", WireFixture.secondSession as CVarArg)
    show("focus")
    let before = source.refreshCount
    source.focus = NSPredicate(format: "%K == %@", "session", WireFixture.secondSession as CVarArg)
    lines.append("refreshed for an equal focus: \(source.refreshCount != before)")
    source.focus = NSPredicate(block: { object, _ in
      guard let message = object as? WireMessage else { return false }
      return message.text.count > 16
    })
    source.sortDescriptors = [
      NSSortDescriptor(key: "level", ascending: false), NSSortDescriptor(key: "id", ascending: true),
    ]
    show("long texts")

    let matcher = WireEventMatcher()
    let event: [String: Any] = ["label": "auth", "level": 5, "text": "expired"]
    lines.append("auth warning: \(matcher.matches(event, label: "auth", minimum: .warning))")
    lines.append("auth error: \(matcher.matches(event, label: "auth", minimum: .error))")

    let quick: Set<NSPredicate> = [
      NSPredicate(format: "level >= %d", 6), NSPredicate(format: "level >= 6"), NSPredicate(format: "level > 6"),
    ]
    lines.append("distinct quick filters: \(quick.count)")
    return lines
  }
}
