import Foundation
import TestSupport
import Testing

/// The rules of the house that a compiler does not hold: which module may import what, and what no source may contain.
@Suite("Architecture")
struct ArchitectureTests {
  /// What each library module may import. The arrows run downward only.
  private static let mayImport: [String: Set<String>] = [
    "PredicateSyntax": [],
    "PredicateModel": ["PredicateSyntax"],
    "PredicateEvaluation": ["PredicateSyntax", "PredicateModel", "Foundation", "Synchronization", "Dispatch"],
    "PredicateSQL": ["PredicateSyntax", "PredicateModel"],
    "PredicateSQLite": [
      "PredicateSyntax", "PredicateModel", "PredicateEvaluation", "PredicateSQL", "Foundation", "Synchronization",
    ],
    "PredicateFormat": ["PredicateSyntax", "PredicateModel", "PredicateEvaluation", "PredicateSQL"],
  ]

  private static func sources(of module: String) throws -> [(file: String, lines: [Substring])] {
    let folder = packageRoot.appendingPathComponent("Sources").appendingPathComponent(module)
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      return (file.lastPathComponent, text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  @Test("imports run downward", arguments: mayImport.keys.sorted())
  func imports(module: String) throws {
    let sources = try Self.sources(of: module)
    #expect(!sources.isEmpty)
    let allowed = Self.mayImport[module] ?? []
    for (file, lines) in sources {
      for line in lines where line.hasPrefix("import ") || line.hasPrefix("@_exported import ") {
        let name = line.split(separator: " ").last.map(String.init) ?? ""
        #expect(allowed.contains(name), "\(module)/\(file): \(line)")
      }
    }
  }

  /// What traps on input, and raw memory, stands only in the files that argue for it.
  @Test("no traps, and raw memory only where it is argued for")
  func traps() throws {
    let traps = ["fatalError(", "preconditionFailure(", "try!", " as! ", "unowned(unsafe)"]
    let pointers = ["assumingMemoryBound", "load(as:", "unsafelyUnwrapped"]
    let arguedFor: Set<String> = [
      // Offsets that were found and checked; constants that the program keeps alive. (The folder Columns reads memory that
      // a column owns: rows that its count bounds, and a block or a margin behind them.)
      "AccessPath.swift", "FieldLeaf.swift", "Compiler+Numbers.swift", "Compiler+Leaves.swift", "Compiler+Values.swift",
      "Compiler+Collections.swift", "Program.swift", "Block.swift",
      "UntypedPath.swift", "Compiler+Joins.swift",
      "StructureComparison.swift", "RankKernels.swift", "GroupTotals.swift",
      // References of the caller's array, and the room for their copies.
      "ChosenElements.swift",
    ]
    for module in Self.mayImport.keys {
      for (file, lines) in try Self.sources(of: module) {
        for line in lines where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
          #expect(!traps.contains { line.contains($0) }, "\(module)/\(file): \(line)")
          guard module != "PredicateEvaluation" else { continue }
          #expect(!pointers.contains { line.contains($0) }, "\(module)/\(file): \(line)")
        }
        guard module == "PredicateEvaluation",
          lines.contains(where: { line in pointers.contains { line.contains($0) } })
        else { continue }
        let folder = Self.isInFolderOfMemory(file)
        #expect(folder || arguedFor.contains(file), "raw memory in \(file)")
      }
    }
  }

  private static func isInFolderOfMemory(_ file: String) -> Bool {
    ["Reflection", "Kernels", "Columns"].contains { folder in
      FileManager.default.fileExists(
        atPath: packageRoot.appendingPathComponent("Sources/PredicateEvaluation/\(folder)/\(file)").path)
    }
  }

  @Test("files have one subject: no more than 500 lines")
  func sizes() throws {
    let others = ["PredicateCases", "predcheck", "wordlist", "predbench", "BenchFoundation", "railroad"]
    for module in Self.mayImport.keys.sorted() + others {
      for (file, lines) in try Self.sources(of: module) {
        #expect(lines.count <= 500, "\(module)/\(file) has \(lines.count) lines")
      }
    }
  }
}
