import PredicateEvaluation

// Classes whose subclasses override stored properties, or register keys. Reading past an override would find 4 legs.

class Pet {
  var legs = 4
  var name: String
  let id: Int
  var friends: [Pet] = []
  /// A computed property without a setter, whose override is never confused with a stored one.
  var title: String { name }

  init(_ name: String, _ id: Int) {
    self.name = name
    self.id = id
  }
}

/// Overrides a stored property and registers no key.
final class Bird: Pet {
  override var legs: Int {
    get { 2 }
    set {}
  }
}

/// Overrides a stored property, and registers it.
final class Finch: Pet, PredicateKeyed {
  override var legs: Int {
    get { 2 }
    set {}
  }
  override var friends: [Pet] {
    get { [Pet("a", 1), Pet("b", 2)] }
    set {}
  }
  static var predicateKeys: [PredicateKey<Finch>] { [.key("legs") { $0.legs }, .key("friends") { $0.friends }] }
}

/// Overrides no stored property.
class Cat: Pet {
  var lives = 9
  override var title: String { "cat" }
}

final class Tiger: Cat { override var title: String { "tiger" } }

/// Overrides what two levels above is stored.
final class Manx: Cat {
  override var name: String {
    get { "manx" }
    set {}
  }
}

/// Only observes. At run time this looks like any override.
final class Watched: Pet { override var name: String { didSet {} } }

/// Registers a key under the name of another type of value.
final class Sloth: Pet, PredicateKeyed {
  static var predicateKeys: [PredicateKey<Sloth>] { [.key("legs") { "\($0.legs)" }] }
}

/// The superclass registers keys, and subclasses other ones.
class Named: PredicateKeyed {
  var first = "f"
  class var predicateKeys: [PredicateKey<Named>] { [.key("label") { $0.first }] }
}

final class Renamed: Named { override class var predicateKeys: [PredicateKey<Named>] { [.key("label") { _ in "r" }] } }
final class Unnamed: Named { override class var predicateKeys: [PredicateKey<Named>] { [] } }

/// More properties with a setter than stored ones.
class Shape {
  var sides = 3
  var area: Int {
    get { 1 }
    set {}
  }
  let id = 1
}

final class Square: Shape {
  override var area: Int {
    get { 2 }
    set {}
  }
}

class Box<Value> {
  var value: Value
  var count = 1
  init(_ value: Value) { self.value = value }
}

final class IntBox: Box<Int> {
  override var count: Int {
    get { 5 }
    set {}
  }
}

class Grid<let size: Int> {
  var width = 1
  var height = 1
}

final class TallGrid: Grid<3> {
  override var height: Int {
    get { 2 }
    set {}
  }
}

struct Cage {
  var pet: Pet
  var other: Pet?
  var pets: [Pet] = []
  var byName: [String: Pet] = [:]
}
