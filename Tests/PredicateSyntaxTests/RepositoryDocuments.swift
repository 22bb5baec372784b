import Foundation
import TestSupport

/// The Markdown documents of the repository with their headings, the sections of Grammar/Rationale.md, and a check of
/// citations.
struct RepositoryDocuments {
  /// A document's path, relative to the package's folder.
  typealias Path = String

  /// The lines of each document outside code blocks.
  let lines: [Path: [String]]
  /// The anchors of each document's headings, as GitHub makes them.
  private let anchors: [Path: Set<String>]
  /// The numbers of the sections of the rationale, in the order of the document.
  let sections: [String]

  /// Sources of cases that cite no document. Corpus/README.md explains each.
  static let plainSources = [
    "common slips", "counted in ENABLE", "computed from the objects", "computed from the sample",
    "computed by make-data",
  ]

  init() throws {
    let folders = [".github", "Corpus", "Grammar", "Sources", "Tests"]
    let top = try FileManager.default.contentsOfDirectory(atPath: packageRoot.path)
    let paths = try (folders.flatMap(packageFiles(below:)) + top).filter { $0.hasSuffix(".md") }
    var lines: [Path: [String]] = [:]
    for path in paths {
      var isCode = false
      lines[path] = try packageText(path).components(separatedBy: "\n").filter { line in
        if line.hasPrefix("```") { isCode.toggle() }
        return !isCode
      }
    }
    self.lines = lines
    anchors = lines.mapValues(Self.anchors(of:))
    sections = Self.numbers(of: lines["Grammar/Rationale.md"] ?? [])
  }

  /// Returns the numbers of headings such as `### 4.9. BETWEEN`.
  static func numbers(of lines: [String]) -> [String] {
    lines.compactMap { line in
      line.wholeMatch(of: #/##+ ([0-9]+(?:\.[0-9]+)*)\. .*/#).map { String($0.1) }
    }
  }

  /// Returns the numbers that do not follow their predecessor: they are duplicates, out of order, or after a gap.
  static func misplaced(_ numbers: [String]) -> [String] {
    var last = (chapter: 0, section: 0)
    return numbers.filter { number in
      let parts = number.split(separator: ".").compactMap { Int($0) }
      let isNext =
        parts == [last.chapter + 1] || parts == [last.chapter, last.section + 1] && last.chapter > 0
      last = (parts.first ?? 0, parts.count > 1 ? parts[1] : 0)
      return !isNext
    }
  }

  private static func anchors(of lines: [String]) -> Set<String> {
    var result: Set<String> = []
    for line in lines {
      guard let heading = line.wholeMatch(of: #/#{1,6} (.+)/#) else { continue }
      let kept = heading.1.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
      let anchor = kept.replacing(" ", with: "-")
      var number = 0
      while !result.insert(number == 0 ? anchor : "\(anchor)-\(number)").inserted { number += 1 }
    }
    return result
  }

  // MARK: - Links

  /// Returns the relative links of a document that are broken. `doc:Name` is the article of that name in the same folder.
  func brokenLinks(of document: Path) -> [String] {
    (lines[document] ?? []).flatMap { line in
      line.replacing(#/`[^`]*`/#, with: "").matches(of: #/\]\(([^)]+)\)|<(doc:[^>]+)>/#).compactMap { match in
        (match.1 ?? match.2).map(String.init)
      }
    }.filter { link in
      let file = link.hasPrefix("doc:") ? link.dropFirst(4) + ".md" : link
      return !link.contains("://") && problem(ofLink: file, in: document) != nil
    }
  }

  /// Returns the problem of a link in a document: the file or the heading that does not exist; nil if both do.
  func problem(ofLink link: String, in document: Path) -> String? {
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let folder = document.split(separator: "/").dropLast().map(String.init)
    var steps = folder
    for step in parts[0].split(separator: "/") {
      if step == ".." {
        if steps.isEmpty { return "\(link) leaves the repository" }
        steps.removeLast()
      } else {
        steps.append(String(step))
      }
    }
    let path = parts[0].isEmpty ? document : steps.joined(separator: "/")
    guard isThere(path) else { return "no file \(path)" }
    guard parts.count == 2 else { return nil }
    return anchors[path]?.contains(parts[1]) == true ? nil : "no heading #\(parts[1]) in \(path)"
  }

  private func isThere(_ path: Path) -> Bool {
    FileManager.default.fileExists(atPath: packageRoot.appendingPathComponent(path).path)
  }

  // MARK: - Citations

  /// Returns the problem of a case's source, or nil if it is correct.
  func problem(ofSource source: String) -> String? {
    for part in source.components(separatedBy: "; ") {
      if let number = part.wholeMatch(of: #/Rationale ([0-9.]+)/#)?.1 {
        if !sections.contains(String(number)) { return "no section \(number) in the rationale" }
      } else if part.contains(#/^[A-Za-z\/]+\.[a-z]+(#|$)/#) {
        if part.hasSuffix(".md") { return "\(part) has no heading" }
        if let problem = problem(ofLink: part, in: "README.md") { return problem }
      } else if !Self.plainSources.contains(part), !part.contains(#/^Apple, ./#),
        !part.contains(#/^https?:\/\/[^ ]+$/#),
        !part.contains(#/^[A-Za-z0-9_.\-]+\/[A-Za-z0-9_.\-]+ ./#)
      {
        return "'\(part)' is no form of a source"
      }
    }
    return nil
  }

  /// Returns the problems of the citations in a comment of a file.
  func problems(ofComment comment: String, in file: Path) -> [String] {
    var result: [String] = []
    guard ["Rationale ", ".md", "design", "Design", "language"].contains(where: comment.contains) else { return [] }
    for citation in comment.matches(of: #/Rationale ([0-9]+[0-9., ]*(?:(?:and|to) [0-9.]+)?)/#) {
      for number in citation.1.split(whereSeparator: { !"0123456789.".contains($0) }) {
        let number = number.last == "." ? number.dropLast() : number
        if !sections.contains(String(number)) { result.append("no section \(number) in the rationale") }
      }
    }
    for document in comment.matches(of: #/[A-Za-z\/]*[A-Za-z]\.md(?:#[a-z0-9\-]+)?/#).map({ String($0.0) }) {
      // Relative to the package's folder, or to the file.
      if let problem = problem(ofLink: document, in: "README.md"), self.problem(ofLink: document, in: file) != nil {
        result.append(problem)
      }
    }
    for phrase in ["design decision", "language reference"] where comment.lowercased().contains(phrase) {
      result.append("'\(phrase)' is no document of the repository")
    }
    return result
  }
}
