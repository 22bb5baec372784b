import Foundation
import PredicateFetching
import PredicateFormat
import TestSupport
import Testing

/// A value that cannot be read is never nil. Reading it is an error, wherever it is.
@Suite("Values that cannot be read")
struct UnreadableTests {
  private typealias Bare = ObjectIdentifier
  private final class Other {}

  /// A struct with only one readable field, `name`, as it appears in an `Any`.
  private struct Listener {
    let name: String
    let handler: () -> Void
    weak var owner: Other?
    lazy var late = 1
  }

  private nonisolated(unsafe) static let values: [(String, Any)] = [
    ("an identifier", Bare.one), ("a closure", { () -> Void in }), ("an index of a string", "a".startIndex),
    ("a type", Int.self), ("keys that are no strings", [1.5: 2]),
    ("some keys that are no strings", ["a": 1, 5: 2] as [AnyHashable: Int]),
    ("an optional of such", Bare?.some(.one) as Any),
    ("an NSDictionary of such", NSDictionary(object: 1, forKey: NSNumber(1))),
  ]

  private static func code(_ text: String, _ row: [String: Any]) throws -> FormatDiagnostic.Code? {
    do {
      _ = try [row].filtered(by: FormatPredicate(text))
      return nil
    } catch {
      #expect(error.diagnostics.allSatisfy { $0.range.end > $0.range.start }, "\(text): no position")
      return error.diagnostics.first?.code
    }
  }

