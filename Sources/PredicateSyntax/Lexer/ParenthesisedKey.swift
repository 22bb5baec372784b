/// The keys of Apple's declarative device management: `@status(device.model.family)`, `@property(name)`, `@key(name)`.
///
/// ParenthesisedKey ::= ( "@status(" | "@property(" | "@key(" ) [a-zA-Z0-9_.-]+ ")"
///
/// The parentheses and their contents, including dots and hyphens, are part of the key's name. Although such a key begins with
/// `@`, it is not a collection operator.
package enum ParenthesisedKey {
  private static let openings = ["@status(", "@property(", "@key("].map { Array($0.utf8) }

  /// Returns the number of bytes of the key at the start of the text, or `nil` if there is none.
  package static func length(in bytes: ArraySlice<UInt8>) -> Int? {
    guard let opening = openings.first(where: { bytes.starts(with: $0) }) else { return nil }
    let name = bytes.dropFirst(opening.count)
    guard let end = name.firstIndex(where: { !isNameByte($0) }), end > name.startIndex else { return nil }
    return bytes[end] == UInt8(ascii: ")") ? end + 1 - bytes.startIndex : nil
  }

  /// Returns whether a whole name is such a key.
  static func matches(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return length(in: bytes[...]) == bytes.count
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension String {
  /// Whether a step of a key path names a collection operator: `@count`, but not `@status(name)`.
  package var namesCollectionOperator: Bool {
    utf8.first == UInt8(ascii: "@") && utf8.last != UInt8(ascii: ")")
  }
}
