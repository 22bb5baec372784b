import Foundation
import PredicateInput
import PredicateSyntax

/// A file of cases.
package struct CaseFile: Sendable {
  /// The path of the file.
  package var name: String
  package var cases: [Case]

  /// Reads a file. Each line must be a case.
  package init(_ path: String) throws(InputError) { try self.init(readFile(path), name: path) }

  /// Reads the contents of a file. Each line must be a case. Blank lines are skipped.
  package init(_ bytes: [UInt8], name: String) throws(InputError) {
    self.name = name
    cases = []
    var line = 0
    var position = byteOrderMarkLength(bytes)
    while let range = nextLine(of: bytes, at: &position) {
      line += 1
      guard !isBlank(bytes[range]) else { continue }
      let value: FormatValue
      do {
        value = try JSONReader.value(of: bytes, in: range)
      } catch {
        throw InputError(name, line: line, "\(error.reason), at byte \(error.offset - range.lowerBound + 1)")
      }
      guard Case.isCase(value) else {
        throw InputError(
          name, line: line, "this line is not a case: a case has an 'id' and a 'format', an 'expression' or a 'fetch'")
      }
      cases.append(try Case(value, file: name, line: line))
    }
  }

  /// Reads the case files at a path: a single file, or all case files below a folder.
  ///
  /// - Parameter files: The files below a folder that may be read. Any other file throws an error.
  package static func read(_ path: String, _ files: FileConfinement = .none) throws(InputError) -> [CaseFile] {
    guard isFolder(path) else { return [try CaseFile(path)] }
    let paths = try paths(below: path, files)
    if paths.isEmpty { throw InputError(path, "this folder and its subfolders contain no case file (*.jsonl)") }
    var read: [CaseFile] = []
    for path in paths { read.append(try CaseFile(path)) }
    return read
  }

  /// Returns the paths of the case files below a folder, sorted. A case file is a `*.jsonl` file that contains a case. (Other such
  /// files are data for the cases.) Hidden files and folders are skipped.
  package static func paths(
    below folder: String, _ files: FileConfinement = .none
  ) throws(InputError) -> [String] {
    let root = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let below = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    var paths: [String] = []
    for path in below.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where path.hasSuffix(".jsonl") {
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      let whole = "\(root)/\(path)"
      guard !isHidden, !isFolder(whole) else { continue }
      try files.check(whole)
      if hasCase(try readFile(whole)) { paths.append(whole) }
    }
    return paths
  }

  /// Returns the folder whose files the cases at a path may name by default: the path itself, or the folder of the file.
  package static func folder(of path: String) -> String {
    if isFolder(path) { return path }
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func hasCase(_ bytes: [UInt8]) -> Bool {
    var position = byteOrderMarkLength(bytes)
    while let range = nextLine(of: bytes, at: &position) {
      if let value = try? JSONReader.value(of: bytes, in: range), Case.isCase(value) { return true }
    }
    return false
  }
}
