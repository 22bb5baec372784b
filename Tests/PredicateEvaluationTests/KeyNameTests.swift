import PredicateFormat
import TestSupport
import Testing

/// The names of keys: raw identifiers, and names in `predicateKeys` that no key can have.
struct KeyNameTests {
  struct Row {
    var `unit price` = 3
    var `größe in €` = "x"
    lazy var `slow sum` = 1
    var kind = Kind.`two words`
  }

  enum Kind { case `two words`, one }

  final class Shelf {
    let `first row` = [Row()]
    weak var `old shelf`: Shelf?
  }

  @Test("a raw identifier is a key, written with escapes, as an index or as an argument")
  func rawIdentifiers() throws {
    let rows = [Row()]
    #expect(try rows.count(matching: FormatPredicate("unit\\u0020price == 3")) == 1)
    #expect(try rows.count(matching: FormatPredicate("SELF.unit\\u0020price == 3")) == 1)
    #expect(try rows.count(matching: FormatPredicate("%K == 3", "unit price")) == 1)
    #expect(try rows.count(matching: FormatPredicate("%K == 'x'", "größe in €")) == 1)
    #expect(try rows.count(matching: FormatPredicate("kind == 'two words'")) == 1)
    #expect(try rows.sorted(by: .ascending("unit price")).count == 1)
    #expect(try rows.queryAttributes(PredicateFetchRequest().selecting("unit price")) == [["unit price": .integer(3)]])
    #expect(try PredicateColumns(rows).count(matching: FormatPredicate("%K == 3", "unit price")) == 1)
    let anyRows: [Any] = rows
    #expect(try anyRows.count(matching: FormatPredicate("%K == 3", "unit price")) == 1)
    #expect(try anyRows.count(matching: FormatPredicate("SELF[\"unit price\"] == 3")) == 1)
    let shelf = Shelf()
    #expect(try FormatPredicate("ANY %K.%K == 3", "first row", "unit price").evaluate(with: shelf))
    let reasons = [("slow sum", Row() as Any), ("old shelf", shelf)].map { name, object in
      #expect(throws: FormatError.self) { try FormatPredicate("%K == 1", name).evaluate(with: object) }?
        .diagnostics.first?.code
    }
    #expect(reasons == [.unreadableKey, .unreadableKey])
    let misspelled = #expect(throws: FormatError.self) { try rows.count(matching: FormatPredicate("unitprice == 3")) }
    #expect(misspelled?.description.contains("unit price") == true, "\(misspelled as Any)")
  }

  struct `My Type` {
    let name = "x"
    let other = `Other One`<`My Key`>()
  }
  struct `Other One`<Value> { let rest = 1 }
  struct `My Key` {}

  @Test("a raw identifier is the name of a type in profiles and messages")
  func rawTypes() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["name", "other"], of: "My Type")
      .permitting(keys: ["rest"], of: "Other One<My Key>")
    let text = "name == 'x' AND other.rest == 1"
    #expect(try FormatPredicate(text, profile: profile, for: `My Type`.self).evaluate(with: `My Type`()))
    let error = #expect(throws: FormatError.self) { try FormatPredicate("nam == 'x'").evaluate(with: `My Type`()) }
    #expect(error?.diagnostics.first?.message == "My Type has no key 'nam'", "\(error as Any)")
    let same = PredicateProfile.untrusted.permitting(keys: ["name"], of: `My Type`.self)
    #expect(same.types == ["My Type": ["name"]])
  }

  struct Doubled: PredicateKeyed {
    let a = 1
    static var predicateKeys: [PredicateKey<Doubled>] { [.key("b") { $0.a }, .key("b") { $0.a + 1 }] }
  }
  struct Empty: PredicateKeyed {
    let a = 1
    static var predicateKeys: [PredicateKey<Empty>] { [.key("") { $0.a }] }
  }
  struct Itself: PredicateKeyed {
    let a = 1
    static var predicateKeys: [PredicateKey<Itself>] { [.key("self") { $0.a }] }
  }
  struct Whole: PredicateKeyed {
    let a = 1
    static var predicateKeys: [PredicateKey<Whole>] { [.key("SELF") { $0.a }] }
  }
  struct Counted: PredicateKeyed {
    let a = 1
    static var predicateKeys: [PredicateKey<Counted>] { [.key("@count") { $0.a }] }
  }
  struct Operated: PredicateKeyed {
    let a = 1
    static var predicateKeys: [PredicateKey<Operated>] { [.key("@other") { $0.a }] }
  }
  final class DoubledStored: PredicateKeyed, @unchecked Sendable {
    var a = 1
    static var predicateKeys: [PredicateKey<DoubledStored>] { [.unsafeStored("a"), .key("a") { $0.a }] }
  }

  @Test("a name in predicateKeys that no key can have is an error")
  func unusableNames() {
    func message<T>(_ object: T, _ format: String = "a == 1") -> String {
      let error = #expect(throws: FormatError.self) { try [object].count(matching: FormatPredicate(format)) }
      let dynamic = #expect(throws: FormatError.self) { try [object as Any].count(matching: FormatPredicate(format)) }
      #expect(error?.diagnostics.first?.message == dynamic?.diagnostics.first?.message)
      return error?.diagnostics.first?.message ?? ""
    }
    #expect(
      message(Doubled(), "b == 2").hasSuffix("the predicateKeys of Doubled contain 'b' twice"), "\(message(Doubled()))")
    #expect(message(Empty()).hasSuffix("the predicateKeys of Empty contain an empty name"))
    #expect(message(Itself()).hasSuffix("the predicateKeys of Itself contain 'self', which is the object itself"))
    #expect(message(Whole()).hasSuffix("the predicateKeys of Whole contain 'SELF', which is the object itself"))
    #expect(
      message(Counted()).hasSuffix("the predicateKeys of Counted contain '@count', which is a collection operator"))
    #expect(
      message(Operated()).hasSuffix("the predicateKeys of Operated contain '@other', which is a collection operator"))
    #expect(message(DoubledStored()).hasSuffix("the predicateKeys of DoubledStored contain 'a' twice"))
  }
}
