import Foundation
import TestSupport
import Testing

/// No source traps on input, and unchecked code is only in files for which `TrapException.all` explains why it is safe.
@Suite("Traps")
struct TrapTests {
  private static func sources() throws -> [(name: String, text: String)] {
    let folder = packageRoot.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
      (String(file.path.dropFirst(folder.path.count + 1)), try String(contentsOf: file, encoding: .utf8))
    }
  }

  @Test("no source traps, and each danger is justified in one row of the table")
  func sources() throws {
    let sources = try Self.sources()
    #expect(Set(sources.map { $0.name.prefix { $0 != "/" } }).count >= 11, "all modules are checked")
    let table = Dictionary(TrapException.all.map { ($0.file, $0) }) { first, _ in first }
    #expect(table.count == TrapException.all.count, "one row per file")
    for (name, text) in sources {
      let findings = TrapScanner.findings(in: text)
      for finding in findings where finding.danger == .trap {
        Issue.record("\(name):\(finding.line): \(finding.word) ends the process")
      }
      let dangers = Set(findings.map(\.danger)).subtracting([.trap])
      let known = Set(table[name]?.dangers ?? [])
      for danger in dangers.subtracting(known).sorted() {
        let first = findings.first { $0.danger == danger }
        Issue.record(
          "\(name):\(first?.line ?? 0): \(first?.word ?? ""), \(danger.rawValue), without a reason in the table")
      }
      #expect(known.subtracting(dangers).isEmpty, "\(name) no longer needs its row, or part of it")
    }
    let names = Set(sources.map(\.name))
    for row in TrapException.all {
      #expect(names.contains(row.file), "there is no \(row.file)")
      #expect(row.why.utf8.count > 20, "\(row.file): the reason is too short")
    }
  }

  @Test(
    "the scanner finds dangerous code",
    arguments: [
      ("a!", "a!"), ("a!.b", "a!"), ("a()!", "!"), ("a[0]!", "!"), ("a?.b!", "b!"), ("\"x\"!", "!"),
      ("var x: Int!", "Int!"),
      ("[Int]!", "!"), ("Box<Int>!", "!"), ("{ 1 }()!", "!"), ("try! f()", "try!"), ("x as! Int", "as!"),
      ("fatalError()", "fatalError"), ("Swift.precondition(a)", "precondition"), ("assert(a)", "assert"),
      ("unowned let a", "unowned"), ("\"\\(a!)\"", "a!"), ("#\"\\#(a!)\"#", "a!"), ("\"\\(\"\\(a!)\")\"", "a!"),
      ("/* /* */ */ a!", "a!"), ("// a\na!", "a!"), ("\"\"\"\n\"a!\"\n\"\"\" + a!", "a!"), ("a! = 5", "a!"),
    ])
  func finds(_ source: String, _ word: String) {
    let found = TrapScanner.findings(in: source)
    #expect(found.map(\.danger) == [.trap] && found.map(\.word) == [word], "\(source): \(found)")
  }

  @Test(
    "the scanner ignores harmless code",
    arguments: [
      "a != b", "a!=b", "!a", "(!a, [!b], {!c})", "a !== b", "a && !b", "// a!", "/* a! /* b! */ c! */", "\"a!\"",
      "\"\\\"a!\"",
      "#\"\"a!\"#", "\"\"\"\na! \"\" b!\n\"\"\"", "case .not: \"!\"", "a & b", "a && b", "#if !canImport(X)",
      "load(file)",
      "fatal", "assertion", "try? f()", "x as? Int", "a ? !b : c",
    ])
  func passes(_ source: String) { #expect(TrapScanner.findings(in: source) == []) }

  @Test("the scanner distinguishes the dangers")
  func dangers() {
    let source = "a &+ b; p.load(as: Int.self); final class A: @unchecked Sendable {}; nonisolated(unsafe) var x"
    #expect(TrapScanner.findings(in: source).map(\.danger) == [.wrapping, .memory, .sharing, .sharing])
  }
}
