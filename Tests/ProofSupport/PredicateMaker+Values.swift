import PredicateFormat
import PredicateSQL
import PredicateSemantics

// Conditions on numbers, dates and other values that are not text.
extension PredicateMaker {
  /// Returns a comparison of a number with a constant, or with another number, half of the time of its type.
  mutating func numberComparison() -> String? {
    guard let left = path(where: \.isBinaryNumber) else { return nil }
    if random.chance(20) {
      let (isDouble, isAlike) = (left.attribute.isDouble, random.chance(50))
      guard let right = path(where: { $0.isBinaryNumber && (!isAlike || $0.isDouble == isDouble) }) else { return nil }
      return random.chance(15) ? largeComparison(left, right) : "\(left.text) \(relation()) \(right.text)"
    }
    if random.chance(15) { return "\(constant(for: left)) \(relation()) \(left.text)" }
    return "\(left.text) \(relation()) \(constant(for: left))"
  }

  /// Returns a comparison of integers and doubles that are computed, in a list, or bounds, often near 2^53 and 2^63.
  private mutating func largeComparison(_ left: Path, _ right: Path) -> String {
    let integer = random.pick(ProofValues.integers)
    switch random.number(0...4) {
    case 0: return "\(left.text) + \(integer) \(relation()) \(right.text)"
    case 1:
      let factor = FormatValue.double(random.pick([1, 2, 4_611_686_018_427_387_904]))
      return "\(left.text) \(relation()) \(right.text) * \(argument(factor))"
    case 2: return "\(left.text) BETWEEN {\(right.text), \(integer)}"
    case 3: return "\(left.text) IN {\(right.text), \(integer)}"
    default: return "\(left.text) + \(integer) \(relation()) abs(\(right.text)) * \(argument(.double(1)))"
    }
  }

  mutating func decimalComparison() -> String? {
    guard let left = path(where: \.isDecimal) else { return nil }
    if random.chance(25), let right = path(where: \.isDecimal) {
      return "\(left.text) \(relation()) \(right.text)"
    }
    // A literal next to a decimal is a decimal: 0.1.
    if random.chance(30) { return "\(left.text) \(relation()) \(random.pick(ProofValues.decimals))" }
    return "\(left.text) \(relation()) \(constant(for: left))"
  }

  mutating func dateComparison() -> String? {
    guard let left = path(where: \.isDate) else { return nil }
    if random.chance(25), let right = path(where: { $0.type == left.attribute.type }) {
      return "\(left.text) \(relation()) \(right.text)"
    }
    if random.chance(15) { return "\(constant(for: left)) \(relation()) \(left.text)" }
    return "\(left.text) \(relation()) \(constant(for: left))"
  }

  /// Returns a comparison of a part of a date with a number, or with the same part of another date.
  mutating func datePartComparison() -> String? {
    guard let left = datePart(of: path(where: \.isDate)) else { return nil }
    if random.chance(15), let right = datePart(of: path(where: \.isDate)) {
      return "\(left) \(relation()) \(right)"
    }
    let number = random.pick(["0", "1", "2", "6", "12", "13", "23", "31", "1970", "2001", "2013", "2020", "nil", "1.5"])
    switch random.number(0...5) {
    case 0: return "\(left) IN {\(number), 1, 2001}"
    case 1: return "\(left) BETWEEN {\(random.number(0...12)), \(number)}"
    case 2: return "\(left) * 100 + 1 \(relation()) 200101"
    default: return "\(left) \(relation()) \(number)"
    }
  }

  /// Returns a part of a date, such as `year:(born)`.
  mutating func datePart(of path: Path?) -> String? {
    guard let path else { return nil }
    let unit = random.pick(["year", "month", "day", "hour"])
    guard data.hasTimeZones, random.chance(30) else { return "\(unit):(\(path.text))" }
    return "\(unit):inTimeZone:(\(path.text), \"\(random.pick(ProofValues.zones))\")"
  }

