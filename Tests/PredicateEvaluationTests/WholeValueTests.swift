import PredicateFormat
import TestSupport
import Testing

/// Records under a profile: only listed keys of them are read.
struct WholeValueTests {
  private let row = FormatValue.record([
    "kids": .list([
      .record(["age": .integer(3), "secret": "hunter2"]), .record(["age": .integer(4), "secret": "hunter3"]),
    ]),
    "maker": .record(["name": "m", "token": "t0ken"]), "boss": .record(["name": "m", "token": "t0ken"]),
    "tags": .list(["a", "b"]), "name": "hunter2", "matrix": .list([.list([.integer(1)]), .list([.integer(2)])]),
  ])
  private let keys = ["name", "kids", "kids.age", "maker", "maker.name", "boss", "tags", "matrix"]

  /// Returns the codes of the errors, or the answer.
  private func outcome(_ text: String, keys: [String]? = nil, onError: EvaluationOptions.ErrorHandling = .throw)
    -> String
  {
    do throws(FormatError) {
      let profile = PredicateProfile.untrusted.permitting(keys: keys ?? self.keys)
      return
        "\(try FormatPredicate(text, profile: profile).evaluate(with: row, options: EvaluationOptions(onError: onError)))"
    } catch { return error.diagnostics.map(\.code.rawValue).joined(separator: " ") }
  }

  @Test(
    "no unlisted key of a record is read",
    arguments: [
      #"kids[FIRST][LAST] BEGINSWITH "h""#, #"kids[LAST][LAST] LIKE "h*""#, #"maker[LAST] >= "t0""#,
      #"maker[FIRST] == "m""#, "maker[SIZE] == 2",
      #"SUBQUERY(kids, $x, $x[LAST] LIKE "hunter?").@count > 0"#,
      #"SUBQUERY(kids, $x, $x CONTAINS "hunter2").@count > 0"#,
      #"SUBQUERY(kids, $x, "hunter2" IN $x).@count > 0"#, #"SUBQUERY(kids, $x, ANY $x == "hunter2").@count > 0"#,
      #"SUBQUERY(kids, $x, $x.age == 3)[FIRST][LAST] == "hunter2""#, #"SUBQUERY(maker, $x, $x == "t0ken").@count > 0"#,
      #"ANY kids CONTAINS "hunter2""#, #"ALL kids CONTAINS "hunter2""#, #"NONE kids CONTAINS "hunter2""#,
      #"ANY maker == "t0ken""#, #"maker CONTAINS "t0ken""#, #""t0ken" IN maker"#, #"NOT "t0ken" IN maker"#,
      "maker == boss", "maker != boss", "maker IN {boss}", "{maker} == {boss}", "maker IN kids",
      "{name, maker} == tags", "kids[FIRST] == kids[LAST]",
    ])
  func refused(text: String) {
    #expect(outcome(text) == "key-not-permitted", "\(text)")
    #expect(outcome(text, onError: .yieldNil) == "key-not-permitted", "\(text)")
  }

