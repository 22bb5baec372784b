import PredicateFormat
import PredicateSemantics
import PredicateSyntax
import ProofSupport
import Testing

private struct Letter {
  let text: String?
  let sure: String
}

/// Counts how often its key is read.
private final class Account: Sendable {
  let text: String?
  let reads = Lock(0)
  init(_ text: String?) { self.text = text }
}

extension Account: PredicateKeyed {
  static let predicateKeys: [PredicateKey<Account>] = [
    .key("made") { account in
      account.reads.withLock { $0 += 1 }
      return account.text
    }
  ]
}

private let comparisons: [SortComparison] = [.default, .caseInsensitive]

/// Texts that are equal in many parts of seven bytes, of which ranks consist.
@Suite struct FetchLongTextTests {
  /// Texts around the boundaries of the parts, with lower and higher ones, and nil.
  private var texts: [String?] {
    var texts: [String?] = [nil, "", "a", "zz", nil]
    for (prefix, other) in [("ab", "AB"), ("é", "É"), ("straße", "STRASSE")] {
      for count in [7, 14, 15, 100] {
        for start in [prefix, other] {
          let long = String(repeating: start, count: count)
          texts += ["", "c", "b", "C", "\0", "ö", "Ö"].map { long + $0 }
        }
      }
    }
    return (0..<texts.count).map { texts[$0 * 37 % texts.count] }
  }

  @Test("long common prefixes, stored and computed, in both directions", arguments: comparisons)
  func order(_ comparison: SortComparison) throws {
    let texts = texts
    let records: [[String: FormatValue]] = texts.map { ["text": $0.map { .string($0) } ?? .null] }
    let letters = texts.map { Letter(text: $0, sure: $0 ?? "") }
    let accounts = texts.map { Account($0) }
    for ascending in [true, false] {
      for limit in [nil, 1, 10, 60] {
        func request(_ key: String) -> PredicateFetchRequest {
          let key = SortKey(key, ascending: ascending, comparison: comparison)
          return PredicateFetchRequest(sortKeys: [key], limit: limit)
        }
        let expected = try PlainFetch.places(request("text"), of: records)
        let note: Comment = "ascending \(ascending), limit \(limit ?? -1)"
        #expect(try letters.fetchIdentifiers(request("text")) == expected, note)
        #expect(try accounts.fetchIdentifiers(request("made")) == expected, note)
        let sure = try letters.fetchAll(request("sure")).map(\.sure)
        #expect(sure == expected.map { texts[$0] ?? "" }, note)
      }
    }
  }

  @Test("a later key decides between long texts that are equal")
  func laterKey() throws {
    let long = String(repeating: "é", count: 100)
    let letters = ["b", "a", "c"].map { Letter(text: $0 == "a" ? long.uppercased() : long, sure: $0) }
    for key in [SortKey.ascending("text", .caseInsensitive), .descending("text", .caseInsensitive)] {
      let sorted = try letters.fetchAll(PredicateFetchRequest(sortKeys: [key, .ascending("sure")]))
      #expect(sorted.map(\.sure) == ["a", "b", "c"])
    }
  }

  @Test("a getter is called a few times, however long its text is", arguments: comparisons)
  func reads(_ comparison: SortComparison) throws {
    let long = String(repeating: "long text ", count: 1000)
    let accounts = ["b", "a", "B", "a", "c"].map { Account(long + $0) } + [Account(nil)]
    func most(_ request: PredicateFetchRequest) throws -> Int {
      for account in accounts { account.reads.withLock { $0 = 0 } }
      if request.groupKeys.isEmpty {
        _ = try accounts.fetchIdentifiers(request)
      } else {
        _ = try accounts.fetchCount(request)
      }
      return accounts.map { $0.reads.withLock { $0 } }.max() ?? 0
    }
    let order = [SortKey.ascending("made", comparison)]
    #expect(try (1...5).contains(most(PredicateFetchRequest(sortKeys: order))))
    #expect(try (1...12).contains(most(PredicateFetchRequest(sortKeys: order, limit: 2))))
    #expect(try (1...5).contains(most(PredicateFetchRequest(groupKeys: ["made"]))))
  }

  @Test("long texts of getters form groups")
  func groups() throws {
    let texts = texts
    let accounts = texts.map { Account($0) }
    let letters = texts.map { Letter(text: $0, sure: "") }
    let made = PredicateFetchRequest(properties: [.key("made"), .count("made", as: "n")], groupKeys: ["made"])
    let stored = PredicateFetchRequest(
      properties: [.key("text", as: "made"), .count("text", as: "n")], groupKeys: ["text"])
    let groups = try accounts.queryAttributes(made)
    #expect(groups.count == Set(texts.map { $0.map { Array($0.utf8) } }).count)
    #expect(try groups == letters.queryAttributes(stored))
  }
}
