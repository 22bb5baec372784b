import Observation
import PredicateFormat
import Synchronization
import Testing

/// Counts the changes that an observer receives.
final class Notices: Sendable {
  let count = Atomic(0)
}

/// Observed objects are read so that the observer is notified.
@Suite("Observation")
struct ObservationTests {
  @Observable final class Item {
    var title: String
    var size: Int
    @ObservationIgnored var place = 1
    let number: Int

    init(_ title: String, _ number: Int) {
      self.title = title
      self.number = number
      size = title.count
    }
  }

  @Observable final class Unnamed {
    var title = "a"
    @ObservationIgnored var place = 1
    let number = 7
  }

  /// The storage that SwiftData's macro adds to a class.
  final class Stored {
    struct BackingData {}
    struct NoType {}
    private var _$backingData = BackingData()
    private let _$observationRegistrar = ObservationRegistrar()
    private var _name = NoType()
    private var _count = NoType()
    let number = 3
  }

  private static func items() -> [Item] { (0..<300).map { Item($0 % 3 == 0 ? "b" : "other", $0) } }

  /// Returns how often an observer of what `body` reads is notified of `change`.
  private func notices(of change: () -> Void, reading body: () throws -> Void) throws -> Int {
    let notices = Notices()
    try withObservationTracking {
      Result { try body() }
    } onChange: {
      notices.count.add(1, ordering: .relaxed)
    }.get()
    change()
    change()
    return notices.count.load(ordering: .relaxed)
  }

  @Test("an observer is notified once of a property that a predicate has read, as with a closure")
  func filtering() throws {
    let items = Self.items()
    let predicate = try FormatPredicate("title == 'b'")
    let compiled = try CompiledPredicate<Item>(predicate)
    let readings: [(String, () throws -> Int)] = [
      ("closure", { items.filter { $0.title == "b" }.count }),
      ("filtered", { try items.filtered(by: predicate).count }),
      ("count", { try items.count(matching: predicate) }),
      ("evaluate", { try items.filter { try predicate.evaluate(with: $0) }.count }),
      ("compiled", { try compiled.filter(items).count }),
      ("fetch", { try items.fetchAll(PredicateFetchRequest(predicate, sortKeys: [.ascending("title")])).count }),
      ("any", { try (items as [Any]).filtered(by: predicate).count }),
    ]
    for (name, read) in readings {
      #expect(try read() == 100, "\(name)")
      let toTitle = try notices(of: { items[7].title = "x" }, reading: { _ = try read() })
      let toSize = try notices(of: { items[7].size += 1 }, reading: { _ = try read() })
      #expect(toTitle == 1 && toSize == 0, "\(name)")
      items[7].title = "other"
    }
  }

  @Test("the order of a request is observed too")
  func ordering() throws {
    let items = Self.items()
    let request = PredicateFetchRequest(sortKeys: [.descending("size")])
    #expect(try notices(of: { items[9].size = 77 }, reading: { _ = try items.fetchAll(request) }) == 1)
    #expect(try items.fetchAll(request).first?.number == 9)
  }

  @Test("if the left operand of AND decides, the right one is neither read nor observed, as in a closure")
  func shortCircuit() throws {
    let items = Self.items()
    let predicate = try FormatPredicate("number == 5 AND title == 'other'")
    let read = { _ = try items.filtered(by: predicate) }
    #expect(try notices(of: { items[6].title = "x" }, reading: read) == 0)
    #expect(try notices(of: { items[5].title = "x" }, reading: read) == 1)
  }

  @Test("an observed property that is not registered is refused; properties that are not observed are read")
  func unnamed() throws {
    let error = #expect(throws: FormatError.self) { try [Unnamed()].filtered(by: FormatPredicate("title == 'a'")) }
    #expect(
      error?.diagnostics.map(\.message) == [
        "the key 'title' of Unnamed cannot be read: it is observed, and reading its storage would go unnoticed; "
          + "name it in predicateKeys"
      ])
    #expect(try [Unnamed()].count(matching: FormatPredicate("number == 7 AND place == 1")) == 1)
  }

  @Test("the properties of a SwiftData class are refused in every use", arguments: ["name", "count"])
  func swiftData(_ key: String) throws {
    for text in ["\(key) == 'x'", "\(key) != 'x'", "\(key) == 3", "\(key) > 1", "\(key) == nil", "NOT \(key) IN {1}"] {
      let error = #expect(throws: FormatError.self, "\(text)") { try [Stored()].filtered(by: FormatPredicate(text)) }
      #expect(
        error?.diagnostics.map(\.message) == [
          "the key '\(key)' of Stored cannot be read: SwiftData stores its value outside the object; "
            + "name it in predicateKeys"
        ], "\(text)")
    }
    #expect(try [Stored()].count(matching: FormatPredicate("number == 3")) == 1)
  }
}

extension ObservationTests.Item: PredicateKeyed {
  static var predicateKeys: [PredicateKey<ObservationTests.Item>] {
    [.key("title") { $0.title }, .key("size") { $0.size }]
  }
}
