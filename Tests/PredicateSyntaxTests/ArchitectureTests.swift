import TestSupport
import Testing

/// Rules that the compiler does not check: which modules work without Foundation, and how long a file is. (A module that imports one
/// above it does not compile in a fresh build.)
@Suite("Architecture")
struct ArchitectureTests {
  private static func sources(below folder: String) throws -> [(file: String, lines: [Substring])] {
    try packageFiles(below: folder).filter { $0.hasSuffix(".swift") }.map { file in
      (file, try packageText(file).split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  @Test(
    "modules that work without Foundation import only modules of the package, and Synchronization",
    arguments: ["PredicateSyntax", "PredicateSemantics", "PredicateSQL", "PredicateXML", "playground", "webassembly"])
  func imports(module: String) throws {
    let sources = try Self.sources(below: "Sources/\(module)")
    #expect(!sources.isEmpty)
    for (file, lines) in sources {
      // Only a build for the thread sanitizer has a lock of the C library.
      let libraries: Set = file.hasSuffix("/Lock.swift") ? ["Darwin", "Android", "Musl", "Glibc"] : []
      for line in lines where line.hasPrefix("import ") || line.hasPrefix("@_exported import ") {
        let name = line.split(separator: " ").last.map(String.init) ?? ""
        #expect(
          name.hasPrefix("Predicate") || name == "Synchronization" || libraries.contains(name),
          "\(file): \(line): programs use \(module) without this library")
      }
    }
  }

  @Test("few files of PredicateEvaluation need more than FoundationEssentials")
  func foundation() throws {
    // They use Foundation's classes as values, the C library's logarithm and powers, `[l]`, and regular expressions.
    let files = try Self.sources(below: "Sources/PredicateEvaluation").filter { file in
      file.lines.contains("import Foundation") && !file.lines.contains("import FoundationEssentials")
    }.map(\.file)
    #expect(files.count <= 8, "import FoundationEssentials where it suffices: \(files)")
  }

  @Test("public types have a prefix, because a general word may be a type of the program that imports them")
  func names() throws {
    let prefixes = [
      "AnyFormat", "Compiled", "CoreData", "Database", "Dialect", "ElementSort", "Evaluation", "Fetch", "Format",
      "Predicate", "SQL", "Sort", "Stored", "Translated", "Validated",
    ]
    let modules = ["Syntax", "Semantics", "Evaluation", "Fetching", "SQL", "SQLite", "CoreData"].map {
      "Predicate\($0)"
    }
    var names: [String] = []
    for (_, lines) in try modules.flatMap({ try Self.sources(below: "Sources/\($0)") }) {
      for line in lines where line.hasPrefix("public ") {
        let words = line.split { !$0.isLetter && !$0.isNumber }
        guard let kind = words.firstIndex(where: { ["struct", "class", "enum", "protocol", "typealias"].contains($0) })
        else { continue }
        names.append(String(words[kind + 1]))
      }
    }
    #expect(names.count > 40)
    #expect(names.filter { name in !prefixes.contains { name.hasPrefix($0) } } == [])
  }

  @Test("files have one subject: no more than 500 lines")
  func sizes() throws {
    let sources = try Self.sources(below: "Sources")
    #expect(sources.count > 300)
    for (file, lines) in sources {
      #expect(lines.count <= 500, "\(file) has \(lines.count) lines: move a part to a file")
    }
  }
}
