import PredicateSyntax

/// A key path in a profile: `maker.name`, or `SELF` for the entire object.
///
/// A key may have the `#` that a reserved word prints with: `#in` is `in`. Only a key named SELF needs it, because `SELF`
/// alone is the object.
package enum ListedKey {
  /// Returns the key path in the form that the checker compares.
  static func path(of text: String) -> String {
    if text == "SELF" { return text }
    return keys(of: text).map { name(of: $0.utf8.first == UInt8(ascii: "#") ? String($0.dropFirst()) : $0) }
      .joined(separator: ".")
  }

  /// Returns a key in the form that the checker compares.
  static func name(of key: String) -> String { key == "SELF" ? "#SELF" : key }

  /// Returns the reason why no key path of a predicate can match the listed one, or `nil` if one may.
  package static func flaw(in text: String) -> String? {
    let keys = keys(of: text)
    if keys.count > 1, keys[0].uppercased() == "SELF" { return "keys start at SELF; omit SELF" }
    for key in keys {
      if key.isEmpty || key == "#" { return "a key is empty" }
      if key.namesCollectionOperator { return "omit \(key); list keys without collection operators" }
      if key.first?.isWhitespace == true || key.last?.isWhitespace == true { return "a key has spaces around it" }
    }
    return nil
  }

  /// Returns the keys between the dots. A dot in `@status(device.name)` is part of the key.
  private static func keys(of text: String) -> [String] {
    var keys: [String] = []
    var rest = Array(text.utf8)[...]
    while let dot = firstDot(in: rest) {
      keys.append(String(decoding: rest[..<dot], as: UTF8.self))
      rest = rest[(dot + 1)...]
    }
    return keys + [String(decoding: rest, as: UTF8.self)]
  }

  /// Returns the index of the dot after the first key.
  private static func firstDot(in text: ArraySlice<UInt8>) -> Int? {
    let start = text.startIndex + (ParenthesisedKey.length(in: text) ?? 0)
    return text[start...].firstIndex(of: UInt8(ascii: "."))
  }
}
