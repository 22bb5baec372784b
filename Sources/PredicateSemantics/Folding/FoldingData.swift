/// The Unicode data for folding: one word for each scalar in a two-level table, the mappings, and the pairs that compose.
///
/// The memory is filled once from the tables of `FoldingTables.swift`, is never freed, and does not change afterward.
///
/// Safety: The tables are filled once under a `static let`, and are never freed or changed. A scalar is below 0x110000, and a
/// block has 128 words.
@safe package struct FoldingData: @unchecked Sendable {
  /// The properties of one scalar.
  package struct Word {
    /// From the low end: 8 bits combining class, 1 mark, 1 composes backward, 2 mapping, 3 length, 17 offset.
    package var bits: UInt32

    /// The canonical combining class; 0 for starters.
    package var combiningClass: UInt32 { bits & 0xFF }
    /// Whether the general category is Mn.
    var isMark: Bool { bits & 0x100 != 0 }
    /// Whether the scalar may compose with a preceding one (NFC).
    package var composesBackward: Bool { bits & 0x200 != 0 }
    /// The step that the mapping of the scalar belongs to.
    var mapping: Mapping { Mapping(rawValue: bits >> 10 & 3) ?? .none }
    /// The number of scalars in the mapping.
    var count: Int { Int(bits >> 12 & 7) }
    /// The offset of the mapping in `targets`.
    var offset: Int { Int(bits >> 15) }
  }

  /// The steps of folding. A scalar has a mapping for at most one of them: see `generate-folding-tables`.
  enum Mapping: UInt32 {
    case none, decomposition, width, fold
  }

  package static let shared = FoldingData()

  /// The number of the block in `words` for each 128 scalars.
  private let blocks: UnsafePointer<UInt16>
  private let words: UnsafePointer<UInt32>
  /// The scalars of all mappings in sequence.
  let targets: UnsafePointer<UInt32>
  /// The pairs that compose in ascending order (first in the high half, second in the low half), and their composites.
  private let pairs: UnsafePointer<UInt64>
  private let composites: UnsafePointer<UInt32>
  private let pairCount: Int

  /// Returns the word of a scalar, or the empty word for an invalid scalar.
  @inline(__always)
  package func word(_ scalar: UInt32) -> Word {
    guard scalar < 0x110000 else { return Word(bits: 0) }
    return unsafe Word(bits: words[Int(blocks[Int(scalar >> 7)]) &* 128 &+ Int(scalar & 127)])
  }

  /// Returns the composite of two scalars, or `nil` if there is none. The table does not include Hangul.
  package func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    let pair = UInt64(first) << 32 | UInt64(second)
    var low = 0
    var high = pairCount
    while low < high {
      let middle = (low &+ high) >> 1
      if unsafe pairs[middle] < pair { low = middle &+ 1 } else { high = middle }
    }
    return unsafe low < pairCount && pairs[low] == pair ? composites[low] : nil
  }

  /// Calls `body` with each scalar that has a mapping or is a mark, in ascending order, except Hangul syllables.
  package func forEachMapped(_ body: (UInt32) -> Void) {
    for block in 0..<UInt32(0x110000 / 128) where unsafe blocks[Int(block)] != 0 {
      for scalar in block * 128..<block * 128 + 128 {
        let word = word(scalar)
        if word.isMark || word.mapping != .none { body(scalar) }
      }
    }
  }

  private init() {
    var builder = Builder()
    builder.fill()
    unsafe blocks = Self.permanent(builder.blocks)
    unsafe words = Self.permanent(builder.words)
    unsafe targets = Self.permanent(builder.targets)
    let sorted = builder.pairs.sorted { $0.pair < $1.pair }
    unsafe pairs = Self.permanent(sorted.map { $0.pair })
    unsafe composites = Self.permanent(sorted.map { $0.composite })
    pairCount = sorted.count
  }

  /// Returns a copy of the array that is never freed.
  private static func permanent<Element>(_ array: [Element]) -> UnsafePointer<Element> {
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(array.count, 1))
    _ = unsafe copy.initialize(from: array)
    return unsafe UnsafePointer(copy.baseAddress ?? UnsafeMutablePointer<Element>.allocate(capacity: 1))
  }
}

/// A decoder for the tables.
private struct Builder {
  /// The block of each 128 scalars. Block 0 is empty and used for all scalars without data.
  var blocks = [UInt16](repeating: 0, count: 0x110000 / 128)
  var words = [UInt32](repeating: 0, count: 128)
  var targets: [UInt32] = []
  var pairs: [(pair: UInt64, composite: UInt32)] = []

