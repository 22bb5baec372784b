import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import TestSupport
import Testing

private let model = """
  {"version": 1, "entities": [{"name": "Person", "table": "person",
  "attributes": [{"name": "name", "type": "string"}, {"name": "age", "type": "integer16"}]}]}
  """

/// Calls a closure with a folder of files, and deletes it.
private func withFiles<Result>(_ files: [String: String], _ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
  return try body(folder)
}

struct FormatFileTests {
  private static let formats = "# all\na == 1\n\nb LIKE \"x\"\r\nname == (1\n#size > 2\n"

  @Test("lines of a file have their number in positions; comments and blank lines are skipped, #size is a key")
  func files() throws {
    try withFiles(["f.txt": Self.formats]) { folder in
      let path = folder.appendingPathComponent("f.txt").path
      let run = Run("check", "--file", path)
      #expect(run.status == .no)
      #expect(run.output == "a == 1\nb LIKE \"x\"\n#size > 2\n")
      #expect(run.errors.contains(" --> \(path):4:3\n  |\n4 | b LIKE"))
      #expect(run.errors.contains("'(' opened at \(path):5:9"))
      #expect(Run("check", "--file", path, "c == 1").output.hasPrefix("c == 1\na == 1\n"))
    }
    let json = Run("check", "-", "--json", input: "a == 1\n\n  é IS NULL\n")
    #expect(
      json.lines.last?.hasPrefix(#"{"name": "<stdin>", "line": 3, "index": 1, "text": "  é IS NULL", "valid": false"#)
        == true)
    #expect(json.output.contains(#""start": 5, "end": 7, "line": 3, "column": 5"#))
    #expect(Run("check", "--file", "/nowhere/f").status == .unusable)
    #expect(Run("check", "-", "-", input: "").errors.contains("standard input can be read only once"))
  }

  @Test(
    "what fails for every row is an error; what variables, arguments or a program decide is not",
    arguments: [
      ("a IN 5", "not-a-collection"), ("5 CONTAINS a", "not-a-collection"), ("a BETWEEN \"x\"", "bad-bounds"),
      ("SUBQUERY(5, $x, $x == 1).@count > 0", "not-a-collection"), ("name BEGINSWITH 5", "type-mismatch"),
      ("FALSEPREDICATE AND \"a\" > 2", "type-mismatch"), ("a IN $x", nil), ("a BETWEEN %@", nil), ("a IN nil", nil),
      ("FUNCTION(a, \"shout:\") == 1", nil), ("a UTI-CONFORMS-TO \"x\"", nil), ("ANYKEY == 1", nil),
    ])
  func everyRow(format: String, code: String?) {
    let run = Run("check", format)
    #expect(run.status == (code == nil ? .fine : .no))
    #expect(code.map { run.errors.contains("error[\($0)]") } ?? run.errors.isEmpty, "\(run.errors)")
  }

  @Test("an expression that fails for every row is an error too")
  func everyRowOfExpression() {
    #expect(Run("check", "--expression", "sum:(5)").errors.contains("sum: needs a collection, found an integer"))
    #expect(Run("check", "--expression", "sum:($x)").status == .fine)
  }

  @Test("a value of --arg that fails for every row is an error")
  func argument() {
    #expect(Run("check", "a IN %@", "--arg", "5").errors.contains("IN needs a collection, found an integer"))
    #expect(Run("check", "a IN %@", "--arg", "[5]").status == .fine)
  }

  @Test("--fix changes files, and prints other formats; --unsafe-fixes also guesses")
  func fixes() throws {
    try withFiles(["f.txt": Self.formats]) { folder in
      let path = folder.appendingPathComponent("f.txt").path
      #expect(Run("check", "--file", path, "--fix").status == .no)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text == "# all\na == 1\n\nb == \"x\"\r\nname == (1\n#size > 2\n")
      // Without a change, the file stays as it is, with its byte-order mark and without a line end at its end.
      let fine = folder.appendingPathComponent("fine.txt")
      try Data("\u{FEFF}a == 1\r\nb == 2".utf8).write(to: fine)
      #expect(Run("check", "--file", fine.path, "--fix").status == .fine)
      let kept = try Data(contentsOf: fine)
      #expect(kept == Data("\u{FEFF}a == 1\r\nb == 2".utf8))
      #expect(Run("check", "--file", folder.path, "--fix").status == .unusable)
    }
    let input = "# x\na IS NULL\n\nb ENDWITH 'x'\n"
    let safe = Run("check", "-", "--fix", input: input)
    #expect(safe.output == "# x\na == NULL\n\nb ENDWITH 'x'\n" && safe.status == .no)
    let all = Run("check", "-", "--unsafe-fixes", input: input)
    #expect(all.output == "# x\na == NULL\n\nb ENDSWITH 'x'\n" && all.status == .fine)
    let fixed = Run("check", "a IS NULL", "--fix", "--json").output
    #expect(fixed.contains(#""text": "a IS NULL", "#) && fixed.contains(#""fixed": "a == NULL"}"#), "\(fixed)")
    #expect(Run("check", "a ==", "--unsafe-fixes").output == "a == %@\n")
    #expect(Run("check", "a == )", "--unsafe-fixes").output == "a == )\n")
  }

