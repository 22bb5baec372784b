import Foundation
import PredicateSemantics

/// The text of dates as engines and work files write them, with a fixed number of fraction digits.
enum MomentText {
  /// Returns the text of a date in seconds since 2001, rounded to the given fraction digits: `2001-01-01T00:00:00.500Z`.
  static func text(_ seconds: Double, fractionDigits digits: Int) -> String {
    let unit = digits == 3 ? 1_000.0 : 1_000_000
    let units = (seconds * unit).rounded()
    let whole = (units / unit).rounded(.down)
    let fraction = String(Int64(units - whole * unit))
    let zeros = String(repeating: "0", count: max(digits - fraction.count, 0))
    return whole.dateText.dropLast() + "." + zeros + fraction + "Z"
  }

  /// Returns the text of a date as many programs write it: without a fraction if it is a whole second, else with six digits.
  static func timestamp(_ seconds: Double) -> String {
    let text = text(seconds, fractionDigits: 6).replacing("T", with: " ").dropLast()
    return String(text.hasSuffix(".000000") ? text.dropLast(7) : text)
  }

  /// Returns the date after it is stored in a text column and read again.
  static func asText(_ date: Date) -> Date {
    let text = text(date.timeIntervalSinceReferenceDate, fractionDigits: 3)
    return Double.seconds(ofDate: text).map { Date(timeIntervalSinceReferenceDate: $0) } ?? date
  }
}
