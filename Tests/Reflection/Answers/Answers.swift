import CEnumerations
import PredicateFormat

// Formats whose answers are the same with and without the trait `NoRuntimeSymbols`, or an error with it. Nothing here may need the
// conformance of an enumeration of C to `RawRepresentable`: the compiler would then add it to the program.

struct Imported {
  var closed = Closed(rawValue: 20)
  let sure: Closed
  let many: [Closed]
  let open: Open
  let small: Small
  let below: Below
  var plain = PlainA
  var flags = Flags.two
  var fake = Fake(rawValue: 8)

  init?(_ sure: Closed?, _ open: Open?, _ small: Small?, _ below: Below?) {
    guard let sure, let open, let small, let below else { return nil }
    (self.sure, many, self.open, self.small, self.below) = (sure, [sure], open, small, below)
  }
}

enum Spoken: Sendable { case `one two`, three(Int) }

enum Shown: Sendable, CustomReflectable {
  case one, two
  var customMirror: Mirror { Mirror(self, children: ["zz": 1]) }
}

struct Disguised: CustomReflectable {
  var v = 1
  var w = 2
  var customMirror: Mirror { Mirror(self, children: ["v": 99]) }
}

struct Named {
  let spoken: Spoken
  let shown: Shown
  var span = 1..<4
  var below = ...3.5
  let above: PartialRangeFrom<Float> = 0.1...
}

/// Returns a line for each format, which begins with `ok` or with `FAILED`.
///
/// - Parameter permitsErrors: Whether an error may take the place of an answer.
public func compareAnswers(permitsErrors: Bool) -> [String] {
  var lines: [String] = []
  func compare<Row>(_ rows: [Row], _ formats: KeyValuePairs<String, Int?>) {
    func check(_ format: String, _ expected: Int?, _ kind: String, _ count: (FormatPredicate) throws -> Int) {
      var answer: Int?
      do { answer = try count(FormatPredicate(format)) } catch {}
      let isRight = answer == expected || permitsErrors && answer == nil
      let found = answer.map { "\($0)" } ?? "an error"
      lines.append("\(isRight ? "ok" : "FAILED"): '\(format)' of \(kind) is \(found)")
    }
    for (format, expected) in formats {
      check(format, expected, "\(Row.self)") { try rows.count(matching: $0) }
      check(format, expected, "\(Row.self) in Any") { try (rows as [Any]).count(matching: $0) }
    }
  }
  let first = Imported(Closed(rawValue: 10), Open(rawValue: 10), Small(rawValue: 1), Below(rawValue: 1))
  let second = Imported(Closed(rawValue: 20), Open(rawValue: 20), Small(rawValue: 1), Below(rawValue: 1))
  compare(
    [first, second].compactMap { $0 },
    [
      "sure == 20": 1, "sure != 20": 1, "sure IN {20}": 1, "sure > 10": 1, "sure + 1 == 21": 1, "ANY many == 10": 1,
      "many CONTAINS 20": 1, "many.@max.#self == 20": 1, "closed == 20": 2, "closed == nil": 0, "open == 10": 1,
      "open IN {10, 20}": 2, "small == 1": 2, "below == 1": 2, "sure.rawValue == 20": 1, "plain == -5": 2,
      "plain.rawValue == -5": 2, "flags == 2": 2, "fake == 8": 2, "fake.rawValue == 8": 2, "fake.rawvalue == 8": nil,
    ])
  // The sign of these values is not known.
  let large = Imported(Closed(rawValue: 10), Open(rawValue: 10), Small(rawValue: 200), Below(rawValue: -1))
  compare(
    [large].compactMap { $0 },
    [
      "small == 200": nil, "small != 200": nil, "small > 1": nil, "small IN {200}": nil, "below == -1": nil,
      "below < 0": nil, "below + 1 == 0": nil, "sure == 10": 1,
    ])
  compare(
    [Named(spoken: .`one two`, shown: .one), Named(spoken: .three(3), shown: .two)],
    [
      "spoken == 'one two'": 1, "spoken == 'three'": 1, "shown == 'two'": 1, "shown == 'zz'": 0, "2 IN span": 2,
      "4 IN span": 0, "nil IN span": 0, "span CONTAINS 1": 2, "3 BETWEEN span": 2, "4 BETWEEN span": 0,
      "3.5 IN below": 2,
      "4 IN below": 0, "above CONTAINS 0.1": 2, "above CONTAINS 0": 0, "span.upperBound IN span": 0,
      "span.lowerBound IN span": 2,
    ])
  compare([Disguised()], ["v == 1": nil, "v == 99": nil])
  return lines
}
