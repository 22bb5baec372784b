import Foundation
import PredicateModel

/// Moments as engines and work files write them, with so many digits of a second and no more.
enum MomentText {
  /// `2001-01-01T00:00:00.500Z`: the seconds since 2001, rounded to so many digits.
  static func text(_ seconds: Double, fractionDigits digits: Int) -> String {
    let unit = digits == 3 ? 1_000.0 : 1_000_000
    let units = (seconds * unit).rounded()
    let whole = (units / unit).rounded(.down)
    let fraction = String(Int64(units - whole * unit))
    let zeros = String(repeating: "0", count: max(digits - fraction.count, 0))
    return DateText.text(whole).dropLast() + "." + zeros + fraction + "Z"
  }

  /// The moment that the text of a moment says: as a column of texts gives it back.
  static func asText(_ date: Date) -> Date {
    let text = text(date.timeIntervalSinceReferenceDate, fractionDigits: 3)
    return DateText.seconds(text).map { Date(timeIntervalSinceReferenceDate: $0) } ?? date
  }
}
