import PredicateSyntax

/// A test of one string with another.
package enum TextTest: Sendable, Hashable, CaseIterable {
  case equal, beginsWith, endsWith, contains, like
}

/// Returns whether a text passes a test by scalars, with both strings folded by the options (`[l]` has no effect here).
///
/// A needle that is empty, or empty after folding, is never found, but the empty text equals itself. This is the definition
/// that the kernels of the engine are tested against.
package func textTest(_ test: TextTest, _ subject: String, _ needle: String, _ options: StringOptions) -> Bool {
  let subject = Array(folded(subject, options).utf8)
  if test == .like {
    return subject.withUnsafeBufferPointer { LikePattern(needle, options).matches($0) }
  }
  return Array(folded(needle, options).utf8).withUnsafeBufferPointer { textTest(test, folded: subject, needle: $0) }
}

/// Returns the result of `textTest` for folded UTF-8. For LIKE, the needle is the program of a `LikePattern`.
package func textTest(_ test: TextTest, folded subject: [UInt8], needle: UnsafeBufferPointer<UInt8>) -> Bool {
  if test == .equal { return subject.elementsEqual(needle) }
  if needle.isEmpty || test != .like && needle.count > subject.count { return false }
  switch test {
  case .equal: return subject.elementsEqual(needle)
  case .beginsWith: return subject.starts(with: needle)
  case .endsWith: return subject.suffix(needle.count).elementsEqual(needle)
  case .contains: return contains(subject, needle)
  case .like: return subject.withUnsafeBufferPointer { LikePattern.matches(program: needle, text: $0) }
  }
}

/// Returns whether the needle occurs in the text. It must not be empty or longer than the text.
private func contains(_ text: [UInt8], _ needle: UnsafeBufferPointer<UInt8>) -> Bool {
  // `borders[n]` is the length of the longest proper prefix of the needle's first n bytes that is also their suffix. It lets
  // the search scan the text only once (Knuth, Morris and Pratt).
  var borders = [0, 0]
  borders.reserveCapacity(needle.count + 1)
  var length = 0
  for index in 1..<max(needle.count, 1) {
    while length > 0, needle[index] != needle[length] { length = borders[length] }
    if needle[index] == needle[length] { length += 1 }
    borders.append(length)
  }
  length = 0
  for byte in text {
    while length > 0, byte != needle[length] { length = borders[length] }
    if byte == needle[length] { length += 1 }
    if length == needle.count { return true }
  }
  return false
}

/// Returns the order of two texts by their folded scalars: negative, 0 or positive. UTF-8 sorts in scalar order.
package func textOrder(_ left: String, _ right: String, _ options: StringOptions) -> Int {
  let left = folded(left, options)
  let right = folded(right, options)
  if left.utf8.elementsEqual(right.utf8) { return 0 }
  return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
}
