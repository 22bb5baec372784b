import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import PredicateSQLite
import PredicateSemantics
import TestSupport
import Testing

/// `predcheck eval --output`.
struct EvalOutputTests {
  private static let people = """
    name;age;note
    Ann;30;"says ""hi"", ok"
    "Bob";41;
    山田;7;"77"

    """

  private func csv(_ arguments: String..., form: String = "csv") -> Run {
    let call = ["eval"] + arguments + ["-", "--type", "csv", "--output", form]
    return Run(bytes: call.map { Array($0.utf8) }, input: Self.people)
  }

  private func json(_ rows: String, _ arguments: String..., form: String) -> Run {
    let call = ["eval", "TRUEPREDICATE"] + arguments + ["-", "--type", "jsonl", "--output", form]
    return Run(bytes: call.map { Array($0.utf8) }, input: rows)
  }

  @Test("CSV has the columns of a CSV file, in all ways to read it")
  func csvOfCSV() {
    let expected = "name,age,note\nBob,41,\n山田,7,77\n"
    #expect(csv("name != 'Ann'").output == expected)
    #expect(csv("name != 'Ann'", "--sort", "age:desc").output == expected)
    #expect(csv("name != 'Ann' AND age <= max:(age)").output == expected)
    #expect(csv("age == 30").output == "name,age,note\nAnn,30,\"says \"\"hi\"\", ok\"\n")
    let none = csv("age == 31")
    #expect(none.output.isEmpty && none.status == .no)
    #expect(csv("age > 31", "--sort", "agee").status == .fine)
  }

  @Test("what CSV prints is read again as the same rows")
  func roundTrip() throws {
    let rows = """
      {"z": "a,b", "a": "x\\ny", "m": "5", "é": ""}
      {"z": 1.5, "a": null, "m": -3, "é": "he said \\"no\\""}

      """
    let first = json(rows, form: "csv")
    #expect(first.output == "z,a,m,é\n\"a,b\",\"x\ny\",5,\"\"\n1.5,,-3,\"he said \"\"no\"\"\"\n")
    let again = Run("eval", "TRUEPREDICATE", "-", "--type", "csv", "--output", "csv", input: first.output)
    #expect(again.output == first.output.replacing(",\"\"\n", with: ",\n"))
    #expect(json("{\"a\": null}\n", form: "csv").output == "a\n\"\"\n", "a blank line is no record")
    let delimiter = json("{\"a;b\": 1}\n", form: "csv").output
    #expect(delimiter == "\"a;b\"\n1\n", "a reader would take an unquoted semicolon for the delimiter")
  }

