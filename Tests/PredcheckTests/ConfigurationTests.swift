import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import TestSupport
import Testing

/// The file `.predcheck.json`.
struct ConfigurationTests {
  private static let models = packageRoot.appendingPathComponent("Corpus/SQL/Models").path

  /// Runs calls in a folder `project/inner`, whose parent `project` contains the file with the given contents.
  private func with(_ contents: String, _ body: (URL, (String...) -> Run) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("predcheck-\(UUID().uuidString)")
    let inner = root.appendingPathComponent("project/inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    try contents.write(
      to: root.appendingPathComponent("project/.predcheck.json"), atomically: true, encoding: .utf8)
    try body(root) { (arguments: String...) in Run(arguments, in: inner.path) }
  }

  @Test("a folder above gives the model, the entity and the dialect, and the command line takes precedence")
  func values() throws {
    let contents = #"{"model": "\#(Self.models)/wordlist.json", "entity": "Word", "dialect": "duckdb"}"#
    try with(contents) { _, run in
      #expect(run("sql", "length > 3").lines.first?.contains("?") == true)
      #expect(run("sql", "length > 3", "--dialect", "postgresql").lines.first?.contains("$1::int8") == true)
      #expect(run("sql", "firstLetter == 'a'", "--entity", "WordCategory").status == .fine)
      #expect(run("check", "lenght > 3").status == .no)
      #expect(run("check", "lenght > 3").errors.contains("did you mean length?"))
      #expect(run("check", "--expression", "lenght").status == .fine)
      #expect(run("check", "lenght > 3", "--no-config").status == .fine)
      #expect(run("sql", "length > 3", "--no-config").errors.contains("expected --dialect NAME"))
      #expect(run("explain", "unknown-key").status == .fine)
    }
  }

  @Test("the options that a call cannot use do not apply")
  func unusedOptions() throws {
    let contents = #"{"model": "\#(Self.models)/wordlist.json", "entity": "Word", "dialect": "duckdb"}"#
    try with(contents) { root, run in
      let rows = root.appendingPathComponent("rows.jsonl")
      try "{\"length\": 4}\n".write(to: rows, atomically: true, encoding: .utf8)
      #expect(run("eval", "length > 3", "--data", rows.path).status == .fine)
      #expect(run("why", "length > 3", "--data", rows.path).status == .fine)
      // The database does not exist, but the model is known.
      let missing = run("eval", "length > 3", "--database", "/no/such.db")
      #expect(missing.errors.contains("/no/such.db"), "\(missing.errors)")
      #expect(run("sql", "length > 3", "--database", "/no/such.db").errors.contains("/no/such.db"))
    }
    try with(#"{"entity": "Word"}"#) { _, run in
      #expect(run("check", "lenght > 3").status == .fine)
    }
  }

