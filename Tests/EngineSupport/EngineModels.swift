import Foundation
import PredicateFormat
import TestSupport

// Rows in three forms: a class, a struct, and untyped records. All three must give the same results.

/// A row with a property of every type that typed leaves read.
package struct Person: Sendable {
  package var i: Int
  package var small: Int8
  package var unsigned: UInt16
  package var wide: UInt64
  package var oi: Int?
  package var d: Double
  package var od: Double?
  package var s: String
  package var os: String?
  package var flag: Bool
  package var oflag: Bool?
  package var date: Date
  package var kids: [Kid]
  package var tags: [String]
  package var okids: [Kid]?
  package var best: Kid?

  package var record: FormatValue {
    .record([
      "i": .integer(Int64(i)), "small": .integer(Int64(small)), "unsigned": .integer(Int64(unsigned)),
      "wide": .number(wide), "oi": oi.map { .integer(Int64($0)) } ?? .null, "d": .double(d),
      "od": od.map { .double($0) } ?? .null, "s": .string(s), "os": os.map { .string($0) } ?? .null,
      "flag": .bool(flag), "oflag": oflag.map { .bool($0) } ?? .null, "date": FormatValue(date),
      "kids": .list(kids.map(\.record)), "tags": .list(tags.map { .string($0) }),
      // A declared collection that is nil reads as empty. In an untyped record it would read as nil.
      "okids": .list((okids ?? []).map(\.record)), "best": best?.record ?? .null,
    ])
  }
}

package struct Kid: Sendable {
  package var name: String
  package var age: Int
  package var score: Double?
  package var toys: [Toy]

  package init(name: String, age: Int, score: Double?, toys: [Toy]) {
    (self.name, self.age, self.score, self.toys) = (name, age, score, toys)
  }

  package var record: FormatValue {
    .record([
      "name": .string(name), "age": .integer(Int64(age)), "score": score.map { .double($0) } ?? .null,
      "toys": .list(toys.map(\.record)),
    ])
  }
}

package struct Toy: Sendable {
  package var name: String
  package var price: Int

  package var record: FormatValue { .record(["name": .string(name), "price": .integer(Int64(price))]) }
}

/// The same row as a class. `ClassPerson` is its subclass.
package class BasePerson {
  package var i = 0
  package var small: Int8 = 0
  package var unsigned: UInt16 = 0
  package var wide: UInt64 = 0
  package var oi: Int?
  package var d = 0.0
  package var od: Double?
  package var s = ""
}

package final class ClassPerson: BasePerson {
  package var os: String?
  package var flag = false
  package var oflag: Bool?
  package var date = Date()
  package var kids: [ClassKid] = []
  package var tags: [String] = []
  package var okids: [ClassKid]?
  package var best: ClassKid?

  package init(_ row: Person) {
    super.init()
    (i, small, unsigned, wide, oi, d, od, s) =
      (row.i, row.small, row.unsigned, row.wide, row.oi, row.d, row.od, row.s)
    (os, flag, oflag, date, tags) = (row.os, row.flag, row.oflag, row.date, row.tags)
    kids = row.kids.map(ClassKid.init)
    okids = row.okids?.map(ClassKid.init)
    best = row.best.map(ClassKid.init)
  }
}

package final class ClassKid {
  package let name: String
  package let age: Int
  package let score: Double?
  package let toys: [ClassToy]

  package init(_ kid: Kid) {
    (name, age, score) = (kid.name, kid.age, kid.score)
    toys = kid.toys.map(ClassToy.init)
  }
}

package final class ClassToy {
  package let name: String
  package let price: Int

  package init(_ toy: Toy) { (name, price) = (toy.name, toy.price) }
}