  mutating func uuidComparison() -> String? {
    guard let left = path(where: { $0.type.valueType == .uuid }) else { return nil }
    if random.chance(25), let right = path(where: { $0.type == left.attribute.type }) {
      return "\(left.text) \(equality()) \(right.text)"
    }
    return "\(left.text) \(equality()) \(constant(for: left))"
  }

  mutating func dataComparison() -> String? {
    guard let left = path(where: { $0.type == .data }) else { return nil }
    if random.chance(20), let right = path(where: { $0.type == .data }) {
      return "\(left.text) \(equality()) \(right.text)"
    }
    return "\(left.text) \(equality()) \(constant(for: left))"
  }

  mutating func booleanTest() -> String? {
    guard let left = path(where: { $0.type.valueType == .bool }) else { return nil }
    switch random.number(0...7) {
    case 0:
      guard let right = path(where: { $0.type.valueType == .bool }) else { return nil }
      return "\(left.text) \(relation()) \(right.text)"
    case 1: return "\(left.text) \(relation()) \(random.pick(["1", "0", "2", "0.5", "1.0", "-1", "nil"]))"
    case 2: return "\(left.text) IN {\(random.pick(["YES", "NO", "1", "nil"])), \(random.pick(["YES", "nil", "2"]))}"
    default:
      return "\(left.text) \(random.pick(["==", "!=", "==", "<", ">="])) \(literal(.bool(random.chance(50))))"
    }
  }

  mutating func nilTest() -> String? {
    guard let left = path(where: { _ in true }) else { return nil }
    if random.chance(10) { return "\(literal(.null)) \(random.pick(["==", "!="])) \(left.text)" }
    if random.chance(20), left.attribute.type.valueType.isOrdered {
      return "\(left.text) \(random.pick(["<", "<=", ">", ">="])) \(literal(.null))"
    }
    return "\(left.text) \(equality()) \(literal(.null))"
  }

  // MARK: BETWEEN and IN

  mutating func between() -> String? {
    guard let left = path(where: { $0.type.valueType.isOrdered && $0.type.valueType != .bool }) else { return nil }
    switch random.number(0...9) {
    case 0:
      // A key path as a bound.
      guard let bound = path(where: { $0.type == left.attribute.type }) else { return nil }
      return random.chance(50)
        ? "\(left.text) BETWEEN {\(bound.text), \(constant(for: left))}"
        : "\(left.text) BETWEEN {\(constant(for: left)), \(bound.text)}"
    case 1:
      guard let low = path(where: { $0.type == left.attribute.type }),
        let high = path(where: { $0.type == left.attribute.type })
      else { return nil }
      return "\(left.text) BETWEEN {\(low.text), \(high.text)}"
    case 2: return "\(left.text) BETWEEN \(argument(.list([value(for: left), value(for: left)])))"
    case 3:
      guard let low = path(where: { $0.type == left.attribute.type }) else { return nil }
      return "\(constant(for: left)) BETWEEN {\(low.text), \(left.text)}"
    case 4 where left.attribute.isDouble || left.attribute.isDecimal:
      // A bound that is computed, and whose decimal is not that of its double.
      return "\(left.text) BETWEEN {0.1 + \(literal(value(for: left))), \(literal(value(for: left)))}"
    // Half of the time, the bounds are reversed.
    default: return "\(left.text) BETWEEN {\(constant(for: left)), \(constant(for: left))}"
    }
  }

  mutating func membership() -> String? {
    guard let left = path(where: { _ in true }) else { return nil }
    let isLong = random.chance(6)
    let count = isLong ? (random.chance(4) ? 5_000 : random.number(101...300)) : random.pick([0, 1, 2, 3, 3, 4, 8])
    var values: [FormatValue] = []
    for _ in 0..<count { values.append(random.chance(5) ? .null : value(for: left)) }
    if random.chance(8), let other = path(where: { $0.type == left.attribute.type }), !isLong {
      let elements = values.map { $0.formatExpression.losslessFormat }.filter { !$0.contains("<") }
      return "\(left.text) IN {\((elements + [other.text]).joined(separator: ", "))}"
    }
    let options = left.attribute.isText && !isLong && random.chance(25) ? self.options(for: left.attribute) : ""
    if isLong || values.contains(where: { !$0.isOrdinary }) || random.chance(50) {
      return "\(left.text) IN\(options) \(argument(.list(values)))"
    }
    return "\(left.text) IN\(options) {\(values.map { $0.formatExpression.losslessFormat }.joined(separator: ", "))}"
  }

