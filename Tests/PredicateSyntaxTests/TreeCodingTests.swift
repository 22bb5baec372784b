import Foundation
import PredicateSyntax
import TestSupport
import Testing

/// Trees as JSON, as property lists and as strings.
struct TreeCodingTests {
  private func expectBack<T: Codable & Equatable>(_ tree: T, _ name: String) throws {
    #expect(try throughJSON(T.self, tree) == tree, "\(name) by JSON")
    #expect(try throughPropertyList(T.self, tree) == tree, "\(name) by property list")
  }

  @Test("every kind of value is decoded exactly")
  func values() throws {
    let decimal = try #require(FormatDecimal("-12345678901234567890.123456789e-300"))
    let values: [FormatValue] = [
      .null, .bool(true), .bool(false), .integer(.min), .integer(.max), .integer(0), .unsigned(.max),
      .unsigned(UInt64(Int64.max) + 1), .double(0.1), .double(1), .double(-0.0), .double(.infinity),
      .double(-.infinity), .double(.nan), .double(Double(bitPattern: 0x7FF8_0000_0000_00AB)),
      .double(.leastNonzeroMagnitude), .double(.greatestFiniteMagnitude), .double(1e300), .decimal(decimal),
      .string(""), .string("e\u{301}"), .string("\u{0}\u{1F600}\"\\"), .date(-0.5), .date(.infinity),
      .uuid(FormatUUID(high: .max, low: 1)), .data([]), .data([0, 255, 1]), .list([]),
      .list([.null, .list([.integer(1)]), .double(1)]), .set([.integer(2), .integer(1), .null]),
      .record([:]), .record(["a": .null, "camelCase_key": .record(["": .set([])])]),
    ]
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for value in values {
      let tree = FormatPredicate(FormatExpression(.constant(value)), .equalTo, .evaluatedObject)
      try expectBack(tree, "\(value)")
      #expect(try decoder.decode(FormatPredicate.self, from: encoder.encode(tree)) == tree, "\(value) in snake case")
    }
  }

