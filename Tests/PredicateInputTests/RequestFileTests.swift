import Foundation
import PredicateInput
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Fetch requests as JSON.
struct RequestFileTests {
  private func request(_ json: String) throws -> PredicateFetchRequest {
    try PredicateFetchRequest.read(Array(json.utf8), name: "r.json")
  }

  private func json(_ request: PredicateFetchRequest) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(request), as: UTF8.self)
  }

  private func expectBack(_ request: PredicateFetchRequest, _ comment: Comment? = nil) throws {
    #expect(
      try JSONDecoder().decode(PredicateFetchRequest.self, from: JSONEncoder().encode(request)) == request, comment)
  }

  /// Every field, in each of its forms.
  private static let everything = #"""
    {"after":["Ada",30,null,true],"batchSize":20,"distinct":true,"entity":"Person","groupBy":["surname","home.town"],"having":"count:(age) > 1",\#
    "limit":5,"offset":2,"predicate":"age > $N AND name LIKE[c] %@","properties":["surname",\#
    {"expression":"average:(age)","name":"average(age)","type":"double"},{"expression":"home.town","name":"town"}],\#
    "sort":["surname",{"ascending":false,"key":"age"},{"comparison":"caseInsensitive","key":"name"},\#
    {"ascending":false,"comparison":"localizedStandard","key":"name"}]}
    """#

  private static func everythingInSwift() throws -> PredicateFetchRequest {
    PredicateFetchRequest(
      try .template("age > $N AND name LIKE[c] %@"), of: "Person",
      sortKeys: [
        .ascending("surname"), .descending("age"), .ascending("name", .caseInsensitive),
        .descending("name", .localizedStandard),
      ],
      after: [.string("Ada"), .integer(30), .null, .bool(true)], limit: 5, offset: 2, batchSize: 20, isDistinct: true,
      properties: ["surname", .average("age", type: .double), .key("home.town", as: "town")],
      groupKeys: ["surname", "home.town"], having: try .template("count:(age) > 1"))
  }

  @Test("every field is read, and written as it was read")
  func everyField() throws {
    let expected = try Self.everythingInSwift()
    #expect(try request(Self.everything) == expected)
    #expect(try json(expected) == Self.everything)
  }

  @Test("fields may be absent or null; defaults are not written")
  func usual() throws {
    #expect(try request("{}") == PredicateFetchRequest())
    let nulls =
      #"{"entity": null, "predicate": null, "sort": null, "after": null, "limit": null, "offset": null, "batchSize": null, "#
      + #""distinct": null, "properties": null, "groupBy": null, "having": null}"#
    #expect(try request(nulls) == PredicateFetchRequest())
    #expect(try json(PredicateFetchRequest()) == "{}")
    #expect(
      try request(#"{"sort": [{"key": "a"}], "limit": 0, "offset": 0, "distinct": false}"#)
        == PredicateFetchRequest(sortKeys: [.ascending("a")], limit: 0))
    #expect(try json(PredicateFetchRequest(limit: 0)) == #"{"limit":0}"#)
    #expect(try json(PredicateFetchRequest(limit: -1, offset: -2)) == #"{"limit":-1,"offset":-2}"#)
  }

  @Test("parts without a spelling are written as a tree, and read back equal")
  func trees() throws {
    let record = FormatPredicate(.keyPath("a"), .equalTo, FormatExpression(.constant(.record(["b": .integer(1)]))))
    let infinite = FormatExpression.function("add:to:", .keyPath("a"), FormatExpression(.constant(.double(.infinity))))
    let moment = FormatPredicate(.keyPath("a"), .lessThan, FormatExpression(.constant(.date(0.5))))
    let lonely = FormatPredicate(.and([FormatPredicate(true)]))
    for predicate in [record, moment, lonely] {
      let made = PredicateFetchRequest(predicate, properties: [FetchProperty("b", infinite)], having: predicate)
      try expectBack(made)
      #expect(try json(made).contains(#""version":1"#))
    }
  }

  @Test("values that JSON does not have are constants of a tree")
  func places() throws {
    let values: [FormatValue] = [
      .double(2.5), .double(3), .double(.infinity), .decimal(FormatDecimal(5)), .date(0.5), .unsigned(.max), .data([1]),
    ]
    try expectBack(PredicateFetchRequest(after: values))
    let date = #"{"version": 1, "expression": {"kind": "constant", "type": "date", "value": 0.5}}"#
    #expect(try request(#"{"after": [\#(date), 2.5]}"#).after == [.date(0.5), .double(2.5)])
  }

  @Test("a comparison function cannot be coded; the error contains its name and path")
  func sortFunction() throws {
    let byLength = SortFunction("byLength") { _, _ in false }
    let made = PredicateFetchRequest(sortKeys: [.ascending("a"), .ascending("name", .function(byLength))])
    #expect {
      try JSONEncoder().encode(made)
    } throws: { error in
      guard case EncodingError.invalidValue(let value, let context) = error else { return false }
      return value as? SortFunction === byLength
        && context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue } == ["sort", "1", "comparison"]
        && context.debugDescription
          == "the sort key 'name' compares by the function 'byLength', which cannot be written"
    }
  }

  @Test("errors of a request, and their positions")
  func errors() throws {
    var text = ""
    for line in try packageText("Tests/PredicateInputTests/Requests/wrong.jsonl").split(separator: "\n") {
      do {
        let read = try request(String(line))
        Issue.record("\(line) is read as \(read)")
      } catch let error as InputError {
        text += "\(line)\n    \(error)\n\n"
      }
    }
    #expect(try goldenDifference(text, from: "requests.txt") == nil)
  }

  @Test("every field and every name is documented")
  func documentation() throws {
    let page = try packageText("Grammar/Guides/FetchRequests.md")
    let source = try ["PredicateFetchRequest+Codable", "StoredFetchRequests+Codable"].map {
      try packageText("Sources/PredicateSemantics/Requests/\($0).swift")
    }.joined()
    let names = Set(source.matches(of: /(?:forKey: |of: |Present\()"(\w+)"/).map { String($0.output.1) })
    #expect(names.count == 19)
    for name in names { #expect(page.contains("| `\(name)` |"), "\(name)") }
    for type in FetchType.allCases { #expect(page.contains("`\(type.rawValue)`"), "\(type)") }
    for comparison in ["default", "caseInsensitive", "localizedStandard"] { #expect(page.contains("`\(comparison)`")) }
  }

  @Test("the examples of the page are requests, and stored requests")
  func examples() throws {
    let page = try packageText("Grammar/Guides/FetchRequests.md")
    var counts = (requests: 0, stored: 0)
    for block in page.components(separatedBy: "```json\n").dropFirst() {
      let json = String(block.prefix(upTo: block.range(of: "```")?.lowerBound ?? block.endIndex))
      if json.contains("version") {
        counts.stored += try readJSON(Array(json.utf8), name: "page") { value throws(FieldError) in
          try StoredFetchRequests(value)
        }
        .names.count
      } else {
        _ = try request(json)
        counts.requests += 1
      }
    }
    #expect(counts == (3, 2))
  }
}
