import Foundation
import PredicateSyntax

// Safety: The sixteen bytes of a UUID are written as two times eight.
extension FormatValue {
  /// Creates a date value.
  public init(_ date: Date) { self = .date(date.timeIntervalSinceReferenceDate) }

  /// Creates a data value.
  public init(_ data: Data) { self = .data([UInt8](data)) }

  /// Creates a UUID value.
  public init(_ uuid: UUID) { self = .uuid(FormatUUID(uuid)) }

  /// Creates a string value from the URL's text. Predicates compare URLs as strings.
  public init(_ url: URL) { self = .string(url.absoluteString) }

  /// Creates a decimal value with exactly these digits, or `.null` for Decimal's NaN.
  public init(_ decimal: Decimal) { self = FormatDecimal(decimal).map { .decimal($0) } ?? .null }

  /// Creates a value from anything that a predicate can read, such as decoded JSON. `[String: Any]` becomes a record, `[Any]` a
  /// list, a struct a record of its keys, an object a reference, and an optional that is nil becomes nil.
  ///
  /// - Throws: `FormatError` with the reason if the value or a value inside it cannot be read.
  public init(any value: Any) throws(FormatError) {
    let value = SwiftType.box(any: value)
    if let error = value.readingError() { throw FormatError(error.message) }
    self = value
  }

  /// Creates a boolean, integer, double or decimal, according to the type that the number was created from.
  public init(_ number: NSNumber) {
    if let decimal = number as? NSDecimalNumber {
      self.init(decimal.decimalValue)
    } else if type(of: number) == booleanNumberType {
      self = .bool(number.boolValue)
    } else {
      switch unsafe number.objCType.pointee {
      case CChar(UInt8(ascii: "d")), CChar(UInt8(ascii: "f")): self = .double(number.doubleValue)
      case CChar(UInt8(ascii: "Q")): self = .number(number.uint64Value)
      case CChar(UInt8(ascii: "B")): self = .bool(number.boolValue)
      default: self = .integer(number.int64Value)
      }
    }
  }

  /// The date, or `nil` for any other value.
  public var dateValue: Date? {
    if case .date(let seconds) = self { Date(timeIntervalSinceReferenceDate: seconds) } else { nil }
  }

  /// The bytes of data, or `nil` for any other value.
  public var dataValue: Data? {
    if case .data(let bytes) = self { Data(bytes) } else { nil }
  }

  /// The UUID, or `nil` for any other value.
  public var uuidValue: UUID? {
    if case .uuid(let uuid) = self { UUID(uuid) } else { nil }
  }

  /// The number as a Decimal: exact for integers and decimals, and the shortest decimal text for a double. `nil` for any other
  /// value and for numbers that Decimal cannot represent.
  public var decimalValue: Decimal? {
    switch self {
    case .integer(let value): Decimal(value)
    case .unsigned(let value): Decimal(value)
    case .double(let value): FormatDecimal(shortest: value).flatMap { Decimal($0) }
    case .decimal(let value): Decimal(value)
    case .null, .bool, .string, .date, .uuid, .data, .list, .set, .record, .object: nil
    }
  }
}

/// The private class of Foundation's booleans, which otherwise compare equal to the numbers 0 and 1.
private let booleanNumberType: AnyClass = type(of: NSNumber(value: true))

extension FormatDecimal {
  /// Creates the number from a Decimal. The result is `nil` for NaN. The description of a Decimal does not depend on the locale.
  public init?(_ decimal: Decimal) { self.init(decimal.description) }
}

extension Decimal {
  /// Creates a Decimal. The result is `nil` if the number has too many digits or an exponent out of range.
  public init?(_ number: FormatDecimal) {
    guard let decimal = Decimal(string: number.description, locale: Locale(identifier: "en_US_POSIX")),
      FormatDecimal(decimal) == number
    else { return nil }
    self = decimal
  }
}

extension FormatUUID {
  /// Creates the identifier from a UUID.
  public init(_ uuid: UUID) {
    let halves = unsafe withUnsafeBytes(of: uuid.uuid) {
      unsafe ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.init(high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1))
  }
}

extension UUID {
  /// Creates a UUID from an identifier.
  public init(_ uuid: FormatUUID) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    unsafe withUnsafeMutableBytes(of: &bytes) {
      unsafe $0.storeBytes(of: uuid.high.bigEndian, as: UInt64.self)
      unsafe $0.storeBytes(of: uuid.low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    self.init(uuid: bytes)
  }
}

extension Date: FormatArgument {
  /// The date as a constant.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension Data: FormatArgument {
  /// The bytes as a constant.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension UUID: FormatArgument {
  /// The UUID as a constant.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension URL: FormatArgument {
  /// The text of the URL as a constant.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension Decimal: FormatArgument {
  /// The number as a constant.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension CGFloat: FormatArgument {
  /// The equal double as a constant.
  public var formatExpression: FormatExpression { FormatValue.double(Double(self)).formatExpression }
}

extension NSNumber: FormatArgument {
  /// The number as a constant of the type that it was created from.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

// The other reference types that represent values. The result is `.invalid` if the value or a value inside it cannot be read.

/// Returns the constant for an instance of a Foundation class.
private func constant(_ object: AnyObject) -> FormatExpression { FormatExpression(value: object) }

extension NSString: FormatArgument {
  /// The string as a constant.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSDate: FormatArgument {
  /// The date as a constant.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSData: FormatArgument {
  /// The bytes as a constant.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSUUID: FormatArgument {
  /// The UUID as a constant.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSURL: FormatArgument {
  /// The text of the URL as a constant.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSArray: FormatArgument {
  /// The list as a constant.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSDictionary: FormatArgument {
  /// The record as a constant.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSSet: FormatArgument {
  /// The set as a constant.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSOrderedSet: FormatArgument {
  /// The elements as a constant list.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSNull: FormatArgument {
  /// The constant nil.
  public var formatExpression: FormatExpression { FormatValue.null.formatExpression }
}
