import Foundation
import PredicateFormat
import Testing

/// A property that a subclass overrides is read by the subclass's key or is an error, on every route. Properties that no
/// subclass overrides are read in place.
@Suite struct SubclassTests {
  /// The ways to ask for `legs` of an array of pets.
  enum Route: CaseIterable {
    case filtered, count, indices, first, oneObject, inAny, inOptional, sorted, sum, value, bothSides, aggregate
    case queryValue, groups, columns, inStruct, optionalObject, list, subquery, sumOfList, dictionary, friends

    /// Asks, and returns the answer as a text.
    func answer(_ pets: [Pet]) throws -> String {
      let two = try FormatPredicate("legs == 2")
      let cages = pets.map { Cage(pet: $0, other: $0, pets: [$0], byName: ["a": $0]) }
      let all = Cage(pet: pets[0], pets: pets)
      func text(_ rows: [Int]) -> String { "\(rows)" }
      func rows(_ format: String) throws -> String { text(try cages.indices(matching: FormatPredicate(format))) }
      switch self {
      case .filtered: return names(try pets.filtered(by: two))
      case .count: return "\(try pets.count(matching: FormatPredicate("legs < 4")))"
      case .indices: return text(try pets.indices(matching: FormatPredicate("legs IN {1, 2}")))
      case .first: return names([try pets.first(matching: two)].compactMap { $0 })
      case .oneObject: return "\(try pets.map { try two.evaluate(with: $0) })"
      case .inAny: return text(try (pets as [Any]).indices(matching: two))
      case .inOptional: return text(try (pets as [Pet?]).indices(matching: two))
      case .sorted: return names(try pets.sorted(by: .ascending("legs")))
      case .sum: return "\(try FormatExpression("@sum.legs").value(with: pets))"
      case .value: return "\(try pets.map { try FormatExpression("legs + 1").value(with: $0) })"
      case .bothSides: return names(try pets.filtered(by: FormatPredicate("legs < id")))
      case .aggregate: return names(try pets.filtered(by: FormatPredicate("legs == min:(legs)")))
      case .queryValue: return "\(try pets.queryValue(.sum("legs"), as: Int.self) ?? 0)"
      case .groups:
        let request = PredicateFetchRequest().grouped(by: "legs").selecting("legs", .count("id", as: "n"))
        let groups = try pets.queryAttributes(request.sorted(by: .ascending("legs")))
        return "\(groups.map { [$0["legs"], $0["n"]] })"
      case .columns: return text(try PredicateColumns(pets).indices(matching: two))
      case .inStruct: return try rows("pet.legs == 2")
      case .optionalObject: return try rows("other.legs == 2")
      case .list: return try rows("ANY pets.legs == 2")
      case .subquery: return "\(try FormatExpression("SUBQUERY(pets, $p, $p.legs == 2).@count").value(with: all))"
      case .sumOfList: return "\(try FormatExpression("pets.@sum.legs").value(with: all))"
      case .dictionary: return try rows("byName.a.legs == 2")
      case .friends:
        let owner = Pet("owner", 0)
        owner.friends = pets
        return "\(try FormatExpression("SUBQUERY(friends, $p, $p.legs == 2).@count").value(with: owner))"
      }
    }

    private func names(_ pets: [Pet]) -> String { pets.map(\.name).joined(separator: " ") }
  }

  /// Pets in blocks of more than 64, so that full and partial blocks are read.
  private static func pets(_ make: (Int) -> Pet) -> [Pet] {
    (0..<150).map { $0 % 7 == 3 ? make($0) : $0 % 7 == 4 ? Tiger("t\($0)", $0) : Pet("p\($0)", $0) }
  }

  @Test("registered keys of a subclass are used on every route", arguments: Route.allCases)
  func registered(_ route: Route) throws {
    let pets = Self.pets { Finch("f\($0)", $0) }
    // The same with stored properties, which closures set.
    let plain = Self.pets {
      let pet = Pet("f\($0)", $0)
      pet.legs = 2
      return pet
    }
    #expect(try route.answer(pets) == route.answer(plain))
  }

  @Test("objects of a subclass have the answers of closures, alone and with others")
  func closures() throws {
    let two = try FormatPredicate("legs == 2")
    let pets = Self.pets { Finch("f\($0)", $0) }
    #expect(try pets.indices(matching: two) == pets.indices.filter { pets[$0].legs == 2 })
    #expect(try ([Finch("f", 1)] as [Finch]).count(matching: two) == 1)
  }

