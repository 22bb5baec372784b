extension PredicateNode {
  /// The costs of nodes whose work is not known before the run. In nanoseconds, approximately.
  enum Cost {
    /// Values of any kind are computed and compared.
    static let values = 200
    /// The elements of a collection are visited.
    static let elements = 1000
  }
}
