import Foundation
import Observation
import PredicateEvaluation
import PredicateSyntax

// The types that the reflection tests read: every kind of field, plain and optional, set and nil.

enum Grade: Int, CaseIterable { case low = -1, middle = 5, high = 700 }
enum Colour: String, CaseIterable { case red, green = "verd", blue }
enum Bare { case one, two }
struct Options: OptionSet {
  var rawValue: UInt16
  static let first = Options(rawValue: 1)
}

struct Point: Equatable {
  var x: Int32
  var y: Double
}

struct Place {
  var name: String
  var point: Point
  var corner: Point?
  var height: Float?
}

final class Leaf: Sendable {
  let label: String
  init(_ label: String) { self.label = label }
}

struct Row {
  var flag = true
  var i8: Int8 = -8
  var i16: Int16 = -16
  var i32: Int32 = -32
  var i64: Int64 = .min
  var int = 42
  var u8: UInt8 = 200
  var u16: UInt16 = 60_000
  var u32: UInt32 = 4_000_000_000
  var u64: UInt64 = .max
  var uint: UInt = 7
  var float: Float = 1.5
  var double = -2.25
  var cgFloat: CGFloat = 3.75
  var decimal = Decimal(string: "12.50") ?? 0
  var string = "été, a text that is longer than what fits inline"
  var substring = "part of it".prefix(4)
  var date = Date(timeIntervalSinceReferenceDate: 123.5)
  var data = Data([1, 2, 255])
  var uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255))
  var url = URL(fileURLWithPath: "/a b")
  var value = FormatValue.list([.integer(1), .null])
  var grade = Grade.high
  var colour = Colour.green
  var options: Options = [.first]
  var point = Point(x: 3, y: 4.5)
  var pair = (1, second: "two")
  var leaf = Leaf("l")
  var leaves = [Leaf("a"), Leaf("b")]
  var points = [Point(x: 1, y: 1), Point(x: 2, y: 2)]
  var numbers: [Int?] = [1, nil, 3]
  var names: Set<String> = ["x", "y"]
  var slots: [String: Int] = ["a": 1]
  var range = 2..<5
  var anything: Any = 5
  var object: AnyObject = Leaf("any")
  var hashable: AnyHashable = "h"
  var bare = Bare.one
  var closure: () -> Int = { 1 }
  var byNumber: [Int: String] = [1: "a"]
}

struct OptionalRow {
  var flag: Bool?
  var i8: Int8?
  var int: Int?
  var u64: UInt64?
  var float: Float?
  var double: Double?
  var decimal: Decimal?
  var string: String?
  var substring: Substring?
  var date: Date?
  var data: Data?
  var uuid: UUID?
  var url: URL?
  var value: FormatValue?
  var grade: Grade?
  var colour: Colour?
  var point: Point?
  var place: Place?
  var leaf: Leaf?
  var leaves: [Leaf]?
  var points: [Point]?
  var names: Set<String>?
  var slots: [String: Any?]?
  var anything: Any?
  var twice: Int??
  var object: AnyObject?

  static func full() -> OptionalRow {
    let point = Point(x: 1, y: 2)
    return OptionalRow(
      flag: false, i8: 0, int: 0, u64: 0, float: 0, double: .nan, decimal: 0, string: "", substring: "", date: Date(),
      data: Data(), uuid: UUID(), url: URL(fileURLWithPath: "/"), value: .bool(false), grade: .low, colour: .red,
      point: point, place: Place(name: "", point: point, corner: nil, height: nil), leaf: Leaf(""), leaves: [],
      points: [], names: [], slots: ["a": nil, "b": 1], anything: 0, twice: 0, object: Leaf(""))
  }
}

@propertyWrapper struct Clamped {
  private var value = 0
  var wrappedValue: Int {
    get { value }
    set { value = min(newValue, 10) }
  }
}

class Animal {
  var name = "n"
  private var mark: UInt8 = 9
  init() {}
}

class Dog: Animal {
  var barks = true
  let born = Date(timeIntervalSinceReferenceDate: 7)
  weak var owner: Leaf?
  unowned(unsafe) var unsafeLeaf = Dog.shared
  lazy var slow = 1
  @Clamped var clamped: Int
  var puppies: [Dog] = []
  var mother: Dog?
  var watched = 1 { didSet { watched = max(watched, 0) } }
  var computed: Int { 5 }
  static var still: Int { 1 }
  var next: Int8 = 3
  static let shared = Leaf("shared")
}

final class Poodle: Dog {
  var curls = 12
  private var mark = "own"
}

actor Teller { var sum = 1 }

actor Clerk: PredicateKeyed {
  nonisolated let desk = 7
  var sum = 1
  static var predicateKeys: [PredicateKey<Clerk>] { [.key("place") { $0.desk }] }
}

struct Hold {
  weak var leaf: Leaf?
  var after = 1
}

struct Cell<Value> {
  var value: Value
  var others: [Value]
}

class Crate<Value> {
  var first: UInt8 = 1
  var value: Value
  init(_ value: Value) { self.value = value }
}

final class IntCrate: Crate<Int> { var more = "m" }

@Observable final class Counter {
  var count = 3
  var title = "t"
  @ObservationIgnored var plain = 4
}

class FoundationChild: NSObject {
  var width = 8
  var number: NSNumber = 1.5
  var text: NSString = "ns"
}

final class UncopyableHolder {
  var held = Uncopyable()
  var after = 5
}

struct Uncopyable: ~Copyable { var a = 1 }

class Word: PredicateKeyed {
  var text: String
  var length: Int
  @Clamped var clamped: Int
  init(_ text: String) {
    self.text = text
    length = text.count
    clamped = 50
  }
  class var predicateKeys: [PredicateKey<Word>] {
    [.key("shout") { $0.text.uppercased() }, .key("clamped") { $0.clamped }, .key("length") { $0.length * 100 }]
  }
}

final class LongWord: Word { var extra = 1 }

struct KeyedPoint: PredicateKeyed {
  var x: Int
  var y: Int
  var label: String?
  static let predicateKeys: [PredicateKey<KeyedPoint>] = [
    .key("sum") { $0.x + $0.y },
    .key("title") { $0.label.map { $0 + "!" } },
  ]
}

final class KeyedFinal { let hidden = Bare.two }
extension KeyedFinal: PredicateKeyed {
  static var predicateKeys: [PredicateKey<KeyedFinal>] {
    [.key("isTwo") { $0.hidden == .two }, .key("me") { $0 }, .key("token") { _ in Token() }]
  }
}

/// Counts its instances.
final class Token: Sendable {
  static let living = Lock(0)
  init() { Self.living.withLock { $0 += 1 } }
  deinit { Self.living.withLock { $0 -= 1 } }
}

enum KeyedBare { case one, two }
extension KeyedBare: PredicateKeyed {
  static var predicateKeys: [PredicateKey<KeyedBare>] { [.key("name") { "\($0)" }] }
}

/// A class whose mirror shows a wrong value, as a field at a wrong offset would.
final class Liar: CustomReflectable {
  let honest = "h"
  let number = 1
  let hidden = 2
  var customMirror: Mirror { Mirror(self, children: ["number": 2, "honest": "h"]) }
}

extension StaticString: PredicateKeyed {
  /// A key of a library type.
  public static var predicateKeys: [PredicateKey<StaticString>] { [.key("isASCII") { $0.isASCII }] }
}

struct WrongKeys: PredicateKeyed {
  var x = 1
  static var predicateKeys: [PredicateKey<KeyedPoint>] { [.key("sum") { $0.x }] }
}
