import PredicateFormat

/// A request, what memory answers, and the statement that is to find the same.
package struct RequestQuestion {
  package var made: ProofRequest
  package var answer: RequestAnswer
  /// What the rows of a statement without a remainder are: the answer, but for the types that properties name.
  package var statementAnswer: RequestAnswer
  /// Nil where the dialect cannot say it.
  package var fetch: SQLFetch?
  /// Why there is no statement.
  package var refusal: FormatError?
  /// Why memory refuses the request.
  package var error: FormatError?
  /// What is wrong before any row is read.
  package var faults: [String] = []
  /// Whether the plain definition answers it too.
  package var isPlain = false

  init(made: ProofRequest, answer: RequestAnswer, faults: [String] = []) {
    (self.made, self.answer, self.faults) = (made, answer, faults)
    statementAnswer = answer
  }

  /// What is to be known about a failure.
  package func report(_ difference: String) -> String {
    var text = "FAILED \(made.id): \(difference)\n  \(made.json)"
    if let fetch {
      let values = fetch.statement.parameters.map { $0.value.formatExpression.losslessFormat }
      text += "\n  SQL: \(fetch.statement.text)\n  values: \(values)"
      if fetch.remainder != nil { text += "\n  with a remainder: \(remainderReason ?? "")" }
    }
    return text
  }

  /// Why something is left to memory.
  var remainderReason: String? { fetch?.statement.notes.first { $0.kind == .residual }?.message }
}

/// What came of many requests.
package struct RequestTally {
  private var asked: [String: Int] = [:]
  private var remainders: [String: Int] = [:]
  private var refusals: [String: Int] = [:]
  private var reasons: [String: Int] = [:]
  private var plain = 0
  private var full = 0
  private var invalid: [String: Int] = [:]
  /// One text for each request whose answers differ.
  package var failures: [String] = []

  package init() {}

  /// How many requests were made of a statement alone.
  package var exact: Int { count(asked) - count(remainders) - count(refusals) }
  /// How many a dialect refuses.
  package var refused: Int { count(refusals) }
  /// How many there were.
  package var all: Int { count(asked) }
  /// How many the plain definition answers too.
  package var plainlyAnswered: Int { plain }
  /// How many give more than one row.
  package var withRows: Int { full }

  /// How many were made for the check to refuse.
  package var invalidRequests: Int { count(invalid) }

  private func count(_ counts: [String: Int]) -> Int { counts.values.reduce(0, +) }

  /// The question of a number, counted; nil, and a failure, where what was made cannot be read.
  package mutating func question(_ number: Int, of requests: inout RequestProof) -> RequestQuestion? {
    do throws(FormatError) {
      let question = try requests.question(number)
      count(question)
      return question
    } catch {
      failures.append("FAILED \(requests.proof.seed)/\(number): what was made is no request: \(error)")
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

  /// A message without the names in it.
  private static func general(_ message: String) -> String {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    return parts.enumerated().map { $0.offset % 2 == 1 ? "…" : String($0.element) }.joined(separator: "'")
  }

  /// The figures, a line each.
  package var description: String {
    var lines = ["\(all) requests, \(failures.count) different; \(invalidRequests) more are made to be refused"]
    lines.append(
      "\(exact) by a statement alone, \(count(remainders)) with a remainder in memory, \(count(refusals)) refused")
    lines.append("\(plain) answered by the plain definition too; \(full) give more than one row")
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
  /// What is made, in a word.
  var shape: String {
    if !request.makesRows { return "objects" }
    if !request.groupKeys.isEmpty || request.having != nil { return "groups" }
    return request.isDistinct ? "distinct rows" : "rows"
  }
}
