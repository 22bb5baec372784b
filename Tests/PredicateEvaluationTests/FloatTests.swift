import Foundation
import PredicateFormat
import Testing

private struct Reading: Sendable {
  let value: Float
  let maybe: Float?
  let half: Float16
  let double: Double
  let list: [Float]
  let untyped: Any & Sendable
}

private final class Sensor: Sendable {
  let value: Float
  let half: Float16

  init(_ value: Float) {
    self.value = value
    half = Float16(value)
  }
}

private enum Step: Float { case small = 0.1, large = 0.7 }
private struct Stair { let step: Step }

@Suite("Constants next to Float and Float16")
struct FloatTests {
  private static let values: [Float] = [0.1, 0.3, 0.5, -0.7, 16_777_216, .infinity, .nan, 0]

  private static let readings = values.map {
    Reading(
      value: $0, maybe: $0 == 0.5 ? nil : $0, half: Float16($0), double: Double($0), list: [$0, 0.9], untyped: $0)
  }

  /// The formats, with the answer that Swift gives for a `Float`.
  private static var formats: [(String, [(any FormatArgument)?], (Float) -> Bool)] {
    [
      ("value == 0.1", [], { $0 == 0.1 }),
      ("value != 0.1", [], { $0 != 0.1 }),
      ("0.1 == value", [], { $0 == 0.1 }),
      ("value == -0.7", [], { $0 == -0.7 }),
      ("value <= 0.3", [], { $0 <= 0.3 }),
      ("value < 0.3", [], { $0 < 0.3 }),
      ("value > 0.3", [], { $0 > 0.3 }),
      ("NOT value >= 0.3", [], { !($0 >= 0.3) }),
      ("value IN {0.1, 0.3}", [], { [0.1, 0.3].contains($0) }),
      ("{0.1, \"a\", 16777216} CONTAINS value", [], { [0.1, 16_777_216].contains($0) }),
      ("value BETWEEN {0.1, 0.3}", [], { (0.1...0.3).contains($0) }),
      ("value BETWEEN {0.3, 0.1}", [], { (0.1...0.3).contains($0) }),
      ("value == %@", [0.1], { $0 == 0.1 }),
      ("value == %f", [0.1], { $0 == 0.1 }),
      ("value == %@", [Float(0.1)], { $0 == 0.1 }),
      ("value IN %@", [[0.1, 0.5]], { [0.1, 0.5].contains($0) }),
      ("value == %@", [Decimal(string: "0.1")], { $0 == 0.1 }),
      ("value == 0.1000000001", [], { $0 == 0.1000000001 }),
      ("value == 0.30000000000000000000001", [], { $0 == 0.3 }),
      ("value == 0.1 + 0.2", [], { $0 == 0.3 }),
      ("ANY {0.1, 0.3} == value", [], { $0 == 0.1 || $0 == 0.3 }),
      ("value == 16777217", [], { _ in false }),
      ("value < 1e300", [], { $0 < .infinity }),
    ]
  }

  @Test("a literal finds what Swift finds, in typed rows, in [Any], in dictionaries and in columns")
  func literals() throws {
    for (format, arguments, swift) in Self.formats {
      let expected = Self.values.indices.filter { swift(Self.values[$0]) }
      // NaN reads as nil, which is unequal to a number, in both languages.
      let predicate = try FormatPredicate(format, arguments: arguments)
      #expect(try Self.readings.indices(matching: predicate) == expected, "\(format)")
      #expect(try Self.values.map { Sensor($0) }.indices(matching: predicate) == expected, "\(format)")
      #expect(try (Self.readings as [Any]).indices(matching: predicate) == expected, "\(format) in [Any]")
      let objects: [Any] = Self.values.map { Sensor($0) }
      #expect(try objects.indices(matching: predicate) == expected, "\(format) of objects in [Any]")
      let rows: [[String: Any]] = Self.values.map { ["value": $0] }
      #expect(try rows.indices(matching: predicate) == expected, "\(format) in dictionaries")
      let boxed: [[String: Any]] = Self.values.map { ["value": NSNumber(value: $0)] }
      #expect(try boxed.indices(matching: predicate) == expected, "\(format) in dictionaries of NSNumber")
      let floats: [[String: Float]] = Self.values.map { ["value": $0] }
      #expect(try floats.indices(matching: predicate) == expected, "\(format) in dictionaries of Float")
      let columns = try PredicateColumns(Self.readings, keys: ["value"])
      #expect(try columns.indices(matching: predicate) == expected, "\(format) in columns")
      let untyped = try FormatPredicate(
        format.replacingOccurrences(of: "value", with: "untyped"), arguments: arguments)
      #expect(try Self.readings.indices(matching: untyped) == expected, "\(format) of Any")
    }
  }

