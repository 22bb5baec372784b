import Foundation
import PredicateEvaluation
import PredicateFormat
import PredicateSQLite
import PredicateSemantics
import Testing

/// Functions that statements call give the same results as evaluation in memory.
@Suite("Functions on SQLite", .enabled(if: isSQLiteThere, needsSQLite))
struct FunctionTests {
  /// Texts that fold, compare or count in unusual ways.
  private static let texts = [
    "", "a", "A", "straße", "STRASSE", "ẞ", "İ", "i̇", "ı", "I", "Σ", "σ", "ς", "ΑΣ", "é", "e\u{301}", "É", "e", "ﬁ",
    "Ａ",
    "ｶﾞ", "ガ", "\u{301}", "naïve café", "a*b?c\\[d]", "100% _'\"", "line\nend", "😀", "👨‍👩‍👧", "Å", "\u{10FFFF}",
    String(repeating: "xY", count: 500),
  ]
  private static let options = ["", "c", "d", "w", "cd", "cw", "dw", "cdw"]

  private static func options(_ letters: String) -> FormatStringOptions {
    let table: [Character: FormatStringOptions] = [
      "c": .caseInsensitive, "d": .diacriticInsensitive, "w": .widthInsensitive,
    ]
    return letters.reduce(into: []) { $0.formUnion(table[$1] ?? []) }
  }

  @Test("predicate_fold folds as the evaluator does", arguments: options)
  func fold(letters: String) throws {
    let connection = try SQLiteDatabaseConnection()
    for subject in Self.texts {
      let answer = try value("predicate_fold(?, ?)", text(subject), text(letters), on: connection)
      #expect(answer == .string(folded(subject, Self.options(letters))), "\(subject) [\(letters)]")
    }
  }

  @Test("some foldings, spelled out")
  func foldings() throws {
    for (subject, letters, wanted) in [
      ("Straße", "c", "strasse"), ("İ", "c", "i\u{307}"), ("İ", "cd", "i"), ("ı", "c", "ı"), ("ΣΑΣ", "c", "σασ"),
      ("E\u{301}", "c", "é"), ("É", "cd", "e"), ("Ａé", "w", "Aé"), ("e\u{301}", "", "e\u{301}"),
    ] {
      #expect(try value("predicate_fold(?, ?)", text(subject), text(letters)) == .string(wanted), "\(subject)")
    }
  }

