import PredicateFormat
import PredicateSQL

/// A request, memory's answer, and the statement that must give the same answer.
package struct RequestQuestion {
  package var made: ProofRequest
  package var answer: RequestAnswer
  /// The expected rows of a statement without a remainder: the answer without the types that properties specify.
  package var statementAnswer: RequestAnswer
  /// The statement and its remainder, or nil if the dialect cannot express the request.
  package var fetch: SQLFetch?
  /// The reason that there is no statement.
  package var refusal: FormatError?
  /// The error with which memory rejects the request.
  package var error: FormatError?
  /// The errors that are found without reading rows.
  package var errors: [String] = []
  /// Whether the naive implementation supports the request.
  package var isPlain = false

  init(made: ProofRequest, answer: RequestAnswer, errors: [String] = []) {
    (self.made, self.answer, self.errors) = (made, answer, errors)
    statementAnswer = answer
  }

  /// Returns a failure report.
  package func report(_ difference: String) -> String {
    var text = "FAILED \(made.id): \(difference)\n  \(made.json)"
    if let fetch {
      let values = fetch.statement.parameters.map { $0.value.formatExpression.losslessFormat }
      text += "\n  SQL: \(fetch.statement.text)\n  values: \(values)"
      if fetch.remainder != nil { text += "\n  with a remainder: \(remainderReason ?? "")" }
    }
    return text
  }

  /// The reason that a part is left to memory.
  var remainderReason: String? { fetch?.statement.notes.first { $0.kind == .residual }?.message }
}

/// The totals of many requests.
package struct RequestTally {
  private var asked: [String: Int] = [:]
  private var remainders: [String: Int] = [:]
  private var refusals: [String: Int] = [:]
  private var reasons: [String: Int] = [:]
  private var plain = 0
  private var full = 0
  private var invalid: [String: Int] = [:]
  /// A message for each request with different answers.
  package var failures: [String] = []

  package init() {}

  /// The number of requests that a statement answers completely.
  package var exact: Int { count(asked) - count(remainders) - count(refusals) }
  /// The number of requests that the dialect cannot express.
  package var refused: Int { count(refusals) }
  /// The number of all requests.
  package var all: Int { count(asked) }
  /// The number of requests that the naive implementation supports.
  package var plainlyAnswered: Int { plain }
  /// The number of requests with more than one row.
  package var withRows: Int { full }

  /// The number of intentionally invalid requests.
  package var invalidRequests: Int { count(invalid) }

  private func count(_ counts: [String: Int]) -> Int { counts.values.reduce(0, +) }

  /// Counts and returns the question with the given number. If its text cannot be parsed, counts a failure and returns nil.
  package mutating func question(_ number: Int, of requests: inout RequestProof) -> RequestQuestion? {
    do throws(FormatError) {
      let question = try requests.question(number)
      count(question)
      return question
    } catch {
      failures.append("FAILED \(requests.proof.seed)/\(number): the generated request is invalid: \(error)")
      return nil
    }
  }

  /// Counts a question.
  private mutating func count(_ question: RequestQuestion) {
    if let invalidity = question.made.invalidity {
      invalid[invalidity.rawValue, default: 0] += 1
      return
    }
    let shape = question.made.shape
    asked[shape, default: 0] += 1
    if question.isPlain { plain += 1 }
    if question.answer.rows.count > 1 { full += 1 }
    if question.fetch?.remainder != nil {
      remainders[shape, default: 0] += 1
      reasons["remainder: \(Self.general(question.remainderReason ?? "no reason is given"))", default: 0] += 1
    }
    if let refusal = question.refusal {
      refusals[shape, default: 0] += 1
      let reason = refusal.diagnostics.first.map { "\($0.code.rawValue): \($0.message)" } ?? ""
      reasons["refused: \(Self.general(reason))", default: 0] += 1
    }
  }

  /// Returns a message without its quoted names.
  private static func general(_ message: String) -> String {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    return parts.enumerated().map { $0.offset % 2 == 1 ? "…" : String($0.element) }.joined(separator: "'")
  }

  /// The totals, one per line.
  package var description: String {
    var lines = ["\(all) requests, \(failures.count) different; \(invalidRequests) more are intentionally invalid"]
    lines.append(
      "\(exact) by a statement alone, \(count(remainders)) with a remainder in memory, \(count(refusals)) refused")
    lines.append("\(plain) also answered by the naive implementation; \(full) give more than one row")
    for shape in asked.keys.sorted() {
      let parts = [remainders[shape], refusals[shape]].map { $0 ?? 0 }
      lines.append("  \(shape): \(asked[shape] ?? 0), \(parts[0]) with a remainder, \(parts[1]) refused")
    }
    for (reason, count) in reasons.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      lines.append("  \(count) × \(reason)")
    }
    for (reason, count) in invalid.sorted(by: { $0.key < $1.key }) { lines.append("  \(count) × invalid: \(reason)") }
    return lines.joined(separator: "\n")
  }
}

extension ProofRequest {
  /// The kind of request.
  var shape: String {
    if !request.makesRows { return "objects" }
    if !request.groupKeys.isEmpty || request.having != nil { return "groups" }
    return request.isDistinct ? "distinct rows" : "rows"
  }
}
