import Foundation
import PredcheckCommands
import PredcheckSupport
import TestSupport
import Testing

/// How the commands read and print the cells of CSV files. Corpus/Language/cells.jsonl has what the uses of a column ask for.
struct CellTests {
  private static let airports = """
    code,name,alt,zip,note
    0E8,Moriarty,6200,01234,
    0E0,Crownpoint,6696,90210,1.50
    150,"Cessna, 150",NA,90210,150
    RDU,Raleigh,435,10001,007

    """

  private func eval(_ arguments: String..., form: String = "csv", input: String = Self.airports) -> Run {
    let call = ["eval"] + arguments + ["-", "--type", "csv", "--output", form]
    return Run(bytes: call.map { Array($0.utf8) }, input: input)
  }

  @Test("a text column whose cells look like numbers is text, and is printed as it is")
  func text() {
    #expect(eval("code == '0E8'").output == "code,name,alt,zip,note\n0E8,Moriarty,6200,01234,\n")
    #expect(eval("code == '150'").output == "code,name,alt,zip,note\n150,\"Cessna, 150\",NA,90210,150\n")
    #expect(eval("TRUEPREDICATE", "--select", "code").output == "code\n0E8\n0E0\n150\nRDU\n")
    #expect(eval("code IN {'0E8', '150'}", "--count").output == "count\n2\n")
    #expect(eval("zip BEGINSWITH '9' AND zip > 90000", "--select", "code").output == "code\n0E0\n150\n")
    for form in ["lines", "json", "csv", "table"] {
      let run = eval("TRUEPREDICATE", "--group-by", "code", form: form)
      #expect(!run.output.contains("0.0") && run.output.contains("0E8") && run.output.contains("0E0"))
    }
  }

