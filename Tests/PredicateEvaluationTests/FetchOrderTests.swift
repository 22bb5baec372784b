import PredicateFormat
import Testing

private struct File {
  let name: String?
  let size: Int
  var folder: String = "a"
}

private func file(_ name: String?, _ size: Int = 0, in folder: String = "a") -> File {
  File(name: name, size: size, folder: folder)
}

private final class Host {
  let age: Int8
  init(age: Int8) { self.age = age }
}

private struct Visit {
  let host: Host?
}

/// Sort keys, how they compare, and pages.
@Suite struct FetchOrderTests {
  private func names(_ files: [String?], _ key: SortKey) throws -> [String?] {
    try files.map { file($0) }.fetchAll(PredicateFetchRequest(sortKeys: [key])).map(\.name)
  }

  @Test("strings are sorted by scalars, as folded by [c], and by locale")
  func comparisons() throws {
    let files = ["file10", nil, "File2", "file1", "Ähre", "zoo"]
    #expect(try names(files, .ascending("name")) == [nil, "File2", "file1", "file10", "zoo", "Ähre"])
    #expect(try names(files, .ascending("name", .caseInsensitive)) == [nil, "file1", "file10", "File2", "zoo", "Ähre"])
    // Numbers within a text are sorted by value.
    #expect(
      try names(files, .ascending("name", .localizedStandard)) == [nil, "Ähre", "file1", "File2", "file10", "zoo"])
    #expect(
      try names(files, .descending("name", .localizedStandard)) == ["zoo", "file10", "File2", "file1", "Ähre", nil])
  }

  @Test("pages after the last values of the sort keys are all pages", arguments: [true, false], [true, false])
  func pagesAfterValues(isFirstAscending: Bool, isSecondAscending: Bool) throws {
    let files = ["b", nil, "a", "B", "c", nil, "a"].enumerated().map { file($0.element, $0.offset) }
    for comparison in [SortComparison.default, .caseInsensitive] {
      let request = PredicateFetchRequest(
        sortKeys: [
          SortKey("name", ascending: isFirstAscending, comparison: comparison),
          SortKey("size", ascending: isSecondAscending),
        ])
      let all = try files.fetchAll(request)
      var rest: [File] = []
      var next = request
      while let first = try files.fetchOne(next) {
        rest.append(first)
        next = request.continued(after: first.name.map(FormatValue.string) ?? .null, .integer(Int64(first.size)))
      }
      #expect(rest.map(\.size) == all.map(\.size))
      #expect(rest.map(\.name) == all.map(\.name))
    }
  }

  @Test("objects that share one host are sorted by the next key")
  func sharedHost() throws {
    let (young, old) = (Host(age: 5), Host(age: 50))
    // Two whole blocks of one host, and part of a third.
    let visits = (0..<150).map { Visit(host: $0 < 128 ? old : $0 == 149 ? nil : young) }
    let request = PredicateFetchRequest(sortKeys: [.ascending("host.age")])
    #expect(
      try visits.fetchAll(request).map { $0.host?.age } == [nil] + Array(repeating: 5, count: 21)
        + Array(repeating: 50, count: 128))
    let last = try visits.fetchAll(
      request.with {
        $0.limit = 2; $0.offset = 21
      })
    #expect(last.map { $0.host?.age } == [5, 50])
  }

  @Test("texts that [c] folds to one are equal, and keep their order in both directions")
  func folded() throws {
    let files = ["STRASSE", "straße", "Strasse", "E\u{301}", "é"]
    let key = SortKey.ascending("name", .caseInsensitive)
    #expect(try names(files, key) == ["STRASSE", "straße", "Strasse", "E\u{301}", "é"])
    #expect(try names(files, key.reversed) == ["E\u{301}", "é", "STRASSE", "straße", "Strasse"])
  }

  @Test("a function of the program is not called with nil")
  func function() throws {
    let byLength = SortFunction("by length") { left, right in
      guard case .string(let left) = left, case .string(let right) = right else {
        Issue.record("nil was compared")
        return false
      }
      return left.count < right.count
    }
    let files = ["ccc", "a", nil, "bb", "b", nil]
    #expect(try names(files, .ascending("name", .function(byLength))) == [nil, nil, "a", "b", "bb", "ccc"])
    #expect(try names(files, .descending("name", .function(byLength))) == ["ccc", "bb", "a", "b", nil, nil])
    // A function that always answers equal changes nothing. A contradictory one does no harm.
    let all = (0..<200).map { "\($0 % 7)" as String? }
    #expect(try names(all, .ascending("name", .function(SortFunction("none") { _, _ in false }))) == all)
    let contrary = SortFunction("contrary") { _, _ in true }
    #expect(try names(all, .ascending("name", .function(contrary))).count == 200)
  }

  @Test("two functions are equal if they are the same object")
  func functionsAsValues() {
    let none = SortFunction("none") { _, _ in false }
    let same = SortFunction("none") { _, _ in false }
    let orders: Set<SortKey> = [
      .ascending("name", .function(none)), .ascending("name", .function(same)), .ascending("name", .function(none)),
    ]
    #expect(orders.count == 2)
    #expect(none == none && none != same)
  }

  @Test("a function compares numbers, and later keys order what it leaves equal")
  func functionThenKey() throws {
    let parity = SortFunction("parity") { left, right in
      guard case .integer(let left) = left, case .integer(let right) = right else { return false }
      return left % 2 < right % 2
    }
    let files = (0..<100).map { file(nil, $0) }
    let request = PredicateFetchRequest(
      sortKeys: [.ascending("size", .function(parity)), .descending("size")], limit: 3)
    #expect(try files.fetchAll(request).map(\.size) == [98, 96, 94])
    #expect(try files.fetchAll(request.with { $0.offset = 49 }).map(\.size) == [0, 99, 97])
  }

  @Test("a function is called with values of all types")
  func functionOfAll() throws {
    let rank = SortFunction("kinds") { left, right in
      func rank(_ value: FormatValue) -> Int {
        switch value {
        case .string: 0
        case .integer: 1
        case .list: 2
        default: 3
        }
      }
      return rank(left) < rank(right)
    }
    let values: [FormatValue] = [.list([]), .integer(1), .null, .string("a"), .integer(0), .data([])]
    let rows = values.map { ["k": $0] }
    for error in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
      for (key, expected) in [
        (SortKey.ascending("k", .function(rank)), [2, 3, 1, 4, 0, 5]),
        (.descending("k", .function(rank)), [5, 0, 1, 4, 3, 2]),
      ] {
        #expect(
          try rows.fetchIdentifiers(PredicateFetchRequest(sortKeys: [key]), options: EvaluationOptions(onError: error))
            == expected)
      }
    }
  }

  @Test("the error of the first object that has one is thrown, for whichever key")
  func firstError() throws {
    let rows: [[String: FormatValue]] = [
      ["k": .integer(1), "j": .integer(0)], ["k": .integer(1), "j": .string("x")],
      ["k": .string("q"), "j": .integer(1)],
    ]
    let order: [SortKey] = [.ascending("k"), .ascending("j")]
    let requests = [
      PredicateFetchRequest(sortKeys: order), .init(sortKeys: order, isDistinct: true, properties: ["k", "j"]),
    ]
    for request in requests {
      let error = #expect(throws: FormatError.self) {
        _ = try request.isDistinct ? rows.queryAttributes(request).count : rows.fetchAll(request).count
      }
      #expect(error?.diagnostics.first?.message.contains("'j'") == true)
    }
  }

  @Test("a comparison that does not fit is found from the type")
  func misfits() throws {
    for comparison in [SortComparison.caseInsensitive, .localizedStandard] {
      #expect(throws: FormatError.self) {
        _ = try [File]().fetchAll(.init(sortKeys: [.ascending("size", comparison)]))
      }
    }
  }

  @Test("pages with all kinds of limits and offsets")
  func first() throws {
    let files = (0..<1000).map { file("f\($0 % 10)", $0 * 7 % 1000) }
    let order: [SortKey] = [.descending("name"), .ascending("size")]
    let all = try files.fetchAll(PredicateFetchRequest(sortKeys: order)).map(\.size)
    for (offset, limit) in [(0, 1), (0, 20), (5, 20), (0, 999), (990, 20), (1000, 5), (.max, .max), (3, 0)] {
      let page = try files.fetchAll(PredicateFetchRequest(sortKeys: order, limit: limit, offset: offset))
      #expect(page.map(\.size) == Array(all.dropFirst(offset).prefix(limit)), "\(offset), \(limit)")
      let unsorted = try files.fetchIdentifiers(PredicateFetchRequest(limit: limit, offset: offset))
      #expect(unsorted == Array((0..<1000).dropFirst(offset).prefix(limit)))
      let count = try files.fetchCount(PredicateFetchRequest(sortKeys: order, limit: limit, offset: offset))
      #expect(count == page.count)
    }
    #expect(try files.fetchOne(PredicateFetchRequest(sortKeys: order))?.size == all.first)
    #expect(try files.fetchIdentifier(PredicateFetchRequest(limit: 0)) == nil)
  }

  @Test("a limit keeps the first of many texts, for each comparison")
  func firstTexts() throws {
    let files = (0..<500).map { file("Text \(($0 * 77) % 499)", $0) }
    let byText = SortFunction("by text") { left, right in "\(left)" < "\(right)" }
    for comparison in [SortComparison.default, .caseInsensitive, .localizedStandard, .function(byText)] {
      for key in [SortKey.ascending("name", comparison), .descending("name", comparison)] {
        let all = try files.fetchIdentifiers(PredicateFetchRequest(sortKeys: [key]))
        let first = try files.fetchIdentifiers(PredicateFetchRequest(sortKeys: [key], limit: 5))
        #expect(first == Array(all.prefix(5)), "\(key)")
        let rows = files.map { ["name": $0.name ?? ""] as [String: Any] }
        #expect(try rows.fetchIdentifiers(PredicateFetchRequest(sortKeys: [key], limit: 5)) == first, "\(key)")
      }
    }
  }

  @Test("a limit or an offset below 0 is an error")
  func negative() {
    for request in [PredicateFetchRequest(limit: -1), PredicateFetchRequest(offset: -1), .init(batchSize: 0)] {
      #expect(throws: FormatError.self) { _ = try [1].fetchAll(request) }
    }
  }

  @Test("keys through an object that is nil, if a limit cuts among those")
  func absent() throws {
    let visits = (0..<300).map { Visit(host: $0 < 200 ? nil : Host(age: Int8($0 - 310))) }
    for (key, expected) in [(SortKey.descending("host.age"), [299, 298, 297]), (.ascending("host.age"), [0, 1, 2])] {
      #expect(try visits.fetchIdentifiers(PredicateFetchRequest(sortKeys: [key], limit: 3)) == expected)
    }
  }

  @Test("a predicate is evaluated only for elements that may be among the first, with the same answer")
  func predicateAfterOrder() throws {
    let files = (0..<1000).map { file("f\($0 % 10)", $0 * 7 % 1000) }
    let order: [SortKey] = [.descending("size"), .ascending("name")]
    for format in ["name CONTAINS '3'", "NOT name LIKE '*3'", "name == 'none'", "name MATCHES 'f[3-5]'", "#size < 500"]
    {
      let meant = try FormatPredicate(format)
      let all = try files.fetchIdentifiers(PredicateFetchRequest(meant, sortKeys: order))
      for limit in [1, 20, 100, 2000] {
        let first = PredicateFetchRequest(meant, sortKeys: order, limit: limit, offset: 2)
        #expect(try files.fetchIdentifiers(first) == Array(all.dropFirst(2).prefix(limit)), "\(format), \(limit)")
      }
    }
  }

  @Test("if a limit cuts among objects that are equal by all keys, the first of them are kept")
  func stable() throws {
    let files = (0..<500).map { file($0 % 2 == 0 ? "same text of many bytes" : nil, $0, in: "f") }
    for key in [SortKey.ascending("name"), .descending("name")] {
      let request = PredicateFetchRequest(sortKeys: [.ascending("folder"), key], limit: 5)
      let first = key.isAscending ? 1 : 0
      #expect(try files.fetchAll(request).map(\.size) == (0..<5).map { first + 2 * $0 })
    }
  }

  @Test("long equal texts need no extra stack, and linear time")
  func longTexts() throws {
    let long = String(repeating: "x", count: 100_000)
    let files = [file(long + "b"), file(long), file(long + "a"), file(long)]
    let sorted = try files.fetchIdentifiers(PredicateFetchRequest(sortKeys: [.ascending("name")]))
    #expect(sorted == [1, 3, 2, 0])
    #expect(try files.fetchCount(PredicateFetchRequest(isDistinct: true, properties: ["name"])) == 3)
  }

  @Test("the whole range of integers, at both ends")
  func ends() throws {
    let values: [Int64] = [.max, 0, .max - 1, .min, .max, .min + 1]
    let sorted = try values.fetchIdentifiers(PredicateFetchRequest(sortKeys: [.ascending("self")]))
    #expect(sorted == [3, 5, 1, 2, 0, 4])
    let optional: [UInt64?] = [.max, nil, .max - 1, 0, .max]
    #expect(try optional.fetchIdentifiers(PredicateFetchRequest(sortKeys: [.descending("self")])) == [0, 4, 2, 3, 1])
  }
}
