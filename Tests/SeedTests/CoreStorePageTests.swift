import PredicateFormat
import TestSupport
import Testing

/// The code of Corpus/Seeds/CoreStore/README.md.
struct CoreStorePageTests {
  final class Person {
    let name: String
    let surname: String?
    let age: Int?
    let rating: Double?
    let accountType: String?
    let isActive: Bool
    var friends: [Person] = []

    init(_ row: SeedRow) {
      name = row.text("name") ?? ""
      surname = row.text("surname")
      age = row.integer("age")
      rating = row.double("rating")
      accountType = row.text("accountType")
      isActive = row.flag("isActive")
    }
  }

  let people: [Person]

  init() throws {
    let rows = try seedRows("CoreStore/objects.json", "Person")
    let people = rows.map(Person.init)
    self.people = people
    for (person, row) in zip(people, rows) { person.friends = row.integers("friends").map { people[$0 - 1] } }
  }

  @Test func fetches() throws {
    let request = try PredicateFetchRequest().matching("%K > %d", "age", 30).sorted(by: .ascending("surname"))
    let all = try people.fetchAll(request).map(\.name)
    // nil comes first: Dov and Jon have no surname.
    #expect(all == ["Dov", "Jon", "Ada", "Cleo", "Eve", "Hal"])
    let one = try people.fetchOne(request)?.name
    #expect(one == "Dov")
    let count = try people.fetchCount(request)
    #expect(count == 6)
    let places = try people.fetchIdentifiers(request)  // of an array: positions; of a database: primary keys
    #expect(places == [3, 9, 0, 2, 4, 7])
    let place = try people.fetchIdentifier(request)
    #expect(place == 3)
  }

  @Test func clauses() throws {
    let isOld = try FormatPredicate("age > %@", 30)
    let isSmith = try FormatPredicate("surname == %@", "Smith")
    func names(_ predicate: FormatPredicate) throws -> [String] {
      try people.fetchAll(PredicateFetchRequest().matching(predicate)).map(\.name)
    }
    let both = try names(isOld && isSmith)
    #expect(both == ["Ada", "Cleo"])
    let either = try names(isOld || isSmith)
    #expect(either == ["Ada", "Cleo", "Dov", "Eve", "Hal", "Ida", "Jon"])
    // Gil has no age, so it is not above 30.
    let young = try names(!isOld)
    #expect(young == ["Ben", "Fay", "Gil", "Ida"])
    let none = try people.fetchCount(PredicateFetchRequest().matching(FormatPredicate(false)))
    #expect(none == 0)
    let everybody = try people.fetchCount(PredicateFetchRequest().matching(FormatPredicate(true)))
    #expect(everybody == 10)
  }

  @Test func order() throws {
    var request = PredicateFetchRequest().sorted(by: .ascending("surname"), .descending("rating"))
    request.sortKeys += [.ascending("age")]
    let ordered = try people.fetchAll(request).map(\.name)
    #expect(ordered == ["Dov", "Jon", "Fay", "Ben", "Cleo", "Ida", "Ada", "Eve", "Hal", "Gil"])
    let with = request.with {
      $0.limit = 3
      $0.offset = 2
    }
    let page = try people.fetchAll(with).map(\.name)
    #expect(page == ["Fay", "Ben", "Cleo"])
  }

  @Test func values() throws {
    let average = try people.queryValue(.average("age"), as: Double.self)
    #expect(average == 331.0 / 9)
    let oldest = try people.queryValue(.maximum("age"), as: Int.self)
    #expect(oldest == 63)
    let free = try people.queryValue(
      .count("name"), as: Int.self, for: PredicateFetchRequest().matching("accountType == %@", "free"))
    #expect(free == 4)
    let age = try people.queryValue("age", as: Int.self, for: PredicateFetchRequest().matching("name == %@", "Eve"))
    #expect(age == 52)
  }

  @Test func rows() throws {
    let friends = PredicateFetchRequest().selecting("name", .count("friends")).sorted(by: .descending("count(friends)"))
    let most = try people.queryAttributes(friends.with { $0.limit = 1 })
    #expect(most == [["name": .string("Eve"), "count(friends)": .integer(4)]])
    let byType = PredicateFetchRequest().selecting("accountType", .count("name", as: "numberOfAccounts"))
      .grouped(by: "accountType")
    let numbers = try people.queryAttributes(byType)
    // nil is a group of its own, and comes first.
    #expect(numbers.map { $0["accountType"] } == [.null, .string("free"), .string("gold"), .string("silver")])
    #expect(numbers.map { $0["numberOfAccounts"] } == [.integer(2), .integer(4), .integer(2), .integer(2)])
    let isCommon = try FormatPredicate("numberOfAccounts > 1")
    let byBoth = byType.selecting("isActive").grouped(by: "isActive").with { $0.having = isCommon }
    let pairs = try people.queryAttributes(byBoth)
    #expect(pairs.map { $0["accountType"] } == [.string("free"), .string("free"), .string("silver")])
    #expect(pairs.map { $0["isActive"] } == [.bool(false), .bool(true), .bool(true)])
  }
}
