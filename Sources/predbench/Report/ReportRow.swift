/// The figures of one workload.
struct ReportRow: Encodable {
  let name: String
  let format: String
  /// The kind of data.
  let data: String
  let words: Int
  let categories: Int
  let elements: Int
  let matches: Int
  /// The nanoseconds per element, by role.
  let times: [String: Double]
  /// The contestants with wrong answers.
  let wrong: [String]
  /// The reasons of the contestants that could not answer.
  let refused: [String: String]
  /// The nanoseconds per element of the other versions of the closure, by name.
  let variants: [String: Double]

  init(_ result: Series.Result, _ kind: WordData) {
    name = result.workload.name
    format = result.workload.title
    data = kind.rawValue
    words = result.data.words.count
    categories = result.data.categories.count
    elements = result.elements
    matches = result.results.first?.measurement.count ?? 0
    var times: [String: Double] = [:]
    var variants: [String: Double] = [:]
    var wrong: [String] = []
    var refused: [String: String] = [:]
    for (contestant, result) in result.results {
      let (role, time) = (contestant.role.rawValue, result.nanoseconds / Double(elements))
      switch result.outcome {
      case .right: if contestant.role == .variant { variants[contestant.name] = time } else { times[role] = time }
      case .wrong: wrong.append(role)
      case .refused(let reason): refused[role] = reason
      }
    }
    (self.times, self.variants, self.wrong, self.refused) = (times, variants, wrong, refused)
  }

  subscript(role: Contestant.Role) -> Double? { times[role.rawValue] }

  /// Returns the ratio of two contestants' times, or nil if one of them is missing.
  func ratio(_ role: Contestant.Role, to other: Contestant.Role) -> Double? {
    guard let time = self[role], let other = self[other] else { return nil }
    return time / other
  }
}
