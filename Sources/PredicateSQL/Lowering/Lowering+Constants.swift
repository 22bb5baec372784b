import PredicateSemantics
import PredicateSyntax

/// A constant converted to the type of the value that it is compared with.
enum FittedConstant {
  /// A value of the type.
  case exactly(SQLParameter)
  /// A value of the type, which is stored as one of the texts from the least to the greatest.
  case within(least: SQLParameter, greatest: SQLParameter)
  /// Not a value of the type, but between two: the parameter is the next lower one.
  case justAbove(SQLParameter)
  /// Less, or greater, than all values of the type.
  case belowAll, aboveAll
  /// A constant of another kind: never equal, and without an order.
  case incomparable
}

extension Lowering {
  /// Converts a constant other than nil to a type. The comparison then uses the column's own type, which an index can serve,
  /// and is exact: a constant between two values of the type is different from both.
  ///
  /// - Parameter isComputed: Whether the other operand is computed and not a column. A computed decimal may have more units in
  ///   memory than 64 bits, so a constant beyond 64 bits of units is refused. A computed date may be infinite.
  func fit(
    _ constant: FormatValue, to type: SQLType, isComputed: Bool = false, at range: FormatRange
  ) throws(Refusal) -> FittedConstant {
    switch type {
    case .boolean(let storage): return fitBoolean(constant, storage)
    case .integer(let bounds): return fitInteger(constant, bounds)
    case .double: return fitDouble(constant)
    case .decimal(let storage):
      let fitted = fitDecimal(constant, storage)
      if isComputed, case .scaledInteger = storage { try refuseBeyondUnits(constant, fitted, at: range) }
      return fitted
    case .text:
      guard case .string(let text) = constant else { return .incomparable }
      return .exactly(try self.text(text, at: range))
    case .date(let storage):
      guard case .date(let seconds) = constant else { return .incomparable }
      if isComputed, seconds.isInfinite {
        throw refusal("an infinite date", "a computed date may be equal to it", at: range)
      }
      return fitDate(seconds, storage)
    case .uuid(let storage):
      guard case .uuid(let uuid) = constant else { return .incomparable }
      let isStorable = table.holdsAllUUIDs || uuid.high & 0x8000 == 0 || !(1...0x80).contains(uuid.low >> 56)
      if storage == .native, !isStorable { return .incomparable }
      return .exactly(Self.parameter(uuid, storage))
    case .data:
      guard case .data = constant else { return .incomparable }
      return .exactly(SQLParameter(constant, .bytes))
    case .object(let entity): return try fitObject(constant, entity, at: range)
    }
  }

