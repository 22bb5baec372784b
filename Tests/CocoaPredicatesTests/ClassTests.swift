#if !canImport(ObjectiveC)
import CocoaPredicates
import Foundation
import PredicateFormat
import Testing

/// What a program sees of NSPredicate's family, in one file with Foundation.
@Suite("classes of NSPredicate")
struct ClassTests {
  final class Person: NSObject {
    let name: String
    let age: Int
    let kids: [String]

    init(_ name: String, _ age: Int, _ kids: [String] = []) { (self.name, self.age, self.kids) = (name, age, kids) }
  }

  struct Point: Hashable {
    var x: Int
    var y: Int
    var sum: Int { x + y }
  }

  enum Level: Int { case low = 1, high }

  let people = [Person("Ann", 30, ["Bo"]), Person("Bob", 5), Person("Cy", 41, ["Di", "Ed"])]

  private func names(_ format: String, _ arguments: Any?...) -> [String] {
    let predicate = NSPredicate(format: format, argumentArray: arguments)
    let found = (people as NSArray).filtered(using: predicate) as? [Person] ?? []
    #expect(found == people.filter { predicate.evaluate(with: $0) })
    return found.map(\.name)
  }

  @Test("formats with arguments of any type")
  func arguments() {
    #expect(names("age > %d", 20) == ["Ann", "Cy"])
    #expect(names("%K == %@", "name", "Bob") == ["Bob"])
    #expect(names("age IN %@", [5, 30]) == ["Ann", "Bob"])
    #expect(names("age IN %@", NSSet(array: [5, 41])) == ["Bob", "Cy"])
    #expect(names("name == %@ OR age == %@", NSString(string: "Ann"), NSNumber(value: 5)) == ["Ann", "Bob"])
    #expect(names("kids.@count == %@", Level.high) == ["Cy"])
    #expect(names("name != %@", nil) == ["Ann", "Bob", "Cy"])
    #expect(names("ANY kids BEGINSWITH[c] %@ AND TRUEPREDICATE", "b") == ["Ann"])
  }

  @Test("a format gives an object of the class that it has in Cocoa")
  func cluster() throws {
    let comparison = try #require(NSPredicate(format: "age >= 3") as? NSComparisonPredicate)
    #expect(comparison.leftExpression.keyPath == "age" && comparison.rightExpression.constantValue as? Int == 3)
    #expect(comparison.predicateOperatorType == .greaterThanOrEqualTo && comparison.options == [])
    let compound = try #require(NSPredicate(format: "a == 1 AND NOT b LIKE[cd] 'x*'") as? NSCompoundPredicate)
    let parts = try #require(compound.subpredicates as? [NSPredicate])
    #expect(
      compound.compoundPredicateType == .and && parts.map(\.predicateFormat) == ["a == 1", #"NOT b LIKE[cd] "x*""#])
    #expect((parts[1] as? NSCompoundPredicate)?.compoundPredicateType == .not)
    #expect(
      type(of: NSPredicate(value: true)) == NSPredicate.self
        && NSPredicate(format: "TRUEPREDICATE").isEqual(NSPredicate(value: true)))
    let any: Foundation.NSPredicate = comparison
    #expect(any.evaluate(with: people[0]))
    #expect(NSComparisonPredicate(format: "a == 1").predicateFormat == "a == 1")
  }

