/// A small random number generator (SplitMix64). Equal seeds give equal numbers. Tests use the seed of `testSeed`.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  /// The current state, which is initially the seed.
  public var state: UInt64
  /// The remaining bytes that determine the next numbers.
  private var bytes: ArraySlice<UInt8> = []

  /// Creates a generator with a seed.
  public init(state: UInt64) { self.state = state }

  /// Creates a generator from bytes, each of which determines one number, so a fuzzer that changes a byte changes one choice.
  /// After the last byte, the numbers are those of the seed 0.
  public init(bytes: ArraySlice<UInt8>) {
    state = 0
    self.bytes = bytes
  }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    // Random numbers in a range depend on the highest bits.
    if let byte = bytes.popFirst() { return UInt64(byte) << 56 | mixed >> 8 }
    return mixed
  }
}
