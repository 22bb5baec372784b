// This module does not import Foundation, which could convert Base64.

extension [UInt8] {
  private static let base64Digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The Base64 text of the bytes, padded with `=`.
  package var base64: String {
    var result: [UInt8] = []
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for position in 0..<4 {
        let digit = Int(bits >> UInt32(18 - 6 * position)) & 63
        result.append(position <= group.count ? Self.base64Digits[digit] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Creates the bytes of a Base64 text, or returns `nil` if the text is invalid.
  package init?(base64 text: String) {
    let padded = Array(text.utf8)
    guard padded.count % 4 == 0 else { return nil }
    let body = padded.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
    guard padded.count - body.count <= 2 else { return nil }
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in body {
      guard let digit = Self.base64Digits.firstIndex(of: byte) else { return nil }
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    self = result
  }
}