  @Test("--arg, --model and --entity check values, keys and types")
  func models() throws {
    try withFiles(["m.json": model]) { folder in
      let path = folder.appendingPathComponent("m.json").path
      func check(_ arguments: String...) -> Run {
        Run(bytes: (["check", "--model", path, "--entity", "Person"] + arguments).map { Array($0.utf8) })
      }
      #expect(check("nam == %@", "--arg", "x").errors.contains("did you mean name?"))
      #expect(check("nam == %@").status == .no)
      #expect(check("name == %@ AND age > $x").status == .fine)
      #expect(check("age == %@", "--arg", "x").errors.contains("never-equal"))
      #expect(
        check("name == 1 AND nam == 1", "--profile", "untrusted", "--keys", "name,nam").errors.contains("unknown-key"))
      let entity = Run("check", "a == 1", "--model", path, "--entity", "Zoo")
      #expect(entity.errors.contains("the model has no entity 'Zoo'; it has Person"))
      #expect(Run("check", "a == 1", "--model", path).errors.contains("--model and --entity are needed together"))
      #expect(check("--expression", "name").errors.contains("--expression cannot be combined with"))
      #expect(Run("check", "a == 1", "--model", "/nowhere/m.json", "--entity", "A").status == .unusable)
    }
    #expect(Run("check", "a == %@ AND b == %@", "--arg", "1").errors.contains("too-few-arguments"))
    #expect(Run("check", "a == %d", "--arg", "x").status == .no)
  }
}

