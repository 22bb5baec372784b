import PredicateFormat
import Synchronization
import Testing

/// An object whose key `slow` takes long and is nearly always true, and whose key `rare` is nearly always false.
private final class Timed: Sendable {
  static let slowCalls = Atomic(0)
  static let rareCalls = Atomic(0)
  let number: Int

  init(_ number: Int) { self.number = number }
}

extension Timed: PredicateKeyed {
  static var predicateKeys: [PredicateKey<Timed>] {
    [
      .key("slow") { row in
        Timed.slowCalls.add(1, ordering: .relaxed)
        return (0..<200).reduce(row.number) { $0 ^ $1 }
      },
      .key("rare") { row in
        Timed.rareCalls.add(1, ordering: .relaxed)
        return row.number % 1000
      },
    ]
  }
}

@Suite("The order of AND, learnt", .serialized)
struct LearntOrderTests {
  private static let rows = (0..<50_000).map { Timed($0) }

  private func calls(_ format: String, limits: PredicateLimits? = nil) throws -> (slow: Int, rare: Int) {
    Timed.slowCalls.store(0, ordering: .relaxed)
    Timed.rareCalls.store(0, ordering: .relaxed)
    let found = try Self.rows.indices(
      matching: FormatPredicate(format), options: EvaluationOptions(limits: limits))
    #expect(found == Self.rows.indices.filter { $0 % 1000 == 7 }, "\(format)")
    return (Timed.slowCalls.load(ordering: .relaxed), Timed.rareCalls.load(ordering: .relaxed))
  }

  @Test("the part that rejects more in less time comes first, in whatever order the parts are written")
  func learnt() throws {
    for format in ["slow != -1 AND rare == 7", "rare == 7 AND slow != -1"] {
      let calls = try calls(format)
      #expect(calls.slow < 25_000, "\(format): \(calls)")
      #expect(calls.rare > 45_000, "\(format): \(calls)")
    }
  }

  @Test("parts that may fail, and steps that are limited, keep the written order")
  func written() throws {
    #expect(try calls("10 / (slow + 1) != -1 AND rare == 7").slow == 50_000)
    #expect(try calls("slow != -1 AND rare == 7", limits: PredicateLimits(steps: 1_000_000)).slow == 50_000)
  }
}
