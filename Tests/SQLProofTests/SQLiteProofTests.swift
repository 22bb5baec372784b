import PredicateFormat
import PredicateSQLite
import ProofSupport
import TestSupport
import Testing

/// Memory and SQLite find the same rows. `sqlproof` runs more predicates, and Tests/Engines tests the other engines.
@Suite struct SQLiteProofTests {
  static let seed: UInt64 = 20_261_120
  static let count = isFullRun ? 10_000 : 1_000

  @Test func same() throws {
    var sqlite = try SQLiteProof(seed: Self.seed)
    var tally = ProofTally()
    for number in 0..<Self.count { sqlite.ask(number, &tally) }
    print("seed \(Self.seed): \(tally.description)")
    for failure in tally.failures.prefix(5) { Issue.record("\(failure)") }
    #expect(tally.failures.isEmpty)
    #expect(tally.asked * 100 >= Self.count * 95)
    #expect(tally.choosing * 2 >= tally.asked)
    let others = (tally.residuals.merging(tally.refusals) { $0 + $1 }).values.reduce(0, +)
    #expect(others * 100 <= tally.asked)
  }

  @Test(
    "predicates whose statement once found other rows",
    arguments: [
      "ratio BETWEEN {0.1 + 0.2, -5}", "cost BETWEEN {0.1 + 9223372036854775808, -1}",
      "age == 30 OR mentor != nil OR SUBQUERY(boss.tags, $x, TRUEPREDICATE).@count == 1",
      "ANY reports IN tags.people", "NONE reports IN tags.people", "ALL tags IN tasks.tags",
      "ANY tags.weight IN tags.people.level", "ANY {1, 3} IN tasks.priority", "ANY {level, rank} IN tasks.priority",
      "boss.level > 100 OR ANY {boss.level, level} > 3", "(ANY {boss.age, mentor.age} > 3) OR boss.age > 5",
      "SUBQUERY(tasks, $t, ANY {$t.reviewer.level, $t.effort} > 3 OR $t.reviewer.level > 100).@count > 0",
      "CAST(ratio, \"NSNumber\") IN {CAST(\"0.1\", \"NSDecimalNumber\"), CAST(\"0.5\", \"NSDecimalNumber\")}",
      "mentor == nil OR office != nil OR ANY tags.label == \"a\" OR SUBQUERY(boss.tags, $x, TRUEPREDICATE).@count == 1",
    ])
  func formats(_ format: String) throws {
    let sqlite = try SQLiteProof(seed: Self.seed)
    let made = ProofPredicate(id: "format", entity: "Person", format: format, arguments: [])
    let question = try sqlite.proof.question(about: made)
    #expect(question.statement != nil)
    #expect(!question.answer.keys.isEmpty)
    #expect(sqlite.difference(question) == nil)
  }

  @Test("the proof reports a difference where a statement finds other rows")
  func alteredStatement() throws { try SQLiteProof(seed: Self.seed).expectAlteredStatementsDiffer() }

  /// Statements that sort and limit, count, delete and change apply to the same objects.
  @Test func statements() throws {
    var sqlite = try SQLiteProof(seed: Self.seed)
    var asked = 0
    for number in 0..<(Self.count / 10) {
      guard let question = try? sqlite.proof.question(number) else { continue }
      for statement in try sqlite.proof.statements(over: question) {
        asked += 1
        if let difference = sqlite.difference(statement) {
          Issue.record("\(statement.id) \(statement.format): \(difference)")
        }
      }
    }
    #expect(asked > Self.count / 4)
  }

  // MARK: Injection

  /// Hostile texts in predicates find rows or are refused, and have no other effect.
  @Test func texts() throws {
    let sqlite = try SQLiteProof(seed: Self.seed)
    let before = try contents(sqlite)
    var ran = 0
    for text in Attacks.texts {
      for statement in try Attacks.statements(text, sqlite.proof) {
        ran += 1
        // SQLite reports what it refuses, such as U+0000 in a text.
        _ = try? sqlite.firstColumn(sqlite.connection.rows(of: statement))
      }
      for statement in Attacks.statements(named: "\(text)-", for: .sqlite) {
        ran += 1
        _ = try? sqlite.firstColumn(sqlite.connection.rows(of: statement))
      }
    }
    #expect(ran > 1_000)
    #expect(try contents(sqlite) == before)
  }

  /// Literals in the text find the same rows as parameters, also in a text of several lines.
  @Test(arguments: [false, true]) func literals(ofDecimals: Bool) throws {
    var sqlite = try SQLiteProof(seed: Self.seed, ofDecimals: ofDecimals)
    sqlite.proof.hasLiterals = true
    var tally = ProofTally()
    for number in 0..<(Self.count / 2) { sqlite.ask(number, &tally) }
    for failure in tally.failures.prefix(5) { Issue.record("\(failure)") }
    #expect(tally.asked * 100 >= Self.count / 2 * 95)
  }

  /// Hostile texts have the same meaning as literals and as parameters.
  @Test func hostileLiterals() throws {
    var sqlite = try SQLiteProof(seed: Self.seed)
    sqlite.proof.hasLiterals = true
    let before = try contents(sqlite)
    var ran = 0
    for text in Attacks.texts {
      for statement in try Attacks.statements(text, sqlite.proof) where !statement.parameters.isEmpty {
        // An invalid pattern is an error only as a parameter.
        guard let bound = try? sqlite.firstColumn(sqlite.connection.rows(of: statement)) else { continue }
        ran += 1
        let written = try sqlite.proof.posed(statement)
        let found = try sqlite.firstColumn(sqlite.connection.rows(of: written))
        #expect(found == bound, "\(written.text)")
      }
    }
    #expect(ran > 500)
    #expect(try contents(sqlite) == before)
  }

  /// A statement contains no text of the predicate and no second statement, only parameters.
  @Test(arguments: DatabaseDialect.all.map(\.name)) func bound(_ name: String) throws {
    let dialect = try #require(DatabaseDialect.named(name))
    let proof = try Proof(ProofEngine(dialect), seed: 1)
    // Short texts, and SQL's own words, may occur in a statement.
    for text in Attacks.texts where text.unicodeScalars.count > 4 && text != "COLLATE" {
      for statement in try Attacks.statements(text, proof) {
        #expect(!statement.text.contains(text), "\(name): \(statement.text)")
        #expect(!statement.text.contains(";"), "\(name): \(statement.text)")
      }
    }
  }

  /// Tables and columns with such names work like any others.
  @Test func names() throws {
    let sqlite = try SQLiteProof(seed: Self.seed)
    let tables = try NamedTable.all(on: .sqlite)
    #expect(tables.count > 30)
    for table in tables {
      for statement in table.setup { try sqlite.connection.execute(statement) }
      try sqlite.connection.execute(table.insertion, zip(table.row, table.kinds).map { SQLParameter($0, $1) })
      for query in table.queries {
        let found = try sqlite.firstColumn(sqlite.connection.rows(of: query.statement))
        #expect(found == [.integer(1)], "\(table.name): \(query.format): \(query.statement.text)")
      }
    }
  }

  private func contents(_ sqlite: SQLiteProof) throws -> [[FormatValue]] {
    var result: [[FormatValue]] = []
    for name in try sqlite.firstColumn(sqlite.connection.rows(of: "SELECT name FROM sqlite_schema ORDER BY 1")) {
      result.append([name])
    }
    for table in sqlite.proof.tables.tables {
      let rows = try sqlite.connection.rows(of: "SELECT * FROM \"\(table.name)\" ORDER BY 1, 2")
      while let row = try rows.next() { result.append(row) }
    }
    return result
  }
}
