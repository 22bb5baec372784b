import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import PredicateSyntax
import TestSupport
import Testing

/// What messages say about the remedy: an option, the values of a row, or the right order of the operands.
struct HintTests {
  private static let people = "name,age\nAnn,30\nBob,\n"

  private func eval(_ arguments: String..., type: String = "csv", input: String = people) -> Run {
    Run(bytes: (["eval"] + arguments + ["--data", "-", "--type", type]).map { Array($0.utf8) }, input: input)
  }

  @Test("an error in a row has the values of the operands, and names --on-error nil")
  func rows() {
    let run = eval("age > 'x'", "--types", "age=number")
    #expect(run.errors.hasPrefix("<stdin>:2: the predicate cannot be evaluated on this row\nerror[type-mismatch]: "))
    let remedy = "  = --on-error nil treats values that cannot be computed as nil\n"
    #expect(run.errors.hasSuffix("  = age is 30\n" + remedy), "\(run.errors)")
    #expect(eval("age + $x > 3", "--var", "x=1").errors.hasSuffix("  = age is nil\n" + remedy))
    let json = eval("name < 3", "--json", "--types", "name=text").output
    #expect(json.contains(#""line": 1, "column": 1, "notes": ["name is \"Ann\"", "--on-error nil treats"#), "\(json)")
    #expect(json.hasSuffix(#""name": "format", "file": "<stdin>", "row": 0, "line": 2}"# + "\n"), "\(json)")
    let nested = eval("SUBQUERY(a, $x, $x < 'b').@count > 0", type: "jsonl", input: "{\"a\": [1]}\n").errors
    #expect(nested.contains("type-mismatch") && nested.hasSuffix("^^^^^^^^\n" + remedy), "\(nested)")
    let ended = eval("age == $x")
    #expect(!ended.errors.contains("--on-error"))
  }

  @Test("under a profile, an error in a row shows no record as a whole")
  func rowsUnderProfile() {
    let row = #"{"name": "n", "maker": {"name": "m", "length": "t0ken"}, "kids": [{"age": 3, "pin": "t0ken"}]}"# + "\n"
    for text in [
      "maker BEGINSWITH 't'", "kids + 1 == 2", "kids[FIRST] + 1 == 2", "maker.length + 1 == 2", "kids.age + name == 2",
    ] {
      for options in [[], ["--json"], ["--select", "name"], ["--count"]] {
        let run = Run(
          bytes: (["eval", text, "--data", "-", "--type", "jsonl", "--profile", "untrusted", "--keys"]
            + ["name,maker,maker.name,kids,kids.age"] + options).map { Array($0.utf8) }, input: row)
        #expect(run.errors.contains("error[") || run.output.contains("error"), "\(run.errors)\(run.output)")
        #expect(!run.errors.contains("t0ken") && !run.output.contains("t0ken"), "\(run.errors)\(run.output)")
      }
    }
    let listed = ["--profile", "untrusted", "--keys", "maker,maker.name"]
    let shown = Run(
      bytes: (["eval", "maker.name + 1 == 2", "--data", "-", "--type", "jsonl"] + listed).map { Array($0.utf8) },
      input: row)
    #expect(shown.errors.contains(#"= maker.name is "m""#), "\(shown.errors)")
  }

  @Test("an error in a property names the row, also if rows are sorted or there are several properties")
  func properties() {
    let expected = """
      <stdin>:3: a property has no value for this row
      error[nil-operand]: addition of nil has no value
       --> --select:1:1
        |
      1 | age+1
        | ^^^^^
        = age is nil
        = --on-error nil treats values that cannot be computed as nil

      """
    #expect(eval("TRUEPREDICATE", "--select", "x=age+1").errors == expected)
    #expect(eval("TRUEPREDICATE", "--select", "x=age+1", "--sort", "name:desc").errors == expected)
    let two = eval("name == 'Bob'", "--select", "x=age+1", "--select", "name").errors
    #expect(two.hasPrefix("<stdin>:3: a property has no value for this row\nerror[nil-operand]: "), "\(two)")
    let json = eval("TRUEPREDICATE", "--select", "x=age+1", "--json").output
    #expect(json.hasSuffix(#""name": "--select", "file": "<stdin>", "row": 1, "line": 3}"# + "\n"), "\(json)")
  }

  @Test("--select takes a list of keys, but not of expressions")
  func lists() {
    #expect(eval("age == 30", "--select", "age, name").output == "{\"age\": 30, \"name\": \"Ann\"}\n")
    #expect(eval("age == 30", "--select", "age + 1,name").errors.contains("the value of --select is not valid"))
    #expect(eval("age == 30", "--select", "age,").errors.contains(" --> --select:1:4"))
  }

