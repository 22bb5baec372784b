import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import TestSupport
import Testing

/// `predcheck eval` with an order, a page, properties and groups, on files.
struct EvalFetchTests {
  private static let venues = """
    name,city,beds,price
    Bean,Ulm,3,2.5
    Tea,,4,3.5
    alm,Ulm,5,
    "Bar, the",Bonn,1,9
    Zed,,2,1.5

    """

  /// Runs a command on the venues.
  private func venues(_ format: String, _ more: String...) -> Run {
    let arguments = ["eval", format, "--data", "-", "--type", "csv"] + more
    return Run(bytes: arguments.map { Array($0.utf8) }, input: Self.venues)
  }

  @Test("the header of a CSV file prints once, and the exit status says whether a row matches")
  func headerAndStatus() {
    // The second predicate aggregates all rows, so they are not read as a stream.
    for format in ["beds > 3", "beds > 3 AND beds <= max:(beds)"] {
      let run = venues(format)
      #expect(run.status == .fine)
      #expect(run.output == "name,city,beds,price\nTea,,4,3.5\nalm,Ulm,5,\n")
      let none = venues(format + " AND name == 'x'")
      #expect(none.status == .no)
      #expect(none.output.isEmpty)
    }
  }

  @Test("rows print unchanged, in the order and the page of the call")
  func order() {
    let words = "zoo\nzap\nzebra\nant\n"
    let run = Run("eval", "SELF BEGINSWITH 'z'", "--sort", "self:desc", "--limit", "2", "--data", "-", input: words)
    #expect(run.status == .fine)
    #expect(run.output == "zoo\nzebra\n")
    let byLength = Run("eval", "TRUEPREDICATE", "--sort", "length:desc", "--sort", "self", "--data", "-", input: words)
    #expect(byLength.output == "zebra\nant\nzap\nzoo\n")
    #expect(
      venues("beds > 1", "--sort", "price", "--offset", "1", "--limit", "2").output
        == "name,city,beds,price\nZed,,2,1.5\nBean,Ulm,3,2.5\n", "nil is first, and left out by the offset")
    #expect(
      venues("TRUEPREDICATE", "--sort", "price:desc", "--offset=4", "--json").output
        == #"{"file": "<stdin>", "row": 2, "line": 4, "value": {"beds": 5, "city": "Ulm", "name": "alm", "price": null}}"#
        + "\n")
    let lines = "{\"n\": 2}\n\n{\"n\": 10, \"a\": [1,  2]}\n"
    #expect(
      Run("eval", "n > 0", "--sort", "n:desc", "--data", "-", "--type", "jsonl", input: lines).output
        == "{\"n\": 10, \"a\": [1,  2]}\n{\"n\": 2}\n")
  }

  @Test("a page begins after a value that is read as the cells of its column are")
  func after() {
    for value in ["3", "\"3\""] {
      #expect(
        venues("TRUEPREDICATE", "--sort", "beds", "--after", value, "--select", "name").output
          == "{\"name\": \"Tea\"}\n{\"name\": \"alm\"}\n")
    }
    let run = venues("TRUEPREDICATE", "--sort", "beds", "--after", "many", "--on-error", "nil")
    #expect(run.status == .unusable)
    #expect(run.errors.contains("a page after 'many' cannot be fetched: the cells of 'beds' are read as numbers"))
    let times = "at,n\n1700000000,1\n1700000060,2\n"
    for value in ["1700000000", "2023-11-14T22:13:20Z"] {
      let page = Run(
        "eval", "TRUEPREDICATE", "--sort", "at", "--after", value, "--types", "at=unix", "--type", "csv", "--data", "-",
        input: times)
      #expect(page.output == "at,n\n1700000060,2\n")
    }
  }

  @Test("comparisons after a sort key, in any order")
  func comparisons() {
    func names(_ sort: String) -> [String] {
      venues("city != 'Bonn'", "--sort", sort, "--select", "name").output.split(separator: "\n").map(String.init)
    }
    let (alm, bean, tea, zed) = (#"{"name": "alm"}"#, #"{"name": "Bean"}"#, #"{"name": "Tea"}"#, #"{"name": "Zed"}"#)
    #expect(names("name") == [bean, tea, zed, alm])
    #expect(names("name:asc") == [bean, tea, zed, alm])
    #expect(names("name:ci") == [alm, bean, tea, zed])
    #expect(names("name:ci:desc") == [zed, tea, bean, alm])
    #expect(names("name:desc:ci") == [zed, tea, bean, alm])
    #expect(names("name:localized") == [alm, bean, tea, zed])
    let longest = Run(
      "eval", "TRUEPREDICATE", "--group-by", "SELF.length", "--select", "sum:(length)", "--select", "n=@count",
      "--sort", "sum:(length)", "--data", "-", input: "a\nb\nccc\nd\ndd\ne\n")
    #expect(
      longest.output == """
        {"sum:(length)": 2, "n": 1}
        {"sum:(length)": 3, "n": 1}
        {"sum:(length)": 4, "n": 4}

        """, "a sort key may be an expression with a colon")
  }

  @Test("properties of rows, in the order of the call")
  func properties() {
    let run = venues(
      "price > 2", "--select", "price", "--select", "twice=beds * 2", "--select", "beds + 1", "--limit=1")
    #expect(run.output == #"{"price": 2.5, "twice": 6, "beds + 1": 4}"# + "\n")
    #expect(
      venues("beds == 1", "--select", "name", "--json").output == #"{"value": {"name": "Bar, the"}}"# + "\n")
    #expect(
      venues("TRUEPREDICATE", "--select", "city", "--distinct", "--sort", "city:desc").output
        == "{\"city\": \"Ulm\"}\n{\"city\": \"Bonn\"}\n{\"city\": null}\n")
    #expect(
      venues("beds == 5", "--select", "none=TERNARY(price = nil, 'yes', 'no')").output == "{\"none\": \"yes\"}\n")
    #expect(
      venues("beds == 5", "--select", "TERNARY(price = nil, 1, 2)").output == "{\"TERNARY(price = nil, 1, 2)\": 1}\n",
      "an expression with a comparison is not a name")
    let header = Run(
      "eval", "TRUEPREDICATE", "--select", "first name", "--select", "first", "--sort", "first name", "--data", "-",
      "--type", "csv", input: "first name,first\nb,1\na,2\n")
    let lengths = Run(
      "eval", "TRUEPREDICATE", "--group-by", "self.length", "--select", "self.length", "--select", "n=@count", "--sort",
      "n:desc", "--data", "-", input: "a\nbcd\nb\n")
    #expect(lengths.output == "{\"self.length\": 1, \"n\": 2}\n{\"self.length\": 3, \"n\": 1}\n")
    #expect(header.output == "{\"first name\": \"a\", \"first\": 2}\n{\"first name\": \"b\", \"first\": 1}\n")
  }

  @Test("groups: nil is a group; their selection, order and number")
  func groups() {
    let average = ["--group-by", "city", "--select", "city", "--select", "average=average:(beds)"]
    func grouped(_ more: String...) -> Run {
      let arguments = ["eval", "TRUEPREDICATE", "--data", "-", "--type", "csv"] + average + more
      return Run(bytes: arguments.map { Array($0.utf8) }, input: Self.venues)
    }
    let (none, bonn, ulm) = (
      #"{"city": null, "average": 3.0}"#, #"{"city": "Bonn", "average": 1.0}"#, #"{"city": "Ulm", "average": 4.0}"#
    )
    #expect(grouped().output == "\(none)\n\(bonn)\n\(ulm)\n")
    #expect(grouped("--sort", "average:desc").output == "\(ulm)\n\(none)\n\(bonn)\n")
    #expect(
      grouped("--having", "average > $least", "--var", "least=2", "--sort", "city:desc").output == "\(ulm)\n\(none)\n")
    #expect(grouped("--having", "average > 9").status == .no)
    #expect(grouped("--offset", "1", "--limit", "1").output == "\(bonn)\n")
    #expect(grouped("--count").output == "3\n")
    let twoKeys = venues("TRUEPREDICATE", "--group-by", "city, beds", "--select", "city,beds")
    #expect(twoKeys.output == venues("TRUEPREDICATE", "--group-by", "city", "--group-by", "beds").output)
    #expect(twoKeys.status == .fine)
    #expect(grouped("--count", "--offset", "1", "--json").output == "{\"count\": 2}\n")
    #expect(
      venues("TRUEPREDICATE", "--group-by", "city", "--limit", "2").output == "{\"city\": null}\n{\"city\": \"Bonn\"}\n"
    )
    #expect(
      venues("beds > 99", "--select", "n=count:(name)").output == "{\"n\": 0}\n", "all rows are one group, of none too")
  }

  @Test("an error names its row, and none if it does not depend on rows")
  func faultyRow() {
    let row = venues("12 / (beds - 2) > 0", "--limit", "9")
    #expect(row.status == .unusable)
    #expect(row.errors.hasPrefix("<stdin>:6: the predicate cannot be evaluated on this row\nerror[division-by-zero]: "))
    let unbound = venues("beds > 0 AND beds > $least")
    #expect(unbound.status == .unusable)
    #expect(unbound.errors.hasPrefix("error[unbound-variable]: $least has no value\n"), "\(unbound.errors)")
  }

  @Test("counts apply to the results of the request")
  func count() {
    #expect(venues("beds > 1", "--count", "--limit", "3").output == "3\n")
    #expect(venues("beds > 1", "--count", "--offset", "3").output == "1\n")
    #expect(venues("beds > 1", "--count", "--limit", "0").output == "0\n")
    #expect(venues("beds > 1", "--limit", "0").status == .no)
    #expect(venues("TRUEPREDICATE", "--select", "city", "--distinct", "--count").output == "3\n")
  }

  @Test(
    "invalid calls",
    arguments: [
      (
        ["--sort", "beds:dsc"],
        "the modifiers of a sort key are asc, desc, ci, localized; found 'dsc'; did you mean asc?"
      ),
      (["--sort", "beds:"], "the modifiers of a sort key are asc"),
      (["--sort", "beds:asc:desc"], "two modifiers of the same kind"),
      (["--sort", "city:ci:localized"], "two modifiers of the same kind"),
      (["--sort", ":desc"], "expected a key before ':'"),
      (["--sort", ""], "the value of --sort is empty"),
      (["--limit", "-1"], "--limit must be an integer, 0 or more; found '-1'"),
      (["--offset", "two"], "--offset must be an integer, 0 or more; found 'two'"),
      (["--limit", "1", "--limit", "2"], "--limit is given twice"),
      (["--distinct"], "--distinct needs --select"),
      (["--having", "beds > 1"], "invalid-request"), (["--select", "beds", "--having", "beds > 1"], "invalid-request"),
      (["--group-by", "city", "--select", "name"], "'name' cannot be fetched"),
      (["--select", "beds", "--select", "beds"], "two columns named 'beds'"),
      (["--select", "price * 2"], "nil-operand"), (["--sort", "name", "--select", "x=beds + name"], "nil-operand"),
      (["--select", "beds + $x"], "unbound-variable"),
    ])
  func unusable(options: [String], expected: String) {
    let run = Run(
      bytes: (["eval", "TRUEPREDICATE", "--data", "-", "--type", "csv"] + options).map { Array($0.utf8) },
      input: Self.venues)
    #expect(run.status == .unusable)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(expected), "\(run.errors)")
  }

  @Test("constants are not keys")
  func constants() {
    let run = venues(
      "TRUEPREDICATE", "--limit", "1", "--select", "a=1", "--select", "b=1.5", "--select", "c=YES", "--select", "d=NULL"
    )
    #expect(run.output == "{\"a\": 1, \"b\": 1.5, \"c\": true, \"d\": null}\n")
  }

  @Test("errors of a property are underlined in it, those of the predicate have their row")
  func places() {
    let one = venues("TRUEPREDICATE", "--select", "a=price * 2").errors
    #expect(one.hasPrefix("<stdin>:4: ") && one.contains("1 | price * 2\n  | ^^^^^^^^^\n"), "\(one)")
    #expect(venues("TRUEPREDICATE", "--group-by", "city", "--select", "name").errors.hasSuffix("1 | name\n  | ^^^^\n"))
    let two = venues("TRUEPREDICATE", "--select", "name", "--select", "price * 2").errors
    #expect(two.contains("1 | price * 2\n  | ^^^^^^^^^\n  = price is nil\n"), "\(two)")
    let same = venues("TRUEPREDICATE", "--select", "price * 3", "--select", "price * 2").errors
    let remedy = "  = --on-error nil treats values that cannot be computed as nil\n"
    #expect(same.hasSuffix("1 | price * 3\n  | ^^^^^^^^^\n  = price is nil\n" + remedy), "\(same)")
    let choice = ["--select", "TERNARY(name < beds, 1, 2)", "--select", "price", "--types", "name=text,beds=number"]
    let condition = venues("TRUEPREDICATE", choice[0], choice[1], choice[2], choice[3], choice[4], choice[5]).errors
    #expect(condition.contains("1 | TERNARY(name < beds, 1, 2)\n  |         ^^^^^^^^^^^\n"), "\(condition)")
    #expect(venues("price * 2 > 5", "--sort", "name").errors.hasPrefix("<stdin>:4: the predicate cannot be evaluated"))
    #expect(
      venues("TRUEPREDICATE", "--select", "price * 2", "--on-error", "nil", "--sort", "price", "--limit", "2").output
        == "{\"price * 2\": null}\n{\"price * 2\": 3.0}\n")
  }

  @Test("if errors are nil, a value of another type sorts before earlier ones")
  func mixedKinds() {
    let rows = "{\"a\": 1}\n{\"a\": \"x\"}\n{\"a\": 0}\n"
    let call = ["eval", "TRUEPREDICATE", "--data", "-", "--type", "jsonl", "--sort", "a"].map { Array($0.utf8) }
    #expect(Run(bytes: call, input: rows).status == .unusable)
    let run = Run(bytes: call + ["--on-error", "nil"].map { Array($0.utf8) }, input: rows)
    #expect(run.output == "{\"a\": \"x\"}\n{\"a\": 0}\n{\"a\": 1}\n")
  }

  @Test(
    "an error of --having is located in it, also if the name of a property causes it",
    arguments: [
      ("most + 1 > 1", "1 | most + 1 > 1\n  | ^^^^^^^^\n"),
      ("1 = 1 AND max:(a) + 1 > 1", "  |           ^^^^^^^^^^^\n"),
      ("1 = 1 AND more > 1", "  |           ^^^^\n"), ("1 = 1 AND best > 1", "  |           ^^^^\n"),
    ])
  func havingError(having: String, position: String) {
    let call = [
      "eval", "TRUEPREDICATE", "--data", "-", "--type", "jsonl", "--group-by", "b", "--select", "most=max:(a)",
      "--select", "more=(max:(a) + 1) * 2", "--select", "best=TERNARY(TRUEPREDICATE, max:(a) + 1, 0)",
      "--having", having,
    ]
    let run = Run(bytes: call.map { Array($0.utf8) }, input: "{\"a\": \"x\", \"b\": 1}\n")
    #expect(run.status == .unusable)
    #expect(run.errors.contains("addition needs numbers, found a string\n --> --having:1:"), "\(run.errors)")
    #expect(run.errors.contains(position), "\(run.errors)")
  }

  @Test(
    "an error of an aggregate is located in the option that reads it first",
    arguments: [
      (["--select", "max:(b)", "--having", "sum:(a) > 1"], " --> --having:1:1\n  |\n1 | sum:(a) > 1\n  | ^^^^^^^\n"),
      (["--select", "k=@count", "--having", "1 < @sum.a"], " --> --having:1:5\n  |\n1 | 1 < @sum.a\n  |     ^^^^^^\n"),
      (
        ["--select", "k=@count + sum:(a)", "--having", "sum:(a) > 1"],
        " --> --select:1:10\n  |\n1 | @count + sum:(a)\n  |          ^^^^^^^\n"
      ),
      (["--select", "n=@count + 10", "--having", "b MATCHES \"(\""], " --> --having:1:11\n"),
      (["--select", "x=b MATCHES \"(\"", "--having", "b == 1"], " --> --select:1:"),
    ])
  func aggregateErrors(options: [String], position: String) {
    let call = ["eval", "TRUEPREDICATE", "--data", "-", "--type", "jsonl", "--group-by", "b"] + options
    let run = Run(bytes: call.map { Array($0.utf8) }, input: "{\"a\": \"x\", \"b\": \"1\"}\n")
    #expect(run.status == .unusable)
    #expect(run.errors.contains(position), "\(run.errors)")
  }

  @Test(
    "a column is read although a property has its name",
    arguments: [
      (
        ["--group-by", "g", "--select", "g", "--select", "a=sum:(b)", "--having", "sum:(a) > 3"], #"{"g": "y", "a": 1}"#
      ),
      (["--group-by", "g", "--select", "a=max:(b)", "--having", "@sum.a == 3"], #"{"a": 20}"#),
      (["--select", "s=b", "--sort", "s.length", "--limit", "1"], #"{"s": 20}"#),
      (["--group-by", "g", "--select", "s=max:(b)", "--having", "count:(s) == 2"], #"{"s": 20}"#),
    ])
  func columnsOfProperties(options: [String], expected: String) {
    let call = ["eval", "TRUEPREDICATE", "--data", "-", "--type", "csv"] + options
    let run = Run(bytes: call.map { Array($0.utf8) }, input: "g,a,b,s\nx,1,10,aaa\nx,2,20,b\ny,5,1,cc\n")
    #expect(run.output == expected + "\n" && run.errors.isEmpty, "\(run.errors)")
  }

  @Test(
    "a result of groups that is nil because of an error is a warning",
    arguments: ["@max.c - @min.c", "sum:(c) / count:(c)"])
  func nilOfGroups(property: String) {
    let call = [
      "eval", "TRUEPREDICATE", "--data", "-", "--type", "csv", "--select", "o=" + property, "--on-error", "nil",
    ]
    let run = Run(bytes: call.map { Array($0.utf8) }, input: "c\nx\n")
    #expect(run.output == "{\"o\": null}\n" && run.errors.contains("warning: a result is nil"), "\(run.errors)")
  }

  @Test(
    "keys that are not words are group keys, sort keys and columns",
    arguments: [
      (["--group-by", "Sub-Category", "--select", "Sub-Category"], #"{"Sub-Category": "T-1"}"#),
      (["--group-by", "Sub-Category", "--select", #"c=SELF["Sub-Category"]"#], #"{"c": "T-1"}"#),
      (["--group-by", #"SELF["Sub-Category"]"#, "--select", "n=count:(SELF)"], #"{"n": 2}"#),
      (["--sort", #"SELF["a b"]:desc"#, "--limit", "1", "--select", "a b"], #"{"a b": 10}"#),
    ])
  func oddKeys(options: [String], expected: String) {
    let call = ["eval", "TRUEPREDICATE", "--data", "-", "--type", "csv"] + options
    let run = Run(bytes: call.map { Array($0.utf8) }, input: "Sub-Category,a b\nT-1,9\nT-1,10\n")
    #expect(run.output == expected + "\n" && run.errors.isEmpty, "\(run.errors)")
  }

  @Test("one text beside numbers is told, because it may mean a missing value")
  func missingValues() {
    let call = ["eval", "TRUEPREDICATE", "--data", "-", "--type", "csv", "--sort", "x:desc"]
    let run = Run(bytes: call.map { Array($0.utf8) }, input: "x\nNA\nNA\nNA\n5\n")
    #expect(run.errors.contains("so the column is compared as text: \"NA\" at <stdin>:2 is the first; --null NA says"))
  }

  @Test("the error of an aggregate without values names the remedy")
  func emptyGroups() {
    let call = ["eval", "TRUEPREDICATE", "--data", "-", "--type", "csv", "--select", "average:(x)"]
    let run = Run(bytes: call.map { Array($0.utf8) }, input: "x,y\n,1\n")
    #expect(run.errors.contains("average: of an empty collection") && run.errors.contains("= --on-error nil treats"))
  }

  @Test("invalid formats in options")
  func invalid() {
    let select = venues("TRUEPREDICATE", "--select", "half=beds /")
    #expect(select.status == .unusable)
    #expect(select.errors.hasPrefix("predcheck: the value of --select is not valid\nerror[expected-expression]"))
    #expect(venues("TRUEPREDICATE", "--select", "beds == 1").errors.contains("1 | beds == 1\n"), "no property 'beds'")
    #expect(venues("TRUEPREDICATE", "--select", "=beds").status == .unusable)
    #expect(venues("TRUEPREDICATE", "--select", "half=").status == .unusable)
    let having = venues("TRUEPREDICATE", "--group-by", "city", "--having", "beds >", "--json")
    #expect(having.status == .unusable)
    #expect(having.output.contains(#""name": "--having""#))
  }
}
