import Foundation
import PredicateFormat
import PredicateSQL
import PredicateSemantics

/// The values of expressions for objects and groups, for `PlainFetch`. Reads the properties of each object once, by `Mirror`.
final class PlainValues {
  private var properties: [ObjectIdentifier: [String: FormatValue]] = [:]

  /// Returns the value at a key path through to-one objects. A nil object has nil keys.
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

  /// Returns the object that a property refers to.
  private func single(_ name: String, of object: any StoredObject) -> (any StoredObject)? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for child in current.children where child.label == name { return child.value as? any StoredObject }
      mirror = current.superclassMirror
    }
    return nil
  }

  // MARK: Expressions

  /// The operators and functions that reduce a group to one value.
  private static let reductions: [String: String] = [
    "@count": "count", "@sum": "sum", "@avg": "average", "@min": "min", "@max": "max", "count:": "count", "sum:": "sum",
    "average:": "average", "min:": "min", "max:": "max",
  ]

  /// Returns a key path as text, or nil if it contains anything but keys.
  static func text(_ steps: [FormatExpression.KeyStep]) -> String? {
    var names: [String] = []
    for step in steps {
      guard case .key(let key) = step.kind else { return nil }
      names.append(key.name)
    }
    return names.joined(separator: ".")
  }

  /// Returns whether an expression applies to a group. Anything with a function may.
  func isAggregate(_ expression: FormatExpression) -> Bool {
    switch expression.kind {
    case .keyPath(let steps): Self.text(steps)?.hasPrefix("@") ?? false
    case .constant: false
    case .function(let call): !Self.isDatePart(call)
    default: true
    }
  }

  /// Returns the value of an expression for a group, or for a single object.
  func value(of expression: FormatExpression, in group: [any StoredObject]) throws -> FormatValue {
    switch expression.kind {
    case .constant(let value): return value
    case .keyPath(let steps):
      guard let path = Self.text(steps) else { throw PlainFetch.Unknown() }
      guard path.hasPrefix("@") else {
        // A later operator applies to the object's own collection.
        if path.contains("@") { throw PlainFetch.Unknown() }
        return group.first.map { value(at: path, of: $0) } ?? .null
      }
      if path == "@count" { return .integer(Int64(group.count)) }
      let keys = path.split(separator: ".", maxSplits: 1).map(String.init)
      guard keys.count == 2, let name = Self.reductions[keys[0]] else { throw PlainFetch.Unknown() }
      return try reduction(name, group.map { value(at: keys[1], of: $0) }, countsNil: true)
    case .function(let call) where Self.isDatePart(call): return try datePart(call, of: group)
    case .function(let call):
      guard let name = Self.reductions[call.selector], case .keyPath(let steps)? = call.arguments.first?.kind,
        let path = Self.text(steps), isAttribute(path, of: group)
      else { throw PlainFetch.Unknown() }
      return try reduction(name, group.map { value(at: path, of: $0) }, countsNil: false)
    default: throw PlainFetch.Unknown()
    }
  }

  // MARK: Dates

  /// The components of Foundation's calendar, by the functions' names.
  private static let components: [String: Calendar.Component] = [
    "year": .year, "month": .month, "day": .day, "hour": .hour,
  ]

  private static func isDatePart(_ call: FormatExpression.Call) -> Bool {
    components[call.selector.split(separator: ":").first.map(String.init) ?? ""] != nil
  }

  /// Returns a part of a date by Foundation's calendar.
  private func datePart(_ call: FormatExpression.Call, of group: [any StoredObject]) throws -> FormatValue {
    let values = try call.arguments.map { try value(of: $0, in: group) }
    guard let component = Self.components[call.selector.split(separator: ":").first.map(String.init) ?? ""],
      let first = values.first
    else { throw PlainFetch.Unknown() }
    guard case .date(let seconds) = first else { return .null }
    // Before 1583, the calendar is another one.
    guard seconds > -13_000_000_000, seconds < 252_423_993_600 else { throw PlainFetch.Unknown() }
    var zone = TimeZone(secondsFromGMT: 0)
    if values.count == 2, case .string(let name) = values[1], name != "UTC" { zone = TimeZone(identifier: name) }
    guard let zone else { throw PlainFetch.Unknown() }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return .integer(Int64(calendar.component(component, from: Date(timeIntervalSinceReferenceDate: seconds))))
  }

  /// Returns whether a key path leads to values rather than to a collection.
  private func isAttribute(_ path: String, of group: [any StoredObject]) -> Bool {
    let words = ["tasks", "tags", "reports", "departments", "members", "residents", "people"]
    return !path.split(separator: ".").contains { words.contains(String($0)) }
  }

  /// Reduces values without nil. In the averages and counts of operators, nil counts as 0.
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
        return sum.divided(by: FormatDecimal(Int64(count))).map(FormatValue.decimal) ?? .null
      default: return .null
      }
    default:
      guard var best = values.first else { return .null }
      for value in values {
        guard let order = FormatValue.order(value, best) else { throw PlainFetch.Unknown() }
        if name == "min" ? order < 0 : order > 0 { best = value }
      }
      return best
    }
  }

  /// Adds values. Integers are added exactly, and the sum is nil beyond 64 bits. With decimals the sum is a decimal, with doubles
  /// a double. It is nil if both occur or if a double sum is not finite.
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
