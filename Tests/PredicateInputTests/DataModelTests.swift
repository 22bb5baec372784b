import PredicateSQL
import PredicateSemantics
import PredicateSyntax
import Testing

/// Data models made in Swift: which are valid, what entities inherit, and what a predicate knows about them.
struct DataModelTests {
  private static let people = Result {
    try PredicateModel([
      PredicateModel.Entity(
        "Manager", table: "person", parent: "Person", condition: .init("kind", in: [.integer(2)]),
        attributes: [.init("budget", .decimal(.scaledInteger(scale: 2)))],
        relationships: [.toMany("team", "Person", foreignKey: "boss_id")]),
      PredicateModel.Entity(
        "Person", table: "person", condition: .init("kind", in: [.integer(1), .integer(2)]),
        attributes: [
          .init("name", .string, isNullable: false), .init("age", .integer16, isNullable: false),
          .init("height", .double, isNullable: false), .init("born", .date(.referenceSeconds)),
        ],
        relationships: [
          .toOne("boss", "Manager", column: "boss_id"),
          .toOne("home", "Place", column: "home_id", isNullable: false, isEnforced: true),
          .toOne("town", "Place", column: "town_id", isNullable: false),
          .toMany("friends", "Person", linkTable: "friends", source: "a", destination: "b"),
        ]),
      PredicateModel.Entity("Place", attributes: [.init("name", .string)]),
    ])
  }

  private func findings(_ format: String, _ entity: String = "Person") throws -> [FormatDiagnostic] {
    let predicate = try FormatPredicate.template(format)
    let model = try Self.people.get()
    do throws(FormatError) {
      return try predicate.check(against: model, entity: entity)
    } catch {
      return error.diagnostics
    }
  }

  private func positions(_ findings: [FormatDiagnostic], in format: String) -> [String] {
    let bytes = Array(format.utf8)
    return findings.map { finding in
      let text = String(decoding: bytes[finding.range.start..<finding.range.end], as: UTF8.self)
      return "\(finding.code.rawValue) at \(text)"
    }
  }

  @Test("subentities inherit their parents' properties, which come first")
  func inheritance() throws {
    let model = try Self.people.get()
    let manager = try #require(model.entity("Manager"))
    #expect(manager.attributes.map(\.name) == ["name", "age", "height", "born", "budget"])
    #expect(manager.relationships.map(\.name) == ["boss", "home", "town", "friends", "team"])
    #expect(model.ownAttributes(of: manager).map(\.name) == ["budget"])
    #expect(model.ownRelationships(of: manager).map(\.name) == ["team"])
    #expect(model.key("born", ofEntity: 0) == .attribute(3))
    #expect(model.key("team", ofEntity: 0) == .relationship(4))
    #expect(model.key("team", ofEntity: 1) == nil)
  }

