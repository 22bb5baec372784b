/// An operation that dialects spell differently. `{0}`, `{1}` … are the operands. Each is a name, a parameter, a call or in
/// parentheses, so that it can be an operand of any operator. The spelling of a value must be of this kind too; that of a
/// condition is an operand of AND.
///
/// If a dialect's table has no spelling for an operation, the dialect cannot express it exactly, and a predicate that needs it
/// is refused.
public enum SQLOperation: Sendable, Hashable, CaseIterable {
  // MARK: Equality of two columns, as conditions

  /// Whether {0} and {1}, of one type, are equal or both NULL; never NULL itself.
  case nullSafeEqual
  /// Whether {0} and {1}, of one type, are neither equal nor both NULL; never NULL itself.
  case nullSafeDistinct

  // MARK: Text, compared by code points

  /// The text {0} with an exact collation by code points, whatever its column declares.
  case exactText
  /// Whether the text {0} contains the text {1}, which is not empty.
  case contains
  /// Whether the text {0} begins with the text {1}, which is not empty.
  case beginsWith
  /// Whether the text {0} ends with the text {1}, which is not empty.
  case endsWith
  /// Whether the text {0} is like the pattern {1}, in the syntax of the property `like`. The whole text, case and all code points
  /// count.
  case like
  /// Whether the text {0} is like the pattern {1} of a predicate, a text, with the options {2}, such as `'cd'`: a registered
  /// function.
  case likeVariable
  /// Whether the whole text {0} matches the regular expression {1}, a text in the flavor of the property `patterns`.
  case matches
  /// Whether the whole text {0} matches the regular expression {1} of a predicate, with the options {2}: a registered function.
  case matchesRegistered
  /// Whether all characters of the text {0} are ASCII, and a text of such characters in lowercase. With both, texts of ASCII are not
  /// tested with a regular expression under string options.
  case isASCII, lowercaseASCII
  /// The text {0} folded with the options {1}, such as `'cd'`: a registered function.
  case fold
  /// The length of the text {0} in UTF-16 units, as a 64-bit integer.
  case utf16Length
  /// The column {0} of another type, such as an enumeration, as text. Absent if it is compared as text without this.
  case convertedText
  /// The text {0} in the type of a column of characters. A column whose text is {0} is equal to it, and an index of the column serves
  /// the comparison.
  case characterValue
  /// The value with the name {0} of the enumeration {1}, or NULL if it has no such value.
  case enumerationValue

  // MARK: Numbers