  @Test(
    "a double that JSON or a coder cannot represent is a string",
    arguments: [
      (-0.0, "-0.0"), (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"),
      (Double(bitPattern: 0x7FF8_0000_0000_00AB), "nan:7ff80000000000ab"),
    ])
  func specialDoubles(value: Double, text: String) throws {
    for constant in [FormatValue.double(value), .date(value)] {
      let written = String(decoding: try JSONEncoder().encode(FormatExpression(.constant(constant))), as: UTF8.self)
      #expect(written.contains("\"value\":\"\(text)\""), "\(written)")
    }
    let zero = String(decoding: try JSONEncoder().encode(FormatExpression(.constant(.double(0)))), as: UTF8.self)
    #expect(zero.contains("\"value\":0"), "\(zero)")
  }

  private final class Thing {}

  @Test("values that cannot be coded are an error")
  func unwritable() throws {
    let object = FormatPredicate(.evaluatedObject, .equalTo, .constant(FormatObject(Thing())))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(object) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(object.text) }
    var high = FormatPredicate(true)
    for _ in 0..<100 { high = !high }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(high) }
    var deep = FormatValue.null
    for _ in 0..<101 { deep = .list([deep]) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(FormatExpression(.constant(deep))) }
    let unspelled: [FormatValue] = [
      .double(.infinity), .date(-.infinity), .record(["a": .integer(1)]), .list([.double(.infinity)]),
    ]
    for value in unspelled {
      let tree = FormatExpression(.constant(value))
      #expect(throws: EncodingError.self, "\(value)") { try JSONEncoder().encode(tree.text) }
    }
  }

  @Test(
    "hostile JSON is an error that contains the path",
    arguments: [
      ("{}", ""), ("[]", ""), ("5", ""), ("\"x == \"", ""), (#"{"version": 2, "predicate": {}}"#, "version"),
      (#"{"version": "1", "predicate": {}}"#, "version"), (#"{"version": 1}"#, ""),
      (#"{"version": 1, "predicate": []}"#, "predicate"),
      (#"{"version": 1, "predicate": {"kind": "constant", "value": true}, "extra": 1}"#, "extra"),
      (#"{"version": 1, "predicate": {"kind": "xor", "parts": []}}"#, "predicate.kind"),
      (#"{"version": 1, "predicate": {"kind": "constant", "value": 1}}"#, "predicate.value"),
      (#"{"version": 1, "predicate": {"kind": "not", "part": {"kind": "constant"}}}"#, "predicate.part"),
    ])
  func hostile(text: String, path: String) {
    #expect(self.path(of: text) == path)
  }

  @Test(
    "a wrong comparison is an error that contains the path",
    arguments: [
      (#""left": {"kind": "self"}, "operator": "===""#, "operator"),
      (#""left": {"kind": "self"}, "operator": "BETWEEN", "options": "c""#, "options"),
      (#""left": {"kind": "self"}, "operator": "==", "options": "cx""#, "options"),
      (#""left": {"kind": "self"}, "operator": "==", "modifier": "SOME""#, "modifier"),
      (#""left": {"kind": "self", "value": 1}, "operator": "==""#, "left.value"),
      (#""left": {"kind": "variable", "name": ""}, "operator": "==""#, "left.name"),
      (#""left": {"kind": "keyPath", "keys": []}, "operator": "==""#, "left.keys"),
      (#""left": {"kind": "keyPath", "keys": ["a", 1]}, "operator": "==""#, "left.keys.1"),
      (
        #""left": {"kind": "keyPath", "keys": ["a", {"conversion": "%5d"}]}, "operator": "==""#,
        "left.keys.1.conversion"
      ),
      (#""left": {"kind": "conversion", "text": "%t"}, "operator": "==""#, "left.text"),
      (#""left": {"kind": "index", "collection": {"kind": "self"}, "at": "NEXT"}, "operator": "==""#, "left.at"),
      (#""left": {"kind": "constant", "type": "integer", "value": 1.5}, "operator": "==""#, "left.value"),
      (#""left": {"kind": "constant", "type": "integer", "value": 1e30}, "operator": "==""#, "left.value"),
      (#""left": {"kind": "constant", "type": "double", "value": "1"}, "operator": "==""#, "left.value"),
      (
        #""left": {"kind": "constant", "type": "double", "value": "nan:3ff0000000000000"}, "operator": "==""#,
        "left.value"
      ),
      (#""left": {"kind": "constant", "type": "uuid", "value": "x"}, "operator": "==""#, "left.value"),
      (#""left": {"kind": "constant", "type": "data", "value": "a"}, "operator": "==""#, "left.value"),
      (#""left": {"kind": "constant", "type": "object", "value": "a"}, "operator": "==""#, "left.type"),
      (#""left": {"kind": "constant", "type": "list", "value": "a"}, "operator": "==""#, "left.value"),
    ])
  func hostileComparison(fields: String, path: String) {
    let json = #"{"version": 1, "predicate": {"kind": "comparison", "right": {"kind": "self"}, \#(fields)}}"#
    #expect(self.path(of: json) == "predicate." + path)
  }

  @Test(
    "a node that no text creates is an error that contains the path",
    arguments: [
      (#""kind": "keyPath", "keys": [""]"#, "keys.0"), (#""kind": "keyPath", "keys": ["a", ""]"#, "keys.1"),
      (#""kind": "keyPath", "keys": ["a", {"conversion": "%@"}]"#, "keys.1.conversion"),
      (#""kind": "keyPath", "keys": ["a", {"conversion": "%d"}]"#, "keys.1.conversion"),
      (#""kind": "conversion", "text": "%K""#, "text"),
      (#""kind": "keyPath", "root": {"kind": "self"}, "keys": ["a"]"#, "root"),
      (#""kind": "keyPath", "root": {"kind": "keyPath", "keys": ["a"]}, "keys": ["b"]"#, "root"),
      (#""kind": "function", "selector": "", "arguments": []"#, "selector"),
      (#""kind": "function", "selector": ":", "arguments": [{"kind": "self"}]"#, "selector"),
      (#""kind": "function", "selector": "f", "arguments": [{"kind": "self"}]"#, "selector"),
      (#""kind": "function", "selector": "f:g", "arguments": [{"kind": "self"}, {"kind": "self"}]"#, "selector"),
      (#""kind": "function", "selector": "modulus", "arguments": []"#, "selector"),
      (#""kind": "function", "selector": "random", "arguments": [{"kind": "self"}]"#, "selector"),
      (#""kind": "list", "elements": [{"kind": "self"}, {"kind": "keyPath", "keys": [""]}]"#, "elements.1.keys.0"),
    ])
  func impossibleNodes(fields: String, path: String) {
    #expect(
      self.path(of: #"{"version": 1, "expression": {\#(fields)}}"#, FormatExpression.self) == "expression." + path)
  }

  @Test(
    "selectors of a text are decoded",
    arguments: [
      "f()", "f:()", "f:(a)", "f:(a, b)", "f:g:(a)", "max()", "max(a, b)", "now(1)", "random(1)", "random()", "a + b",
      "add:to:(a)", #"f\u003ag()"#, #"f\u003a:(a)"#, #"\u003a()"#, "FETCH(a, b)", "#fetch(a)", "#in(a)", "~a",
    ])
  func selectors(text: String) throws { try expectBack(FormatExpression.template(text), text) }

  @Test("a key path on a key path or on SELF is coded as one")
  func mergedKeyPaths() throws {
    let inner = FormatExpression(.keys(.init(of: .evaluatedObject, [.key("a")])))
    let outer = FormatExpression(.keys(.init(of: inner, [.key("b")])))
    #expect(try throughJSON(FormatExpression.self, outer) == .keyPath("a.b"))
    let variable = FormatExpression(.keys(.init(of: .variable("x"), [.key("a")])))
    let read = try throughJSON(FormatExpression.self, FormatExpression(.keys(.init(of: variable, [.key("b")]))))
    #expect(read == FormatExpression(.keys(.init(of: .variable("x"), [.key("a"), .key("b")]))))
  }

  @Test("a node that no text creates is not coded")
  func impossibleTrees() {
    let trees = [
      .keyPath(""), .keyPath("a..b"), FormatExpression(.keyPath([])), .function("f", .evaluatedObject),
      .function(":", .evaluatedObject), .aggregate([.keyPath("")]),
      FormatExpression(.keyPath([.key(.named("@count"))])), FormatExpression(.keyPath([.key(.unknownOperator("a"))])),
      FormatExpression(.keyPath([.key("a"), .variable("")])), .variable(""), FormatExpression(.function(.init("", []))),
      FormatExpression(.assignment(.init("", .evaluatedObject))),
      .subquery(.evaluatedObject, variable: "", FormatPredicate(true)),
    ]
    for tree in trees {
      #expect(throws: EncodingError.self, "\(tree)") { try JSONEncoder().encode(tree) }
    }
    let operators: [FormatComparisonOperator] = [
      .custom("LIKE"), .custom("=="), .custom("is of"), .custom(":"), .custom(""),
    ]
    for tree in operators.map({ FormatPredicate(.evaluatedObject, $0, .evaluatedObject) })
      + [FormatComparisonOperator.between, .utiEquals, .custom("is:")].map({
        FormatPredicate(.evaluatedObject, $0, .evaluatedObject, options: .caseInsensitive)
      })
    {
      #expect(throws: EncodingError.self, "\(tree)") { try JSONEncoder().encode(tree) }
    }
  }

  @Test("an unknown field of any node is an error")
  func unknownFields() throws {
    let text = """
      NOT (ANY l.n ==[cd] $v OR TERNARY(a == 1, b, SELF) >= CAST(c, "NSDate")) AND l[0] BETWEEN {1, 2.5} AND TRUEPREDICATE \
      AND SUBQUERY(l, $x, $x.n IN {"a", nil}).@count > 0 AND ($y := 3) == f(l UNION m, ANYKEY) AND l[FIRST].k != -a \
      AND FUNCTION(a, "g:", 1) == #size
      """
    let whole = try JSONSerialization.jsonObject(with: JSONEncoder().encode(FormatPredicate(text)))
    var kinds: Set<String> = []
    /// Returns copies of a part, each with an unknown field in another node.
    func spoiled(_ part: Any) -> [Any] {
      var copies: [Any] = []
      if let list = part as? [Any] {
        for index in list.indices {
          for copy in spoiled(list[index]) {
            var list = list
            list[index] = copy
            copies.append(list)
          }
        }
      }
      if let fields = part as? [String: Any] {
        if let kind = fields["kind"] as? String { kinds.insert(kind) }
        copies.append(fields.merging(["colour": 1]) { old, _ in old })
        for (name, value) in fields {
          for copy in spoiled(value) { copies.append(fields.merging([name: copy]) { _, new in new }) }
        }
      }
      return copies
    }
    for copy in spoiled(whole) {
      let json = try JSONSerialization.data(withJSONObject: copy)
      let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(FormatPredicate.self, from: json) }
      #expect(error.map { "\($0)".contains("unknown field 'colour'") } == true)
    }
    #expect(kinds.count == 18, "\(kinds)")
  }

  /// Returns the path in the decoding error, or nil if there is none.
  private func path<T: Decodable>(of json: String, _ type: T.Type = FormatPredicate.self) -> String? {
    do {
      _ = try JSONDecoder().decode(type, from: Data(json.utf8))
      return nil
    } catch DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
      DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context)
    {
      return context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    } catch {
      return "\(error)"
    }
  }

  /// Trees at the limit are accepted, and higher ones are refused, on a thread with a small stack.
  @Test("height and depth are limited, on a small stack too")
  func height() {
    let outcome = onSmallStack {
      func nested(_ levels: Int) -> String {
        let open = String(repeating: #"{"kind": "not", "part": "#, count: levels - 1)
        let tree = open + #"{"kind": "constant", "value": true}"# + String(repeating: "}", count: levels - 1)
        return #"{"version": 1, "predicate": \#(tree)}"#
      }
      func calls(_ levels: Int, _ values: Int) -> String {
        let open = String(repeating: #"{"kind": "function", "selector": "abs:", "arguments": ["#, count: levels - 1)
        let list = String(repeating: #"{"type": "list", "elements": ["#, count: values)
        let constant =
          list.isEmpty
          ? #"{"kind": "constant", "type": "nil"}"#
          : #"{"kind": "constant", "# + list.dropFirst() + String(repeating: "]}", count: values)
        return #"{"version": 1, "expression": \#(open)\#(constant)\#(String(repeating: "]}", count: levels - 1))}"#
      }
      func outcome<T: Codable>(_ type: T.Type, _ json: String) -> String {
        guard let tree = try? JSONDecoder().decode(type, from: Data(json.utf8)) else { return "refused" }
        return (try? JSONEncoder().encode(tree)) == nil ? "unwritable" : "fine"
      }
      return [
        outcome(FormatPredicate.self, nested(100)), outcome(FormatPredicate.self, nested(101)),
        outcome(FormatPredicate.self, nested(200)), outcome(FormatPredicate.self, nested(100_000)),
        outcome(FormatExpression.self, calls(100, 0)), outcome(FormatExpression.self, calls(101, 0)),
        outcome(FormatExpression.self, calls(1, 99)), outcome(FormatExpression.self, calls(2, 99)),
      ]
    }
    #expect(
      outcome == ["fine", "refused", "refused", "refused", "fine", "refused", "fine", "refused"])
  }

  @Test("the error for a string that does not parse gives the reason")
  func brokenString() {
    do {
      _ = try JSONDecoder().decode(FormatPredicate.self, from: Data(#""a CONTAIN 'x'""#.utf8))
      Issue.record("it was decoded")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains("did you mean CONTAINS?"))
      #expect(context.underlyingError is FormatError)
    } catch {
      Issue.record("\(error)")
    }
  }
}
