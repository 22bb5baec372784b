/// What dialects spell differently. `{0}`, `{1}` … are the operands; each is a name, a place, a call or in parentheses, so
/// that it may stand beside any operator.
///
/// A dialect whose table has no spelling for an operation cannot say it exactly; the predicate that needs it is refused.
enum SQLOperation: Int, Sendable, CaseIterable {
  // MARK: Equality of two columns, as conditions

  /// Equal, or both NULL.
  case nullSafeEqual
  /// Not so.
  case nullSafeDistinct

  // MARK: Text, compared by code points

  /// The text as one that compares by code points, whatever its column declares.
  case exactText
  /// {0} holds {1}, which is not empty.
  case contains
  /// {0} begins with {1}, which is not empty.
  case beginsWith
  /// {0} ends with {1}, which is not empty.
  case endsWith
  /// {0} is like the pattern {1}, of `likeSyntax`.
  case like
  /// {0} is like the pattern {1} of the language, with the options {2}.
  case likeVariable
  /// {0} matches the regular expression {1} of the dialect.
  case matches
  /// {0} matches the regular expression {1} of the language with the options {2}.
  case matchesRegistered
  /// {0} folded with the options {1}.
  case fold
  /// The length of {0} in UTF-16 units.
  case utf16Length

  // MARK: Numbers

  /// The integer {0} of 16 or 32 bits, or boolean, in 64 bits.
  case integer64
  /// The integer parameter {0}, as a value that is computed with.
  case integerPlace
  /// The number {0} as a double.
  case double
  /// The integer {0} where its arithmetic cannot overflow.
  case wide
  /// Whether an integer was computed without overflow: {0} as computed, {1} as computed in `wide`.
  case fits
  /// Integers; without overflow where there is no `fits`.
  case addIntegers, subtractIntegers, multiplyIntegers, divideIntegers, modulusIntegers
  /// The magnitude of an integer that is not the least one.
  case absoluteInteger
  /// Doubles; NULL where the result is not finite.
  case addDoubles, subtractDoubles, multiplyDoubles, divideDoubles, modulusDoubles
  case absoluteDouble, squareRoot, floor, ceiling, truncate
  /// The double {0}, NULL where it is NaN. Absent where columns cannot hold NaN.
  case nanToNull
  /// Whether the double {0}, not NULL, is NaN. Absent where columns cannot hold NaN.
  case isNaN
  /// Bits of integers.
  case bitAnd, bitOr, bitXor, bitNot
  /// {0} shifted by {1} from 0 to 63 bits; NULL for other distances.
  case shiftLeft, shiftRight
  /// A predefined function of the language by its selector {0}, with operands after it.
  case call
  /// CAST of {0} to the type {1} of the language.
  case castRegistered
  /// The integer {0} as text.
  case integerText
  /// The decimal parameter {0} with {1} digits, {2} of them after the point.
  case decimalPlace
  /// The number or parameter {0} in the engine's own type, with {1} digits, {2} of them after the point, to compute with.
  case decimal
  /// The integer that {0} computes; an error where it does not fit into 64 bits.
  case units
  /// The integer {0}, which counts units of 10^-{1}, as the nearest double. Absent where decimals of the engine's own become one.
  case unitDouble
  /// The integer {0} as a decimal number with {1} digits after the point.
  case integerToDecimal

  // MARK: Moments

  /// The moment {0} of the engine's own type in seconds since 2001.
  case referenceSeconds
  /// The present moment in seconds since 2001.
  case now

  // MARK: Lists

  /// {0} is one of the integers, or texts, of the list {1}; {2} is the greatest length of a text.
  case inIntegers, inTexts
  /// {0} is one of the values of the list {1} of any other kind.
  case inValues

  // MARK: Sums

  /// The sum of the integers {0} of up to 32 bits over rows; 0 of none.
  case sumSmall
  /// The sum of the integers {0} of 64 bits; 0 of none, NULL where it does not fit.
  case sumLarge
  /// The sum of the integers {0} of 64 bits, which count units of decimals; 0 of none, an error where it does not fit.
  case sumUnits
}
