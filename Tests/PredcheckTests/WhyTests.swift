import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import PredicateSQLite
import TestSupport
import Testing

private let people = """
  name,age,city,note
  Ann,30,Paris,"says ""hi"", ok"
  Bob,41,"New York",
  Carl,,Rome,"30"
   bob ,50,Oslo,José

  """

private let orders = """
  {"id": 1, "items": [{"n": "x", "p": 1}, {"n": "y", "p": 9}], "a": {"b": null}}
  {"id": 2, "items": [], "a": null}
  {"id": 3, "items": [{"n": "z", "p": 4}], "a": {"b": {"c": 3}}, "tags": ["t"]}

  """

private let moments = "{\"at\": 1700000000, \"name\": \"\u{1100}\u{1161}\"}\n{\"at\": 1, \"name\": \"b\"}\n"
private let switches = """
  {"isActive": true, "items": [{"n": 1}]}
  {"isActive": false, "items": [{"n": 1}, {"n": 2}]}

  """

struct WhyTests {
  private func why(_ arguments: [String], type: String = "csv", input: String = people) -> Run {
    Run(bytes: (["why"] + arguments + ["--data", "-", "--type", type]).map { Array($0.utf8) }, input: input)
  }

  /// The parts of a predicate do not carry its limits. A limit is an error, and not the answer that no row matches.
  @Test("the limits of the profile apply, and end the answer")
  func limits() throws {
    let profile = FileManager.default.temporaryDirectory.appendingPathComponent("few-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: profile) }
    try #"{"version": 1, "name": "few", "limits": {"rows": 3}}"#.write(to: profile, atomically: true, encoding: .utf8)
    for arguments in [["why"], ["why", "--json"], ["eval", "--why"], ["report"]] {
      let call = arguments + ["age > 35 AND name != nil", "--profile", profile.path, "--data", "-", "--type", "csv"]
      let run = Run(bytes: call.map { Array($0.utf8) }, input: people)
      #expect(run.status == .unusable)
      #expect((run.output + run.errors).contains("too-many-rows"))
    }
    let pattern = #"name MATCHES "(a+)+$" AND age != nil"#
    let row = "name,age\n\(String(repeating: "a", count: 40))!,1\n"
    for limit in [["--profile", "untrusted", "--keys", "name,age"], []] {
      let run = why([pattern] + limit, input: row)
      #expect(run.status == .unusable)
      #expect(run.errors.contains("pattern-limit"))
    }
  }

  @Test("the answers about small files")
  func golden() throws {
    let calls: [(arguments: [String], type: String, input: String)] = [
      (["age > 35 AND nmae BEGINSWITH \"b\"", "--row", "name == \"Bob\""], "csv", people),
      (["name == \"bob\" AND age > 20"], "csv", people),
      (["note == 30 OR age == \"41\" OR note ==[c] \"jose\""], "csv", people),
      (["name MATCHES \"o\" OR city LIKE \"York\" OR name MATCHES \"[B-C]\""], "csv", people),
      (["age > \"x\" AND NOT name == nil"], "csv", people),
      (["name == \" bob\" OR note == TRUE OR note == 1.5"], "csv", people),
      (["age > 20 AND (age < 100 AND city == \"Berlin\")"], "csv", people),
      (["TRUEPREDICATE"], "csv", people),
      (["name == nil"], "csv", "name\n"),
      (["SELF BEGINSWITH \"A\""], "text", "alpha\n"),
      (["items.n == \"x\" AND a.b.c > 2", "--row", "0", "--row", "1", "--row", "2"], "jsonl", orders),
      (["ANY items.p > 3 AND ALL items.p > 2", "--row", "TRUEPREDICATE"], "jsonl", orders),
      (["tags == \"t\" OR SUBQUERY(items, $x, $x.p > 3).@count > 1", "--row", "0"], "jsonl", orders),
      (["id IN {\"1\", \"2\"} AND id == max:(id)"], "jsonl", orders),
      (["isActive == \"true\" OR isActive IN {\"no\"}"], "jsonl", switches),
      (["items.count > 1"], "jsonl", switches),
      (["CAST(at, \"NSDate\") != nil AND name CONTAINS \"\u{AC00}\""], "jsonl", moments),
    ]
    var text = ""
    for call in calls {
      let run = why(call.arguments, type: call.type, input: call.input)
      text += "why \(call.arguments.joined(separator: " "))\n\(run.output)\(run.errors)exit \(run.status.rawValue)\n\n"
    }
    #expect(try goldenDifference(text, from: "why.txt") == nil)
  }

  @Test("--json has everything that the text has")
  func json() {
    let run = why(["name == \"ann\" AND age > 20", "--json"])
    #expect(
      run.output == """
        {"rows": 4, "matching": 0, "parts": {"format": "name == \\"ann\\" AND age > 20", "matching": 0, "parts": [\
        {"format": "name == \\"ann\\"", "matching": 0, "left": 0}, \
        {"format": "age > 20", "matching": 3, "reasons": ["age is nil on 1 row"]}]}, "warnings": [], "near": [\
        {"fails": "name == \\"ann\\"", "count": 3, "first": [\
        {"file": "<stdin>", "row": 0, "line": 2, "operands": [{"depth": 1, "format": "name", "value": "Ann"}]}, \
        {"file": "<stdin>", "row": 1, "line": 3, "operands": [{"depth": 1, "format": "name", "value": "Bob"}]}]}], "changes": [\
        {"format": "name ==[c] \\"ann\\"", "effect": "ignores case", "matching": 1}]}

        """)
  }

