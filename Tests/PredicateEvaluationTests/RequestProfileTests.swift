import Foundation
import PredicateFormat
import Testing

/// Fetch requests of strangers: what a profile permits of them.
struct RequestProfileTests {
  private struct Person {
    let name: String
    let age: Int
    let password: String
    let extra: [String: String]
  }

  private let people = [
    Person(name: "Ann", age: 30, password: "x", extra: ["city": "A", "pin": "1"]),
    Person(name: "Bob", age: 41, password: "y", extra: ["city": "B", "pin": "2"]),
  ]
  private let profile = PredicateProfile.untrusted.permitting(keys: ["name", "age"])

  private func decoded(_ json: String) throws -> PredicateFetchRequest {
    try JSONDecoder().decode(PredicateFetchRequest.self, from: Data(json.utf8))
  }

  @Test(
    "a permitted request passes",
    arguments: [
      "{}", #"{"predicate": "age > 3", "sort": ["age", {"key": "name", "comparison": "caseInsensitive"}], "limit": 5}"#,
      #"{"properties": ["name", {"name": "twice", "expression": "age * 2"}], "sort": ["twice"], "distinct": true}"#,
      #"{"sort": ["name", "age"], "after": ["Ann", 3]}"#, #"{"groupBy": ["age"]}"#,
      #"{"limit": 0, "offset": 1000000, "batchSize": 1}"#,
    ])
  func permitted(json: String) throws {
    let request = try decoded(json)
    #expect(try request.validated(by: profile).predicate?.limits == profile.predicateLimits)
    let decoder = JSONDecoder()
    decoder.userInfo = profile.userInfo
    let same = try decoder.decode(PredicateFetchRequest.self, from: Data(json.utf8))
    #expect(try same == request.validated(by: profile))
    #expect(try request.validated(by: profile, for: Person.self) == same)
  }

