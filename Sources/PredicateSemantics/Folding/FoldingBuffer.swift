import PredicateSyntax

/// A buffer for folding a text, with its scalars.
///
/// Scalars are appended one by one, and decomposed, narrowed, stripped and case-folded at that time. `order` and `compose`
/// then process the entire text. Without options that fold, the result is normalized: appending and ordering yields NFD, and
/// composing then yields NFC.
package struct FoldingBuffer {
  /// The scalars (21 bits), each with its combining class (8 bits) and whether it composes backward (1 bit).
  private var scalars: [UInt32] = []
  private let steps: FormatStringOptions
  private let data = FoldingData.shared
  /// Whether a nonstarter awaits case folding, because it must be ordered first (U+0345).
  private var hasLateFold = false

  private static let scalarMask: UInt32 = 0x1F_FFFF
  private static let classShift: UInt32 = 21
  private static let backward: UInt32 = 1 << 29

  /// Creates a buffer that folds by options.
  package init(_ options: FormatStringOptions, capacity: Int = 0) {
    steps = options.foldingSteps
    scalars.reserveCapacity(capacity)
  }

  /// Appends a scalar of the text.
  package mutating func append(_ scalar: UInt32) {
    if scalar < 0x80 {
      // Safety: A scalar minus another wraps if it is smaller, and is then not below the width.
      let isCapital = scalar &- 0x41 < 26 && steps.contains(.caseInsensitive)
      scalars.append(isCapital ? scalar | 0x20 : scalar)
      return
    }
    // Safety: A scalar minus another wraps if it is smaller, and is then not below the width.
    let syllable = scalar &- FoldingData.syllableBase
    if syllable < FoldingData.syllableCount {
      appendSyllable(syllable)
      return
    }
    let word = data.word(scalar)
    guard word.mapping == .decomposition else {
      appendDecomposed(scalar, word)
      return
    }
    for index in word.offset..<word.offset + word.count {
      let target = unsafe data.targets[index]
      appendDecomposed(target, data.word(target))
    }
  }

  /// Appends the letters of a Hangul syllable, given by its index.
  private mutating func appendSyllable(_ syllable: UInt32) {
    scalars.append(FoldingData.leadBase + syllable / (FoldingData.vowelCount * FoldingData.trailCount))
    let vowel = syllable / FoldingData.trailCount % FoldingData.vowelCount
    scalars.append(FoldingData.vowelBase + vowel | Self.backward)
    let trail = syllable % FoldingData.trailCount
    if trail > 0 { scalars.append(FoldingData.trailBase + trail | Self.backward) }
  }

  /// Appends a scalar without a canonical mapping.
  private mutating func appendDecomposed(_ scalar: UInt32, _ word: FoldingData.Word) {
    guard word.mapping == .width && steps.contains(.widthInsensitive) else {
      appendNarrow(scalar, word)
      return
    }
    for index in word.offset..<word.offset + word.count {
      let target = unsafe data.targets[index]
      appendNarrow(target, data.word(target))
    }
  }

  /// Appends a scalar after width mapping: drops it if it is an unwanted mark, and folds its case.
  private mutating func appendNarrow(_ scalar: UInt32, _ word: FoldingData.Word) {
    if word.isMark && steps.contains(.diacriticInsensitive) { return }
    if word.mapping == .fold && steps.contains(.caseInsensitive) {
      if word.combiningClass == 0 {
        for index in word.offset..<word.offset + word.count {
          let target = unsafe data.targets[index]
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
    scalars.append(scalar | word.combiningClass << Self.classShift | (word.composesBackward ? Self.backward : 0))
  }

  /// Sorts each run of nonstarters by combining class, and folds the pending ones.
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

  /// Sorts one run stably: by insertion if it is short, and by counting if marks have been piled up.
  private mutating func order(_ run: Range<Int>) {
    if run.count <= 16 {
      for index in run.dropFirst() {
        let moved = scalars[index]
        var target = index
        while target > run.lowerBound && Self.combiningClass(scalars[target - 1]) > Self.combiningClass(moved) {
          scalars[target] = scalars[target - 1]
          target -= 1
        }
        scalars[target] = moved
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

  /// Folds the case of nonstarters. Each folds to one starter, so the order remains valid.
  private mutating func foldLate() {
    for index in scalars.indices where Self.combiningClass(scalars[index]) != 0 {
      let word = data.word(scalars[index] & Self.scalarMask)
      if word.mapping == .fold { scalars[index] = unsafe data.targets[word.offset] }
    }
  }

  /// Composes scalars (NFC). The text must be ordered.
  package mutating func compose() {
    var starter = -1
    var count = 0
    var lastClass: UInt32 = 0
    for index in scalars.indices {
      let scalar = scalars[index]
      let combiningClass = Self.combiningClass(scalar)
      // A scalar is not blocked if it follows the starter directly, or if the scalar before it has a lower class.
      if starter >= 0 && scalar & Self.backward != 0 && (count - 1 == starter || lastClass < combiningClass) {
        let first = scalars[starter] & Self.scalarMask
        let second = scalar & Self.scalarMask
        if let composite = FoldingData.syllable(first, second) ?? data.composite(first, second) {
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

  package var values: [UInt32] { scalars.map { $0 & Self.scalarMask } }

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
