// Operations on eight bytes at a time. Words are little-endian: the first byte of a text is the lowest.

/// The highest bit of each byte, which is 0 in ASCII.
let highBits: UInt64 = 0x8080_8080_8080_8080
private let lowBits: UInt64 = 0x0101_0101_0101_0101

/// Returns the word at `bytes`, of which eight must be readable.
@inline(__always)
func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
  unsafe UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
}

/// Returns the four bytes at `bytes`.
@inline(__always)
func word32(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
  unsafe UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self))
}

/// Returns the two bytes at `bytes`.
@inline(__always)
func word16(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
  unsafe UInt32(UInt16(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt16.self)))
}

/// Returns the first `count` bytes, 0 to 8, as a word padded with zeros. It reads nothing else.
///
/// Safety: Each branch reads only bytes below `count`, and shifts by less than 64 bits.
@inline(__always)
func word(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
  if count >= 4 {
    let low = unsafe UInt64(word32(bytes))
    let high = unsafe UInt64(word32(bytes + (count &- 4)))
    return low | high &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
  }
  if count >= 2 {
    let low = unsafe UInt64(word16(bytes))
    let high = unsafe UInt64(word16(bytes + (count &- 2)))
    return low | high &<< UInt64(truncatingIfNeeded: (count &- 2) &* 8)
  }
  return unsafe count == 1 ? UInt64(bytes[0]) : 0
}

/// Returns all of 4 to 16 bytes in two words, some of them repeated, so that a search for one byte needs no branch on their
/// number. It loads four bytes at a time: a string of up to 15 bytes is copied in two halves before it can be read, and a
/// load that spans both halves stalls.
///
/// Safety: The caller has checked that there are 4 to 16 bytes.
@inline(__always)
func wordsOfAll(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> (UInt64, UInt64) {
  let last = count &- 4
  let low = unsafe UInt64(word32(bytes)) | UInt64(word32(bytes + min(4, last))) &<< 32
  let high = unsafe UInt64(word32(bytes + min(8, last))) | UInt64(word32(bytes + last)) &<< 32
  return (low, high)
}

/// Returns a word that contains the same byte eight times.
///
/// Safety: The product of a byte and 1 in each byte fits.
@inline(__always)
func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* lowBits }

/// Returns the highest bit of each byte that is 0. Bits above the lowest one may be wrong; no bit means no such byte.
///
/// Safety: A byte that is 0 takes its 1 from the next one, which is why bits above the lowest one may be wrong.
@inline(__always)
func zeros(_ word: UInt64) -> UInt64 { (word &- lowBits) & ~word & highBits }

/// Folds the case of a word of ASCII if `caseBit` is 0x20 in each byte; does nothing if it is 0.
///
/// Safety: Sums exceed a byte only if it is not ASCII, and callers do not use the result for such words.
@inline(__always)
func lowered(_ word: UInt64, _ caseBit: UInt64) -> UInt64 {
  let fromA = word &+ repeated(0x80 - 0x41)
  let afterZ = word &+ repeated(0x80 - 0x5B)
  return word | ((fromA & ~afterZ & highBits) &>> 2) & caseBit
}

/// Folds the case of one byte of ASCII, as `lowered` does.
///
/// Safety: A byte minus another wraps if it is smaller, and is then not below 26.
@inline(__always)
func loweredByte(_ byte: UInt8, _ caseBit: UInt64) -> UInt8 {
  byte &- 0x41 < 26 ? byte | UInt8(truncatingIfNeeded: caseBit) : byte
}

/// Returns the bit to ignore in the comparison with a byte of a needle: the one by which the cases of a letter differ
/// if `folds` is true, and 0 for other bytes. Letters of a needle that folds are lowercase.
func ignoredBit(_ byte: UInt8, folds: Bool) -> UInt8 { folds && 0x61...0x7A ~= byte ? 0x20 : 0 }

/// Returns whether all bytes are ASCII.
///
/// Safety: From here on there are at least eight bytes, and an index is below `count`.
@inline(__always)
func isASCII(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  if count < 8 { return unsafe word(bytes, count) & highBits == 0 }
  var seen = unsafe word(bytes + (count &- 8))
  var index = 0
  while index &+ 8 < count {
    unsafe seen |= word(bytes + index)
    index &+= 8
  }
  return seen & highBits == 0
}
