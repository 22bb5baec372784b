import Foundation
import PredicateModel
import PredicateSyntax

/// String comparison by the rules of the current locale of the process, for `[l]`. Foundation's answers depend on the
/// machine, so `[l]` is the only option whose results may differ between machines, and it is never evaluated by a
/// database.
enum LocalizedText {
  /// Returns -1, 0 or 1 if `left` is before, equal to or after `right`.
  static func order(_ left: String, _ right: String, _ options: StringOptions) -> Int {
    NSString(string: left).compare(
      right, options: flags(options), range: NSRange(location: 0, length: left.utf16.count), locale: Locale.current
    ).rawValue
  }

  /// Returns whether the subject passes the test. An empty needle is never found.
  static func passes(_ test: TextTest, _ subject: String, _ needle: String, _ options: StringOptions) -> Bool {
    switch test.operation {
    case .equal: return order(subject, needle, options) == 0
    // LIKE, and tests that Foundation does not have, ignore the locale.
    case .like, nil: return textTest(test, subject, needle, options)
    case .beginsWith, .endsWith, .contains:
      if needle.isEmpty { return false }
      var flags = flags(options)
      if test != .contains { flags.insert(.anchored) }
      if test == .endsWith { flags.insert(.backwards) }
      let whole = NSRange(location: 0, length: subject.utf16.count)
      let found = NSString(string: subject).range(of: needle, options: flags, range: whole, locale: Locale.current)
      // Foundation matches a NUL in the needle with the end of the text. The range may then exceed the text, and
      // `String.range(of:)` would trap when it converts it.
      return found.location != NSNotFound && NSMaxRange(found) <= whole.length
    }
  }

  /// Returns -1, 0 or 1 in the order that users of the locale expect, with digits in texts compared as numbers.
  static func standardOrder(_ left: String, _ right: String) -> Int {
    left.localizedStandardCompare(right).rawValue
  }

  private static func flags(_ options: StringOptions) -> NSString.CompareOptions {
    var flags: NSString.CompareOptions = []
    if options.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { flags.insert(.diacriticInsensitive) }
    if !options.isDisjoint(with: StringOptions.folding.subtracting(.canonical)) { flags.insert(.widthInsensitive) }
    return flags
  }
}
