import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateCases
import PredicateEvaluation
import PredicateInput
import PredicateSyntax
import TestSupport
import Testing

struct DiffTests {
  private static let model = packageRoot.appendingPathComponent("Corpus/SQL/Models/wordlist.json").path

  @Test("the answers about small formats")
  func golden() throws {
    let onWords = ["--model", Self.model, "--entity", "Word"]
    let onCategories = ["--model", Self.model, "--entity", "WordCategory"]
    let calls: [[String]] = [
      ["age BETWEEN {30, 18}", "age >= 18 AND 30 >= age"],
      ["NOT (a == 1 OR NOT b != 2)", "b != 2 AND a != 1"],
      ["NOT a BETWEEN {1, 3}", "NOT a >= 1 OR NOT a <= 3"],
      ["name IN {\"Bob\", nil, \"Ann\"}", "\"Ann\" = name || (name == 'Bob' || name == 'Ann')"],
      ["{1, 2} CONTAINS a", "a == 2 OR a == 1"],
      ["NOT a IN {1, 2}", "a != 2 AND a != 1"],
      ["a > b AND c <= d", "d >= c AND b < a"],
      ["a == b AND 3 < c", "c > 3 AND b == a"],
      ["a == 1 AND (TRUEPREDICATE AND b == 1)", "(b == 1 AND a == 1) OR NOT TRUEPREDICATE"],
      ["a == 1 AND FALSEPREDICATE", "NOT (b == 1 OR TRUEPREDICATE)"],
      [
        "SUBQUERY(list, $x, NOT $x.a != 1 AND ANY $x.b == c).@count > 0",
        "0 < SUBQUERY(list, $y, (ANY $y.b == c) AND 1 == $y.a).@count",
      ],
      ["TERNARY(NOT a != 1, b, {1}) == 2", "2 == TERNARY(a == 1, b, {1})"],
      ["age > 30", "NOT age <= 30"], ["age > 30", "age >= 31"], ["name == \"Ann\"", "name ==[c] \"Ann\""],
      ["a == \"e\"", "a ==[d] \"e\""], ["name ENDSWITH \"x\"", "name CONTAINS \"x\""], ["flag == YES", "flag != NO"],
      ["a == 1.5", "a <= 1.5"], ["d > CAST(0, \"NSDate\")", "d >= CAST(0, \"NSDate\")"],
      ["ANY items.price > 3", "ALL items.price > 3"], ["items.@count > 2", "items.@count >= 4"],
      ["items.@sum.price > 3", "items.@max.price > 3"], ["max:(list) > 3", "min:(list) > 3"],
      ["list[0] == 3", "3 IN list"],
      ["ANY tags == \"x\"", "\"x\" IN tags"], ["length:(name) > 3", "length:(name) > 2"], ["SELF > 3", "SELF >= 3"],
      ["a == b", "a >= b"], ["ANY SELF == 1", "ALL SELF == 1"],
      ["SUBQUERY(k, $x, $x.a > 1 AND $x.b > 1).@count > 0", "ANY k.a > 1 AND ANY k.b > 1"],
      ["SUBQUERY(items, $x, ANY $x.tags == \"a\").@count > 0", "SUBQUERY(items, $x, ALL $x.tags == \"a\").@count > 0"],
      [
        "a == 1 AND b == 2 AND c == 3 AND d == 4 AND e == 5 AND f == 6",
        "a == 1 AND b == 2 AND c == 3 AND d == 4 AND e == 5 AND f == 7",
      ],
      ["name LIKE \"a*\"", "name BEGINSWITH \"a\""],
      ["a > 1 AND b > 1", "a > 1 AND b > 1 AND a + b > 2", "--rows", "20", "--seed", "7"],
      ["age > %@ AND b == $b", "age >= %@ AND b == $b", "--arg", "30", "--var", "b=1"],
      ["NOT length < 3", "length >= 3"], ["NOT length < 3", "length >= 3"] + onWords,
      ["text == \"a\" AND wordCategory.firstLetter == \"a\"", "text == \"a\""] + onWords,
      ["ANY words.length > 3", "ALL words.length > 3"] + onCategories,
      ["words.@count > 1", "words.@count > 2"] + onCategories,
    ]
    var text = ""
    for call in calls {
      let run = Run(bytes: (["diff"] + call).map { Array($0.utf8) })
      let shown = call.map { $0 == Self.model ? "model" : $0 }
      text += "diff \(shown.joined(separator: " | "))\n\(run.output)\(run.errors)exit \(run.status.rawValue)\n\n"
    }
    #expect(try goldenDifference(text, from: "diff.txt") == nil)
  }