  @Test("without a registered key, an overridden property is an error on every route", arguments: Route.allCases)
  func refused(_ route: Route) throws {
    let pets = Self.pets { Bird("b\($0)", $0) }
    let error = #expect(throws: FormatError.self) { try route.answer(pets) }
    #expect(
      error?.diagnostics.map(\.message) == [
        "the key 'legs' of Bird cannot be read: Bird overrides it; name it in predicateKeys"
      ])
    #expect(error?.diagnostics.first?.code == .unreadableKey)
  }

  @Test("it is also an error in an array of the subclass, and if errors are nil")
  func alwaysRefused() {
    let pets = Self.pets { Bird("b\($0)", $0) }
    let error = #expect(throws: FormatError.self) { try [Bird("b", 1)].filtered(by: FormatPredicate("legs == 2")) }
    #expect(
      error?.diagnostics.first?.message
        == "the key 'legs' of Bird cannot be read: Bird overrides it; name it in predicateKeys")
    #expect(throws: FormatError.self) {
      try pets.count(matching: FormatPredicate("legs == 2"), options: EvaluationOptions(onError: .yieldNil))
    }
  }

  @Test("the error has the position of the key path, wherever the object is")
  func positions() throws {
    for place in [0, 63, 64, 130] {
      var pets: [Pet] = (0..<131).map { Pet("p", $0) }
      pets[place] = Bird("b", place)
      for format in ["id < 0 OR legs == 2", "id < 0 OR legs + 1 == 2"] {
        let error = #expect(throws: FormatError.self) { try pets.filtered(by: FormatPredicate(format)) }
        #expect(error?.diagnostics.first?.range == FormatRange(10, 14))
      }
      // Objects after the first that passes do not count.
      let first = try? pets.first(matching: FormatPredicate("legs == 4"))
      #expect(first?.id == (place == 0 ? nil : 0))
      #expect(throws: FormatError.self) { try pets.first(matching: FormatPredicate("legs == 2")) }
    }
  }

  @Test("other properties of such classes are read in place")
  func others() throws {
    let pets: [Pet] = [Bird("b", 1), Finch("f", 2), Tiger("t", 3), Cat("c", 4), Manx("m", 5), Watched("w", 6)]
    #expect(try pets.filtered(by: FormatPredicate("id > 0")).count == 6)
    #expect(try pets[..<4].filtered(by: FormatPredicate("name IN {'b', 'f', 't', 'c'}")).count == 4)
    let tiger = try FormatPredicate("lives == 9 AND name == 't' AND legs == 4")
    #expect(try ([Tiger("t", 1)] as [Cat]).count(matching: tiger) == 1)
    #expect(try [Tiger("t", 1)].count(matching: FormatPredicate("lives == 9 AND name == 't'")) == 1)
    #expect(reason(Tiger.self, "name") == nil && reason(Cat.self, "legs") == nil)
  }

  @Test("which property is overridden is found by order, through levels, generic classes and integer parameters")
  func descriptors() {
    #expect(reason(Bird.self, "legs") == "Bird overrides it; name it in predicateKeys")
    #expect(reason(Bird.self, "name") == nil && reason(Bird.self, "id") == nil)
    #expect(reason(Manx.self, "name") == "Manx overrides it; name it in predicateKeys")
    #expect(reason(Manx.self, "legs") == nil && reason(Manx.self, "lives") == nil)
    #expect(reason(IntBox.self, "count") == "IntBox overrides it; name it in predicateKeys")
    #expect(reason(IntBox.self, "value") == nil)
    #expect(reason(TallGrid.self, "height") == "TallGrid overrides it; name it in predicateKeys")
    #expect(reason(TallGrid.self, "width") == nil)
    // The records do not distinguish an observer from a getter.
    #expect(reason(Watched.self, "name") == "Watched overrides it; name it in predicateKeys")
    // A computed property with a setter may be a stored one.
    #expect(
      reason(Square.self, "sides")
        == "Square overrides a property of Shape, and this may be the one; name it in predicateKeys")
    #expect(reason(Square.self, "id") == nil && reason(Shape.self, "sides") == nil)
  }

  @Test("a key of a superclass is that of the subclass, whatever the type of the array")
  func keysOfSuperclasses() throws {
    let named: [Named] = [Named(), Renamed()]
    let isR = try FormatPredicate("label == 'r'")
    #expect(try named.indices(matching: isR) == [1])
    #expect(try (named as [Any]).indices(matching: isR) == [1])
    #expect(try [Renamed()].indices(matching: isR) == [0])
    let error = #expect(throws: FormatError.self) { try ([Unnamed()] as [Named]).count(matching: isR) }
    #expect(
      error?.diagnostics.first?.message
        == "the key 'label' of Unnamed cannot be read: its predicateKeys do not contain it")
  }

  @Test("a key of another type of value is an error")
  func types() throws {
    let error = #expect(throws: FormatError.self) {
      try [Pet("p", 1), Sloth("s", 2)].filtered(by: FormatPredicate("legs == 4"))
    }
    #expect(
      error?.diagnostics.first?.message
        == "the key 'legs' of Sloth cannot be read: its value there is String, and in Pet it is Int")
  }

  @Test("arrays that a closure of a subclass returns are not taken for stored ones")
  func joins() throws {
    // Each call returns a new array, often at the address of the one before.
    let pets: [Pet] = (0..<300).map { $0 % 2 == 0 ? Finch("f", $0) : Pet("p", $0) }
    for pet in pets where pet is Finch == false { pet.friends = [pet] }
    let joined = try FormatPredicate("SUBQUERY(friends, $f, $f.id == id).@count > 0")
    #expect(try pets.indices(matching: joined) == pets.indices.filter { i in pets[i].friends.contains { $0.id == i } })
  }

  @Test("several threads meet new subclasses at the same time")
  func threads() {
    let pets = Self.pets { Finch("f\($0)", $0) }
    let count = pets.filter { $0.legs == 2 }.count
    nonisolated(unsafe) let shared = pets
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      #expect((try? shared.count(matching: FormatPredicate("legs == 2"))) == count)
    }
  }
}
