import CommandSupport
import Foundation
import PredicateFormat
import TestSupport
import Testing
import wordlist

/// The result of running wordlist.
typealias Run = CommandRun<ExitCode>

extension CommandRun where Status == ExitCode {
  init(_ arguments: String...) {
    var (output, errors) = ("", "")
    let command = WordListCommand(
      print: { output += $0.map { "\($0)\n" }.joined() }, report: { errors += "\($0)\n" })
    let status = command.run(arguments.map { Array($0.utf8) })
    self.init(status: status, output: output, errors: errors)
  }
}

/// Calls `body` with the path of a temporary file that contains a text.
private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("words-\(UUID().uuidString).txt")
  try Data(text.utf8).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  try body(file.path)
}

let isListThere = (try? WordFile.text(nil)) != nil

struct WordListTests {
  @Test("the statistics of the whole list", .enabled(if: isListThere))
  func wholeList() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let golden = folder.appendingPathComponent("Golden/wordlist.txt")
    let expected = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n").map(String.init)
    let run = Run()
    #expect(run.status == .fine)
    #expect(run.errors.isEmpty)
    #expect(run.lines.count == expected.count)
    for (line, expected) in zip(run.lines, expected) { #expect(line == expected) }
  }

  @Test("predicates built in Swift equal the parsed ones")
  func builtByHand() throws {
    #expect(Statistic.byExpressions.format == #"text == "zyzzyvas""#)
    #expect(try Statistic.byExpressions == FormatPredicate("text = 'zyzzyvas'"))
    #expect(try Statistic.from20To25Letters.format == FormatPredicate("length BETWEEN {20, 25}").format)
    #expect(try Statistic.twentyLettersAndIng == FormatPredicate(#"length == 20 AND text ENDSWITH "ing""#))
  }

  @Test("any white space separates words")
  func loading() throws {
    let list = WordList(try WordEntry.words(of: "\u{FEFF}\n zoo\tabacus\r\n\r\nÄrger\u{2003}Zoo x "))
    #expect(list.words.map(\.text) == ["zoo", "abacus", "Ärger", "Zoo", "x"])
    #expect(list.words.map(\.length) == [3, 6, 5, 3, 1])
    #expect(list.words.map { $0.wordCategory?.firstLetter } == ["z", "a", nil, nil, "x"])
    #expect(list.categories.map(\.words.count).reduce(0, +) == 3)
    #expect(throws: WordFileError.self) { try WordEntry.words(of: String(repeating: "a", count: 40_000)) }
  }

  @Test("small lists, and a list without words")
  func smallLists() throws {
    try withFile("zoo apple\nzap Zebra\n") { path in
      let lines = Run("--words", path).lines
      #expect(lines.first == "Word Count: 4")
      #expect(lines.contains("Words beginning with z: 2"))
      #expect(lines.contains("Longest words: Zebra,apple"))
      #expect(lines.contains("Average from collection: 4.00"))
      #expect(lines.suffix(3) == ["Z words:", "zoo", "zap"])
      #expect(Run("--words", path, "--only", "Z words").lines == ["Z words:", "zoo", "zap"])
      #expect(Run("--words", path, "--only", "with z").lines == ["Words beginning with z: 2"])
      #expect(Run("--words", path, "--only", "zz").errors.contains("no statistic has this text in its label"))
    }
    try withFile("") { path in
      let run = Run("--words=\(path)")
      #expect(run.status == .fine)
      #expect(run.lines.count == 41)
      #expect(run.lines.contains("Average from collection: nil"))
      #expect(run.lines.contains("Average from expression description: nil"))
      #expect(run.lines.contains("Longest words: "))
    }
  }
}

struct CallTests {
  @Test(
    "invalid calls are errors",
    arguments: [
      (["--stor", "memory"], "unknown option '--stor'; did you mean --store?"),
      (["--store", "sqlit"], "found 'sqlit'; did you mean sqlite?"),
      (["--log-sql", "4"], "--log-sql must be one of 0, 1, 2, 3; found '4'"),
      (["--words"], "--words needs a value: --words FILE"),
      (["--help=1"], "--help takes no value"),
      (["--store", "memory", "--store=memory"], "--store is given twice"),
      (["words.txt"], "unexpected 'words.txt'"),
      (["--database", "x.db"], "--database names the file of the SQLite store; add --store sqlite"),
      (["--words", "/no/such/file"], "no file of words that can be read at /no/such/file"),
    ])
  func unusable(arguments: [String], reason: String) {
    var reports: [String] = []
    var lines: [String] = []
    let command = WordListCommand(print: { lines += $0 }, report: { reports.append($0) })
    #expect(command.run(arguments.map { Array($0.utf8) }) == .unusable)
    #expect(lines.isEmpty)
    #expect(reports.joined().contains(reason))
  }

  @Test("help shows all options")
  func table() {
    let help = Run("--help").output
    for flag in WordListOptions.statistics.flags { #expect(help.contains(flag.spelling)) }
  }

  @Test("a file that is not text is an error")
  func noText() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("words-\(UUID().uuidString).bin")
    try Data([0x61, 0xFF, 0x0A]).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = Run("--words", file.path)
    #expect(run.status == .unusable)
    #expect(run.errors.contains("is not UTF-8"))
  }

  @Test("logging SQL without a database prints a note")
  func log() throws {
    try withFile("a") { path in
      let run = Run("--words", path, "--log-sql", "3", "--store", "memory")
      #expect(run.status == .fine)
      #expect(run.errorLines.count == 1)
    }
  }
}