  // MARK: Arithmetic and functions

  /// Returns a comparison of a sum, difference, product or quotient with a number.
  mutating func arithmetic() -> String? {
    guard let left = path(where: \.isBinaryNumber) else { return nil }
    let isDouble = left.attribute.isDouble
    let sign = random.pick(["+", "-", "*", "/"])
    let right: String
    if random.chance(40), let other = path(where: { isDouble ? $0.isDouble : $0.isInteger }) {
      right = other.text
    } else {
      right = random.pick(
        isDouble
          ? ["2", "0.5", "0", "1e300", "-1", "0.1", "7", "1e-300"]
          : ["1", "2", "0", "3", "-1", "100", "4611686018427387904"])
    }
    var result = random.chance(15) ? "\(right) \(sign) \(left.text)" : "\(left.text) \(sign) \(right)"
    if random.chance(15), !isDouble { result = "modulus:by:(\(left.text), \(right))" }
    if random.chance(10) { return "\(result) \(equality()) nil" }
    if random.chance(20), let other = path(where: \.isBinaryNumber) {
      return "\(result) \(relation()) \(other.text)"
    }
    if random.chance(15) { return "(\(result)) * 2 \(relation()) \(constant(for: left))" }
    return "\(result) \(relation()) \(constant(for: left))"
  }

  /// Returns a comparison of decimal arithmetic. With the values of the rows, results stay within 64 bits in units.
  mutating func decimalArithmetic() -> String? {
    guard let left = path(where: \.isDecimal) else { return nil }
    let result: String
    switch random.number(0...4) {
    case 0:
      guard let right = path(where: \.isDecimal) else { return nil }
      result = "\(left.text) \(random.pick(["+", "-"])) \(right.text)"
    case 1:
      guard let right = path(where: \.isInteger) else { return nil }
      // An integer of 64 bits has no room for units.
      if case .integer64 = right.attribute.type { return nil }
      result = "\(right.text) \(random.pick(["+", "-"])) \(left.text)"
    case 2: result = "\(left.text) * \(random.pick(["2", "3", "0.5", "-1", "(0.1 + 0.2)", "0"]))"
    case 3: result = "abs(\(left.text))"
    default:
      result = "\(left.text) \(random.pick(["+", "-"])) \(random.pick(["0.1", "0.2", "2.5", "1", "(0.1 + 0.2)"]))"
    }
    // Next to a key, the units of a fraction would exceed 64 bits.
    let isFiner = result.contains("* 0.5") || result.contains("* (")
    if !isFiner, random.chance(25), let other = path(where: \.isDecimal) {
      return "\(result) \(relation()) \(other.text)"
    }
    if random.chance(10) { return "\(result) \(equality()) nil" }
    return "\(result) \(relation()) \(random.pick(ProofValues.decimals))"
  }

  /// Returns a test of a literal in a list of doubles and decimals, each of which reads it as its own type.
  mutating func mixedList() -> String? {
    guard let decimal = path(where: \.isDecimal), let double = path(where: \.isDouble) else { return nil }
    let list = random.chance(50) ? "{\(decimal.text), \(double.text)}" : "{\(double.text), \(decimal.text)}"
    let literal = random.pick(["0.1", "0.2", "0.3", "1.1", "2.5", "(0.1 + 0.2)", "0.5"])
    switch random.number(0...3) {
    case 0: return "\(literal) IN \(list)"
    case 1: return "\(literal) BETWEEN \(list)"
    case 2: return "\(list) CONTAINS \(literal)"
    default: return "\(random.chance(50) ? decimal.text : double.text) IN {\(literal), 5, 0.5}"
    }
  }

