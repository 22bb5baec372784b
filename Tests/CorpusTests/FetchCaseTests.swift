import Foundation
import PredicateCases
import PredicateFormat
import TestSupport
import Testing

private let family = #""model": "family-model.json", "store": "family-objects.json""#

/// What comes of a case that stands beside those of the family.
private func outcome(_ fields: String) throws -> CaseOutcome {
  let path = packageRoot.appendingPathComponent("Corpus/Seeds/People/cases.jsonl").path
  let file = try CaseFile(Array(#"{"id": "a/1", \#(fields)}"#.utf8), name: path)
  var runner = CaseRunner()
  return try runner.run(#require(file.cases.first))
}

/// The fault of a case that cannot be run.
private func fault(_ fields: String) -> String {
  do {
    return "\(try outcome(fields))"
  } catch let error as InputFault {
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

  @Test(
    "cases that cannot be run",
    arguments: [
      (#""fetch": {"entity": "Person"}"#, "a 'fetch' needs a 'model', a 'store' and an 'entity'"),
      (#""fetch": {}, \#(family)"#, "a 'fetch' needs a 'model', a 'store' and an 'entity'"),
      (#""fetch": {"entity": "Person", "limt": 1}, \#(family)"#, "fetch: limt: there is no field 'limt'"),
      (
        #""fetch": {"entity": "Person"}, \#(family), "update": {"age": 1}, "delete": true"#,
        "an 'update' and a 'delete' are cases of their own"
      ),
    ])
  func unusable(fields: String, reason: String) { #expect(fault(fields).hasPrefix(reason)) }
}

struct ObjectFileTests {
  /// The fault of a file of the family's objects.
  private func fault(_ text: String) throws -> String {
    let model = try ModelFile.read(packageRoot.appendingPathComponent("Corpus/Seeds/People/family-model.json").path)
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
    (#"[]"#, "expected an object of the entities' names, each with a list of objects"),
    (#"{"Persn": []}"#, "Persn: there is no such entity; did you mean Person?"),
    (#"{"Person": {}}"#, "Person: expected a list of objects"),
    (#"{"Person": [1]}"#, "Person[0]: expected an object"),
    (#"{"Person": [{"first": "Bart"}]}"#, "Person[0]: the primary key 'id' is missing, or of another type"),
    (#"{"Person": [{"id": 1}, {"id": 1}]}"#, "Person: two objects have the key 1"),
    (#"{"Person": [{"id": 1, "agee": 1}]}"#, "Person[0]: Person has no key 'agee'; did you mean age?"),
    (#"{"Person": [{"id": 1, "age": "old"}]}"#, "Person[0].age: expected an integer of 32 bits"),
    (#"{"Person": [{"id": 1, "spouse": {}}]}"#, "Person[0].spouse: expected the primary key of another object"),
    (#"{"Person": [{"id": 1, "addresses": 1}]}"#, "Person[0].addresses: expected a list of primary keys"),
    (
      #"{"Person": [{"id": 1, "children": [2]}]}"#,
      "Person[0].children: it follows from the other side, and is told there"
    ),
  ])
  func faults(text: String, reason: String) throws { #expect(try fault(text) == reason) }

  @Test("objects lead to each other, and keys that lead nowhere to nil")
  func graph() throws {
    let folder = packageRoot.appendingPathComponent("Corpus/Seeds/People").path
    let file = try ObjectFile.read("\(folder)/family-objects.json", ModelFile.read("\(folder)/family-model.json"))
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
}