  @Test(
    "a request that names more is refused, with the text of the part",
    arguments: [
      (#"{"predicate": "password == 'x'"}"#, "key-not-permitted", "password == 'x'", "predicate"),
      (#"{"sort": ["name", "password"]}"#, "key-not-permitted", "password", "sort[1]"),
      (#"{"sort": ["extra.pin"]}"#, "key-not-permitted", "extra.pin", "sort[0]"),
      (#"{"sort": ["self"]}"#, "key-not-permitted", "#self", "sort[0]"),
      (#"{"sort": ["@count"]}"#, "key-not-permitted", "@count", "sort[0]"),
      (
        #"{"sort": [{"key": "name", "comparison": "localizedStandard"}]}"#, "option-not-permitted", "name", "sort[0]"
      ),
      (#"{"properties": ["password"]}"#, "key-not-permitted", "password", "properties[0]"),
      (
        #"{"properties": ["name", {"name": "name2", "expression": "password"}]}"#, "key-not-permitted", "password",
        "properties[1]"
      ),
      (
        #"{"properties": [{"name": "n", "expression": "average:(age)"}]}"#, "function-not-permitted", "average:(age)",
        "properties[0]"
      ),
      (#"{"groupBy": ["password"]}"#, "key-not-permitted", "password", "groupBy[0]"),
      (
        #"{"groupBy": ["age"], "having": "password == 'x'"}"#, "key-not-permitted", "password == 'x'", "having"
      ),
      (#"{"entity": "Secret"}"#, "key-not-permitted", "Secret", "entity"),
      (#"{"limit": -1}"#, "invalid-request", "limit = -1", "limit"),
      (#"{"offset": -9223372036854775808}"#, "invalid-request", "offset = -9223372036854775808", "offset"),
      (#"{"batchSize": 0}"#, "invalid-request", "batchSize = 0", "batchSize"),
      (#"{"limit": 1000001}"#, "too-many-rows", "limit = 1000001", "limit"),
    ])
  func refused(json: String, code: String, source: String, part: String) throws {
    let request = try decoded(json)
    let error = try #require(#expect(throws: FormatError.self) { _ = try request.validated(by: profile) })
    #expect(error.diagnostics.first?.code.rawValue == code && error.source == source, "\(error)")
    #expect(error.diagnostics.first?.notes.contains("this is '\(part)' of the request") == true, "\(error)")
    #expect(error.diagnostics.allSatisfy { $0.range.end <= source.utf8.count && $0.range.end > $0.range.start })
    let decoder = JSONDecoder()
    decoder.userInfo = profile.userInfo
    let refusal = #expect(throws: DecodingError.self) {
      try decoder.decode(PredicateFetchRequest.self, from: Data(json.utf8))
    }
    guard case .dataCorrupted(let context)? = refusal else {
      Issue.record("\(json): \(refusal as Any)")
      return
    }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined()
    #expect(path.hasPrefix(part), "\(path)")
    #expect(context.debugDescription.contains(code), "\(context)")
  }

  @Test("long lists are refused")
  func lists() throws {
    for field in ["sort", "properties", "groupBy"] {
      let names = Array(repeating: "\"name\"", count: 101).joined(separator: ",")
      let request = try decoded("{\"\(field)\": [\(names)]}")
      let error = #expect(throws: FormatError.self) { try request.validated(by: profile) }
      #expect(error?.diagnostics.first?.code == .tooManyElements)
    }
  }

  @Test("the limits of the profile end an evaluation without a predicate")
  func limits() throws {
    var small = profile
    small.limits[.rows] = 1
    let error = #expect(throws: FormatError.self) {
      try people.fetchAll(PredicateFetchRequest(sortKeys: ["name"].map { SortKey($0) }).validated(by: small))
    }
    #expect(error?.diagnostics.first?.code == .tooManyRows)
  }

  @Test("an entity that the program names, or that has keys, is permitted")
  func entities() throws {
    let request = PredicateFetchRequest(of: "Person")
    #expect(try request.validated(by: profile, of: "Person").entity == "Person")
    #expect(try PredicateFetchRequest().validated(by: profile, of: "Person").entity == "Person")
    #expect(throws: FormatError.self) { try request.validated(by: profile, of: "Other") }
    #expect(throws: FormatError.self) { try request.validated(by: profile) }
    let typed = PredicateProfile.untrusted.permitting(keys: ["name"], of: Person.self)
    #expect(try request.validated(by: typed).entity == "Person")
  }

  @Test("keys by type")
  func typed() throws {
    let typed = PredicateProfile.untrusted.permitting(keys: ["name", "extra"], of: Person.self)
      .permitting(keys: ["city"], of: "record")
    let sorted = PredicateFetchRequest(sortKeys: [.descending("name"), .ascending("extra.city")])
    #expect(try people.fetchAll(sorted.validated(by: typed, for: Person.self)).map(\.name) == ["Bob", "Ann"])
    for key in ["password", "extra.pin"] {
      let request = PredicateFetchRequest(sortKeys: [.ascending(key)])
      #expect(throws: FormatError.self) { try request.validated(by: typed, for: Person.self) }
    }
  }

  private final class Counter: @unchecked Sendable {
    let name = "a"
    var count = 0
  }

  @Test("a variable of a Sendable class is not a key")
  func variables() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["name", "count"])
    #expect(throws: Never.self) {
      try PredicateFetchRequest(sortKeys: [.ascending("name")]).validated(by: profile, for: Counter.self)
    }
    let sorted = PredicateFetchRequest(sortKeys: [.ascending("count")])
    let error = #expect(throws: FormatError.self) { try sorted.validated(by: profile, for: Counter.self) }
    #expect(error?.diagnostics.map(\.code) == [.unreadableKey])
  }

  @Test("no property gives a record as a whole")
  func wholeRecords() throws {
    let listed = PredicateProfile.untrusted.permitting(keys: ["extra", "extra.city"])
    let rows = [FormatValue.record(["extra": .record(["city": "A", "pin": "1"])])]
    for request in [
      PredicateFetchRequest().selecting("extra"), PredicateFetchRequest().grouped(by: "extra"),
      PredicateFetchRequest(isDistinct: true).selecting("extra"),
    ] {
      let request = try request.validated(by: listed)
      let untyped = #expect(throws: FormatError.self) { try rows.queryAttributes(request) }
      #expect(untyped?.diagnostics.first?.code == .keyNotPermitted, "\(untyped as Any)")
      let typed = #expect(throws: FormatError.self) { try people.queryAttributes(request) }
      #expect(typed?.diagnostics.first?.code == .keyNotPermitted, "\(typed as Any)")
    }
    let city = try PredicateFetchRequest().selecting("extra.city").validated(by: listed)
    #expect(try rows.queryAttributes(city) == [["extra.city": "A"]])
    #expect(try people.queryAttributes(city).count == 2)
    let grouped = try PredicateFetchRequest().grouped(by: "extra.city").validated(by: listed)
    #expect(try rows.queryAttributes(grouped) == [["extra.city": "A"]])
    let whole = PredicateProfile.untrusted.permitting(keys: ["extra.SELF"])
    #expect(try rows.queryAttributes(PredicateFetchRequest().selecting("extra").validated(by: whole)).count == 1)
  }

  @Test(
    "parts of a request on their own",
    arguments: [
      #"["password"]"#, #"[{"key": "password"}]"#, #"["name", {"key": "self"}]"#, #"["extra.pin"]"#,
      #"[{"key": "name", "comparison": "localizedStandard"}]"#, #"["@count"]"#,
    ])
  func sortKeysAlone(json: String) throws {
    let decoder = JSONDecoder()
    #expect(throws: Never.self) { try decoder.decode([SortKey].self, from: Data(json.utf8)) }
    decoder.userInfo = profile.userInfo
    let refusal = #expect(throws: DecodingError.self) { try decoder.decode([SortKey].self, from: Data(json.utf8)) }
    guard case .dataCorrupted(let context)? = refusal else {
      Issue.record("\(json): \(refusal as Any)")
      return
    }
    #expect(context.debugDescription.contains("not permitted"), "\(context)")
    struct Search: Decodable {
      let filter: FormatPredicate
      let sort: [SortKey]
    }
    let search = #"{"filter": "age > 1", "sort": \#(json)}"#
    #expect(throws: DecodingError.self) { try decoder.decode(Search.self, from: Data(search.utf8)) }
    // A property of a request may have any name, and the sort keys of the request may name it.
    let request = #"{"properties": [{"name": "password", "expression": "age"}], "sort": ["password"]}"#
    let checked = try decoder.decode(PredicateFetchRequest.self, from: Data(request.utf8))
    #expect(try people.queryAttributes(checked).count == 2)
  }

  @Test("permitted parts on their own")
  func partsAlone() throws {
    let decoder = JSONDecoder()
    decoder.userInfo = profile.userInfo
    let keys = try decoder.decode(
      [SortKey].self, from: Data(#"["age", {"key": "name", "comparison": "caseInsensitive"}]"#.utf8))
    #expect(keys.map(\.keyPath) == ["age", "name"])
    let properties = try decoder.decode(
      [FetchProperty].self, from: Data(#"["age", {"name": "password", "expression": "age * 2"}]"#.utf8))
    #expect(properties.map(\.name) == ["age", "password"])
    for json in [
      #"["password"]"#, #"["extra"]"#, #"[{"name": "age", "expression": "password"}]"#,
      "[\"\(String(repeating: "a", count: 1001))\"]",
      "[{\"name\": \"\(String(repeating: "a", count: 1001))\", \"expression\": \"age\"}]",
    ] {
      #expect(throws: DecodingError.self) { try decoder.decode([FetchProperty].self, from: Data(json.utf8)) }
    }
    // A property keeps the rules on whole records.
    let rows = [FormatValue.record(["extra": .record(["city": "A", "pin": "1"])])]
    decoder.userInfo = PredicateProfile.untrusted.permitting(keys: ["extra", "extra.city"]).userInfo
    let property = try decoder.decode(FetchProperty.self, from: Data(#""extra""#.utf8))
    let error = #expect(throws: FormatError.self) {
      try rows.queryAttributes(PredicateFetchRequest(properties: [property]))
    }
    #expect(error?.diagnostics.first?.code == .keyNotPermitted)
    // And so does a sort key.
    let records = [FormatValue.record(["extra": .record(["length": .integer(1)])])]
    decoder.userInfo = PredicateProfile.untrusted.permitting(keys: ["extra"]).userInfo
    let key = try decoder.decode(SortKey.self, from: Data(#""extra.length""#.utf8))
    #expect(key == .ascending("extra.length"))
    for sorted in [{ try records.sorted(by: key) }, { try records.sorted(by: key.reversed) }] {
      let error = #expect(throws: FormatError.self) { try sorted() }
      #expect(error?.diagnostics.first?.code == .keyNotPermitted)
    }
    #expect(try records.sorted(by: .ascending("extra.length")).count == 1)
  }

  @Test("the rules of a predicate do not apply to the other parts of the program's request")
  func ownParts() throws {
    let boss = FormatValue.record(["city": "A", "pin": "1", "length": .integer(7)])
    let rows = [FormatValue.record(["name": "Ann", "boss": boss])]
    let listed = PredicateProfile.untrusted.permitting(keys: ["name", "boss"])
    let filter = try FormatPredicate("name == 'Ann'", profile: listed)
    let request = PredicateFetchRequest(filter)
    #expect(try rows.queryAttributes(request.selecting("boss")) == [["boss": boss]])
    #expect(try rows.queryAttributes(request.selecting("boss.length")) == [["boss.length": .integer(7)]])
    #expect(try rows.queryAttributes(request.grouped(by: "boss")) == [["boss": boss]])
    #expect(try rows.queryAttributes(request.grouped(by: "boss.length")) == [["boss.length": .integer(7)]])
    #expect(try rows.fetchAll(request.sorted(by: .ascending("boss.length"))).count == 1)
    let grouped = request.grouped(by: "name").selecting("name", .maximum("boss.length", as: "most"))
    #expect(try rows.queryAttributes(grouped.having("most == 7")).count == 1)
    // The parts of a decoded request keep the rules of its profile if the program adds parts of its own.
    for stranger in [
      #"{"sort": ["boss.length"]}"#, #"{"groupBy": ["boss.length"]}"#, #"{"groupBy": ["boss"]}"#,
      #"{"properties": ["boss"]}"#, #"{"properties": ["boss.length"]}"#, #"{"properties": ["name"], "sort": ["boss"]}"#,
      #"{"properties": [{"name": "n", "expression": "name"}], "groupBy": ["name", "boss"]}"#,
    ] {
      let decoder = JSONDecoder()
      decoder.userInfo = listed.userInfo
      for request in [
        try decoded(stranger).validated(by: listed),
        try decoder.decode(PredicateFetchRequest.self, from: Data(stranger.utf8)),
        try decoded(stranger).validated(by: listed).matching("name == 'Ann'").with { $0.limit = 3 },
      ] {
        let error = #expect(throws: FormatError.self, "\(stranger)") {
          if request.makesRows { _ = try rows.queryAttributes(request) } else { _ = try rows.fetchAll(request) }
        }
        #expect(error?.diagnostics.first?.code == .keyNotPermitted, "\(stranger): \(error as Any)")
      }
    }
    // The program may add keys to a stranger's request.
    let added = try decoded(#"{"sort": ["name"]}"#).validated(by: listed).sorted(by: .ascending("boss.length"))
    #expect(try rows.fetchAll(added).count == 1)
  }

  @Test(
    "a refusal tells nothing about the keys that the profile hides",
    arguments: ["passwort", "password", "nope", "extra.pin"])
  func hiddenKeys(key: String) throws {
    let format = "\(key) == 'x'"
    let errors = [
      #expect(throws: FormatError.self) { try FormatPredicate(format, profile: profile, for: Person.self) },
      #expect(throws: FormatError.self) {
        try PredicateFetchRequest(FormatPredicate(format)).validated(by: profile, for: Person.self)
      },
      #expect(throws: FormatError.self) {
        try PredicateFetchRequest(sortKeys: [.ascending(key)]).validated(by: profile, for: Person.self)
      },
    ]
    for error in errors {
      #expect(error?.diagnostics.map(\.code) == [.keyNotPermitted])
      #expect(error?.diagnostics.allSatisfy { $0.fixIts.isEmpty && !$0.notes.joined().contains("password") } == true)
    }
  }

  @Test("without a profile, an error of a number has a text")
  func numbers() {
    let error = #expect(throws: FormatError.self) { try people.fetchAll(PredicateFetchRequest(limit: -1)) }
    #expect(error?.source == "limit = -1" && error?.diagnostics.first?.range == FormatRange(8, 10))
    let sort = #expect(throws: FormatError.self) { try people.sorted(by: .ascending("nmae")) }
    #expect(sort?.source == "nmae", "\(sort as Any)")
  }
}