  @Test("the rows of a file")
  func files() {
    func diff(_ arguments: String...) -> Run {
      let rows = "name,age\nAnn,30\nBob,41\nCarl,\n"
      return Run(bytes: (["diff"] + arguments + ["--type", "csv"]).map { Array($0.utf8) }, input: rows)
    }
    let run = diff("age > 35", "NOT age <= 35", "-")
    #expect(run.status == .no)
    #expect(
      run.output == """
        <stdin>:4: different answers for {"age": null, "name": "Carl"}
          false  age > 35
          true   NOT age <= 35
        different answers for 1 of 3 rows

        """)
    #expect(diff("age > 35", "age > 36", "--data", "-").output == "no difference found in 3 rows\n")
    #expect(diff("age > 35", "age > 36", "-", "--json").output == "{\"different\": false, \"rows\": 3}\n")
    #expect(
      diff("age > 35", "NOT age <= 35", "-", "--json").output
        == "{\"different\": true, \"row\": {\"age\": null, \"name\": \"Carl\"}, \"first\": false, \"second\": true, "
        + "\"file\": \"<stdin>\", \"line\": 4, \"count\": 1, \"rows\": 3}\n")
    let misspelled = diff("agee > 35", "age > 99", "-")
    #expect(misspelled.output == "no difference found in 3 rows\n")
    #expect(misspelled.errors.hasPrefix("warning[absent-key]: none of the rows has a key 'agee'\n --> format-1:1:1\n"))
    #expect(diff("a == 1", "a == 2", "-", "--model", "m.json").errors.contains("--model cannot be combined with files"))
    #expect(diff("a == 1", "a == 2", "-", "--rows", "9").errors.contains("--rows cannot be combined with files"))
    for right in ["a == 1", "a == 2"] { #expect(diff("a == 1", right, "/nowhere/rows.csv").status == .unusable) }
    let ragged = Run("diff", "a == 1", "a == 2", "-", "--type", "csv", input: "a\n\"1\n")
    #expect(ragged.status == .unusable && ragged.errors.hasPrefix("predcheck: <stdin>:2: "))
    // A match that ends at its limit has no answer.
    let long = String(repeating: "a", count: 40) + "\n"
    let limited = Run("diff", "SELF MATCHES \"(a|aa)*(a|aa)*(a|aa)*b\"", "SELF == \"b\"", "-", input: long)
    #expect(limited.status == .unusable && limited.errors.hasPrefix("error["), "\(limited.errors)")
  }

  @Test("a key path that is longer than rows are deep is an error without files")
  func longKeyPaths() {
    func path(_ count: Int) -> String { Array(repeating: "a", count: count).joined(separator: ".") }
    #expect(Run("diff", "\(path(100)) == 1", "\(path(100)) == 2").errors.isEmpty)
    for (left, right, name) in [
      (path(101), "a", "format-1"), ("a", path(101), "format-2"), ("SELF.\(path(101))", "a", "format-1"),
      ("a", "ANY \(path(101))", "format-2"), ("a", "\(path(100)).@sum.a", "format-2"),
      ("SUBQUERY(\(path(50)), $x, $x.\(path(51)) == 1).@count", "a", "format-1"),
      ("TERNARY(\(path(101)) == 2, 1, 2)", "a", "format-1"),
    ] {
      let run = Run("diff", "\(left) == 1", "\(right) == 1")
      #expect(run.status == .unusable)
      #expect(
        run.errors == "predcheck: \(name): a key path has 101 keys, and rows are made for at most 100; "
          + "predcheck diff FORMAT FORMAT FILE compares the answers for the rows of a file\n")
    }
    let same = Run("diff", "\(path(101)) == 1", "1 == \(path(101))", "--json")
    #expect(same.status == .fine)
    let rows = Run("diff", "\(path(101)) == 1", "a == 1", "-", "--type", "jsonl", input: "{\"a\": 1}\n")
    #expect(rows.status == .no)
  }

  @Test("the keys that make no difference are left out of a row, in steps that do not grow with the keys")
  func reduction() throws {
    for count in [0, 1, 2, 500, 8_000, 64_000] {
      let record = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", FormatValue.integer(1)) })
      let needed = Set([0, count / 3, count - 1].filter { record["k\($0)"] != nil }.map { "k\($0)" })
      var steps = 0
      let reduced = try RowMaker.reduced(record) { rest throws(FormatError) in
        steps += 1
        return needed.allSatisfy { rest[$0] != nil }
      }
      #expect(Set(reduced.keys) == needed)
      #expect(steps <= 1 + 2 * 3 * 17)
    }
    // All keys matter.
    let record = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("k\($0)", FormatValue.integer(1)) })
    var steps = 0
    let reduced = try RowMaker.reduced(record) { rest throws(FormatError) in
      steps += 1
      return rest.count == record.count
    }
    #expect(reduced.count == record.count && steps == RowMaker.mostReductions)
  }

  @Test("a list of keys IN a list of constants is not multiplied out")
  func manyConstants() {
    let keys = (0..<2_000).map { "k\($0)" }.joined(separator: ", ")
    let numbers = (0..<2_000).map { "\($0)" }.joined(separator: ", ")
    let format = "max:({\(keys)}) IN {\(numbers)"
    let run = Run("diff", "\(format)}", "\(format), -1}", "--rows", "5", "--json")
    #expect(run.output.hasSuffix("\"rows\": 5, \"all\": false, \"seed\": 1}\n"), "\(run.output.suffix(200))")
    // One key has all of them.
    let one = Run("diff", "a IN {\(numbers)}", "a IN {\(numbers), 12345}")
    #expect(one.lines.first == "different answers for {\"a\": 12345}")
  }

  @Test("--json, and calls that cannot be answered")
  func calls() {
    #expect(Run("diff", "a == 1", "1 == a", "--json").output == "{\"different\": false, \"form\": \"a == 1\"}\n")
    #expect(
      Run("diff", "SELF > 3", "SELF >= 3", "--json").output
        == "{\"different\": true, \"row\": 3, \"first\": false, \"second\": true, \"rows\": 1, \"all\": false, \"seed\": 1}\n"
    )
    #expect(Run("diff", "-", "a == 1", input: "a == 1\n").output == "same by normal form: a == 1\n")
    #expect(Run("diff", "-", "-").errors.contains("standard input can be read only once"))
    #expect(Run("diff", "a == 1").errors.contains("expected two format strings, found 1"))
    #expect(Run("diff", "a == 1", "b ==").errors.contains(" --> format-2:1:5"))
    #expect(Run("diff", "a == %@", "a == %@").errors.contains("too-few-arguments"))
    #expect(Run("diff", "a == 1", "a == $x").errors.contains("$x"))
    let most = ["--rows", "\(Int.max)"]
    #expect(Run("diff", "a == 1", "a == 2", most[0], most[1]).lines.first == "different answers for {\"a\": 1}")
    let keys = (0..<40).map { "k\($0) == 1" }.joined(separator: " AND ")
    #expect(Run("diff", keys, "\(keys) AND z == 1", "--rows", "50").status == .fine)
    #expect(Run("diff", "a == 1", "a == $x", "--var", "x=2", "--var", "y=2").errors.contains("does not use $y"))
    #expect(Run("diff", "a == 1", "a == 2", "--rows", "0").errors.contains("--rows must be an integer, 1 or more"))
    let unknown = Run("diff", "lenght == 1", "length == 1", "--model", Self.model, "--entity", "Word")
    #expect(unknown.status == .unusable && unknown.errors.contains("did you mean length?"))
    let high = (0..<200).reduce(FormatPredicate(true)) { part, _ in !part }
    #expect(NormalForm.predicate(of: high)?.format == high.format)
    let counts = Run("diff", "list.@count > 9223372036854775807", "list.@count > -9223372036854775808")
    #expect(counts.output.hasPrefix("different answers for {\"list\": []}"))
    // Without a normal form, because each call has another value.
    #expect(!Run("diff", "random() > 0.5 AND random() > 0.5", "random() > 0.5").output.hasPrefix("same by normal form"))
    // Without a normal form, because the order of the parts matters.
    #expect(Run("diff", "$x := a == 1 AND $x == 1", "a == 1").output.hasPrefix("no difference found in "))
  }

  @Test(
    "the values of keys that a model declares",
    arguments: ["boolean", "integer16", "double", "string", "date", "uuid", "data"])
  func types(_ type: String) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("diff-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let attributes = ["a", "b"].map { "{\"name\": \"\($0)\", \"type\": \"\(type)\", \"nullable\": false}" }
    let model =
      "{\"version\": 1, \"entities\": [{\"name\": \"E\", \"attributes\": [\(attributes.joined(separator: ","))]}]}"
    try Data(model.utf8).write(to: URL(fileURLWithPath: path))
    let run = Run("diff", "a == b", "a != b", "--model", path, "--entity", "E")
    #expect(run.status == .no && !run.output.contains("null"), "\(run.output)\(run.errors)")
    // A double may be NaN, which reads as nil.
    let isNullable = type == "double"
    let ofNil = Run("diff", "a == nil", "b == nil", "--model", path, "--entity", "E")
    #expect(ofNil.status == (isNullable ? .no : .fine))
  }

  @Test("a predicate and its normal form have the same answers, for the rows of the corpus and for rows that are made")
  func normalForms() throws {
    var count = 0
    var random = SplitMix(state: testSeed("DiffTests.normalForms"))
    for path in try Case.files(below: packageRoot.appendingPathComponent("Corpus/Language").path) {
      for subject in try Case.all(inFile: path) where !subject.isExpression {
        guard let template = try? FormatPredicate.template(subject.text),
          let bound = try? template.binding(subject.arguments ?? []).substituting(subject.variables),
          let compiled = try? CompiledPredicate(
            bound, for: FormatValue.self, options: EvaluationOptions(onError: .yieldNil)),
          let form = NormalForm.predicate(of: bound)
        else { continue }
        let compiledForm = try CompiledPredicate(
          form, for: FormatValue.self, options: EvaluationOptions(onError: .yieldNil))
        #expect(NormalForm.predicate(of: form)?.format == form.format, "\(subject.id)")
        var uses = KeyUses()
        uses.walk(bound)
        var rows = [subject.object ?? .null]
        _ = try uses.rows.forEachRow(most: 40, &random) { row in
          rows.append(row)
          return false
        }
        for row in rows {
          guard let answer = try? compiled.evaluate(with: row) else { continue }
          let other = try compiledForm.evaluate(with: row)
          #expect(other == answer, "\(subject.id): \(bound) and \(form) for \(String(json: row))")
          count += 1
        }
      }
    }
    #expect(count > 10_000)
  }
}
