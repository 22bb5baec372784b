import PredicateSyntax

/// A text on its way through folding, as scalars.
///
/// Scalars are appended one by one and taken apart, narrowed, stripped and folded on the way in; `order` and
/// `compose` then work on the whole. With no step switched on it normalises: appending and ordering give NFD,
/// composing after that gives NFC.
package struct FoldingBuffer {
  /// The steps of folding that may be left out.
  package struct Steps: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Wide and narrow forms become the usual ones.
    package static let width = Steps(rawValue: 1)
    /// Marks (general category Mn) are dropped.
    package static let marks = Steps(rawValue: 2)
    /// Full case folding.
    package static let letterCase = Steps(rawValue: 4)

    /// The steps that the options ask for; none with `[n]`.
    package init(_ options: StringOptions) {
      guard options.folds else { self = []; return }
      // Putting scalars together or taking them apart is no step; it is always done.
      var steps: Steps = options.isDisjoint(with: StringOptions.folding.subtracting(.canonical)) ? [] : .width
      if options.contains(.diacriticInsensitive) { steps.insert(.marks) }
      if options.contains(.caseInsensitive) { steps.insert(.letterCase) }
      self = steps
    }
  }

  /// Each a scalar (21 bits), its combining class (8 bits) and whether it composes backward (1 bit).
  private var scalars: [UInt32] = []
  private let steps: Steps
  private let data = FoldingData.shared
  /// Whether a scalar that is no starter waits for its case folding: it must first be ordered (U+0345).
  private var hasLateFold = false

  private static let scalarMask: UInt32 = 0x1F_FFFF
  private static let classShift: UInt32 = 21
  private static let backward: UInt32 = 1 << 29

  package init(_ steps: Steps, capacity: Int = 0) {
    self.steps = steps
    scalars.reserveCapacity(capacity)
  }

  /// Appends a scalar of the text.
  package mutating func append(_ scalar: UInt32) {
    if scalar < 0x80 {
      let isCapital = scalar &- 0x41 < 26 && steps.contains(.letterCase)
      scalars.append(isCapital ? scalar | 0x20 : scalar)
      return
    }
    let syllable = scalar &- Hangul.syllableBase
    if syllable < Hangul.syllableCount {
      appendSyllable(syllable)
      return
    }
    let word = data.word(scalar)
    guard word.mapping == .decomposition else {
      appendDecomposed(scalar, word)
      return
    }
    for index in word.offset..<word.offset + word.count {
      let target = data.targets[index]
      appendDecomposed(target, data.word(target))
    }
  }

  /// Appends the letters of a Hangul syllable, given by its number.
  private mutating func appendSyllable(_ syllable: UInt32) {
    scalars.append(Hangul.leadBase + syllable / (Hangul.vowelCount * Hangul.trailCount))
    let vowel = syllable / Hangul.trailCount % Hangul.vowelCount
    scalars.append(Hangul.vowelBase + vowel | Self.backward)
    let trail = syllable % Hangul.trailCount
    if trail > 0 { scalars.append(Hangul.trailBase + trail | Self.backward) }
  }

  /// Appends a scalar that has no canonical mapping.
  private mutating func appendDecomposed(_ scalar: UInt32, _ word: FoldingData.Word) {
    guard word.mapping == .width && steps.contains(.width) else {
      appendNarrow(scalar, word)
      return
    }
    for index in word.offset..<word.offset + word.count {
      let target = data.targets[index]
      appendNarrow(target, data.word(target))
    }
  }

  /// Appends a scalar whose width is settled: drops it where it is an unwanted mark, and folds its case.
  private mutating func appendNarrow(_ scalar: UInt32, _ word: FoldingData.Word) {
    if word.isMark && steps.contains(.marks) { return }
    if word.mapping == .fold && steps.contains(.letterCase) {
      if word.combiningClass == 0 {
        for index in word.offset..<word.offset + word.count {
          let target = data.targets[index]
          push(target, data.word(target))
        }
        return
      }
      hasLateFold = true
    }
    push(scalar, word)
  }

  @inline(__always)
  private mutating func push(_ scalar: UInt32, _ word: FoldingData.Word) {
    scalars.append(
      scalar | word.combiningClass << Self.classShift | (word.composesBackward ? Self.backward : 0))
  }

  /// Puts each run of scalars that are no starters in the order of their classes, and folds the late ones.
  package mutating func order() {
    var index = 0
    while index < scalars.count {
      if Self.combiningClass(scalars[index]) == 0 {
        index += 1
        continue
      }
      var end = index + 1
      while end < scalars.count && Self.combiningClass(scalars[end]) != 0 { end += 1 }
      if end - index > 1 { order(index..<end) }
      index = end
    }
    if hasLateFold { foldLate() }
  }

  /// Orders one run, stably: by insertion where it is short, by counting where somebody has piled up marks.
  private mutating func order(_ run: Range<Int>) {
    if run.count <= 16 {
      for index in run.dropFirst() {
        let moved = scalars[index]
        var place = index
        while place > run.lowerBound && Self.combiningClass(scalars[place - 1]) > Self.combiningClass(moved) {
          scalars[place] = scalars[place - 1]
          place -= 1
        }
        scalars[place] = moved
      }
      return
    }
    var starts = [Int](repeating: 0, count: 257)
    for index in run { starts[Int(Self.combiningClass(scalars[index])) + 1] += 1 }
    for combiningClass in 1..<257 { starts[combiningClass] += starts[combiningClass - 1] }
    let unordered = Array(scalars[run])
    for scalar in unordered {
      let combiningClass = Int(Self.combiningClass(scalar))
      scalars[run.lowerBound + starts[combiningClass]] = scalar
      starts[combiningClass] += 1
    }
  }

  /// Folds the case of scalars that are no starters; each folds to one starter, so the order stays good.
  private mutating func foldLate() {
    for index in scalars.indices where Self.combiningClass(scalars[index]) != 0 {
      let word = data.word(scalars[index] & Self.scalarMask)
      if word.mapping == .fold { scalars[index] = data.targets[word.offset] }
    }
  }

  /// Joins what composes (NFC). The text must be in order.
  package mutating func compose() {
    var starter = -1
    var count = 0
    var lastClass: UInt32 = 0
    for index in scalars.indices {
      let scalar = scalars[index]
      let combiningClass = Self.combiningClass(scalar)
      // Nothing blocks the scalar where it stands beside the starter, or where what is between has a lower class.
      if starter >= 0 && scalar & Self.backward != 0 && (count - 1 == starter || lastClass < combiningClass) {
        let first = scalars[starter] & Self.scalarMask
        let second = scalar & Self.scalarMask
        if let composite = Hangul.composite(first, second) ?? data.composite(first, second) {
          scalars[starter] = composite
          continue
        }
      }
      if combiningClass == 0 { starter = count }
      lastClass = combiningClass
      scalars[count] = scalar
      count += 1
    }
    scalars.removeLast(scalars.count - count)
  }

  /// The scalars as they stand.
  package var values: [UInt32] { scalars.map { $0 & Self.scalarMask } }

  /// The text as UTF-8.
  package var utf8: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(scalars.count + scalars.count / 2)
    for packed in scalars {
      let scalar = packed & Self.scalarMask
      if scalar < 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: scalar))
        continue
      }
      if scalar < 0x800 {
        bytes.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      } else {
        if scalar < 0x10000 {
          bytes.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
        } else {
          bytes.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
          bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
        }
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      }
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
    return bytes
  }

  @inline(__always)
  private static func combiningClass(_ packed: UInt32) -> UInt32 { packed >> classShift & 0xFF }
}