  /// The integer {0} of 16 or 32 bits, or the boolean {0}, as 64 bits.
  case integer64
  /// The parameter or 64-bit column {0} as a signed integer, for arithmetic.
  case integerOperand
  /// The integer, decimal or 32-bit float {0} as the nearest double.
  case double
  /// The integer {0} in a type whose arithmetic cannot overflow.
  case wide
  /// Whether an integer was computed without overflow: {0} is the result, {1} the result in `wide`.
  case fits
  /// The sum, difference, product, quotient (toward zero) and remainder (with the sign of {0}) of the 64-bit integers {0} and {1};
  /// NULL for a divisor of 0. In a dialect without `fits`, an overflow must result in NULL. A sum, difference or product that
  /// cannot overflow is written with the operator alone, unless the dialect has `fits` and a spelling of its own.
  case addIntegers, subtractIntegers, multiplyIntegers, divideIntegers, modulusIntegers
  /// The magnitude of the 64-bit integer {0} other than the minimum.
  case absoluteInteger
  /// The sum, difference, product, quotient and remainder (with the sign of {0}) of the doubles {0} and {1}, as IEEE 754 rounds
  /// them; NULL if the result is not finite, and for a divisor of 0.
  case addDoubles, subtractDoubles, multiplyDoubles, divideDoubles, modulusDoubles
  /// The magnitude of the double {0}, its square root, and the integral double below it, above it and toward zero; NULL if the
  /// result is not finite, and for the square root of a negative number.
  case absoluteDouble, squareRoot, floor, ceiling, truncate
  /// The greatest integer that is not greater than the double {0}, and the least that is not less, as 64 bits; {0} is at
  /// least -2^63 and less than 2^63. Never used if the engine compares integers and doubles exactly.
  case floorInteger, ceilingInteger
  /// The double {0}, or NULL if it is NaN. Absent if columns cannot contain NaN.
  case nanToNull
  /// Whether the double {0}, not NULL, is NaN. Absent if columns cannot contain NaN.
  case isNaN
  /// The double {0}, not NaN, as a key of groups, of DISTINCT or of `IN`. Absent if 0 and -0 are equal as keys.
  case doubleKey
  /// The double {0}, not NaN, as a key of groups or of DISTINCT. Absent if it has the spelling of `doubleKey` there, too.
  case doubleGroupKey
  /// The bitwise and, or and exclusive or of the 64-bit integers {0} and {1}, and the complement of {0}.
  case bitAnd, bitOr, bitXor, bitNot
  /// The 64-bit integer {0} shifted by {1} from 0 to 63 bits; NULL for other distances. Bits that leave are lost, and the sign
  /// fills from the left.
  case shiftLeft, shiftRight
  /// The predefined function of predicates whose quoted selector, such as `'sqrt:'`, and operands {0} lists: a registered function.
  case call
  /// CAST of {0} to the type {1} of predicates, a text: a registered function.
  case castRegistered
  /// The integer {0} as text in decimal digits.
  case integerText
  /// The decimal parameter {0} with {1} digits, {2} of them after the decimal point.
  case decimalParameter
  /// The number or parameter {0} as an operand of arithmetic in the engine's native type, with {1} digits, {2} of them after
  /// the point.
  case decimal
  /// The integer result {0}, or an error if it does not fit into 64 bits.
  case units
  /// The integer {0}, which counts units of 10^-{1}, as the nearest double. Missing if the engine converts native decimals.
  case unitDouble
  /// The native decimal {0} as the nearest double. Absent if `double` converts decimals exactly.
  case decimalDouble
  /// The integer {0} as a decimal number with {1} digits after the decimal point.
  case integerToDecimal

  // MARK: Dates

  /// The date {0} of the engine's native type in seconds since 2001.
  case referenceSeconds
  /// The current date in seconds since 2001.
  case now
  /// The date {0} of the engine's native type in UTC as the type of a point in time with its zone, and the other way around.
  case instant
  /// The day {0} of the engine's native type as a date of the native type. Absent if all operations on dates take days.
  case dayDate
  /// The date {0} as text, `2014-01-01T00:00:00.000Z` or `2014-01-01 00:00:00.123456`, as a date of the engine's native type.
  case textDate
  /// The date {0} as text, as above, in seconds since 2001, as a double. Absent if `referenceSeconds` of `textDate` is that number.
  case textSeconds
  /// The double {0}, seconds since 2001 in the years 1 to 9999, as a date of the engine's native type without the fraction of the
  /// second.
  case secondsDate
  /// The date {0} of the engine's native type in UTC as the date that clocks show in the time zone {1}.
  case localDate
  /// A part of the date {0} of the engine's native type, as a 64-bit integer.
  case year, month, day, hour

  // MARK: Lists

  /// Whether {0} is one of the integers or texts of the list {1}; {2} is the maximum length of a text in code points.
  case inIntegers, inTexts
  /// Whether {0} is one of the doubles of the list {1}: an array or, if `bindsArrays` is false, the JSON `[[n,s,t],…]` of
  /// integers, whose elements are the doubles n / 2^s / 2^t. {2} has no meaning.
  case inDoubles
  /// Whether {0} is one of the values of the list {1}, of any other kind. {2} has no meaning.
  case inValues
  /// Whether {0} is one of the values of the list {1}, if no index finds the rows. Without it, the operations above are used.
  case inScan

  // MARK: Sums

