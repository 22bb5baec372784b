import PredicateSyntax

/// A compiled LIKE pattern. `*` matches any number of scalars, including none and newlines, and `?` matches exactly one. A
/// backslash escapes the next character; at the end of the pattern, it is literal. The entire text must match.
///
/// Literal parts are folded with the options, and texts must be folded too. A pattern that is empty, or empty after folding,
/// matches nothing, not even the empty text.
///
/// Safety: Positions are compared with the counts of program and text before they are used, and grow by one.
package struct LikePattern: Sendable, Hashable {
  /// Literal UTF-8 with `anyScalar` and `anyRun` in between, two bytes that do not occur in UTF-8. Of adjacent
  /// wildcards, all `anyScalar` come before a single `anyRun`: `*?**?` is two scalars and a run.
  package let program: [UInt8]

  /// The byte that matches exactly one scalar.
  package static let anyScalar: UInt8 = 0xFF
  /// The byte that matches any number of scalars, including none.
  package static let anyRun: UInt8 = 0xFE

  /// A simpler test that is equivalent to a pattern.
  package enum Shape: Sendable, Hashable {
    /// Matches nothing, because the pattern is empty.
    case nothing
    /// Matches everything: `*`.
    case anything
    /// Matches one text, here and below as folded UTF-8: `ball`.
    case exact([UInt8])
    /// Matches texts with a prefix: `ball*`.
    case prefix([UInt8])
    /// Matches texts with a suffix: `*ball`.
    case suffix([UInt8])
    /// Matches texts with a substring: `*ball*`.
    case substring([UInt8])
    /// Matches texts with a prefix and a suffix that do not overlap: `b*ball`.
    case prefixAndSuffix([UInt8], [UInt8])
    /// Needs the full matcher.
    case general
  }

  package init(_ pattern: String, _ options: FormatStringOptions) {
    var program: [UInt8] = []
    var literal = String.UnicodeScalarView()
    var isEscaped = false
    var hasPendingRun = false
    func appendPendingRun() {
      if hasPendingRun { program.append(Self.anyRun) }
      hasPendingRun = false
    }
    func endLiteral() {
      guard !literal.isEmpty else { return }
      let bytes = Array(folded(String(literal), options).utf8)
      literal = String.UnicodeScalarView()
      if bytes.isEmpty { return }
      appendPendingRun()
      program += bytes
    }
    for scalar in pattern.unicodeScalars {
      if isEscaped {
        literal.append(scalar)
        isEscaped = false
        continue
      }
      switch scalar {
      case "\\": isEscaped = true
      case "*":
        endLiteral()
        hasPendingRun = true
      case "?":
        endLiteral()
        program.append(Self.anyScalar)
      default: literal.append(scalar)
      }
    }
    if isEscaped { literal.append("\\") }
    endLiteral()
    appendPendingRun()
    self.program = program
  }

  /// The simplest test that is equivalent to the pattern.
  package var shape: Shape {
    guard let first = program.first, let last = program.last else { return .nothing }
    let runs = program.indices.filter { program[$0] == Self.anyRun }
    if program.contains(Self.anyScalar) || runs.count > 2 { return .general }
    if runs.isEmpty { return .exact(program) }
    if program.count == 1 { return .anything }
    switch (runs.count, first == Self.anyRun, last == Self.anyRun) {
    case (1, true, _): return .suffix(Array(program.dropFirst()))
    case (1, _, true): return .prefix(Array(program.dropLast()))
    case (1, _, _): return .prefixAndSuffix(Array(program[..<runs[0]]), Array(program[(runs[0] + 1)...]))
    case (_, true, true): return .substring(Array(program.dropFirst().dropLast()))
    default: return .general
    }
  }

  /// The maximum number of bytes between two runs of a quick pattern. Such a part is compared at each position of the text, so a
  /// match takes at most this many times the length of the text.
  package static let longestQuickPart = 32

  /// Whether a match takes few steps relative to the length of the text, regardless of its content.
  package var isQuick: Bool {
    guard case .general = shape else { return true }
    return program.split(separator: Self.anyRun).allSatisfy { $0.count <= Self.longestQuickPart }
  }

  /// Returns whether the pattern matches a text, given as folded UTF-8.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe program.withUnsafeBufferPointer { unsafe Self.matches(program: $0, text: text) }
  }

  /// Returns whether a program matches a text.
  ///
  /// - Parameter caseBit: 0x20 to fold the case of letters of ASCII in the text, and 0 to compare it as it is.
  package static func matches(
    program: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>, caseBit: UInt8 = 0
  ) -> Bool {
    // Never nil, because the closure never stops the match.
    unsafe run(program, text, caseBit) { _ in true } ?? false
  }

  /// Returns whether the pattern matches a text, given as folded UTF-8, or `nil` if `mayContinue` returns false.
  ///
  /// - Parameter mayContinue: Called each time more than 4,096 bytes have been compared in failed attempts, with their number since
  ///   the previous call.
  package func matches(_ text: UnsafeBufferPointer<UInt8>, while mayContinue: (Int) -> Bool) -> Bool? {
    unsafe program.withUnsafeBufferPointer { unsafe Self.run($0, text, 0, while: mayContinue) }
  }

  /// Returns whether the pattern matches a text as `matches(_:while:)` does. The options fold the text as they did the pattern.
  package func matches(_ text: String, _ options: FormatStringOptions, while mayContinue: (Int) -> Bool) -> Bool? {
    unsafe Array(folded(text, options).utf8).withUnsafeBufferPointer { unsafe matches($0, while: mayContinue) }
  }

  /// The number of bytes compared in failed attempts between two calls of `mayContinue`.
  private static let bytesBetweenCalls = 4_096

  /// Returns whether a program matches a text, as `matches(_:while:)` does.
  ///
  /// After a mismatch, only the most recent run takes more scalars. So the number of steps is at most the product of both
  /// lengths, and no memory is allocated.
  @inline(__always)
  private static func run(
    _ program: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, _ caseBit: UInt8,
    while mayContinue: (Int) -> Bool
  ) -> Bool? {
    // A byte minus another wraps if it is smaller, and is then not below 26.
    func byte(_ index: Int) -> UInt8 {
      let byte = unsafe text[index]
      return byte &- 0x41 < 26 ? byte | caseBit : byte
    }
    func nextScalar(_ index: Int) -> Int {
      var next = index &+ 1
      while unsafe next < text.count && text[next] & 0xC0 == 0x80 { next &+= 1 }
      return next
    }
    var failedBytes = 0
    if program.isEmpty { return false }
    var position = 0
    var index = 0
    // The positions in the program and in the text after the last run. Before any run, `retryPosition` is -1.
    var retryPosition = -1
    var retryIndex = 0
    while index < text.count {
      if position < program.count {
        let step = unsafe program[position]
        if step == anyRun {
          position &+= 1
          if position == program.count { return true }
          retryPosition = position
          retryIndex = index
          continue
        }
        if step == byte(index) {
          position &+= 1
          index &+= 1
          continue
        }
        if step == anyScalar {
          position &+= 1
          index = nextScalar(index)
          continue
        }
      }
      if retryPosition < 0 { return false }
      failedBytes &+= index &- retryIndex
      if failedBytes > bytesBetweenCalls {
        if !mayContinue(failedBytes) { return nil }
        failedBytes = 0
      }
      retryIndex = nextScalar(retryIndex)
      // If a literal is next, skip to where it may begin. A literal begins with the first byte of a scalar.
      let next = unsafe program[retryPosition]
      if next < anyRun { while retryIndex < text.count && byte(retryIndex) != next { retryIndex &+= 1 } }
      index = retryIndex
      position = retryPosition
    }
    if unsafe position < program.count && program[position] == anyRun { position &+= 1 }
    return position == program.count
  }
}
