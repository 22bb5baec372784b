import Foundation
import PredicateCases
import PredicateFormat
import PredicateSQL
import PredicateInput
import TestSupport
import Testing

private let family = #""model": "family-model.json", "store": "family-objects.json""#

/// Returns the outcome of a case in the folder of the family's cases.
private func outcome(_ fields: String) throws -> CaseOutcome {
  let path = packageRoot.appendingPathComponent("Corpus/Seeds/People/cases.jsonl").path
  let cases = try Case.all(in: Array(#"{"id": "a/1", \#(fields)}"#.utf8), name: path)
  var runner = CaseRunner()
  return try runner.run(#require(cases.first))
}

/// Returns the error of a case that cannot be run.
private func error(_ fields: String) -> String {
  do {
    return "\(try outcome(fields))"
  } catch let error as InputError {
    return error.reason
  } catch {
    return "\(error)"
  }
}

struct FetchCaseTests {
  @Test("each assertion can fail")
  func failures() throws {
    let all = #""fetch": {"entity": "Person", "sort": ["age"]}, \#(family)"#
    #expect(try outcome("\(all), \"identifiers\": [4, 3, 2, 1], \"count\": 4") == .passed)
    #expect(
      try outcome("\(all), \"identifiers\": [1, 2, 3, 4]")
        == .failed(expected: "[1, 2, 3, 4]", got: "[4, 3, 2, 1]"))
    #expect(try outcome("\(all), \"count\": 3") == .failed(expected: "3", got: "4"))
    #expect(
      try outcome("\(all), \"values\": {\"key\": \"spouse.spouse.age\", \"list\": [null, null, 42, 43]}")
        == .failed(expected: "[null, null, 42, 43]", got: "[null, null, 42, 44]"))
    let ages = #""fetch": {"entity": "Person", "properties": [{"name": "n", "expression": "sum:(age)"}]}, \#(family)"#
    #expect(try outcome("\(ages), \"rows\": [{\"n\": 126}], \"value\": 126") == .passed)
    #expect(
      try outcome("\(ages), \"rows\": [{\"n\": 127}]") == .failed(expected: #"[{"n": 127}]"#, got: #"[{"n": 126}]"#))
    #expect(try outcome("\(ages), \"value\": null") == .failed(expected: "null", got: "126"))
    #expect(
      try outcome(#""fetch": {"entity": "Person"}, \#(family), "delete": true, "count": 3"#)
        == .failed(expected: "3", got: "4"))
    #expect(
      try outcome(#""fetch": {"entity": "Person", "sort": ["aeg"]}, \#(family), "error": {"stage": "evaluate"}"#)
        == .passed)
  }

  @Test("limits, dialects, unknown keys of a change and rows after the first are compared")
  func compared() throws {
    let all = #""fetch": {"entity": "Person"}, \#(family)"#
    #expect(try outcome("\(all), \"limits\": {\"rows\": 4}, \"count\": 4") == .passed)
    #expect(try outcome("\(all), \"limits\": {\"rows\": 3}, \"count\": 4") != .passed)
    #expect(try outcome("\(all), \"update\": {\"age\": 5}, \"count\": 4") == .passed)
    #expect(try outcome("\(all), \"update\": {\"agee\": 5}, \"count\": 4") != .passed)
    let ages = #""fetch": {"entity": "Person", "properties": ["age"], "sort": ["age"]}, \#(family)"#
    #expect(try outcome("\(ages), \"value\": 1") != .passed)
    // ClickHouse's refusal is not DuckDB's.
    let refused = #""format": "city MATCHES \"a(?=b)\"", "model": "family-model.json", "entity": "Address""#
    func error(_ dialect: String) -> String {
      #""error": {"stage": "evaluate", "code": "untranslatable", "dialect": "\#(dialect)"}"#
    }
    #expect(try outcome("\(refused), \(error("duckdb"))") == .passed)
    #expect(try outcome("\(refused), \(error("duckdb")), \"sql\": {\"clickhouse\": \"x\"}") != .passed)
  }

  @Test(
    "invalid cases",
    arguments: [
      (#""fetch": {"entity": "Person"}"#, "a 'fetch' needs a 'model', a 'store' and an 'entity'"),
      (#""fetch": {}, \#(family)"#, "a 'fetch' needs a 'model', a 'store' and an 'entity'"),
      (#""fetch": {"entity": "Person", "limt": 1}, \#(family)"#, "fetch: limt: unknown field 'limt'"),
      (
        #""fetch": {"entity": "Person"}, \#(family), "update": {"age": 1}, "delete": true"#,
        "an 'update' and a 'delete' must be separate cases"
      ),
      (
        #""fetch": {"entity": "Person"}, \#(family), "count": 4, "matches": [99]"#,
        "a 'fetch' has the objects of its 'store', and no 'result' or 'matches'"
      ),
      (
        #""fetch": {"entity": "Person"}, "model": "family-model.json", "store": "no-objects.json", "count": 1"#,
        "the file does not exist"
      ),
    ])
  func unusable(fields: String, reason: String) { #expect(error(fields).hasPrefix(reason)) }
}

struct FetchAnswerTests {
  @Test("a store whose count differs from its rows, and one that returns no row, are detected")
  func differences() throws {
    let folder = packageRoot.appendingPathComponent("Corpus/Seeds/People").path
    let text = #"{"id": "a/1", "fetch": {"entity": "Person"}, \#(family), "value": 4}"#
    let subject = try #require(Case.all(in: Array(text.utf8), name: "\(folder)/cases.jsonl").first)
    let objects = ObjectGraph(
      try ObjectFile.read("\(folder)/family-objects.json", PredicateModel.read("\(folder)/family-model.json")))
    let identifiers = try subject.difference(FetchAnswer(identifiers: [.integer(1)], count: 2), objects)
    #expect(identifiers.map { [$0.expected, $0.got] } == ["2 (the count)", "1 (the number of results)"])
    let rows = try subject.difference(FetchAnswer(rows: [["a": .null], [:]], count: 1), objects)
    #expect(rows.map { [$0.expected, $0.got] } == ["1 (the count)", "2 (the number of results)"])
    let none = try subject.difference(FetchAnswer(rows: [], count: 0), objects)
    #expect(none.map { [$0.expected, $0.got] } == ["one row with 4", "0 rows"])
    let objectsOnly = try subject.difference(FetchAnswer(identifiers: [.integer(4)], count: 1), objects)
    #expect(objectsOnly.map { [$0.expected, $0.got] } == ["one row with 4", "0 rows"])
  }
}

struct ObjectFileTests {
  /// Returns the error of a file of the family's objects.
  private func error(_ text: String) throws -> String {
    let model = try PredicateModel.read(
      packageRoot.appendingPathComponent("Corpus/Seeds/People/family-model.json").path)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("objects-\(UUID()).json").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      return "\(try ObjectFile.read(path, model).rows.count) entities"
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [
    (#"{"Person": [{"id": 2}, {"id": 1, "spouse": 9}]}"#, "2 entities"),
    (#"[]"#, "expected an object with a list of objects for each entity name"),
    (#"{"Persn": []}"#, "Persn: unknown entity; did you mean Person?"),
    (#"{"Person": {}}"#, "Person: expected a list of objects"),
    (#"{"Person": [1]}"#, "Person[0]: expected an object"),
    (#"{"Person": [{"first": "Bart"}]}"#, "Person[0]: the primary key 'id' is missing or has another type"),
    (#"{"Person": [{"id": 1}, {"id": 1}]}"#, "Person: two objects have the key 1"),
    (#"{"Person": [{"id": 1, "agee": 1}]}"#, "Person[0]: Person has no key 'agee'; did you mean age?"),
    (#"{"Person": [{"id": 1, "age": "old"}]}"#, "Person[0].age: expected an integer of 32 bits"),
    (#"{"Person": [{"id": 1, "spouse": {}}]}"#, "Person[0].spouse: expected the primary key of another object"),
    (#"{"Person": [{"id": 1, "addresses": 1}]}"#, "Person[0].addresses: expected a list of primary keys"),
    (
      #"{"Person": [{"id": 1, "addresses": ["1"]}]}"#, "Person[0].addresses: expected primary keys of other objects"
    ),
    (
      #"{"Person": [{"id": 1, "children": [2]}]}"#,
      "Person[0].children: it follows from the inverse; set it there"
    ),
  ])
  func errors(text: String, reason: String) throws { #expect(try error(text) == reason) }

  @Test("objects refer to each other, and keys without an object are nil")
  func graph() throws {
    let folder = packageRoot.appendingPathComponent("Corpus/Seeds/People").path
    let file = try ObjectFile.read("\(folder)/family-objects.json", PredicateModel.read("\(folder)/family-model.json"))
    let graph = ObjectGraph(file)
    let people = graph.objects(of: "Person").map { FormatValue.object(FormatObject($0)) }
    func value(_ format: String, _ index: Int) throws -> FormatValue {
      try FormatExpression(format).value(with: people[index])
    }
    #expect(try value("spouse.spouse.age", 0) == .integer(44))
    #expect(try value("children.age", 0) == .list([.integer(21), .integer(19)]))
    #expect(try value("father.addresses.city", 3) == .list([.string("Boston"), .string("Antwerp")]))
    #expect(try value("father.age", 0) == .null)
    #expect(graph.object(of: "Person", .integer(9)) == nil)
  }

  /// Calls `body` with the objects of a file next to a model.
  private func graph(_ text: String, _ suffix: String, _ model: PredicateModel) throws -> ObjectGraph {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("objects-\(UUID()).\(suffix)").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return ObjectGraph(try ObjectFile.read(path, model))
  }

  @Test("a list of words is numbered as in the word-list application")
  func words() throws {
    let models = packageRoot.appendingPathComponent("Corpus/SQL/Models").path
    let graph = try graph("zoo\n\nqat\nzap 😀\n", "txt", PredicateModel.read("\(models)/wordlist.json"))
    let words = graph.objects(of: "Word")
    #expect(words.map(\.identifier) == [.integer(1), .integer(2), .integer(3)])
    let letters = graph.objects(of: "WordCategory")
    #expect(letters.map(\.identifier) == [.integer(1), .integer(2)])
    func values(_ format: String, _ objects: [ModelObject]) throws -> [FormatValue] {
      try objects.map { try FormatExpression(format).value(with: FormatValue.object(FormatObject($0))) }
    }
    #expect(try values("text", words) == [.string("zoo"), .string("qat"), .string("zap 😀")])
    #expect(try values("length", words) == [.integer(3), .integer(3), .integer(6)])
    #expect(try values("wordCategory.firstLetter", words) == [.string("z"), .string("q"), .string("z")])
    #expect(try values("words.@count", letters) == [.integer(2), .integer(1)])
    let error = #expect(throws: InputError.self) {
      try self.graph("zoo\n", "txt", PredicateModel.read("\(models)/company.json"))
    }
    #expect(error?.reason == "a word list needs the model of the word list")
  }

  private static let kinds = """
    {"version": 1, "entities": [{"name": "Thing", "table": "thing", "primaryKey": {"column": "id", "type": "TYPE"}, "attributes": [
      {"name": "flag", "type": "boolean"}, {"name": "whole", "type": "integer64"}, {"name": "real", "type": "double"},
      {"name": "single", "type": "float"}, {"name": "price", "type": "decimal", "precision": 9, "scale": 2}, {"name": "text", "type": "string"},
      {"name": "day", "type": "date"}, {"name": "mark", "type": "uuid"}, {"name": "bytes", "type": "data"}]}]}
    """

  private static func model(_ type: String) throws -> PredicateModel {
    try PredicateModel.read(Array(kinds.replacing("TYPE", with: type).utf8), name: "kinds.json")
  }

  @Test("every type of attribute accepts the values that it can represent, and reads as its type")
  func attributes() throws {
    let uuid = "00000000-0000-0000-0000-00000000000A"
    let text = """
      {"Thing": [{"id": 1, "flag": true, "whole": 5, "real": 2, "single": 0.1, "price": 2.5, "text": "a",
        "day": "2001-01-01T00:01:00Z", "mark": "\(uuid)", "bytes": {"$binary": "AQI="}},
        {"id": 2, "single": 3, "price": 3}]}
      """
    let graph = try graph(text, "json", Self.model("integer64"))
    let objects = graph.objects(of: "Thing").map { FormatValue.object(FormatObject($0)) }
    for format in [
      "flag == YES", "whole == 5", "real == 2.0", "single == 0.1 AND single < 0.100001", "price == 2.5 AND price > 2",
      "text == 'a'", "day == CAST(60, 'NSDate')", "mark == CAST('\(uuid)', 'UUID')",
      "bytes == CAST('AQI=', 'NSData')",
    ] {
      #expect(try objects.indices(matching: FormatPredicate(format)) == [0], "\(format)")
    }
    #expect(try objects.indices(matching: FormatPredicate("single == 3 AND price == 3")) == [1])
    #expect(try objects.indices(matching: FormatPredicate("flag == nil AND price != nil AND mark == nil")) == [1])
  }

  @Test(
    "the error for a value that an attribute cannot represent contains its type",
    arguments: [
      ("flag", "1", "true or false"), ("whole", "0.5", "an integer"), ("real", "true", "a number"),
      ("single", "\"1\"", "a number"), ("price", "\"1\"", "a decimal number"), ("text", "1", "a string"),
      ("day", "\"soon\"", "a date such as \"2014-01-01T00:00:00Z\""), ("mark", "\"1\"", "a UUID"),
      ("bytes", "\"AQI=\"", "bytes, as {\"$binary\": \"base64\"}"),
    ])
  func wrongTypes(name: String, value: String, noun: String) throws {
    let error = #expect(throws: InputError.self) {
      try graph("{\"Thing\": [{\"id\": 1, \"\(name)\": \(value)}]}", "json", Self.model("integer64"))
    }
    #expect(error?.reason == "Thing[0].\(name): expected \(noun)")
  }

  @Test("objects are in the order of their primary keys, for each type of key")
  func order() throws {
    func identifiers(_ keys: String..., type: String) throws -> [FormatValue] {
      let objects = keys.map { "{\"id\": \($0)}" }.joined(separator: ", ")
      return try graph("{\"Thing\": [\(objects)]}", "json", Self.model(type)).objects(of: "Thing").map(\.identifier)
    }
    #expect(try identifiers("10", "-2", "9", type: "integer64") == [.integer(-2), .integer(9), .integer(10)])
    #expect(
      try identifiers("\"b\"", "\"É\"", "\"a\"", type: "string") == [.string("a"), .string("b"), .string("É")])
    let uuids = ["10000000-0000-0000-0000-000000000001", "00000000-0000-0000-F000-000000000000"]
    let texts = ["00000000-0000-0000-0000-000000000002"] + uuids
    #expect(
      try identifiers("\"\(texts[1])\"", "\"\(texts[0])\"", "\"\(texts[2])\"", type: "uuid")
        == [texts[0], texts[2], texts[1]].compactMap { FormatUUID($0).map(FormatValue.uuid) })
  }
}