  @Test("paths are relative to the file, and names are not paths")
  func paths() throws {
    let contents = #"{"model": "model.json", "entity": "T", "profile": "sub/profile.json", "dialect": "sqlite"}"#
    try with(contents) { root, run in
      let project = root.appendingPathComponent("project")
      try FileManager.default.createDirectory(
        at: project.appendingPathComponent("sub"), withIntermediateDirectories: true)
      try """
      {"version": 1, "entities": [{"name": "T", "table": "t", "attributes": [{"name": "n", "type": "integer64"}]}]}
      """.write(to: project.appendingPathComponent("model.json"), atomically: true, encoding: .utf8)
      try #"{"version": 1, "name": "own", "base": "coredata", "keys": ["n"]}"#.write(
        to: project.appendingPathComponent("sub/profile.json"), atomically: true, encoding: .utf8)
      let answer = run("sql", "n == 1")
      #expect(answer.status == .fine, "\(answer.errors)")
    }
    try with(#"{"profile": "untrusted"}"#) { _, run in
      #expect(run("check", "a == 1").status == .no)
      #expect(run("check", "a == 1", "--keys", "a").status == .fine)
    }
  }

  @Test("errors name the file")
  func errors() throws {
    try with(#"{"model": "none.json", "entity": "Word", "dialect": "sqlite"}"#) { root, run in
      let missing = run("sql", "length > 3")
      #expect(missing.status == .unusable)
      #expect(missing.errors.contains("none.json: the file does not exist"))
      #expect(
        missing.errorLines.last?.hasSuffix(
          "/project/.predcheck.json gives --model, --entity, --dialect; --no-config ignores it") == true)
    }
    try with(#"{"profile": "untrusted"}"#) { _, run in
      let refused = run("check", "a == 1")
      #expect(refused.errorLines.last?.contains("/project/.predcheck.json gives --profile;") == true)
      #expect(!run("check", "TRUEPREDICATE").errors.contains(".predcheck.json"))
    }
    try with(#"{"modl": "x"}"#) { _, run in
      let unknown = run("check", "a == 1")
      #expect(unknown.status == .unusable)
      #expect(unknown.errors.contains("/project/.predcheck.json:1: modl: unknown field 'modl'; did you mean model?"))
    }
    try with("{\n\"model\": x}") { _, run in
      #expect(run("check", "a == 1").errors.contains("/project/.predcheck.json:2: "))
    }
  }

  @Test("a file obeys its user, root, and for root the caller of sudo, and nobody else")
  func owners() {
    for (owner, user, sudo, isTrusted): (UInt32, UInt32, String?, Bool) in [
      (1000, 1000, nil, true), (0, 1000, nil, true), (0, 0, nil, true), (1001, 1000, nil, false),
      (1001, 1000, "1001", false), (1000, 0, nil, false), (1000, 0, "1000", true), (1001, 0, "1000", false),
      (1000, 0, "x", false),
    ] {
      #expect(Configuration.isTrusted(owner, by: user, sudo: sudo) == isTrusted, "\(owner) \(user) \(sudo ?? "")")
    }
  }

  #if !os(Windows)
  @Test(
    "a file of another user, or a link of another user to a file, is ignored with a note",
    .enabled(if: geteuid() == 0, "only root can give a file to another user"))
  func otherUsers() throws {
    try with(#"{"profile": "untrusted"}"#) { root, run in
      let file = root.path + "/project/.predcheck.json"
      #expect(run("check", "a == 1").status == .no)
      #expect(chown(file, 4_000_000, 4_000_000) == 0)
      let foreign = run("check", "a == 1")
      #expect(foreign.status == .fine)
      #expect(
        foreign.errors == "predcheck: \(file) is ignored, because it belongs to another user (4000000); "
          + "give its options on the command line, or use a copy of your own\n")
      #expect(run("check", "a == 1", "--no-config").errors.isEmpty)
      // A link of another user to an own file.
      #expect(chown(file, 0, 0) == 0)
      #expect(symlink("../.predcheck.json", root.path + "/project/inner/.predcheck.json") == 0)
      #expect(run("check", "a == 1").status == .no)
      #expect(lchown(root.path + "/project/inner/.predcheck.json", 4_000_000, 4_000_000) == 0)
      #expect(run("check", "a == 1").status == .fine)
    }
  }
  #endif

  @Test("a folder with .git ends the search")
  func end() throws {
    try with(#"{"profile": "untrusted"}"#) { root, run in
      #expect(run("check", "a == 1").status == .no)
      try FileManager.default.createDirectory(
        at: root.appendingPathComponent("project/inner/.git"), withIntermediateDirectories: true)
      #expect(run("check", "a == 1").status == .fine)
    }
    // The root is the last folder.
    #expect(Run(["check", "a == 1"], in: "/").status == .fine)
  }
}

extension CommandRun where Status == ExitCode {
  /// Runs a call in a folder.
  init(_ arguments: [String], in folder: String) {
    let console = Console(
      output: ByteSink(descriptor: nil), errors: ByteSink(descriptor: nil), hasColor: false,
      input: ByteSource([], name: "<stdin>"), folder: folder)
    let status = Predcheck.run(arguments.map { Array($0.utf8) }, console)
    self.init(status: status, output: console.output.text, errors: console.errors.text)
  }
}