  @Test("other types that contain a Float, and Float16")
  func others() throws {
    // Arithmetic with nil and infinity is an error.
    let plain = Self.readings.filter { $0.value.isFinite }
    func count(_ format: String) throws -> Int { try plain.count(matching: FormatPredicate(format)) }
    func countAny(_ format: String) throws -> Int {
      try (plain as [Any]).count(matching: FormatPredicate(format))
    }
    for count in [count, countAny] {
      #expect(try count("maybe == 0.1") == 1)
      #expect(try count("maybe IN {0.1, 0.3}") == 2)
      #expect(try count("half == 0.1") == 1)
      #expect(try count("half <= 0.3 AND half > 0") == 2)
      #expect(try count("half IN {0.1, 0.7}") == 1)
      #expect(try count("ANY list == 0.1") == 1)
      #expect(try count("list CONTAINS 0.1") == 1)
      #expect(try count("0.9 IN list") == plain.count)
      #expect(try count("list == {0.1, 0.9}") == 1)
      #expect(try count("list[0] == 0.1") == 1)
      #expect(try count("list[LAST] == 0.9") == plain.count)
      #expect(try count("SUBQUERY(list, $x, $x == 0.1).@count == 1") == 1)
      #expect(try count("0.1 IN {value, double}") == 1)
      // The keys of doubles keep their own kind.
      #expect(try count("double == 0.1") == 0)
      #expect(try count("double == 0.5") == 1)
      #expect(try count("value == double") == plain.count)
      // Arithmetic gives doubles.
      #expect(try count("value * 1 == 0.1") == 0)
      #expect(try count("value + 0.5 == 1") == 1)
    }
    #expect(try count("list.@min.#self == 0.1") == 1)
    #expect(try [Stair(step: .small), Stair(step: .large)].count(matching: FormatPredicate("step == 0.7")) == 1)
    #expect(try ([Stair(step: .small)] as [Any]).count(matching: FormatPredicate("step == 0.1")) == 1)
    #expect(try Self.values.count(matching: FormatPredicate("SELF == 0.1")) == 1)
    #expect(try (Self.values as [Any]).count(matching: FormatPredicate("SELF == 0.1")) == 1)
  }

  @Test("results and errors of a Float in [Any] are those of a double")
  func results() throws {
    let row: Any = Reading(value: 0.5, maybe: nil, half: 0.5, double: 0, list: [0.5], untyped: Float(0.5))
    #expect(try FormatExpression("value").value(with: row) == .double(0.5))
    #expect(try FormatExpression("half").value(with: row) == .double(0.5))
    #expect(try FormatExpression("list").value(with: row) == .list([.double(0.5)]))
    #expect(try FormatExpression("list[0]").value(with: row) == .double(0.5))
    #expect(try FormatExpression("{value, untyped}").value(with: row) == .list([.double(0.5), .double(0.5)]))
    #expect(try FormatExpression("TERNARY(1 == 1, value, 2)").value(with: row) == .double(0.5))
    #expect(try FormatExpression("sum:(list)").value(with: row) == .double(0.5))
    #expect(try FormatExpression("{value} UNION {half}").value(with: row) == .set([.double(0.5)]))
    #expect(try FormatValue(any: Float(0.5)) == .double(0.5))
    #expect(try FormatValue(any: [Float16(0.5)]) == .list([.double(0.5)]))
    let any: [Any] = Self.values.prefix(4).map { Sensor($0) }
    let sorted = try any.sorted(by: .ascending("value")).compactMap { ($0 as? Sensor)?.value }
    #expect(sorted == [-0.7, 0.1, 0.3, 0.5])
    for (format, message) in [
      ("value CONTAINS 'a'", "found a number"), ("value LIKE 'a'", "found a number"), ("value < 'a'", "a number"),
      ("value.foo == 1", "a number has no key 'foo'"),
    ] {
      do {
        _ = try FormatPredicate(format).evaluate(with: row)
        Issue.record("\(format) has no error")
      } catch {
        #expect("\(error)".contains(message), "\(format): \(error)")
      }
    }
  }
}
