import Foundation
import PredicateFormat
import PredicateSyntax
import TestSupport

/// A row with a key of every kind that has a column.
struct ColumnRow: Sendable {
  var number: Int
  var tiny: Int
  var signed: Int16
  var medium: Int
  var large: Int
  var huge: UInt64
  var maybe: Int?
  var real: Double
  var maybeReal: Double?
  var float: Float?
  var date: Date
  var maybeDate: Date?
  var flag: Bool
  var maybeFlag: Bool?
  var text: String
  var maybeText: String?
  /// One of few texts.
  var few: String
  var other: ColumnOther?
}

/// Some of a row's fields in an object.
final class ColumnObject: Sendable {
  let text: String
  let tiny: Int
  let maybe: Int?

  init(_ row: ColumnRow) { (text, tiny, maybe) = (row.text, row.tiny, row.maybe) }
}

/// An object that a row refers to.
final class ColumnOther: Sendable {
  let name: String
  let number: Int?

  init(_ name: String, _ number: Int?) { (self.name, self.number) = (name, number) }
}

/// Makes rows, and leaves of predicates that columns evaluate.
struct ColumnMaker {
  var random: SeededRandom
  /// The characters of the texts, with or without non-ASCII ones.
  var letters = ascii
  /// The percentage of optional values that are nil.
  var nilShare = 30
  private let others: [ColumnOther?]

  static let ascii = ["a", "b", "A", "B", "e", "t", "z", "Z", "@", "[", "`", "{", "\0", "\u{7F}"]
  static let mixed = ["a", "B", "e", "E", "é", "e\u{301}", "\u{301}", "ß", "ſ", "k", "\u{212A}", "Ａ", "😀", "t"]
  private static let reals = [0, -0.0, 1, 1.5, -2.25, 1e300, .infinity, -.infinity, .nan, 9_007_199_254_740_992]
  private static let integers = [0, 1, -1, 5, 20, 127, 128, 255, 256, -128, -129, 32_767, .max, .min, 1 << 40]

  init(random: SeededRandom) {
    self.random = random
    others = [nil, ColumnOther("s", 3), ColumnOther("sé", nil), ColumnOther("", -1), ColumnOther("tea", .max)]
  }

  mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  private mutating func maybe<T>(_ value: T) -> T? { chance(nilShare) ? nil : value }

  mutating func text() -> String {
    let length = pick([0, 1, 2, 3, 3, 4, 6, 7, 8, 9, 12, 16, 17, 30, 70, 200])
    return (0..<length).map { _ in pick(letters) }.joined()
  }

  mutating func row(_ number: Int, near texts: [String]) -> ColumnRow {
    ColumnRow(
      number: number, tiny: Int.random(in: 0...255, using: &random),
      signed: Int16.random(in: -128...127, using: &random),
      medium: Int.random(in: -40_000...40_000, using: &random), large: pick(Self.integers),
      huge: pick([0, 1, 5, UInt64(Int64.max), .max]), maybe: maybe(pick([0, 1, 5, 255, -3])), real: pick(Self.reals),
      maybeReal: maybe(pick(Self.reals)), float: maybe(pick([0, 1.5, -1, .nan])), date: date(),
      maybeDate: maybe(date()),
      flag: chance(50), maybeFlag: maybe(chance(50)), text: chance(60) ? pick(texts) : text(),
      maybeText: maybe(chance(60) ? pick(texts) : text()), few: pick(["a", "b", "été", "", "tea", "TEA"]),
      other: pick(others))
  }

  private mutating func date() -> Date { Date(timeIntervalSinceReferenceDate: pick([0, 1, 1.5, -100])) }

  // MARK: Leaves

