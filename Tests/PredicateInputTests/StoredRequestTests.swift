import Foundation
import PredicateFormat
import PredicateInput
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Requests by name: their file, and the values of their variables.
struct StoredRequestTests {
  private func stored() throws -> StoredFetchRequests {
    let json = try packageText("Tests/PredicateInputTests/Requests/stored.json")
    return try readJSON(Array(json.utf8), name: "stored.json") { value throws(FieldError) in
      try StoredFetchRequests(value)
    }
  }

  @Test("requests by name, as stored and with values")
  func values() throws {
    let stored = try stored()
    #expect(stored.names == ["BusyCities", "Venues", "VenuesNamed"])
    #expect(stored["Venues"] == PredicateFetchRequest(of: "Venue"))
    #expect(stored["venues"] == nil)
    #expect(stored["VenuesNamed"]?.variables == ["NAME", "CITIES"])
    #expect(stored["BusyCities"]?.variables == ["TOTAL", "LEAST"], "also of properties and having")

    let named = try stored.request("VenuesNamed", ["NAME": "Bean", "CITIES": ["Bonn", "Ulm"]])
    #expect(
      named
        == PredicateFetchRequest(
          try FormatPredicate("name CONTAINS[c] 'Bean' AND location.city IN %@", ["Bonn", "Ulm"]), of: "Venue",
          sortKeys: [.ascending("name"), .descending("specialCount")], limit: 10))
    let busy = try stored.request("BusyCities", ["TOTAL": 200, "LEAST": nil])
    #expect(busy.having == (try FormatPredicate("count:(name) > %@", nil)), "nil is a value")
    #expect(busy.properties[1].expression == (try FormatExpression("count:(name) / 200")))
    #expect(busy.variables.isEmpty)
    #expect(try stored.request("Venues") == stored["Venues"])
    #expect(stored["VenuesNamed"]?.variables == ["NAME", "CITIES"], "the stored request is unchanged")
  }

  @Test("a request runs on an array")
  func run() throws {
    struct Venue: Sendable {
      var name: String
      var city: String
    }
    let stored = StoredFetchRequests([
      "VenuesNamed": PredicateFetchRequest(
        try .template("name BEGINSWITH $NAME"), sortKeys: [.descending("name")], limit: 2)
    ])
    let venues = ["Beanery", "Bean Bag", "Tea House", "Beans"].map { Venue(name: $0, city: "Ulm") }
    #expect(try venues.fetchAll(stored.request("VenuesNamed", ["NAME": "Bean"])).map(\.name) == ["Beans", "Beanery"])
  }

  @Test("a missing name, variables without values, and values without variables are errors")
  func errors() throws {
    let stored = try stored()
    let wrong: [(name: String, values: [String: (any FormatArgument)?])] = [
      ("VenueNamed", [:]), ("X", [:]), ("VenuesNamed", [:]), ("VenuesNamed", ["NAMES": "Bean", "YEAR": 5]),
      ("Venues", ["NAME": 1]),
    ]
    var text = ""
    for (name, values) in wrong {
      text += "=== \(name) of \(values.keys.sorted())\n"
      do {
        let made = try stored.request(name, values)
        Issue.record("\(name) of \(values) is \(made)")
      } catch {
        for diagnostic in error.diagnostics { text += diagnostic.rendered(in: error.source) + "\n" }
      }
    }
    #expect(try goldenDifference(text, from: "stored-request-errors.txt") == nil)
    #expect(throws: FormatError.self) { try StoredFetchRequests().request("VenuesNamed") }
  }

  @Test(
    "the variables of a format: each once, in order, without those that it declares",
    arguments: [
      ("a == 1", []), ("a == $A AND b == $B AND c == $A", ["A", "B"]), ("a.$KEY == $VALUE.name", ["KEY", "VALUE"]),
      ("SUBQUERY(kids, $k, $k.age > $MIN).@count > $N", ["MIN", "N"]),
      ("SUBQUERY($LIST, $x, $x == 1).@count > 0 AND $x == 2", ["LIST", "x"]),
      ("SUBQUERY(a, $x, SUBQUERY(b, $y, $x == $y AND $z == 1).@count > 0).@count > $y", ["z", "y"]),
      ("($x := $A) == 1 AND $x == 2", ["A"]), ("$x == 1 AND ($x := 2) == 2", ["x"]),
      ("TERNARY(a == $P, $Q, {$R, $S}) == a[$T]", ["P", "Q", "R", "S", "T"]),
    ])
  func variables(format: String, expected: [String]) throws {
    let predicate = try FormatPredicate.template(format)
    #expect(predicate.variables == expected)
    let values: [String: (any FormatArgument)?] = Dictionary(uniqueKeysWithValues: expected.map { ($0, "v") })
    #expect(predicate.substituting(values).variables.isEmpty, "without those that are substituted")
  }

  @Test("a written file reads back the same")
  func roundTrip() throws {
    let stored = try stored()
    let json = try JSONEncoder().encode(stored)
    #expect(try JSONDecoder().decode(StoredFetchRequests.self, from: json) == stored)
    #expect(String(decoding: json, as: UTF8.self).contains(#""version":1"#))
    let empty = StoredFetchRequests()
    #expect(try JSONDecoder().decode(StoredFetchRequests.self, from: JSONEncoder().encode(empty)) == empty)
  }

  @Test("errors of a file of stored requests, and their positions")
  func fileErrors() throws {
    var text = ""
    for line in try packageText("Tests/PredicateInputTests/Requests/wrong-stored.jsonl").split(separator: "\n") {
      do {
        let read = try readJSON(Array(line.utf8), name: "r.json") { value throws(FieldError) in
          try StoredFetchRequests(value)
        }
        Issue.record("\(line) is read as \(read)")
      } catch {
        text += "\(line)\n    \(error)\n\n"
      }
    }
    #expect(try goldenDifference(text, from: "stored-requests.txt") == nil)
  }
}
