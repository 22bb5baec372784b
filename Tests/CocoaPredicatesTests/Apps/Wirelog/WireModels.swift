// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import CocoaPredicates

enum WireLevel: Int16, CaseIterable {
  case trace = 1
  case debug, info, notice, warning, error, critical
}

enum WireTaskState: Int16 {
  case pending = 0
  case success, failure
}

final class WireTask: NSObject, NSFetchRequestResult {
  let id: Int
  let url: String
  let host: String?
  let httpMethod: String
  let statusCode: Int32
  let errorCode: Int32
  let requestState: Int16
  let startDate: Date
  let duration: Double
  let requestBodySize: Int64
  let responseBodySize: Int64
  let responseContentType: String?
  let isFromCache: Bool
  let session: UUID
  var isPinned: Bool

  init(
    _ id: Int, _ method: String, _ url: String, status: Int32, error: Int32 = 0, state: WireTaskState,
    at offset: TimeInterval,
    duration: Double, request: Int64 = 0, response: Int64 = 0, type: String? = nil, cached: Bool = false,
    session: UUID, pinned: Bool = false
  ) {
    self.id = id
    self.url = url
    self.host = URL(string: url)?.host
    self.httpMethod = method
    self.statusCode = status
    self.errorCode = error
    self.requestState = state.rawValue
    self.startDate = WireFixture.start.addingTimeInterval(offset)
    self.duration = duration
    self.requestBodySize = request
    self.responseBodySize = response
    self.responseContentType = type
    self.isFromCache = cached
    self.session = session
    self.isPinned = pinned
    super.init()
  }
}

final class WireMessage: NSObject, NSFetchRequestResult {
  let id: Int
  let level: Int16
  let label: String
  let text: String
  let createdAt: Date
  let session: UUID
  let task: WireTask?

  init(
    _ id: Int, _ level: WireLevel, _ label: String, _ text: String, at offset: TimeInterval, session: UUID,
    task: WireTask? = nil
  ) {
    self.id = id
    self.level = level.rawValue
    self.label = label
    self.text = text
    self.createdAt = WireFixture.start.addingTimeInterval(offset)
    self.session = session
    self.task = task
    super.init()
  }
}

struct WireLog {
  let tasks: [WireTask]
  let messages: [WireMessage]
}

enum WireFixture {
  static let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
  static let firstSession = UUID(uuidString: "0F8FAD5B-D9CB-469F-A165-70867728950E")!
  static let secondSession = UUID(uuidString: "7C9E6679-7425-40DE-944B-E07FC1F90AE7")!

  static func log() -> WireLog {
    let one = firstSession
    let two = secondSession
    let tasks = [
      WireTask(
        1, "GET", "https://api.example.com/v1/users?page=1", status: 200, state: .success, at: 0, duration: 0.12,
        response: 2_048, type: "application/json", session: one),
      WireTask(
        2, "POST", "https://api.example.com/v1/login", status: 401, state: .failure, at: 60, duration: 0.31,
        request: 64, response: 120, type: "application/json; charset=utf-8", session: one),
      WireTask(
        3, "GET", "https://cdn.example.com/img/logo.png", status: 200, state: .success, at: 120, duration: 0.045,
        response: 40_960, type: "image/png", cached: true, session: one),
      WireTask(
        4, "GET", "https://cdn.example.com/img/banner.JPG", status: 304, state: .success, at: 180, duration: 0.02,
        type: "image/jpeg", cached: true, session: one),
      WireTask(
        5, "PUT", "https://api.example.com/v1/users/7", status: 500, state: .failure, at: 3_600, duration: 2.5,
        request: 512, response: 300, type: "application/json", session: one, pinned: true),
      WireTask(
        6, "DELETE", "https://api.example.com/v1/users/9", status: 204, state: .success, at: 7_200, duration: 0.8,
        session: one),
      WireTask(
        7, "GET", "https://auth.example.net/token", status: 0, error: -1001, state: .failure, at: 10_800, duration: 30,
        session: one),
      WireTask(
        8, "GET", "https://auth.example.net/keys", status: 0, state: .pending, at: 86_400, duration: 0, session: two),
      WireTask(
        9, "GET", "http://localhost:8080/health", status: 200, state: .success, at: 90_000, duration: 0.005,
        response: 2, type: "text/plain", session: two),
      WireTask(
        10, "POST", "https://api.example.com/v2/upload", status: 201, state: .success, at: 172_800, duration: 5.75,
        request: 1_048_576, response: 88, type: "application/json", session: two, pinned: true),
    ]
    let messages = [
      WireMessage(1, .debug, "app", "Launch finished", at: 1, session: one),
      WireMessage(2, .info, "network", "GET users", at: 2, session: one, task: tasks[0]),
      WireMessage(3, .warning, "network", "Slow response from api", at: 3_601, session: one, task: tasks[4]),
      WireMessage(4, .error, "auth", "Login failed: 401", at: 61, session: one, task: tasks[1]),
      WireMessage(5, .critical, "storage", "Disk full (ENOSPC)", at: 5_000, session: one),
      WireMessage(6, .trace, "ui", "view did appear", at: 86_401, session: two),
      WireMessage(7, .info, "auth", "Token refreshed", at: 86_500, session: two),
      WireMessage(8, .error, "network", "Request timed out", at: 10_831, session: one, task: tasks[6]),
    ]
    return WireLog(tasks: tasks, messages: messages)
  }
}

enum WireQuery {
  /// Stands in for `context.fetch(_:)`.
  static func run<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>, on objects: [T]) -> [T] {
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

  static func tasks(_ label: String, _ predicate: NSPredicate, _ log: WireLog) -> String {
    let matches = (log.tasks as NSArray).filtered(using: predicate).compactMap { ($0 as? WireTask)?.id }
    return line(label, matches)
  }

  static func messages(_ label: String, _ predicate: NSPredicate, _ log: WireLog) -> String {
    let matches = (log.messages as NSArray).filtered(using: predicate).compactMap { ($0 as? WireMessage)?.id }
    return line(label, matches)
  }

  static func line(_ label: String, _ identifiers: [Int]) -> String {
    let list = identifiers.map { String($0) }.joined(separator: ", ")
    return "\(label): \(list.isEmpty ? "-" : list)"
  }
}

enum WireModelsAnswers {
  static func answers() -> [String] {
    let log = WireFixture.log()
    let request = NSFetchRequest<WireTask>(entityName: "\(WireTask.self)")
    request.predicate = NSPredicate(format: "requestState == %d", WireTaskState.failure.rawValue)
    request.sortDescriptors = [NSSortDescriptor(keyPath: \WireTask.duration, ascending: false)]
    var lines = [WireQuery.line("slowest failures", WireQuery.run(request, on: log.tasks).map { $0.id })]
    request.predicate = NSPredicate(format: "requestState != %d", WireTaskState.pending.rawValue)
    request.sortDescriptors = [
      NSSortDescriptor(keyPath: \WireTask.isPinned, ascending: false),
      NSSortDescriptor(keyPath: \WireTask.startDate, ascending: true),
    ]
    request.fetchLimit = 4
    lines.append(WireQuery.line("pinned first", WireQuery.run(request, on: log.tasks).map { $0.id }))
    lines.append(WireQuery.messages("with task", NSPredicate(format: "task != NULL"), log))
    lines.append(
      WireQuery.messages(
        "failed tasks", NSPredicate(format: "task != nil && (task.statusCode >= 400 || task.errorCode < 0)"), log))
    return lines
  }
}
