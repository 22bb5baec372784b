import PredicateFormat
import PredicateSQL

// Conditions that are easily slow or inexact in SQL: integers beside doubles, alternatives in several tables, and thresholds of
// aggregates.
extension PredicateMaker {
  /// Returns a comparison of an integer with a double, neither of which is a constant.
  mutating func mixedComparison() -> String? {
    guard let integer = path(where: \.isInteger), let double = doubleBesideIntegers() else { return nil }
    switch random.number(0...9) {
    case 0...3: return "\(integer.text) \(relation()) \(double)"
    case 4...6: return "\(double) \(relation()) \(integer.text)"
    case 7: return "\(integer.text) BETWEEN {\(double), \(constant(for: integer))}"
    case 8: return "\(double) BETWEEN {\(integer.text), \(random.pick(["9", "1e19", "nil", "-0.5"]))}"
    default: return "\(integer.text) IN {\(double), \(random.pick(["2", "0.5", "nil", "9007199254740993"]))}"
    }
  }

  /// Returns a double that is a column, an average or the minimum of a column.
  private mutating func doubleBesideIntegers() -> String? {
    if random.chance(15), let values = elements(where: \.isInteger) { return "average:(\(values.text))" }
    if random.chance(15), let values = elements(where: \.isDouble) { return "min:(\(values.text))" }
    return path(where: \.isDouble)?.text
  }

  /// Returns alternatives of which each is about another table, as a search box makes them.
  mutating func alternatives() -> String? {
    if random.chance(25) { return alternativesOfObjects() }
    var parts: [String] = []
    if random.chance(60), let related = relatedComparison() { parts.append(related) }
    if random.chance(75), let own = path(of: 0, where: { $0.isText || $0.isInteger }) {
      parts.append("\(own.text) \(relation()) \(constant(for: own))")
    }
    if parts.count < 2 || random.chance(60), let quantifier = quantifier() { parts.append(quantifier) }
    guard parts.count > 1 else { return nil }
    let text = parts.joined(separator: random.chance(85) ? " OR " : " AND ")
    return random.chance(15) ? "NOT (\(text))" : "(\(text))"
  }

  /// Returns the condition of the objects after one with some values of two keys, as the next page has it, with the parts in any order.
  mutating func page() -> String? {
    guard let first = path(of: 0, where: { $0.isBinaryNumber || $0.isText || $0.isDate || $0.isDecimal }),
      let second = path(of: 0, where: \.isInteger)
    else { return nil }
    let value = random.chance(95) ? value(for: first) : .null
    var makers: [(inout PredicateMaker) -> String] = [
      { "\(first.text) \($0.random.pick(["<", ">"])) \($0.literal(value))" },
      { "(\(first.text) == \($0.literal(value)) AND \(second.text) < \($0.constant(for: second)))" },
    ]
    if random.chance(30) { makers.append { "\(first.text) == \($0.constant(for: first))" } }
    if random.chance(50) { makers.reverse() }
    var parts: [String] = []
    for make in makers { parts.append(make(&self)) }
    return "(\(parts.joined(separator: " OR ")))"
  }

  /// Returns alternatives about an attribute of SELF, an object that it refers to, and the number of elements of a collection.
  private mutating func alternativesOfObjects() -> String? {
    let entity = scopes[0].entity
    let (numbers, objects) = (entity.attributes.filter(\.isInteger), entity.relationships.filter { !$0.isToMany })
    guard !numbers.isEmpty, !objects.isEmpty, let elements = collection() else { return nil }
    let number = random.pick(numbers).name
    return """
      (\(number) \(relation()) \(random.pick(ProofValues.integers)) OR \(random.pick(objects).name) \(equality()) nil \
      OR \(elements.text).@count == \(random.number(1...2)))
      """
  }

  /// Returns a comparison of an attribute of an object that the last scope refers to.
  private mutating func relatedComparison() -> String? {
    for _ in 0..<8 {
      guard let path = path(where: { $0.isText || $0.isInteger }), path.text.contains(".") else { continue }
      return "\(path.text) \(equality()) \(constant(for: path))"
    }
    return nil
  }

  /// Returns a comparison of an aggregate of a collection with a threshold, which empty collections reach or not.
  mutating func threshold() -> String? {
    guard let (text, entity) = collection() else { return nil }
    let integers = entity.attributes.filter(\.isInteger)
    var value = "\(text).@count"
    var thresholds = ["-1", "0", "1", "2", "3", "0.5", "-0.5", "2.5", "1e30", "nil"]
    if random.chance(60), !integers.isEmpty {
      let attribute = random.pick(integers)
      value = "\(text).@\(random.pick(["sum", "avg", "min", "max"])).\(attribute.name)"
      thresholds += (pools["\(entity.name).\(attribute.name)"] ?? []).prefix(6).map(\.formatExpression.losslessFormat)
    }
    let threshold = random.pick(thresholds)
    switch random.number(0...9) {
    case 0...5: return "\(value) \(relation()) \(threshold)"
    case 6, 7: return "\(threshold) \(relation()) \(value)"
    case 8: return "\(value) BETWEEN {\(threshold), \(random.pick(thresholds))}"
    default: return "\(value) IN {\(threshold), \(random.pick(thresholds))}"
    }
  }
}
