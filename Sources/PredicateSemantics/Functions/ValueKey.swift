import PredicateSyntax

/// A key that a string or a number answers itself, as Foundation documents it for `NSString` and `NSNumber`: `length`, `intValue`,
/// `lowercaseString`. No such key runs code of the program.
///
/// `all` declares each key once. A record's own key of the same name takes precedence. nil has all keys, and their values are nil.
package struct ValueKey: Sendable {
  package let name: String
  /// The value for a string, or `nil` if strings do not have the key.
  private let ofText: (@Sendable (String) -> FormatValue)?
  /// The value for a number or a boolean, or `nil` if numbers do not have the key.
  private let ofNumber: (@Sendable (FormatValue) -> FormatValue)?
  /// The type of the value.
  package let result: ValueType
  /// The function that computes the value of a typed operand.
  package let function: ValueFunction

  private init(
    _ name: String, _ result: ValueType, text: (@Sendable (String) -> FormatValue)? = nil,
    number: (@Sendable (FormatValue) -> FormatValue)? = nil
  ) {
    self.name = name
    self.result = result
    ofText = text
    ofNumber = number
    function = ValueFunction(name, name, .any, .always(result), .key, nil)
  }

  /// Returns the key with the given name, or `nil` if no key has it.
  package static func named(_ name: String) -> ValueKey? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  // MARK: The keys

  /// All keys, in the order of the documentation (Rationale 6.4).
  package static let all: [ValueKey] = [
    ValueKey("length", .integer) { .integer(Int64($0.utf16.count)) },
    ValueKey(
      "intValue", .integer, text: { .integer(Int64(Int32(clamping: $0.leadingInteger))) },
      number: { .integer($0.asInt32) }),
    ValueKey("integerValue", .integer, text: { .integer($0.leadingInteger) }, number: { .integer($0.asInt64) }),
    ValueKey("longLongValue", .integer, text: { .integer($0.leadingInteger) }, number: { .integer($0.asInt64) }),
    ValueKey(
      "floatValue", .double(precision: .single),
      text: { .narrow($0.leadingNumber.nearestFloat, .single) }, number: { .narrow($0.asFloat, .single) }),
    ValueKey(
      "doubleValue", .double, text: { .double(Double($0.leadingNumber) ?? 0) }, number: { .double($0.asDouble) }),
    ValueKey("boolValue", .bool, text: { .bool($0.isAffirmative) }, number: { .bool($0.asDouble != 0) }),
    ValueKey("stringValue", .string, number: { .string($0.asNumberText) }),
    ValueKey("lowercaseString", .string) { .string($0.lowercased()) },
    ValueKey("uppercaseString", .string) { .string($0.uppercased()) },
    ValueKey("capitalizedString", .string) { .string($0.withCapitals) },
    ValueKey("lastPathComponent", .string) { .string($0.lastPathComponent) },
    ValueKey("pathExtension", .string) { .string($0.pathExtension) },
  ]

  /// The key that Swift's enumerations have. They are read as their raw values, so it is the value itself.
  package static let rawValue = "rawValue"

  /// Returns whether values that are not records have a key with the given name.
  package static func isKey(_ name: String) -> Bool { name == rawValue || named(name) != nil }

  // MARK: Reading

  /// Whether values of a type have the key, as far as the type is known.
  package func isKey(of type: ValueType) -> Bool {
    switch type {
    case .string: ofText != nil
    case .bool, .integer, .double, .decimal: ofNumber != nil
    case .any, .null, .date, .uuid, .data, .record, .object, .list, .set: false
    }
  }

  /// Returns the key that a name may have meant for values of a type, or `nil` if none is similar.
  package static func nearest(to name: String, of type: ValueType) -> String? {
    nearestWord(to: name, among: all.filter { $0.isKey(of: type) }.map { $0.name })
  }

  /// Returns the value for a string, a number or nil. The result is `nil` if other values, or values of this kind, do not have the
  /// key.
  package func value(of value: FormatValue) -> FormatValue? {
    switch value.widened.nanAsNil {
    case .null: .null
    case .string(let text): ofText?(text)
    // The text of a number depends on its precision.
    case .bool, .integer, .unsigned, .double, .decimal: ofNumber?(value)
    case .date, .uuid, .data, .list, .set, .record, .object: nil
    }
  }
}

extension ValueType {
  /// Whether a raw value of an enumeration may have the type.
  package var mayBeRawValue: Bool {
    switch self {
    case .bool, .integer, .double, .decimal, .string, .date, .uuid: true
    case .any, .null, .data, .record, .object, .list, .set: false
    }
  }
}

extension FormatExpression.Key {
  /// Whether the value of the key may be a number whose precision is known only at run time, whatever it is read from.
  package var isOfNarrowNumber: Bool { name == "floatValue" }
}

// MARK: - Numbers

extension FormatValue {
  /// The number as an integer of 64 bits. Integers keep their lower bits, and others are truncated to the nearest one in range.
  fileprivate var asInt64: Int64 {
    switch self {
    case .bool(let value): return value ? 1 : 0
    case .integer(let value): return value
    case .unsigned(let value): return Int64(bitPattern: value)
    case .decimal(let number):
      return Int64(number.rounded(.towardZero).description) ?? (number.isNegative ? .min : .max)
    default:
      let number = asDouble.rounded(.towardZero)
      return Int64(exactly: number) ?? (number < 0 ? .min : .max)
    }
  }

