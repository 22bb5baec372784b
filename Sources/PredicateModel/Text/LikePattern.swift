import PredicateSyntax

/// A pattern of LIKE, compiled: `*` stands for any run of scalars (also none, also newlines), `?` for exactly one, a
/// backslash takes what follows it literally (at the end of the pattern: itself). The whole text must match.
///
/// The literal parts are folded with the options; what is matched must be folded too. A pattern that is empty, or of
/// which folding leaves nothing, matches nothing, not even the empty text.
package struct LikePattern: Sendable, Hashable {
  /// Literal UTF-8 with `anyScalar` and `anyRun` between. In a run of wildcards the scalars come first and `anyRun`
  /// stands once: `*?**?` is two scalars and a run. (Neither of the two bytes occurs in UTF-8.)
  package let program: [UInt8]

  /// The byte that stands for one scalar.
  package static let anyScalar: UInt8 = 0xFF
  /// The byte that stands for a run of scalars.
  package static let anyRun: UInt8 = 0xFE

  /// What a pattern amounts to, where a simpler test does the same.
  package enum Shape: Sendable, Hashable {
    /// Matches nothing: the pattern is empty.
    case nothing
    /// Matches everything: `*`.
    case anything
    case exact([UInt8])
    case prefix([UInt8])
    case suffix([UInt8])
    case substring([UInt8])
    /// Begins with the one and ends with the other, which do not overlap: `b*ball`.
    case prefixAndSuffix([UInt8], [UInt8])
    /// Anything else: run the program.
    case general
  }

  /// Compiles a pattern.
  package init(_ pattern: String, _ options: StringOptions) {
    var program: [UInt8] = []
    var literal = String.UnicodeScalarView()
    var isEscaped = false
    var hasRun = false
    func endWildcards() {
      if hasRun { program.append(Self.anyRun) }
      hasRun = false
    }
    func endLiteral() {
      guard !literal.isEmpty else { return }
      let bytes = Array(folded(String(literal), options).utf8)
      literal = String.UnicodeScalarView()
      if bytes.isEmpty { return }
      endWildcards()
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
        hasRun = true
      case "?":
        endLiteral()
        program.append(Self.anyScalar)
      default: literal.append(scalar)
      }
    }
    if isEscaped { literal.append("\\") }
    endLiteral()
    endWildcards()
    self.program = program
  }

  /// The simplest test that does what the pattern does.
  package var shape: Shape {
    guard let first = program.first, let last = program.last else { return .nothing }
    let runs = program.indices.filter { program[$0] == Self.anyRun }
    if program.contains(Self.anyScalar) || runs.count > 2 { return .general }
    if runs.isEmpty { return .exact(program) }
    if program.count == 1 { return .anything }
    let startsWithRun = first == Self.anyRun
    let endsWithRun = last == Self.anyRun
    if runs.count == 1 {
      if startsWithRun { return .suffix(Array(program.dropFirst())) }
      if endsWithRun { return .prefix(Array(program.dropLast())) }
      return .prefixAndSuffix(Array(program[..<runs[0]]), Array(program[(runs[0] + 1)...]))
    }
    return startsWithRun && endsWithRun ? .substring(Array(program.dropFirst().dropLast())) : .general
  }

  /// Of how many bytes a part behind a run may be for a match to be called quick: such a part is compared at each place of
  /// the text, so that a match takes at most so many times as long as the text is.
  package static let longestQuickPart = 32

  /// Whether a match takes few steps for the length of the text, whatever that holds.
  package var isQuick: Bool {
    guard case .general = shape else { return true }
    return program.split(separator: Self.anyRun).allSatisfy { $0.count <= Self.longestQuickPart }
  }

  /// Whether the pattern matches a text, given as folded UTF-8.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    program.withUnsafeBufferPointer { Self.matches(program: $0, text: text) }
  }

  /// Whether a program matches a text; both are read as they are.
  ///
  /// Of all runs only the last one passed is ever lengthened, so it takes at most as many steps as the text is long
  /// times the program, and no memory.
  package static func matches(program: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>) -> Bool {
    matches(program: program, text: text) { _ in true } ?? false
  }

  /// Whether the pattern matches a text, given as folded UTF-8; nil where `goesOn`, which is told now and then how many bytes
  /// were gone through again, answered false.
  package func matches(_ text: UnsafeBufferPointer<UInt8>, while goesOn: (Int) -> Bool) -> Bool? {
    program.withUnsafeBufferPointer { Self.matches(program: $0, text: text, while: goesOn) }
  }

  @inline(__always)
  private static func matches(
    program: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>, while goesOn: (Int) -> Bool
  ) -> Bool? {
    var again = 0
    if program.isEmpty { return false }
    var place = 0
    var index = 0
    /// Where the program goes on after the last run passed, and where the text does; -1 before any run.
    var retryPlace = -1
    var retryIndex = 0
    while index < text.count {
      if place < program.count {
        let step = program[place]
        if step == anyRun {
          place &+= 1
          if place == program.count { return true }
          retryPlace = place
          retryIndex = index
          continue
        }
        if step == text[index] {
          place &+= 1
          index &+= 1
          continue
        }
        if step == anyScalar {
          place &+= 1
          index = nextScalar(text, index)
          continue
        }
      }
      if retryPlace < 0 { return false }
      again &+= index &- retryIndex
      if again > 4096 {
        if !goesOn(again) { return nil }
        again = 0
      }
      retryIndex = nextScalar(text, retryIndex)
      index = retryIndex
      place = retryPlace
    }
    if place < program.count && program[place] == anyRun { place &+= 1 }
    return place == program.count
  }

  /// Where the scalar after the one at `index` begins.
  @inline(__always)
  private static func nextScalar(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    var next = index &+ 1
    while next < text.count && text[next] & 0xC0 == 0x80 { next &+= 1 }
    return next
  }
}
