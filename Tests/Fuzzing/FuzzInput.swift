import PredicateFormat
import TestSupport

/// The input of a fuzzer that needs more than a format string.
enum FuzzInput {
  /// A format string, and bytes that determine the values of its conversions.
  case text(ArraySlice<UInt8>, choices: SeededRandom)
  /// Bytes that determine a generated predicate, so nearly all inputs are valid.
  case made(choices: SeededRandom)

  /// Creates the input from bytes. A leading byte 1 selects a generated predicate. Otherwise the format string ends at the first
  /// byte 0 and the rest determines the values, so a plain format string is an input too.
  init(_ bytes: [UInt8]) {
    if bytes.first == 1 {
      self = .made(choices: SeededRandom(bytes: bytes.dropFirst()))
    } else {
      let text = bytes.prefix { $0 != 0 }
      self = .text(text, choices: SeededRandom(bytes: bytes[text.endIndex...].dropFirst()))
    }
  }
}

extension FormatPredicate {
  /// Whether the predicate has the same value in each evaluation.
  var isSettled: Bool {
    let text = losslessFormat
    return !["random", "now"].contains { text.contains($0) }
  }
}
