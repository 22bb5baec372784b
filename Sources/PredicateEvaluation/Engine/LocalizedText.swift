import Foundation
import PredicateModel
import PredicateSyntax

/// Strings by the rules of the user's locale, for `[l]`: what Foundation says, which depends on the machine. So `[l]` is
/// the one option whose answers may differ from place to place, and no database is asked for it.
enum LocalizedText {
  /// -1, 0 or 1.
  static func order(_ left: String, _ right: String, _ options: StringOptions) -> Int {
    NSString(string: left).compare(
      right, options: flags(options), range: NSRange(location: 0, length: left.utf16.count), locale: Locale.current
    ).rawValue
  }

  /// Whether the subject passes the test. An empty needle is found nowhere.
  static func passes(_ test: TextTest, _ subject: String, _ needle: String, _ options: StringOptions) -> Bool {
    switch test {
    case .equal: return order(subject, needle, options) == 0
    // Wildcards know no locale.
    case .like: return textTest(.like, subject, needle, options)
    case .beginsWith, .endsWith, .contains:
      if needle.isEmpty { return false }
      var flags = flags(options)
      if test != .contains { flags.insert(.anchored) }
      if test == .endsWith { flags.insert(.backwards) }
      let whole = NSRange(location: 0, length: subject.utf16.count)
      let found = NSString(string: subject).range(of: needle, options: flags, range: whole, locale: Locale.current)
      // To the library the text's end equals a NUL of the needle; then it has found more than there is, which a range of the
      // string's own indices would trap on.
      return found.location != NSNotFound && NSMaxRange(found) <= whole.length
    }
  }

  /// -1, 0 or 1, as people of the user's locale sort texts, numbers within by value.
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
