import EngineSupport
import PredicateEvaluation
import PredicateFormat
import PredicateSemantics

/// Checks that a predicate gives the same results for all kinds of rows and all ways of evaluation. If it evaluates without
/// errors, yielding nil for errors must not change its results.
struct EvaluateFuzzer: Fuzzer {
  private let few = FuzzRows(count: 9)
  /// Rows for two blocks, the last of which is partial.
  private let many = FuzzRows(count: 70)

  /// Structs, objects, records, dictionaries and columns, with fast and slow paths, and with both kinds of error handling.
  let answers = 10

  mutating func run(_ bytes: [UInt8]) -> String? {
    let rows = bytes.count % 4 == 0 ? many : few
    switch FuzzInput(bytes) {
    case .made(let choices):
      var maker = RowMaker(random: choices)
      guard let predicate = try? FormatPredicate(maker.predicate()) else { return "the generated predicate is invalid" }
      return Comparison(predicate, [:], isMade: true).wrong(on: rows)
    case .text(let text, let choices):
      guard let template = try? FormatPredicate.template(utf8: Array(text)) else { return nil }
      var arguments = FuzzArguments(choices: choices, keys: FuzzRows.keys)
      var fitting = KeyFitting()
      guard let bound = try? template.binding(arguments.arguments(for: template.conversions)) else { return nil }
      let predicate = fitting.rewrite(bound)
      return Comparison(predicate, arguments.values(of: predicate.variables), isMade: false).wrong(on: rows)
    }
  }
}

/// A comparison of a predicate's results for rows of every kind.
private struct Comparison {
  let predicate: FormatPredicate
  let variables: [String: (any FormatArgument)?]
  /// Whether typed rows and records must give the same results. This excludes comparisons of whole structs, objects or records.
  let isMade: Bool
  private let functions = RowMaker.functions

  init(_ predicate: FormatPredicate, _ variables: [String: (any FormatArgument)?], isMade: Bool) {
    self.predicate = predicate
    self.variables = variables
    self.isMade = isMade
  }

  /// The result of one way to evaluate the predicate.
  enum Outcome: Equatable, CustomStringConvertible {
    case refused(String)
    case error(String)
    case found([Int])

    var description: String {
      switch self {
      case .refused(let text): "refused: \(text)"
      case .error(let text): "error: \(text)"
      case .found(let positions): "\(positions)"
      }
    }
    var positions: [Int]? { if case .found(let positions) = self { positions } else { nil } }
  }

  /// The results with each kind of error handling.
  struct Outcomes: Equatable {
    var throwing, yielding: Outcome

    init(_ body: (EvaluationOptions.ErrorHandling) -> Outcome) {
      throwing = body(.throw)
      yielding = body(.yieldNil)
    }
  }

  func wrong(on rows: FuzzRows) -> String? {
    let text = predicate.losslessFormat
    let structs = outcomes(rows.people)
    let objects = outcomes(rows.objects)
    let records = outcomes(rows.records)
    let dictionaries = outcomes(rows.dictionaries)
    let columns = outcomes(rows.columns)
    // A predicate with changing values is only evaluated, not compared.
    guard predicate.isSettled else { return nil }

    for (name, found) in [("structs", structs), ("objects", objects), ("records", records), ("any", dictionaries)] {
      if let positions = found.throwing.positions, found.yielding.positions != positions {
        return report("\(name): .yieldNil gives \(found.yielding), .throw", found.throwing)
      }
    }
    if columns != structs { return report("columns give \(columns), the array", structs) }
    for (name, quick, slow) in [
      ("structs", structs, outcomes(rows.people, PlannedComparison.byDefinition)),
      ("records", records, outcomes(rows.records, PlannedComparison.byDefinition)),
      ("any", dictionaries, outcomes(rows.dictionaries, PlannedComparison.byDefinition)),
    ] where quick != slow { return report("\(name): fast paths give \(quick), slow ones", slow) }
    return wrong(between: structs, objects, records, dictionaries) ?? wrongAlone(rows, structs, text)
  }

  /// Returns an error message if two kinds of rows have different results.
  private func wrong(
    between structs: Outcomes, _ objects: Outcomes, _ records: Outcomes, _ dictionaries: Outcomes
  ) -> String? {
    guard isMade else { return nil }
    for (name, found) in [("objects", objects), ("records", records), ("any", dictionaries)] {
      if let left = structs.yielding.positions, let right = found.yielding.positions, left != right {
        return report("\(name) give \(right), structs", structs)
      }
      if let left = structs.throwing.positions, let right = found.throwing.positions, left != right {
        return report("\(name) give \(right), structs", structs)
      }
    }
    return nil
  }

  /// Returns an error message if a single row has another result than it has among all rows. Excludes functions over all rows.
  private func wrongAlone(_ rows: FuzzRows, _ structs: Outcomes, _ text: String) -> String? {
    guard let positions = structs.yielding.positions, !text.contains("("), let row = rows.people.last,
      let alone = try? predicate.evaluate(
        with: row, options: EvaluationOptions(variables: variables, functions: functions, onError: .yieldNil))
    else { return nil }
    return alone == (positions.last == rows.people.count - 1)
      ? nil : report("the last row alone is \(alone), of", structs)
  }

  private func report(_ what: String, _ found: Any) -> String {
    "\(what) \(found)\n\(predicate.losslessFormat) \(variables)"
  }

  private func outcomes<Row>(
    _ rows: [Row], _ plan: @escaping PlannedComparison.Planner = PlannedComparison.init
  ) -> Outcomes {
    Outcomes { onError in
      do throws(FormatError) {
        let options = EvaluationOptions(variables: variables, functions: functions, onError: onError)
        let compiled = try CompiledPredicate<Row>(predicate, as: SwiftType.of(Row.self), options, plan: plan)
        do throws(FormatError) { return .found(try compiled.indices(of: rows)) } catch {
          return .error(error.description)
        }
      } catch {
        return .refused(error.description)
      }
    }
  }

  private func outcomes(_ columns: PredicateColumns<Person>) -> Outcomes {
    // Columns compile the predicate on each use, so only an array can detect a compile-time error.
    let isRefused: Bool
    do throws(FormatError) {
      _ = try CompiledPredicate<Person>(
        predicate, options: EvaluationOptions(variables: variables, functions: functions))
      isRefused = false
    } catch {
      isRefused = true
    }
    return Outcomes { onError in
      do throws(FormatError) {
        return .found(
          try columns.indices(
            matching: predicate,
            options: EvaluationOptions(variables: variables, functions: functions, onError: onError)))
      } catch {
        return isRefused ? .refused(error.description) : .error(error.description)
      }
    }
  }
}
