/// One way of feeding bytes to the package.
protocol Fuzzer {
  /// Runs one input: what is wrong with what came of it, nil where all is as it should be. That it neither traps nor hangs nor
  /// leaks is seen from outside.
  mutating func run(_ bytes: [UInt8]) -> String?
}

/// The fuzzers by name.
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