  @Test(
    "in a dictionary, in Any and in lists: an error of each comparison, and nil with .yieldNil",
    arguments: values.indices)
  func errors(_ index: Int) throws {
    let (name, value) = Self.values[index]
    struct Row { let thing: Any, list: [Any], deep: [String: [Any]] }
    let rows = [Row(thing: value, list: [value, 5], deep: ["k": [["x": value] as [String: Any]]])]
    for text in [
      "thing == nil", "thing != nil", "nil == thing", "thing == 5", "thing < 5", "thing IN {1, 2}",
      "thing BETWEEN {1, 2}",
      "thing == 'a'", "thing LIKE 'a'", "thing MATCHES 'a'", "thing.name == 1", "thing.length == 1", "thing + 1 == 2",
      "thing == thing",
      "ANY thing == 1", "uppercase(thing) == 'A'", "thing == max:(thing)",
      "ANY list == nil", "ALL list == 5", "7 IN list", "list == {1, 5}", "list[0] == nil", "list[FIRST] == 5",
      "SUBQUERY(list, $x, $x == nil).@count == 0",
      "ANY deep.k.x == nil", "deep.k[0].x == nil", "deep.k == {}", "deep.k[0] == 5",
      "TERNARY(thing == nil, 1, 2) == 1", "CAST(thing, 'NSNumber') == 1",
    ] {
      let error = #expect(throws: FormatError.self, "\(name): \(text)") { try rows.filtered(by: FormatPredicate(text)) }
      let codes: [FormatDiagnostic.Code] = [.unreadableKey]
      #expect(error?.diagnostics.first.map { codes.contains($0.code) } == true, "\(name): \(text): \(error as Any)")
      #expect(throws: Never.self) {
        try rows.filtered(by: FormatPredicate(text), options: EvaluationOptions(onError: .yieldNil))
      }
    }
    #expect(
      try rows.count(matching: FormatPredicate("thing == nil"), options: EvaluationOptions(onError: .yieldNil)) == 1)
    #expect(
      try rows.count(
        matching: FormatPredicate("5 IN list AND ANY list == nil"), options: EvaluationOptions(onError: .yieldNil)) == 1
    )
    // The other values are unaffected, and elements that are only counted need not be readable.
    for text in ["list[1] == 5", "list.@count == 2", "deep.k.@count == 1", "deep.@count == 1"] {
      #expect(try rows.count(matching: FormatPredicate(text)) == 1, "\(name): \(text)")
    }
    let row: [String: Any] = ["key": value, "other": 5, "list": [value]]
    for text in ["key == nil", "key == 1", "key IN {1}", "key < 1", "key == 'a'", "ANY list == nil", "1 + key == 2"] {
      #expect(try Self.code(text, row) == .unreadableKey, "\(name): \(text)")
    }
    #expect(try Self.code("other == 5 AND absent == nil", row) == nil)
  }

  @Test("a part that reads such a value keeps its position, so the order of costs does not hide the error")
  func order() throws {
    struct Row { let thing: Any, n: Int }
    let rows = [Row(thing: Bare.one, n: 1)]
    #expect(throws: FormatError.self) { try rows.filtered(by: FormatPredicate("thing == 'a' AND n == 5")) }
    #expect(try rows.filtered(by: FormatPredicate("n == 5 AND thing == 'a'")).isEmpty)
  }

  @Test("in a struct within Any, only the fields that are read must be readable")
  func structures() throws {
    struct Row { let thing: Any }
    let owner = Other()
    let rows = [
      Row(thing: Listener(name: "a", handler: {}, owner: owner)), Row(thing: Listener(name: "b", handler: {})),
    ]
    #expect(try rows.count(matching: FormatPredicate("thing.name == 'a'")) == 1)
    for key in ["handler", "owner", "late"] {
      for text in ["thing.\(key) == nil", "thing.\(key) != nil", "thing.\(key) == 5"] {
        let error = #expect(throws: FormatError.self) { try rows.filtered(by: FormatPredicate(text)) }
        #expect(error?.diagnostics.map(\.code) == [.unreadableKey], "\(text)")
      }
    }
    #expect(throws: FormatError.self) { try rows.filtered(by: FormatPredicate("thing == thing")) }
    // The offsets of its fields are correct, also with closures and padding.
    #expect(verified(value: rows[0]) == [])
  }

  @Test("an untyped row in which it is a collection, an element or a key of one reports it")
  func untyped() throws {
    let rows: [[String: Any]] = [["thing": Bare.one, "list": [1, Bare.one] as [Any], "kids": [["a": Bare.one]]]]
    for text in ["ANY thing == 1", "ANY list == 2", "ANY kids.a == 1", "SUBQUERY(kids.a, $x, $x == 1).@count == 0"] {
      let error = #expect(throws: FormatError.self) { try rows.count(matching: FormatPredicate(text)) }
      #expect(error?.diagnostics.map(\.code) == [.unreadableKey], "\(text)")
      #expect(error?.description.contains("UnreadableValue") == false, "\(text)")
    }
    // An element that decides comes first, and counting reads no element.
    for text in ["ANY list == 1", "list.@count == 2", "kids.a.@count == 1"] {
      #expect(try rows.count(matching: FormatPredicate(text)) == 1, "\(text)")
    }
  }

  @Test("no result, order, group or function of the program receives one")
  func results() throws {
    struct Row { let thing: Any, list: [Any], n: Int }
    let rows = [Row(thing: Bare.one, list: [Bare.one], n: 1), Row(thing: Bare.one, list: [], n: 2)]
    for text in ["thing", "list", "thing[0]"] {
      let error = #expect(throws: FormatError.self) { try FormatExpression(text).value(with: rows[0]) }
      #expect(error?.diagnostics.map(\.code) == [.unreadableKey], "\(text)")
    }
    #expect(try FormatExpression("thing").value(with: rows[0], options: EvaluationOptions(onError: .yieldNil)) == .null)
    #expect(
      try FormatExpression("list").value(with: rows[0], options: EvaluationOptions(onError: .yieldNil))
        == .list([.null]))
    let all = PredicateFetchRequest()
    let requests = [
      all.selecting("thing"), all.grouped(by: "thing").selecting("thing"),
      all.grouped(by: "thing").selecting(.count("n", as: "n")),
      all.selecting("list").with { $0.isDistinct = true },
    ]
    for request in requests {
      let error = #expect(throws: FormatError.self) { try rows.queryAttributes(request) }
      #expect(error?.diagnostics.map(\.code) == [.unreadableKey])
    }
    #expect(throws: FormatError.self) { try rows.fetchAll(all.sorted(by: .ascending("thing"))) }
    let functions: PredicateFunctions = [.function("kind:") { (value: FormatValue) in "\(value)" }]
    #expect(throws: FormatError.self) {
      try rows.filtered(by: FormatPredicate("kind(list) == ''"), options: EvaluationOptions(functions: functions))
    }
  }

  @Test("every entry point reports objects of an unreadable type")
  func roots() throws {
    let reason = "ObjectIdentifier has no value that a predicate supports"
    let bare = [Bare.one]
    let predicate = try FormatPredicate("TRUEPREDICATE")
    let expression = try FormatExpression("1")
    let request = PredicateFetchRequest(sortKeys: [.ascending("SELF")])
    func messages(_ body: () throws -> Void) -> [String]? {
      #expect(throws: FormatError.self, performing: body)?.diagnostics.map { "\($0.code.rawValue): \($0.message)" }
    }
    #expect(
      messages { _ = try bare.filtered(by: predicate) }
        == ["not-evaluated: a predicate over ObjectIdentifier cannot be evaluated: \(reason)"])
    #expect(
      messages { _ = try CompiledExpression<Bare>(expression) }
        == ["not-evaluated: an expression over ObjectIdentifier cannot be evaluated: \(reason)"])
    #expect(
      messages { _ = try bare.fetchAll(request) }
        == ["not-evaluated: a request over ObjectIdentifier cannot be evaluated: \(reason)"])
    #expect(
      predicate.findings(in: .untrusted, for: Bare.self).map(\.message)
        == ["a predicate over ObjectIdentifier cannot be evaluated: \(reason)"])
  }

  // MARK: Infinite values

  @Test("collections that contain others many times, and infinite values, end with an error")
  func bounded() throws {
    struct Row { let thing: Any, n = 1 }
    // 2^60 values in sixty arrays.
    var shared: Any = 1
    for _ in 0..<60 { shared = [shared, shared] }
    let nested = Self.nested()
    var tree = Tree(kids: [])
    for _ in 0..<30 { tree = Tree(kids: [tree, tree]) }
    var values: [Any] = [shared, nested, tree]
    #if canImport(ObjectiveC)
    // (On other platforms, Foundation itself cannot return an element of an array that contains itself.)
    let cyclic = NSMutableArray()
    cyclic.addObjects(from: [cyclic, cyclic])
    defer { cyclic.removeAllObjects() }
    values.append(cyclic)
    #endif
    for value in values {
      let rows = [Row(thing: value)]
      let error = #expect(throws: FormatError.self) { try rows.filtered(by: FormatPredicate("thing == nil")) }
      #expect(error?.diagnostics.map(\.code) == [.unreadableKey], "\(type(of: value))")
      #expect(try rows.count(matching: FormatPredicate("n == 1")) == 1)
    }
    #expect(onSmallStack { box(Self.nested()).readingCode } == .unreadableKey)
  }

  private static func nested() -> Any {
    var nested: Any = 1
    for _ in 0..<100 { nested = [nested] }
    return nested
  }

  private struct Tree { let kids: [Tree] }

  @Test("the number of boxed values is limited")
  func count() {
    let inner = Array(repeating: 1, count: 1_000)
    let fits: Any = Array(repeating: inner, count: 4_000)
    let large: Any = Array(repeating: inner, count: 5_000)
    #expect(box(fits).readingCode == nil)
    #expect(box(large).readingCode == .unreadableKey)
  }
}

extension ObjectIdentifier {
  fileprivate static let one = ObjectIdentifier(Int.self)
}

extension FormatValue {
  /// The code of the error that the value is or contains.
  fileprivate var readingCode: FormatDiagnostic.Code? {
    readingError().map { FormatDiagnostic($0.message, at: .none).code }
  }
}
