import Foundation
import PredicateFormat
import PredicateSQLite
import TestSupport
import Testing
import examples

/// The commands of Sources/examples/README.md print what the page shows.
@Suite("Examples")
struct ExamplesTests {
  /// A command of the page, and the text that the page shows below it.
  struct Shown: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let output: String
    var testDescription: String { arguments.joined(separator: " ") }
    var isOnSQLite: Bool { ["sql", "groups"].contains(arguments.first) }
  }

  private static let page = Result { try packageText("Sources/examples/README.md") }

  private static var shown: [Shown] {
    let blocks = ((try? page.get()) ?? "").components(separatedBy: "```sh\nswift run examples ").dropFirst()
    return blocks.map { block in
      // The command, a blank line, and the output in a block of its own.
      let parts = block.components(separatedBy: "\n```")
      return Shown(arguments: words(parts[0]), output: parts.count > 2 ? String(parts[2].dropFirst()) : "")
    }
  }

  /// Returns the words of a command, as a shell reads them. Each second part is in quotes.
  private static func words(_ command: String) -> [String] {
    command.components(separatedBy: "'").enumerated().flatMap { index, part in
      index % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
    }
  }

  @Test("a command prints what the page shows", arguments: shown.filter { !$0.isOnSQLite })
  func inMemory(shown: Shown) throws { try compare(shown) }

  @Test(
    "a command that uses SQLite prints what the page shows",
    .enabled(if: (try? SQLiteLibrary.system()) != nil, "libsqlite3 3.38 or newer is not there"),
    arguments: shown.filter(\.isOnSQLite))
  func onSQLite(shown: Shown) throws { try compare(shown) }

  private func compare(_ shown: Shown) throws {
    // The page is read from the folder of the package.
    let arguments = shown.arguments.map { argument in
      argument.hasSuffix(".csv") ? packageRoot.appendingPathComponent(argument).path : argument
    }
    let output: String
    do {
      output = try runExample(arguments).joined(separator: "\n")
    } catch let error as FormatError {
      output = error.description
    }
    #expect(output == shown.output)
  }

  @Test("each example is on the page, and its file is linked")
  func complete() throws {
    #expect(Set(Self.shown.compactMap(\.arguments.first)) == ["csv", "server", "sql", "groups"])
    let page = try Self.page.get()
    for file in ["FilterCSV", "PeopleServer", "SQLRows", "OrderGroups"] { #expect(page.contains("](\(file).swift)")) }
    #expect(try runExample([]).joined().contains("usage"))
  }
}
