import PredicateModel
import PredicateSyntax

/// What the kernels share that fold: what folding does to ASCII, and the way out for strings that are not ASCII.
struct FoldedSide: Sendable {
  /// All that the way out must know.
  private struct Rest {
    let needle: UnsafeBufferPointer<UInt8>
    let options: StringOptions
    let test: TextTest
  }

  /// 0x20 in each byte where case is folded, else 0: all that folding does to ASCII.
  let caseBit: UInt64
  /// The address of a `Rest`. (As all that kernels do not inline the functions here take numbers: a kernel handed over
  /// would be copied for every string.)
  private let rest: UInt

  /// `needle` is folded, in memory of the store; for LIKE it is the program of a `LikePattern`.
  init(_ test: TextTest, _ needle: UnsafeBufferPointer<UInt8>, _ options: StringOptions, _ store: NeedleStore) {
    caseBit = options.folds && options.contains(.caseInsensitive) ? repeated(0x20) : 0
    rest = UInt(bitPattern: store.values([Rest(needle: needle, options: options, test: test)]))
  }

  /// The answer for a string that may hold anything: folds all of it.
  @inline(__always)
  func slow(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool { Self.slow(rest, bytes, length) }

  /// The order of a string that may hold anything beside the needle: negative, 0 or positive.
  @inline(__always)
  func slowOrder(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Int { Self.slowOrder(rest, bytes, length) }

  /// It writes nothing that a caller could see, and says so: else every string would be retained before it is asked
  /// about, even where this is not called.
  @inline(never) @_effects(readonly)
  private static func slow(_ rest: UInt, _ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    guard let rest = UnsafePointer<Rest>(bitPattern: rest)?.pointee else { return false }
    let text = foldedUTF8(UnsafeBufferPointer(start: bytes, count: length), rest.options)
    return textTest(rest.test, folded: text, needle: rest.needle)
  }

  @inline(never) @_effects(readonly)
  private static func slowOrder(_ rest: UInt, _ bytes: UnsafePointer<UInt8>, _ length: Int) -> Int {
    guard let rest = UnsafePointer<Rest>(bitPattern: rest)?.pointee else { return 0 }
    let text = foldedUTF8(UnsafeBufferPointer(start: bytes, count: length), rest.options)
    if text.elementsEqual(rest.needle) { return 0 }
    return text.lexicographicallyPrecedes(rest.needle) ? -1 : 1
  }
}

/// A needle of folded ASCII to be compared with as many bytes at a known place.
struct FoldedProbe: Sendable {
  /// What a comparison found. Where a byte is not ASCII it does not say.
  enum Answer { case no, yes, unknown }

  let count: Int
  /// The first and the last eight bytes; of a shorter needle both hold all of it, with zeros above.
  let first: UInt64
  let last: UInt64
  let caseBit: UInt64
  private let address: UInt

  /// `needle` must be memory of a `NeedleStore`.
  init(_ needle: UnsafeBufferPointer<UInt8>, caseBit: UInt64) {
    count = needle.count
    address = UInt(bitPattern: needle.baseAddress)
    self.caseBit = caseBit
    guard let base = needle.baseAddress else {
      first = 0
      last = 0
      return
    }
    first = word(base, min(needle.count, 8))
    last = needle.count < 8 ? first : word(base + (needle.count - 8))
  }

  /// Whether the bytes, of which `count` must be readable, fold to the needle.
  @inline(__always)
  func compare(_ bytes: UnsafePointer<UInt8>) -> Answer {
    if count < 8 {
      let text = word(bytes, count)
      if text & highBits != 0 { return .unknown }
      return lowered(text, caseBit) == first ? .yes : .no
    }
    let head = word(bytes)
    let tail = word(bytes + (count &- 8))
    if count > 16 { return Self.compareLong(address, bytes, count, caseBit) }
    if (head | tail) & highBits != 0 { return .unknown }
    return lowered(head, caseBit) == first && lowered(tail, caseBit) == last ? .yes : .no
  }

  /// `compare` for needles of more than 16 bytes.
  @inline(never)
  private static func compareLong(
    _ address: UInt, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ caseBit: UInt64
  ) -> Answer {
    guard let needle = UnsafePointer<UInt8>(bitPattern: address) else { return .no }
    var seen: UInt64 = 0
    var difference: UInt64 = 0
    var index = 0
    while index < count {
      // The last step reaches back over bytes already compared.
      let start = min(index, count &- 8)
      let text = word(bytes + start)
      seen |= text
      difference |= lowered(text, caseBit) ^ word(needle + start)
      index &+= 8
    }
    if seen & highBits != 0 { return .unknown }
    return difference == 0 ? .yes : .no
  }

  /// Whether the string begins with the needle. A mark after the last byte would change it, so one byte more must be
  /// ASCII for a yes; a no stands, for what a mark makes of ASCII is no ASCII, or with `[d]` the same again.
  @inline(__always)
  func begins(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Answer {
    if length < count { return isASCII(bytes, length) ? .no : .unknown }
    let answer = compare(bytes)
    return answer == .yes && length > count && bytes[count] >= 0x80 ? .unknown : answer
  }

  /// Whether the string ends with the needle. Nothing before ASCII changes it.
  @inline(__always)
  func ends(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Answer {
    if length < count { return isASCII(bytes, length) ? .no : .unknown }
    return compare(bytes + (length &- count))
  }
}
