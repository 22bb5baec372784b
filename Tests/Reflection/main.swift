import PredicateFormat
import ReflectionAnswers

// Answers of the library without the runtime's entry points. Prints one line for each check, as the stages do.

enum Kind { case noun, verb }

struct Place {
  let city: String
  let year: Int?
}

struct Word {
  let text: String
  let length: Int
  let kind: Kind
  let place: Place
  var parts: [Place] = []
  var span = 1...3
}

class Animal: PredicateKeyed {
  var legs = 4
  let name: String
  init(_ name: String) { self.name = name }
  class var predicateKeys: [PredicateKey<Animal>] { [.key("legs") { $0.legs }] }
}

final class Bird: Animal {
  override var legs: Int {
    get { 2 }
    set {}
  }
}

actor Counter { let start = 1 }

func check(_ name: String, _ isRight: () throws -> Bool) {
  do { print(try isRight() ? "ok: \(name)" : "FAILED: \(name)") } catch { print("FAILED: \(name): \(error)") }
}

/// Checks that a predicate is an error, with a text in its message.
func refuse<Row>(_ format: String, _ text: String, _ rows: [Row]) {
  check("'\(format)' of \(Row.self) is refused: \(text)") {
    do { _ = try rows.filtered(by: FormatPredicate(format)) } catch { return "\(error)".contains(text) }
    return false
  }
}

let here = Place(city: "Bern", year: 1848)
let words = [
  Word(text: "run", length: 3, kind: .verb, place: here),
  Word(text: "house", length: 5, kind: .noun, place: Place(city: "Rome", year: nil), parts: [here, here]),
]
func texts(_ format: String) throws -> [String] { try words.filtered(by: FormatPredicate(format)).map(\.text) }

check("keys of a struct, by its mirror") { try texts("length > 3 AND text BEGINSWITH 'h'") == ["house"] }
check("keys of a nested struct") { try texts("place.city == 'Bern' AND place.year == 1848") == ["run"] }
check("nil") { try texts("place.year == nil") == ["house"] }
check("elements of a collection") { try texts("ANY parts.city == 'Bern'") == ["house"] }
check("counting") { try texts("parts.@count == 0") == ["run"] }
check("cases of an enumeration") { try texts("kind == 'noun'") == ["house"] }
check("a tuple") { try [(a: 1, b: 2), (a: 3, b: 4)].count(matching: FormatPredicate("b > 2")) == 1 }
check("an order") { try words.sorted(by: .descending("length")).map(\.text) == ["house", "run"] }
check("a dictionary") { try [["a": 1], ["a": 2]].count(matching: FormatPredicate("a > 1")) == 1 }

let animals = [Animal("cat"), Bird("finch")]
check("a registered key of objects") { try animals.count(matching: FormatPredicate("legs == 2")) == 1 }
check("the same in Any") { try (animals as [Any]).count(matching: FormatPredicate("legs == 2")) == 1 }
check("a sum") { try FormatExpression("@sum.legs").value(with: animals) == 6 }

refuse("name == 'cat'", "name it in predicateKeys", animals)
refuse("name == 'cat'", "name it in predicateKeys", animals as [Any])
refuse("start == 1", "an actor", [Counter()])
refuse("lenght > 3", "lenght", words)
refuse("3 IN span", "reads no ranges", words)
refuse("span.lowerBound == 1", "reads no ranges", words)

// An answer of the default build, or an error.
for line in compareAnswers(permitsErrors: true) { print(line) }