  /// The aggregate of the integers {0} of up to 32 bits that is their sum, as a 64-bit integer; 0 for no rows.
  case sumSmall
  /// The aggregate of the 64-bit integers {0} that is their sum; 0 for no rows, NULL if it does not fit.
  case sumLarge
  /// The aggregate of the doubles {0} that is their sum in any order; 0 for no rows, NULL if it is not finite.
  case sumDoubles
  /// The aggregate of the 64-bit integers {0}, which count units of decimals, that is their sum; 0 for no rows, an error if it does
  /// not fit.
  case sumUnits

  // MARK: Names of operands

  /// The scalar expression {0}, which refers to its operands as `v.v0`, `v.v1` …, with the operands {1} and the declarations {2}
  /// of their names. Without it, an operation whose spelling contains a long operand more than once is refused.
  case naming
  /// The operand {0} with the name {1}.
  case namedOperand
  /// The declaration of the name {0} of an integer, of a double and of any other value, whose position in an array of JSON is {1}.
  case integerName, doubleName, otherName

  // MARK: Subqueries

  /// The subquery {0}, in parentheses, whose only value is a count or a sum: 0 for no rows. If it is not {0} alone, sums that may
  /// overflow are refused, because NULL is the result of an overflow, too.
  case totalSubquery

  // MARK: Pages

  /// The end of a query of its first {0} rows, a number.
  case limit
  /// The end of a query of all rows but the first {0}, a number.
  case offset
  /// The end of a query of {0} rows after the first {1}, both numbers.
  case limitAndOffset

  // MARK: Literals, for statements that a person reads or pastes

  /// A 64-bit integer, a double and a decimal: {0} is the number, in parentheses if it is negative, and {1} its text in quotes. A
  /// double in {0} may be a quotient or a product of exact numbers.
  case integerLiteral, doubleLiteral, decimalLiteral
  /// The text in the quotes {0}.
  case textLiteral
  /// A text with a backslash: {0} is the text in quotes with doubled backslashes. A dialect in which a backslash in quotes is an
  /// ordinary character does not have this operation.
  case escapedTextLiteral
  /// The text of the bytes in UTF-8 whose hexadecimal digits are in the quotes {0}.
  case hexadecimalTextLiteral
  /// The date in UTC in the quotes {0}: `2014-01-01 00:00:00.000000`.
  case timestampLiteral
  /// The UUID in the quotes {0}.
  case uuidLiteral
  /// The bytes whose hexadecimal digits are in the quotes {0}.
  case bytesLiteral
  /// The list of the literals {0}, which commas separate.
  case listLiteral

  // MARK: Checks of a table

  /// The number of operands.
  package var operandCount: Int {
    switch self {
    case .now: 0
    case .exactText, .convertedText, .characterValue, .isASCII, .lowercaseASCII, .utf16Length, .integer64,
      .integerOperand, .double, .wide, .absoluteInteger,
      .absoluteDouble,
      .squareRoot, .floor, .ceiling, .truncate, .nanToNull, .isNaN, .bitNot, .call, .integerText, .units,
      .referenceSeconds, .instant, .dayDate, .textDate, .textSeconds, .secondsDate, .year, .month, .day, .hour,
      .sumSmall, .sumLarge, .sumDoubles, .sumUnits, .totalSubquery, .floorInteger, .ceilingInteger, .doubleKey,
      .doubleGroupKey, .decimalDouble, .textLiteral, .escapedTextLiteral,
      .hexadecimalTextLiteral, .timestampLiteral, .uuidLiteral, .bytesLiteral, .listLiteral, .limit, .offset:
      1
    case .nullSafeEqual, .nullSafeDistinct, .enumerationValue, .contains, .beginsWith, .endsWith, .like, .matches,
      .fold, .fits,
      .addIntegers, .subtractIntegers, .multiplyIntegers, .divideIntegers, .modulusIntegers, .addDoubles,
      .subtractDoubles, .multiplyDoubles, .divideDoubles, .modulusDoubles, .bitAnd, .bitOr, .bitXor, .shiftLeft,
      .shiftRight, .castRegistered, .unitDouble, .integerToDecimal, .namedOperand, .integerName, .doubleName,
      .otherName, .inScan, .localDate, .integerLiteral, .doubleLiteral, .decimalLiteral, .limitAndOffset:
      2
    case .likeVariable, .matchesRegistered, .decimalParameter, .decimal, .inIntegers, .inTexts, .inDoubles, .inValues,
      .naming:
      3
    }
  }

