import Foundation
import PredicateSemantics
import PredicateSyntax

// String comparison by the rules of the current locale of the process, for `[l]`. Foundation's answers depend on the
// machine, so `[l]` is the only option whose results may differ between machines, and it is never evaluated by a
// database.

extension FormatStringOptions {
  /// Returns -1, 0 or 1 if `left` is before, equal to or after `right`.
  func localizedOrder(_ left: String, _ right: String) -> Int {
    NSString(string: left).compare(
      right, options: flags, range: NSRange(location: 0, length: left.utf16.count), locale: Locale.current
    ).rawValue
  }

  /// Returns whether the subject passes the test. An empty needle is never found.
  func passes(localized test: TextTest, _ subject: String, _ needle: String) -> Bool {
    switch test {
    case .equal: return localizedOrder(subject, needle) == 0
    // Foundation has no such test, so it ignores the locale.
    case .like: return textTest(test, subject, needle, self)
    case .beginsWith, .endsWith, .contains:
      if needle.isEmpty { return false }
      var flags = flags
      if test != .contains { flags.insert(.anchored) }
      if test == .endsWith { flags.insert(.backwards) }
      let whole = NSRange(location: 0, length: subject.utf16.count)
      let found = NSString(string: subject).range(of: needle, options: flags, range: whole, locale: Locale.current)
      // Foundation matches a NUL in the needle with the end of the text. The range may then exceed the text, and
      // `String.range(of:)` would trap when it converts it.
      return found.location != NSNotFound && NSMaxRange(found) <= whole.length
    }
  }

  private var flags: NSString.CompareOptions {
    var flags: NSString.CompareOptions = []
    if contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { flags.insert(.diacriticInsensitive) }
    if !isDisjoint(with: FormatStringOptions.folding.subtracting(.canonical)) { flags.insert(.widthInsensitive) }
    return flags
  }
}

extension String {
  /// Returns -1, 0 or 1 in the order that users of the locale expect, with digits in texts compared as numbers.
  package func localizedStandardOrder(_ other: String) -> Int { localizedStandardCompare(other).rawValue }
}
