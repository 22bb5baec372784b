import Foundation

// swift run railroad [FOLDER]: reads PredicateFormat.ebnf in the folder Grammar, or the one that is named, and writes
// Diagrams.md and diagrams/*.svg beside it.
let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "Grammar", isDirectory: true)
do {
  let text = try String(contentsOf: folder.appendingPathComponent("PredicateFormat.ebnf"), encoding: .utf8)
  let pictures = folder.appendingPathComponent("diagrams")
  // A production that is gone takes its picture with it.
  try? FileManager.default.removeItem(at: pictures)
  try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
  let files = DiagramPage(GrammarFile(text)).files
  for (path, text) in files {
    try text.write(to: folder.appendingPathComponent(path), atomically: true, encoding: .utf8)
  }
  print("\(files.count) files written in \(folder.path)")
} catch {
  FileHandle.standardError.write(Data("railroad: \(error)\n".utf8))
  exit(2)
}
