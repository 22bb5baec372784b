import Foundation
import PredicateModel
import PredicateSyntax

/// A regular expression as MATCHES reads it: the whole string, the dot matching newlines, `^` and `$` by line, without
/// normalisation; `c` is the engine's own flag, the other options fold pattern and subject alike.
package struct Pattern: @unchecked Sendable {
  package enum Answer { case yes, no, gaveUp }

  /// The strings that the expression amounts to, where it does: with options that fold they answer for subjects of ASCII.
  package let strings: PatternStrings?
  /// ICU, by way of Foundation; none where the strings answer for every subject. It is immutable and safe to share, as its
  /// documentation says.
  fileprivate let expression: NSRegularExpression?
  fileprivate let folding: StringOptions
  /// What of the options folds at all.
  private let options: StringOptions
  /// An empty pattern matches nothing.
  private let isEmpty: Bool
  /// How many times the engine may report progress on one string before the match is given up.
  fileprivate let maximumReports: Int
  /// The longest subject that the engine is asked about, in UTF-16.
  fileprivate let maximumLength: Int

  /// - Throws: a fault where the text is no regular expression, or longer than the limits let it be.
  package init(_ text: String, _ options: StringOptions, _ limits: Limits = .default) throws(EvaluationFault) {
    if text.utf8.count > limits.patternLength {
      throw EvaluationFault(.patternTooLong(bytes: text.utf8.count, limit: limits.patternLength))
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
      // The pattern must be one by itself, before anchors are put round it.
      if strings == nil { _ = try NSRegularExpression(pattern: pattern, options: flags) }
      expression = try Self.anchored(pattern, flags)
    } catch {
      throw EvaluationFault(.badPattern(reason: "'\(text.prefix(60))'"))
    }
  }

  /// The expression for the whole string. A quote or a comment that is open at the pattern's end (`\Qabc`, `(?x)a #b`) would
  /// take what comes behind for its own; it is closed where the pattern with its anchors is no expression otherwise.
  private static func anchored(
    _ pattern: String, _ flags: NSRegularExpression.Options
  ) throws -> NSRegularExpression {
    for closing in ["", "\\E"] {
      let whole = "\\A(?:\(pattern)\(closing))\\z"
      if let expression = try? NSRegularExpression(pattern: whole, options: flags) { return expression }
    }
    return try NSRegularExpression(pattern: "\\A(?:\(pattern)\n)\\z", options: flags)
  }

  /// Whether a short subject is done with long before the match would be given up, so that no reports are needed: without
  /// groups, and with two quantifiers at most, there are no more ways to try than its length squared.
  fileprivate let isQuick: Bool
  /// The longest subject that is short, in UTF-16.
  fileprivate static let quickLength = 256

  private static func isQuick(_ expression: String, _ limits: Limits) -> Bool {
    // 256 * 256 ways of 100 steps are 656 reports. Where all steps are bounded, these count too.
    limits.matchReports >= 1000 && !limits.countsTexts && expression.utf8.count <= 100
      && !expression.utf8.contains(UInt8(ascii: "("))
      && expression.utf8.count { "*+?{".utf8.contains($0) } <= 2
  }

  /// Whether the strings answer for every subject, so that no match is ever given up.
  package var isStringsOnly: Bool { expression == nil }

  /// Whether the whole text matches. The engine gives up on some patterns, and then says so: never silently no.
  package func matches(_ text: String) -> Answer { matches(text, nil) }

  /// The same, as part of a run, which takes the steps.
  func matches(_ text: String, _ run: Run?) -> Answer {
    if isEmpty { return .no }
    var subject = text
    return subject.withUTF8(answer) ?? PatternAsking(self).ask(text, run)
  }

  /// What the strings say of UTF-8; nil where they do not.
  private func answer(_ text: UnsafeBufferPointer<UInt8>) -> Answer? {
    guard let strings else { return nil }
    if options.isEmpty { return strings.matches(text) ? .yes : .no }
    guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
    return foldedUTF8(text, options).withUnsafeBufferPointer(strings.matches) ? .yes : .no
  }
}

/// A regular expression being asked about one text after the other, by one thread: what the engine calls back is made once,
/// which takes as long as asking about a short text.
final class PatternAsking {
  private let expression: NSRegularExpression?
  private let folding: StringOptions
  private let state: State
  private let isQuick: Bool
  private let maximumLength: Int
  private let report: (NSTextCheckingResult?, NSRegularExpression.MatchingFlags, UnsafeMutablePointer<ObjCBool>) -> Void

  /// What is known of the present text.
  private final class State {
    var answer = Pattern.Answer.no
    var reports = 0
    /// The run that the match is part of, which may have to end.
    var run: Run?
  }

  init(_ pattern: Pattern) {
    expression = pattern.expression
    folding = pattern.folding
    isQuick = pattern.isQuick
    maximumLength = pattern.maximumLength
    let state = State()
    self.state = state
    let maximumReports = pattern.maximumReports
    report = { result, flags, stop in
      if flags.contains(.internalError) { state.answer = .gaveUp }
      if result != nil {
        state.answer = .yes
        stop.pointee = true
      } else if flags.contains(.progress) {
        state.reports += 1
        if state.reports >= maximumReports || state.run?.spend(Limits.stepsOfReport) == false {
          state.answer = .gaveUp
          stop.pointee = true
        }
      }
    }
  }

  /// Whether the whole text matches, as `Pattern.matches`.
  ///
  /// - Parameter run: what the match is part of; it takes the steps.
  func ask(_ text: String, _ run: Run?) -> Pattern.Answer {
    guard let expression else { return .no }
    // ASCII has neither marks nor width.
    let isItself = folding.isEmpty || text.utf8.allSatisfy { $0 < 0x80 }
    let subject = isItself ? text : folded(text, folding)
    state.answer = .no
    state.reports = 0
    state.run = run
    defer { state.run = nil }
    let length = subject.utf16.count
    if length > maximumLength { return .gaveUp }
    // What a match takes up to the first report is not told; a match may go through the text with each of its steps.
    if let run, !run.spend(length) { return .gaveUp }
    expression.enumerateMatches(
      in: subject, options: isQuick && length <= Pattern.quickLength ? [] : [.reportProgress, .reportCompletion],
      range: NSRange(location: 0, length: length), using: report)
    return state.answer
  }
}
