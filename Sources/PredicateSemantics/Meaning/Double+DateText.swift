import PredicateSyntax

// Dates in the format of test cases and rows: `2014-01-01T00:00:00Z`. Fractional seconds are optional. The time zone
// is `Z` or an offset such as `+02:00`. Values have dates as seconds since 2001-01-01 00:00:00 UTC.

extension Double {
  /// Days from 1970-01-01 to 2001-01-01, the reference date of values.
  private static let referenceDay = 11_323

  /// The seconds from 1970-01-01 to 2001-01-01.
  package static let unixSecondsOf2001 = 978_307_200.0

  /// The seconds of the years 1 to 9999.
  package static let years1To9999 = -63_113_904_000.0..<252_423_993_600.0

  /// Returns the seconds of a date, or `nil` for any other format and for days that do not exist.
  package static func seconds(ofDate text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20 else { return nil }
    for (position, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")] {
      guard bytes[position] == mark.utf8.first else { return nil }
    }
    guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19])
    else { return nil }
    guard (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year: year) else { return nil }
    guard hour <= 23, minute <= 59, second <= 59 else { return nil }

    var rest = bytes[19...]
    var fraction = ArraySlice<UInt8>()
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix { $0.isDigit }
      guard !fraction.isEmpty else { return nil }
      rest = rest[fraction.endIndex...]
    }
    guard let offset = secondsEast(Array(rest)) else { return nil }
    let days = daysSince1970(year: year, month: month, day: day) - referenceDay
    return seconds(Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset), fraction)
  }

  /// Returns the date written by a user: in the same format, or a day such as `2014-01-01`, which means its start in
  /// UTC.
  static func seconds(ofDateOrDay text: String) -> Double? {
    seconds(ofDate: text.utf8.count == 10 ? text + "T00:00:00Z" : text)
  }

  /// Returns why a text is not a date, as a clause that begins with "it" or "there".
  static func problem(ofDate text: String) -> String {
    let bytes = Array(text.utf8)
    let otherFormat = "it has a different format"
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10])
    else { return otherFormat }
    guard (1...12).contains(month) else { return "there is no month \(month)" }
    let days = length(ofMonth: month, year: year)
    guard (1...days).contains(day) else {
      return "\(padded(year, 4))-\(padded(month, 2)) has \(days) days, not \(day)"
    }
    guard bytes.count > 10 else { return "it has no time" }
    guard bytes.count >= 19, let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
      let second = number(bytes[17..<19])
    else { return otherFormat }
    if hour > 23 || minute > 59 || second > 59 {
      return "there is no time \(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
    }
    return bytes.count == 19 ? "it has no time zone, such as Z or +02:00" : otherFormat
  }

  /// Returns the double nearest to the seconds and their fractional digits. Adding the fraction as a double would round
  /// twice: -1 + 0.999 is -0.0010000000000000009, and not -0.001.
  private static func seconds(_ whole: Int64, _ fraction: ArraySlice<UInt8>) -> Double? {
    if whole == 0, !fraction.isEmpty { return Double("0." + String(decoding: fraction, as: UTF8.self)) }
    // 24 digits, together with the seconds of any year, fit into 128 bits. They exceed the precision of a double.
    let digits = fraction.prefix(24)
    var units = Int128(whole)
    for _ in digits { units *= 10 }
    guard let parts = digits.isEmpty ? 0 : Int128(String(decoding: digits, as: UTF8.self)) else { return nil }
    return Double("\(units + parts)e-\(digits.count)")
  }

  /// Returns the date in UTC. A date outside the years 1 to 9999 is written as its seconds.
  package var dateText: String {
    var whole = rounded(.down)
    var fraction = self - whole
    if fraction >= 1 {  // the difference of a tiny negative number is rounded to 1
      whole += 1
      fraction = 0
    }
    guard Self.years1To9999.contains(whole) else { return "\(self)" }
    let day = (whole / 86_400).rounded(.down)
    let clock = Int(whole - day * 86_400)
    let date = Self.civilDate(daysSince2001: Int(day))
    let head = "\(Self.padded(date.year, 4))-\(Self.padded(date.month, 2))-\(Self.padded(date.day, 2))"
    let time = "\(Self.padded(clock / 3_600, 2)):\(Self.padded(clock / 60 % 60, 2)):\(Self.padded(clock % 60, 2))"
    return "\(head)T\(time)\(fractionText(whole, fraction))Z"
  }

  /// Returns a date in the years 1 to 9999 as `2014-01-01T00:00:00.000Z`, given milliseconds since 2001-01-01.
  package static func dateText(milliseconds moment: Int64) -> String {
    let fraction = ((moment % 1_000) + 1_000) % 1_000
    let whole = Double((moment - fraction) / 1_000).dateText.dropLast()
    return "\(whole).\(padded(Int(fraction), 3))Z"
  }

  /// Returns the least and the greatest text of a date, `2014-01-01` and `2014-01-01 00:00:00.000000`, given microseconds since
  /// 2001-01-01 in the years 1 to 9999. Texts between these are other texts of the date.
  package static func timestampTexts(microseconds moment: Int64) -> (least: String, greatest: String) {
    let fraction = ((moment % 1_000_000) + 1_000_000) % 1_000_000
    let whole = Array(Double((moment - fraction) / 1_000_000).dateText.utf8.dropLast())
    let text = String(decoding: whole[..<10] + [UInt8(ascii: " ")] + whole[11...], as: UTF8.self)
    let greatest = "\(text).\(padded(Int(fraction), 6))"
    var least = Substring(greatest)
    while least.last == "0" { least = least.dropLast() }
    if fraction == 0 {
      least = Substring(text)
      // A time without seconds, and then no time.
      if least.hasSuffix(":00") { least = least.dropLast(3) }
      if least.hasSuffix(" 00:00") { least = least.dropLast(6) }
    }
    return (String(least), greatest)
  }

  /// Returns the text of a date to the second, `2014-01-01 00:00:00`, or `nil` outside the years 1 to 9999.
  package static func timestampText(seconds: Double) -> String? {
    guard years1To9999.contains(seconds) else { return nil }
    let texts = timestampTexts(microseconds: Int64(seconds.rounded(.down)) * 1_000_000)
    return String(texts.greatest.dropLast(7))
  }

  /// Returns the seconds of a date in the format `2014-01-01 00:00:00`, in UTC, or `nil` for any other format and for days that do not
  /// exist. The time can have a fraction of up to six digits. The seconds, or the whole time, can be missing.
  package static func seconds(ofTimestamp text: String) -> Double? {
    var bytes = Array(text.utf8)
    if bytes.count == 10 { bytes += Array(" 00:00".utf8) }
    if bytes.count == 16 { bytes += Array(":00".utf8) }
    guard (19...26).contains(bytes.count), bytes[10] == UInt8(ascii: " ") else { return nil }
    bytes[10] = UInt8(ascii: "T")
    return seconds(ofDate: String(decoding: bytes + [UInt8(ascii: "Z")], as: UTF8.self))
  }

  /// Returns `.25`, or an empty string for whole seconds. There are at most six digits if they are read as the same date, and otherwise
  /// as many as the double needs.
  private func fractionText(_ whole: Double, _ fraction: Double) -> String {
    guard fraction > 0 else { return "" }
    let micros = (fraction * 1_000_000).rounded()
    if micros < 1_000_000 {
      var digits = Array(Self.padded(Int(micros), 6).utf8)
      while digits.last == UInt8(ascii: "0") { digits.removeLast() }
      if Self.seconds(Int64(whole), digits[...]) == self { return "." + String(decoding: digits, as: UTF8.self) }
    }
    let digits = "\(fraction)"
    if !digits.contains("e") { return String(digits.dropFirst()) }
    return (FormatDecimal(digits)?.plainText).map { String($0.dropFirst()) } ?? ""
  }

  /// Returns the offset from UTC in seconds for `Z`, `+02:00` or `-05:30`.
  private static func secondsEast(_ zone: [UInt8]) -> Int? {
    if zone == [UInt8(ascii: "Z")] { return 0 }
    guard zone.count == 6, zone[3] == UInt8(ascii: ":"), let hours = number(zone[1..<3]),
      let minutes = number(zone[4..<6]), hours <= 23, minutes <= 59
    else { return nil }
    switch zone[0] {
    case UInt8(ascii: "+"): return hours * 3_600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3_600 + minutes * 60)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var result = 0
    for byte in digits {
      guard byte.isDigit else { return nil }
      result = result * 10 + Int(byte & 0x0F)
    }
    return result
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  // Both conversions use years that start on March 1, so the leap day is the last day of its year. From 0000-03-01 to
  // 1970-01-01 there are 719,468 days; 400 years have 146,097.

  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let leapDays = floorDivide(shifted, 4) - floorDivide(shifted, 100) + floorDivide(shifted, 400)
    return 365 * shifted + leapDays + dayOfYear - 719_468
  }

  private static func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// Returns the date in the Gregorian calendar of a day, as the number of days since 2001-01-01.
  static func civilDate(daysSince2001 days: Int) -> (year: Int, month: Int, day: Int) {
    civilDate(daysSince1970: days + referenceDay)
  }

  private static func floorDivide(_ left: Int, _ right: Int) -> Int {
    left >= 0 ? left / right : -((right - 1 - left) / right)
  }
}