  /// Returns a comparison of a key with a constant, and its arguments.
  mutating func leaf(_ texts: [String]) -> (format: String, arguments: [(any FormatArgument)?]) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: return ("\(pick(Self.integerKeys)) \(pick(Self.orders)) %@", [integer()])
    case 2: return ("%@ \(pick(Self.orders)) \(pick(Self.integerKeys))", [pick([1.5, -2, 300, .nan, .infinity])])
    case 3: return ("\(pick(Self.integerKeys)) BETWEEN {%@, %@}", [integer(), integer()])
    case 4:
      let elements = (0..<pick([0, 1, 2, 9])).map { _ in FormatValue.integer(Int64(integer())) }
      return ("\(pick(Self.integerKeys)) IN %@", [FormatValue.list(elements + (chance(20) ? [.null] : []))])
    case 5: return ("\(pick(Self.realKeys)) \(pick(Self.orders)) %@", [pick(Self.reals)])
    case 6: return ("\(pick(["date", "maybeDate"])) \(pick(Self.orders)) %@", [date()])
    case 7: return ("\(pick(["flag", "maybeFlag"])) \(pick(Self.orders)) %@", [pick([true, false])])
    case 8:
      return (
        "\(pick(Self.integerKeys + Self.realKeys + Self.textKeys + ["maybeFlag", "maybeDate"])) \(pick(Self.orders)) nil",
        []
      )
    case 9:
      let elements = (0..<pick([0, 1, 2, 9])).map { _ in FormatValue.string(needle(texts, "==")) }
      return ("\(pick(Self.textKeys)) IN %@", [FormatValue.list(elements + (chance(20) ? [.null] : []))])
    case 10 where chance(50):
      // Usually equivalent to strings; characters other than letters and digits are removed.
      let ends = (0..<pick([1, 1, 2, 3, 5, 9])).map { _ in
        needle(texts, "CONTAINS").unicodeScalars.filter { $0.properties.isAlphabetic }.map(String.init).joined()
      }
      let pattern = pick([".*(X)s?", "(X).*", "a?(X)b?", ".*(X).*", "(X)[ab]?.*t", "\\w(X)"])
      return (
        "\(pick(Self.textKeys)) MATCHES\(pick(["", "", "[c]", "[cd]"])) %@",
        [pattern.replacingOccurrences(of: "X", with: ends.joined(separator: "|"))]
      )
    default:
      let test = pick(Self.orders + Self.textTests)
      return (
        "\(pick(Self.textKeys)) \(test)\(pick(["", "", "[c]", "[d]", "[cd]", "[w]", "[n]"])) %@", [needle(texts, test)]
      )
    }
  }

  private static let orders = ["==", "!=", "<", "<=", ">", ">="]
  /// CONTAINS and every operator for texts of the table.
  private static let textTests =
    ["CONTAINS"] + FormatComparisonOperator.table.filter { $0.kind == .text }.map(\.spelling)
  private static let integerKeys = [
    "tiny", "signed", "medium", "large", "huge", "maybe", "text.length", "maybeText.length", "other.number",
  ]
  private static let realKeys = ["real", "maybeReal", "float"]
  private static let textKeys = ["text", "text", "maybeText", "maybeText", "few", "other.name"]

  private mutating func integer() -> Int {
    chance(50) ? pick(Self.integers) : Int.random(in: -10...300, using: &random)
  }

  /// Returns a text that is often part of one of the texts.
  private mutating func needle(_ texts: [String], _ test: String) -> String {
    if chance(20) { return text() }
    var scalars = Array(pick(texts + ["tea", "été", "s"]).unicodeScalars)
    let short = min(scalars.count, pick([1, 1, 2, 3, 5, 8, 9, 20, 300]))
    switch test {
    case "ENDSWITH": scalars = scalars.suffix(short)
    case "BEGINSWITH": scalars = Array(scalars.prefix(short))
    case "CONTAINS":
      let start = Int.random(in: 0...scalars.count - short, using: &random)
      scalars = Array(scalars[start..<start + short])
    case "LIKE":
      for _ in 0..<pick([0, 1, 1, 2]) {
        let position = Int.random(in: 0...scalars.count, using: &random)
        let end = Int.random(in: position...scalars.count, using: &random)
        scalars.replaceSubrange(position..<end, with: [pick(["*", "*", "?"])])
      }
    default: break
    }
    var needle = String.UnicodeScalarView()
    needle.append(contentsOf: scalars)
    return chance(70) ? String(needle) : String(needle).uppercased()
  }
}
