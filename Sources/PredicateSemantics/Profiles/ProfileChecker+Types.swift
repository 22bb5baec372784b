import PredicateSyntax

// What the types of a profile's keys show without the objects.

extension ProfileChecker {
  /// Warns of a comparison of a known key with text that is not in quotes.
  mutating func checkTypes(_ comparison: FormatPredicate.Comparison) {
    for (key, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
      guard let path = key.path, let type = profile.keyType(of: path) else { continue }
      let isText = [.string, .list(.string), .any].contains(type)
      guard isText, profile.permitted[.keys] == nil, let word = other.path, profile.keyType(of: word) == nil,
        !word.contains(".")
      else { continue }
      // A misspelled word of the profile, such as `messageType == eror`, is reported as one.
      if nearestWord(to: word, among: profile.keyTypes.keys.inByteOrder) != nil { continue }
      report(
        FormatDiagnostic(
          .unquotedText(word), at: other.range,
          fixIts: [.write("\"\(word)\"", at: other.range)]))
    }
  }

  /// Warns of a key that resembles one that the profile knows.
  mutating func checkName(_ path: String, at range: FormatRange) {
    guard profile.permitted[.keys] == nil, !profile.keyTypes.isEmpty, profile.keyType(of: path) == nil,
      let nearest = nearestWord(to: path, among: profile.keyTypes.keys.inByteOrder)
    else { return }
    let message = Message.unknownKey(path, type: "the profile '\(profile.name)'", nearest: nearest)
    var finding = FormatDiagnostic(message, at: range, fixIts: [.suggest(nearest, at: range)])
    finding.severity = .warning
    report(finding)
  }
}

extension FormatExpression {
  /// The key path of SELF, or `nil` for other expressions.
  fileprivate var path: String? {
    guard case .keyPath(let steps) = kind else { return nil }
    var names: [String] = []
    for step in steps {
      guard case .key(.named(let name)) = step.kind else { return nil }
      names.append(name)
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }
}
