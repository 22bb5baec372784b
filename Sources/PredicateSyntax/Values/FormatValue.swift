/// A value of the language: a constant, a format argument, or a value in an untyped row.
///
/// `Hashable` compares structure, because equality of trees does: the integer 1 is not the double 1.0, and composed é
/// is not decomposed é. `PredicateSemantics` defines how the language itself compares values.
public enum FormatValue: Sendable {
  /// The absence of a value: nil and NULL in format strings, `NSNull` in Foundation.
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`. Smaller values are `integer`. Use `number(_:)` to create either.
  case unsigned(UInt64)
  case double(Double)
  indirect case decimal(FormatDecimal)
  case string(String)
  /// A date, in seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case uuid(FormatUUID)
  case data([UInt8])
  case list([FormatValue])
  /// A collection whose elements have no order or index.
  case set([FormatValue])
  /// An untyped row of keys and values. A missing key reads as nil.
  case record([String: FormatValue])
  /// A reference to an object of the program, compared by identity.
  case object(FormatObject)

  /// Returns `integer` if the number fits, otherwise `unsigned`.
  public static func number(_ value: UInt64) -> FormatValue {
    Int64(exactly: value).map(FormatValue.integer) ?? .unsigned(value)
  }
}

/// The 16 bytes of a UUID as two big-endian halves.
public struct FormatUUID: Sendable, Hashable {
  /// The first eight bytes, most significant first.
  public var high: UInt64
  /// The last eight bytes, most significant first.
  public var low: UInt64

  /// Creates a UUID from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a UUID from the form `8-4-4-4-12` of hexadecimal digits in any case, or returns `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    let hyphens = [8, 13, 18, 23]  // of 8-4-4-4-12
    var digits: [UInt64] = []
    for (position, byte) in text.utf8.enumerated() {
      if hyphens.contains(position) {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = hexDigitValue(byte) else { return nil }
        digits.append(UInt64(digit))
      }
    }
    guard digits.count == 32, text.utf8.count == 36 else { return nil }
    high = digits[..<16].reduce(0) { $0 << 4 | $1 }
    low = digits[16...].reduce(0) { $0 << 4 | $1 }
  }

  /// The form `8-4-4-4-12` in uppercase.
  public var text: String {
    let digits = Array("0123456789ABCDEF")
    var result = ""
    for position in 0..<32 {
      let half = position < 16 ? high : low
      if [8, 12, 16, 20].contains(position) { result.append("-") }
      result.append(digits[Int(truncatingIfNeeded: half >> UInt64(60 - 4 * (position % 16))) & 15])
    }
    return result
  }
}

// Safety: Only the address of the object is used.
/// A reference to an object of the program. The language compares it by identity and reads none of its contents.
///
/// It is `Sendable` because only the address is ever used. The reference keeps the object alive.
public struct FormatObject: @unchecked Sendable, Hashable {
  /// The object.
  public let object: AnyObject

  /// Creates a reference to `object`.
  public init(_ object: AnyObject) { self.object = object }

