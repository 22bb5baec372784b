import PredicateFormat
import TestSupport

/// A generator of values for conversions and variables, driven by choices.
struct FuzzArguments {
  var choices: SeededRandom
  /// The usual values for `%K`.
  let keys: [String]

  private final class Thing: Sendable {}
  private static let thing = FormatObject(Thing())

  private static let integers: [Int64] = [0, 1, -1, 2, 5, 100, 255, 65_536, 1 << 53, (1 << 53) + 1, .max, .min]
  private static let doubles = [
    0, -0.0, 1, 1.5, 0.1, -2.25, 1e300, .infinity, -.infinity, .nan, 9_007_199_254_740_992,
  ]
  private static let texts = [
    "", "a", "A", "abc", "café", "cafe\u{301}", "ß", "SS", "1", "1.5", "kids", "i", "i.s", "*", "a*c", "?", "(",
    "(a|b)*c",
    "[a-", "\\", "\u{0}", "😀", "a text of more than fifteen bytes", "NSNumber",
  ]
  private static let decimals = ["0", "0.1", "-1.5", "1e120", "9007199254740993", "1e-100"]

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(values.count)] }
  private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &choices) }

  /// Returns an argument for each conversion. Occasionally an argument does not fit, or there is one too many.
  mutating func arguments(for conversions: [FormatConversion]) -> [(any FormatArgument)?] {
    var arguments: [(any FormatArgument)?] = []
    for conversion in conversions { arguments.append(argument(for: conversion.kind)) }
    if number(100) == 99 { arguments.append(1) }
    return arguments
  }

  /// Returns a value for each variable.
  mutating func values(of names: [String]) -> [String: (any FormatArgument)?] {
    var values: [String: (any FormatArgument)?] = [:]
    for name in names { values[name] = .some(value(2)) }
    return values
  }

  private mutating func argument(for kind: FormatConversion.Kind) -> (any FormatArgument)? {
    if number(20) == 19 { return value(2) }
    switch kind {
    case .value:
      switch number(12) {
      case 0: return FormatExpression.keyPath(pick(keys))
      case 1: return nil
      default: return value(3)
      }
    case .keyPath: return number(10) == 0 ? pick(Self.texts) : pick(keys)
    case .signed, .unsigned, .floating: return number(2) == 0 ? pick(Self.integers) : pick(Self.doubles)
    case .string: return pick(Self.texts)
    case .pointer: return Self.thing
    }
  }

  /// Returns a value of any kind with limited depth.
  private mutating func value(_ depth: Int) -> FormatValue {
    switch number(depth > 0 ? 16 : 12) {
    case 0: return .null
    case 1: return .bool(number(2) == 0)
    case 2, 3: return .integer(pick(Self.integers))
    case 4: return .number(pick([UInt64.max, 5, 1 << 63]))
    case 5: return .double(pick(Self.doubles))
    case 6, 7: return .string(pick(Self.texts))
    case 8: return .date(pick(Self.doubles))
    case 9: return .uuid(FormatUUID(high: UInt64(number(3)), low: 2))
    case 10: return .data([UInt8](repeating: 97, count: number(4)))
    case 11:
      if number(4) == 0 { return .object(Self.thing) }
      return FormatDecimal(pick(Self.decimals)).map(FormatValue.decimal) ?? .null
    case 12, 13: return .list(values(depth))
    case 14: return .set(values(depth))
    default: return .record(["k": value(depth - 1), pick(keys): value(depth - 1)])
    }
  }

  private mutating func values(_ depth: Int) -> [FormatValue] {
    var values: [FormatValue] = []
    for _ in 0..<pick([0, 1, 2, 3, 9]) { values.append(value(depth - 1)) }
    return values
  }
}
