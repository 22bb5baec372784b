import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import PredicateSyntax
import Testing

/// What is shown on a narrow terminal.
struct TerminalWidthTests {
  /// Runs a command on a terminal with some columns, and returns its output and its messages.
  private func run(_ columns: Int?, _ arguments: [String], input: String = "") -> (output: String, errors: String) {
    let console = Console(
      output: ByteSink(descriptor: nil), errors: ByteSink(descriptor: nil), hasColor: false,
      input: ByteSource(Array(input.utf8), name: "<stdin>"), isTerminal: columns != nil, width: columns,
      errorWidth: columns)
    _ = Predcheck.run(arguments.map { Array($0.utf8) }, console)
    return (console.output.text, console.errors.text)
  }

  @Test("a diagnostic shows the part of a long line around its position")
  func diagnostics() {
    let format = "one == 1 AND second == 2 AND thrid === 3 AND fourth == 4 AND fifth == 5"
    #expect(
      run(40, ["check", format]).errors == """
        error[foreign-operator]: '===' is not an operator here
         --> format:1:36
          |
        1 | … == 2 AND thrid === 3 AND fourt…
          |                  ^^^ did you mean ==?

        """)
    #expect(run(nil, ["check", format]).errors.contains("\n1 | \(format)\n"))
    let long = (0..<30).map { "k\($0) == \($0)" }.joined(separator: " AND ").replacing("k20 ==", with: "k20 ===")
    let lines = run(200, ["check", long]).errors.split(separator: "\n").map(String.init)
    #expect(lines[3].columns > 180 && lines[3].columns <= 200)
    #expect((90...110).contains(lines[4].prefix { $0 != "^" }.count), "\(lines)")
    #expect(run(1, ["check", format]).errors.contains("\n1 | …AND thrid === 3 AND…\n"))
  }

  @Test("a table shows the part of each line that fits")
  func table() {
    let rows = "name,note\nAnn,日本語日本語\nBob,short\n"
    let arguments = ["eval", "TRUEPREDICATE", "--data", "-", "--type", "csv", "--output", "table"]
    #expect(run(12, arguments, input: rows).output == "name  note\n────  ─────…\nAnn   日本…\nBob   short\n")
    #expect(run(nil, arguments, input: rows).output == "name  note\n────  ────────────\nAnn   日本語日本語\nBob   short\n")
  }

  @Test("why shortens the parts so that the counts fit, and puts notes on lines of their own")
  func why() {
    let long = "\"A long name of a person, longer than the terminal is wide\""
    let rows = "name,age,city\nAnn,31,Paris\nBob,,\n\(long),40,Rome\n"
    let format = "(name == \"x\" OR name == \"y\") AND age > 30 AND NOT city == \"Rome\""
    let answer = run(40, ["why", format, "--row", "2", "--data", "-", "--type", "csv"], input: rows).output
    #expect(
      answer.hasPrefix(
        """
        no row of 3 matches

          (name == "x" OR name == "y") …  0 of 3
          ├─ name == "x" OR name == "y"   0 of 3
          │  │  ← leaves no row
          │  ├─ name == "x"               0 of 3
          │  └─ name == "y"               0 of 3
          ├─ age > 30                     2 of 3
          │    age is nil on 1 row
          └─ NOT city == "Rome"           2 of 3
             └─ city == "Rome"            1 of 3
                  city is nil on 1 row

        """), "\(answer)")
    #expect(answer.contains("\n<stdin>:4: \"A long name of a person, lo…\n"))
    let misspelled = run(40, ["why", "nmae == 'Ann' AND \(format)", "--data", "-", "--type", "csv"], input: rows).output
    #expect(misspelled.contains("\n1 | nmae == 'Ann' AND (name == \"x\" O…\n"), "\(misspelled)")
  }
}
