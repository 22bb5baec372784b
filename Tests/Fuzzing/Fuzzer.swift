/// One way of feeding bytes to the package.
protocol Fuzzer {
  /// Runs one input: what is wrong with what came of it, nil where all is as it should be. That it neither traps nor hangs nor
  /// leaks is seen from outside.
  mutating func run(_ bytes: [UInt8]) -> String?
  /// At least how many times one input is read, compiled and answered: each may take a second of the processor's time.
  var answers: Int { get }
}

extension Fuzzer {
  var answers: Int { 1 }
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