  @Test("an option that begins with the same word as another one")
  func options() {
    #expect(Run("eval", "a", "--on-fault", "nil").errors.contains("'--on-fault'; did you mean --on-error?"))
    #expect(Run("sql", "a", "--explain-query-plan").errors.contains("did you mean --explain?"))
    #expect(!Run("eval", "a", "--zzzzzzz").errors.contains("did you mean"))
  }

  @Test("lines of text that are read with a key")
  func text() {
    let run = eval("a == 1", type: "text", input: "{\"a\": 1}\n")
    let note = "  = each row is a line of text; --type jsonl, csv or tsv reads the lines as records\n"
    #expect(run.errors.hasSuffix(note))
    #expect(eval("a == 1", type: "jsonl", input: "\"x\"\n").errors.contains("--on-error nil"))
  }

  @Test("a CSV file with one column whose header has another delimiter")
  func delimiters() {
    func note(_ header: String, _ command: String, _ more: String...) -> String? {
      let run = Run(
        bytes: ([command, "age > 1", "-", "--type", "csv"] + more).map { Array($0.utf8) }, input: "\(header)\n1\n")
      return (run.output + run.errors).split(separator: "\n").first { $0.contains("splits it") }.map(String.init)
    }
    let expected = "  = the file has one column, 'name|age'; --delimiter '|' splits it"
    #expect(note("name|age", "eval") == expected)
    #expect(note("name|age", "eval", "--sort", "name") == expected)
    #expect(note("name|age", "why") == expected)
    #expect(note("name;age", "eval", "--delimiter", "|")?.contains("--delimiter ';'") == true)
    #expect(note("name\tage", "eval", "--delimiter", "|")?.contains("--delimiter '\\t'") == true)
    #expect(note("name", "eval") == nil && note("name,a|b", "eval") == nil)
    let diff = Run("diff", "age > 1", "age > 2", "-", "--type", "csv", input: "name|age\n1|2\n")
    #expect(diff.errors.contains(expected))
    #expect(eval("a == 1", type: "jsonl", input: "{\"a|b\": 1}\n").errors.contains("splits it") == false)
  }

  @Test("the name of a file in place of a format, and operands in the wrong order")
  func files() throws {
    try withFiles(["f.txt": "a == 1\n", "a.jsonl": "{\"a\": 1}\n"]) { folder in
      let (formats, rows) = ("\(folder)/f.txt", "\(folder)/a.jsonl")
      let hint = "predcheck: '\(formats)' is a file; --file reads the formats in a file\n"
      #expect(Run("check", formats).errors.hasSuffix(hint))
      #expect(Run("fmt", formats).errors.hasSuffix(hint))
      #expect(!Run("check", folder).errors.contains("is a file"))
      #expect(!Run("check", "a ==").errors.contains("is a file"))
      let order = "expected the format before the file"
      #expect(Run("eval", rows, "a == 1").errors == "predcheck: a == 1: the file does not exist; \(order)\n")
      #expect(Run("eval", rows, "a LIKE '*'").errors.hasSuffix("; \(order)\n"))
      #expect(Run("why", rows).errors.hasPrefix("predcheck: \(order), or --database FILE\n"))
      #expect(Run("eval", rows, rows).errors.contains("error["))
    }
  }

  @Test("with --json, errors of all commands have a line, a column and the name of the text")
  func json() {
    let place = #""start": 2, "end": 4, "line": 1, "column": 3, "fixIts": "#
    for command in [["tree"], ["eval", "--data", "-"], ["why", "--data", "-"]] {
      let run = Run(bytes: (command + ["--json", "a IS NULL"]).map { Array($0.utf8) })
      #expect(run.status == .unusable && run.errors.isEmpty)
      #expect(run.output.hasPrefix(#"{"diagnostics": [{"code": "is-null""#) && run.output.contains(place), "\(command)")
      #expect(run.output.hasSuffix(#"], "name": "format"}"# + "\n"), "\(command)")
    }
    for (index, formats) in [["a IS NULL", "a == 1"], ["a == 1", "a IS NULL"]].enumerated() {
      let run = Run("diff", "--json", formats[0], formats[1])
      #expect(run.output.hasSuffix("], \"name\": \"format-\(index + 1)\"}\n") && run.output.contains(place))
    }
    let having = eval("TRUEPREDICATE", "--group-by", "name", "--having", "a\n>", "--json").output
    #expect(having.contains(#""line": 2, "column": 2"#), "\(having)")
    let why = Run("why", "nam == 1", "-", "--type", "csv", "--json", input: Self.people).output
    #expect(why.contains(#""start": 0, "end": 3, "line": 1, "column": 1, "notes""#), "\(why)")
    let sql = words("sql", "length\n> 3", "--dialect", "sqlite", "--json").output
    #expect(sql.contains(#""start": 0, "end": 10, "line": 1, "column": 1}"#), "\(sql)")
  }