struct CommandsTests {
  @Test("help, the version, and names that resemble a command")
  func names() {
    #expect(Run("help").output == Command.help + "\n")
    #expect(Run("help", "eval").output == Command.eval.help + "\n")
    #expect(Run("help", "eva").errors.contains("unknown command 'eva'; did you mean eval?"))
    let two = Run("help", "eval", "sql")
    #expect(two.status == .unusable && two.errors.contains("expected one command, found 2"))
    #expect(Run("--version").output == "predcheck \(packageVersion)\n")
    for call in ["-V", "version"] { #expect(Run(call).output == Run("--version").output) }
    for part in ["0 for success, 1 if the answer is no", "2 for an invalid call", "70 for an internal error"] {
      #expect(Command.help.contains(part))
    }
    let wrong = Run("chek", "a == 1")
    #expect(wrong.status == .unusable && wrong.errors.contains("unknown command 'chek'; did you mean check?"))
    #expect(Run("evl", "a == 1", "--data", "x").errors.contains("did you mean eval?"))
    #expect(Run("text").errors.contains("unknown command 'text'; did you mean test?"))
    #expect(Run("text", "--expression").output == "text\n" && Run("--expression", "text").output == "text\n")
    #expect(Run("TRUEPREDICATE").status == .fine)
  }

  @Test("every command has an example, whose options exist", arguments: Command.allCases)
  func examples(_ command: Command) throws {
    #expect(!command.examples.isEmpty)
    for example in command.examples {
      let words = example.split(separator: " ").filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
      let known = command.flags.map(\.spelling)
      #expect(words.allSatisfy { known.contains(String($0)) }, "\(example)")
      #expect(command == .check || example.hasPrefix(command.rawValue))
    }
  }

  @Test("completions and the manual page name every command and option", arguments: CompletionFormat.allCases)
  func completions(_ format: CompletionFormat) {
    let run = Run("completions", format.rawValue)
    #expect(run.status == .fine)
    for command in Command.allCases {
      #expect(run.output.contains(format == .man ? ".SH \(command.rawValue.uppercased())" : command.rawValue))
      for flag in command.flags {
        let letter = flag.letter.map { " -s \(UnicodeScalar($0))" } ?? ""
        let name =
          format == .fish
          ? "-l \(flag.name)\(letter)"
          : format == .man ? flag.spelling.replacing("-", with: "\\-") : flag.spelling
        #expect(run.output.contains(name), "\(flag.spelling)")
      }
    }
    #expect(Run("completions", "fisch").errors.contains("did you mean fish?"))
    #expect(Run("completions").status == .unusable)
  }

  @Test("the guide has every command and every option of predcheck")
  func guide() throws {
    let url = packageRoot.appendingPathComponent("Grammar/Guides/CommandLine.md")
    let guide = try String(contentsOf: url, encoding: .utf8)
    for command in Command.allCases {
      #expect(guide.contains("`predcheck \(command.rawValue)"), "\(command.rawValue)")
      for flag in command.flags where flag != .help { #expect(guide.contains("`\(flag.spelling)"), "\(flag.spelling)") }
    }
  }
}

struct DelimiterTests {
  private func eval(_ format: String, _ arguments: String..., input: String) -> Run {
    Run(bytes: (["eval", format, "--data", "-"] + arguments).map { Array($0.utf8) }, input: input)
  }

  @Test("semicolons and tabs separate the cells if the header has no comma")
  func sniffing() {
    #expect(eval("age > 20", "--type", "csv", input: "name;age\nAnn;30\nBob;7\n").output == "name;age\nAnn;30\n")
    #expect(eval("age > 20", "--type", "csv", input: "name\tage\nAnn\t30\n").output == "name\tage\nAnn\t30\n")
    #expect(eval("age > 20", "--type", "csv", input: "\"a,b\";age\n1;30\n").output == "\"a,b\";age\n1;30\n")
    // With a comma in the header, the other characters belong to the cells.
    #expect(eval("%K == 'x;y'", "--arg", "a;b", "--type", "csv", input: "a;b,c\nx;y,2\n").output == "a;b,c\nx;y,2\n")
    #expect(eval("name == 'a,b'", "--type", "tsv", input: "name,x\tage\n1\t2\n").errors.contains("has a key 'name'"))
    let sorted = eval("age > 0", "--sort", "age", "--json", "--type", "csv", input: "n;age\nx;3\ny;2\n")
    #expect(sorted.lines.first == #"{"file": "<stdin>", "row": 1, "line": 3, "value": {"age": 2, "n": "y"}}"#)
    let quoted = eval("a == 1", "--type", "csv", input: "a;b\n\"1\"x;2\n")
    #expect(quoted.errors.contains("expected ';' or the end of the line after a cell in quotes"))
    #expect(eval("a == 1", "--type", "tsv", input: "a\tb\n\"1\"x\t2\n").errors.contains("expected a tab or the end"))
    #expect(RowKind(fileName: "x.TSV") == .tsv && RowKind(fileName: "a.ndjson") == .jsonl)
    #expect(RowKind(fileName: "a.geojson") == .json && RowKind(named: "ndjson") == .jsonl)
    #expect(eval("a == 1", "--type", "ndjson", input: "{\"a\": 1}\n{\"a\": 2}\n").output == "{\"a\": 1}\n")
    #expect(eval("a == 1", "--type", "ndjsn", input: "").errors.contains("did you mean ndjson?"))
  }

  @Test("options for files are errors without files, and --delimiter is one without a CSV file")
  func optionsOfFiles() {
    for call in [["report", "a == 1"], ["diff", "a == 1", "a == 2"]] {
      for option in [["--type", "json"], ["--delimiter", ";"], ["--on-error", "nil"]] {
        let run = Run(bytes: (call + option).map { Array($0.utf8) })
        #expect(run.status == .unusable)
        #expect(run.errors.contains(option[0]), "\(run.errors)")
      }
    }
    #expect(
      eval("b == 2", "--type", "json", "--delimiter", ";", input: "[]").errors.hasPrefix(
        "predcheck: --delimiter needs a CSV file"))
  }

  @Test("--delimiter names any other character")
  func option() {
    #expect(eval("b == 2", "--type", "csv", "--delimiter", "|", input: "a|b\n1|2\n").output == "a|b\n1|2\n")
    #expect(eval("b == 2", "--type", "csv", "--delimiter", "\\t", input: "a,x\tb\n1\t2\n").output == "a,x\tb\n1\t2\n")
    for wrong in ["", "ab", "\"", "é", "\n"] {
      #expect(eval("b == 2", "--type", "csv", "--delimiter", wrong, input: "a\n").status == .unusable)
    }
  }

  @Test("rows before an error are printed, with the row of the error in the message")
  func partialOutput() {
    let rows = String(repeating: "{\"a\": 1}\n", count: 40_000)
    let run = eval("a > 0", "--type", "jsonl", input: rows + "{\"a\": \"x\"}\n")
    #expect(run.status == .unusable)
    #expect(run.errors.hasPrefix("<stdin>:40001: "))
    #expect(run.output.hasPrefix("{\"a\": 1}\n"))
  }
}
