/// A fuzzer, which feeds bytes to a part of the package.
protocol Fuzzer {
  /// Runs one input and returns an error message, or nil if the result is correct. Traps, hangs and leaks are detected outside.
  mutating func run(_ bytes: [UInt8]) -> String?
  /// The minimum number of evaluations per input, including parsing and compiling. Each may take a second of CPU time.
  var answers: Int { get }
}

extension Fuzzer {
  var answers: Int { 1 }
}

/// The fuzzers, by name.
enum Fuzzers {
  static let all: [(name: String, make: @Sendable () -> any Fuzzer)] = [
    ("parse", { ParseFuzzer() }),
    ("evaluate", { EvaluateFuzzer() }),
    ("sql", { SQLFuzzer() }),
    ("json", { JSONFuzzer() }),
    ("xml", { XMLFuzzer() }),
  ]

  static func named(_ name: String) -> (@Sendable () -> any Fuzzer)? { all.first { $0.name == name }?.make }
}
