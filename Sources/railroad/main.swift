import Foundation

// swift run --package-path Sources/railroad railroad [--check] [FOLDER]: reads PredicateFormat.ebnf in the named folder (by
// default Grammar), and writes the page of diagrams and its pictures to the same folder. With --check, writes nothing, and exits
// with 1 if a file is not up to date.
var arguments = CommandLine.arguments.dropFirst()
let isCheck = arguments.first == "--check"
if isCheck { arguments.removeFirst() }
let argument = arguments.popFirst() ?? "Grammar"
if argument.hasPrefix("-") || !arguments.isEmpty {
  try FileHandle.standardError.write(contentsOf: Data("usage: railroad [--check] [FOLDER]\n".utf8))
  exit(2)
}

/// A grammar that cannot be drawn.
struct InvalidGrammar: Error, CustomStringConvertible {
  let description: String
}

let folder = URL(fileURLWithPath: argument, isDirectory: true)
do {
  let text = try String(contentsOf: folder.appendingPathComponent("PredicateFormat.ebnf"), encoding: .utf8)
  let grammar = GrammarFile(text)
  if grammar.productions.isEmpty { throw InvalidGrammar(description: "PredicateFormat.ebnf has no productions") }
  let files = DiagramPage(grammar).files
  let pictures = folder.appendingPathComponent("diagrams")
  if !isCheck { try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true) }
  var outdated: [String] = []
  for (path, text) in files {
    let file = folder.appendingPathComponent(path)
    if (try? String(contentsOf: file, encoding: .utf8)) == text { continue }
    outdated.append(path)
    // Atomic, so that no file is written partially.
    if !isCheck { try text.write(to: file, atomically: true, encoding: .utf8) }
  }
  // The pictures of removed productions are deleted after all other files are written.
  for name in try FileManager.default.contentsOfDirectory(atPath: pictures.path) where name.hasSuffix(".svg") {
    if files["diagrams/\(name)"] != nil { continue }
    outdated.append("diagrams/\(name)")
    if !isCheck { try FileManager.default.removeItem(at: pictures.appendingPathComponent(name)) }
  }
  let names = outdated.isEmpty ? "" : ": " + outdated.sorted().joined(separator: ", ")
  if isCheck, !outdated.isEmpty {
    let remedy = "swift run --package-path Sources/railroad railroad"
    try FileHandle.standardError.write(
      contentsOf: Data("railroad: not up to date in \(argument)\(names); update with: \(remedy)\n".utf8))
    exit(1)
  }
  try FileHandle.standardOutput.write(
    contentsOf: Data("\(files.count) files in \(argument), \(outdated.count) changed\(names)\n".utf8))
} catch {
  try? FileHandle.standardError.write(contentsOf: Data("railroad: \(error)\n".utf8))
  exit(2)
}