  mutating func fill() {
    Self.forEachRun(FoldingData.combiningClasses) { scalar, rest in
      for offset in 0..<rest[0] { set(scalar + offset, rest[1]) }
    }
    Self.forEachRun(FoldingData.marks) { scalar, rest in
      for offset in 0..<rest[0] { set(scalar + offset, 0x100) }
    }
    fillDecompositions()
    Self.forEachRun(FoldingData.widths) { scalar, rest in map(scalar, .width, rest) }
    Self.forEachRun(FoldingData.simpleFolds) { scalar, rest in
      for offset in 0..<rest[0] { map(scalar + offset * rest[1], .fold, [rest[2] + offset * rest[1]]) }
    }
    Self.forEachRun(FoldingData.fullFolds) { scalar, rest in map(scalar, .fold, rest) }
    for vowel in FoldingData.vowelBase..<FoldingData.vowelBase + FoldingData.vowelCount { set(vowel, 0x200) }
    for trail in FoldingData.trailBase + 1..<FoldingData.trailBase + FoldingData.trailCount { set(trail, 0x200) }
  }

  /// Reads the canonical mappings, expands them fully, and adds the pairs that compose.
  private mutating func fillDecompositions() {
    var mappings: [UInt32: [UInt32]] = [:]
    Self.forEachRun(FoldingData.composites) { scalar, rest in
      mappings[scalar] = rest
      pairs.append((UInt64(rest[0]) << 32 | UInt64(rest[1]), scalar))
      set(rest[1], 0x200)
    }
    Self.forEachRun(FoldingData.decompositions) { scalar, rest in mappings[scalar] = rest }
    for (scalar, mapping) in mappings {
      var waiting = Array(mapping.reversed())
      var full: [UInt32] = []
      while let next = waiting.popLast() {
        if let inner = mappings[next] { waiting += inner.reversed() } else { full.append(next) }
      }
      map(scalar, .decomposition, full)
    }
  }

  /// Adds the mapping of a scalar.
  private mutating func map(_ scalar: UInt32, _ mapping: FoldingData.Mapping, _ scalars: [UInt32]) {
    set(scalar, mapping.rawValue << 10 | UInt32(scalars.count) << 12 | UInt32(targets.count) << 15)
    targets += scalars
  }

  /// Sets bits in the word of a scalar, and adds a block for the scalar if it has none.
  private mutating func set(_ scalar: UInt32, _ bits: UInt32) {
    let block = Int(scalar >> 7)
    if blocks[block] == 0 {
      blocks[block] = UInt16(words.count / 128)
      words += [UInt32](repeating: 0, count: 128)
    }
    words[Int(blocks[block]) * 128 + Int(scalar & 127)] |= bits
  }

  /// Calls `body` with each entry of a table: the scalar and the numbers after it.
  private static func forEachRun(_ table: String, _ body: (UInt32, [UInt32]) -> Void) {
    var scalar: UInt32 = 0
    var numbers: [UInt32] = []
    var number: UInt32 = 0
    func endEntry() {
      numbers.append(number)
      scalar += numbers[0]
      body(scalar, Array(numbers.dropFirst()))
      numbers.removeAll(keepingCapacity: true)
      number = 0
    }
    for byte in table.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number * 36 + UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): number = number * 36 + UInt32(byte - UInt8(ascii: "a")) + 10
      case UInt8(ascii: ","):
        numbers.append(number)
        number = 0
      default: endEntry()
      }
    }
    endEntry()
  }
}

// Unicode's algorithm for Hangul syllables.
// Safety: A scalar minus another wraps if it is smaller, and is then not below the width.
extension FoldingData {
  static let syllableBase: UInt32 = 0xAC00
  static let leadBase: UInt32 = 0x1100
  static let vowelBase: UInt32 = 0x1161
  static let trailBase: UInt32 = 0x11A7
  static let leadCount: UInt32 = 19
  static let vowelCount: UInt32 = 21
  static let trailCount: UInt32 = 28
  static let syllableCount: UInt32 = 11172

  /// Returns the syllable of a leading consonant and a vowel, or of such a syllable and a trailing consonant, or `nil`.
  package static func syllable(_ first: UInt32, _ second: UInt32) -> UInt32? {
    let lead = first &- leadBase
    let vowel = second &- vowelBase
    if lead < leadCount && vowel < vowelCount {
      return syllableBase + (lead * vowelCount + vowel) * trailCount
    }
    let syllable = first &- syllableBase
    let trail = second &- trailBase
    if syllable < syllableCount && syllable % trailCount == 0 && trail > 0 && trail < trailCount {
      return first + trail
    }
    return nil
  }
}
