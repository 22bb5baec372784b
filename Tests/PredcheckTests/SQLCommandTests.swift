import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import PredicateSQLite
import TestSupport
import Testing

private let isSQLiteThere = (try? SQLiteLibrary.system()) != nil
private let needsSQLite: Comment = "libsqlite3 3.38 or newer is not there"
private let model = packageRoot.appendingPathComponent("Corpus/SQL/Models/wordlist.json").path

/// Runs a command on the words of the word list's model.
func words(_ command: String, _ format: String, _ more: String..., input: String = "") -> Run {
  let arguments = [command, format, "--model", model, "--entity", "Word"] + more
  return Run(bytes: arguments.map { Array($0.utf8) }, input: input)
}

/// Calls `body` with the path of a database of a few words.
func withDatabase(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("predcheck-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appendingPathComponent("words.db").path
  let connection = try SQLiteDatabaseConnection(.readWrite(path))
  for statement in [
    "CREATE TABLE word_category (id INTEGER PRIMARY KEY, first_letter TEXT NOT NULL)",
    "CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL, text_c TEXT NOT NULL, length INTEGER, category_id)",
    "INSERT INTO word_category VALUES (1, 'z'), (2, 'q')",
    """
    INSERT INTO word SELECT column1, column2, predicate_fold(column2, 'c'), length(column2), column3
    FROM (VALUES (1, 'zoo', 1), (2, 'Zap', 1), (3, 'qat', 2), (4, 'a"b', NULL))
    """,
  ] {
    try connection.execute(statement)
  }
  try body(path)
}

struct SQLCallTests {
  @Test("invalid calls")
  func unusable() {
    let errors: [(Run, String)] = [
      (Run("sql", "--dialect", "spark"), "expected one format string, found 0"),
      (Run("sql", "a == 1", "--dialect", "sqlite"), "expected --model FILE"),
      (Run("sql", "a == 1", "--dialect", "sqlite", "--model", model), "expected --entity NAME"),
      (
        words("sql", "length == 1"),
        "expected --dialect NAME: sqlite, postgresql, mariadb, mysql, duckdb, clickhouse, spark, or a file"
      ),
      (words("sql", "length == 1", "--dialect", "sqlit"), "did you mean sqlite?"),
      (
        words("sql", "length == 1", "--dialect", "spark", "--database", "x"),
        "--database needs the dialect sqlite, found spark"
      ),
      (words("sql", "length == 1", "--residual", "--database", "x"), "--residual cannot be combined with --database"),
      (words("sql", "length == %@", "--dialect", "sqlite"), "too-few-arguments"),
      (words("eval", "length == 1"), "--model needs --database"),
      (words("eval", "length == 1", "--database", "x", "--data", "y"), "--data cannot be combined with --database"),
      (words("why", "length == 1", "--database", "x", "--type", "csv"), "--type cannot be combined with --database"),
      (words("eval", "length == 1", "--database", "x", "--on-error", "throw"), "--on-error throw needs --data"),
      (Run("eval", "a == 1", "--database", "x"), "predcheck: x: the file does not exist"),
      (
        Run("sql", "a == 1", "--model", model, "--entity", "Wrod", "--dialect", "sqlite"),
        "the model has no entity 'Wrod'; did you mean Word?"
      ),
      (
        Run("sql", "a == 1", "--model", "/no/such/model", "--entity", "Word", "--dialect", "sqlite"),
        "/no/such/model: the file does not exist"
      ),
    ]
    for (run, reason) in errors {
      #expect(run.status == .unusable, "\(reason)")
      #expect(run.errors.contains(reason), "\(run.errors)")
      #expect(run.output.isEmpty)
    }
  }

  @Test("invalid formats")
  func invalid() {
    let run = words("sql", "length ==", "--dialect", "duckdb")
    #expect(run.status == .unusable)
    #expect(run.errors.hasPrefix("error[expected-expression]"))
    #expect(words("sql", "length ==", "--dialect", "duckdb", "--json").output.hasPrefix(#"{"diagnostics": [{"code": "#))
  }
}

struct SQLAnswerTests {
  @Test("the statement, with its parameters and notes as comments")
  func text() {
    let run = words("sql", "text == %@ AND length > 3", "--dialect", "sqlite", "--arg", "zo'o")
    #expect(run.status == .fine)
    #expect(run.errors.isEmpty)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("SELECT ") == true)
    #expect(lines.first?.contains("zo'o") == false)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("-- ") })
    #expect(lines.contains(#"-- 1: text "zo'o""#))
    #expect(lines.contains("-- 2: integer 3"))
    #expect(lines.contains { $0.hasPrefix("-- note[index]: ") })
  }

  @Test("the object of --json, for every dialect", arguments: DatabaseDialect.all.map(\.name))
  func json(dialect: String) throws {
    let run = words("sql", "text == $t AND length > 3", "--dialect", dialect, "--var", "t=zoo", "--json")
    #expect(run.status == .fine)
    guard case .record(let fields) = try JSONReader.value(of: Array(run.output.utf8)) else {
      Issue.record("not an object: \(run.output)")
      return
    }
    let settings = DatabaseDialect.named(dialect)?.table.sessionSettings.compactMap(\.statement) ?? []
    #expect(
      Set(fields.keys) == Set(["sql", "parameters", "residual", "notes"] + (settings.isEmpty ? [] : ["session"])))
    if !settings.isEmpty { #expect(fields["session"] == .list(settings.map { .string($0) })) }
    func parameter(_ type: String, _ value: FormatValue) -> FormatValue {
      .record(["type": .string(type), "value": value])
    }
    #expect(fields["parameters"] == .list([parameter("text", .string("zoo")), parameter("integer", .integer(3))]))
    #expect(fields["residual"] == .null)
    guard case .list(let notes)? = fields["notes"], case .record(let note)? = notes.first else {
      Issue.record("no notes: \(run.output)")
      return
    }
    #expect(Set(note.keys) == ["kind", "message", "start", "end", "line", "column"])
  }

  @Test("parts that SQL cannot express give exit status 2, or with --residual a predicate for the rows found")
  func residual() {
    let format = "text >[cd] 'z' AND length == 3"
    let refused = words("sql", format, "--dialect", "duckdb")
    #expect(refused.status == .unusable)
    #expect(refused.errors.contains("untranslatable"))
    let run = words("sql", format, "--dialect", "duckdb", "--residual")
    #expect(run.status == .fine)
    #expect(run.output.contains("\n-- residual: text >[cd] \"z\"\n"))
    #expect(run.output.contains("\n-- note[residual]: "))
    let json = words("sql", format, "--dialect", "duckdb", "--residual", "--json")
    #expect(json.output.contains(#""residual": "text >[cd] \"z\"""#))
  }

  @Test("the statement of a whole request, and the remainder for memory")
  func requests() {
    let order = words("sql", "length > 3", "--dialect", "postgresql", "--sort", "text:desc", "--offset=2", "--limit=3")
    #expect(order.status == .fine)
    #expect(order.output.contains(#" ORDER BY t0."text" DESC, t0."id" LIMIT 3 OFFSET 2"#))
    #expect(!order.output.contains("-- remainder"))
    let groups = words(
      "sql", "length > $n", "--var", "n=3", "--dialect", "duckdb", "--group-by", "length", "--having",
      "count:(text) > $n",
      "--select", "n=count:(text)", "--json")
    #expect(groups.output.contains("GROUP BY") && groups.output.contains(#"{"type": "integer", "value": 3}], "#))
    #expect(!groups.output.contains("remainder"))
    let locale = ["--dialect", "sqlite", "--sort", "text:localized", "--limit", "3"]
    let left = #"{"limit":3,"sort":[{"comparison":"localizedStandard","key":"text"}]}"#
    func run(_ more: String...) -> Run {
      let arguments = ["sql", "length > 3", "--model", model, "--entity", "Word"] + locale + more
      return Run(bytes: arguments.map { Array($0.utf8) })
    }
    #expect(run().output.contains("\n-- remainder: \(left)\n"))
    #expect(run("--json").output.hasSuffix(#", "remainder": \#(left)}"# + "\n"))
    #expect(run("--residual").status == .unusable)
    #expect(words("sql", "length > 3", "--dialect", "sqlite", "--select", "lenght").status == .unusable)
    #expect(words("sql", "length > 3", "--dialect", "sqlite", "--having", "length > 3").status == .unusable)
  }

  /// Calls `body` with the path of a model with one entity, which has a key of the given type.
  private func withModel(ofKey type: String, day: String = "native", _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("model-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try """
    {"version": 1, "entities": [{"name": "Thing", "table": "thing", "primaryKey": \(type),
      "attributes": [{"name": "day", "type": "date", "storage": "\(day)"}, {"name": "n", "type": "integer64"}]}]}
    """.write(to: file, atomically: true, encoding: .utf8)
    try body(file.path)
  }

  @Test("a pattern that is not a regular expression is an error with its position, for every dialect")
  func badPattern() {
    for dialect in DatabaseDialect.all.map(\.name) {
      let run = words("sql", "length == 1 OR text MATCHES '['", "--dialect", dialect)
      #expect(run.status == .unusable)
      #expect(run.output.isEmpty)
      #expect(run.errors.hasPrefix("error[bad-pattern]: the pattern is not a regular expression: '[': the [ is"))
      #expect(run.errors.contains("--> format:1:30"))
    }
  }

  @Test("identifiers that are texts or UUIDs print unchanged", .enabled(if: isSQLiteThere, needsSQLite))
  func otherIdentifiers() throws {
    let uuid = "00000000-0000-0000-0000-00000000000A"
    let bytes = "x'\(uuid.replacing("-", with: ""))'"
    let kinds = [
      ("string", "'it''s'", "it's", #""it's""#),
      (#"uuid", "storage": "bytes"#, bytes, uuid, #"{"$uuid": "\#(uuid)"}"#),
    ]
    for (type, key, text, json) in kinds {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).db").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let connection = try SQLiteDatabaseConnection(.readWrite(path))
      try connection.execute("CREATE TABLE thing (id PRIMARY KEY, day TEXT, n INTEGER)")
      try connection.execute("INSERT INTO thing VALUES (\(key), NULL, 1)")
      try withModel(ofKey: #"{"column": "id", "type": "\#(type)"}"#, day: "referenceSeconds") { model in
        let call = ["sql", "n == 1", "--model", model, "--entity", "Thing", "--database", path]
        #expect(Run(bytes: call.map { Array($0.utf8) }).output == text + "\n")
        #expect(Run(bytes: (call + ["--json"]).map { Array($0.utf8) }).output == "{\"id\": \(json)}\n")
      }
    }
  }

  @Test("an identifier of several columns is a list", .enabled(if: isSQLiteThere, needsSQLite))
  func compoundIdentifiers() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).db").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let connection = try SQLiteDatabaseConnection(.readWrite(path))
    try connection.execute("CREATE TABLE part (a INTEGER, b TEXT, v INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID")
    try connection.execute("INSERT INTO part VALUES (1, 'x', 1), (1, 'y', 2)")
    #expect(Run("sql", "v > 1", "--database", path).output == "[1, \"y\"]\n")
    #expect(Run("sql", "v > 1", "--database", path, "--json").output == "{\"id\": [1, \"y\"]}\n")
    #expect(Run("why", "v > 1", "--row", "b == 'x'", "--database", path).output.contains("v => 1"))
  }

  @Test("a database result that a limit ends is not printed in part", .enabled(if: isSQLiteThere, needsSQLite))
  func wholeAnswers() throws {
    try withDatabase { path in
      let connection = try SQLiteDatabaseConnection(.readWrite(path))
      try connection.execute(
        """
        INSERT INTO word WITH RECURSIVE n(id) AS (SELECT 10 UNION ALL SELECT id + 1 FROM n WHERE id < 9999) \
        SELECT id, 'word ' || id, '', 1, NULL FROM n
        """)
      func profile(_ limits: String) throws -> String {
        let file = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("profile.json")
        try Data(#"{"version": 1, "name": "few", "limits": {\#(limits)}}"#.utf8).write(to: file)
        return file.path
      }
      let calls = [("eval", []), ("eval", ["--count"]), ("eval", ["--sort", "text"]), ("sql", [])]
      for (limits, code) in [(#""rows": 9993"#, "too-many-rows"), (#""steps": 20000"#, "too-many-steps")] {
        for (command, more) in calls where code == "too-many-rows" || more != ["--count"] {
          let run = Run(
            bytes: ([
              command, "TRUEPREDICATE", "--model", model, "--entity", "Word", "--database", path, "--profile",
              try profile(limits),
            ] + more).map { Array($0.utf8) })
          #expect(run.output.isEmpty, "\(command) \(more)")
          #expect(run.errors.contains("error[\(code)]"), "\(command) \(more) \(run.errors)")
          #expect(run.status == .unusable)
        }
      }
      let profile = try profile(#""rows": 9994"#)
      let run = words("eval", "TRUEPREDICATE", "--database", path, "--profile", profile)
      #expect(run.output.split(separator: "\n").count == 9_994)
      #expect(words("eval", "TRUEPREDICATE", "--database", path, "--profile", profile, "--count").output == "9994\n")
    }
  }

  @Test("a search in a database that exceeds its limits", .enabled(if: isSQLiteThere, needsSQLite))
  func costs() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("profile-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try #"{"version": 1, "base": "coredata", "name": "own", "limits": {"steps": 1}}"#.write(
      to: file, atomically: true, encoding: .utf8)
    try withDatabase { path in
      try SQLiteDatabaseConnection(.readWrite(path)).execute(
        """
        WITH RECURSIVE counter (n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM counter WHERE n < 20000)
        INSERT INTO word SELECT n, 'b', 'b', 1, 1 FROM counter
        """)
      let run = words("sql", "text CONTAINS[c] 'x'", "--database", path, "--profile", file.path)
      #expect(run.status == .unusable)
      #expect(run.output.isEmpty)
      #expect(run.errors.hasPrefix("error[too-many-steps]: "), "\(run.errors)")
    }
  }

  @Test("a model with values of a type that a dialect does not have")
  func storage() throws {
    try withModel(ofKey: "\"id\"") { model in
      let options = ["--model", model, "--entity", "Thing", "--dialect", "sqlite"]
      let runs = ["n == 1", "day == nil"].map { Run(bytes: (["sql", $0] + options).map { Array($0.utf8) }) }
      #expect(runs[0].output.hasPrefix("SELECT "), "the predicate does not use the attribute")
      #expect(runs[1].status == .unusable && runs[1].output.isEmpty)
      #expect(runs[1].errors.hasPrefix("error[untranslatable]: 'day' of Thing "), "\(runs[1].errors)")
    }
  }

  @Test("keys that are not in the model")
  func unknownKey() {
    let run = words("sql", "lenght == 3", "--dialect", "sqlite")
    #expect(run.status == .unusable)
    #expect(run.errors.contains("unknown-key"))
    #expect(run.errors.contains("length"))
  }

  @Test("--database runs the statement", .enabled(if: isSQLiteThere, needsSQLite))
  func identifiers() throws {
    try withDatabase { path in
      let run = words("sql", "text BEGINSWITH[c] 'z'", "--database", path)
      #expect(run.status == .fine)
      #expect(Set(run.output.split(separator: "\n")) == ["1", "2"])
      #expect(words("sql", "text == 'qat'", "--database", path, "--json").output == "{\"id\": 3}\n")
      let none = words("sql", "length == 9", "--dialect", "sqlite", "--database", path)
      #expect(none.status == .fine)
      #expect(none.output.isEmpty)
      #expect(words("sql", "-", "--database", path, input: "length != 3\n").status == .fine)
    }
    let missing = words("sql", "length == 1", "--database", "/no/such.db")
    #expect(missing.status == .unusable)
    #expect(missing.errors.contains("/no/such.db: "))
  }

  @Test("--explain prints the statement with SQLite's plan", .enabled(if: isSQLiteThere, needsSQLite))
  func plan() throws {
    try withDatabase { path in
      try SQLiteDatabaseConnection(.readWrite(path)).execute("CREATE INDEX word_text ON word (text)")
      let run = words("sql", "text == 'qat'", "--database", path, "--explain")
      #expect(run.status == .fine)
      #expect(run.output.hasPrefix("SELECT "))
      #expect(run.output.contains("\n-- note[index]: "))
      #expect(run.output.hasSuffix("\n-- plan: SEARCH t0 USING COVERING INDEX word_text (text=?)\n"), "\(run.output)")
      let sorted = words("sql", "text == 'qat'", "--database", path, "--explain", "--sort", "length", "--json")
      #expect(sorted.output.contains(#""plan": ["SEARCH t0 USING INDEX word_text (text=?)", "#), "\(sorted.output)")
      let nested = words("sql", "length == max:(length)", "--database", path, "--explain")
      #expect(nested.output.contains("\n-- plan: SCALAR SUBQUERY 1\n-- plan:   SEARCH "), "\(nested.output)")
    }
    let stray = words("sql", "length == 1", "--dialect", "sqlite", "--explain")
    #expect(stray.errors.contains("--explain needs --database FILE"))
    #expect(words("sql", "length == 1", "--database", "/no/such.db", "--explain").status == .unusable)
  }

  @Test("eval queries the database", .enabled(if: isSQLiteThere, needsSQLite))
  func eval() throws {
    try withDatabase { path in
      let run = words("eval", "wordCategory == nil", "--database", path)
      #expect(run.status == .fine)
      #expect(run.output == #"{"text": "a\"b", "length": 3}"# + "\n")
      #expect(
        words("eval", "text == %@", "--arg", "qat", "--database", path, "--json").output == """
          {"value": {"text": "qat", "length": 3}}

          """)
      let none = words("eval", "text == 'none'", "--database", path)
      #expect(none.status == .no)
      #expect(none.output.isEmpty)
      #expect(words("eval", "wordCategory.firstLetter == 'z'", "--database", path, "--count").output == "2\n")
      let zero = words("eval", "length > 9", "--database", path, "--count", "--json")
      #expect(zero.output == "{\"count\": 0}\n")
      #expect(zero.status == .fine)
      // A table that the model names and the database does not have.
      let wrong = Run(
        "eval", "name == 'x'", "--database", path, "--entity", "Person", "--model",
        packageRoot.appendingPathComponent("Corpus/SQL/Models/company.json").path)
      #expect(wrong.status != .fine)
    }
  }
}

/// `eval` on a database with an order, a page, properties and groups.
@Suite(.enabled(if: isSQLiteThere, needsSQLite))
struct DatabaseFetchTests {
  /// Runs eval on the words of the database, which are by primary key zoo, Zap, qat and a"b.
  private func answer(_ format: String, _ more: String...) throws -> Run {
    var run = Run("--help")
    try withDatabase { path in
      let arguments = ["eval", format, "--model", model, "--entity", "Word", "--database", path] + more
      run = Run(bytes: arguments.map { Array($0.utf8) })
    }
    return run
  }

  /// Returns the printed texts of the objects or rows.
  private func texts(_ format: String, _ more: String...) throws -> [String] {
    var texts: [String] = []
    try withDatabase { path in
      let arguments = ["eval", format, "--model", model, "--entity", "Word", "--database", path] + more
      for line in Run(bytes: arguments.map { Array($0.utf8) }).output.split(separator: "\n") {
        guard case .record(let fields) = try JSONReader.value(of: Array(line.utf8)) else { continue }
        if case .string(let text)? = fields["text"] { texts.append(text) }
      }
    }
    return texts
  }

  @Test("objects in the order and the page of the call, and equal ones by primary key")
  func order() throws {
    #expect(try texts("TRUEPREDICATE", "--sort", "text") == ["Zap", "a\"b", "qat", "zoo"])
    #expect(try texts("TRUEPREDICATE", "--sort", "text:ci:desc") == ["zoo", "Zap", "qat", "a\"b"])
    #expect(try texts("TRUEPREDICATE", "--sort", "text:localized", "--offset", "1", "--limit", "2") == ["qat", "Zap"])
    #expect(try texts("length == 3", "--sort", "length", "--limit", "2") == ["zoo", "Zap"])
    #expect(try texts("length == 3", "--sort", "wordCategory.firstLetter", "--limit", "2") == ["a\"b", "qat"])
    #expect(try texts("length == 3", "--offset", "3") == ["a\"b"])
    let run = try answer("text ==[c] 'ZOO'", "--limit", "1", "--json")
    #expect(run.output == #"{"value": {"text": "zoo", "length": 3}}"# + "\n")
    #expect(try answer("length == 3", "--limit", "0").status == .no)
  }

  @Test("rows of properties and of groups, with nil as a group")
  func rows() throws {
    let run = try answer(
      "length == $l", "--var", "l=3", "--group-by", "wordCategory.firstLetter", "--select",
      "letter=wordCategory.firstLetter",
      "--select", "n=count:(text)", "--select", "mean=average:(length)", "--sort", "n:desc")
    #expect(run.status == .fine)
    #expect(
      run.output == """
        {"letter": "z", "n": 2, "mean": 3.0}
        {"letter": null, "n": 1, "mean": 3.0}
        {"letter": "q", "n": 1, "mean": 3.0}

        """)
    let some = try answer(
      "length == 3", "--group-by", "wordCategory.firstLetter", "--having", "count:(text) > $n", "--var", "n=1", "--json"
    )
    #expect(some.output == "{\"value\": {\"wordCategory.firstLetter\": \"z\"}}\n")
    #expect(try texts("length == 3", "--select", "text", "--sort", "text:desc", "--limit", "1") == ["zoo"])
    #expect(try answer("length == 3", "--select", "length", "--distinct").output == "{\"length\": 3}\n")
  }

  @Test("sql prints identifiers in the order of the call, or rows", .enabled(if: isSQLiteThere, needsSQLite))
  func identifiers() throws {
    try withDatabase { path in
      #expect(words("sql", "length == 3", "--database", path, "--sort", "text").output == "2\n4\n3\n1\n")
      let last = words(
        "sql", "length == 3", "--database", path, "--sort", "text:localized:desc", "--limit", "1", "--json")
      #expect(last.output == "{\"id\": 1}\n")
      let none = words("sql", "length == 3", "--database", path, "--limit", "0")
      #expect(none.status == .fine && none.output.isEmpty)
      #expect(words("sql", "lenght == 3", "--database", path, "--limit", "1").status == .unusable)
      let rows = words("sql", "length == 3", "--database", path, "--select", "n=count:(text)")
      #expect(rows.output == "{\"n\": 4}\n")
      #expect(words("sql", "text BEGINSWITH 'z'", "--database", path, "--count").output == "1\n")
    }
    #expect(words("sql", "length == 3", "--dialect", "duckdb", "--count").output.hasPrefix("SELECT COUNT(*) "))
  }

  @Test("counts apply to the results of the request")
  func count() throws {
    #expect(try answer("length == 3", "--count", "--limit", "3").output == "3\n")
    #expect(try answer("length == 3", "--count", "--group-by", "wordCategory.firstLetter").output == "3\n")
    #expect(try answer("length == 3", "--count", "--offset", "1", "--json").output == "{\"count\": 3}\n")
  }

  @Test("unsupported requests, and requests that do not fit the model, are an unusable call")
  func errors() throws {
    let stray = try answer("length == 3", "--group-by", "length", "--select", "text")
    #expect(stray.status == .unusable && stray.errors.contains("invalid-request"))
    let key = try answer("length == 3", "--sort", "lenght")
    #expect(key.status == .unusable && key.errors.contains("did you mean length?"))
    let property = try answer("length == 3", "--select", "n=lenght + 1")
    #expect(
      property.status == .unusable && property.errors.contains("1 | lenght + 1\n  | ^^^^^^ did you mean length?\n"))
    #expect(try answer("length == 3", "--sort", "text:dsc").status == .unusable)
    #expect(try answer("length == 3", "--having", "count:(text) >").status == .unusable)
    #expect(words("eval", "length == 3", "--database", "/nowhere.db", "--limit", "1").status == .unusable)
  }
}
