import PredicateSyntax

/// A key path as a profile lists it: `maker.name`, or `SELF` for the whole object.
///
/// A key may have the `#` that it prints with where it is a reserved word: `#in` is `in`. Only a key of the name SELF needs
/// it, since `SELF` alone is the object.
package enum ListedKey {
  /// The key path as the checker compares it.
  static func path(of text: String) -> String {
    if text == "SELF" { return text }
    return keys(of: text).map { name(of: $0.utf8.first == UInt8(ascii: "#") ? String($0.dropFirst()) : $0) }
      .joined(separator: ".")
  }

  /// A key of a path as the checker compares it.
  static func name(of key: String) -> String { key == "SELF" ? "#SELF" : key }

  /// Why no key path of a predicate is the listed one; nil where one may be.
  package static func flaw(in text: String) -> String? {
    let keys = keys(of: text)
    if keys.count > 1, keys[0].uppercased() == "SELF" { return "keys begin at SELF by themselves; leave SELF out" }
    for key in keys {
      if key.isEmpty || key == "#" { return "a key is empty" }
      if key.namesCollectionOperator { return "leave \(key) out; keys are listed without collection operators" }
      if key.first?.isWhitespace == true || key.last?.isWhitespace == true { return "a key has a blank around it" }
    }
    return nil
  }

  /// The keys between the dots; those of `@status(device.name)` are part of the key.
  private static func keys(of text: String) -> [String] {
    var keys: [String] = []
    var rest = Array(text.utf8)[...]
    while let dot = firstDot(in: rest) {
      keys.append(String(decoding: rest[..<dot], as: UTF8.self))
      rest = rest[(dot + 1)...]
    }
    return keys + [String(decoding: rest, as: UTF8.self)]
  }

  /// The place of the dot behind the first key.
  private static func firstDot(in text: ArraySlice<UInt8>) -> Int? {
    let start = text.startIndex + (ParenthesisedKey.length(in: text) ?? 0)
    return text[start...].firstIndex(of: UInt8(ascii: "."))
  }
}
