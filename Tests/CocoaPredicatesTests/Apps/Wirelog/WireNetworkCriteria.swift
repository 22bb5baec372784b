import Foundation
import CocoaPredicates

/// The values of the filters pane for network tasks.
struct WireNetworkCriteria {
  struct StatusRange {
    var from = ""
    var to = ""
  }

  enum DurationUnit: Double {
    case minutes = 60
    case seconds = 1
    case milliseconds = 0.001
  }

  enum SizeUnit: Int64 {
    case bytes = 1
    case kilobytes = 1_024
    case megabytes = 1_048_576
  }

  enum Source {
    case any, network, cache
  }

  var status = StatusRange()
  var minimumDuration = ""
  var maximumDuration = ""
  var durationUnit: DurationUnit = .seconds
  var minimumSize = ""
  var sizeUnit: SizeUnit = .kilobytes
  var source: Source = .any
  var ignoredHosts: Set<String> = []
  var contentTypePrefix: String?
  var methods: [String] = []

  func predicates() -> [NSPredicate] {
    var predicates: [NSPredicate] = []
    if let from = Int(status.from) {
      predicates.append(NSPredicate(format: "statusCode >= %d", from))
    }
    if let to = Int(status.to) {
      predicates.append(NSPredicate(format: "statusCode <= %d", to))
    }
    if let value = Double(minimumDuration) {
      predicates.append(NSPredicate(format: "duration >= %f", value * durationUnit.rawValue))
    }
    if let value = Double(maximumDuration) {
      predicates.append(NSPredicate(format: "duration <= %f AND requestState != %d", value * durationUnit.rawValue, 0))
    }
    if let size = Int64(minimumSize) {
      let bytes = NSNumber(value: size * sizeUnit.rawValue)
      predicates.append(NSPredicate(format: "responseBodySize >= %@ OR requestBodySize >= %@", bytes, bytes))
    }
    switch source {
    case .any: break
    case .network: predicates.append(NSPredicate(format: "isFromCache == NO"))
    case .cache: predicates.append(NSPredicate(format: "isFromCache == YES"))
    }
    if !ignoredHosts.isEmpty {
      predicates.append(NSPredicate(format: "NOT host IN %@", ignoredHosts))
    }
    if let prefix = contentTypePrefix {
      predicates.append(NSPredicate(format: "responseContentType BEGINSWITH %@", prefix))
    }
    if !methods.isEmpty {
      let choices = methods.map { NSPredicate(format: "httpMethod ==[c] %@", $0) }
      predicates.append(NSCompoundPredicate(orPredicateWithSubpredicates: choices))
    }
    return predicates
  }

  var predicate: NSPredicate? {
    let parts = predicates()
    switch parts.count {
    case 0: return nil
    case 1: return parts[0]
    default: return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    }
  }
}

enum WireStatusClass: Int, CaseIterable {
  case informational = 1, successful, redirection, clientError, serverError

  var predicate: NSPredicate {
    return NSPredicate(format: "statusCode BETWEEN %@", [rawValue * 100, rawValue * 100 + 99])
  }
}

enum WireNetworkCriteriaAnswers {
  static func answers() -> [String] {
    let log = WireFixture.log()
    var lines: [String] = []

    func add(_ label: String, _ change: (inout WireNetworkCriteria) -> Void) {
      var criteria = WireNetworkCriteria()
      change(&criteria)
      lines.append(WireQuery.tasks(label, criteria.predicate ?? NSPredicate(value: true), log))
    }

    add("default") { _ in }
    add("status range") { $0.status = .init(from: "201", to: "401") }
    add("slow") { $0.minimumDuration = "2.5" }
    add("quick") {
      $0.maximumDuration = "50"
      $0.durationUnit = .milliseconds
    }
    add("large") { $0.minimumSize = "40" }
    add("huge") {
      $0.minimumSize = "1"
      $0.sizeUnit = .megabytes
    }
    add("cache") { $0.source = .cache }
    add("network") { $0.source = .network }
    add("hosts") { $0.ignoredHosts = ["api.example.com", "localhost"] }
    add("json") { $0.contentTypePrefix = "application/json" }
    add("methods") { $0.methods = ["post", "PUT"] }
    add("combined") {
      $0.methods = ["get"]
      $0.status.from = "200"
      $0.source = .network
      $0.ignoredHosts = ["localhost"]
    }
    for item in WireStatusClass.allCases {
      lines.append(WireQuery.tasks("\(item)", item.predicate, log))
    }

    var criteria = WireNetworkCriteria()
    criteria.status = .init(from: "400", to: "499")
    lines.append(criteria.predicate?.predicateFormat ?? "nil")
    lines.append("parts: \(criteria.predicates().count)")
    let same = NSPredicate(format: "statusCode >= 400 AND statusCode <= 499")
    lines.append("equal: \(criteria.predicate == same)")
    return lines
  }
}
