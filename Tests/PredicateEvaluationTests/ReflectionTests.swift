import Foundation
import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

@Suite struct ReflectionTests {
  @Test("every kind of field of a struct reads as its value")
  func plainFields() {
    let row = Row()
    let expected: [String: FormatValue] = [
      "flag": .bool(true), "i8": .integer(-8), "i16": .integer(-16), "i32": .integer(-32), "i64": .integer(.min),
      "int": .integer(42), "u8": .integer(200), "u16": .integer(60_000), "u32": .integer(4_000_000_000),
      "u64": .unsigned(.max), "uint": .integer(7), "float": .double(1.5), "double": .double(-2.25),
      "cgFloat": .double(3.75), "string": .string(row.string), "substring": .string("part"), "date": .date(123.5),
      "data": .data([1, 2, 255]), "uuid": .uuid(FormatUUID(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0EFF)),
      "url": .string("file:///a%20b"), "value": .list([.integer(1), .null]), "grade": .integer(700),
      "colour": .string("verd"), "options": .integer(1),
      "point": .record(["x": .integer(3), "y": .double(4.5)]),
      "pair": .record(["0": .integer(1), "second": .string("two")]), "leaf": .object(FormatObject(row.leaf)),
      "leaves": .list(row.leaves.map { .object(FormatObject($0)) }),
      "points": .list([
        .record(["x": .integer(1), "y": .double(1)]), .record(["x": .integer(2), "y": .double(2)]),
      ]),
      "numbers": .list([.integer(1), .null, .integer(3)]), "slots": .record(["a": .integer(1)]),
      "bare": .string("one"), "byNumber": .record(["1": .string("a")]),
      "range": .record(["lowerBound": .integer(2), "upperBound": .integer(5)]), "anything": .integer(5),
      "object": .object(FormatObject(row.object)), "hashable": .string("h"),
    ]
    for (name, value) in expected { #expect(read(name, of: row) == value, "\(name)") }
    #expect(read("decimal", of: row) == FormatDecimal("12.5").map { .decimal($0) })
    guard case .set(let names)? = read("names", of: row) else { return #expect(Bool(false)) }
    #expect(Set(names) == [.string("x"), .string("y")])
    #expect(verified(value: row) == [])
  }

  @Test("a field that is not a value has a reason")
  func unreadableFields() {
    #expect(reason(Row.self, "closure") == "a function is not a value")
    struct Odd { let byDouble: [Double: Int] }
    #expect(reason(Odd.self, "byDouble")?.contains("keys are strings") == true)
    guard case .absent(let known) = SwiftType.of(Point.self).field("z") else { return #expect(Bool(false)) }
    #expect(known == ["x", "y"])
    #expect(SwiftType.of(Teller.self).unreadableReason?.hasPrefix("Teller is an actor") == true)
    #expect(SwiftType.of(ObjectIdentifier.self).unreadableReason != nil)
  }

  @Test("a C union has no known properties")
  func unions() {
    #expect(
      reason(sigval.self, "sival_int")
        == "sigval was compiled without reflection metadata, so its properties cannot be found; name it in predicateKeys"
    )
  }

  @Test("offsets are those of the compiler")
  func offsets() {
    func offset(_ name: String) -> Int? {
      guard case .found(let field) = SwiftType.of(Row.self).field(name), case .offset(let offset) = field.access
      else { return nil }
      return offset
    }
    #expect(offset("i16") == MemoryLayout<Row>.offset(of: \.i16))
    #expect(offset("string") == MemoryLayout<Row>.offset(of: \.string))
    #expect(offset("pair") == MemoryLayout<Row>.offset(of: \.pair))
    #expect(offset("hashable") == MemoryLayout<Row>.offset(of: \.hashable))
  }

  @Test("nil is recognized in optionals of every kind")
  func optionals() {
    let none = OptionalRow()
    let full = OptionalRow.full()
    let type = SwiftType.of(OptionalRow.self)
    for (label, _) in Mirror(reflecting: none).children {
      let name = label ?? ""
      guard case .found(let field) = type.field(name), case .offset(let offset) = field.access else {
        #expect(Bool(false), "\(name)")
        continue
      }
      #expect(field.type.isNullable, "\(name)")
      withUnsafePointer(to: none) {
        #expect(field.type.isNil(UnsafeRawPointer($0) + offset), "\(name)")
        #expect(field.type.box(UnsafeRawPointer($0) + offset) == .null, "\(name)")
      }
      withUnsafePointer(to: full) {
        #expect(!field.type.isNil(UnsafeRawPointer($0) + offset), "\(name)")
        #expect(field.type.box(UnsafeRawPointer($0) + offset) != .null, "\(name)")
      }
    }
    #expect(read("slots", of: full) == .record(["a": .null, "b": .integer(1)]))
    #expect(read("flag", of: full) == .bool(false))
    #expect(read("grade", of: full) == .integer(-1))
    guard case .double(let number)? = read("double", of: full) else { return #expect(Bool(false)) }
    #expect(number.isNaN)
    #expect(verified(value: full) == [])
  }

  @Test("nil is found at any depth, and nothing else is nil")
  func nestedNil() {
    #expect(isNil(Int??.some(nil)) && isNil(Int??.none) && !isNil(Int??.some(0)))
    #expect(isNil(String???.some(.some(nil))) && !isNil(String???.some("")))
    let hidden: Any = Int?.none as Any
    #expect(isNil(hidden) && box(hidden) == .null && isNil(Any?.some(hidden)))
    #expect(isNil(Any?.none) && !isNil(Any?.some(1)))
    #expect(!isNil(0) && !isNil(Leaf("")))
    #expect(isNil(Row?.none) && !isNil(Row?.some(Row())))
    #expect(isNil((Int, Bool)?.none) && !isNil((Int, Bool)?.some((0, false))))
    #expect(isNil(NSNull() as AnyObject))
    #expect(box(Int??.some(3)) == .integer(3) && box(Int??.some(nil)) == .null)
  }

  @Test("classes: inherited fields, to-one, to-many, and fields that are never read raw")
  func classes() {
    let dog = Poodle()
    let mother = Dog()
    dog.mother = mother
    dog.puppies = [mother, mother]
    #expect(read("name", ofObject: dog) == .string("n"))
    #expect(read("mark", ofObject: dog) == .string("own"))
    #expect(read("mark", ofObject: dog, as: Dog.self) == .integer(9))
    #expect(read("barks", ofObject: dog, as: Dog.self) == .bool(true))
    #expect(read("born", ofObject: dog) == .date(7))
    #expect(read("mother", ofObject: dog) == .object(FormatObject(mother)))
    #expect(read("mother", ofObject: mother) == .null)
    #expect(read("puppies", ofObject: dog) == .list([.object(FormatObject(mother)), .object(FormatObject(mother))]))
    #expect(read("watched", ofObject: dog) == .integer(1))
    #expect(read("next", ofObject: dog) == .integer(3))
    #expect(read("curls", ofObject: dog) == .integer(12))
    for name in ["owner", "unsafeLeaf"] { #expect(reason(Dog.self, name)?.contains("weak or unowned") == true) }
    #expect(reason(Dog.self, "slow")?.contains("lazy") == true)
    #expect(reason(Dog.self, "clamped")?.contains("'_clamped'") == true)
    for name in ["computed", "still", "isa"] {
      guard case .absent = SwiftType.of(Dog.self).field(name) else { return #expect(Bool(false), "\(name)") }
    }
    #expect(verified(dog) == [])
    #expect(SwiftType.of(Dog.self).verify(object: Unmanaged.passUnretained(dog).toOpaque()) == [])
    #expect(verified(value: 7) == [] && verified(value: [7]) == [])
    withExtendedLifetime(dog) {}
  }

  @Test("a field that differs from its mirror is excluded, once")
  func verification() {
    let liar = Liar()
    #expect(read("number", ofObject: liar) == .integer(1))
    #expect(verified(liar) == ["number"])
    #expect(verified(liar) == [])
    #expect(reason(Liar.self, "number")?.contains("could not be verified") == true)
    #expect(read("honest", ofObject: liar) == .string("h") && read("hidden", ofObject: liar) == .integer(2))
  }

  @Test("a value in which another offset would agree verifies nothing")
  func accidents() {
    // The mirror shows what fields at each other's offsets would.
    struct Twin: CustomReflectable {
      var left: Int
      var right: Int
      var flag = false
      var customMirror: Mirror { Mirror(self, children: ["left": right, "right": left, "flag": flag]) }
    }
    let type = SwiftType.of(Twin.self)
    for value in [Twin(left: 0, right: 0), Twin(left: 7, right: 7)] {
      #expect(verified(value: value) == [] && type.canBeVerified(isShared: false))
    }
    #expect(verified(value: Twin(left: 0, right: 5)) == ["left", "right"])
    #expect(reason(Twin.self, "left")?.contains("could not be verified") == true)
    // The flag is always false, so no value shows where it is.
    #expect(type.canBeVerified(isShared: false))
    for _ in 0..<SwiftType.maximumComparisons { _ = verified(value: Twin(left: 1, right: 2)) }
    #expect(!type.canBeVerified(isShared: false))
  }

  @Test("values that distinguish all fields verify a type, each its own fields")
  func distinguished() {
    struct Parts {
      var number: Int
      var text: String?
      var other: Int
    }
    let type = SwiftType.of(Parts.self)
    #expect(verified(value: Parts(number: 1, text: nil, other: 2)) == [] && type.canBeVerified(isShared: false))
    #expect(verified(value: Parts(number: 0, text: "abc", other: 0)) == [] && !type.canBeVerified(isShared: false))
    final class Holder {
      let a = 1
      var b = 2.5
    }
    #expect(verified(Holder()) == [] && !SwiftType.of(Holder.self).canBeVerified(isShared: false))
  }

  @Test("the structure that the runtime fills in has room for more fields after its head")
  func fieldDescription() {
    #expect(MemoryLayout<FieldDescription>.offset(of: \.name) == 0)
    #expect(MemoryLayout<FieldDescription>.offset(of: \.free) == MemoryLayout<Int>.size)
    #expect(MemoryLayout<FieldDescription>.offset(of: \.isStrong) == 2 * MemoryLayout<Int>.size)
    #expect(MemoryLayout<FieldDescription>.offset(of: \.isVar) == 2 * MemoryLayout<Int>.size + 1)
    #expect(MemoryLayout<FieldDescription>.size >= 2 * MemoryLayout<Int>.size + 2 + 64)
  }

  @Test("a predicate on objects whose field could not be verified has an error, and then the field is excluded")
  func unconfirmed() throws {
    final class Other: CustomReflectable {
      let number = 1
      var customMirror: Mirror { Mirror(self, children: ["number": 2]) }
    }
    for note in ["at the first object", "when it is compiled"] {
      let error = #expect(throws: FormatError.self) { try [Other()].filtered(by: FormatPredicate("number == 1")) }
      #expect(
        error?.diagnostics.map(\.message) == [
          "the key 'number' of Other cannot be read: its location could not be verified; name it in predicateKeys"
        ], "\(note)")
    }
  }

  @Test("offsets are verified in what keys lead to: nested values, elements, optional values, objects in Any")
  func unconfirmedBelow() throws {
    final class First: CustomReflectable {
      let number = 1
      var customMirror: Mirror { Mirror(self, children: ["number": 2]) }
    }
    struct Holder<Value> {
      var name = "a"
      let value: Value
    }
    final class Inner: CustomReflectable {
      let number = 1
      var customMirror: Mirror { Mirror(self, children: ["number": 2]) }
    }
    final class Element: CustomReflectable {
      let number = 1
      var customMirror: Mirror { Mirror(self, children: ["number": 2]) }
    }
    final class Hidden: CustomReflectable {
      let number = 1
      var customMirror: Mirror { Mirror(self, children: ["number": 2]) }
    }
    func message<Row>(_ text: String, _ rows: [Row]) throws -> String? {
      let predicate = try FormatPredicate(text)
      return #expect(throws: FormatError.self, "\(text)") { try rows.filtered(by: predicate) }?.diagnostics.first?
        .message
    }
    let reason = "cannot be read: its location could not be verified; name it in predicateKeys"
    let inner = [Holder<Holder<Inner?>>(value: Holder(value: nil)), Holder(value: Holder(value: Inner()))]
    // Fields that no key leads to are not verified.
    #expect(try inner.count(matching: FormatPredicate("name == 'a'")) == 2)
    #expect(try message("value.value.number == 1", inner) == "the key 'number' of Inner \(reason)")
    #expect(
      try message("ANY value.number == 1", [Holder(value: [Element()])]) == "the key 'number' of Element \(reason)")
    #expect(
      try message("value.number == 1", [Holder<Any>(value: Hidden())]) == "the key 'number' of Hidden \(reason)")
    // A program that was compiled before the field was excluded still gives the error.
    let early = try CompiledPredicate(FormatPredicate("number == 1"), for: First.self)
    for _ in 0..<2 { #expect(throws: FormatError.self) { try early.filter([First()]) } }
  }

  @Test("structs are boxed eight levels deep, and untyped rows as deep as a stack permits")
  func depth() {
    func height(_ value: FormatValue) -> Int {
      if case .record(let fields) = value { 1 + height(fields["value"] ?? .null) } else { 0 }
    }
    func wrap<T>(_ value: T) -> Cell<Cell<T>> { Cell(value: Cell(value: value, others: []), others: []) }
    #expect(height(box(wrap(wrap(wrap(1))))) == 6)
    #expect(height(box(wrap(wrap(wrap(wrap(wrap(1))))))) == 8)
  }

  @Test("many threads may use a type for the first time")
  func threads() {
    let found = Lock<[ObjectIdentifier: Set<ObjectIdentifier>]>([:])
    DispatchQueue.concurrentPerform(iterations: 200) { _ in
      for type: Any.Type in [Cell<Int16>.self, Crate<[Int16?]>.self, Cell<Cell<Int16>>.self, [Cell<Int16>?].self] {
        let described = SwiftType.of(type)
        let field = described.field("value")
        if case .unreadable = field { #expect(Bool(false)) }
        found.withLock { _ = $0[ObjectIdentifier(type), default: []].insert(ObjectIdentifier(described)) }
      }
    }
    #expect(found.withLock { $0.values.allSatisfy { $0.count == 1 } && $0.count == 4 })
  }

  @Test("observed properties are not read from storage; ignored ones are")
  func observed() {
    let counter = Counter()
    for name in ["count", "title"] {
      #expect(
        reason(Counter.self, name)
          == "it is observed, and reading its storage would go unnoticed; name it in predicateKeys")
    }
    #expect(read("plain", ofObject: counter) == .integer(4))
    #expect(read("_count", ofObject: counter) == nil)
    #expect(verified(counter) == [])
  }

  @Test("generic types, subclasses of Foundation classes, noncopyable values")
  func otherTypes() {
    #expect(read("value", of: Cell(value: "v", others: ["w"])) == .string("v"))
    #expect(read("others", of: Cell(value: 1.5, others: [2])) == .list([.double(2)]))
    let crate = IntCrate(77)
    #expect(read("value", ofObject: crate) == .integer(77))
    #expect(read("more", ofObject: crate) == .string("m"))
    #expect(read("value", ofObject: Crate(Point(x: 1, y: 2))) == .record(["x": .integer(1), "y": .double(2)]))
    #expect(verified(crate) == [])
    let child = FoundationChild()
    #expect(read("width", ofObject: child) == .integer(8))
    #expect(read("number", ofObject: child) == .double(1.5))
    #expect(read("text", ofObject: child) == .string("ns"))
    #expect(verified(child) == [])
    #expect(reason(Hold.self, "leaf")?.contains("weak") == true && read("after", of: Hold()) == .integer(1))
    #expect(verified(value: Hold()) == [])
    let holder = UncopyableHolder()
    #expect(reason(UncopyableHolder.self, "held")?.contains("cannot be copied") == true)
    #expect(read("after", ofObject: holder) == .integer(5))
    #expect(verified(holder) == [])
  }

  @Test("Any, dictionaries and Foundation's types are boxed by their contents")
  func untypedRows() throws {
    let leaf = Leaf("")
    let rows: [(Any, FormatValue)] = [
      (NSNull(), .null), (NSNumber(value: true), .bool(true)), (NSNumber(value: 7), .integer(7)),
      (NSNumber(value: UInt64.max), .unsigned(.max)), (NSNumber(value: 0.5), .double(0.5)),
      (NSNumber(value: Int8(-3)), .integer(-3)), (NSString("s"), .string("s")),
      (NSArray(array: [1, "a"]), .list([.integer(1), .string("a")])),
      (NSDictionary(dictionary: ["k": 1]), .record(["k": .integer(1)])),
      (NSSet(array: [1]), .set([.integer(1)])), (NSDate(timeIntervalSinceReferenceDate: 5), .date(5)),
      (["a": 1, "b": Int?.none as Any] as [String: Any], .record(["a": .integer(1), "b": .null])),
      (
        [AnyHashable("a"): 1, AnyHashable("b"): 3] as [AnyHashable: Any], .record(["a": .integer(1), "b": .integer(3)])
      ),
      ([1, "x", [2.5]] as [Any], .list([.integer(1), .string("x"), .list([.double(2.5)])])),
      (Colour.red, .string("red")), (FormatValue.bool(true), .bool(true)), (Float.infinity, .double(.infinity)),
      (Decimal.nan, .null), (NSDecimalNumber(string: "5"), .decimal(FormatDecimal(5))),
      (NSRange(location: 1, length: 2), .record(["location": .integer(1), "length": .integer(2)])),
      (CGSize(width: 1, height: 2), .record(["width": .double(1), "height": .double(2)])),
      (FormatObject(leaf), .object(FormatObject(leaf))),
      (Point(x: 1, y: 2), .record(["x": .integer(1), "y": .double(2)])),
    ]
    for (value, expected) in rows { #expect(SwiftType.box(any: value) == expected, "\(value)") }
    let json = #"{"a": true, "b": [1, 2.5, null], "c": {"d": "s"}, "e": 1}"#
    let parsed = try JSONSerialization.jsonObject(with: Data(json.utf8))
    #expect(
      SwiftType.box(any: parsed)
        == .record([
          "a": .bool(true), "b": .list([.integer(1), .double(2.5), .null]), "c": .record(["d": .string("s")]),
          "e": .integer(1),
        ]))
    let mixed: [any Sendable] = [1, "a", Colour.blue]
    #expect(box(mixed) == .list([.integer(1), .string("a"), .string("blue")]))
    let described: [any CustomStringConvertible] = [1, true]
    #expect(box(described) == .list([.integer(1), .bool(true)]))
    var deep: [Any] = []
    for _ in 0..<2_000 { deep = [deep] }
    _ = SwiftType.box(any: deep)
  }

  @Test("elements are passed in place, dictionary values by key")
  func storage() {
    let leaves = [Leaf("a"), Leaf("b"), Leaf("c")]
    let type = SwiftType.of([Leaf].self)
    withUnsafePointer(to: leaves) { pointer in
      type.withElements(pointer) { base, count in
        #expect(count == 3)
        for index in 0..<count {
          let reference = base.load(fromByteOffset: index * 8, as: UnsafeRawPointer.self)
          #expect(reference == UnsafeRawPointer(Unmanaged.passUnretained(leaves[index]).toOpaque()))
        }
      }
    }
    for count in [0, 1, 100] {
      let set = Set(0..<count)
      withUnsafePointer(to: set) { pointer in
        SwiftType.of(Set<Int>.self).withElements(pointer) { base, found in
          #expect(found == count)
          #expect(Set((0..<found).map { base.load(fromByteOffset: $0 * 8, as: Int.self) }) == set)
        }
      }
    }
    #expect(integers(of: ContiguousArray([1, 2, 3])) == [1, 2, 3] && integers(of: ContiguousArray<Int>()) == [])
    #expect(integers(of: [9, 1, 2, 9][1...2]) == [1, 2] && integers(of: [9, 9][1..<1]) == [])
    #expect(integers(of: 5) == [] && integers(of: "five") == [])
    struct Lists { let whole: ContiguousArray<Int>, part: ArraySlice<String> }
    let lists = Lists(whole: [1, 2], part: ["x", "a", "b"].dropFirst())
    #expect(read("whole", of: lists) == .list([.integer(1), .integer(2)]))
    #expect(read("part", of: lists) == .list([.string("a"), .string("b")]))
    #expect(SwiftType.of(ArraySlice<String>.self).valueType == .list(.string))
    let mixed: [AnyHashable: Double] = ["a": 1.5, 2: 2.5]
    withUnsafePointer(to: mixed) { pointer in
      let type = [AnyHashable: Double].self
      _ = type.withValue(pointer, forKey: "a") { #expect($0?.load(as: Double.self) == 1.5) }
      _ = type.withValue(pointer, forKey: "2") { #expect($0 == nil) }
    }
    let slots: [String: Double] = ["a": 1.5]
    withUnsafePointer(to: slots) { pointer in
      let type = [String: Double].self
      _ = type.withValue(pointer, forKey: "a") { #expect($0?.load(as: Double.self) == 1.5) }
      _ = type.withValue(pointer, forKey: "b") { #expect($0 == nil) }
    }
  }

  /// Returns the elements that the type passes, as integers.
  private func integers<Value>(of value: Value) -> [Int] {
    var found: [Int] = []
    withUnsafePointer(to: value) { pointer in
      SwiftType.of(Value.self).withElements(pointer) { base, count in
        found = (0..<count).map { base.load(fromByteOffset: $0 * 8, as: Int.self) }
      }
    }
    return found
  }

  @Test("types are described once, and found by their identifiers")
  func identity() {
    let type = SwiftType.of(Row.self)
    #expect(SwiftType.of(Row.self) === type && SwiftType.with(identifier: type.identifier) === type)
    #expect(SwiftType.with(identifier: -1) == nil && SwiftType.with(identifier: .max) == nil)
    #expect(type.name == "Row")
    #expect(type.valueType == .object(ObjectType(name: "Row", identifier: type.identifier)))
    #expect(SwiftType.of([Colour?].self).valueType == .list(.string))
    #expect(SwiftType.of(URL?.self).valueType == .string && SwiftType.of([String: Int].self).valueType == .record)
    #expect(SwiftType.of(Set<Float>.self).valueType == .set(.double(precision: .single)))
  }
}

@Suite struct ReflectionPropertyTests {
  @Test("boxing by offset equals boxing by Mirror, for random rows", arguments: 0..<50)
  func randomRows(seed: UInt64) {
    var random = SeededRandom(state: seed)
    for _ in 0..<20 {
      let row = Self.row(&random)
      for child in Mirror(reflecting: row).children {
        let name = child.label ?? ""
        #expect(read(name, of: row) == SwiftType.box(any: child.value), "\(name)")
      }
    }
  }

  private static func row(_ random: inout SeededRandom) -> OptionalRow {
    func maybe<Value>(_ make: () -> Value) -> Value? { Bool.random(using: &random) ? make() : nil }
    func text() -> String {
      String((0..<Int.random(in: 0...40, using: &random)).map { _ in "aé界😀".randomElement(using: &random) ?? "b" })
    }
    func point() -> Point {
      Point(x: .random(in: .min ... .max, using: &random), y: .random(in: -1e9...1e9, using: &random))
    }
    func bits() -> UInt64 { random.next() }
    return OptionalRow(
      flag: maybe { Bool.random(using: &random) }, i8: maybe { Int8(truncatingIfNeeded: bits()) },
      int: maybe { Int(truncatingIfNeeded: bits()) }, u64: maybe(bits), float: maybe { Float(Int8.min) / 3 },
      double: maybe { Double(bitPattern: bits()) }, decimal: maybe { Decimal(bits()) / 1000 }, string: maybe(text),
      substring: maybe { text().dropFirst(2) }, date: maybe { Date(timeIntervalSinceReferenceDate: Double(bits())) },
      data: maybe { Data(text().utf8) }, uuid: maybe { UUID() }, url: maybe { URL(fileURLWithPath: "/" + text()) },
      value: maybe { .string(text()) }, grade: Grade.allCases.randomElement(using: &random),
      colour: maybe { .blue }, point: maybe(point),
      place: maybe { Place(name: text(), point: point(), corner: maybe(point), height: maybe { 1.5 }) },
      leaf: maybe { Leaf(text()) }, leaves: maybe { [Leaf(""), Leaf("")] }, points: maybe { [point(), point()] },
      names: maybe { [text()] }, slots: maybe { [text(): maybe(text) as Any?] },
      anything: maybe { [1, text()] as [Any] }, twice: maybe { maybe { 7 } }, object: maybe { Leaf("") })
  }
}
