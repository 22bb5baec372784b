import Foundation
import PredicateSyntax

extension FormatValue {
  /// The point in time.
  public init(_ date: Date) { self = .date(date.timeIntervalSinceReferenceDate) }

  /// The bytes.
  public init(_ data: Data) { self = .data([UInt8](data)) }

  /// The identifier.
  public init(_ uuid: UUID) { self = .uuid(FormatUUID(uuid)) }

  /// The text of the address, which is what a URL compares as.
  public init(_ url: URL) { self = .string(url.absoluteString) }

  /// The number, digit by digit; nil for Decimal's NaN.
  public init(_ decimal: Decimal) { self = DecimalNumber(decimal).map { .decimal($0) } ?? .null }

  /// The value of anything that a predicate can read, such as decoded JSON: `[String: Any]` is a record, `[Any]` a list, a
  /// struct the record of its keys, an object a reference, nil in an optional nil.
  ///
  /// - Throws: `FormatError` where the value, or one within it, cannot be read, with the reason.
  public init(any value: Any) throws(FormatError) {
    let value = SwiftType.box(any: value)
    if let fault = value.readingFault() { throw FormatError([Diagnostic(fault.message, at: .none)], source: "") }
    self = value
  }

  /// The boolean, integer, double or decimal that the number was made from.
  public init(_ number: NSNumber) {
    if let decimal = number as? NSDecimalNumber {
      self.init(decimal.decimalValue)
    } else if type(of: number) == booleanNumberType {
      self = .bool(number.boolValue)
    } else {
      switch number.objCType.pointee {
      case CChar(UInt8(ascii: "d")), CChar(UInt8(ascii: "f")): self = .double(number.doubleValue)
      case CChar(UInt8(ascii: "Q")): self = .number(number.uint64Value)
      case CChar(UInt8(ascii: "B")): self = .bool(number.boolValue)
      default: self = .integer(number.int64Value)
      }
    }
  }

  /// The point in time of a date, nil for any other value.
  public var dateValue: Date? {
    if case .date(let seconds) = self { Date(timeIntervalSinceReferenceDate: seconds) } else { nil }
  }

  /// The bytes of data, nil for any other value.
  public var dataValue: Data? {
    if case .data(let bytes) = self { Data(bytes) } else { nil }
  }

  /// The identifier of a UUID, nil for any other value.
  public var uuidValue: UUID? {
    if case .uuid(let uuid) = self { UUID(uuid) } else { nil }
  }

  /// The number as a Decimal, exactly for integers and decimals and by its shortest text for a double; nil for any
  /// other value and for numbers beyond Decimal.
  public var decimalValue: Decimal? {
    switch self {
    case .integer(let value): Decimal(value)
    case .unsigned(let value): Decimal(value)
    case .double(let value): DecimalNumber(shortest: value).flatMap { Decimal($0) }
    case .decimal(let value): Decimal(value)
    default: nil
    }
  }
}

/// The private class that tells Foundation's booleans from its other numbers, which they equal otherwise.
private let booleanNumberType: AnyClass = type(of: NSNumber(value: true))

extension DecimalNumber {
  /// The number that Foundation's Decimal is; nil for its NaN. Decimal's description knows no locale.
  public init?(_ decimal: Decimal) { self.init(decimal.description) }
}

extension Decimal {
  /// The number, nil where Decimal has too few digits or too small an exponent for it.
  public init?(_ number: DecimalNumber) {
    guard let decimal = Decimal(string: number.description, locale: Locale(identifier: "en_US_POSIX")),
      DecimalNumber(decimal) == number
    else { return nil }
    self = decimal
  }
}

extension FormatUUID {
  /// The identifier.
  public init(_ uuid: UUID) {
    let halves = withUnsafeBytes(of: uuid.uuid) {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.init(high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1))
  }
}

extension UUID {
  /// The identifier.
  public init(_ uuid: FormatUUID) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) {
      $0.storeBytes(of: uuid.high.bigEndian, as: UInt64.self)
      $0.storeBytes(of: uuid.low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    self.init(uuid: bytes)
  }
}

extension Date: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension Data: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension UUID: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension URL: FormatArgument {
  /// The constant: the text of the address.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension Decimal: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension CGFloat: FormatArgument {
  /// The constant, as the double of the same value.
  public var formatExpression: FormatExpression { FormatValue.double(Double(self)).formatExpression }
}

extension NSNumber: FormatArgument {
  /// The constant that the number was made from.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

// The other reference types that stand for a value: what they hold becomes a constant, and is invalid where that cannot be.

/// The constant that a reference type of Foundation stands for.
private func constant(_ object: AnyObject) -> FormatExpression {
  do throws(FormatError) { return try FormatValue(any: object).formatExpression } catch {
    return error.diagnostics.first.map { FormatExpression(.invalid($0)) } ?? .constant(nil)
  }
}

extension NSString: FormatArgument {
  /// The constant string.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSDate: FormatArgument {
  /// The constant point in time.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSData: FormatArgument {
  /// The constant bytes.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSUUID: FormatArgument {
  /// The constant identifier.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSURL: FormatArgument {
  /// The constant: the text of the address.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSArray: FormatArgument {
  /// The constant list.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSDictionary: FormatArgument {
  /// The constant record.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSSet: FormatArgument {
  /// The constant set.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSOrderedSet: FormatArgument {
  /// The constant list.
  public var formatExpression: FormatExpression { constant(self) }
}

extension NSNull: FormatArgument {
  /// The constant nil.
  public var formatExpression: FormatExpression { FormatValue.null.formatExpression }
}
