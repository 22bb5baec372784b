import Foundation
import PredicateSemantics
import PredicateSyntax

/// A regular expression as MATCHES reads it: it matches the whole string, the dot matches newlines, `^` and `$` match
/// lines, and nothing is normalized. The option `c` becomes a flag of the regular expression. The other options fold
/// the pattern and the subject.
///
/// Safety: `NSRegularExpression` is immutable, and its documentation says that threads may share it.
package struct Pattern: @unchecked Sendable {
  /// The strings that the expression matches, or `nil` if they are unknown. If the options fold text, they apply only to ASCII
  /// subjects.
  package let strings: PatternStrings?
  /// The expression of ICU, by way of Foundation, or `nil` if the strings give the answer for every subject. It is immutable and
  /// documented as safe to share.
  fileprivate let expression: NSRegularExpression?
  /// The options that fold the pattern and the subject before the expression is applied.
  fileprivate let expressionFolding: FormatStringOptions
  /// The options that fold the subject before the strings are compared with it.
  private let stringFolding: FormatStringOptions
  /// The number of ICU's reports on one subject after which the match ends without an answer. ICU reports every 10,000 steps
  /// (`PredicateLimits.stepsOfReport`).
  fileprivate let maximumReports: Int
  /// The maximum length of a subject of ICU, in UTF-16 code units.
  fileprivate let maximumLength: Int

  /// Compiles a regular expression.
  ///
  /// - Throws: An error if the text is not a regular expression or exceeds the maximum length.
  package init(_ text: String, _ options: FormatStringOptions, _ limits: PredicateLimits = .default)
    throws(EvaluationError)
  {
    if text.utf8.count > limits.patternLength {
      throw EvaluationError(.patternTooLong(bytes: text.utf8.count, limit: limits.patternLength))
    }
    maximumReports = limits.matchReports
    maximumLength = limits.matchLength
    expressionFolding = options.intersection(FormatStringOptions.folding.subtracting(.caseInsensitive))
    stringFolding = expressionFolding.union(options.intersection(.caseInsensitive))
    // An empty pattern matches nothing.
    let text = text.isEmpty ? "(?!)" : text
    let pattern = expressionFolding.isEmpty ? text : folded(text, expressionFolding)
    strings = PatternStrings(pattern, stringFolding)
    isQuick = Self.isQuick(pattern, limits)
    if strings != nil && stringFolding.isEmpty {
      expression = nil
      return
    }
    var flags: NSRegularExpression.Options = [.dotMatchesLineSeparators, .anchorsMatchLines]
    if options.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
    do {
      // The pattern must be valid on its own, without the anchors around it.
      if strings == nil { _ = try NSRegularExpression(pattern: pattern, options: flags) }
      expression = try Self.anchored(pattern, flags)
    } catch {
      throw EvaluationError(.badPattern(text, reason: Self.reason(for: text, flags)))
    }
  }

  /// Returns why a text is not a regular expression, or `nil` if the reason is unknown.
  ///
  /// Foundation on Linux does not report ICU's reason. If `PatternFlaw` finds none, the result names the place: the end of the
  /// longest prefix that ICU accepts.
  private static func reason(for text: String, _ flags: NSRegularExpression.Options) -> String? {
    if let flaw = PatternFlaw(in: text) { return flaw.reason }
    guard text.utf8.count <= longestExplained else { return nil }
    let start = text.indices.last { (try? NSRegularExpression(pattern: String(text[..<$0]), options: flags)) != nil }
    guard let start, start > text.startIndex else { return nil }
    return "it is not valid from '\(String(text[start...]).excerpt)' on"
  }

  /// The maximum length of a pattern whose prefixes are tried, in bytes. Each prefix is compiled.
  private static let longestExplained = 64

  /// Returns the expression for the whole string. A quote or comment left open at the end (`\Qabc`, `(?x)a #b`) would
  /// include the closing anchor, so it is closed if the anchored pattern is not valid otherwise.
  private static func anchored(
    _ pattern: String, _ flags: NSRegularExpression.Options
  ) throws -> NSRegularExpression {
    for closing in ["", "\\E"] {
      let whole = "\\A(?:\(pattern)\(closing))\\z"
      if let expression = try? NSRegularExpression(pattern: whole, options: flags) { return expression }
    }
    return try NSRegularExpression(pattern: "\\A(?:\(pattern)\n)\\z", options: flags)
  }

  /// Whether the match of a short subject always ends long before the limit, so that no reports are needed. Without groups and with
  /// at most two quantifiers, the number of ways to try is at most the square of its length.
  fileprivate let isQuick: Bool
  /// The maximum length of a short subject, in UTF-16 code units.
  fileprivate static let quickLength = 256

  private static func isQuick(_ expression: String, _ limits: PredicateLimits) -> Bool {
    // A subject of 256 units has 256 × 256 ways of at most 100 steps, which is 656 reports of 10,000 steps. If the steps of the
    // evaluation are limited, those of a match must be reported.
    limits.matchReports >= 1000 && !limits.countsTexts && expression.utf8.count <= 100
      && !expression.utf8.contains(UInt8(ascii: "("))
      && expression.utf8.count { "*+?{".utf8.contains($0) } <= 2
  }

  /// Whether the strings give the answer for every subject, so that no match can exceed a limit.
  package var needsNoExpression: Bool { expression == nil }

  /// Returns whether the whole text matches, or `nil` if the text or the match exceeds a limit.
  package func matches(_ text: String) -> Bool? { matches(text, nil) }

  /// Returns whether the whole text matches, or `nil` if the text or the match exceeds a limit. Charges the steps to `counter`.
  func matches(_ text: String, _ counter: (any StepCounter)?) -> Bool? {
    var subject = text
    if let answer = unsafe subject.withUTF8(matchesStrings) { return answer }
    return PatternMatcher(self).matches(text, counter)
  }

  /// Returns whether the text, as UTF-8, is one of the strings, or `nil` if the strings give no answer for it.
  private func matchesStrings(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard let strings else { return nil }
    if stringFolding.isEmpty { return unsafe strings.matches(text) }
    guard unsafe text.allSatisfy({ $0 < 0x80 }) else { return nil }
    return unsafe foldedUTF8(text, stringFolding).withUnsafeBufferPointer(strings.matches)
  }
}