  @Test("a profile without keys names --keys")
  func keys() {
    let run = Run("check", "--profile", "untrusted", "a == 1")
    #expect(run.errors.contains("with permitting(keys:) or with --keys"))
    #expect(Run("check", "--json", "--profile", "untrusted", "a == 1").output.contains("or with --keys"))
  }
}

/// What the help and the explanations look like on a terminal.
struct TerminalTextTests {
  private func run(_ columns: Int, _ arguments: String...) -> [String] {
    let console = Console(
      output: ByteSink(descriptor: nil), errors: ByteSink(descriptor: nil), hasColor: false,
      input: ByteSource([], name: "<stdin>"), isTerminal: true, width: columns, errorWidth: columns)
    _ = Predcheck.run(arguments.map { Array($0.utf8) }, console)
    return console.output.text.components(separatedBy: "\n")
  }

  @Test("help is wrapped to the terminal, except for calls, and has all words")
  func help() {
    let narrow = run(60, "eval", "--help")
    #expect(narrow.filter { $0.columns > 60 }.allSatisfy { $0.hasPrefix("  $ predcheck ") })
    #expect(narrow.contains("  --limit N                 print at most N rows"))
    #expect(narrow.contains("                            input; may be repeated"))
    func words(_ lines: [String]) -> [Substring] { lines.joined(separator: " ").split(separator: " ") }
    for command in ["eval", "sql", "help", "profile"] {
      #expect(words(run(50, "help", command)) == words(run(500, "help", command)))
    }
    #expect(run(500, "--help") == (Command.help + "\n").components(separatedBy: "\n"))
    #expect(run(30, "help", "check").contains { $0.hasPrefix("      ") && $0.columns <= 30 })
    #expect("a  b  c".wrapped(toColumns: 5) == "a  b\nc" && " a\nb c".wrapped(toColumns: 2) == " a\nb\nc")
    #expect("a b\n\nc d e".wrapped(toColumns: 3) == "a b\n\nc d\ne")
  }

  @Test("a line of the list of codes has the terminal's width at most")
  func list() {
    let lines = run(70, "explain")
    #expect(lines.allSatisfy { $0.columns <= 70 } && lines.contains { $0.hasSuffix("…") })
  }

  @Test("explain, diff and sql have colors, and SQL stays SQL")
  func colors() {
    func colored(_ arguments: String...) -> String {
      Run(bytes: (arguments + ["--color", "always"]).map { Array($0.utf8) }).output
    }
    #expect(colored("explain", "is-null").hasPrefix("\u{1B}[31;1mis-null\u{1B}[0m: error, "))
    #expect(colored("explain", "like-without-wildcard").hasPrefix("\u{1B}[33;1m"))
    let answers = "  \u{1B}[31mfalse\u{1B}[0m  a > 1\n  \u{1B}[32mtrue\u{1B}[0m   a >= 1\n"
    #expect(colored("diff", "a > 1", "a >= 1").hasSuffix(answers))
    let sql = words("sql", "length > 3", "--dialect", "sqlite", "--color", "always").output
    #expect(sql.contains("\n-- \u{1B}[2m1: integer 3\u{1B}[0m\n"))
  }

  @Test("the environment decides about colors")
  func environment() {
    func isColored(_ environment: [String: String], isTerminal: Bool = false) -> Bool {
      Console.isColorWanted(isTerminal: isTerminal, environment)
    }
    #expect(isColored([:], isTerminal: true) && !isColored([:]))
    #expect(!isColored(["TERM": "dumb"], isTerminal: true) && isColored(["TERM": "xterm"], isTerminal: true))
    for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] {
      #expect(isColored([name: "1"]) && isColored([name: "1", "TERM": "dumb"]) && !isColored([name: ""]))
      #expect(!isColored([name: "0"], isTerminal: true) && !isColored([name: "1", "NO_COLOR": "1"]))
    }
    #expect(!isColored(["NO_COLOR": "1"], isTerminal: true) && isColored(["NO_COLOR": ""], isTerminal: true))
  }
}
