import PredicateSyntax

/// What a condition tests: a key, or a computed value. Passes read it.
final class KeyTest: Sendable {
  /// The column of the key; nil if the value is computed.
  let column: SQLValue.Column?
  /// Whether the condition is equality with one value, and not true of nil.
  let isEquality: Bool
  /// Whether the condition is TRUE only if the key is not nil.
  let needsRow: Bool
  /// Why no index of any engine serves the condition, as the message of a note; nil if one can.
  let obstacle: String?
  /// The range of the comparison in the format string.
  let range: FormatRange

  init(
    _ column: SQLValue.Column?, isEquality: Bool = false, needsRow: Bool = false, obstacle: String?,
    at range: FormatRange
  ) {
    self.column = column
    self.isEquality = isEquality
    self.needsRow = needsRow
    self.obstacle = obstacle
    self.range = range
  }

  /// Whether a declared index can serve the condition.
  var isIndexed: Bool { obstacle == nil && column?.attribute.isIndexed == true }
}