  @Test("predicate_like and predicate_matches answer as the evaluator does", arguments: options)
  func patterns(letters: String) throws {
    let connection = try SQLiteDatabaseConnection()
    let patterns = [
      "", "*", "?", "a", "*é*", "*E*", "?́", "stra*e", "STRASSE", "\\*", "a\\*b\\?c*", "[a", "(a|A)", ".*", "İ",
      "\\p{L}+", "(",
    ]
    var answers: [FormatValue: Int] = [:]
    for subject in Self.texts {
      for pattern in patterns {
        for (name, comparison) in [("predicate_like", "LIKE"), ("predicate_matches", "MATCHES")] {
          let option = letters.isEmpty ? "" : "[\(letters)]"
          let predicate = try FormatPredicate("SELF \(comparison)\(option) %@", pattern)
          guard let holds = try? predicate.evaluate(with: subject) else {
            // An invalid pattern that is bound is an error. One that is a value of a row is NULL.
            #expect(throws: SQLiteDatabaseError.self, "\(name) '\(pattern)'") {
              try value("\(name)(?, ?, ?)", text(subject), text(pattern), text(letters), on: connection)
            }
            let unbound = try value(
              "\(name)(?, ? || '', ?)", text(subject), text(pattern), text(letters), on: connection)
            #expect(unbound == .null, "\(name) '\(pattern)'")
            answers[.null, default: 0] += 1
            continue
          }
          let wanted = FormatValue.integer(holds ? 1 : 0)
          let answer = try value("\(name)(?, ?, ?)", text(subject), text(pattern), text(letters), on: connection)
          #expect(answer == wanted, "'\(subject)' \(comparison)[\(letters)] '\(pattern)'")
          answers[answer, default: 0] += 1
        }
      }
    }
    // The answers are not all the same.
    #expect(answers.keys.count == 3)
  }

  @Test("patterns in columns are compiled for each row, and options may change from row to row")
  func varyingPatterns() throws {
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE t(subject TEXT, pattern TEXT, options TEXT)")
    for (subject, pattern, options) in [
      ("abc", "A.*", ""), ("abc", "A.*", "c"), ("abc", "(", ""), ("abc", "a.*", ""), ("abc", "A*", "c"),
    ] {
      try connection.execute("INSERT INTO t VALUES (?, ?, ?)", [text(subject), text(pattern), text(options)])
    }
    let rows = try connection.rows(
      of: """
        SELECT group_concat(ifnull(predicate_matches(subject, pattern, options), 'N'), ''),
          group_concat(predicate_like(subject, pattern, options), ''),
          group_concat(predicate_like(subject, 'A*', options), '') FROM t
        """)
    #expect(try rows.next() == [.string("01N10"), .string("00001"), .string("01001")])
  }

  /// Text that is not UTF-8.
  private static let noText = "CAST(x'61ff62' AS TEXT)"

  @Test("predicate_length counts UTF-16 units, including U+0000")
  func length() throws {
    for subject in Self.texts {
      #expect(try value("predicate_length(?)", text(subject)) == .integer(Int64(subject.utf16.count)), "\(subject)")
    }
    #expect(try value("predicate_length(CAST(x'610062' AS TEXT))") == .integer(3))
    #expect(try value("predicate_fold(CAST(x'410042' AS TEXT), 'c')") == .string("a\0b"))
    #expect(try value("predicate_like(CAST(x'610062' AS TEXT), 'a?b', '')") == .integer(1))
    #expect(try value("predicate_matches(CAST(x'610062' AS TEXT), 'a.b', '')") == .integer(1))
    // Any repair would make it a different text.
    for call in [
      "predicate_length(\(Self.noText))", "predicate_fold(\(Self.noText), 'c')", "predicate_fold(\(Self.noText), '')",
      "predicate_like(\(Self.noText), '*', '')", "predicate_matches(\(Self.noText), '.*', '')",
      "predicate_like('a', \(Self.noText), '')", "predicate_call('uppercase:', \(Self.noText))",
      "predicate_cast(\(Self.noText), 'NSNumber')",
    ] {
      let error = #expect(throws: SQLiteDatabaseError.self, "\(call)") { try value(call) }
      #expect(error?.message == "a text in the database is not UTF-8", "\(call)")
    }
  }

  @Test("huge text")
  func huge() throws {
    let connection = try SQLiteDatabaseConnection()
    let subject = String(repeating: "Éa", count: 2_000_000)
    #expect(try value("predicate_length(?)", text(subject), on: connection) == .integer(4_000_000))
    #expect(
      try value("predicate_fold(?, 'cd')", text(subject), on: connection)
        == .string(String(repeating: "ea", count: 2_000_000)))
    #expect(try value("predicate_like(?, '*A', 'cd')", text(subject), on: connection) == .integer(1))
    // The regular expression engine gives up on this, and reports it.
    let long = text(String(repeating: "a", count: 1_000_000))
    let error = #expect(throws: SQLiteDatabaseError.self) {
      try value("predicate_matches(?, '(?:a|b)*', '')", long, on: connection)
    }
    #expect(error?.message == "the regular expression could not be evaluated on this string")
    #expect(try value("predicate_matches(?, '.{1000000}', 'c')", long, on: connection) == .integer(1))
  }

  @Test("NULL, wrong types, options and counts give NULL or an error, never a crash")
  func wrongOperands() throws {
    let connection = try SQLiteDatabaseConnection()
    let odd = ["NULL", "5", "1.5", "x'41ff'", "x''", "9223372036854775807", "-9223372036854775808", "1e400"]
    for operand in odd {
      for call in [
        "predicate_fold(\(operand), 'c')", "predicate_fold('a', \(operand))", "predicate_length(\(operand))",
        "predicate_matches(\(operand), 'a', '')", "predicate_matches('a', \(operand), '')",
        "predicate_matches('a', 'a', \(operand))", "predicate_like(\(operand), 'a', '')",
        "predicate_like('a', \(operand), 'c')", "predicate_like('a', 'a', \(operand))",
        "predicate_call(\(operand), 1)", "predicate_call('uppercase:', \(operand))", "predicate_cast('1', \(operand))",
        "predicate_call('leftshift:by:', 'one', \(operand))",
      ] {
        #expect(try value(call, on: connection) == .null, "\(call)")
      }
    }
    #expect(try value("predicate_matches('a', ?, NULL)", text("a"), on: connection) == .null)
    for options in ["x", "dc", "cc", "l", "n", "C", "c ", "é"] {
      #expect(try value("predicate_fold('a', ?)", text(options), on: connection) == .null, "\(options)")
    }
    for call in ["predicate_fold('a')", "predicate_length()", "predicate_like('a', 'b')"] {
      #expect(throws: SQLiteDatabaseError.self) { try value(call, on: connection) }
    }
    #expect(try value("predicate_call()", on: connection) == .null)
  }

  @Test("predicate_units is the integer, and a result beyond 64 bits ends the statement with 'overflow'")
  func units() throws {
    #expect(try value("predicate_units(?)", SQLParameter(.integer(.min), .integer)) == .integer(.min))
    #expect(try value("predicate_units(NULL)") == .null)
    for call in ["predicate_units(9223372036854775807 + 1)", "abs(-9223372036854775807 - 1)"] {
      let error = #expect(throws: SQLiteDatabaseError.self, "\(call)") { try value(call) }
      #expect(error?.finding?.code == .overflow, "\(call)")
    }
  }

  @Test("predicate_unit_double is the nearest double, which a quotient of doubles is not")
  func unitDouble() throws {
    let units: [(Int64, Int64, Double)] = [
      (2_365_071_624_513_158_213, 2, 2.3650716245131584e16), (-3_438_195_671_113_076_982, 12, -3438195.671113077),
      (10, 2, 0.1), (0, 4, 0), (.min, 0, -9.223372036854775808e18),
    ]
    for (count, scale, double) in units {
      #expect(try value("predicate_unit_double(\(count), \(scale))") == .double(double), "\(count)e-\(scale)")
    }
    for operands in ["NULL, 2", "1.5, 2", "'1', 2", "1, NULL", "1, -1", "1, 1001", "1, 9223372036854775807"] {
      #expect(try value("predicate_unit_double(\(operands))") == .null, "\(operands)")
    }
  }

  @Test("predicate_call calls the language's functions; an error is NULL")
  func call() throws {
    let calls: [(String, FormatValue)] = [
      ("'raise:toPower:', 2, 10", .double(1024)), ("'sqrt:', 2", .double(2.0.squareRoot())), ("'sqrt:', -1", .null),
      ("'ln:', 0", .null), ("'uppercase:', 'straße'", .string("STRASSE")),
      ("'lowercase:', 'ΑΣ'", .string("ΑΣ".lowercased())),
      ("'canonical:', 'É'", .string("e")), ("'add:to:', 9223372036854775807, 1", .null),
      ("'add:to:', 1, 0.5", .double(1.5)), ("'divide:by:', 7, 2", .integer(3)), ("'divide:by:', 7, 0", .null),
      ("'modulus:by:', -7, 2", .integer(-1)), ("'abs:', -9223372036854775808", .null), ("'length:', '😀'", .integer(2)),
      ("'raise:toPower:', 1e308, 2", .null), ("'sqrt:', NULL", .null), ("'sqrt:', 'four'", .null),
      ("'sqrt:'", .null), ("'sqrt:', 4, 4", .null), ("'no:such:', 1, 2", .null), ("'max:', 1", .null),
      ("'rightshift:by:', 1, 64", .null), ("'rightshift:by:', -1, 1", .integer(-1)),
      ("'bitwiseXor:with:', 6, 3", .integer(5)),
      ("'onesComplement:', 0", .integer(-1)), ("'noindex:', 'x'", .string("x")), ("'trunc:', -1.5", .double(-1)),
      // These return a different value each time, which would break the promise of equal answers.
      ("'random'", .null), ("'random:', 5", .null), ("'now'", .null),
    ]
    let connection = try SQLiteDatabaseConnection()
    for (operands, wanted) in calls {
      #expect(try value("predicate_call(\(operands))", on: connection) == wanted, "\(operands)")
    }
  }

  @Test("predicate_cast casts to NSString and NSNumber")
  func cast() throws {
    let casts: [(String, FormatValue)] = [
      ("'12', 'NSNumber'", .integer(12)), ("'1.5', 'NSNumber'", .double(1.5)), ("'word', 'NSNumber'", .null),
      ("'0x1F', 'NSNumber'", .integer(31)), ("'1e3', 'NSNumber'", .integer(1000)), ("'1e-1', 'NSNumber'", .double(0.1)),
      // A number that neither SQLite's integers nor its doubles represent.
      ("'99999999999999999999', 'NSNumber'", .null), ("'1.0e999', 'NSNumber'", .null),
      ("12, 'NSString'", .string("12")),
      ("0.1, 'NSString'", .string("0.1")), ("'a', 'NSString'", .string("a")), ("NULL, 'NSString'", .null),
      ("x'00', 'NSString'", .null), ("'1', 'NSDate'", .null), ("1, 'NSObject'", .null), ("7, 'NSNumber'", .integer(7)),
    ]
    let connection = try SQLiteDatabaseConnection()
    for (operands, wanted) in casts {
      #expect(try value("predicate_cast(\(operands))", on: connection) == wanted, "\(operands)")
    }
  }

  @Test("an index may be on a folding, and a view may call it")
  func expressionIndex() throws {
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE word(id INTEGER PRIMARY KEY, text TEXT)")
    try connection.execute("CREATE INDEX word_text_c ON word(predicate_fold(text, 'c'))")
    try connection.execute("CREATE VIEW small AS SELECT id, predicate_fold(text, 'c') AS text FROM word")
    try connection.execute("PRAGMA trusted_schema = OFF")
    try connection.execute("INSERT INTO word VALUES (1, 'Straße'), (2, 'Weg')")
    #expect(try value("text FROM small WHERE id = 1", on: connection) == .string("strasse"))
    let plan = try connection.rows(
      of: "EXPLAIN QUERY PLAN SELECT id FROM word WHERE predicate_fold(text, 'c') = ?", [text("weg")])
    let row = try #require(try plan.next())
    #expect(row.last == .string("SEARCH word USING INDEX word_text_c (<expr>=?)"))
  }
}
