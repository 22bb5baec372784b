/// A small random generator (SplitMix64) with a seed: the same seed gives the same numbers. Tests take theirs from `testSeed`.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  /// The seed, and then where the generator stands.
  public var state: UInt64
  /// What decides before the generator does.
  private var bytes: ArraySlice<UInt8> = []

  /// Begins at a seed.
  public init(state: UInt64) { self.state = state }

  /// Begins with bytes, each of which decides one number: a fuzzer that turns one of them turns one choice. Once they are
  /// used up, the numbers are those of the seed 0.
  public init(bytes: ArraySlice<UInt8>) {
    state = 0
    self.bytes = bytes
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    // What is random in a range is taken from the highest bits.
    if let byte = bytes.popFirst() { return UInt64(byte) << 56 | mixed >> 8 }
    return mixed
  }
}
