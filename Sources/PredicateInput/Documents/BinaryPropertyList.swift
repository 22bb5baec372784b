import Foundation

/// Reads binary property lists by Foundation.
///
/// A file can refer to the same object many times, so a few hundred bytes can expand to gigabytes. The expanded size is therefore
/// checked before Foundation reads the file. The file format is that of CFBinaryPList.c in the open-source release of Core Foundation.
package struct BinaryPropertyList {
  /// The maximum number of values that repeated lists and objects add. Repeated texts and numbers do not count, because most files
  /// store each key only once.
  static let greatestRepetition = 1 << 18
  /// The maximum number of bytes of all texts and data, including repeated ones.
  static let greatestText = 1 << 28
  /// The maximum number of lists and objects within each other.
  static let greatestDepth = 200

  /// The size of an object after expansion.
  private struct Size {
    /// The number of values in lists and objects.
    var values = 0
    /// The number of bytes of texts and data.
    var text = 0
  }

  private let bytes: [UInt8]
  /// The offsets of the objects.
  private let offsets: [Int]
  private let referenceSize: Int
  /// The object that is the value.
  private let top: Int
  /// The size of each object, or nil if it is not known yet.
  private var sizes: [Size?]
  /// The number of values in lists and objects, each counted once.
  private var ownValues = 0
  /// Whether the size of each object is being computed.
  private var isOpen: [Bool]

  /// Returns whether bytes begin as a binary property list does.
  package static func isStart(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: "bplist".utf8) }

  /// Returns the value of a file: a `String`, `Bool`, `NSNumber`, `Date`, `Data`, `[Any]` or `[String: Any]`.
  package static func value(of bytes: [UInt8]) throws(UnreadableFile) -> Any {
    let damaged = UnreadableFile(reason: "this binary property list is damaged")
    guard var list = BinaryPropertyList(bytes) else { throw damaged }
    guard let size = list.size(of: list.top, depth: 0) else {
      throw UnreadableFile(
        reason: "this binary property list is damaged, or has more than \(greatestDepth) lists within each other")
    }
    guard size.values - list.ownValues <= greatestRepetition else {
      throw UnreadableFile(
        reason:
          "the lists of this binary property list repeat others, with more than \(greatestRepetition) values in all")
    }
    guard size.text <= greatestText else {
      throw UnreadableFile(
        reason: "this binary property list expands to more than \(greatestText) bytes, because it repeats texts")
    }
    var format = PropertyListSerialization.PropertyListFormat.binary
    guard
      let value = unsafe try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: &format),
      format == .binary
    else { throw damaged }
    return value
  }

  private init?(_ bytes: [UInt8]) {
    // The trailer: two sizes of integers, and the numbers of objects, of the first object, and of the offset of the offsets.
    guard bytes.count >= 40 else { return nil }
    let trailer = Array(bytes.suffix(32))
    let numbers = stride(from: 8, to: 32, by: 8).map { Self.number(trailer[$0..<$0 + 8]) }
    let offsetSize = Int(trailer[6])
    referenceSize = Int(trailer[7])
    guard let count = numbers[0], let top = numbers[1], let table = numbers[2], (1...8).contains(offsetSize),
      (1...8).contains(referenceSize), count <= bytes.count, top < count, table <= bytes.count - 32,
      count * offsetSize <= bytes.count - 32 - table
    else { return nil }
    let offsets = (0..<count).map {
      Self.number(bytes[table + $0 * offsetSize..<table + ($0 + 1) * offsetSize]) ?? .max
    }
    guard offsets.allSatisfy({ $0 < table }) else { return nil }
    (self.bytes, self.offsets, self.top) = (bytes, offsets, top)
    sizes = Array(repeating: nil, count: count)
    isOpen = Array(repeating: false, count: count)
  }

  /// Returns an unsigned number, or nil if it is out of range.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var number: UInt64 = 0
    for byte in bytes.suffix(8) { number = number << 8 | UInt64(byte) }
    return Int(exactly: number)
  }

  /// Returns the expanded size of an object, or nil if the file is damaged, or the object is nested too deeply or contains itself.
  private mutating func size(of object: Int, depth: Int) -> Size? {
    guard object < offsets.count, depth <= Self.greatestDepth, !isOpen[object] else { return nil }
    if let known = sizes[object] { return known }
    var position = offsets[object]
    let marker = bytes[position]
    position += 1
    var count = Int(marker & 0x0F)
    // Texts, data, lists and objects have a length, which is a number of its own if it is not below 15.
    if count == 0x0F, marker >> 4 >= 4 {
      guard position < bytes.count, bytes[position] >> 4 == 1, bytes[position] & 0x0F <= 3 else { return nil }
      let width = 1 << Int(bytes[position] & 0x0F)
      guard width <= bytes.count - position - 1,
        let length = Self.number(bytes[position + 1..<position + 1 + width]), length <= bytes.count
      else { return nil }
      (position, count) = (position + 1 + width, length)
    }
    var size = Size()
    switch marker >> 4 {
    case 0x4, 0x5: size.text = count
    case 0x6: size.text = 2 * count
    case 0xA, 0xB, 0xC, 0xD:
      let references = marker >> 4 == 0xD ? 2 * count : count
      guard references <= (bytes.count - position) / referenceSize else { return nil }
      ownValues += references
      size.values = references
      isOpen[object] = true
      for index in 0..<references {
        let start = position + index * referenceSize
        guard let reference = Self.number(bytes[start..<start + referenceSize]),
          let ofElement = self.size(of: reference, depth: depth + 1)
        else { return nil }
        // The size grows exponentially with the nesting depth, so the sum is capped.
        size.values = min(size.values + ofElement.values, 1 << 60)
        size.text = min(size.text + ofElement.text, 1 << 60)
      }
      isOpen[object] = false
    default: break
    }
    sizes[object] = size
    return size
  }
}
