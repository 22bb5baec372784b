import Foundation

// swift run railroad [FOLDER]: reads PredicateFormat.ebnf in the named folder (by default Grammar), and writes the page of diagrams,
// its images and the grammars for editors to the same folder. Grammar/Diagrams.md is that page.
let argument = CommandLine.arguments.dropFirst().first ?? "Grammar"
if argument.hasPrefix("-") {
  try FileHandle.standardError.write(contentsOf: Data("usage: railroad [FOLDER]\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: argument, isDirectory: true)
do {
  let text = try String(contentsOf: folder.appendingPathComponent("PredicateFormat.ebnf"), encoding: .utf8)
  let grammar = GrammarFile(text)
  if grammar.productions.isEmpty { throw CocoaError(.fileReadCorruptFile) }
  let files = DiagramPage(grammar).files.merging(try grammar.textMateFiles) { $1 }
  let pictures = folder.appendingPathComponent("diagrams")
  for subfolder in [pictures, folder.appendingPathComponent("TextMate")] {
    try FileManager.default.createDirectory(at: subfolder, withIntermediateDirectories: true)
  }
  for (path, text) in files {
    // Atomic, so that no file is written partially.
    try text.write(to: folder.appendingPathComponent(path), atomically: true, encoding: .utf8)
  }
  // Deletes the images of removed productions after all other files are written.
  let made = Set(files.keys.map { URL(fileURLWithPath: $0).lastPathComponent })
  for name in try FileManager.default.contentsOfDirectory(atPath: pictures.path)
  where name.hasSuffix(".svg") && !made.contains(name) {
    try FileManager.default.removeItem(at: pictures.appendingPathComponent(name))
  }
  try FileHandle.standardOutput.write(contentsOf: Data("\(files.count) files written in \(folder.path)\n".utf8))
} catch {
  try? FileHandle.standardError.write(contentsOf: Data("railroad: \(error)\n".utf8))
  exit(2)
}
