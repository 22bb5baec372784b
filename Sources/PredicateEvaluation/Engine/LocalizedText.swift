import Foundation
import PredicateModel
import PredicateSyntax

/// String comparison by the rules of the user's locale, for `[l]`. Foundation's answers depend on the machine, so `[l]` is
/// the only option whose results may differ between machines, and it is never evaluated by a database.
enum LocalizedText {
  /// Returns -1, 0 or 1.
  static func order(_ left: String, _ right: String, _ options: StringOptions) -> Int {
    NSString(string: left).compare(
      right, options: flags(options), range: NSRange(location: 0, length: left.utf16.count), locale: Locale.current
    ).rawValue
  }

  /// Returns whether the subject passes the test. An empty needle is never found.
  static func passes(_ test: TextTest, _ subject: String, _ needle: String, _ options: StringOptions) -> Bool {
    switch test.operation {
    case .equal: return order(subject, needle, options) == 0
    // Wildcards, and tests that Foundation does not have, ignore the locale.
    case .like, nil: return textTest(test, subject, needle, options)
    case .beginsWith, .endsWith, .contains:
      if needle.isEmpty { return false }
      var flags = flags(options)
      if test != .contains { flags.insert(.anchored) }
      if test == .endsWith { flags.insert(.backwards) }
      let whole = NSRange(location: 0, length: subject.utf16.count)
      let found = NSString(string: subject).range(of: needle, options: flags, range: whole, locale: Locale.current)
      // For Foundation, the end of the text equals a NUL in the needle. The range it finds may then exceed the text, and
      // converting it to a range of the string's own indices would trap.
      return found.location != NSNotFound && NSMaxRange(found) <= whole.length
    }
  }

  /// Returns -1, 0 or 1 in the order that users of the locale expect, with numbers in texts compared by value.
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