  @Test("colors are the choice of --color")
  func color() {
    #expect(why(["age > 35", "--color", "always"]).output.contains("\u{1B}[32m2 of 4"))
    #expect(!why(["age > 35"]).output.contains("\u{1B}"))
    #expect(Run("check", "a ==", "--color", "always").errors.contains("\u{1B}["))
  }

  @Test("--html writes a page that needs no other file, with the text of the rows escaped")
  func page() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("why-\(UUID().uuidString).html").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let rows = "name,age\n\"<b>&\",1\nAnn,2\n"
    let run = why(["nam == \"ann\" AND age > 0", "--html", path, "--row", "0"], input: rows)
    #expect(run.status == .no)
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.contains("&lt;b&gt;&amp;") && !page.contains("<b>"))
    #expect(page.contains("<title>") && page.contains("prefers-color-scheme: dark") && !page.contains("src="))
    #expect(page.contains("name ==[c] &quot;ann&quot;") && page.contains("0 of 2"))
    #expect(page.contains("no row of 2 matches"))
    let failing = why(["age > 0", "--html", "/nowhere/page.html"])
    #expect(failing.status == .unusable)
    #expect(failing.errors.contains("the file cannot be written: No such file or directory"))
  }

  @Test("calls that cannot be answered")
  func calls() {
    #expect(why(["age > 35", "--row", "4"]).errors.contains("the rows are counted from 0, and there are 4"))
    #expect(why(["age > 35", "--row", "-1"]).status == .unusable)
    #expect(why(["age > 35", "--row", "age >"]).errors.contains("the value of --row is not valid"))
    let absent = why(["age > 35", "--row", "nmae == \"x\""]).errors
    #expect(absent.contains(" --> --row:1:1\n") && absent.hasSuffix("warning: no row matches --row nmae == \"x\"\n"))
    #expect(why(["age > $x"]).errors.contains("$x has no value"))
    #expect(why(["age > $x", "--var", "x=35"]).output.hasPrefix("2 of 4 rows match\n"))
    let run = Run("eval", "age > 35", "--why", "--count", "--data", "-", "--type", "csv", input: people)
    #expect(run.status == .unusable && run.errors.contains("--why cannot be combined with"))
    let row = Run("eval", "age > 35", "--row", "0", "--data", "-", "--type", "csv", input: people)
    #expect(row.status == .unusable && row.errors.contains("--row needs --why"))
    let same = Run("eval", "age > 35", "--why", "--data", "-", "--type", "csv", input: people)
    #expect(same.output == why(["age > 35"]).output && same.status == .fine)
    let failing = why(["age > \"x\"", "--on-error", "nil"])
    #expect(failing.output.contains("age > \"x\"  0 of 4  age is nil on 1 row\n"))
    let mixed = why(["a > 0"], type: "jsonl", input: "{\"a\": 1}\n{\"a\": \"x\"}\n")
    #expect(mixed.output.contains("a > 0  1 of 2  fails on 1 row: > cannot compare a string with an integer\n"))
    #expect(Run("why", "age > 35").errors.contains("expected a file after the format"))
  }

  @Test("eval warns about keys and kinds that no row has, also in other options")
  func warnings() {
    func warnings(_ arguments: String..., input: String = people) -> String {
      let call = ["eval"] + arguments + ["--data", "-", "--type", "csv"]
      return Run(bytes: call.map { Array($0.utf8) }, input: input).errors
    }
    #expect(warnings("age > 35", "--sort", "zz").hasPrefix("warning[absent-key]: none of the rows has a key 'zz'\n"))
    #expect(warnings("agee > 35").contains("^^^^ did you mean age?"))
    #expect(warnings("Name == 'Ann'").contains("^^^^ did you mean name?"))
    let town = warnings("age > 35", "--group-by", "town", "--select", "town")
    #expect(town.split(separator: "\n").count { $0.contains("has a key 'town'") } == 1)
    #expect(warnings("age > 35", "--select", "nme").contains("no key 'nme'") == false)
    #expect(warnings("age > 35", "--select", "nme").contains("has a key 'nme'"))
    #expect(warnings("age > 35", "--group-by", "town", "--select", "town").contains("has a key 'town'"))
    #expect(warnings("age == \"41\"") == "" && warnings("age IN {\"41\", \"30\"}") == "")
    let typed = ["age == \"41\"", "age IN {\"41\", \"30\"}"].map { warnings($0, "--types", "age=number") }
    #expect(typed[0].contains("age, in all rows an integer, is never equal to a string"))
    #expect(typed[1].contains("never-equal"))
    // The first thousand rows and the last one are read in different parts.
    let late = "age\n" + String(repeating: "\n", count: 300_000) + "7\n"
    #expect(warnings("age == \"7\"", "--types", "age=number", input: late).contains("never-equal"))
    #expect(warnings("age == 7", "--sort", "age", input: late) == "")
    let mixed = warnings("age == nil OR (name == nil AND age IN {1, \"x\"})")
    #expect(mixed.hasPrefix("warning: the column 'age' is compared with numbers and text at once"))
    #expect(!mixed.contains("warning["))
    let many = warnings((0..<70).map { "k\($0) == 1" }.joined(separator: " OR "))
    #expect(many.split(separator: "\n").count { $0.hasPrefix("warning[absent-key]") } == 50)
    #expect(many.hasSuffix("\npredcheck: 20 more warnings of this kind\n"))
  }
}

