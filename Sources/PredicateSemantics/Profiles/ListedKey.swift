import PredicateSyntax

// A key path in a profile: `maker.name`, or `SELF` for the entire object.
//
// A key may have the `#` that a reserved word prints with: `#in` is `in`. Only a key named SELF needs it, because `SELF`
// alone is the object.

extension String {
  /// A key path of a profile in the form that the checker compares. The whole value of `maker` is `maker.SELF`, which permits
  /// `maker` too.
  var listedKeyPaths: [String] {
    guard let path = keyPathOfWholeValue else { return [listedKeyPath] }
    return [path.listedKeyPath, path.listedKeyPath + ".SELF"]
  }

  /// `maker` of `maker.SELF`, or `nil` for other key paths.
  var keyPathOfWholeValue: String? {
    utf8.count > 5 && hasSuffix(".SELF") ? String(dropLast(5)) : nil
  }

  private var listedKeyPath: String {
    if self == "SELF" { return self }
    return listedKeys.map { ($0.utf8.first == UInt8(ascii: "#") ? String($0.dropFirst()) : $0).listedKey }
      .joined(separator: ".")
  }

  /// A key in the form that the checker compares.
  var listedKey: String { self == "SELF" ? "#SELF" : self }

  /// The reason why no key path of a predicate can match the key path of a profile, or `nil` if one may.
  package var flawOfListedKey: String? {
    let keys = listedKeys
    if keys.count > 1, keys[0].uppercased() == "SELF" { return "keys start at SELF; omit SELF" }
    for key in keys {
      if key.isEmpty || key == "#" { return "a key is empty" }
      if FormatExpression.Key(key).isOperator { return "omit \(key); list keys without collection operators" }
      if key.first?.isWhitespace == true || key.last?.isWhitespace == true { return "a key has spaces around it" }
    }
    return nil
  }

  /// The reason why no key of an object can match a key in `types`, or `nil` if one may. A dot may be part of a key.
  package var flawOfKeyOfType: String? {
    if isEmpty { return "it is empty" }
    if keyPathOfWholeValue != nil { return "list SELF of the type 'record' for whole records" }
    return FormatExpression.Key(self).isOperator ? "omit \(self); list keys without collection operators" : nil
  }

  /// The keys between the dots. A dot in `@status(device.name)` is part of the key.
  private var listedKeys: [String] {
    var keys: [String] = []
    var rest = Array(utf8)[...]
    while let dot = Self.firstDot(in: rest) {
      keys.append(String(decoding: rest[..<dot], as: UTF8.self))
      rest = rest[(dot + 1)...]
    }
    return keys + [String(decoding: rest, as: UTF8.self)]
  }

  /// Returns the index of the dot after the first key.
  private static func firstDot(in text: ArraySlice<UInt8>) -> Int? {
    let start = text.startIndex + (text.parenthesizedKeyLength ?? 0)
    return text[start...].firstIndex(of: UInt8(ascii: "."))
  }
}

extension Set<String> {
  /// Returns the listed key path that permits a path: the path itself, or the path without the keys at its end that a string or a
  /// number answers itself, such as `length`. If another listed path continues that one, its value is an object, whose keys must
  /// be listed. Returns `nil` if none permits it.
  func listed(_ path: String) -> String? {
    if let pattern = first(where: { $0.isPattern(of: path) }) { return pattern }
    var rest = path
    while !contains(rest) {
      let dot = rest.lastIndex(of: ".")
      let key = dot.map { String(rest[rest.index(after: $0)...]) } ?? rest
      guard ValueKey.isKey(key) else { return nil }
      rest = dot.map { String(rest[..<$0]) } ?? "SELF"
      let isObject = rest == "SELF" ? count > 1 : contains { $0.hasPrefix(rest + ".") }
      if isObject { return nil }
    }
    return rest
  }

  /// Returns the keys at the end of a path that only strings and numbers may answer, because no listed path has them.
  func keysOfValues(in path: String) -> [String] {
    guard let listed = listed(path), listed != path else { return [] }
    return path.dropFirst(listed.utf8.count + 1).split(separator: ".").map(String.init)
  }
}