  /// The number as an integer of 32 bits.
  fileprivate var asInt32: Int64 {
    switch self {
    case .integer, .unsigned, .bool: Int64(Int32(truncatingIfNeeded: asInt64))
    default: Int64(Int32(clamping: asInt64))
    }
  }

  fileprivate var asDouble: Double {
    if case .bool(let value) = self { value ? 1 : 0 } else { widened.doubleValue ?? 0 }
  }

  /// The nearest `Float`. A number that a double cannot represent is rounded once, and not first to a double.
  fileprivate var asFloat: Double {
    switch self {
    case .integer(let value): Double(Float(value))
    case .unsigned(let value): Double(Float(value))
    case .decimal(let number): number.description.nearestFloat
    default: BinaryPrecision.single.nearest(to: asDouble)
    }
  }

  fileprivate var asNumberText: String {
    if case .bool(let value) = self { return value ? "1" : "0" }
    guard let number = narrowNumber else { return Cast.text(of: self) }
    // A decimal with the digits of a `Float`: 0.1 and not 0.10000000149011612.
    return Cast.text(of: .double(Double(Float(number.value).description) ?? number.value))
  }
}

// MARK: - Strings

extension String {
  /// The text without the white space at its start.
  private var scalarsAfterSpace: Substring.UnicodeScalarView {
    unicodeScalars[...].drop { $0.properties.isWhitespace }
  }

  /// The integer at the start of the text, or 0 if the text does not begin with one. A number outside the range of `Int64` is
  /// clamped to it.
  fileprivate var leadingInteger: Int64 {
    var rest = scalarsAfterSpace
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    var result: Int64 = 0
    for digit in rest.digits {
      let (tenfold, overflow) = result.multipliedReportingOverflow(by: 10)
      let (sum, exceeds) = tenfold.addingReportingOverflow(isNegative ? -digit : digit)
      if overflow || exceeds { return isNegative ? .min : .max }
      result = sum
    }
    return result
  }

  /// The text of the number at the start, with a fraction and an exponent in digits of ASCII.
  fileprivate var leadingNumber: String {
    var rest = scalarsAfterSpace
    var text = ""
    func takeSign() {
      if let sign = rest.first, sign == "-" || sign == "+" {
        text.unicodeScalars.append(sign)
        rest.removeFirst()
      }
    }
    func takeDigits() -> Int {
      let digits = rest.digits
      for digit in digits { text += String(digit) }
      rest = rest.dropFirst(digits.count)
      return digits.count
    }
    takeSign()
    var count = takeDigits()
    if count == 0 { text += "0" }
    if rest.first == "." {
      rest.removeFirst()
      text += "."
      let fraction = takeDigits()
      if fraction == 0 { text += "0" }
      count += fraction
    }
    if count == 0 { return "0" }
    let mantissa = text
    guard rest.first == "e" || rest.first == "E" else { return mantissa }
    rest.removeFirst()
    text += "e"
    takeSign()
    return takeDigits() > 0 ? text : mantissa
  }

  /// The `Float` nearest to a number that has this text.
  fileprivate var nearestFloat: Double {
    #if hasFeature(Embedded)
    // Embedded Swift for WebAssembly reads no `Float` from a text, so a text of many digits may be rounded twice.
    BinaryPrecision.single.nearest(to: Double(self) ?? 0)
    #else
    Double(Float(self) ?? 0)
    #endif
  }

  /// Whether the text begins with Y, y, T, t or a digit from 1 to 9, after white space, a sign and zeros.
  fileprivate var isAffirmative: Bool {
    var rest = scalarsAfterSpace
    if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
    guard let first = rest.drop(while: { $0 == "0" }).first else { return false }
    return ["Y", "y", "T", "t"].contains(first) || ("1"..."9").contains(first)
  }

  /// The text with the first letter of each word in uppercase, and the others in lowercase. White space separates words.
  fileprivate var withCapitals: String {
    var result = ""
    var isStart = true
    for scalar in unicodeScalars {
      let mapping = isStart ? scalar.properties.titlecaseMapping : scalar.properties.lowercaseMapping
      result += mapping
      isStart = scalar.properties.isWhitespace
    }
    return result
  }

  /// The text after the last slash, without slashes at the end. `/` for a text of slashes.
  fileprivate var lastPathComponent: String {
    var path = unicodeScalars[...]
    while path.last == "/", path.count > 1 { path.removeLast() }
    guard path.count > 1, let slash = path.lastIndex(of: "/") else { return String(path) }
    return String(path[path.index(after: slash)...])
  }

  /// The text after the last period of the last path component, unless the component begins or ends with this period.
  fileprivate var pathExtension: String {
    let component = lastPathComponent.unicodeScalars
    guard let period = component.lastIndex(of: "."), period != component.startIndex else { return "" }
    return String(component[component.index(after: period)...])
  }
}

extension Substring.UnicodeScalarView {
  /// The values of the digits at the start.
  fileprivate var digits: [Int64] {
    var result: [Int64] = []
    for scalar in self {
      guard ("0"..."9").contains(scalar) else { break }
      result.append(Int64(scalar.value) - 48)
    }
    return result
  }
}