  @Test("compounds of blocks, formats and subclasses")
  func blocks() {
    final class Never: NSPredicate {
      init() { super.init(value: true) }
      required init?(coder: NSCoder) { nil }
      override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool { false }
    }
    let block = NSPredicate { object, bindings in (object as? Person)?.age ?? 0 > bindings?["LEAST"] as? Int ?? 10 }
    let name = NSPredicate(format: "name CONTAINS $PART")
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [block, name])
    func found(_ predicate: NSPredicate, _ variables: [String: Any]) -> [String] {
      people.filter { predicate.evaluate(with: $0, substitutionVariables: variables) }.map(\.name)
    }
    #expect(found(both, ["PART": "n"]) == ["Ann"])
    #expect(found(both, ["PART": "C", "LEAST": 40]) == ["Cy"])
    #expect(found(NSCompoundPredicate(notPredicateWithSubpredicate: both), ["PART": "n"]) == ["Bob", "Cy"])
    let set = both.withSubstitutionVariables(["PART": "y", "LEAST": 1])
    #expect((people as NSArray).filtered(using: set) as? [Person] == [people[2]])
    #expect(
      both.predicateFormat.hasPrefix("BLOCKPREDICATE(0x") && both.predicateFormat.hasSuffix(") AND name CONTAINS $PART")
    )
    #expect(
      found(NSCompoundPredicate(orPredicateWithSubpredicates: [Never(), NSPredicate(format: "age == 5")]), [:]) == [
        "Bob"
      ])
    #expect(throws: FormatError.self) { try FormatPredicate(both) }
    #expect(!NSCompoundPredicate(orPredicateWithSubpredicates: []).evaluate(with: 1))
    #expect(NSCompoundPredicate(andPredicateWithSubpredicates: []).evaluate(with: 1))
  }

  /// Typed predicates, as many programs declare them.
  final class Typed<Root>: NSComparisonPredicate {}
  final class TypedCompound<Root>: NSCompoundPredicate {}
  final class TypedPredicate<Root>: NSPredicate {}

  @Test("subclasses without code have the format of their parts")
  func subclasses() throws {
    let old = Typed<Person>(
      leftExpression: NSExpression(forKeyPath: "age"), rightExpression: NSExpression(forVariable: "LEAST"),
      modifier: .direct, type: .greaterThan)
    let set: Typed<Person> = old.withSubstitutionVariables(["LEAST": 20])
    #expect(set.predicateFormat == "age > 20" && (people as NSArray).filtered(using: set).count == 2)
    let single = NSCompoundPredicate(andPredicateWithSubpredicates: [old]).withSubstitutionVariables(["LEAST": 40])
    #expect(single.predicateFormat == "age > 40" && single.subpredicates.count == 1)
    let compound = TypedCompound<Person>(andPredicateWithSubpredicates: [old]).withSubstitutionVariables(["LEAST": 40])
    #expect(compound.predicateFormat == "age > 40")
    #expect(try FormatPredicate(NSCompoundPredicate(notPredicateWithSubpredicate: set)).format == "NOT age > 20")
    #expect(TypedPredicate<Person>(format: "age == 5").evaluate(with: people[1]))
    #expect(NSComparisonPredicate(format: "NOT ANY kids == 'Bo'").evaluate(with: people[1]))
    let request = NSFetchRequest<Person>()
    request.predicate = set
    #expect(try request.fetch(from: people).map(\.name) == ["Ann", "Cy"])
  }

  @Test("a tree is rebuilt from the parts of its objects")
  func rebuilding() throws {
    let sum = NSExpression(format: "a + 1")
    let again = NSExpression(forFunction: sum.operand, selectorName: sum.function, arguments: sum.arguments)
    #expect(again.isEqual(sum) && again.description == "a + 1")
    let list = try #require((NSPredicate(format: "a IN {1, 2}") as? NSComparisonPredicate)?.rightExpression)
    #expect((list.constantValue as? [NSExpression])?.map { $0.constantValue as? Int } == [1, 2])
    #expect((\Point.x)._kvcKeyPathString == "x" && (\Point.sum)._kvcKeyPathString == nil)
  }

  @Test("compounds that are joined one by one")
  func joining() {
    for type in [NSCompoundPredicate.LogicalType.and, .or] {
      var joined = NSPredicate(format: "age == 5")
      for age in 100..<400 {
        let format = type == .and ? "age != %d" : "age == %d"
        joined = NSCompoundPredicate(type: type, subpredicates: [joined, NSPredicate(format: format, age)])
      }
      #expect(people.map { joined.evaluate(with: $0) } == [false, true, false])
    }
    func negated(_ count: Int) -> NSPredicate {
      (0..<count).reduce(NSPredicate { _, _ in true }) { part, _ in
        NSCompoundPredicate(notPredicateWithSubpredicate: part)
      }
    }
    #expect(negated(500).evaluate(with: 1) && !negated(499).evaluate(with: 1))
    let error = #expect(throws: FormatError.self) { try FormatPredicate(negated(501)) }
    #expect(error?.diagnostics.first?.code == .tooHigh)
  }

  @Test("values of structs reach functions and sets as they are")
  func structs() {
    struct Plain { var a = 1 }
    let set = NSMutableSet(array: [Plain(a: 1), Plain(a: 2)])
    set.filter(using: NSPredicate(format: "a > 1"))
    #expect(set.count == 1)
    struct Pair { var point: Point }
    let pairs = [Pair(point: Point(x: 2, y: 0)), Pair(point: Point(x: 1, y: 5))]
    let order = NSSortDescriptor(keyPath: \Pair.point, ascending: true) { left, right in
      guard let left = left as? Point, let right = right as? Point else { return .orderedSame }
      return left.x < right.x ? .orderedAscending : .orderedDescending
    }
    let sorted = (pairs as NSArray).sortedArray(using: [order]) as? [Pair]
    #expect(sorted?.map(\.point.x) == [1, 2])
    #expect(NSExpression(forConstantValue: 5).expressionValue(with: nil, context: nil) as? Double == 5)
  }

  @Test("variables are replaced by values and expressions")
  func variables() {
    let template = NSPredicate(format: "age > $LEAST AND name != $NAME")
    let predicate = template.withSubstitutionVariables(["LEAST": 20])
    #expect(predicate.predicateFormat == "age > 20 AND name != $NAME" && predicate is NSCompoundPredicate)
    #expect(predicate.evaluate(with: people[0], substitutionVariables: ["NAME": "Bob"]))
    let other = template.withSubstitutionVariables(["LEAST": NSExpression(forKeyPath: "kids.@count"), "NAME": "x"])
    #expect(other.predicateFormat == #"age > kids.@count AND name != "x""#)
  }

  @Test("expressions: factories, parts and values")
  func expressions() throws {
    let total = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "prices")])
    #expect(total.description == "sum:(prices)" && total.function == "sum:" && total.expressionType == .function)
    #expect(total.expressionValue(with: ["prices": [1, 2, 4]], context: nil) as? Int == 7)
    #expect(
      NSExpression(format: "%@ + %K * 2", 1, "x").expressionValue(with: Point(x: 4, y: 0), context: nil) as? Int == 9)
    let subquery = NSExpression(
      forSubquery: NSExpression(forKeyPath: "kids"), usingIteratorVariable: "k",
      predicate: NSPredicate(format: "$k == 'Di'"))
    #expect(subquery.description == #"SUBQUERY(kids, $k, $k == "Di")"# && subquery.variable == "k")
    #expect(
      (subquery.collection as? NSExpression)?.keyPath == "kids" && subquery.predicate.predicateFormat == #"$k == "Di""#)
    #expect(subquery.expressionValue(with: people[2], context: nil) as? [String] == ["Di"])
    let count = NSExpression(
      forFunction: subquery, selectorName: "valueForKeyPath:", arguments: [NSExpression(forKeyPath: "@count")])
    #expect(count.description == #"SUBQUERY(kids, $k, $k == "Di").@count"#)
    #expect(count.expressionType == .function && count.function == "valueForKeyPath:" && count.operand == subquery)
    #expect(count.arguments?.map(\.keyPath) == ["@count"])
    #expect(count.expressionValue(with: people[2], context: nil) as? Int == 1)
    let path = NSExpression(forKeyPath: "$k.name")
    #expect(path.description == "$k.name" && path.expressionType == .keyPath && path.operand.variable == "k")
    let choice = NSExpression(
      forConditional: NSPredicate(format: "age > 18"), trueExpression: NSExpression(forConstantValue: "adult"),
      falseExpression: NSExpression(forConstantValue: "child"))
    #expect(people.map { choice.expressionValue(with: $0, context: nil) as? String } == ["adult", "child", "adult"])
    #expect(choice.true.constantValue as? String == "adult" && choice.false.constantValue as? String == "child")
    let list = NSExpression(forAggregate: [NSExpression(forConstantValue: 1), 2])
    #expect((list.collection as? [NSExpression])?.map { $0.constantValue as? Int } == [1, 2])
    let union = NSExpression(forUnionSet: list, with: NSExpression(forVariable: "more"))
    #expect(union.expressionValue(with: nil, context: ["more": [2, 3]]) as? Set<Int> == [1, 2, 3])
    let block = NSExpression(block: { object, arguments, _ in "\(object ?? "nil") \(arguments)" }, arguments: [list])
    #expect(
      block.expressionType == .block
        && (block.expressionValue(with: 5, context: nil) as? String)?.hasPrefix("5") == true)
    #expect(
      NSExpression.expressionForEvaluatedObject().expressionValue(with: people[1], context: nil) as? Person
        === people[1])
    #expect(NSExpression(forConstantValue: people[1]).constantValue as? Person === people[1])
    let constants: [AnyHashable] = [DateComponents(year: 1), URL(fileURLWithPath: "/a"), Point(x: 1, y: 2)]
    for constant in constants {
      let value = NSExpression(forConstantValue: constant.base).expressionValue(with: nil, context: nil)
      #expect(value as? AnyHashable == constant)
    }
    #expect(NSExpression(forKeyPath: \Point.x).keyPath == "x")
    #expect(NSPredicate(format: "name == %@", NSNull()).predicateFormat == "name == nil")
    let property: NSPropertyDescription = NSExpressionDescription()
    #expect(property.name == "")
  }

  @Test("sort descriptors by key, key path, selector and function")
  func sorting() {
    func names(_ descriptors: NSSortDescriptor...) -> [String] {
      ((people as NSArray).sortedArray(using: descriptors) as? [Person] ?? []).map(\.name)
    }
    #expect(names(NSSortDescriptor(key: "age", ascending: false)) == ["Cy", "Ann", "Bob"])
    #expect(
      names(NSSortDescriptor(key: "kids.@count", ascending: true), NSSortDescriptor(key: "name", ascending: false)) == [
        "Bob", "Ann", "Cy",
      ])
    let byName = NSSortDescriptor(keyPath: \Person.name, ascending: false)
    #expect(names(byName) == ["Cy", "Bob", "Ann"] && byName.keyPath == \Person.name)
    #expect((byName.reversedSortDescriptor as? NSSortDescriptor)?.keyPath == \Person.name)
    #expect(
      names(
        NSSortDescriptor(key: "name", ascending: true) { left, right in
          ("\(right)" as NSString).compare("\(left)")
        }) == ["Cy", "Bob", "Ann"])
    let files = ["File10", "file2", "File1"].map { ["name": $0] } as NSArray
    let sorted = files.sortedArray(using: [
      NSSortDescriptor(key: "name", ascending: true, selector: Selector("localizedStandardCompare:"))
    ])
    #expect((sorted as? [[String: String]])?.compactMap { $0["name"] } == ["File1", "file2", "File10"])
    let points = [Point(x: 3, y: 3), Point(x: 1, y: 9), Point(x: 2, y: 2)]
    let bySum = NSSortDescriptor(keyPath: \Point.sum, ascending: true)
    #expect((points as NSArray).sortedArray(using: [bySum]) as? [Point] == [points[2], points[0], points[1]])
    #expect(bySum.key == nil && bySum.compare(points[0], to: points[1]) == .orderedAscending)
    let reversed = NSSortDescriptor(key: "x", ascending: true).reversedSortDescriptor as? NSSortDescriptor
    #expect(reversed?.ascending == false && reversed?.key == "x")
    #expect(
      reversed?.compare(points[0], to: points[1]) == .orderedAscending
        && reversed?.compare(points[0], to: points[0]) == .orderedSame)
  }

  @Test("the collections of Foundation")
  func collections() {
    let predicate = NSPredicate(format: "SELF > 2")
    #expect(NSSet(array: [1, 2, 3]).filtered(using: predicate) as? Set<Int> == [3])
    #expect(NSOrderedSet(array: [3, 1, 4]).filtered(using: predicate).array as? [Int] == [3, 4])
    let (array, set, ordered) = (
      NSMutableArray(array: [4, 1, 3]), NSMutableSet(array: [1, 5]), NSMutableOrderedSet(array: [9, 1])
    )
    array.filter(using: predicate)
    array.sort(using: [NSSortDescriptor(key: nil, ascending: true)])
    set.filter(using: predicate)
    ordered.filter(using: predicate)
    #expect(array as? [Int] == [3, 4] && set as? Set<Int> == [5] && ordered.array as? [Int] == [9])
  }

  @Test("objects are read by their own class, alone and in arrays")
  func ownClasses() throws {
    class Animal { let name = "Rex", legs: [Int]? = nil }
    final class Dog: Animal { let age = 3 }
    final class Box: NSObject { let volume = 2 }
    let (dog, box, number): (Animal, NSObject, NSObject) = (Dog(), Box(), NSNumber(value: 5))
    let cases: [(String, Any, Bool)] = [
      ("age == 3", dog, true), ("volume == 2", box, true), ("SELF == 5", number, true), ("SELF != 5", number, false),
      ("legs.@count == 0", dog, true), ("legs.@count != 0", dog, false), ("count(legs) == 0", dog, true),
      ("SELF CONTAINS 1", NSSet(array: [1]), true), ("ANY a == 1", ["a": NSSet(array: [1])] as NSDictionary, true),
      ("volume == 2", ["volume": NSNumber(value: 2) as NSObject] as [String: NSObject], true),
    ]
    for (format, object, answer) in cases {
      let predicate = NSPredicate(format: format)
      #expect(predicate.evaluate(with: object) == answer, "\(format)")
      #expect(NSArray(array: [object]).filtered(using: predicate).count == (answer ? 1 : 0), "\(format)")
    }
    let request = NSFetchRequest<NSDictionary>(entityName: "Dog")
    request.propertiesToFetch = ["age", "legs.@count"]
    let dogs: [Animal] = [Dog()]
    #expect(try request.rows(of: dogs) as? [[String: Int]] == [["age": 3, "legs.@count": 0]])
    let mixed: NSArray = [Animal(), Dog(), Animal(), Dog()]
    #expect(mixed.filtered(using: NSPredicate(format: "legs.@count == 0")).count == 4)
    let found = mixed.filtered(using: NSPredicate(format: "name == 'Rex'"))
    #expect(found.map { $0 is Dog } == [false, true, false, true])
    let lengths: NSArray = ["a", ["length": 7], "bcd"]
    #expect(lengths.filtered(using: NSPredicate(format: "length == max:(length)")).count == 1)
  }
}
#endif
