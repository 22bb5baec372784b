import Observation
import PredicateFormat
import Synchronization
import TestSupport
import Testing

/// Objects that several threads can share are read only as their class permits. `Tests/sanitize thread` runs this suite too.
@Suite("Isolation")
struct IsolationTests {
  /// A main-actor class that registers no keys.
  @MainActor final class Screen {
    var titles: [String]
    let number: Int
    init(_ number: Int) {
      self.number = number
      titles = ["title \(number)", "another one that is not short"]
    }
  }

  /// A main-actor class with registered keys, and a variable that is not among them.
  @MainActor final class Item {
    var title: String
    var hidden = 1
    let number: Int
    var shout: String { title.uppercased() }
    init(_ number: Int) {
      self.number = number
      title = "item \(number)"
    }
  }

  @MainActor @Observable final class Model {
    var title = "a"
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// Protected by a lock, and `Sendable` without the compiler's check.
  final class Guarded: @unchecked Sendable {
    private let lock = Lock(())
    private var _count = 1
    var bare = 1
    var count: Int { lock.withLock { _ in _count } }
  }

  final class Frozen: @unchecked Sendable, PredicateKeyed {
    var text: String
    var next: Frozen?
    init(_ text: String) { self.text = text }
    static var predicateKeys: [PredicateKey<Frozen>] { [.unsafeStored("text"), .unsafeStored("missing")] }
  }

  final class Plain { var text = "plain" }

  /// A class that is not `Sendable`, and an equivalent struct.
  final class Fruit {
    var name: String
    var weight: Int
    init(_ twin: FruitValue) { (name, weight) = (twin.name, twin.weight) }
  }
  struct FruitValue: Sendable { var name: String, weight: Int }
  struct Holder: Sendable { let screen: Screen, item: Item, array: [Screen] }

  private static let changing =
    "it is a var of a class, and the elements are Sendable, so another thread may change it; name it in predicateKeys"

  private func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch let error as FormatError {
      return error.diagnostics.map(\.message).joined(separator: "|")
    } catch {
      return "\(error)"
    }
    return nil
  }

  @Test("every call refuses a var of a main-actor class, also on its actor, and reads constants")
  func calls() async throws {
    let screens = await (0..<200).asyncMap { await Screen($0) }
    let predicate = try FormatPredicate("ANY titles CONTAINS 'short'")
    let expression = try FormatExpression("titles")
    let request = PredicateFetchRequest(predicate), order = PredicateFetchRequest(sortKeys: [.ascending("titles")])
    let profile = PredicateProfile.untrusted.permitting(keys: ["titles"], of: Screen.self)
    let calls: [(String, @Sendable () throws -> Void)] = [
      ("evaluate", { _ = try predicate.evaluate(with: screens[0]) }),
      ("value", { _ = try expression.value(with: screens[0]) }),
      ("filtered", { _ = try screens.filtered(by: predicate) }),
      ("filtered, threads", { _ = try screens.filtered(by: predicate, options: EvaluationOptions(threads: 2)) }),
      ("indices", { _ = try screens.indices(matching: predicate) }),
      ("count", { _ = try screens.count(matching: predicate) }),
      ("first", { _ = try screens.first(matching: predicate) }),
      ("slice", { _ = try screens[...].filtered(by: predicate) }),
      ("slice, count", { _ = try screens[...].count(matching: predicate) }),
      ("slice, first", { _ = try screens[...].first(matching: predicate) }),
      ("compiled", { _ = try CompiledPredicate(predicate, for: Screen.self) }),
      ("compiled expression", { _ = try CompiledExpression(expression, for: Screen.self) }),
      ("compiled fetch", { _ = try CompiledFetch(order, for: Screen.self) }),
      ("columns", { _ = try PredicateColumns(screens).filtered(by: predicate) }),
      ("columns by key", { _ = try PredicateColumns(screens, keys: ["titles"]) }),
      ("fetchAll", { _ = try screens.fetchAll(request) }),
      ("fetchOne", { _ = try screens.fetchOne(request) }),
      ("fetchCount", { _ = try screens.fetchCount(request) }),
      ("fetchIdentifiers", { _ = try screens.fetchIdentifiers(request) }),
      ("fetchIdentifier", { _ = try screens.fetchIdentifier(request) }),
      ("queryAttributes", { _ = try screens.queryAttributes(PredicateFetchRequest(properties: ["titles"])) }),
      ("queryValue", { _ = try screens.queryValue(.key("titles"), as: String.self) }),
      ("batches", { _ = try screens.batches(of: request) }),
      (
        "removeAll",
        {
          var screens = screens
          try screens.removeAll(matching: predicate)
        }
      ),
      (
        "updateAll",
        {
          var screens = screens
          try screens.updateAll(matching: predicate) { _ in }
        }
      ),
      (
        "profile",
        { _ = try FormatPredicate("titles == nil", profile: profile, for: Screen.self) }
      ),
    ]
    let expected = "the key 'titles' of Screen cannot be read: \(Self.changing)"
    for (name, call) in calls {
      #expect(message(call) == expected, "\(name)")
      #expect(await MainActor.run { message(call) } == expected, "\(name), on the main actor")
    }
    #expect(predicate.findings(for: Screen.self).map(\.message) == [expected])
    #expect(try screens.count(matching: FormatPredicate("number < 50")) == 50)
    #expect(try screens.count(matching: FormatPredicate("number < 50"), options: EvaluationOptions(threads: 2)) == 50)
  }

