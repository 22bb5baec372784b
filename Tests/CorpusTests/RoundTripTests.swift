import Foundation
import PredcheckSupport
import PredicateCases
import PredicateEvaluation
import PredicateSyntax
import TestSupport
import Testing

/// Properties of every case's format, whatever the case expects.
struct RoundTripTests {
  @Test("lossless print parses to an equal tree", arguments: formatFiles())
  func roundTrip(file: String) throws {
    for subject in try Case.all(inFile: file).sampled {
      if !subject.isExpression {
        guard let parsed = try? FormatPredicate.template(subject.text) else { continue }
        let again = try? FormatPredicate.template(parsed.losslessFormat)
        #expect(again == parsed, "\(subject.id): \(parsed.losslessFormat)")
        let canonical = try? FormatPredicate.template(parsed.format)
        #expect(canonical?.format == parsed.format, "\(subject.id)")
      } else {
        guard let parsed = try? FormatExpression.template(subject.text) else { continue }
        let again = try? FormatExpression.template(parsed.losslessFormat)
        #expect(again == parsed, "\(subject.id): \(parsed.losslessFormat)")
        let canonical = try? FormatExpression.template(parsed.format)
        #expect(canonical?.format == parsed.format, "\(subject.id)")
      }
    }
  }

  @Test("a layout over several lines parses to an equal tree, whose layout is the same", arguments: formatFiles())
  func layout(file: String) throws {
    func check<Tree: FormatTree & Equatable>(_ subject: Case, _ parse: (String) throws -> Tree) {
      guard let parsed = try? parse(subject.text) else { return }
      for width in [1, 30, 80] {
        let text = parsed.laidOut(width: width)
        let again = try? parse(text)
        #expect(again == parsed, "\(subject.id): \(text)")
        #expect(again?.laidOut(width: width) == text, "\(subject.id)")
      }
    }
    for subject in try Case.all(inFile: file).sampled {
      if subject.isExpression {
        check(subject) { try FormatExpression.template($0) }
      } else {
        check(subject) { try FormatPredicate.template($0) }
      }
    }
  }

  /// Deleting, doubling and swapping tokens must give a predicate, or errors within the text. A text that parses must give an
  /// answer or an error.
  @Test("mutations never crash", arguments: caseFiles())
  func mutations(file: String) throws {
    // There are many hostile texts, and they are long if they repeat a short one.
    let most = file.contains("/Hostile/") ? 120 : 400
    for subject in try Case.all(inFile: file).sampled where subject.text.utf8.count < most {
      // A match that runs to its limit takes long, and so does each of its mutations.
      if subject.error?.code == FormatDiagnostic.Code.patternLimit.rawValue { continue }
      let pieces = pieces(of: subject.text)
      for index in pieces.indices {
        var dropped = pieces
        dropped.remove(at: index)
        try examine(dropped.joined(), subject)
        // Two blanks are equivalent to one.
        if pieces[index] == " " { continue }
        var doubled = pieces
        doubled.insert(pieces[index], at: index)
        try examine(doubled.joined(), subject)
        if index > 0 {
          var swapped = pieces
          swapped.swapAt(index - 1, index)
          try examine(swapped.joined(), subject)
        }
      }
    }
  }

  private func examine(_ text: String, _ subject: Case) throws {
    do {
      let predicate = try FormatPredicate.template(text)
      // Evaluation must return, whatever the result is.
      let bound = (try? predicate.binding(subject.arguments ?? [])) ?? predicate
      let object = subject.object ?? .null
      if (try? bound.evaluate(with: object, options: EvaluationOptions(variables: subject.variables))) == nil {
        _ = try? bound.evaluate(
          with: object, options: EvaluationOptions(variables: subject.variables, onError: .yieldNil))
      }
    } catch {
      let length = text.utf8.count
      #expect(!error.diagnostics.isEmpty, "\(text)")
      for error in error.diagnostics {
        #expect(error.range.start <= length && error.range.end <= length, "\(error.code) in \(text)")
        // Editors need positions between characters, never within one.
        let bytes = Array(text.utf8)
        for position in ([error.range] + error.labels.map(\.range) + error.fixIts.map(\.range)).flatMap({
          [$0.start, $0.end]
        }) {
          #expect(position >= length || bytes[position] & 0xC0 != 0x80, "\(error.code) in a character of \(text)")
        }
        #expect(!error.rendered(in: text).isEmpty)
      }
    }
  }

  /// Returns the text in runs of one kind of character: words, blanks, single marks.
  private func pieces(of text: String) -> [String] {
    var result: [String] = []
    var isInWord = false
    for character in text {
      let isWord = character.isLetter || character.isNumber || character == "_"
      if isWord, isInWord { result[result.count - 1].append(character) } else { result.append(String(character)) }
      isInWord = isWord
    }
    return result
  }
}

/// Returns the case files of the corpus, or of one of its folders.
func caseFiles(below folder: String = "") -> [String] {
  (try? Case.files(below: packageRoot.appendingPathComponent("Corpus").appendingPathComponent(folder).path)) ?? []
}

/// Returns the case files of the corpus, and the file of formats in the environment: `PREDICATE_FORMATS=… swift test`.
func formatFiles() -> [String] {
  caseFiles() + [ProcessInfo.processInfo.environment["PREDICATE_FORMATS"]].compactMap(\.self)
}
