import PredicateFormat
import TestSupport

/// The input of a fuzzer that needs more than a text.
enum FuzzInput {
  /// A format string, and bytes that decide what fills its conversions.
  case text(ArraySlice<UInt8>, choices: SeededRandom)
  /// Bytes that decide what predicate is made, so that nearly all are valid.
  case made(choices: SeededRandom)

  /// A byte 1 in front is for predicates that are made; else the text reaches to the first byte 0, and the rest decides. So
  /// a format string by itself is an input, too.
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
  /// Whether its value is the same each time.
  var isSettled: Bool {
    let text = losslessFormat
    return !["random", "now"].contains { text.contains($0) }
  }
}
