import Foundation
import FoundationPredicates
import PredicateFormat
import PredicateSQLite

/// What became of one predicate.
struct Outcome {
  /// The answer of an engine of this package.
  enum Answer {
    /// The bridge or the translator refused the predicate, with the reason.
    case refused(String)
    case same
    case different
    /// The engine was not asked, because the bridge refused.
    case none
  }

  /// Texts are compared as Swift compares them. Without this option, decomposed letters are other letters.
  private static let options = FormatStringOptions.canonical

  let macroCase: MacroCase
  /// The canonical form of the converted predicate, or nil if the bridge refused.
  var format: String?
  var memory = Answer.none
  var sqlite = Answer.none
  /// Why Foundation's evaluation throws for a row, or nil.
  var thrown: String?
  /// Whether the filter in memory throws nothing, where Foundation does.
  var isFalse = false
  /// Whether all, some or none of the rows pass.
  var passed = 0
  /// A line for each difference.
  var differences: [String] = []

  /// Runs a predicate in all ways.
  init(of macroCase: MacroCase, in store: SQLiteStore) {
    self.macroCase = macroCase
    if macroCase.foundTypes != Set(macroCase.types) {
      differences.append("the types of the generator are not \(macroCase.foundTypes.sorted())")
    }
    let expected = foundationAnswers()
    passed = expected.count { $0 == true }
    if let closure = macroCase.closure {
      compare("closure", expected: ids(expected), tracks.filter(closure).map(\.id))
    }
    do {
      let converted = try FormatPredicate(macroCase.predicate, names: macroCase.names, options: Self.options)
      format = converted.format
      filter(by: converted, expected)
    } catch {
      memory = .refused(Self.reason(of: error))
      return
    }
    if case .refused = memory { return }
    fetch(from: store, expected)
  }

  /// Returns Foundation's answers, which are nil where it throws.
  private mutating func foundationAnswers() -> [Bool?] {
    tracks.map { track in
      do { return try macroCase.predicate.evaluate(track) } catch {
        thrown = thrown ?? String(reflecting: error)
        return nil
      }
    }
  }

  /// Filters the rows in memory. If the filter throws, so must Foundation, for the same rows. Where only Foundation throws, because it
  /// unwraps nil or because a range is inverted, the condition is false.
  private mutating func filter(by predicate: FormatPredicate, _ expected: [Bool?]) {
    memory = .same
    do {
      let found = try tracks.filtered(by: predicate).map(\.id)
      isFalse = thrown != nil
      note(compare("memory", expected: ids(expected), found.filter { !throwing(expected).contains($0) }), in: &memory)
    } catch let error as FormatError where Self.isDivision(error) {
      memory = .refused(Self.reason(of: error))
    } catch {
      guard thrown != nil else {
        difference("memory", expected: "\(ids(expected))", found: Self.reason(of: error))
        return memory = .different
      }
      for (track, answer) in zip(tracks, expected) {
        let found = try? !([track].filtered(by: predicate).isEmpty)
        if found != answer {
          difference("memory, row \(track.id)", expected: Self.text(of: answer), found: Self.text(of: found))
          memory = .different
        }
      }
    }
  }

  /// Fetches from the database. A row for which Foundation throws has no right answer there: an error is nil in SQL.
  private mutating func fetch(from store: SQLiteStore, _ expected: [Bool?]) {
    do {
      let predicate = try FormatPredicate(macroCase.predicate, names: macroCase.databaseNames, options: Self.options)
      let identifiers = try store.fetchIdentifiers(PredicateFetchRequest(predicate, of: "Track"))
      let skipped = throwing(expected)
      let found = identifiers.compactMap(\.intValue).filter { !skipped.contains($0) }.sorted()
      sqlite = .same
      note(compare("SQLite", expected: ids(expected), found), in: &sqlite)
    } catch let error as FormatError where Self.isRefusal(error) {
      sqlite = .refused(Self.reason(of: error))
    } catch {
      difference("SQLite", expected: "\(ids(expected))", found: Self.reason(of: error))
      sqlite = .different
    }
  }

  private func ids(_ answers: [Bool?]) -> [Int] { zip(tracks, answers).filter { $1 == true }.map(\.0.id) }

  /// The rows for which Foundation throws.
  private func throwing(_ answers: [Bool?]) -> Set<Int> { Set(zip(tracks, answers).filter { $1 == nil }.map(\.0.id)) }

  private func note(_ isSame: Bool, in answer: inout Answer) { if !isSame { answer = .different } }

  /// Adds a line if the rows are not the same.
  @discardableResult
  private mutating func compare(_ engine: String, expected: [Int], _ found: [Int]) -> Bool {
    if expected == found { return true }
    difference(engine, expected: "\(expected)", found: "\(found)")
    return false
  }

  private mutating func difference(_ engine: String, expected: String, found: String) {
    differences.append("\(engine) | \(format ?? "-") | expected \(expected) | found \(found)")
  }

  /// Whether an error says that SQL cannot express the predicate. The database lacks the keys `credits` and `span`.
  private static func isRefusal(_ error: FormatError) -> Bool {
    error.diagnostics.allSatisfy { diagnostic in
      switch diagnostic.code {
      case .untranslatable, .statementTooLong, .tooManyParameters: true
      case .unknownKey: diagnostic.message.contains("credits") || diagnostic.message.contains("span")
      default: false
      }
    }
  }

  /// Whether an error says that a quotient of doubles is infinite, which no database stores.
  private static func isDivision(_ error: FormatError) -> Bool {
    error.diagnostics.allSatisfy { $0.code == .divisionByZero || $0.code == .notFinite }
  }

  /// Returns the messages of an error in one line.
  private static func reason(of error: any Error) -> String {
    guard let error = error as? FormatError else { return "\(type(of: error)): \(error)" }
    return error.diagnostics.map { "\($0.code.rawValue): \($0.message)" }.joined(separator: "; ")
  }

  private static func text(of answer: Bool?) -> String { answer.map { "\($0)" } ?? "an error" }
}
