import Foundation
import PredicateSyntax

/// A file of cases.
package struct CaseFile: Sendable {
  /// Its path.
  package var name: String
  package var cases: [Case]

  /// Reads a file whose every line must be a case.
  package init(_ path: String) throws(InputFault) { try self.init(readFile(path), name: path) }

  /// Reads bytes of which every line must be a case; blank lines are none.
  package init(_ bytes: [UInt8], name: String) throws(InputFault) {
    self.name = name
    cases = []
    var line = 0
    for range in LineRanges(bytes, from: byteOrderMarkLength(bytes)) {
      line += 1
      guard !isBlank(bytes[range]) else { continue }
      let value: FormatValue
      do {
        value = try JSONReader.value(of: bytes, in: range)
      } catch {
        throw InputFault(name, line: line, "\(error.reason), at byte \(error.offset - range.lowerBound + 1)")
      }
      guard Case.isCase(value) else {
        throw InputFault(
          name, line: line, "this line is no case: a case has an 'id' and a 'format', an 'expression' or a 'fetch'")
      }
      cases.append(try Case(value, file: name, line: line))
    }
  }

  /// The case files of a path: a file as it is, or those below a folder.
  ///
  /// - Parameter files: The files below a folder that may be read. Any other file throws an error.
  package static func read(_ path: String, _ files: FileConfinement = .none) throws(InputFault) -> [CaseFile] {
    guard isFolder(path) else { return [try CaseFile(path)] }
    let paths = try paths(below: path, files)
    if paths.isEmpty { throw InputFault(path, "no case file (*.jsonl) lies below this folder") }
    var read: [CaseFile] = []
    for path in paths { read.append(try CaseFile(path)) }
    return read
  }

  /// The case files below a folder, sorted by path: every `*.jsonl` that contains a case. (Others are data beside
  /// the cases.) Hidden files and folders are left out.
  package static func paths(
    below folder: String, _ files: FileConfinement = .none
  ) throws(InputFault) -> [String] {
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

  /// The folder whose files the cases of a path may name, where nothing else is said: that folder, or the file's.
  package static func folder(of path: String) -> String {
    if isFolder(path) { return path }
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func hasCase(_ bytes: [UInt8]) -> Bool {
    for range in LineRanges(bytes, from: byteOrderMarkLength(bytes)) where !isBlank(bytes[range]) {
      if let value = try? JSONReader.value(of: bytes, in: range), Case.isCase(value) { return true }
    }
    return false
  }
}
