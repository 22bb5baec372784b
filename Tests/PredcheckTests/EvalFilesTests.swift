import Foundation
import PredcheckCommands
import PredcheckSupport
import TestSupport
import Testing

/// Calls `body` with a folder that has these files.
func withFiles(_ files: [String: String], _ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
  try body(folder.path)
}

/// `predcheck eval` and `why` with several files.
struct EvalFilesTests {
  private static let files = [
    "a.jsonl": "{\"age\": 40, \"name\": \"Ann\"}\n\n{\"age\": 20, \"name\": \"Bob\"}\n",
    "b.csv": "name,age\nCarl,50\nDora,\n", "c.csv": "name,age\nEve,36\n", "d.csv": "age;name\n37;Fay\n",
    "empty.jsonl": "", "notes.txt": "age\n", "e.json": "[{\"age\": 99}]",
  ]

  /// Runs a command on the files that `names` lists, in a folder with all of them.
  private func run(_ arguments: String..., names: [String], input: String = "") throws -> Run {
    var run: Run?
    try withFiles(Self.files) { folder in
      let paths = names.map { name in name.hasPrefix("-") ? name : folder + "/" + name }
      let result = Run(bytes: (arguments + paths).map { Array($0.utf8) }, input: input)
      let (output, errors) = (result.output.replacing(folder, with: ""), result.errors.replacing(folder, with: ""))
      run = Run(status: result.status, output: output, errors: errors)
    }
    return try #require(run)
  }

