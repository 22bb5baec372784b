import PredicateSyntax

/// A test of one string with another.
package enum TextTest: Sendable, Hashable, CaseIterable, BitwiseCopyable {
  case equal, beginsWith, endsWith, contains, like

  /// All that is known about a test.
  ///
  /// Safety: The definitions read the needle by its own indices.
  @safe private struct Declaration {
    let `operator`: FormatComparisonOperator
    /// Whether an empty needle is tested like any other. Otherwise it is never found.
    var takesEmptyNeedle = false
    /// The definition on folded UTF-8. For LIKE, the needle is the program of a `LikePattern`.
    let passes: (_ subject: [UInt8], _ needle: UnsafeBufferPointer<UInt8>) -> Bool
  }

  private var declaration: Declaration {
    switch self {
    case .equal:
      unsafe Declaration(operator: .equalTo, takesEmptyNeedle: true) { unsafe $0.elementsEqual($1) }
    case .beginsWith:
      unsafe Declaration(operator: .beginsWith) { unsafe $0.starts(with: $1) }
    case .endsWith:
      unsafe Declaration(operator: .endsWith) { unsafe $0.suffix($1.count).elementsEqual($1) }
    case .contains:
      unsafe Declaration(operator: .contains) { unsafe PredicateSemantics.contains($0, $1) }
    case .like:
      unsafe Declaration(operator: .like) { subject, program in
        unsafe subject.withUnsafeBufferPointer { unsafe LikePattern.matches(program: program, text: $0) }
      }
    }
  }

  package var `operator`: FormatComparisonOperator { declaration.operator }
  package var takesEmptyNeedle: Bool { declaration.takesEmptyNeedle }

  /// Creates the test of an operator, or returns `nil` if the operator tests no text.
  package init?(_ operator: FormatComparisonOperator) {
    guard let test = Self.allCases.first(where: { $0.operator == `operator` }) else { return nil }
    self = test
  }

  /// Returns whether a subject passes the test, both as folded UTF-8. For LIKE, the needle is the program of a `LikePattern`.
  package func passes(folded subject: [UInt8], needle: UnsafeBufferPointer<UInt8>) -> Bool {
    let declaration = declaration
    return unsafe needle.isEmpty && !declaration.takesEmptyNeedle ? false : declaration.passes(subject, needle)
  }
}

/// Returns whether a text passes a test by scalars, with both strings folded by the options (`[l]` has no effect here).
///
/// A needle that is empty, or empty after folding, is never found, but the empty text equals itself. This is the definition
/// that the kernels of the engine are tested against.
package func textTest(_ test: TextTest, _ subject: String, _ needle: String, _ options: FormatStringOptions) -> Bool {
  let subject = Array(folded(subject, options).utf8)
  if test == .like {
    return unsafe subject.withUnsafeBufferPointer { unsafe LikePattern(needle, options).matches($0) }
  }
  return unsafe Array(folded(needle, options).utf8).withUnsafeBufferPointer {
    unsafe test.passes(folded: subject, needle: $0)
  }
}

/// Returns whether the needle occurs in the text. It must not be empty.
private func contains(_ text: [UInt8], _ needle: UnsafeBufferPointer<UInt8>) -> Bool {
  // `borders[n]` is the length of the longest proper prefix of the needle's first n bytes that is also their suffix. It lets
  // the search scan the text only once (Knuth, Morris and Pratt).
  var borders = [0, 0]
  borders.reserveCapacity(needle.count + 1)
  var length = 0
  for index in 1..<max(needle.count, 1) {
    while length > 0, unsafe needle[index] != needle[length] { length = borders[length] }
    if unsafe needle[index] == needle[length] { length += 1 }
    borders.append(length)
  }
  length = 0
  for byte in text {
    while length > 0, unsafe byte != needle[length] { length = borders[length] }
    if unsafe byte == needle[length] { length += 1 }
    if length == needle.count { return true }
  }
  return false
}

/// Returns the order of two texts by their folded scalars: negative, 0 or positive. UTF-8 sorts in scalar order.
package func textOrder(_ left: String, _ right: String, _ options: FormatStringOptions) -> Int {
  let left = folded(left, options)
  let right = folded(right, options)
  if left.utf8.elementsEqual(right.utf8) { return 0 }
  return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
}
