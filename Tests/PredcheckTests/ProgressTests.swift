import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import Testing

/// The progress on a terminal, which is a sink without a descriptor here.
struct ProgressTests {
  @Test("the line appears after the delay, is not written more often than the interval, and is erased")
  func line() {
    let late = ByteSink(descriptor: nil)
    let waiting = Progress(late, after: .seconds(3_600))
    waiting.show(rows: 1, percentage: 50)
    waiting.erase()
    #expect(late.text.isEmpty)
    let sink = ByteSink(descriptor: nil)
    let progress = Progress(sink, after: .zero, every: .seconds(3_600))
    progress.show(rows: 12, percentage: 50)
    progress.show(rows: 13, percentage: 60)
    #expect(sink.text == "\r12 rows read, 50%\u{1B}[K")
    progress.erase()
    progress.erase()
    #expect(sink.text == "\r12 rows read, 50%\u{1B}[K\r\u{1B}[K")
  }

  /// Runs a command with progress from the first row on, and returns what it writes to the terminal.
  private func terminal(_ arguments: String..., input: String = "", of command: String = "eval") -> String {
    let errors = ByteSink(descriptor: nil)
    let console = Console(
      output: ByteSink(descriptor: nil), errors: errors, hasColor: false,
      input: ByteSource(Array(input.utf8), name: "<stdin>"), progress: Progress(errors, after: .zero, every: .zero))
    _ = Predcheck.run(([command] + arguments).map { Array($0.utf8) }, console)
    return errors.text
  }

  @Test("eval shows the rows and the percentage of all files")
  func eval() throws {
    try withFiles(["a.txt": "a\nb\n", "b.txt": "cccc\ndddd\nee\n"]) { folder in
      let names = ["\(folder)/a.txt", "\(folder)/b.txt"]
      #expect(
        terminal("SELF == 'x'", names[0], names[1]) == "\r2 rows read, 23%\u{1B}[K\r5 rows read, 100%\u{1B}[K")
      #expect(terminal("SELF == 'x'", names[0], "--sort", "self") == "\r2 rows read, 100%\u{1B}[K")
      // An error erases the line.
      #expect(terminal("SELF > 1", names[0]).hasPrefix("\r2 rows read, 100%\u{1B}[K\r\u{1B}[K\(names[0]):1: "))
    }
  }

  @Test("why shows the number of predicates that it counted")
  func why() throws {
    try withFiles(["a.txt": "a\nb\n"]) { folder in
      let shown = terminal("SELF == 'x' AND SELF == 'y'", "\(folder)/a.txt", of: "why")
      #expect(shown.hasPrefix("\r1 parts and changes counted\u{1B}[K\r2 parts and changes counted\u{1B}[K"))
    }
  }

  @Test("compressed files count with their compressed bytes, and input of unknown size has no percentage")
  func sizes() throws {
    let sink = ByteSink(descriptor: nil)
    Progress(sink, after: .zero).show(rows: 3, percentage: nil)
    #expect(sink.text == "\r3 rows read\u{1B}[K")
    try withFiles(["empty.txt": "", "a.txt": "a\n"]) { folder in
      #expect(terminal("SELF == 'x'", "\(folder)/empty.txt", "\(folder)/a.txt") == "\r1 rows read\u{1B}[K")
      let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA0vUSeIy1DHiAgB7B5cKCAAAAA=="))
      try packed.write(to: URL(fileURLWithPath: folder + "/a.csv.gz"))
      #expect(terminal("a == 5", "\(folder)/a.csv.gz") == "\r1 rows read, 100%\u{1B}[K")
    }
  }

  @Test("the line is erased before results are written")
  func results() throws {
    try withFiles(["a.txt": "a\n", "out.txt": ""]) { folder in
      let file = try #require(FileHandle(forWritingAtPath: folder + "/out.txt"))
      let errors = ByteSink(descriptor: nil)
      let console = Console(
        output: ByteSink(descriptor: file.fileDescriptor), errors: errors, hasColor: false,
        input: ByteSource([], name: "<stdin>"), progress: Progress(errors, after: .zero, every: .zero))
      let call = ["eval", "SELF == 'a'", folder + "/a.txt"]
      #expect(Predcheck.run(call.map { Array($0.utf8) }, console) == .fine)
      #expect(errors.text == "\r1 rows read, 100%\u{1B}[K\r\u{1B}[K")
      #expect(try String(contentsOfFile: folder + "/out.txt", encoding: .utf8) == "a\n")
    }
  }
}
