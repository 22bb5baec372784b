// The keys of Apple's declarative device management: `@status(device.model.family)`, `@property(name)`, `@key(name)`.
//
// The parentheses and their contents, including dots and hyphens, are part of the key's name. Although such a key
// begins with `@`, it is not a collection operator.

private let openings = ["@status(", "@property(", "@key("].map { Array($0.utf8) }

extension ArraySlice<UInt8> {
  /// The number of bytes of such a key at the start of the text, or `nil` if there is none.
  ///
  /// ParenthesizedKey ::= ( "@status(" | "@property(" | "@key(" ) [a-zA-Z0-9_.-]+ ")"
  package var parenthesizedKeyLength: Int? {
    guard let opening = openings.first(where: { starts(with: $0) }) else { return nil }
    let afterOpening = dropFirst(opening.count)
    let name = afterOpening.prefix(while: isNameByte)
    guard !name.isEmpty, afterOpening.dropFirst(name.count).first == UInt8(ascii: ")") else { return nil }
    return opening.count + name.count + 1
  }
}

private func isNameByte(_ byte: UInt8) -> Bool {
  byte.isWordByte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
}

extension String {
  /// Whether the whole text is such a key.
  package var isParenthesizedKey: Bool {
    let bytes = Array(utf8)
    return bytes[...].parenthesizedKeyLength == bytes.count
  }
}
