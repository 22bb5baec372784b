import Foundation
import Observation
import PredicateFormat
import Synchronization
import TestSupport
import Testing

// The code of the article SwiftUIAndIsolation.

@MainActor @Observable final class Chore: Identifiable {
  var title: String
  var isDone = false

  init(_ title: String) { self.title = title }
}

extension Chore: PredicateKeyed {
  nonisolated static var predicateKeys: [PredicateKey<Chore>] {
    [.key("title", on: MainActor.self) { $0.title }, .key("isDone", on: MainActor.self) { $0.isDone }]
  }
}

struct ChoreList: View {
  let chores: [Chore]
  @State private var format = "isDone == NO"

  var body: some View {
    TextField("Filter", text: $format)
    switch Result(catching: { try chores.filtered(by: FormatPredicate(format)) }) {
    case .success(let found): List(found) { chore in Text(chore.title) }
    case .failure(let error): Text(error.localizedDescription)
    }
  }
}

extension ChoreList {
  init(_ chores: [Chore], format: String) {
    self.init(chores: chores)
    self.format = format
  }
}

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

@Observable final class Errand {
  var title: String
  var isDone = false

  init(_ title: String) { self.title = title }
}

extension Errand: PredicateKeyed {
  static var predicateKeys: [PredicateKey<Errand>] { [.key("title") { $0.title }, .key("isDone") { $0.isDone }] }
}

/// Counts the notices of observed changes.
private final class Notices: Sendable {
  let count = Atomic(0)
}

struct IsolationArticleTests {
  @Test("a view shows the chores that match, and is updated")
  @MainActor func view() {
    let chores = ["sweep", "mop"].map { Chore($0) }
    let notices = Notices()
    let list = ChoreList(chores: chores)
    let texts = withObservationTracking {
      list.texts
    } onChange: {
      notices.count.add(1, ordering: .relaxed)
    }
    #expect(texts == ["Filter: isDone == NO", "sweep", "mop"])
    chores[1].isDone = true
    #expect(notices.count.load(ordering: .relaxed) == 1)
    #expect(list.texts == ["Filter: isDone == NO", "sweep"])
    #expect(ChoreList(chores, format: "isDne == NO").texts.last == "Chore has no key 'isDne'")
  }

  @Test("notes are found on the main actor, and elsewhere by their constants")
  func notes() async throws {
    let notes = await MainActor.run { (0..<100).map { Note($0, "note \($0)") } }
    let shouted = try FormatPredicate("shout ENDSWITH '7' AND title BEGINSWITH 'note 1'")
    #expect(try await MainActor.run { try notes.filtered(by: shouted).map(\.number) } == [17])
    #expect(try notes.filtered(by: FormatPredicate("number > 97")).map(\.number) == [98, 99])
    let error = #expect(throws: FormatError.self) { try notes.filtered(by: FormatPredicate("title == 'note 1'")) }
    let message = "the key 'title' of Note cannot be read: it is read on the main actor only"
    #expect(error?.diagnostics.map(\.message) == [message])
    for page in try [article("SwiftUIAndIsolation"), packageText("Grammar/Guides/Isolation.md")] {
      #expect(page.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("\"\(message)\""))
    }
  }

  @Test("a list of errands is observed")
  func errands() throws {
    let errands = ["bank", "post"].map { Errand($0) }
    let notices = Notices()
    let open = withObservationTracking {
      Result { try errands.filtered(by: FormatPredicate("isDone == NO")).map(\.title) }
    } onChange: {
      notices.count.add(1, ordering: .relaxed)
    }
    #expect(try open.get() == ["bank", "post"])
    errands[1].isDone = true
    #expect(notices.count.load(ordering: .relaxed) == 1)
    #expect(try errands.filtered(by: FormatPredicate("isDone == NO")).map(\.title) == ["bank"])
  }
}
