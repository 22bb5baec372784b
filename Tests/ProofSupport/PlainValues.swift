import Foundation
import PredicateFormat
import PredicateModel

/// What expressions are of objects and groups of them, for `PlainFetch`: keys read by `Mirror`, each object's once.
final class PlainValues {
  private var properties: [ObjectIdentifier: [String: FormatValue]] = [:]

  /// What stands at a key path through single objects; a nil object has nil keys.
  func value(at keyPath: String, of object: any StoredObject) -> FormatValue {
    if let record = object as? PlainRecord { return record.value(at: keyPath) }
    var object = object
    var keys = keyPath.split(separator: ".").map(String.init)
    let key = keys.removeLast()
    if key == "length", !keys.isEmpty {
      guard case .string(let text) = value(at: keys.joined(separator: "."), of: object) else { return .null }
      return .integer(Int64(text.utf16.count))
    }
    for key in keys {
      guard let next = single(key, of: object) else { return .null }
      object = next
    }
    let known = properties[ObjectIdentifier(object)] ?? ProofSupport.properties(of: object)
    properties[ObjectIdentifier(object)] = known
    return known[key] ?? .null
  }

  /// The object that a property refers to.
  private func single(_ name: String, of object: any StoredObject) -> (any StoredObject)? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for child in current.children where child.label == name { return child.value as? any StoredObject }
      mirror = current.superclassMirror
    }
    return nil
  }

  // MARK: Expressions

  /// The operators and functions that make one value of a group.
  private static let reductions: [String: String] = [
    "@count": "count", "@sum": "sum", "@avg": "average", "@min": "min", "@max": "max", "count:": "count", "sum:": "sum",
    "average:": "average", "min:": "min", "max:": "max",
  ]

  /// A key path as a text; nil where it has something else in it than keys.
  static func text(_ steps: [FormatExpression.KeyStep]) -> String? {
    var names: [String] = []
    for step in steps {
      guard case .key(let name) = step else { return nil }
      names.append(name)
    }
    return names.joined(separator: ".")
  }

  /// Whether an expression is made of a group; anything with a function in it may be.
  func isAggregate(_ expression: FormatExpression) -> Bool {
    switch expression.kind {
    case .keyPath(let steps): Self.text(steps)?.hasPrefix("@") ?? false
    case .constant: false
    default: true
    }
  }

  /// The value of an expression of a group; of one object, where it stands alone.
  func value(of expression: FormatExpression, in group: [any StoredObject]) throws -> FormatValue {
    switch expression.kind {
    case .constant(let value): return value
    case .keyPath(let steps):
      guard let path = Self.text(steps) else { throw PlainFetch.Unknown() }
      guard path.hasPrefix("@") else {
        // An operator further on is of the object's own collection.
        if path.contains("@") { throw PlainFetch.Unknown() }
        return group.first.map { value(at: path, of: $0) } ?? .null
      }
      if path == "@count" { return .integer(Int64(group.count)) }
      let keys = path.split(separator: ".", maxSplits: 1).map(String.init)
      guard keys.count == 2, let name = Self.reductions[keys[0]] else { throw PlainFetch.Unknown() }
      return try reduction(name, group.map { value(at: keys[1], of: $0) }, countsNil: true)
    case .function(let selector, let arguments):
      guard let name = Self.reductions[selector], case .keyPath(let steps)? = arguments.first?.kind,
        let path = Self.text(steps), isAttribute(path, of: group)
      else { throw PlainFetch.Unknown() }
      return try reduction(name, group.map { value(at: path, of: $0) }, countsNil: false)
    default: throw PlainFetch.Unknown()
    }
  }

  /// Whether a path leads to values, and not to a collection.
  private func isAttribute(_ path: String, of group: [any StoredObject]) -> Bool {
    let words = ["tasks", "tags", "reports", "departments", "members", "residents", "people"]
    return !path.split(separator: ".").contains { words.contains(String($0)) }
  }

  /// nil is left out; in the sums, averages and counts of operators it is 0.
  private func reduction(_ name: String, _ all: [FormatValue], countsNil: Bool) throws -> FormatValue {
    let values = all.filter { !$0.isNil }
    let count = countsNil ? all.count : values.count
    switch name {
    case "count": return .integer(Int64(count))
    case "sum": return sum(values)
    case "average":
      if count == 0 { return .null }
      switch sum(values) {
      case .integer(let sum): return .double(Double(sum) / Double(count))
      case .double(let sum): return .double(sum / Double(count))
      case .decimal(let sum):
        return DecimalArithmetic.divide(sum, DecimalNumber(Int64(count))).map(FormatValue.decimal) ?? .null
      default: return .null
      }
    default:
      guard var best = values.first else { return .null }
      for value in values {
        guard let order = ValueOrder.order(value, best) else { throw PlainFetch.Unknown() }
        if name == "min" ? order < 0 : order > 0 { best = value }
      }
      return best
    }
  }

  /// Whole numbers are added exactly, and have no sum beyond 64 bits; with decimals they are decimals, and with doubles all are
  /// doubles, and have no sum that is not finite.
  private func sum(_ values: [FormatValue]) -> FormatValue {
    var whole: Int128 = 0
    var exact = Decimal(0)
    var real = 0.0
    var kinds: Set<ValueType> = []
    for value in values {
      kinds.insert(value.valueType)
      switch value {
      case .integer(let number): (whole, exact) = (whole + Int128(number), exact + Decimal(number))
      case .double(let number): real += number
      case .decimal(let number): exact += Decimal(number) ?? .nan
      default: return .null
      }
      if !real.isFinite || kinds.isSuperset(of: [.double, .decimal]) { return .null }
    }
    if kinds.contains(.decimal) { return FormatValue(exact) }
    if kinds.contains(.double) { return .double(real) }
    return Int64(exactly: whole).map(FormatValue.integer) ?? .null
  }
}
