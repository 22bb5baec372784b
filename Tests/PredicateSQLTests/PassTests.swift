import PredicateFormat
import PredicateSQL
import TestSupport
import Testing

/// Each pass changes some statements and leaves others as they are. `PassProofTests` shows that the rows are the same.
@Suite("Passes over a statement")
struct PassTests {
  struct Change: Sendable, CustomTestStringConvertible {
    let pass: String
    let dialect: DatabaseDialect
    let format: String
    let before: String
    /// Nil if the pass changes nothing.
    let after: String?

    var testDescription: String { "\(pass), \(dialect.name): \(format)" }
  }

  private static let model = Result {
    try PredicateModel([
      .init(
        "Place", table: "place",
        attributes: [
          .init("name", .string, isIndexed: true), .init("note", .string), .init("rank", .integer32, isIndexed: true),
        ],
        relationships: [
          .toMany("tags", "Tag", foreignKey: "place_id"),
          .toOne("owner", "Owner", column: "owner_id", isIndexed: true),
        ]),
      .init("Tag", table: "tag", attributes: [.init("label", .string, isIndexed: true), .init("size", .integer32)]),
      .init("Owner", table: "owner", attributes: [.init("name", .string, isIndexed: true)]),
    ])
  }

  private static let changes: [Change] = {
    var changes: [Change] = []
    var lines = text.split(separator: "\n").map(String.init)[...]
    while let head = lines.popFirst(), let before = lines.popFirst() {
      let after = lines.first?.hasPrefix(" ") == true ? lines.popFirst() : nil
      let parts = head.split(separator: ": ", maxSplits: 1)
      let names = parts[0].split(separator: ", ").map(String.init)
      changes.append(
        Change(
          pass: names[0], dialect: DatabaseDialect.named(names[1]) ?? .sqlite, format: String(parts[1]),
          before: String(before.dropFirst(2)), after: after.map { String($0.dropFirst(2)) }))
    }
    return changes
  }()

  /// Returns the end of the statement of a predicate, or the statement of a request: `group by KEY having CONDITION` or
  /// `distinct KEY, KEY`. After it are the notes about indexes.
  private static func statement(_ format: String, _ translator: SQLTranslator) throws -> String {
    func text(_ statement: TranslatedStatement) -> String {
      let notes = statement.notes.filter { $0.kind == .index }.map { "; \($0.message)" }
      return statement.text.filter { $0 != "\"" } + notes.joined()
    }
    if format.hasPrefix("distinct ") {
      let keys = format.dropFirst("distinct ".count).split(separator: ", ").map {
        FetchProperty(stringLiteral: String($0))
      }
      return text(try translator.fetch(PredicateFetchRequest(isDistinct: true, properties: keys), .rows).statement)
    }
    guard format.hasPrefix("group by ") else {
      let whole = text(try translator.select(where: FormatPredicate(format)))
      return String(whole.split(separator: "t0 ", maxSplits: 1)[1])
    }
    let parts = format.dropFirst("group by ".count).split(separator: " having ")
    let request = PredicateFetchRequest(
      properties: [FetchProperty(stringLiteral: String(parts[0])), .count("id")], groupKeys: [String(parts[0])],
      having: try FormatPredicate(String(parts[1])))
    return text(try translator.fetch(request, .rows).statement)
  }

  @Test("a pass changes these statements", arguments: changes)
  func change(_ change: Change) throws {
    var translator = try SQLTranslator(change.dialect, model: Self.model.get(), entity: "Place")
    let pass = try #require(Pass.all.first { $0.name == change.pass })
    translator.passes = []
    let before = try Self.statement(change.format, translator)
    #expect(before == change.before)
    translator.passes = [pass]
    let after = try Self.statement(change.format, translator)
    #expect(after == change.after ?? change.before)
  }

  @Test("each pass has a test of a statement that it changes, and of one that it does not")
  func all() {
    for pass in Pass.all {
      let changes = Self.changes.filter { $0.pass == pass.name }
      #expect(changes.contains { $0.after != nil } && changes.contains { $0.after == nil }, "\(pass.name)")
    }
  }
}