  mutating func function() -> String? {
    let name = random.pick(["abs", "abs", "floor", "ceiling", "trunc", "sqrt"])
    guard let left = path(where: \.isBinaryNumber) else { return nil }
    let number = random.pick(["0", "1", "2", "1.5", "-1", "100", "nil", "3.0"])
    return "\(name)(\(left.text)) \(relation()) \(number)"
  }

  mutating func bits() -> String? {
    guard let left = path(where: \.isInteger) else { return nil }
    let mask = random.pick(["1", "3", "-1", "255", "4611686018427387904"])
    switch random.number(0...5) {
    case 0: return "(\(left.text) << \(random.pick(["0", "1", "4", "63", "64", "-1"]))) \(relation()) \(mask)"
    case 1: return "(\(left.text) >> \(random.pick(["0", "1", "4", "63", "64"]))) \(relation()) \(mask)"
    case 2: return "~(\(left.text)) \(relation()) \(random.pick(["-1", "-2", "0"]))"
    case 3: return "(\(left.text) ^ \(mask)) \(relation()) \(random.pick(["0", "1", "2", "-3"]))"
    case 4: return "(\(left.text) | \(mask)) \(relation()) \(mask)"
    default: return "(\(left.text) & \(mask)) \(relation()) \(random.pick(["0", "1", "2", "3"]))"
    }
  }

  mutating func ternary() -> String? {
    let test = condition(random.pick([0, 0, 1]))
    if random.chance(25) {
      // A condition adds its arguments when it is made.
      let (then, otherwise) = (condition(0), random.chance(33) ? condition(0) : random.pick(["NO", "TRUEPREDICATE"]))
      let choice = "TERNARY(\(test), \(then), \(otherwise))"
      return random.chance(50) ? choice : "\(choice) \(equality()) \(random.pick(["YES", "NO", "0", "nil"]))"
    }
    guard let then = path(where: { $0.isInteger || $0.isText || $0.isDouble }) else { return nil }
    let type = then.attribute.type
    let otherwise =
      random.chance(50) ? path(where: { $0.type == type })?.text ?? "nil" : random.pick(["nil", then.text])
    return "TERNARY(\(test), \(then.text), \(otherwise)) \(relation()) \(constant(for: then))"
  }

  mutating func cast() -> String? {
    switch random.number(0...3) {
    case 0:
      guard let left = path(where: \.isInteger) else { return nil }
      return
        "CAST(\(left.text), \"NSString\") \(equality()) \(random.pick(["\"1\"", "\"2\"", "\"-1\"", "\"01\"", "nil"]))"
    case 1:
      guard let left = path(where: \.isInteger) else { return nil }
      return "\(left.text) \(relation()) CAST(\(random.pick(["\"1\"", "\"2.0\"", "\"x\"", "2.5"])), \"NSNumber\")"
    case 2:
      guard let left = path(where: \.isBinaryNumber) else { return nil }
      return "CAST(\(left.text), \"NSNumber\") \(relation()) \(constant(for: left))"
    default:
      guard let left = path(where: \.isDate) else { return nil }
      let text = random.pick([
        "2001-01-01T00:00:00Z", "2001-01-02T00:00:00Z", "1970-01-01T00:00:00Z", "2001-01-01T00:00:00.5Z",
      ])
      return "\(left.text) \(relation()) CAST(\"\(text)\", \"NSDate\")"
    }
  }

  mutating func constantCondition() -> String? {
    random.pick([
      "TRUEPREDICATE", "FALSEPREDICATE", "1 == 1", "nil == nil", "nil < 1", "1 < 2 AND nil <= nil", "'a' BEGINSWITH ''",
      "1 IN {}", "2 BETWEEN {3, 1}", "1 / 0 == nil", "'abc' LIKE 'a*'", "ANY {1, 2} == 2", "ALL {} == 1",
      "NONE {1, nil} == nil",
    ])
  }
}

extension FormatValue {
  /// Whether the value can be written as a literal.
  var isOrdinary: Bool {
    switch self {
    case .double(let number), .date(let number): number.isFinite
    case .object: false
    default: true
    }
  }
}

extension ValueType {
  /// Whether `<` compares two values of this type.
  var isOrdered: Bool { family != .other && family != .unknown }
}