  @Test("a var is refused on every path from a Sendable root, typed and untyped")
  func nested() async throws {
    let holder = await Holder(screen: Screen(1), item: Item(2), array: [Screen(3)])
    for key in ["screen.titles", "array.titles", "item.hidden"] {
      let found = message { _ = try [holder].filtered(by: FormatPredicate("ANY \(key) == 'x'")) }
      #expect(found?.contains("it is a var of a class") == true, "\(key)")
    }
    #expect(try [holder].count(matching: FormatPredicate("screen.number == 1 AND ANY array.number == 3")) == 1)
    let any: [any Sendable] = [holder.screen, holder.screen]
    for handling in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
      let options = EvaluationOptions(onError: handling)
      let found = message { _ = try any.filtered(by: FormatPredicate("titles == nil"), options: options) }
      let typed = message { _ = try [any[1]].filtered(by: FormatPredicate("titles == nil"), options: options) }
      #expect(typed == "the key 'titles' of Screen cannot be read: \(Self.changing)")
      #expect(found == typed)
    }
    #expect(try [any[1]].count(matching: FormatPredicate("number == 1")) == 1)
  }

  @Test("a class with unchecked Sendable is read by its own closures")
  func unchecked() throws {
    for key in ["bare", "_count"] {
      #expect(
        message { _ = try [Guarded()].filtered(by: FormatPredicate("\(key) == 1")) }?.contains("it is a var") == true)
    }
    #expect(message { _ = try [Guarded()].filtered(by: FormatPredicate("count == 1")) } != nil)
  }

  @Test("a var that is marked as unsafe is read from storage, other vars of the class are not")
  func unsafe() throws {
    let objects = (0..<500).map { Frozen("text \($0 % 5)") }
    #expect(try objects.count(matching: FormatPredicate("text ENDSWITH '3'")) == 100)
    #expect(
      try objects.count(matching: FormatPredicate("text ENDSWITH '3'"), options: EvaluationOptions(threads: 2)) == 100)
    #expect(message { _ = try objects.filtered(by: FormatPredicate("next == nil")) }?.contains("it is a var") == true)
    #expect(message { _ = try objects.filtered(by: FormatPredicate("missing == 1")) } == "Frozen has no key 'missing'")
  }

  @Test("objects that are not Sendable are read as before")
  func plain() throws {
    #expect(try [Plain()].count(matching: FormatPredicate("text == 'plain'")) == 1)
    #expect(try ([Plain()] as [Any]).count(matching: FormatPredicate("text == 'plain'")) == 1)
  }

  @Test("main-actor keys are read on the main actor, also computed ones, with the same answers on several threads")
  @MainActor func onMainActor() throws {
    let items = (0..<20_000).map { Item($0) }
    let predicate = try FormatPredicate("shout ENDSWITH '77' AND title BEGINSWITH 'item 1'")
    let expected = items.indices.filter { "\($0)".hasSuffix("77") && "\($0)".hasPrefix("1") }
    #expect(try items.indices(matching: predicate) == expected)
    #expect(try items.indices(matching: predicate, options: EvaluationOptions(threads: 4)) == expected)
    #expect(
      try PredicateColumns(items).indices(matching: predicate, options: EvaluationOptions(threads: 4)) == expected)
    #expect(try items.fetchAll(PredicateFetchRequest(predicate)).map(\.number) == expected)
    #expect(try FormatExpression("shout").value(with: items[3]) == .string("ITEM 3"))
    #expect(
      try (items as [any Sendable]).indices(matching: predicate, options: EvaluationOptions(threads: 4)) == expected)
    #expect(try (items as [Any]).indices(matching: predicate) == expected)
  }

  @Test("main-actor keys are refused elsewhere, typed and untyped, also if errors are nil")
  func offMainActor() async throws {
    let items = await (0..<200).asyncMap { await Item($0) }
    let expected = "the key 'shout' of Item cannot be read: it is read on the main actor only"
    let predicate = try FormatPredicate("shout == nil")
    let order = PredicateFetchRequest(sortKeys: [.ascending("shout")])
    for handling in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
      let options = EvaluationOptions(onError: handling)
      let compiled = try CompiledPredicate(predicate, for: Item.self, options: options)
      #expect(message { _ = try items.filtered(by: predicate, options: options) } == expected)
      #expect(
        message { _ = try items.filtered(by: predicate, options: EvaluationOptions(onError: handling, threads: 4)) }
          == expected)
      #expect(message { _ = try compiled.evaluate(with: items[0]) } == expected)
      #expect(message { _ = try compiled.first(of: items) } == expected)
      #expect(message { _ = try items.fetchAll(order, options: options) } == expected)
      #expect(message { _ = try PredicateColumns(items).filtered(by: predicate, options: options) } == expected)
      #expect(message { _ = try (items as [any Sendable]).filtered(by: predicate, options: options) } == expected)
      #expect(message { _ = try (items as [Any]).filtered(by: predicate, options: options) } == expected)
    }
    #expect(message { _ = try FormatExpression("shout").value(with: items[0]) } == expected)
    await #expect(throws: FormatError.self) {
      for try await _ in try items.batches(of: PredicateFetchRequest(predicate)) {}
    }
    #expect(try items.count(matching: FormatPredicate("number < 20")) == 20)
  }

  @Test("in any code, a var that is not registered is not a key of a class with main-actor keys")
  @MainActor func unnamed() throws {
    func count<Element>(_ elements: [Element], _ format: String) throws -> Int {
      try elements.count(matching: FormatPredicate(format))
    }
    #expect(
      message { _ = try count([Item(1)], "hidden == 1") }
        == "the key 'hidden' of Item cannot be read: it is a var of a class that is isolated to the main actor; "
        + "name it in predicateKeys")
    #expect(try count([Item(1)], "number == 1 AND title == 'item 1'") == 1)
  }

  @Test("observed main-actor objects are observed through their keys, also with several threads")
  @MainActor func observed() throws {
    let models = (0..<20_000).map { Model($0) }
    let predicate = try FormatPredicate("title == 'b'")
    for threads in [1, 4] {
      let notices = Notices()
      withObservationTracking {
        #expect((try? models.count(matching: predicate, options: EvaluationOptions(threads: threads))) == 0)
      } onChange: {
        notices.count.add(1, ordering: .relaxed)
      }
      models[19_999].title = "c\(threads)"
      #expect(notices.count.load(ordering: .relaxed) == 1, "\(threads) threads")
    }
  }

  @Test("while other tasks evaluate with several threads, they do not read what the main actor changes")
  @MainActor func races() async throws {
    let (screens, items) = ((0..<2_000).map { Screen($0) }, (0..<2_000).map { Item($0) })
    let asking = Task.detached { () -> Set<FormatDiagnostic.Code> in
      var codes: Set<FormatDiagnostic.Code> = []
      for round in 0..<40 {
        do throws(FormatError) {
          let holders = screens.map { [$0 as any Sendable] }
          switch round % 4 {
          case 0:
            _ = try screens.count(
              matching: FormatPredicate("ANY titles CONTAINS 'new'"), options: EvaluationOptions(threads: 2))
          case 1:
            _ = try items.count(matching: FormatPredicate("title == 'new'"), options: EvaluationOptions(threads: 2))
          case 2:
            _ = try holders.count(
              matching: FormatPredicate("ANY SELF.titles == 'new'"), options: EvaluationOptions(threads: 2))
          default: _ = try screens.count(matching: FormatPredicate("number > 5"))
          }
        } catch {
          codes.formUnion(error.diagnostics.map(\.code))
        }
      }
      return codes
    }
    for round in 0..<40 {
      for (screen, item) in zip(screens, items) {
        screen.titles = ["new \(round) and long enough for the heap"]
        item.title = "new \(round) and long enough for the heap"
      }
      await Task.yield()
    }
    #expect(await asking.value == [.unreadableKey])
  }

  @Test("each call for elements of any type has an overload for Sendable elements")
  func twins() throws {
    for name in ["Array", "Sequence", "CompiledPredicate", "CompiledExpression", "CompiledFetch", "PredicateColumns"] {
      let plain = try Self.entries(name, ofSendable: false), sendable = try Self.entries(name, ofSendable: true)
      #expect(!plain.isEmpty && plain.isSubset(of: sendable), "\(name): \(plain.subtracting(sendable))")
    }
  }

  @Test("each call for elements of any type answers as its overload for Sendable elements")
  func answersOfTwins() throws {
    struct Row: Decodable, Equatable { var name: String, weight: Int }
    var values = [("pear", 4), ("fig", 3), ("apple", 5), ("kiwi", 4), ("plum", 4), ("fig", 1)].map {
      FruitValue(name: $0.0, weight: $0.1)
    }
    var objects = values.map { Fruit($0) }
    let order = [SortKey.descending("weight"), .ascending("name")]
    let sorted = ["apple", "kiwi", "pear", "plum", "fig", "fig"]
    #expect(try objects.sorted(by: order).map(\.name) == sorted)
    #expect(try values.sorted(by: order).map(\.name) == sorted)
    #expect(try objects.sorted(by: order[0], order[1]).map(\.name) == sorted)
    #expect(try values.sorted(by: order[0], order[1]).map(\.name) == sorted)

    let predicate = try FormatPredicate("weight == 4 AND name != 'pear'")
    #expect(try objects[1...].first(matching: predicate) === objects[3])
    #expect(try values[1...].first(matching: predicate)?.name == "kiwi")
    #expect(try PredicateColumns(objects, keys: ["weight"]).indices(matching: predicate) == [3, 4])
    #expect(try PredicateColumns(values, keys: ["weight"]).indices(matching: predicate) == [3, 4])
    let unknown = "Fruit has no key 'colour'"
    #expect(message { _ = try PredicateColumns(objects, keys: ["colour"]) } == unknown)

    let request = PredicateFetchRequest(predicate, sortKeys: [.descending("name")], properties: ["name", "weight"])
    let rows = [Row(name: "plum", weight: 4), Row(name: "kiwi", weight: 4)]
    #expect(try objects.queryAttributes(request, as: Row.self) == rows)
    #expect(try values.queryAttributes(request, as: Row.self) == rows)

    #expect(try objects.updateAll(matching: predicate) { $0.weight += 10 } == 2)
    #expect(try values.updateAll(matching: predicate) { $0.weight += 10 } == 2)
    #expect(objects.map(\.weight) == [4, 3, 5, 14, 14, 1] && values.map(\.weight) == objects.map(\.weight))
    #expect(try objects.removeAll(matching: FormatPredicate("weight < 5")) == 3)
    #expect(try values.removeAll(matching: FormatPredicate("weight < 5")) == 3)
    #expect(objects.map(\.name) == ["apple", "kiwi", "plum"] && values.map(\.name) == objects.map(\.name))
  }

  /// Returns the functions that compile predicates, in the extensions of a type or in the type itself.
  private static func entries(_ type: String, ofSendable isSendable: Bool) throws -> Set<String> {
    var found: Set<String> = []
    let folders = ["Sources/PredicateEvaluation", "Sources/PredicateFetching"]
    for path in try folders.flatMap({ try packageFiles(below: $0) }) where path.hasSuffix(".swift") {
      var isMeant = false
      let parameter = type.hasPrefix("Compiled") ? "Root" : "Element"
      let headers =
        isSendable
        ? ["extension \(type) where \(parameter): Sendable {"]
        : ["extension \(type) {", "public struct \(type)<\(parameter)>"]
      var lines = try packageText(path).split(separator: "\n", omittingEmptySubsequences: false)[...]
      while let line = lines.popFirst() {
        if line.first?.isLetter == true { isMeant = headers.contains { line.hasPrefix($0) } }
        guard isMeant, line.hasPrefix("  public "), line.contains("("), let next = lines.first else { continue }
        let call = (line + next.drop { $0 == " " }).dropFirst(2).prefix { $0 != ":" }
        if type == "Array" || type == "Sequence" || call.hasPrefix("public init") { found.insert(String(call)) }
      }
    }
    return found
  }
}

extension IsolationTests.Item: PredicateKeyed {
  nonisolated static var predicateKeys: [PredicateKey<IsolationTests.Item>] {
    [.key("title", on: MainActor.self) { $0.title }, .key("shout", on: MainActor.self) { $0.shout }]
  }
}

extension IsolationTests.Model: PredicateKeyed {
  nonisolated static var predicateKeys: [PredicateKey<IsolationTests.Model>] {
    [.key("title", on: MainActor.self) { $0.title }]
  }
}

extension Range<Int> {
  fileprivate func asyncMap<T>(_ body: (Int) async -> T) async -> [T] {
    var result: [T] = []
    for number in self { result.append(await body(number)) }
    return result
  }
}
