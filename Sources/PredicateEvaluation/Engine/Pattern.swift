import Foundation
import PredicateModel
import PredicateSyntax

/// A regular expression as MATCHES reads it: the whole string, the dot matching newlines, `^` and `$` by line, without
/// normalisation; `c` is the engine's own flag, `d` and `w` fold pattern and subject alike.
package struct Pattern: @unchecked Sendable {
  package enum Answer { case yes, no, gaveUp }

  /// ICU, by way of Foundation. It is immutable and safe to share, as its documentation says.
  private let expression: NSRegularExpression
  private let folding: StringOptions

  /// - Throws: a fault where the text is no regular expression.
  package init(_ text: String, _ options: StringOptions, maximumReports: Int) throws(EvaluationFault) {
    isEmpty = text.isEmpty
    self.maximumReports = maximumReports
    folding = options.intersection([.diacriticInsensitive, .widthInsensitive])
    let text = isEmpty ? "(?!)" : text
    let pattern = folding.isEmpty ? text : folded(text, folding)
    var flags: NSRegularExpression.Options = [.dotMatchesLineSeparators, .anchorsMatchLines]
    if options.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
    do {
      // The pattern must be one by itself, before anchors are put round it.
      _ = try NSRegularExpression(pattern: pattern, options: flags)
      expression = try NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: flags)
    } catch {
      throw EvaluationFault(.badPattern(reason: "'\(text.prefix(60))'"))
    }
  }

  /// An empty pattern matches nothing.
  private let isEmpty: Bool

  /// How many times the engine may report progress on one string before the match is given up.
  private let maximumReports: Int

  /// Whether the whole text matches. The engine gives up on some patterns, and then says so: never silently no.
  package func matches(_ text: String) -> Answer {
    if isEmpty { return .no }
    let subject = folding.isEmpty ? text : folded(text, folding)
    var answer = Answer.no
    var reports = 0
    expression.enumerateMatches(
      in: subject, options: [.reportProgress, .reportCompletion],
      range: NSRange(location: 0, length: subject.utf16.count)
    ) { result, flags, stop in
      if flags.contains(.internalError) { answer = .gaveUp }
      if result != nil {
        answer = .yes
        stop.pointee = true
      } else if flags.contains(.progress) {
        reports += 1
        if reports >= maximumReports {
          answer = .gaveUp
          stop.pointee = true
        }
      }
    }
    return answer
  }
}