  /// The operations that every dialect must have. Without any other, only predicates that need it are refused.
  static let required: [SQLOperation] = [
    .nullSafeEqual, .nullSafeDistinct, .exactText, .integer64, .integerOperand, .double, .totalSubquery,
  ]

  /// The operations of which a dialect has both or neither.
  static let pairs: [(SQLOperation, SQLOperation)] = [
    (.nanToNull, .isNaN), (.floorInteger, .ceilingInteger), (.isASCII, .lowercaseASCII),
  ]

  /// The name of the case.
  var name: String {
    #if hasFeature(Embedded)
    "an operation"
    #else
    "\(self)"
    #endif
  }
}

extension SQLOperation {
  /// The type of the operands of an operation, as far as engines need it to name them.
  enum Operand: Sendable {
    case integer, double, other

    /// Creates the type of an operand of a type.
    init(_ type: SQLType) {
      switch type {
      case .integer, .decimal(.scaledInteger), .date(.unixIntegerSeconds), .date(.unixMilliseconds): self = .integer
      case .double, .date(.referenceSeconds), .date(.unixSeconds): self = .double
      case .boolean, .decimal(.native), .text, .date, .uuid, .data, .object: self = .other
      }
    }

    /// The operation that declares a name.
    var declaration: SQLOperation {
      switch self {
      case .integer: .integerName
      case .double: .doubleName
      case .other: .otherName
      }
    }
  }

  /// The type of the operands; nil if they are columns of the rows that the operation aggregates.
  var operands: Operand? {
    switch self {
    case .sumSmall, .sumLarge, .sumDoubles, .sumUnits: nil
    case .integer64, .integerOperand, .wide, .fits, .addIntegers, .subtractIntegers, .multiplyIntegers,
      .divideIntegers, .modulusIntegers, .absoluteInteger, .bitAnd, .bitOr, .bitXor, .bitNot, .shiftLeft, .shiftRight,
      .integerText:
      .integer
    case .addDoubles, .subtractDoubles, .multiplyDoubles, .divideDoubles, .modulusDoubles, .absoluteDouble, .squareRoot,
      .floor, .ceiling, .truncate, .floorInteger, .ceilingInteger, .nanToNull, .isNaN, .doubleKey,
      .doubleGroupKey, .secondsDate:
      .double
    case .nullSafeEqual, .nullSafeDistinct, .exactText, .contains, .beginsWith, .endsWith, .like, .likeVariable,
      .matches, .matchesRegistered, .fold, .isASCII, .lowercaseASCII, .convertedText, .characterValue,
      .enumerationValue, .utf16Length, .double, .call, .castRegistered,
      .decimalParameter, .decimal,
      .units, .unitDouble, .decimalDouble, .integerToDecimal, .referenceSeconds, .now, .instant, .dayDate, .textDate,
      .textSeconds, .localDate, .year, .month, .day, .hour, .inIntegers, .inTexts,
      .inDoubles, .inValues, .inScan, .naming, .namedOperand, .integerName, .doubleName, .otherName, .totalSubquery,
      .integerLiteral, .doubleLiteral, .decimalLiteral, .textLiteral, .escapedTextLiteral,
      .hexadecimalTextLiteral, .timestampLiteral, .uuidLiteral, .bytesLiteral, .listLiteral, .limit, .offset,
      .limitAndOffset:
      .other
    }
  }
}
