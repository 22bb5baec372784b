import PredicateSemantics
import PredicateSyntax

/// The answers of a predicate for rows, by the interpreter.
enum Evaluation {
  /// The maximum number of steps of a call, as `PredicateLimits.steps` counts them. It bounds the time, and the rows after it have an error.
  static let greatestSteps = 20_000_000

  /// Returns the field `rows`: true or false for each row, or the error of the row.
  ///
  /// - Throws: The errors of the predicate, or of a part that needs a library of the system.
  static func fields(
    of predicate: FormatPredicate, _ rows: [FormatValue]
  ) throws(FormatError) -> [(key: String, json: String)] {
    let predicate = predicate.located
    var limits = try PredicateLimits?.none.inForce(for: predicate)
    limits.steps = min(limits.steps, greatestSteps)
    let tree = try Checker.resolve(predicate, root: .any, keys: UntypedKeys()).tree
    let interpreter = Interpreter(rows: rows, limits: limits)
    do throws(Interpreter.Failure) { try interpreter.check(.predicate(tree)) } catch {
      throw FormatError([error.diagnostic], source: predicate.source)
    }
    if let range = ResolvedNode.predicate(tree).rangeOfLocale {
      let message = Message.notEvaluated("the option l", reason: SystemFunctions.isMissing)
      throw FormatError([FormatDiagnostic(message, at: range)], source: predicate.source)
    }
    var answers: [String] = []
    answers.reserveCapacity(rows.count)
    for row in rows {
      do throws(Interpreter.Failure) { answers.append(try interpreter.matches(row, tree) ? "true" : "false") } catch {
        let diagnostic = error.diagnostic
        answers.append(
          String.jsonObject(
            [
              ("code", String.jsonString(diagnostic.code.rawValue)), ("message", String.jsonString(diagnostic.message)),
            ] + diagnostic.range.json))
      }
    }
    return [("rows", String.jsonArray(answers))]
  }
}

extension ResolvedNode {
  /// The position of the first comparison by the rules of a locale, which the interpreter would compare without them.
  fileprivate var rangeOfLocale: FormatRange? {
    if case .predicate(.comparison(let comparison)) = self, comparison.options.contains(.localeSensitive) {
      return comparison.range
    }
    for child in children { if let range = child.node.rangeOfLocale { return range } }
    return nil
  }
}