  /// Returns a text as a parameter. Refuses U+0000, at which engines truncate a text or fail.
  func text(_ text: String, at range: FormatRange) throws(Refusal) -> SQLParameter {
    if unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe $0.contains(0) }) ?? text.utf8.contains(0) {
      throw refusal("a string with U+0000", "text columns cannot contain it", at: range)
    }
    return SQLParameter(.string(text), .text)
  }

  private func fitBoolean(_ constant: FormatValue, _ storage: PredicateModel.AttributeType.BooleanStorage)
    -> FittedConstant
  {
    guard let zero = FormatValue.compare(constant, .integer(0)), let one = FormatValue.compare(constant, .integer(1))
    else { return .incomparable }
    if zero < 0 { return .belowAll }
    if zero == 0 { return .exactly(parameter(false, storage)) }
    if one == 0 { return .exactly(parameter(true, storage)) }
    return one > 0 ? .aboveAll : .justAbove(parameter(false, storage))
  }

  /// Returns a boolean as a parameter: native, or the integer 0 or 1.
  func parameter(_ value: Bool, _ storage: PredicateModel.AttributeType.BooleanStorage) -> SQLParameter {
    let isNative = storage == .native && table.storage.contains(.nativeBoolean)
    return isNative ? SQLParameter(.bool(value), .boolean) : SQLParameter(.integer(value ? 1 : 0), .integer)
  }

  private func fitInteger(_ constant: FormatValue, _ bounds: ClosedRange<Int64>) -> FittedConstant {
    guard let low = FormatValue.compare(constant, .integer(bounds.lowerBound)),
      let high = FormatValue.compare(constant, .integer(bounds.upperBound))
    else { return .incomparable }
    if low < 0 { return .belowAll }
    if high > 0 { return .aboveAll }
    // The constant is between the bounds, so it fits into 64 bits.
    switch constant {
    case .integer: return .exactly(SQLParameter(constant, .integer))
    case .bool(let value): return .exactly(SQLParameter(.integer(value ? 1 : 0), .integer))
    case .null, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .list, .set, .record, .object: break
    }
    // Binary search for the greatest integer that is not greater than the constant. It works for all kinds of numbers without
    // rounding.
    var (floor, ceiling) = (bounds.lowerBound, bounds.upperBound)
    while floor < ceiling {
      // Safety: The distance can need all 64 bits and its rounded half can exceed Int64, but wrapping addition gives the right
      // value.
      let distance = UInt64(bitPattern: ceiling &- floor)
      let middle = floor &+ Int64(bitPattern: distance / 2 + distance % 2)
      if let order = FormatValue.compare(.integer(middle), constant), order <= 0 {
        floor = middle
      } else {
        ceiling = middle - 1
      }
    }
    let parameter = SQLParameter(.integer(floor), .integer)
    return FormatValue.compare(.integer(floor), constant) == 0 ? .exactly(parameter) : .justAbove(parameter)
  }

  private func fitDouble(_ constant: FormatValue) -> FittedConstant {
    let nearest: Double
    switch constant {
    case .bool(let value): nearest = value ? 1 : 0
    case .integer(let value): nearest = Double(value)
    case .unsigned(let value): nearest = Double(value)
    case .double(let value): nearest = value
    case .decimal(let value): nearest = value.doubleValue
    case .null, .string, .date, .uuid, .data, .list, .set, .record, .object: return .incomparable
    }
    guard let order = FormatValue.compare(.double(nearest), constant) else { return .incomparable }
    let below = order > 0 ? nearest.nextDown : nearest
    if below.isInfinite, !table.holdsInfinity { return below < 0 ? .belowAll : .aboveAll }
    // -0.0 equals 0.0, but some engines distinguish them in lists.
    let parameter = SQLParameter(.double(below == 0 ? 0 : below), .double)
    return order == 0 ? .exactly(parameter) : .justAbove(parameter)
  }

  private func fitDecimal(_ constant: FormatValue, _ storage: PredicateModel.AttributeType.DecimalStorage)
    -> FittedConstant
  {
    let number: FormatValue
    switch constant.asDecimalOperand() {
    case .bool(let value): number = .integer(value ? 1 : 0)
    case .double(let value): return value < 0 ? .belowAll : .aboveAll  // infinite
    case let other: number = other
    }
    guard let decimal = number.exactDecimal else { return .incomparable }
    let (digits, scale) =
      switch storage {
      case .native(let precision, let scale): (precision, scale)
      case .scaledInteger(let scale): (Self.integerDigits, scale)
      }
    // The units of 10^-scale, rounded down.
    guard let exact = decimal.shifted(by: scale), case let units = exact.rounded(.down),
      let tooGreat = FormatDecimal(1).shifted(by: digits), FormatValue.compare(units.magnitude, tooGreat) < 0
    else { return decimal.isNegative ? .belowAll : .aboveAll }
    let parameter: SQLParameter
    if case .scaledInteger = storage {
      guard let number = Int64(units.description) else { return decimal.isNegative ? .belowAll : .aboveAll }
      parameter = SQLParameter(.integer(number), .integer)
    } else {
      parameter = SQLParameter(.decimal(units.shifted(by: -scale) ?? units), .decimal)
    }
    return units == exact ? .exactly(parameter) : .justAbove(parameter)
  }

  /// Refuses a finite constant that is less or greater than all units of 64 bits.
  private func refuseBeyondUnits(
    _ constant: FormatValue, _ fitted: FittedConstant, at range: FormatRange
  ) throws(Refusal) {
    if case .double(let number) = constant.asDecimalOperand(), number.isInfinite { return }
    switch fitted {
    case .belowAll, .aboveAll:
      throw refusal("a comparison with such a decimal", "in units it does not fit into 64 bits", at: range)
    case .exactly, .within, .justAbove, .incomparable: return
    }
  }

  private func fitDate(_ seconds: Double, _ storage: PredicateModel.AttributeType.DateStorage) -> FittedConstant {
    if seconds.isInfinite { return seconds < 0 ? .belowAll : .aboveAll }
    switch storage {
    case .referenceSeconds: return .exactly(SQLParameter(.double(seconds == 0 ? 0 : seconds), .double))
    case .unixSeconds:
      // Near 1970, several stored numbers are the same date. The sum is the nearest of them. See `comparesExactlyAsUnixSeconds`.
      var below = seconds + Double.unixSecondsOf2001
      if below - Double.unixSecondsOf2001 == seconds { return .exactly(SQLParameter(.double(below), .double)) }
      // Elsewhere, neighboring numbers are dates that differ by about as much, so the loops end after a few steps.
      while below.nextUp - Double.unixSecondsOf2001 <= seconds { below = below.nextUp }
      while below - Double.unixSecondsOf2001 > seconds { below = below.nextDown }
      let parameter = SQLParameter(.double(below), .double)
      return below - Double.unixSecondsOf2001 == seconds ? .exactly(parameter) : .justAbove(parameter)
    case .unixIntegerSeconds: return Self.fitUnix(seconds, perSecond: 1)
    case .unixMilliseconds: return Self.fitUnix(seconds, perSecond: 1_000)
    case .day:
      let start = (seconds / 86_400).rounded(.down) * 86_400
      guard Double.years1To9999.contains(start) else { return start < 0 ? .belowAll : .aboveAll }
      let parameter = SQLParameter(.date(start), .timestamp)
      return start == seconds ? .exactly(parameter) : .justAbove(parameter)
    case .native, .instant:
      guard let micros = Self.units(of: seconds, perSecond: 1_000_000) else {
        return seconds < 0 ? .belowAll : .aboveAll
      }
      let below = Double(micros) / 1_000_000
      let parameter = SQLParameter(.date(below), .timestamp)
      return below == seconds ? .exactly(parameter) : .justAbove(parameter)
    case .text:
      guard let millis = Self.units(of: seconds, perSecond: 1_000) else { return seconds < 0 ? .belowAll : .aboveAll }
      let parameter = SQLParameter(.string(Double.dateText(milliseconds: millis)), .text)
      return Double(millis) / 1_000 == seconds ? .exactly(parameter) : .justAbove(parameter)
    case .timestampText:
      guard let micros = Self.units(of: seconds, perSecond: 1_000_000) else {
        return seconds < 0 ? .belowAll : .aboveAll
      }
      let greatest = SQLParameter(.string(Double.timestampTexts(microseconds: micros).greatest), .text)
      guard Double(micros) / 1_000_000 == seconds else { return .justAbove(greatest) }
      // Before 1728 and after 2274, several microseconds are the same date.
      var first = micros
      while Double(first - 1) / 1_000_000 == seconds { first -= 1 }
      let least = SQLParameter(.string(Double.timestampTexts(microseconds: first).least), .text)
      return .within(least: least, greatest: greatest)
    }
  }

  /// Converts a date to units since 1970, of which there are `perSecond` in a second.
  private static func fitUnix(_ seconds: Double, perSecond: Double) -> FittedConstant {
    // Between these bounds, different milliseconds are different dates.
    guard abs(seconds) < 0x1p42 else { return seconds < 0 ? .belowAll : .aboveAll }
    let units = wholeUnits(of: seconds, perSecond: perSecond)
    let parameter = SQLParameter(.integer(units + Int64(Double.unixSecondsOf2001 * perSecond)), .integer)
    return Double(units) / perSecond == seconds ? .exactly(parameter) : .justAbove(parameter)
  }

  /// Returns whether columns of seconds since 1970 can be compared with the date without conversion, because different values
  /// near it remain different dates since 2001.
  static func comparesExactlyAsUnixSeconds(_ seconds: Double) -> Bool {
    // Between these bounds, the subtraction of the seconds from 1970 to 2001 is exact.
    let (lower, upper) = (Double.unixSecondsOf2001 / 2, 0x1p52)
    let unix = seconds + .unixSecondsOf2001
    return unix > lower && unix < upper
  }

  /// Returns the greatest whole number of units that is not after the date, or nil outside the years 1 to 9999.
  private static func units(of seconds: Double, perSecond: Double) -> Int64? {
    Double.years1To9999.contains(seconds) ? wholeUnits(of: seconds, perSecond: perSecond) : nil
  }

  /// Returns the greatest whole number of units that is not after the date.
  private static func wholeUnits(of seconds: Double, perSecond: Double) -> Int64 {
    var units = Int64((seconds * perSecond).rounded())
    while Double(units) / perSecond > seconds { units -= 1 }
    while Double(units + 1) / perSecond <= seconds { units += 1 }
    return units
  }

  static func parameter(_ uuid: FormatUUID, _ storage: PredicateModel.AttributeType.UUIDStorage) -> SQLParameter {
    switch storage {
    case .native: return SQLParameter(.uuid(uuid), .uuid)
    case .bytes:
      let bytes = [uuid.high, uuid.low].flatMap { half in
        (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) }
      }
      return SQLParameter(.data(bytes), .bytes)
    case .upperText: return SQLParameter(.string(uuid.text), .text)
    case .lowerText: return SQLParameter(.string(uuid.text.lowercased()), .text)
    }
  }

  /// Returns an object of the program as its primary key.
  private func fitObject(_ constant: FormatValue, _ entity: Int, at range: FormatRange) throws(Refusal)
    -> FittedConstant
  {
    guard case .object(let reference) = constant else { return .incomparable }
    guard let object = reference.stored else {
      throw refusal("the object", "its type is not a StoredObject, so it has no primary key", at: range)
    }
    guard let other = model.entity(object.entityName), other.sharesTable(with: model.entities[entity]) else {
      return .incomparable
    }
    return try fit(object.primaryKey, to: SQLType(model.entities[entity].primaryKeyType), at: range)
  }

  /// Returns a fitted constant as an operand of a comparison with a value of the type.
  func sql(_ parameter: SQLParameter, _ type: SQLType) -> SQL {
    if case .date(.instant) = type, let template = dialect.spellings[.instant] { return template(["\(parameter)"]) }
    guard case .decimal(.native(let precision, let scale)) = type, let template = dialect.spellings[.decimalParameter]
    else { return "\(parameter)" }
    return template(["\(parameter)", SQL("\(precision)" as String), SQL("\(scale)" as String)])
  }
}
