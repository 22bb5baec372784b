import Foundation
import PredcheckCommands
import PredcheckSupport
import TestSupport
import Testing

private let model = packageRoot.appendingPathComponent("Corpus/SQL/Models/wordlist.json").path

/// Options that need a model, and where the errors of options are located.
struct ModelOptionTests {
  /// Calls `body` with the path of a profile that permits the text of a word, and no key path.
  private func withProfile(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("profile-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let profile = #"{"version": 1, "base": "untrusted", "name": "p", "types": {"Word": ["text"]}}"#
    try Data(profile.utf8).write(to: URL(fileURLWithPath: path))
    try body(path)
  }

  @Test("the model decides the types of keys that a profile permits by type")
  func typesOfProfiles() throws {
    try withProfile { profile in
      for command in [["check"], ["sql", "--dialect", "sqlite"]] {
        func run(_ format: String) -> Run {
          let more = command.dropFirst() + ["--model", model, "--entity", "Word", "--profile", profile]
          return Run(bytes: ([command[0], format] + more).map { Array($0.utf8) })
        }
        #expect(run("text == \"a\"").status == .fine, "\(command)")
        #expect(run("length == 1").errors.contains("the key 'length' of Word is not permitted"), "\(command)")
      }
    }
  }

  @Test("a check needs the keys and types of a Core Data model, and nothing of its store")
  func coreDataKeys() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("M-\(UUID().uuidString).xcdatamodel")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let contents = """
      <model><entity name="Book" parentEntity="Thing">
      <attribute name="cover" attributeType="Transformable"/><attribute name="own" attributeType="New Type"/>
      <relationship name="tags" toMany="YES" destinationEntity="Tag" inverseName="books"/>
      <relationship name="pages" toMany="YES" ordered="YES" destinationEntity="Tag"/>
      <fetchedProperty name="similar"/></entity>
      <entity name="Tag"><attribute name="name" attributeType="String"/>
      <relationship name="books" toMany="YES" destinationEntity="Book" inverseName="tags"/></entity>
      <entity name="Thing"><attribute name="number" attributeType="Integer 64"/></entity></model>
      """
    try Data(contents.utf8).write(to: folder.appendingPathComponent("contents"))
    func check(_ format: String) -> Run { Run("check", "--model", folder.path, "--entity", "Book", format) }
    for format in [
      "ANY tags.name == 'x'", "number > 3 AND own == 'x' AND cover != nil", "similar.@count > 0",
      "ANY tags.books.number == 5", "tags.@count > 1", "pages[FIRST] == nil",
    ] {
      let run = check(format)
      #expect(run.status == .fine && run.errors == "", "\(format): \(run.errors)")
    }
    #expect(check("numbr > 3").errors.contains("did you mean number?"))
    #expect(check("number == 'x'").errors.contains("never equal"))
    // The values of a to-many relationship are compared one by one only with a modifier.
    for format in ["tags.name == 'x'", "tags.name BEGINSWITH 'x'", "tags.books.number > 4"] {
      #expect(check(format).errors.contains("write ANY before it"), "\(format)")
    }
    for format in ["tags == nil", "tags.name IN {'x'}", "ALL tags.name == 'x'", "tags.name CONTAINS 'x'"] {
      #expect(!check(format).errors.contains("write ANY before it"), "\(format)")
    }
    #expect(
      Run("sql", "--model", folder.path, "--entity", "Tag", "name == 'x'", "--dialect", "sqlite").errors
        .contains("Z_PRIMARYKEY"))
  }

  @Test("an error of --having or --select is located in it")
  func options() {
    let having = words("sql", "length > 3", "--dialect", "sqlite", "--group-by", "length", "--having", "lengt > 3")
    #expect(having.errors.contains(" --> --having:1:1"))
    #expect(words("sql", "length > 3", "--dialect", "sqlite", "--select", "nope").errors.contains(" --> --select:1:1"))
  }

  @Test("options that would be ignored are errors")
  func ignored() {
    let twice = Run("eval", "a == $x", "-", "--type", "jsonl", "--var", "x=1", "--var", "$x=2", input: "{\"a\": 1}")
    #expect(twice.errors.contains("two values of --var for $x"))
  }

  @Test("a sort key that contains a colon has a modifier")
  func colons() {
    func sorted(_ key: String) -> Run {
      let rows = "{\"t:s\": 2}\n{\"t:s\": 1}\n"
      return Run("eval", "TRUEPREDICATE", "-", "--type", "jsonl", "--sort", key, input: rows)
    }
    #expect(sorted("t:s:asc").output == "{\"t:s\": 1}\n{\"t:s\": 2}\n")
    #expect(sorted("t:s").errors.contains("a key that contains a colon is written t:s:asc"))
  }
}
