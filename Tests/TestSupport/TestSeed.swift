import Foundation

/// What the environment variable TEST_SEED says about the seeds of random tests.
public enum SeedChoice: Hashable, Sendable {
  /// The variable is not set: each test has a seed of its own, the same one in every run.
  case fixed
  /// Every random test takes this seed.
  case given(UInt64)
  /// Every random test takes a new seed, drawn once per run.
  case fresh

  /// Reads the text of the variable: a number, `random`, or nothing. nil where it is something else.
  public init?(reading text: String?) {
    switch text {
    case nil, "": self = .fixed
    case "random": self = .fresh
    case let text?:
      guard let number = UInt64(text) else { return nil }
      self = .given(number)
    }
  }

  /// The seed of the test of a name. (It has 32 bits where nobody gave it, so that it is short to write.)
  public func seed(of name: String) -> UInt64 {
    switch self {
    case .fixed: fixedSeed(of: name)
    case .given(let number): number
    case .fresh: freshSeed
    }
  }
}

/// The seed of a random test: a test makes its data from it, and names it in the message of a failure as `TEST_SEED=n`.
///
/// A test has the same seed in every run. `TEST_SEED=n` makes every random test take the seed n, which repeats a failure.
/// `TEST_SEED=random` makes every random test take a new seed; each then prints it.
///
/// - Parameter name: the suite and the test, as in `KernelTests.texts`.
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

/// FNV-1a with 32 bits: the same in every run, unlike `Hasher`.
private func fixedSeed(of name: String) -> UInt64 {
  UInt64(name.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 })
}