  @Test("an object of a model is not a range, although it has the keys of one")
  func noRange() throws {
    let bounds = [PredicateModel.Attribute("lowerBound", .integer16), .init("upperBound", .integer16)]
    let model = try PredicateModel([
      PredicateModel.Entity("Span", attributes: bounds),
      PredicateModel.Entity("Stay", relationships: [.toOne("span", "Span", column: "span_id")]),
    ])
    for (format, code) in [
      ("5 IN span", FormatDiagnostic.Code.notACollection), ("5 BETWEEN span", .badBounds),
      ("span CONTAINS 5", .notACollection),
    ] {
      let error = #expect(throws: FormatError.self, "\(format)") {
        try FormatPredicate(format).check(against: model, entity: "Stay")
      }
      #expect(error?.diagnostics.map(\.code) == [code], "\(format)")
    }
  }

  @Test("a model knows a key's type and whether it may be nil")
  func lookup() throws {
    let keys = ModelKeySource(try Self.people.get())
    func found(_ key: String) -> (type: ValueType, isNullable: Bool)? {
      guard case .found(let type, let isNullable, _) = keys.key(key, of: ObjectType(name: "Person", identifier: 1))
      else {
        return nil
      }
      return (type, isNullable)
    }
    #expect(found("age")?.type == .integer && found("age")?.isNullable == false)
    #expect(found("height")?.type == .double && found("height")?.isNullable == true, "NaN reads as nil")
    #expect(found("born")?.type == .date && found("born")?.isNullable == true)
    #expect(found("home")?.type == keys.type(ofEntity: 2) && found("home")?.isNullable == false)
    #expect(found("town")?.isNullable == true, "a key without an object reads as nil")
    #expect(found("friends")?.type == .set(keys.type(ofEntity: 1)) && found("friends")?.isNullable == false)
    #expect(found("nothing") == nil)
  }

  @Test(
    "findings against a model have positions and suggestions",
    arguments: [
      ("name == 'a' AND ANY friends.age > 5 AND boss.team.@count > 1", []),
      ("nam == 'a' AND aeg > 5", ["unknown-key at nam", "unknown-key at aeg"]),
      ("boss.budgte > 5", ["unknown-key at budgte"]),
      ("budget > 5", ["unknown-key at budget"]),
      ("ANY friends.frinds.age > 5", ["unknown-key at frinds"]),
      ("SUBQUERY(friends, $f, $f.aeg > 5).@count > 0", ["unknown-key at aeg"]),
      ("name > 5", ["type-mismatch at name > 5"]),
      ("boss.budget BEGINSWITH 'a'", ["type-mismatch at boss.budget"]),
      ("age == 'five'", ["never-equal at age == 'five'"]),
      ("ANY age > 5", ["not-a-collection at age"]),
    ])
  func checking(format: String, expected: [String]) throws {
    let found = positions(try findings(format), in: format)
    #expect(found == expected, "\(found)")
  }

  @Test("suggestions are keys of the entity, including inherited ones")
  func suggestions() throws {
    let fixIts = try findings("heigth > 1 AND budgte > 1", "Manager").flatMap(\.fixIts)
    #expect(fixIts.map(\.replacement) == ["height", "budget"])
    let hinted = try findings("frinds.@count > 1").first
    #expect(hinted?.message == "Person has no key 'frinds'" && hinted?.fixIts.map(\.replacement) == ["friends"])
    let unknown = try findings("age > 1", "Persn")
    #expect(unknown.map(\.code) == [.unknownEntity])
    #expect(unknown.first?.message == "the model has no entity 'Persn'; did you mean Person?")
  }

  private func error(_ entities: [PredicateModel.Entity]) -> String {
    do throws(PredicateModelError) {
      _ = try PredicateModel(entities)
      return "sound"
    } catch {
      return error.description
    }
  }

  /// Models that a file cannot contain. The others are in `ModelFileTests`, which makes models the same way.
  @Test("invalid models are errors")
  func soundness() {
    #expect(error([]) == "sound")
    #expect(
      error([PredicateModel.Entity("W", primaryKeyType: .double)])
        == "entities[0].primaryKey: a primary key is an integer, a string or a UUID")
    #expect(
      error([PredicateModel.Entity("W", condition: .init("kind", in: [.double(1)]))])
        == "entities[0].condition.values[0]: a fixed condition has only integers, or only strings")
    #expect(
      error([
        PredicateModel.Entity("W", attributes: [.init("a", .integer64, folded: [.init(.caseInsensitive, column: "b")])])
      ])
        == "entities[0].attributes[0].folded[0].options: a string is folded by the options c, d and w")
    #expect(
      error([
        PredicateModel.Entity("N", table: "W", primaryKeyType: .string, parent: "W"), PredicateModel.Entity("W"),
      ]) == "entities[0].primaryKey: an entity uses the primary key of its parent, 'id'")
  }

  @Test("a key that a subentity redeclares is found where it is declared, in either order")
  func inheritedKeys() {
    let parent = PredicateModel.Entity("W", attributes: [.init("a", .string)])
    let child = PredicateModel.Entity(
      "N", table: "W", parent: "W", attributes: [.init("b", .string), .init("a", .date(.text))])
    #expect(error([parent, child]) == "entities[1].attributes[1].name: the key 'a' is duplicated")
    #expect(error([child, parent]) == "entities[0].attributes[1].name: the key 'a' is duplicated")
  }
}
