import Foundation
import PredicateFormat
import TestSupport

/// The values for rows and constants, chosen because SQL translators often handle them incorrectly.
enum ProofValues {
  static let texts: [String] = [
    "", " ", "a", "A", "ab", "AB", "Ab", "abc", "ABC", "abcabc", "a ", " a", "ab  ", "abd", "b",
    "a%", "a_", "%", "_", "*", "?", "a*b", "a?b", "a[b]", "[ab]", "]", "^a", "\\", "a\\b", "'", "\"", "a'b\"c", "|",
    "a|b",
    "a\nb", "\n", "a\n", "\t", "a\u{7F}", "--", "/*", ";", "x'; DROP TABLE people; --",
    "caf\u{E9}", "cafe\u{301}", "cafe", "CAF\u{C9}", "CAFE\u{301}", "\u{E9}", "e\u{301}", "e", "\u{301}",
    "\u{130}", "i\u{307}", "i", "I", "\u{131}", "\u{DF}", "\u{1E9E}", "ss", "SS", "stra\u{DF}e", "STRASSE",
    "\u{3A3}", "\u{3C3}", "\u{3C2}", "\u{391}\u{3A3}", "\u{149}", "\u{2BC}n", "\u{FB01}", "fi", "FI", "\u{212A}", "k",
    "\u{FF21}", "\u{FF41}\u{FF42}", "\u{304B}", "\u{304C}", "\u{304B}\u{3099}", "\u{FF76}\u{FF9E}", "\u{30AC}",
    "\u{1F600}", "\u{1F601}", "a\u{1F600}b", "\u{1F468}\u{200D}\u{1F469}", "\u{FF5E}", "\u{D7FF}", "\u{E000}",
    "\u{10FFFF}", "a\u{10FFFF}", "a\u{D7FF}", "a\u{E000}", "a\u{323}\u{307}", "a\u{307}\u{323}", "\u{1E61}\u{323}",
    "s\u{307}\u{323}", "q\u{307}\u{301}", "1", "01", "1.0", "true", "nil", "\u{110}", "\u{F8}", "\u{390}",
  ]

  /// The texts with a wildcard or an escape character of some engine's patterns.
  static let markedTexts = texts.filter { text in
    text.unicodeScalars.count > 1 && text.unicodeScalars.contains { "[]|\\%_*?^".unicodeScalars.contains($0) }
  }

  /// The texts to search for.
  static let needles: [String] = [
    "a", "A", "ab", "b", "c", " ", "e", "\u{E9}", "e\u{301}", "\u{301}", "%", "_", "*", "?", "[", "]", "\\", "'", "\"",
    "|",
    "\n", "s", "ss", "\u{DF}", "SS", "i", "I", "\u{130}", "\u{131}", "\u{3C3}", "\u{3A3}", "f", "fi", "\u{FB01}",
    "\u{FF21}", "\u{304B}", "\u{304C}", "\u{1F600}", "\u{D7FF}", "\u{E000}", "\u{10FFFF}", "", "caf", "CAF", "^",
    "\u{307}", "\u{323}", "k", "\u{212A}", "n", "fe\u{301}", ";", "--", "1",
  ]

  static let patterns: [String] = [
    "*", "?", "a*", "*b", "*a*", "?b", "a?", "??", "???", "a\\*b", "*\\?*", "*\\\\*", "*%*", "a_", "[ab]", "*[*", "A*",
    "caf?",
    "caf\u{E9}", "CAF*", "*\u{301}", "s*", "*S", "\u{1F600}", "*\n*", "*'*", "", "a*b*", "*|*", "\u{DF}", "?*?", "*^*",
    "\u{10FFFF}*", "abc", "e?", "*\u{E9}",
  ]

  /// Regular expressions with the same meaning in all engines.
  static let portablePatterns: [String] = [
    "a.*", ".*b", "(a|b)+", "[ab]*", "[^a]+", "a{1,2}b?", "abc", ".", "..", "(ab|abc).*", "[a-c]+", "\\\\", "a\\*b",
    "c.f.",
    ".*[eE].*", "(a)(b)?c?", "\\[ab\\]", "",
  ]

