import Foundation
import TestSupport
import Testing

/// Rules that the compiler does not check: which module may import which, and what sources must not contain.
@Suite("Architecture")
struct ArchitectureTests {
  /// What each library module may import. Imports point downward only.
  private static let mayImport: [String: Set<String>] = [
    "PredicateSyntax": ["Synchronization"],
    "PredicateSemantics": ["PredicateSyntax"],
    "PredicateEvaluation": [
      "PredicateSyntax", "PredicateSemantics", "Foundation", "FoundationEssentials", "Synchronization", "Dispatch",
      "Observation",
    ],
    "PredicateFetching": ["PredicateSyntax", "PredicateSemantics", "PredicateEvaluation"],
    "PredicateSQL": ["PredicateSyntax", "PredicateSemantics"],
    "PredicateCoreData": [
      "PredicateSyntax", "PredicateSemantics", "PredicateSQL", "Foundation", "FoundationXML",
    ],
    "PredicateSQLite": [
      "PredicateSyntax", "PredicateSemantics", "PredicateEvaluation", "PredicateFetching",
      "PredicateSQL", "PredicateFormat", "PredicateCoreData", "Foundation", "Dispatch", "Synchronization",
    ],
    "PredicateFormat": [
      "PredicateFetching", "PredicateSQL", "Foundation", "FoundationEssentials",
    ],
    "PredicateInput": ["PredicateSyntax", "PredicateSemantics", "PredicateSQL", "Foundation"],
    "CommandSupport": ["PredicateSyntax", "Foundation"],
    // Not a target: Sources/playground/build compiles it for WebAssembly.
    "playground": ["PredicateSyntax", "PredicateSemantics", "PredicateSQL"],
  ]

  private static func sources(of module: String) throws -> [(file: String, lines: [Substring])] {
    let folder = packageRoot.appendingPathComponent("Sources").appendingPathComponent(module)
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return try (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      return (file.lastPathComponent, text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  @Test("imports point downward", arguments: mayImport.keys.sorted())
  func imports(module: String) throws {
    let sources = try Self.sources(of: module)
    #expect(!sources.isEmpty)
    for (file, lines) in sources {
      // Only a build for the thread sanitizer has a lock of the C library.
      let libraries: Set = file == "Lock.swift" ? ["Darwin", "Android", "Musl", "Glibc"] : []
      let allowed = (Self.mayImport[module] ?? []).union(libraries)
      for line in lines where line.hasPrefix("import ") || line.hasPrefix("@_exported import ") {
        let name = line.split(separator: " ").last.map(String.init) ?? ""
        #expect(allowed.contains(name), "\(module)/\(file): \(line)")
      }
    }
  }

  @Test("few files of PredicateEvaluation need more than FoundationEssentials")
  func foundation() throws {
    let files = try Self.sources(of: "PredicateEvaluation").filter { file in
      file.lines.contains("import Foundation") && !file.lines.contains("import FoundationEssentials")
    }
    #expect(
      Set(files.map(\.file)) == [
        // Classes of Foundation as values, and their names.
        "FoundationArguments.swift", "FoundationBoxing.swift", "LibraryValues.swift", "SwiftType+Boxing.swift",
        "SwiftType+Kind.swift",
        // The C library's logarithm and powers, which FoundationEssentials does not export.
        "LibraryFunctions.swift",
        // `[l]`, and regular expressions.
        "LocalizedText.swift", "Pattern.swift",
      ])
  }

  @Test("files have one subject: no more than 500 lines")
  func sizes() throws {
    let others = [
      "PredicateCases", "predcheck", "wordlist", "predbench", "railroad", "examples",
    ]
    for module in Self.mayImport.keys.sorted() + others {
      for (file, lines) in try Self.sources(of: module) {
        #expect(lines.count <= 500, "\(module)/\(file) has \(lines.count) lines")
      }
    }
  }
}