/// A regular expression that one thread matches against many texts. It creates ICU's callback once, because creating it takes as
/// long as matching a short text.
///
/// Safety: Foundation's address of the flag is valid during its callback.
@safe final class PatternMatcher {
  private let pattern: Pattern
  /// Whether the current text matches, or `nil` if it exceeds a limit.
  private var answer: Bool? = false
  /// The number of ICU's reports on the current text.
  private var reports = 0
  /// The evaluation that the steps of the match are charged to.
  private var counter: (any StepCounter)?
  private var report:
    (NSTextCheckingResult?, NSRegularExpression.MatchingFlags, UnsafeMutablePointer<ObjCBool>) -> Void = { _, _, _ in }

  init(_ pattern: Pattern) {
    self.pattern = pattern
    unsafe report = { [weak self] result, flags, stop in
      guard let self else { return }
      if flags.contains(.internalError) { answer = nil }
      if result != nil {
        answer = true
        unsafe stop.pointee = true
      } else if flags.contains(.progress) {
        reports += 1
        if reports >= pattern.maximumReports || counter?.spend(PredicateLimits.stepsOfReport) == false {
          answer = nil
          unsafe stop.pointee = true
        }
      }
    }
  }

  /// Returns whether the whole text matches, or `nil` if the text or the match exceeds a limit. Charges the steps to `counter`.
  func matches(_ text: String, _ counter: (any StepCounter)?) -> Bool? {
    guard let expression = pattern.expression else { return false }
    // ASCII has neither diacritics nor width variants.
    let isItself = pattern.expressionFolding.isEmpty || text.utf8.allSatisfy { $0 < 0x80 }
    let subject = isItself ? text : folded(text, pattern.expressionFolding)
    answer = false
    reports = 0
    self.counter = counter
    defer { self.counter = nil }
    let length = subject.utf16.count
    if length > pattern.maximumLength { return nil }
    // The steps before ICU's first report are not reported, and each step may scan the text.
    if let counter, !counter.spend(length) { return nil }
    unsafe expression.enumerateMatches(
      in: subject,
      // A quick match of a short text cannot exceed ICU's memory, so no internal error needs to be reported.
      options: pattern.isQuick && length <= Pattern.quickLength ? [] : [.reportProgress, .reportCompletion],
      range: NSRange(location: 0, length: length), using: report)
    return answer
  }
}
