import EngineSupport
import Foundation
import PredicateFormat
import TestSupport
import Testing

/// Columns give the array's answers, including errors.
@Suite("Columns")
struct ColumnTests {
  @Test("every kernel finds what the leaf over the objects finds")
  func kernels() throws {
    let seed = testSeed("ColumnTests.kernels")
    var maker = ColumnMaker(random: SeededRandom(state: seed))
    var (compared, choosing) = (0, 0)
    for round in 0..<(isFullRun ? 60 : 24) {
      maker.letters = round % 2 == 0 ? ColumnMaker.ascii : ColumnMaker.mixed
      // Also a few non-ASCII texts among many ASCII ones.
      if round % 6 == 4 { maker.letters = ColumnMaker.ascii + ["é"] }
      maker.nilShare = [0, 30, 90][round % 3]
      let texts = (0..<12).map { _ in maker.text() }
      let size = round < 3 ? round : [63, 64, 65, 127, 128, 129, 300, 200][round % 8]
      let rows = (0..<size).map { maker.row($0, near: texts) }
      let columns = PredicateColumns(rows)
      for _ in 0..<160 {
        var (format, arguments) = maker.leaf(texts)
        // After another leaf, few or many lanes are live.
        for _ in 0..<maker.pick([0, 0, 0, 1, 2]) {
          let (other, more) = maker.leaf(texts)
          format = "(\(other)) \(maker.pick(["AND", "OR", "AND NOT"])) (\(format))"
          arguments = more + arguments
        }
        let predicate = try FormatPredicate(format, arguments: arguments)
        let expected = try rows.indices(matching: predicate)
        let found = try columns.indices(matching: predicate)
        compared += 1
        choosing += expected.isEmpty || expected.count == size ? 0 : 1
        #expect(found == expected, "TEST_SEED=\(seed), \(size) rows: \(predicate)")
        #expect(
          try columns.first(matching: predicate)?.number == expected.first, "TEST_SEED=\(seed): first, \(predicate)")
      }
    }
    #expect(choosing > compared / 4)
  }

  @Test("integers at the limits of each width, and just outside them")
  func widths() throws {
    struct Row { let number: Int }
    for bits in [7, 8, 15, 16, 31, 32] {
      for end in [(1 << bits) - 1, 1 << bits, -(1 << bits), -(1 << bits) - 1] {
        let columns = PredicateColumns([0, end, 1].map(Row.init))
        #expect(try columns.indices(matching: FormatPredicate("number == %@", end)) == [1], "\(end)")
        #expect(try columns.indices(matching: FormatPredicate("number == 0")) == [0], "\(end)")
      }
    }
  }

  @Test("texts that end with a long needle, or almost do")
  func longSuffixes() throws {
    struct Row { let text: String? }
    let ends = ["a long ending", "no long ending", "a lung ending", "ending", "a long endings", ""]
    let rows = (0..<600).map { Row(text: $0 % 7 == 6 ? nil : "\($0) " + ends[$0 % 7]) }
    let columns = PredicateColumns(rows)
    for (format, ends) in [
      ("text ENDSWITH 'a long ending'", [0]), ("text ENDSWITH ' long ending'", [0, 1]),
      ("text ENDSWITH[c] 'ENDING'", [0, 1, 2, 3]), ("NOT text ENDSWITH 'ng ending'", [3, 4, 5, 6]),
    ] {
      let expected = rows.indices.filter { ends.contains($0 % 7) }
      #expect(try columns.indices(matching: FormatPredicate(format)) == expected, "\(format)")
      #expect(try rows.indices(matching: FormatPredicate(format)) == expected, "\(format)")
    }
  }

  @Test("random predicates and their errors")
  func randomPredicates() throws {
    let seed = testSeed("ColumnTests.randomPredicates")
    var maker = RowMaker(random: SeededRandom(state: seed))
    let rows = (0..<150).map { _ in maker.row() }
    let objects = rows.map(ClassPerson.init)
    let (columns, ofObjects) = (PredicateColumns(rows), PredicateColumns(objects))
    let functions = RowMaker.functions
    var errors = 0
    for _ in 0..<(isFullRun ? 2_000 : 400) {
      let text = maker.predicate()
      let predicate = try FormatPredicate(text)
      for handling in [EvaluationOptions.ErrorHandling.yieldNil, .throw] {
        let expected = Result { () throws(FormatError) in
          try rows.indices(matching: predicate, options: EvaluationOptions(functions: functions, onError: handling))
        }
        let found = Result { () throws(FormatError) in
          try columns.indices(matching: predicate, options: EvaluationOptions(functions: functions, onError: handling))
        }
        #expect(found == expected, "TEST_SEED=\(seed): \(text)")
        let inObjects = Result { () throws(FormatError) in
          try ofObjects.indices(
            matching: predicate, options: EvaluationOptions(functions: functions, onError: handling))
        }
        // Messages name other types.
        #expect((try? inObjects.get()) == (try? expected.get()), "TEST_SEED=\(seed): \(text)")
        if case .failure = expected { errors += 1 }
      }
    }
    #expect(errors > 0)
    #expect(columns.memory > 0)
  }

  private struct Labelled: Sendable { let label: String? }

  @Test("columns with few distinct texts store codes of 8 or 16 bits")
  func codes() throws {
    for (distinct, kind) in [(255, "codes of 8 bits"), (256, "codes of 16 bits"), (2_000, "codes of 16 bits")] {
      let labels = (0..<distinct).map { "label \($0)" }
      var rows = (0..<distinct * 40).map { Labelled(label: labels[$0 * 7 / 5 % distinct]) }
      rows.append(Labelled(label: nil))
      let columns = PredicateColumns(rows)
      for format in [
        "label == 'label 7'", "label BEGINSWITH 'label 1'", "label ENDSWITH[c] 'EL 3'", "label CONTAINS '9'",
        "label == nil", "label != 'label 254'", "label > 'label 31'",
        "label IN {'label 3', 'label 25', 'x', 'label 255'}",
        "label == 'x'", "label LIKE '*1*2*'", "label.length == 9",
      ] {
        let predicate = try FormatPredicate(format)
        #expect(try columns.indices(matching: predicate) == rows.indices(matching: predicate), "\(distinct): \(format)")
      }
      #expect(columns.description.contains("\(distinct) distinct texts, \(kind)"), "\(columns)")
    }
    // Composed and decomposed letters are different texts, although Swift's strings are equal.
    let accents = (0..<400).map { Labelled(label: $0 % 2 == 0 ? "é" : "e\u{301}") }
    #expect(try PredicateColumns(accents).count(matching: FormatPredicate("label == 'é'")) == 200)
  }

  @Test("the prefix and suffix of a LIKE pattern do not overlap")
  func ends() throws {
    let texts = ["aba", "abba", "abxba", "ab", "ba"] + (0..<5_000).map { "text \($0)" }
    let columns = PredicateColumns(texts.map { Labelled(label: $0) })
    #expect(try columns.indices(matching: FormatPredicate("label LIKE 'ab*ba'")) == [1, 2])
    #expect(try columns.indices(matching: FormatPredicate("label LIKE[c] 'AB*BA'")) == [1, 2])
  }

  @Test("key columns are built when they are first used, or at once")
  func keys() throws {
    let rows = (0..<12_000).map { Labelled(label: $0 % 3 == 0 ? nil : "text \($0)") }
    let lazily = PredicateColumns(rows)
    #expect(lazily.memory == 0)
    #expect(lazily.description == "12000 elements, 0 columns, 0 bytes")
    let atOnce = try PredicateColumns(rows, keys: ["label", "label.length"])
    #expect(try lazily.count(matching: FormatPredicate("label.length > 6 OR label == nil")) == 12_000 - 6)
    #expect(atOnce.description == lazily.description)
    #expect(atOnce.memory == lazily.memory)
    let error = #expect(throws: FormatError.self) { try PredicateColumns(rows, keys: ["label", "lable"]) }
    #expect(error?.diagnostics.map(\.code) == [.unknownKey])
    // The minimum that the columns could contain, plus a margin.
    let texts = rows.reduce(0) { $0 + ($1.label?.utf8.count ?? 0) + 1 }
    let least = texts + 4 * rows.count + rows.count + 2 * rows.count / 8
    #expect(least..<least + 2_000 ~= atOnce.memory)
    #expect(try PredicateColumns([Labelled]()).filtered(by: FormatPredicate("label == nil")).isEmpty)
    #expect(throws: FormatError.self) { try PredicateColumns([Labelled](), keys: ["lable"]) }
  }

  @Test("many threads may evaluate at once")
  func threads() async throws {
    var maker = ColumnMaker(random: SeededRandom(state: 7))
    let texts = (0..<12).map { _ in maker.text() }
    let rows = (0..<2_000).map { maker.row($0, near: texts) }
    let leaves = try (0..<64).map { _ in
      let (format, arguments) = maker.leaf(texts)
      return try FormatPredicate(format, arguments: arguments)
    }
    let columns = PredicateColumns(rows)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for leaf in leaves + leaves.reversed() {
        group.addTask { try columns.indices(matching: leaf) == rows.indices(matching: leaf) }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }

  @Test("the work may be divided among threads")
  func sharing() throws {
    var maker = ColumnMaker(random: SeededRandom(state: 8))
    let texts = (0..<12).map { _ in maker.text() }
    let some = (0..<5_000).map { maker.row($0, near: texts) }
    let rows = (0..<140_000).map { some[$0 * 7 % some.count] }
    let objects = rows.map(ColumnObject.init)
    let (columns, ofObjects) = (PredicateColumns(rows), PredicateColumns(objects))
    for format in ["text CONTAINS 'e'", "tiny > 17", "text ENDSWITH[c] 'a' OR maybe == nil", "text.length / tiny > 1"] {
      let predicate = try FormatPredicate(format)
      let expected = try columns.indices(matching: predicate, options: EvaluationOptions(onError: .yieldNil))
      for threads in [-1, 2, 5] {
        #expect(
          try columns.indices(matching: predicate, options: EvaluationOptions(onError: .yieldNil, threads: threads))
            == expected)
        #expect(
          try columns.count(matching: predicate, options: EvaluationOptions(onError: .yieldNil, threads: threads))
            == expected.count)
        let found = try columns.filtered(
          by: predicate, options: EvaluationOptions(onError: .yieldNil, threads: threads))
        // Not compared by the macro, which would print all of them.
        let isFound = found.map(\.number) == expected.map { rows[$0].number }
        #expect(isFound, "\(format), \(threads) threads")
        let same = try ofObjects.filtered(
          by: predicate, options: EvaluationOptions(onError: .yieldNil, threads: threads))
        #expect(same.elementsEqual(expected.map { objects[$0] }, by: ===), "\(format), \(threads) threads")
      }
    }
    let errors = [1, 4].map { threads in
      #expect(throws: FormatError.self) {
        try columns.count(matching: FormatPredicate("10 / tiny > 1"), options: EvaluationOptions(threads: threads))
      }?.description
    }
    #expect(errors[0] == errors[1])
  }

  private final class Keyed: PredicateKeyed, Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static let columns = PredicateColumns((0..<100).map(Keyed.init))
    static var predicateKeys: [PredicateKey<Keyed>] {
      [
        .key("name") { $0.number % 3 == 0 ? nil : "n\($0.number)" as String? },
        // The getter evaluates on the columns that are being built from it.
        .key("rank") { key in (try? columns.count(matching: FormatPredicate("number < %@", key.number))) ?? -1 },
      ]
    }
  }

  @Test("registered keys have columns")
  func registeredKeys() throws {
    for format in ["name ENDSWITH '7'", "name == nil", "rank >= 40", "name BEGINSWITH 'n1' AND rank != 13"] {
      let predicate = try FormatPredicate(format)
      #expect(
        try Keyed.columns.indices(matching: predicate) == Keyed.columns.elements.indices(matching: predicate),
        "\(format)")
    }
    #expect(Keyed.columns.description.contains("rank: integers of 8 bits"))
  }

  private struct Dotted: PredicateKeyed, Sendable {
    struct Inner: Sendable { var b: Int }
    var a: Inner
    var other: Int
    static var predicateKeys: [PredicateKey<Dotted>] { [.key("a.b") { $0.other }] }
  }

  @Test("a key whose name has a dot and a path have columns of their own")
  func dottedKey() throws {
    let columns = PredicateColumns((0..<100).map { Dotted(a: .init(b: $0), other: -$0) })
    #expect(try columns.count(matching: FormatPredicate("a.b > 90")) == 9)
    #expect(try columns.count(matching: FormatPredicate(#"a\u002eb > 90"#)) == 0)
  }

  @Test("elements of every kind are returned")
  func filtering() throws {
    let texts = ["sing", "song", "sung", "sang"]
    #expect(
      try PredicateColumns(texts).filtered(by: FormatPredicate("SELF BEGINSWITH 'so' OR SELF CONTAINS 'u'")) == [
        "song", "sung",
      ])
    let records: [FormatValue] = (0..<70).map { .record(["a": .integer(Int64($0))]) }
    let columns = PredicateColumns(records)
    #expect(try columns.filtered(by: FormatPredicate("a > 67")) == [records[68], records[69]])
    #expect(try columns.count(matching: FormatPredicate("a == max:(a)")) == 1)
    #expect(columns.memory == 0)
  }
}

extension Result where Success: Equatable, Failure == FormatError {
  fileprivate static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.success(let a), .success(let b)): a == b
    case (.failure(let a), .failure(let b)): a.description == b.description
    default: false
    }
  }
}
