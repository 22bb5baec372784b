/// The figures of one workload.
struct Row: Encodable {
  let name: String
  let format: String
  let elements: Int
  let matches: Int
  /// Nanoseconds an element, by the contestant's role.
  let times: [String: Double]
  /// Those that found other objects.
  let wrong: [String]
  /// What those said who could not answer after all.
  let refused: [String: String]
  /// Nanoseconds an element by the name of another way to write the closure.
  let variants: [String: Double]

  init(_ workload: Workload, elements: Int, matches: Int, _ results: [(Contestant, Measurement)]) {
    name = workload.name
    format = workload.title
    self.elements = elements
    self.matches = matches
    var times: [String: Double] = [:]
    var variants: [String: Double] = [:]
    var wrong: [String] = []
    var refused: [String: String] = [:]
    for (contestant, result) in results {
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

  /// One contestant's time to another's; nil where one of them has none.
  func ratio(_ role: Contestant.Role, to other: Contestant.Role) -> Double? {
    guard let time = self[role], let other = self[other] else { return nil }
    return time / other
  }
}
