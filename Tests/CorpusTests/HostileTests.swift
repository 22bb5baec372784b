import Foundation
import PredicateCases
import PredicateFormat
import TestSupport
import Testing

/// Hostile strings, hostile rows and the known exploits of NSPredicate. `CorpusTests` runs the cases; these tests check
/// statements about them.
struct HostileTests {
  private func cases(_ name: String) throws -> [Case] {
    try Case.all(inFile: packageRoot.appendingPathComponent("Corpus/Hostile/\(name).jsonl").path)
  }

  @Test("each file has at least a hundred cases, and each has an outcome", arguments: ["strings", "rows", "exploits"])
  func counts(name: String) throws {
    let cases = try cases(name)
    #expect(cases.count >= 100)
    for subject in cases {
      let isError = subject.error?.code != nil && subject.error?.offset != nil
      #expect(isError || subject.result != nil, "\(subject.id)")
    }
  }

  @Test("the folder stays small")
  func size() throws {
    let folder = packageRoot.appendingPathComponent("Corpus/Hostile")
    var bytes = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      bytes += try Data(contentsOf: folder.appendingPathComponent(name)).count
    }
    #expect(bytes < 300_000)
  }

  @Test("an exploit is never accepted in untrusted text")
  func refusedFromStrangers() throws {
    let fromStrangers = try cases("exploits").filter { $0.profile != nil }
    #expect(fromStrangers.count >= 100)
    // A key of nil is nil, and nothing is read from a constant: this one has an answer.
    for subject in fromStrangers where !["exploits/key/nil-class-untrusted"].contains(subject.id) {
      #expect(subject.error != nil && subject.result == nil, "\(subject.id)")
    }
  }

  /// An object whose methods Objective-C would call.
  private final class Account {
    let name = "x"
    let list = [1, 2, 3]
    let kids = [Kid()]
  }
  private struct Kid {
    let age = 1
  }

  @Test("on Swift objects, the key paths and functions of exploits do not exist")
  func onObjects() throws {
    for subject in try cases("exploits") where subject.profile == nil {
      let kind = subject.id.split(separator: "/")[1]
      guard ["key", "function", "cast", "selector"].contains(kind) else { continue }
      // Every key of the constant nil is nil.
      if subject.id == "exploits/key/nil-class" { continue }
      #expect(throws: FormatError.self, "\(subject.id)") {
        let predicate = try FormatPredicate.template(subject.text).binding(subject.arguments ?? [])
        _ = try predicate.evaluate(with: Account(), options: EvaluationOptions(variables: subject.variables))
      }
    }
  }

  @Test("archived trees that contain code, classes or selectors are not decoded; the error contains the path")
  func trees() throws {
    struct Line: Decodable {
      let path: String
    }
    var count = 0
    for line in try packageText("Corpus/Hostile/trees.jsonl").split(separator: "\n") {
      count += 1
      let expected = try JSONDecoder().decode(Line.self, from: Data(line.utf8)).path
      struct Tree: Decodable {
        let tree: FormatPredicate
      }
      do {
        _ = try JSONDecoder().decode(Tree.self, from: Data(line.utf8))
        Issue.record("decoded: \(line)")
      } catch let error as DecodingError {
        let context: DecodingError.Context? =
          switch error {
          case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
            .valueNotFound(_, let context):
            context
          @unknown default: nil
          }
        // The decoder has its own name for an element of a list.
        let path = context?.codingPath.dropFirst().map { $0.intValue.map(String.init) ?? $0.stringValue }
        #expect(path?.joined(separator: ".") == expected, "\(line)")
      }
    }
    #expect(count >= 15)
  }

  @Test("a message repeats only a readable part of a text")
  func messages() throws {
    let long = String(repeating: "é", count: 100_000)
    for text in ["\(long)(a) == 1", "a == $\(long)", "a.@\(long) == 1", "a == 1 \(long) 1"] {
      let error = #expect(throws: FormatError.self) {
        try FormatPredicate(text).evaluate(with: FormatValue.record(["a": .list([])]))
      }
      let messages = try #require(error).diagnostics.map(\.message)
      #expect(!messages.isEmpty && messages.allSatisfy { $0.utf8.count < 500 }, "\(messages)")
    }
  }
}