  @Test("the rows of all files, in order, with the header of each CSV file unless it was printed last")
  func rowsOfAllFiles() throws {
    let names = ["a.jsonl", "b.csv", "c.csv", "empty.jsonl", "d.csv"]
    let expected = """
      {"age": 40, "name": "Ann"}
      name,age
      Carl,50
      Eve,36
      age;name
      37;Fay

      """
    // The second predicate aggregates all rows, so they are not read as a stream.
    for format in ["age > 35", "age > 35 AND age <= max:(age)"] {
      let run = try run("eval", format, names: names)
      #expect(run.output == expected, "\(run.errors)")
      #expect(run.errors.isEmpty && run.status == .fine)
    }
    let sorted = try run("eval", "age > 36", "--sort", "age", names: names)
    #expect(sorted.output == "age;name\n37;Fay\n{\"age\": 40, \"name\": \"Ann\"}\nname,age\nCarl,50\n")
    #expect(try run("eval", "age > 35", "--count", names: names).output == "4\n")
    #expect(
      try run("eval", "TRUEPREDICATE", "--select", "sum:(age)", names: names).output == "{\"sum:(age)\": 183}\n")
    #expect(
      try run("eval", "age > 45", "--sort", "age", "--select", "name", names: names).output == "{\"name\": \"Carl\"}\n")
    #expect(try run("eval", "age > 60", names: names).status == .no)
  }

  @Test("--json names the file of each row, and counts the rows of all files")
  func json() throws {
    let names = ["a.jsonl", "empty.jsonl", "b.csv", "e.json"]
    let carl = #"{"file": "/b.csv", "row": 2, "line": 2, "value": {"age": 50, "name": "Carl"}}"#
    let elder = #"{"file": "/e.json", "row": 4, "line": 1, "value": {"age": 99}}"#
    for format in ["age > 45", "age > 45 AND age <= max:(age)"] {
      #expect(try run("eval", format, "--json", names: names).output == "\(carl)\n\(elder)\n")
    }
    let sorted = try run("eval", "age > 45", "--json", "--sort", "age:desc", names: names)
    #expect(sorted.output == "\(elder)\n\(carl)\n")
  }

  @Test("files of --data precede those after the format, and one of all files is standard input")
  func sources() throws {
    let data = try run("eval", "age > 35", "c.csv", "--type", "csv", "--data", names: ["b.csv"])
    #expect(data.errors.contains("c.csv: the file does not exist"))
    try withFiles(Self.files) { folder in
      let run = Run("eval", "age > 35", "\(folder)/c.csv", "--data=\(folder)/d.csv", "--data", "\(folder)/b.csv")
      #expect(run.output == "age;name\n37;Fay\nname,age\nCarl,50\nEve,36\n")
    }
    let input = try run("eval", "age > 35", "--type", "csv", names: ["c.csv", "-"], input: "age,name\n60,Ida\n")
    #expect(input.output == "name,age\nEve,36\nage,name\n60,Ida\n")
    for (format, names) in [("age > 35", ["-", "-"]), ("-", ["-"])] {
      let twice = try run("eval", format, names: names)
      #expect(twice.status == .unusable && twice.errors.contains("standard input can be read only once"))
    }
  }

  @Test("a pattern that the shell did not expand, and the name of a file that looks like one")
  func patterns() throws {
    let run = try run("eval", "age > 35", names: ["[bc].csv", "?.jsonl"])
    #expect(run.output == "name,age\nCarl,50\nEve,36\n{\"age\": 40, \"name\": \"Ann\"}\n")
    let none = try self.run("eval", "age > 35", names: ["*.log"])
    #expect(none.status == .unusable && none.errors == "predcheck: /*.log: no file matches this pattern\n")
    try withFiles(["x*.txt": "a\n", "xy.txt": "b\n"]) { folder in
      #expect(Run("eval", "TRUEPREDICATE", "\(folder)/x*.txt").output == "a\n")
    }
  }

  @Test("files that are compressed by gzip, whose names show the type")
  func gzip() throws {
    try withFiles([:]) { folder in
      let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA0vUSeIy1DHiAgB7B5cKCAAAAA=="))
      try packed.write(to: URL(fileURLWithPath: folder + "/a.csv.gz"))
      try packed.write(to: URL(fileURLWithPath: folder + "/b.tsv.gz"))
      let run = Run("eval", "TRUEPREDICATE", "\(folder)/a.csv.gz", "\(folder)/b.tsv.gz")
      #expect(run.output == "a,b\n1,2\n" + "1,2\n", "\(run.errors)")
      #expect(Run("eval", "TRUEPREDICATE", "\(folder)/b.tsv.gz", "--json").output.contains(#"{"a,b": "1,2"}"#))
    }
  }

  @Test("a missing file is an error before any row is printed")
  func missing() throws {
    let run = try run("eval", "age > 35", names: ["a.jsonl", "none.csv"])
    #expect(run.status == .unusable && run.output.isEmpty)
    #expect(run.errors == "predcheck: /none.csv: the file does not exist\n")
    let words = Run("eval", "a", "==", "1")
    #expect(words.status == .unusable)
    #expect(
      words.errors == """
        predcheck: ==: the file does not exist; if this is a part of the format, put quotes around the format

        """)
    #expect(Run("why", "a == 1", "/").errors == "predcheck: /: this is a folder; expected a file\n")
    let database = Run("eval", "a == 1", "x.csv", "--database", "x.db", "--model", "m.json", "--entity", "E")
    #expect(
      database.errors.hasPrefix(
        "predcheck: expected one format string, found 2; files cannot be combined with --database\n"))
    #expect(Run(bytes: [Array("eval".utf8), Array("a".utf8), [0xFF]]).errors.contains("a file name is not UTF-8"))
  }

  @Test("errors name the file and the line")
  func positions() throws {
    let run = try run(
      "eval", "age > \"x\"", "--types", "age=number", names: ["empty.jsonl", "c.csv", "a.jsonl"])
    #expect(run.errors.hasPrefix("/c.csv:2: the predicate cannot be evaluated on this row\n"))
    let json = try self.run(
      "eval", "name + 1 < 3 AND age == max:(age)", "--json", names: ["empty.jsonl", "c.csv", "b.csv"])
    #expect(json.output.contains(#""file": "/c.csv", "row": 0, "line": 2}"#), "\(json.output)")
    let broken = try self.run("eval", "age > 35", "--type", "jsonl", names: ["a.jsonl", "notes.txt"])
    #expect(broken.status == .unusable && broken.errors.contains("notes.txt:1: expected a value, at byte 1"))
  }

  @Test("why counts the rows of all files, and --row counts through them")
  func why() throws {
    let run = try run("why", "age > 35", "--row", "3", names: ["a.jsonl", "b.csv", "c.csv"])
    #expect(run.output.hasPrefix("3 of 5 rows match\n"))
    #expect(run.output.contains("/b.csv:3: Dora,\n"), "\(run.output)")
    let json = try self.run("eval", "age > 35", "--why", "--json", "--row", "4", names: ["a.jsonl", "b.csv", "c.csv"])
    #expect(json.output.contains(#""explained": [{"file": "/c.csv", "row": 4, "line": 2, "#), "\(json.output)")
  }
}
