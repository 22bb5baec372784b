import Foundation
import PredicateSemantics
import PredicateSyntax

/// A regular expression as MATCHES reads it: it matches the whole string, the dot matches newlines, `^` and `$` match
/// lines, and nothing is normalized. `c` is the engine's own flag; the other options fold both pattern and subject.
package struct Pattern: @unchecked Sendable {
  /// The strings that the expression is equivalent to, if any. With options that fold, they answer only for ASCII subjects.
  package let strings: PatternStrings?
  /// The ICU expression, by way of Foundation, or `nil` if the strings answer for every subject. It is immutable and
  /// documented as safe to share.
  fileprivate let expression: NSRegularExpression?
  fileprivate let folding: StringOptions
  /// The options that fold.
  private let options: StringOptions
  /// Whether the pattern is empty, so that it matches nothing.
  private let isEmpty: Bool
  /// The number of progress reports on one string after which the match is given up.
  fileprivate let maximumReports: Int
  /// The maximum length of a subject for the engine, in UTF-16 code units.
  fileprivate let maximumLength: Int

  /// - Throws: An error if the text is not a regular expression or exceeds the maximum length.
  package init(_ text: String, _ options: StringOptions, _ limits: Limits = .default) throws(EvaluationError) {
    if text.utf8.count > limits.patternLength {
      throw EvaluationError(.patternTooLong(bytes: text.utf8.count, limit: limits.patternLength))
    }
    isEmpty = text.isEmpty
    maximumReports = limits.matchReports
    maximumLength = limits.matchLength
    folding = options.intersection(StringOptions.folding.subtracting(.caseInsensitive))
    self.options = folding.union(options.intersection(.caseInsensitive))
    let text = isEmpty ? "(?!)" : text
    let pattern = folding.isEmpty ? text : folded(text, folding)
    strings = PatternStrings(pattern, self.options)
    isQuick = Self.isQuick(pattern, limits)
    if strings != nil && self.options.isEmpty {
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
      throw EvaluationError(.badPattern(reason: "'\(text.prefix(60))'"))
    }
  }

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

  /// Whether a short subject always finishes long before the match is given up, so that no reports are needed. Without
  /// groups and with at most two quantifiers, the number of ways to try is at most the square of its length.
  fileprivate let isQuick: Bool
  /// The maximum length of a short subject, in UTF-16 code units.
  fileprivate static let quickLength = 256

  private static func isQuick(_ expression: String, _ limits: Limits) -> Bool {
    // 256 * 256 ways of 100 steps are 656 reports. If all steps are limited, these count too.
    limits.matchReports >= 1000 && !limits.countsTexts && expression.utf8.count <= 100
      && !expression.utf8.contains(UInt8(ascii: "("))
      && expression.utf8.count { "*+?{".utf8.contains($0) } <= 2
  }

  /// Whether the strings answer for every subject, so that no match is ever given up.
  package var isStringsOnly: Bool { expression == nil }

  /// Returns whether the whole text matches, or `nil` if the engine gave up.
  package func matches(_ text: String) -> Bool? { matches(text, nil) }

  /// Returns whether the whole text matches, and takes the steps from a run.
  func matches(_ text: String, _ run: Run?) -> Bool? {
    if isEmpty { return false }
    var subject = text
    if let answer = subject.withUTF8(answer) { return answer }
    return PatternMatcher(self).matches(text, run)
  }

  /// Returns the answer of the strings for UTF-8, or `nil` if they have none.
  private func answer(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard let strings else { return nil }
    if options.isEmpty { return strings.matches(text) }
    guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
    return foldedUTF8(text, options).withUnsafeBufferPointer(strings.matches)
  }
}

/// A regular expression that one thread matches against many texts. The engine's callback is created once, because creating
/// it takes as long as matching a short text.
final class PatternMatcher {
  private let pattern: Pattern
  /// The answer for the current text, `nil` if the engine gave up, and the number of its reports.
  private var answer: Bool? = false
  private var reports = 0
  /// The run that the match is part of, which may have to end.
  private var run: Run?
  private var report:
    (NSTextCheckingResult?, NSRegularExpression.MatchingFlags, UnsafeMutablePointer<ObjCBool>) -> Void = { _, _, _ in }

  init(_ pattern: Pattern) {
    self.pattern = pattern
    report = { [weak self] result, flags, stop in
      guard let self else { return }
      if flags.contains(.internalError) { answer = nil }
      if result != nil {
        answer = true
        stop.pointee = true
      } else if flags.contains(.progress) {
        reports += 1
        if reports >= pattern.maximumReports || run?.spend(Limits.stepsOfReport) == false {
          answer = nil
          stop.pointee = true
        }
      }
    }
  }

  /// Returns whether the whole text matches, as `Pattern.matches` does.
  ///
  /// - Parameter run: The run that takes the steps.
  func matches(_ text: String, _ run: Run?) -> Bool? {
    guard let expression = pattern.expression else { return false }
    // ASCII has neither diacritics nor width variants.
    let isItself = pattern.folding.isEmpty || text.utf8.allSatisfy { $0 < 0x80 }
    let subject = isItself ? text : folded(text, pattern.folding)
    answer = false
    reports = 0
    self.run = run
    defer { self.run = nil }
    let length = subject.utf16.count
    if length > pattern.maximumLength { return nil }
    // The engine does not report the steps before its first report, and each step may scan the text.
    if let run, !run.spend(length) { return nil }
    expression.enumerateMatches(
      in: subject,
      options: pattern.isQuick && length <= Pattern.quickLength ? [] : [.reportProgress, .reportCompletion],
      range: NSRange(location: 0, length: length), using: report)
    return answer
  }
}