  @Test("JSON has a number only if it prints as the text of the cell")
  func json() {
    let values = eval("TRUEPREDICATE", "--select", "note", form: "json").output
    #expect(
      values == """
        {"value": {"note": null}}
        {"value": {"note": "1.50"}}
        {"value": {"note": 150}}
        {"value": {"note": "007"}}

        """)
    let row = eval("alt > 6500", form: "json")
    #expect(row.output.contains(#""code": "0E0""#) && row.output.contains(#""alt": 6696"#))
    #expect(row.output.contains(#""note": "1.50""#) && !row.output.contains("\\u0001"))
    let declared = eval("code == 'RDU'", "--select", "zip,note", "--types", "zip=text,note=boolean", form: "json")
    #expect(declared.output == "{\"value\": {\"zip\": \"10001\", \"note\": \"007\"}}\n")
    let all = eval("alt > 6500", "--select", "row=SELF", form: "json").output
    #expect(all.contains(#""alt": 6696"#) && all.contains("\"1.50\"") && !all.contains("number"))
  }

  @Test("a cell that is not a number is nil where a number is needed, with one warning")
  func nilCells() {
    let run = eval("alt > 6000 OR alt == nil", "--select", "code")
    #expect(run.output == "code\n0E8\n0E0\n150\n")
    #expect(
      run.errors == """
        warning: 1 cell of the column 'alt' is not a number, and nil: "NA" at <stdin>:4; --null NA says that such cells \
        are empty; --types alt=text reads text

        """)
    let null = eval("alt > 6000 OR alt == nil", "--null", "NA", "--select", "code")
    #expect(null.output == run.output && null.errors.isEmpty)
    #expect(eval("alt == nil", "--null", "NA", "--null", "435", "--select", "code").output == "code\n150\nRDU\n")
    let average = eval("TRUEPREDICATE", "--select", "m=average:(alt)", "--null", "NA")
    #expect(average.output == "m\n4443.666666666667\n" && average.errors.isEmpty)
    let warned = eval("TRUEPREDICATE", "--select", "m=average:(alt)")
    #expect(warned.output == average.output && warned.errors.hasPrefix("warning: 1 cell of the column 'alt'"))
  }

  @Test("sort keys and groups are in the order of numbers if all cells are numbers")
  func order() {
    let months = "month,n\n9,1\n10,2\n9.0,3\n,4\n10,5\n"
    #expect(
      eval("TRUEPREDICATE", "--sort", "month:desc", "--sort", "n", input: months).output
        == "month,n\n10,2\n10,5\n9,1\n9.0,3\n,4\n")
    let groups = eval(
      "TRUEPREDICATE", "--group-by", "month", "--select", "month", "--select", "s=sum:(n)", input: months)
    #expect(groups.output == "month,s\n,4\n9,1\n9.0,3\n10,7\n")
    let sorted = eval(
      "n > 1", "--group-by", "month", "--select", "m=month", "--select", "s=sum:(n)", "--sort", "m:desc", "--having",
      "m > 9",
      input: months)
    #expect(sorted.output == "m,s\n10,7\n" && sorted.errors.isEmpty)
    #expect(
      eval("TRUEPREDICATE", "--select", "month", "--distinct", input: months).output == "month\n\"\"\n9\n9.0\n10\n")
    for key in ["month", "SELF.month"] {
      let keys = eval("TRUEPREDICATE", "--sort", "\(key):desc", "--select", "n", input: months)
      #expect(keys.output == "n\n2\n5\n1\n3\n4\n")
      let declared = eval("TRUEPREDICATE", "--sort", key, "--types", "month=number", "--select", "n", input: months)
      #expect(declared.output == "n\n4\n1\n3\n2\n5\n")
      let ofKey = eval("TRUEPREDICATE", "--group-by", key, input: months)
      #expect(ofKey.output == "\(key)\n\"\"\n9\n9.0\n10\n")
      let computed = eval("TRUEPREDICATE", "--select", "x={\(key), n}[0]", "--sort", "x", input: months)
      #expect(computed.output == "x\n\"\"\n9\n9.0\n10\n10\n")
    }
    #expect(eval("TRUEPREDICATE", "--sort", "code", "--select", "code").output == "code\n0E0\n0E8\n150\nRDU\n")
    let doubtful = eval("TRUEPREDICATE", "--sort", "alt", "--select", "alt")
    #expect(doubtful.output == "alt\n435\n6200\n6696\nNA\n")
    #expect(doubtful.errors.contains("is not a number, so the column is compared as text"))
    #expect(
      eval("TRUEPREDICATE", "--sort", "alt", "--types", "alt=number", "--select", "alt").output.hasPrefix("alt\nNA\n"))
  }

  @Test("--types decides for all uses")
  func types() {
    #expect(eval("zip > 1000", "--types", "zip=text").status == .unusable)
    let never = eval("zip == '01234'", "--types", "zip=number")
    #expect(never.status == .no && never.errors.contains("zip, in all rows an integer, is never equal to a string"))
    let dates = "day,ok\n2013-01-31,yes\n2013/02/01 10:00,no\n2013-02-01T10:00:00+02:00,\n"
    let late = eval("day > CAST('2013-02-01T08:30:00Z', 'NSDate')", input: dates)
    #expect(late.output == "day,ok\n2013/02/01 10:00,no\n")
    #expect(
      eval("TRUEPREDICATE", "--sort", "day:desc", "--types", "day=date", "--select", "ok", input: dates).output
        == "ok\nno\n\"\"\nyes\n")
    #expect(eval("ok == YES", "--select", "day", input: dates).output == "day\n2013-01-31\n")
    let wrong = eval("zip > 1", "--types", "zip=numbr")
    #expect(wrong.status == .unusable && wrong.errors.contains("did you mean number?"))
    #expect(eval("zip > 1", "--types", "zip=text,zip=number").errors.contains("two types of --types for 'zip'"))
    #expect(eval("zip > 1", "--types", "zip").errors.contains("expected --types KEY=TYPE, found 'zip'"))
    let json = Run("eval", "a > 1", "-", "--type", "jsonl", "--null", "NA", input: "{}\n")
    #expect(json.errors.contains("--null needs a CSV file"))
  }

  @Test("a column of --types that no file has is a warning")
  func absentColumn() {
    #expect(
      eval("zip > 'a'", "--types", "zpi=text,alt=text,other=date").errors == """
        warning: no CSV file has a column 'other', which --types names
        warning: no CSV file has a column 'zpi', which --types names; did you mean zip?

        """)
    #expect(eval("zip > 'a'", "--types", "zip=text,alt=text").errors.isEmpty)
    let why = Run("why", "zip > '1'", "-", "--type", "csv", "--types", "zpi=text", input: Self.airports)
    #expect(why.errors.contains("no CSV file has a column 'zpi'"))
  }

  @Test("the warnings about cells are in the JSON of why, and an error names the cell")
  func warningsElsewhere() throws {
    try withFiles(["a.csv": Self.airports]) { folder in
      let why = Run("why", "alt > 6000", folder + "/a.csv", "--json")
      #expect(why.output.contains(#""cells": ["1 cell of the column 'alt' is not a number, and nil: \"NA\" at "#))
      #expect(!Run("why", "alt > 6000", folder + "/a.csv", "--json", "--null", "NA").output.contains("cells"))
      let error = Run("eval", "abs:(alt) > 1", folder + "/a.csv")
      #expect(error.errors.contains("alt is nil, because the cell is \"NA\""), "\(error.errors)")
    }
  }

  @Test("a comparison with numbers and texts at once is a warning")
  func mixtures() {
    let run = eval("zip IN {90210, '01234'}", "--select", "code")
    #expect(run.output == "code\n0E0\n150\n")
    #expect(
      run.errors == """
        warning: the column 'zip' is compared with numbers and text at once, and read as numbers, so that no cell is \
        equal to the others: compare it with each kind in a comparison of its own, joined by OR

        """)
    #expect(eval("zip IN {90210} OR zip IN {'01234'}", "--count").output == "count\n3\n")
    #expect(eval("zip IN {90210, '01234'}", "--types", "zip=number", "--count").errors.contains("at once") == false)
  }

  @Test("all commands read the same cells")
  func commands() throws {
    try withFiles(["a.csv": Self.airports]) { folder in
      let path = folder + "/a.csv"
      let why = Run("why", "code == '0E8' AND alt > 7000", path)
      #expect(why.output.contains("code == \"0E8\"") && !why.output.contains("\u{1}"))
      #expect(why.errors.contains("1 cell of the column 'alt'"))
      #expect(Run("why", "zip == 1234", path, "--row", "0").output.contains("zip => 1234"))
      let same = Run("diff", "code == '150'", "code == 150", path)
      #expect(same.status == .fine, "\(same.output)")
      let different = Run("diff", "alt > 6500", "alt > '6500'", path)
      #expect(different.output.contains("\"alt\": 6200") || different.output.contains("\"NA\""))
      let repl = Run("repl", path, input: "code == '0E8'\ncode == '150'\nzip > 90000\nzip == '01234'\n")
      #expect(repl.output.contains("0E8,Moriarty") && repl.output.contains("1 of 4 rows match"))
      let report = Run("report", "code == '0E8'", path)
      #expect(report.status == .fine && report.output.contains("1 of 4"))
    }
  }

  @Test("numbers that are ordered as text are a warning")
  func textOrders() {
    let run = eval("zip > '9'", "--select", "zip")
    #expect(run.output == "zip\n90210\n90210\n")
    let warning =
      "warning: the cells of the column 'zip' are numbers, but \"9\" is text, and \"10\" is less than \"9\": "
    #expect(!run.errors.contains(warning), "01234 is not a number in JSON")
    let ages = "age,name\n9,Ann\n10,Bob\n"
    #expect(
      eval("age > '5'", input: ages).errors.contains(
        warning.replacing("zip", with: "age").replacing("9\" is t", with: "5\" is t")))
    #expect(!eval("age > '5'", "--types", "age=text", input: ages).errors.contains("the cells of"))
    #expect(!eval("age > 5 AND name > '5'", input: ages).errors.contains("the cells of"))
  }

  @Test("a cell that is quoted is the same cell")
  func quotes() {
    let quoted = "\"a\",\"b\"\n\"1\",\"x\"\n\"20\",\"y\"\n"
    #expect(eval("a > 5", input: quoted).output == "a,b\n20,y\n")
    #expect(eval("a == '20'", input: quoted).output == "a,b\n20,y\n")
  }

  @Test("a key that begins with U+FEFF is read again from CSV")
  func byteOrderMark() {
    let rows = "{\"\\uFEFFa\": 1}\n"
    let csv = Run("eval", "TRUEPREDICATE", "-", "--type", "jsonl", "--output", "csv", input: rows).output
    #expect(csv == "\"\u{FEFF}a\"\n1\n")
    #expect(
      Run("eval", "TRUEPREDICATE", "-", "--type", "csv", "--json", input: csv).output.contains("\"\u{FEFF}a\": 1"))
  }
}
