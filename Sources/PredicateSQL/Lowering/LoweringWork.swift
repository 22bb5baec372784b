/// The number of values that one translation may still lower.
///
/// Some operators, such as `IN` with a relationship, lower an operand twice. Without this limit, the time would double with each
/// level of nesting.
struct LoweringWork {
  private var remaining = 10_000

  /// How often each node may be lowered, in addition to the first 10,000 values.
  private static let timesPerNode = 64

  /// Permits the values of a tree with this number of nodes.
  mutating func permit(nodes: Int) { remaining += Self.timesPerNode * nodes }

  /// Counts a value. Returns `false` if the limit is exceeded.
  mutating func countValue() -> Bool {
    remaining -= 1
    return remaining >= 0
  }
}