  /// Regular expressions that few other engines support.
  static let otherPatterns: [String] = [
    "\\w+", "\\d", ".*\\bab\\b.*", "(?i)ABC", "\\p{L}+", "(?=a)a.*", "(a).*\\1", "a++", "\\x{e9}", "[a-z&&[^b]]",
  ]

  static let smallIntegers: [Int64] = [0, 1, -1, 2, 3, 5, 7, 10, 100, 127, -128, 255, 32767, -32768]
  static let integers: [Int64] =
    smallIntegers + [2_147_483_647, -2_147_483_648, 4_294_967_296, .max, .max - 1, .min, .min + 1]
    + [1 << 53, (1 << 53) + 1, (1 << 53) - 1, -(1 << 53) - 1, 9_223_372_036_854_774_784]

  static let doubles: [Double] = [
    0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, 3, 0.1, 0.2, 0.30000000000000004, 1e-300, .leastNonzeroMagnitude, 1e15, 1e300,
    1.7976931348623157e308, 9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_994,
    9.223372036854774784e18, 9.223372036854775808e18, -9.223372036854774784e18,
    -9.223372036854775808e18,
    1.8446744073709552e19, 32767.5, 2_147_483_648,
  ]
  static let floats: [Float] = [0, -0.0, 1, 0.5, 0.1, 1.5, -2.25, 3.4e38, .leastNonzeroMagnitude, 16_777_216, 0.3, 100]

  /// Decimals with at most 18 digits, 4 of them after the point.
  static let decimals: [String] = [
    "0", "1", "-1", "0.1", "0.2", "0.3", "1.1", "1.10", "2.5", "-2.5", "10", "9.9999", "10000", "12.34",
    "99999999999999.9999",
    "-99999999999999.9999", "0.0001", "3", "5", "100.5", "0.125",
  ]
  /// Decimals that no row can store.
  static let finerDecimals: [String] = [
    "0.00001", "1.10001", "9.99999", "-2.50001", "100000000000000", "1e30", "0.12345678",
  ]

  /// Dates in seconds since 2001 that every storage represents exactly.
  static let moments: [Double] = [
    0, 1, -1, 0.5, -0.5, 0.25, 86_400, -978_307_200, -978_307_200.5, -1_000_000_000, 400_000_000.125, 86_399.75,
    600_000_000,
    -3_000_000_000, 700_000_000.5,
  ]
  /// Dates with a fraction of milliseconds that is not exact as a double.
  static let milliseconds: [Double] = [0.1, 0.123, -0.001, 86_400.999, 400_000_000.333]
  /// Time zones: with half hours, with another rule of summer time, in the west, and UTC itself.
  static let zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"]

  /// Dates that no storage in microseconds represents exactly.
  static let finerMoments: [Double] = [
    0.0000001, 1.00000049, 0.1234565, -0.0000004, .leastNonzeroMagnitude, 1e11, -1e11,
  ]

  static let uuids: [FormatUUID] = [
    FormatUUID(high: 0, low: 0), FormatUUID(high: .max, low: .max), FormatUUID(high: 0x0123_4567_89AB_CDEF, low: 1),
    FormatUUID(high: 0xABCD_EF01_2345_4789, low: 0x89AB_CDEF_0123_4567),
    FormatUUID(high: 1, low: 0x8000_0000_0000_0000),
    FormatUUID(high: 0x7FFF_0000_0000_4000, low: 0x8000_0000_0000_0001), FormatUUID(high: 5, low: 5),
    FormatUUID(high: 0xDEAD_BEEF_DEAD_4EEF, low: 0xAAAA_BBBB_CCCC_DDDD),
  ]

  static let data: [[UInt8]] = [
    [], [0], [0, 0], [1], [255], [0x27], [0x61, 0x62], Array("abc".utf8), [0xC3, 0xA9], [0xFF, 0xFE, 0x00, 0x41],
    [0x5C, 0x78],
  ]
}

extension SeededRandom {
  /// Returns a random element.
  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }

  /// Returns true with the given probability in percent.
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// Returns true with the given probability per thousand.
  mutating func rarely(_ perMille: Int) -> Bool { Int.random(in: 0..<1000, using: &self) < perMille }

  /// Returns a random number in the range.
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}