/// A generator of random rows, and of predicates for them.
package struct RowMaker {
  package var random: SeededRandom

  package init(random: SeededRandom) { self.random = random }

  package static let texts = [
    "", "a", "A", "abc", "Abc", "café", "cafe\u{301}", "cafe", "ß", "SS", "zz", "ab*c", "Ａ", "été x",
  ]
  package static let numbers = [0, 1, -1, 2, 5, 100, 127, -128, 255, 65535, Int.max, Int.min, 1 << 53, (1 << 53) + 1]

  package mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
  package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  package mutating func kid() -> Kid {
    let toys = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
      Toy(name: pick(Self.texts), price: Int.random(in: 0..<6, using: &random))
    }
    return Kid(
      name: pick(Self.texts), age: Int.random(in: 0..<5, using: &random),
      score: chance(30) ? nil : pick([0, 0.5, 1, -1, 2.5]), toys: toys)
  }

  package mutating func row() -> Person {
    let double: Double = pick([0, -0.0, 1, 1.5, -2.25, 1e300, .infinity, .nan, 9_007_199_254_740_992])
    return Person(
      i: pick(Self.numbers), small: pick([0, 1, -1, 5, 127, -128]), unsigned: pick([0, 1, 5, 255, 65535]),
      wide: pick([0, 1, 5, UInt64(Int64.max), UInt64.max]), oi: chance(30) ? nil : pick(Self.numbers), d: double,
      od: chance(30) ? nil : pick([0, 1, 1.5, .nan]), s: pick(Self.texts), os: chance(30) ? nil : pick(Self.texts),
      flag: chance(50), oflag: chance(30) ? nil : chance(50),
      date: Date(timeIntervalSinceReferenceDate: pick([0, 1, 1.5, -100])),
      kids: (0..<Int.random(in: 0..<4, using: &random)).map { _ in kid() },
      tags: (0..<Int.random(in: 0..<3, using: &random)).map { _ in pick(Self.texts) },
      okids: chance(40) ? nil : (0..<Int.random(in: 0..<3, using: &random)).map { _ in kid() },
      best: chance(40) ? nil : kid())
  }

  // MARK: Predicates

  /// The functions that the predicates call. No call contains `:(`, as the functions over all rows do.
  package static let functions: PredicateFunctions = [
    .function("twice:") { (number: Int) in number &* 2 },
    .function("joined:with:") { (left: String, right: String?) in left + (right ?? "") },
    .function("orNil:") { (text: String?) in text == "a" ? nil : text },
    .comparison(.custom("sameLength:")) { (left: String, right: String) in left.utf16.count == right.utf16.count },
    .comparison(.utiConformsTo) { (left: String?, right: String?) in (left ?? "nil") >= (right ?? "nil") },
  ]

  private mutating func call() -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: "twice(\(pick(["i", "oi", "small", "unsigned", "d"]))) \(relation()) \(number())"
    case 1: "FUNCTION(\(pick(["s", "os", "best.name"])), 'joined:with:', os) \(textOperator()) \(text())"
    case 2: "\(pick(["s", "os", "best.name"])) \(pick(["sameLength:", "UTI-CONFORMS-TO"])) \(pick(["s", "os"]))"
    default: "orNil(\(pick(["s", "os"]))) \(pick(["==", "!=", "<"])) \(pick(["nil", "os", text()]))"
    }
  }

  package mutating func predicate(_ depth: Int = 3, _ scope: String = "") -> String {
    switch depth == 0 ? 5 : Int.random(in: 0..<8, using: &random) {
    case 0: "(\(predicate(depth - 1, scope)) AND \(predicate(depth - 1, scope)))"
    case 1: "(\(predicate(depth - 1, scope)) OR \(predicate(depth - 1, scope)))"
    case 2: "NOT \(predicate(depth - 1, scope))"
    case 3 where scope.isEmpty:
      // `$x` is a kid and `$t` is a toy, which have different keys.
      chance(70)
        ? "SUBQUERY(\(pick(["kids", "okids"])), $x, \(predicate(depth - 1, "$x."))).@count \(relation()) \(pick([0, 1, 2]))"
        : "SUBQUERY(kids.toys, $t, \(predicate(depth - 1, "$t."))).@count \(relation()) \(pick([0, 1, 2]))"
    case 4 where scope.isEmpty: "\(pick(["ANY", "ALL", "NONE", "SOME"])) \(collection())"
    default: comparison(scope)
    }
  }

  private mutating func relation() -> String { pick(["==", "!=", "<", "<=", ">", ">="]) }
  private mutating func options() -> String { pick(["", "", "[c]", "[d]", "[cd]", "[n]", "[w]"]) }
  private mutating func text() -> String { "'\(pick(Self.texts))'" }
  private mutating func number() -> String {
    pick(["0", "1", "5", "-1", "1.5", "2.0", "nil", "100", "9007199254740993", "1e300"])
  }
  private mutating func textOperator() -> String {
    pick(["==", "!=", "<", "<=", ">", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE"])
  }

  private mutating func collection() -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: "kids.name \(textOperator())\(options()) \(text())"
    case 1: "kids.age \(relation()) \(number())"
    case 2: "kids.toys.price \(relation()) \(pick(["i", "oi", "3"]))"
    case 3: "tags \(textOperator())\(options()) \(pick(["s", "os", text()]))"
    default: "okids.score \(relation()) \(number())"
    }
  }

  private mutating func comparison(_ scope: String) -> String {
    if scope == "$x.", chance(50) { return kidComparison() }
    if !scope.isEmpty {
      // A comparison for a kid or a toy may use only the keys of both, and the outer row.
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return "\(scope)name \(textOperator())\(options()) \(pick(["s", "os", text()]))"
      case 1: return "\(scope)name.length \(relation()) \(pick(["i", "small", "2"]))"
      default: return "\(scope)name IN {\(text()), \(text())}"
      }
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return "\(pick(["i", "small", "unsigned", "wide", "oi", "d", "od"])) \(relation()) \(number())"
    case 1: return "\(number()) \(relation()) \(pick(["i", "small", "oi", "d", "od", "wide"]))"
    case 2: return "\(pick(["s", "os"])) \(textOperator())\(options()) \(text())"
    case 3: return "\(pick(["s", "os"])) \(textOperator())\(options()) \(pick(["s", "os", "best.name"]))"
    case 4: return "\(pick(["i", "oi", "d", "od", "unsigned"])) BETWEEN {\(number()), \(number())}"
    case 5: return "\(pick(["s", "os", "best.name"])) IN {\(text()), \(text()), nil}"
    case 6:
      return
        "\(pick(["i", "oi", "d", "small", "unsigned", "wide", "flag", "od"])) IN {1, 5, 1.5, nil, -1, 255, 9007199254740993, 2e0, \(number())}"
    case 7:
      return "\(pick(["os", "oi", "od", "best", "oflag", "best.name", "best.score", "d"])) \(pick(["==", "!="])) nil"
    case 8: return "\(pick(["kids", "okids", "kids.toys", "tags"])).@count \(relation()) \(pick(["0", "1", "2", "i"]))"
    case 9:
      return
        "kids.@\(pick(["sum", "avg", "min", "max"])).\(pick(["age", "score", "toys.price"])) \(relation()) \(number())"
    case 10: return "\(pick(["flag", "oflag"])) \(pick(["==", "!="])) \(pick(["YES", "NO", "1", "nil"]))"
    case 11:
      return
        "\(pick(["i", "oi", "small"])) \(pick(["+", "-", "*", "/"])) \(pick(["1", "small", "oi", "2.5", "0"])) \(relation()) \(number())"
    case 12: return "\(pick(["flag", "oflag"])) \(relation()) \(pick(["YES", "NO", "1", "0.5", "nil"]))"
    case 13:
      let dates = ["CAST(0, 'NSDate')", "CAST(1, 'NSDate')", "CAST(1.5, 'NSDate')", "nil"]
      if chance(30) { return "date BETWEEN {\(pick(dates)), \(pick(dates))}" }
      return "date \(relation()) \(pick(dates))"
    case 14:
      return
        "\(pick(["i", "small", "oi"])) \(relation()) \(pick(["max:(i)", "min:(small)", "average:(small)", "count:(oi)"]))"
    case 15: return "\(pick(["s", "os"])) IN kids.name"
    case 16: return "kids.name CONTAINS \(pick(["s", "os", text()]))"
    case 17: return "\(pick(["max:(kids.age)", "sum:(kids.toys.price)", "kids.@sum.score"])) \(relation()) \(number())"
    case 18: return call()
    default: return "best.name.length \(relation()) \(pick(["0", "1", "4", "nil"]))"
    }
  }

  /// Returns a comparison of a kid with the other kids and the row.
  private mutating func kidComparison() -> String {
    switch Int.random(in: 0..<11, using: &random) {
    case 9: return "twice($x.age) \(relation()) \(pick(["i", "twice(small)"])) OR $x.name sameLength: os"
    case 0: return "$x.age \(relation()) \(pick(["i", "oi", "small", "3"]))"
    case 1: return "\(pick(["ANY", "ALL", "NONE"])) kids.age \(relation()) $x.age"
    case 2: return "SUBQUERY($x.toys, $y, $y.price \(relation()) $x.age AND $y.name \(textOperator()) s).@count > 0"
    case 3: return "$x.toys.@\(pick(["max", "sum", "avg"])).price \(relation()) \(pick(["oi", "2", "$x.age"]))"
    case 4: return "$x.score \(relation()) \(pick(["nil", "od", "0.5"]))"
    case 5: return "SUBQUERY(kids, $y, $y.age \(relation()) $x.age AND $y.name != $x.name).@count \(relation()) 1"
    case 6: return "\(pick(["ANY", "ALL"])) $x.toys.name \(textOperator()) \(pick(["os", "$x.name", text()]))"
    case 7: return "$x.age \(relation()) kids.@\(pick(["min", "max", "avg"])).age"
    case 8:
      return
        "SUBQUERY(okids, $y, SUBQUERY($y.toys, $z, $z.price \(relation()) $x.age OR $z.name == s).@count > 0).@count > 0"
    default: return "$x.name IN \(pick(["tags", "okids.name", "kids.toys.name"]))"
    }
  }
}