  @Test(
    "listed keys and collections can be used",
    arguments: [
      "kids.@count == 2", "SUBQUERY(kids, $k, $k.age > 3).@count == 1", "ANY kids.age == 3", "kids.@max.age == 4",
      "kids[FIRST].age == 3", "kids[SIZE] == 2", "maker == nil OR maker != nil", "maker.name == \"m\"", "kids != nil",
      "tags CONTAINS \"a\"", "\"b\" IN tags", "ANY tags == \"a\"", "tags[FIRST] == \"a\" AND tags[LAST] != \"a\"",
      "matrix[LAST][FIRST] == 2", "tags == {\"a\", \"b\"}", "name IN {\"hunter2\"}", "maker != \"t0ken\"",
      "SUBQUERY(tags, $t, $t == \"a\").@count == 1", "SUBQUERY(kids, $k, $k.age > 3)[FIRST].age == 4",
      "SUBQUERY(kids, $k, $k != nil).@count == 2",
    ])
  func permitted(text: String) { #expect(outcome(text) == "true", "\(text)") }

  @Test(
    "a key of strings and numbers is not a way to a field",
    arguments: [
      "maker.length", "boxes.length", "boxes.@max.length", "SUBQUERY(boxes, $b, $b.length > 1).@count",
      "boxes[FIRST].length", "maker.length.intValue",
    ])
  func valueKeys(text: String) throws {
    let box = FormatValue.record(["length": "t0ken"])
    let row = FormatValue.record(["maker": box, "boxes": .list([box, box]), "name": "saw"])
    let profile = PredicateProfile.untrusted.permitting(keys: ["maker", "boxes", "name"])
    for onError in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
      let error = #expect(throws: FormatError.self) {
        try FormatExpression(text, profile: profile).value(with: row, options: EvaluationOptions(onError: onError))
      }
      #expect(error?.diagnostics.first?.code == .keyNotPermitted, "\(text)")
    }
    let texts = FormatValue.record(["maker": "ab", "boxes": .list(["ab", "abc"]), "name": "saw"])
    #expect(throws: Never.self, "\(text)") { try FormatExpression(text, profile: profile).value(with: texts) }
    struct Box { let length = "t0ken" }
    struct Row { let maker = Box(), boxes = [Box(), Box()], name = "saw" }
    let error = #expect(throws: FormatError.self) {
      try FormatExpression(text, profile: profile).value(with: Row(), options: EvaluationOptions(onError: .yieldNil))
    }
    #expect(error?.diagnostics.first?.code == .keyNotPermitted, "\(text)")
  }

  /// A profile that permits all of the language, but not all keys.
  private func open(_ keys: [String]) -> PredicateProfile {
    PredicateProfile(name: "open").permitting(keys: keys)
  }

  private static let texts = [
    #"ANY ({"a"} UNION maker) BEGINSWITH "t0""#, #"({1} UNION maker)[LAST] == "t0ken""#,
    #"({"t0ken"} INTERSECT maker).@count == 1"#, #"({"t0ken"} MINUS maker).@count == 0"#,
    "(kids INTERSECT {maker}).@count >= 0", "(kids UNION kids).@count == 2", "({boss} MINUS {maker}).@count == 0",
    #"SUBQUERY(kids, $k, ({"hunter2"} INTERSECT $k).@count == 1).@count == 1"#,
    #"CAST(maker, "NSString") CONTAINS "t0ken""#, #"CAST(kids, "NSString") CONTAINS "hunter2""#,
    #"CAST({maker}, "NSString") CONTAINS "t0ken""#, #"CAST(kids[FIRST], "NSString") CONTAINS "hunter2""#,
    #"castObject:toType:(maker, "NSString") CONTAINS "t0ken""#, #"CAST(noindex:(maker), "NSString") CONTAINS "t0""#,
    #"CAST(TERNARY(name == "hunter2", maker, nil), "NSString") CONTAINS "t0ken""#,
    #"SUBQUERY(kids, $k, CAST($k, "NSString") CONTAINS "hunter2").@count == 1"#,
    "kids.@distinctUnionOfObjects.mother.@count == 1",
    "kids.@distinctUnionOfArrays.mother.@max.age == 9", "kids.@distinctUnionOfObjects.mother[FIRST].age == 9",
    "SUBQUERY(kids, $k, kids.@distinctUnionOfObjects.mother.@count == 1).@count > 0",
    "name BETWEEN maker",
  ]

  @Test("no operator, CAST or function reads a record as a whole", arguments: WholeValueTests.texts)
  func wholeOperands(text: String) throws {
    let mother = FormatValue.record(["age": .integer(9)])
    let kid = FormatValue.record(["age": .integer(3), "secret": "hunter2", "mother": mother])
    let maker = FormatValue.record(["name": "m", "token": "t0ken"])
    let row = FormatValue.record(["kids": .list([kid, kid]), "maker": maker, "boss": maker, "name": "hunter2"])
    struct Typed {
      let kids: [[String: Any]] = [["age": 3, "secret": "hunter2", "mother": ["age": 9]]]
      let maker = ["name": "m", "token": "t0ken"]
      let boss: Any = ["name": "m", "token": "t0ken"]
      let name = "hunter2"
    }
    let listed = ["name", "kids", "kids.age", "kids.mother", "maker", "maker.name", "boss"]
    for onError in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
      for make in [
        {
          try FormatPredicate(text, profile: open(listed)).evaluate(
            with: row, options: EvaluationOptions(onError: onError))
        },
        {
          try FormatPredicate(text, profile: open(listed)).evaluate(
            with: Typed(), options: EvaluationOptions(onError: onError))
        },
      ] {
        let error = #expect(throws: FormatError.self, "\(text)") { try make() }
        let code = error?.diagnostics.first?.code
        #expect(code == .keyNotPermitted || code == .typeMismatch, "\(error as Any)")
      }
    }
  }

  @Test(
    "sets and texts of values without keys remain",
    arguments: [
      #"(tags UNION {"c"}).@count == 3"#, #"(tags INTERSECT {"a"}).@count == 1"#, "(tags MINUS nil).@count == 2",
      #"CAST(maker.name, "NSString") == "m""#, #"CAST(tags, "NSString") CONTAINS "a""#,
      "(kids.age UNION {3}).@count == 2",
      "kids.@distinctUnionOfObjects.age.@count == 2", #"CAST(nil, "NSString") == nil"#,
    ])
  func operands(text: String) throws {
    #expect(try FormatPredicate(text, profile: open(keys)).evaluate(with: row), "\(text)")
    let whole = open(["maker.SELF", "kids.SELF", "boss.SELF"])
    #expect(try FormatPredicate(#"CAST(maker, "NSString") CONTAINS "t0ken""#, profile: whole).evaluate(with: row))
    #expect(try FormatPredicate("({boss} MINUS {maker}).@count == 0", profile: whole).evaluate(with: row))
  }

  @Test("a list permits a whole value with SELF")
  func whole() throws {
    let keys = ["kids", "kids.age", "maker.SELF", "boss.SELF"]
    #expect(outcome(#""t0ken" IN maker"#, keys: keys) == "true")
    #expect(outcome("maker == boss", keys: keys) == "true")
    #expect(outcome("maker == kids", keys: keys) == "key-not-permitted")
    #expect(outcome(#"ANY kids CONTAINS "hunter2""#, keys: keys) == "key-not-permitted")
    #expect(outcome(#"maker[LAST] == "t0ken""#, keys: keys) == "true")
    #expect(outcome(#""t0ken" IN maker"#, keys: ["SELF", "maker"]) == "true")
    let file = PredicateProfile.untrusted.permitting(keys: keys).names(of: .keys)
    #expect(file == ["boss", "boss.SELF", "kids", "kids.age", "maker", "maker.SELF"])
  }

  @Test("an expression gives no whole record")
  func expressions() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: keys)
    for text in ["maker", "kids", "kids[FIRST]", "{maker}"] {
      let expression = try FormatExpression(text, profile: profile)
      let error = #expect(throws: FormatError.self) { try expression.value(with: row) }
      #expect(error?.diagnostics.first?.code == .keyNotPermitted, "\(text)")
    }
    #expect(try FormatExpression("kids.age", profile: profile).value(with: row) == .list([.integer(3), .integer(4)]))
  }

  struct Product {
    let name = "saw"
    let info: [String: String] = ["text": "x", "zip": "y"]
    let more: Any = ["text": "x", "zip": "y"] as [String: String]
    let list: [[String: Int]] = [["a": 1, "z": 2]]
  }

  @Test(
    "a dictionary of a Swift type",
    arguments: [
      "info[LAST] == 'y'", "'y' IN info", "ANY info == 'y'", "more[LAST] == 'y'", "'y' IN more",
      "list[FIRST][LAST] == 2",
      "ANY list CONTAINS 2", "info == more", "SUBQUERY(info, $x, $x == 'y').@count > 0",
      "SUBQUERY(list, $x, $x[LAST] == 2).@count > 0",
    ])
  func dictionaries(text: String) throws {
    let keys = ["name", "info", "info.text", "more", "more.text", "list", "list.a"]
    let untyped = PredicateProfile.untrusted.permitting(keys: keys)
    let typed = PredicateProfile.untrusted.permitting(keys: ["name", "info", "more", "list"], of: Product.self)
      .permitting(keys: ["text", "a"], of: "record")
    for onError in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
      var error = #expect(throws: FormatError.self) {
        try FormatPredicate(text, profile: untyped).evaluate(
          with: Product(), options: EvaluationOptions(onError: onError))
      }
      #expect(error?.diagnostics.first?.code == .keyNotPermitted || text.hasPrefix("SUBQUERY(info"), "\(text)")
      error = #expect(throws: FormatError.self) {
        try FormatPredicate(text, profile: typed, for: Product.self).evaluate(
          with: Product(), options: EvaluationOptions(onError: onError))
      }
      #expect(error?.diagnostics.first?.code == .keyNotPermitted || text.hasPrefix("SUBQUERY(info"), "\(text)")
    }
    let whole = typed.permitting(keys: ["text", "a", "SELF"], of: "record")
    if text.hasPrefix("SUBQUERY(info") || text == "info == more" || text.hasPrefix("ANY info") { return }
    #expect(try FormatPredicate(text, profile: whole, for: Product.self).evaluate(with: Product()), "\(text)")
  }
}
