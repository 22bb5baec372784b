/// Converts between bytes and Base64 text. (This module does not import Foundation, which could do it.)
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the Base64 text of bytes, padded with `=`.
  package static func text(of bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for position in 0..<4 {
        let digit = Int(bits >> UInt32(18 - 6 * position)) & 63
        result.append(position <= group.count ? digits[digit] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the bytes of a Base64 text, or `nil` if the text is invalid.
  package static func bytes(of text: String) -> [UInt8]? {
    let padded = Array(text.utf8)
    guard padded.count % 4 == 0 else { return nil }
    let body = padded.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
    guard padded.count - body.count <= 2 else { return nil }
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in body {
      guard let digit = digits.firstIndex(of: byte) else { return nil }
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return result
  }
}
