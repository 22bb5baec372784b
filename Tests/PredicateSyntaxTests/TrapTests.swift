import Foundation
import TestSupport
import Testing

/// No source ends the process, and code that the compiler does not check has a comment that says why it is right.
@Suite("Traps")
struct TrapTests {
  /// Not part of the library or of a command that is installed: only traps are searched there.
  private static let benchmarks = ["predbench", "BenchFoundation"]

  @Test("no source traps, and what the compiler does not check has a comment with its reason")
  func sources() throws {
    let files = try packageFiles(below: "Sources").filter { $0.hasSuffix(".swift") }
    var modules: Set<Substring> = []
    for file in files {
      let module = file.split(separator: "/")[1]
      modules.insert(module)
      for finding in TrapScanner.findings(in: try packageText(file)) where !finding.hasReason {
        switch finding.danger {
        case .trap:
          Issue.record(
            """
            \(file):\(finding.line): \(finding.word) may end the process. Return nil or throw an error instead. If it cannot fail, \
            say why in the same line, in a comment that begins with `Safety: `.
            """)
        case .wrapping, .claim:
          if Self.benchmarks.contains(String(module)) { continue }
          Issue.record(
            """
            \(file):\(finding.line): the compiler does not check \(finding.word). Say why it is right, in a comment that begins with \
            `Safety: `: in this line, above it in its group of lines, or above a statement, function or type that contains it.
            """)
        }
      }
    }
    #expect(modules.count >= 11, "all modules are checked")
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
    let source =
      "a &+ b; a &<<= 1; final class A: @unchecked Sendable {}; nonisolated(unsafe) var x; @safe struct B {}; let safe = 1"
    #expect(TrapScanner.findings(in: source).map(\.danger) == [.wrapping, .wrapping, .claim, .claim, .claim])
  }

  @Test(
    "a comment with a reason is in the line, above it in its group of lines, or above what contains it",
    arguments: [
      "a &+ b  // Safety: small.", "// Safety: small.\na &+ b", "// Safety: small.\nlet c = 1\na &+ b",
      "/// Adds.\n///\n/// Safety: small.\n@inline(__always)\nfunc f() {\n  let c = 1\n\n  g { a &+ b }\n}",
      "// Safety: small.\nstruct A {\n  let b = 1\n\n  func f(\n    a: Int\n  ) {\n    g()\n\n    a &+ b\n  }\n}",
      "// Safety: small.\nf {\n  g {\n  }\n\n  a &+ b\n}",
    ])
  func explained(_ source: String) {
    #expect(TrapScanner.findings(in: source).map(\.hasReason) == [true], "\(source)")
  }

  @Test(
    "a comment elsewhere, without a reason, or in a string gives no reason",
    arguments: [
      "a &+ b", "// Small.\na &+ b", "// Safety: small.\n\na &+ b", "a &+ b\n// Safety: small.",
      "a &+ \"// Safety: small.\"",
      "func f() {\n  // Safety: small.\n}\na &+ b", "// Safety: small.\nfunc f() {}\n\nfunc g() {\n  a &+ b\n}",
      "struct A {\n  // Safety: small.\n  let b = 1\n\n  let c = a &+ b\n}", "// Safety: cannot be nil.\na!",
    ])
  func unexplained(_ source: String) {
    #expect(TrapScanner.findings(in: source).map(\.hasReason) == [false], "\(source)")
  }

  @Test("a trap is permitted by a reason in its line only")
  func permittedTrap() {
    #expect(TrapScanner.findings(in: "let b = a!  // Safety: a test makes it.").map(\.hasReason) == [true])
  }
}