  /// Returns whether both refer to the same object.
  public static func == (left: FormatObject, right: FormatObject) -> Bool { left.object === right.object }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

extension FormatValue: Hashable {
  /// Compares kind and content. Doubles are compared by their bits, strings by their scalars, and records in any order.
  public static func == (left: FormatValue, right: FormatValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let l), .bool(let r)): l == r
    case (.integer(let l), .integer(let r)): l == r
    case (.unsigned(let l), .unsigned(let r)): l == r
    case (.double(let l), .double(let r)): l.bitPattern == r.bitPattern
    case (.decimal(let l), .decimal(let r)): l == r
    case (.string(let l), .string(let r)): l.utf8.elementsEqual(r.utf8)
    case (.date(let l), .date(let r)): l.bitPattern == r.bitPattern
    case (.uuid(let l), .uuid(let r)): l == r
    case (.data(let l), .data(let r)): l == r
    case (.object(let l), .object(let r)): l == r
    case (.list, .list), (.set, .set), (.record, .record): haveEqualElements(left, right)
    default: false
    }
  }

  /// Compares two collections of one kind. Pairs of inner collections wait in a list, so that the depth of a value does not matter.
  private static func haveEqualElements(_ left: FormatValue, _ right: FormatValue) -> Bool {
    var waiting = [(left, right)]
    func compare(_ left: FormatValue, _ right: FormatValue) -> Bool {
      switch (left, right) {
      case (.list, .list), (.set, .set), (.record, .record):
        waiting.append((left, right))
        return true
      default: return left == right
      }
    }
    while let (left, right) = waiting.popLast() {
      switch (left, right) {
      case (.list(let l), .list(let r)), (.set(let l), .set(let r)):
        guard l.count == r.count else { return false }
        for (l, r) in zip(l, r) where !compare(l, r) { return false }
      case (.record(let l), .record(let r)):
        guard l.count == r.count else { return false }
        for (key, l) in l {
          guard let r = r[key], compare(l, r) else { return false }
        }
      default: return false
      }
    }
    return true
  }

  /// Hashes the components that `==` compares, up to a depth.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher, Self.greatestNesting) }

  private func hash(into hasher: inout Hasher, _ levels: Int) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .double(let value), .date(let value): hasher.combine(value.bitPattern)
    case .decimal(let value): hasher.combine(value)
    case .string(var value): value.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .uuid(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .list(let values), .set(let values):
      hasher.combine(values.count)
      if levels > 0 { for value in values { value.hash(into: &hasher, levels - 1) } }
    case .record(let fields):
      hasher.combine(fields.count)
      if levels <= 0 { return }
      // Fields have no order, so their hashes are combined by an operation without one.
      var sum = 0
      for (key, value) in fields {
        var field = Hasher()
        field.combine(key)
        value.hash(into: &field, levels - 1)
        sum ^= field.finalize()
      }
      hasher.combine(sum)
    case .object(let object): hasher.combine(object)
    }
  }
}

/// Returns the value of a hexadecimal digit in any case, or `nil` for any other byte.
package func hexDigitValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

extension FormatValue {
  /// The maximum number of lists, sets and records in each other that an evaluation reads as one value. Comparing, printing and
  /// hashing a value recurse once per level.
  package static var greatestNesting: Int { 64 }

  /// Whether lists, sets and records are nested more than `greatestNesting` levels deep.
  package var isNestedTooDeep: Bool {
    switch self {
    case .list, .set, .record: levels(atMost: Self.greatestNesting) > Self.greatestNesting
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .object: false
    }
  }

  /// The value with a placeholder for the collections below a number of levels.
  func cut(below levels: Int) -> FormatValue {
    switch self {
    case .list(let elements):
      levels > 0 ? .list(elements.map { $0.cut(below: levels - 1) }) : .object(FormatObject(NestedTooDeep()))
    case .set(let elements):
      levels > 0 ? .set(elements.map { $0.cut(below: levels - 1) }) : .object(FormatObject(NestedTooDeep()))
    case .record(let fields):
      levels > 0 ? .record(fields.mapValues { $0.cut(below: levels - 1) }) : .object(FormatObject(NestedTooDeep()))
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .object: self
    }
  }

  /// Returns the number of levels below the value: 0 for a value without elements, otherwise one more than the highest element. It
  /// counts at most one more than `limit`, so that it never recurses deeply.
  package func levels(atMost limit: Int) -> Int {
    func greatest(_ elements: some Collection<FormatValue>) -> Int {
      if elements.isEmpty { return 0 }
      return limit <= 0 ? 1 : 1 + elements.reduce(0) { max($0, $1.levels(atMost: limit - 1)) }
    }
    switch self {
    case .list(let elements), .set(let elements): return greatest(elements)
    case .record(let fields): return greatest(fields.values)
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .object: return 0
    }
  }
}

/// Stands for a part of a value that is nested too deeply to be printed.
private final class NestedTooDeep {}
