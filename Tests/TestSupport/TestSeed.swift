import Foundation

/// The choice of seeds for random tests, from the environment variable TEST_SEED.
public enum SeedChoice: Hashable, Sendable {
  /// The variable is not set. Each test has its own seed, which is the same in every run.
  case fixed
  /// Every random test uses this seed.
  case given(UInt64)
  /// Every random test uses a new seed, which is chosen once per run.
  case fresh

  /// Creates a choice from the variable's text: a number, `random`, or nothing. The result is nil for other text.
  public init?(reading text: String?) {
    switch text {
    case nil, "": self = .fixed
    case "random": self = .fresh
    case let text?:
      guard let number = UInt64(text) else { return nil }
      self = .given(number)
    }
  }

  /// Returns the seed of the test with the given name. A seed that is not given has 32 bits, so that it is short to type.
  public func seed(of name: String) -> UInt64 {
    switch self {
    case .fixed: fixedSeed(of: name)
    case .given(let number): number
    case .fresh: freshSeed
    }
  }
}

/// Returns the seed of a random test. The test derives its data from the seed, and its failure messages contain `TEST_SEED=n`.
///
/// By default a test has the same seed in every run. `TEST_SEED=n` gives all random tests the seed n, to repeat a failure.
/// `TEST_SEED=random` gives all random tests a new seed, which they print.
///
/// - Parameter name: The suite and the test, as in `KernelTests.texts`.
public func testSeed(_ name: String) -> UInt64 {
  let seed = choice.seed(of: name)
  if choice != .fixed { print("TEST_SEED=\(seed) \(name)") }
  return seed
}

private let choice: SeedChoice = {
  let text = ProcessInfo.processInfo.environment["TEST_SEED"]
  guard let choice = SeedChoice(reading: text) else { fatalError("TEST_SEED is neither a number nor 'random'") }
  return choice
}()

private let freshSeed = UInt64.random(in: 0...UInt64(UInt32.max))

/// Returns the 32-bit FNV-1a hash of the name, which is the same in every run, unlike that of `Hasher`.
private func fixedSeed(of name: String) -> UInt64 {
  UInt64(name.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 })
}
