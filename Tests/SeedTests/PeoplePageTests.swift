import PredicateFormat
import TestSupport
import Testing

/// The code of Corpus/Seeds/People/README.md: sorting.
struct PeoplePageTests {
  final class Person {
    let firstName: String
    let lastName: String
    let age: Int

    init(_ firstName: String, _ lastName: String, _ age: Int) {
      (self.firstName, self.lastName, self.age) = (firstName, lastName, age)
    }
  }

  let people = [
    Person("Alice", "Smith", 24), Person("Bob", "Jones", 27), Person("Charlie", "Smith", 33),
    Person("Quentin", "Alberts", 31),
  ]

  @Test func sorts() throws {
    func sorted(_ keys: SortKey...) throws -> [String] {
      try people.fetchAll(PredicateFetchRequest(sortKeys: keys)).map(\.firstName)
    }
    let firstName = SortKey.ascending("firstName", .localizedStandard)
    let lastName = SortKey.ascending("lastName", .localizedStandard)
    let byFirstName = try sorted(firstName)
    #expect(byFirstName == ["Alice", "Bob", "Charlie", "Quentin"])
    let reversed = try sorted(firstName.reversed)
    #expect(reversed == ["Quentin", "Charlie", "Bob", "Alice"])
    let byAge = try sorted(.descending("age"))
    #expect(byAge == ["Charlie", "Quentin", "Bob", "Alice"])
    let byBoth = try sorted(lastName, firstName)
    #expect(byBoth == ["Quentin", "Bob", "Alice", "Charlie"])
  }

  @Test func ownFunction() throws {
    let byLength = SortFunction("byLength") { left, right in
      guard case .string(let left) = left, case .string(let right) = right else { return false }
      return left.count < right.count
    }
    let request = PredicateFetchRequest().sorted(by: SortKey("lastName", comparison: .function(byLength)))
    let names = try people.fetchAll(request).map(\.lastName)
    // Names of five letters keep their order.
    #expect(names == ["Smith", "Jones", "Smith", "Alberts"])
  }
}

/// The code of Corpus/Seeds/People/README.md: families.
struct FamilyPageTests {
  final class Person {
    let first: String
    let last: String
    let age: Int
    var addresses: [Address] = []
    var spouse: Person?
    var children: [Person] = []
    var father: Person?

    init(_ first: String, _ last: String, _ age: Int) {
      (self.first, self.last, self.age) = (first, last, age)
    }
  }

  final class Address {
    let street: String
    let city: String

    init(_ street: String, _ city: String) { (self.street, self.city) = (street, city) }
  }

  let family: [Person]

  init() {
    let (bart, jane) = (Person("Bart", "Jacobs", 44), Person("Jane", "Doe", 42))
    let (jim, lucy) = (Person("Jim", "Doe", 21), Person("Lucy", "Doe", 19))
    (bart.spouse, jane.spouse) = (jane, bart)
    bart.children = [jim, lucy]
    (jim.father, lucy.father) = (bart, bart)
    bart.addresses = [Address("Main Street", "Boston"), Address("Harbour Lane", "Antwerp")]
    jane.addresses = [bart.addresses[0]]
    family = [bart, jane, jim, lucy]
  }

  @Test func relationships() throws {
    func names(_ format: String, _ arguments: (any FormatArgument)?...) throws -> [String] {
      try family.filtered(by: FormatPredicate(format, arguments: arguments)).map(\.first)
    }
    let old = try names("%K >= %i", "age", 30)
    #expect(old == ["Bart", "Jane"])
    // A key that is named as a word of the language is given by %K, or written with a #.
    let small = try names("#first CONTAINS 'j'")
    #expect(small == [])
    let folded = try names("#first CONTAINS[c] 'j'")
    #expect(folded == ["Jane", "Jim"])
    let young = try names("#first CONTAINS[c] 'j' AND age < 30")
    #expect(young == ["Jim"])
    let ofBart = try names("%K == %@", "father.first", "Bart")
    #expect(ofBart == ["Jim", "Lucy"])
    let inBoston = try names("ANY addresses.city == 'Boston'")
    #expect(inBoston == ["Bart", "Jane"])
    let couples = try names("spouse.spouse == SELF")
    #expect(couples == ["Bart", "Jane"])
  }

  @Test func sorts() throws {
    let sorted = PredicateFetchRequest(sortKeys: [.ascending("last"), .ascending("age")])
    let all = try family.fetchAll(sorted).map(\.first)
    #expect(all == ["Lucy", "Jim", "Jane", "Bart"])
    let does = try family.fetchAll(sorted.matching("%K == %@", "last", "Doe")).map(\.first)
    #expect(does == ["Lucy", "Jim", "Jane"])
  }
}
