import Foundation
import Observation
import PredicateFormat
import Synchronization
import TestSupport
import Testing

// The code of Grammar/Guides/Isolation.md, unchanged.

@MainActor final class Note {
  let number: Int
  var title: String
  var shout: String { title.uppercased() }

  init(_ number: Int, _ title: String) {
    self.number = number
    self.title = title
  }
}

extension Note: PredicateKeyed {
  nonisolated static var predicateKeys: [PredicateKey<Note>] {
    [.key("title", on: MainActor.self) { $0.title }, .key("shout", on: MainActor.self) { $0.shout }]
  }
}

@Observable final class Chore {
  var title: String
  var isDone = false

  init(_ title: String) { self.title = title }
}

extension Chore: PredicateKeyed {
  static var predicateKeys: [PredicateKey<Chore>] { [.key("title") { $0.title }, .key("isDone") { $0.isDone }] }
}

/// Checks that Grammar/Guides/Isolation.md is correct.
@Suite("Grammar/Guides/Isolation.md")
struct IsolationPageTests {
  @Test("the page's code is the code of this file")
  func code() throws {
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let blocks = try packageText("Grammar/Guides/Isolation.md").components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 2)
    for block in blocks { #expect(source.contains(try #require(block.components(separatedBy: "```").first))) }
  }

  @Test("notes are found on the main actor, and elsewhere by their constants")
  func notes() async throws {
    let notes = await MainActor.run { (0..<100).map { Note($0, "note \($0)") } }
    let shouted = try FormatPredicate("shout ENDSWITH '7' AND title BEGINSWITH 'note 1'")
    #expect(try await MainActor.run { try notes.filtered(by: shouted).map(\.number) } == [17])
    #expect(try notes.filtered(by: FormatPredicate("number > 97")).map(\.number) == [98, 99])
    let error = #expect(throws: FormatError.self) { try notes.filtered(by: shouted) }
    let message = "the key 'shout' of Note cannot be read: it is read on the main actor only"
    #expect(error?.diagnostics.map(\.message) == [message])
    let page = try packageText("Grammar/Guides/Isolation.md").split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    #expect(page.contains("\"\(message.replacingOccurrences(of: "shout", with: "title"))\""))
  }

  @Test("a list of chores is observed")
  func chores() throws {
    let chores = ["sweep", "mop"].map { Chore($0) }
    let notices = Notices()
    let open = withObservationTracking {
      Result { try chores.filtered(by: FormatPredicate("isDone == NO")).map(\.title) }
    } onChange: {
      notices.count.add(1, ordering: .relaxed)
    }
    #expect(try open.get() == ["sweep", "mop"])
    chores[1].isDone = true
    #expect(notices.count.load(ordering: .relaxed) == 1)
    #expect(try chores.filtered(by: FormatPredicate("isDone == NO")).map(\.title) == ["sweep"])
  }
}