  @Test("the columns are the keys of all rows, in the order of their first appearance")
  func columns() throws {
    let rows = "{\"b\": {\"y\": [1, \"}\"], \"x\": 2}, \"a\": [1,  2]}\n5\n{\"c\": true, \"b\": null}\n{}\n"
    #expect(
      json(rows, form: "csv").output == """
        b,a,SELF,c
        "{""x"": 2, ""y"": [1, ""}""]}","[1, 2]",,
        ,,5,
        ,,,true
        ,,,

        """)
    #expect(json(rows, "--sort", "c", "--on-error", "nil", form: "csv").output.hasPrefix("b,a,SELF,c\n"))
    #expect(json("[1]\n\"a\"\n", form: "csv").output == "SELF\n[1]\na\n")
    try withFiles(["a.csv": "x,y\n1,2\n", "b.csv": "y,z\n3,4\n"]) { folder in
      let run = Run("eval", "TRUEPREDICATE", "\(folder)/a.csv", "\(folder)/b.csv", "--output", "csv")
      #expect(run.output == "x,y,z\n1,2,\n,3,4\n")
    }
  }

  @Test("values of every type are plain text in cells")
  func values() {
    let rows = """
      {"v": {"$date": "2014-01-01T00:00:00Z"}}
      {"v": {"$uuid": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}}
      {"v": {"$binary": "AAEC"}}
      {"v": {"$numberDecimal": "1.10"}}
      {"v": {"$numberDouble": "-Infinity"}}
      {"v": {"$numberDouble": "Infinity"}}
      {"v": {"$numberDouble": "NaN"}}
      {"v": {"$set": [1]}}
      {"v": 18446744073709551615}
      {"v": false}

      """
    #expect(
      json(rows, form: "csv").output == """
        v
        2014-01-01T00:00:00Z
        E621E1F8-C36C-495A-93FC-0C247A3E6E5F
        AAEC
        1.1
        -Infinity
        Infinity
        NaN
        "{""$set"": [1]}"
        18446744073709551615
        false

        """)
  }

  @Test("a table is aligned by the width of characters, with numbers on the right")
  func table() {
    #expect(
      csv("TRUEPREDICATE", form: "table").output == """
        name  age  note
        ────  ───  ─────────────
        Ann    30  says "hi", ok
        Bob    41  nil
        山田    7  77

        """)
    #expect(csv("age == 31", form: "table").output.isEmpty)
    let mixed = json("{\"n\": 1.25, \"m\": \"a\\nb\"}\n{\"n\": null, \"m\": 10}\n{\"m\": -1}\n", form: "table")
    #expect(mixed.output == "   n  m\n────  ───\n1.25  a b\n nil  10\n nil  -1\n")
  }

  @Test("computed rows and counts have the same forms")
  func computed() {
    let grouped = csv("age > 8", "--group-by", "note", "--select", "note", "--select", "n=count:(SELF)", form: "table")
    #expect(grouped.output == "note           n\n─────────────  ─\nnil            1\nsays \"hi\", ok  1\n")
    #expect(csv("age > 8", "--select", "half=age / 2").output == "half\n15\n20\n")
    #expect(csv("age > 8", "--sort", "age:desc", "--select", "age").output == "age\n41\n30\n")
    #expect(csv("age > 8", "--count").output == "count\n2\n")
    #expect(csv("age > 8", "--count", form: "table").output == "count\n─────\n    2\n")
    #expect(csv("age > 8", "--count", form: "json").output == "{\"count\": 2}\n")
    #expect(csv("age > 8", "--count", form: "lines").output == "2\n")
    #expect(
      csv("age > 8", "--select", "age", form: "json").output
        == "{\"value\": {\"age\": 30}}\n{\"value\": {\"age\": 41}}\n")
    #expect(
      csv("age > 40", form: "json").output
        == Run("eval", "age > 40", "-", "--type=csv", "--json", input: Self.people).output)
  }

  @Test("objects of a database", .enabled(if: (try? SQLiteLibrary.system()) != nil, "the SQLite library is installed"))
  func database() throws {
    let model = """
      {"version": 1, "entities": [{"name": "Person", "table": "person",
      "attributes": [{"name": "name", "type": "string"}, {"name": "age", "type": "integer16"}]},
      {"name": "Mark", "table": "person", "attributes": []}]}
      """
    try withFiles(["model.json": model]) { folder in
      let connection = try SQLiteDatabaseConnection(.readWrite("\(folder)/people.db"))
      try connection.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)")
      try connection.execute("INSERT INTO person VALUES (1, 'Ann', 30), (2, 'Bob', 7), (3, NULL, NULL)")
      func eval(_ format: String, _ more: String..., entity: String = "Person") -> Run {
        let call = [
          "eval", format, "--database=\(folder)/people.db", "--model=\(folder)/model.json", "--entity", entity,
        ]
        return Run(bytes: (call + more).map { Array($0.utf8) })
      }
      #expect(eval("TRUEPREDICATE", "--output", "csv").output == "name,age\nAnn,30\nBob,7\n,\n")
      #expect(
        eval("age > 0", "--sort", "age", "--output", "table").output == "name  age\n────  ───\nBob     7\nAnn    30\n")
      #expect(eval("age > 7", "--select", "age", "--output", "csv").output == "age\n30\n")
      #expect(eval("age > 7", "--count", "--output", "csv").output == "count\n1\n")
      #expect(eval("TRUEPREDICATE", "--limit", "1", "--output", "csv", entity: "Mark").output == "id\n1\n")
      let none = eval("age > 70", "--output", "table")
      #expect(none.output.isEmpty && none.status == .no)
    }
  }

  @Test("calls that contradict themselves")
  func invalid() {
    let both = Run("eval", "age > 8", "-", "--json", "--output", "csv")
    #expect(both.status == .unusable && both.errors.contains("--json is short for --output json"))
    #expect(csv("age > 8", "--why").errors.contains("--why cannot be combined with --output csv"))
    #expect(csv("age > 8", "--why", form: "json").output.hasPrefix("{\"rows\": 3, "))
    #expect(csv("age > 8", form: "cvs").errors.contains("did you mean csv?"))
    #expect(csv("age >", form: "json").output.hasPrefix("{\"diagnostics\": "))
  }
}