private let isSQLiteThere = (try? SQLiteLibrary.system()) != nil

struct WhyDatabaseTests {
  @Test("a database answers like a file", .enabled(if: isSQLiteThere, "the SQLite library is installed"))
  func database() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("why-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("people.db").path
    let connection = try SQLiteDatabaseConnection(.readWrite(path))
    for statement in [
      "CREATE TABLE dept (id INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, dept_id INTEGER, balance INTEGER)",
      "CREATE TABLE task (id INTEGER PRIMARY KEY, prio INTEGER, owner_id INTEGER)",
      "INSERT INTO dept VALUES (1, 'R&D'), (2, NULL)",
      "INSERT INTO person VALUES (1, 'Ann', 30, 1, NULL), (2, 'Bob', 41, 2, 9223372036854775807), "
        + "(3, 'Carl', NULL, NULL, NULL)",
      "INSERT INTO task VALUES (1, 5, 1), (2, 1, 1), (3, 2, 2)",
    ] { try connection.execute(statement) }
    let model = folder.appendingPathComponent("model.json").path
    let text = """
      {"version": 1, "entities": [
      {"name": "Person", "table": "person",
       "attributes": [{"name": "name", "type": "string"}, {"name": "age", "type": "integer16"},
       {"name": "balance", "type": "decimal", "storage": "scaledInteger", "scale": 2}],
       "relationships": [{"name": "dept", "destination": "Dept", "column": "dept_id"},
       {"name": "tasks", "destination": "Task", "foreignKey": "owner_id"}]},
      {"name": "Dept", "table": "dept", "attributes": [{"name": "name", "type": "string"}]},
      {"name": "Task", "table": "task", "attributes": [{"name": "prio", "type": "integer16"}]}]}
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: model))
    func why(_ arguments: String...) -> Run {
      let call = ["why"] + arguments + ["--database", path, "--model", model, "--entity", "Person"]
      return Run(bytes: call.map { Array($0.utf8) })
    }
    let run = why(
      "dept.name == \"r&d\" AND ANY tasks.prio > 3 AND age < max:(age)", "--row", "name == \"Ann\"", "--row", "2")
    #expect(try goldenDifference(run.output, from: "why-database.txt") == nil)
    #expect(run.status == .no && run.errors == "")
    // Errors of a running statement are errors of the command, and not counts of 0.
    let overflow = why("balance * 10 > 3 AND age > 0")
    #expect(overflow.status == .unusable && overflow.errors.contains("error[overflow]"), "\(overflow)")
    #expect(why("nam == 1").errors.contains("did you mean name?"))
    let row = why("age > 20", "--row", "nam == 1")
    #expect(row.status == .unusable && row.errors.contains("did you mean name?"), "\(row)")
    #expect(why("age > 20", "--json").output.hasPrefix(#"{"rows": 3, "matching": 2, "#))
    #expect(why("age > 20").status == .fine)
  }
}
