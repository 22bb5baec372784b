import Foundation
import PredicateFormat

/// The part of a server that answers `GET /people?filter=…`. The filter is a stranger's.
struct PeopleServer {
  struct Person: Encodable {
    let name: String
    let age: Int
    let password: String

    /// A response has no passwords.
    enum CodingKeys: CodingKey { case name, age }
  }

  struct Response {
    let status: Int
    let body: String
  }

  /// The keys that a stranger may use. The profile also limits the length of a filter and its steps.
  private static let profile = PredicateProfile.untrusted.permitting(keys: ["name", "age"])
  /// What one request may cost.
  private static let limits = PredicateLimits(rows: 10_000, steps: 1_000_000, duration: .milliseconds(100))

  private let people = [
    Person(name: "Ann", age: 30, password: "x1"), Person(name: "Bob", age: 41, password: "y2"),
    Person(name: "Carla", age: 22, password: "z3"),
  ]

  /// Returns the people that match the filter, or the diagnostics that tell the stranger what to change.
  func respond(to target: String) throws -> Response {
    guard let filter = URLComponents(string: target)?.queryItems?.first(where: { $0.name == "filter" })?.value else {
      return try Response(status: 200, body: json(people))
    }
    do {
      let predicate = try FormatPredicate(filter, profile: Self.profile).limited(to: Self.limits)
      return try Response(status: 200, body: json(people.filtered(by: predicate)))
    } catch let error as FormatError {
      return try Response(status: 400, body: json(error.diagnostics))
    }
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
