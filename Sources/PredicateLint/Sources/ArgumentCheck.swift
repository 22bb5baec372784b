import PredicateSyntax
import PredicateXML

extension SourceArguments {
  /// Returns the findings about the number and the kinds of arguments.
  ///
  /// - Parameter conversions: The conversions of the text, in order.
  package func findings(for conversions: [String], in filled: FilledText) -> [FormatDiagnostic] {
    guard let values else { return [] }
    let whole = filled.text.fileRange(of: 0..<filled.text.utf8.count)
    let range = FormatRange(whole.lowerBound, whole.upperBound)
    if values.count < conversions.count {
      let message = Message.tooFewArguments(
        conversion: conversions[values.count], needed: conversions.count, given: values.count)
      return [FormatDiagnostic(message, at: range)]
    }
    // Code that inserts text may insert conversions. A nil at the end is a habit of other variadic methods, and is never read.
    let rest = values.dropFirst(conversions.count)
    if rest.contains(where: { $0.kind != .nil }), filled.holes.isEmpty {
      let message = Message.tooManyArguments(needed: conversions.count, given: values.count)
      let start = values[conversions.count].file.lowerBound
      var finding = FormatDiagnostic(message, at: FormatRange(start, values[values.count - 1].file.upperBound))
      // NSPredicate does not read the arguments after the last conversion.
      if library != .ours { finding.severity = .warning }
      return [finding]
    }
    return zip(values, conversions).enumerated().compactMap { index, pair in
      let (value, text) = pair
      guard let kind = FormatConversion(text)?.kind, let expected = expected(kind, value.kind) else { return nil }
      let message = Message.argumentType(conversion: text, index: index, expected: expected, found: value.kind.noun)
      return FormatDiagnostic(message, at: FormatRange(value.file.lowerBound, value.file.upperBound))
    }
  }

  /// Returns what a conversion needs if an argument of a kind is certainly wrong for it.
  private func expected(_ conversion: FormatConversion.Kind, _ argument: Kind) -> String? {
    let isVariadic = library == .foundation && !isList
    switch (conversion, argument) {
    case (_, .unknown): return nil
    // NSPredicate reads the bits of a number as the address of an object.
    case (.value, .integer), (.value, .double): return isVariadic ? "an object, such as NSNumber" : nil
    case (.value, _): return nil
    case (.keyPath, .string), (.keyPath, .object): return nil
    case (.keyPath, .integer), (.keyPath, .double), (.keyPath, .boolean): return "a string"
    case (.keyPath, .nil): return "a string"
    case (.signed, .string), (.unsigned, .string): return "an integer"
    case (.signed, .object), (.unsigned, .object): return isVariadic ? "an integer" : nil
    case (.signed, .double), (.unsigned, .double): return isVariadic ? "an integer" : nil
    case (.floating, .string): return "a number"
    case (.floating, .integer): return nil
    default: return nil
    }
  }
}
