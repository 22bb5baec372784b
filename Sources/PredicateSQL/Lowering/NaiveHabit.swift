/// Translation mistakes that return wrong rows. Tests inject them to verify that they are detected.
package enum NaiveHabit: String, Sendable, CaseIterable {
  /// `NOT p` as `NOT (sql)`: rows whose condition is NULL are dropped on both sides.
  case wrappedNot = "wrapped-not"
  /// A nil constant bound as NULL: `a = NULL`.
  case boundNull = "bound-null"
  /// `a != b` as `a <> b`.
  case bareUnequal = "bare-unequal"
  /// One column against another as `=`.
  case bareEqual = "bare-equal"
  /// ALL as `NOT EXISTS (… NOT (sql))`.
  case wrappedAll = "wrapped-all"
}
