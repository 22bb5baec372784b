import Foundation
import PredicateInput
import PredicateSyntax

extension Case {
  /// Reads a file. Each line must be a case. Blank lines are skipped.
  ///
  /// - Throws: `InputError` if the file cannot be read or a line is not a case.
  package static func all(inFile path: String) throws(InputError) -> [Case] { try all(in: readFile(path), name: path) }

  /// Reads the contents of a file. Each line must be a case. Blank lines are skipped.
  ///
  /// - Throws: `InputError` if a line is not a case.
  package static func all(in bytes: [UInt8], name: String) throws(InputError) -> [Case] {
    var cases: [Case] = []
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
      guard let fields = fields(of: value) else {
        throw InputError(
          name, line: line, "this line is not a case: a case has an 'id' and a 'format', an 'expression' or a 'fetch'")
      }
      cases.append(try Case(fields, file: name, line: line))
    }
    return cases
  }

  /// Reads the case files at a path: a single file, or all case files below a folder.
  ///
  /// - Parameter confinement: If `path` is a folder, the files that may be read. A single file is always read.
  /// - Throws: `InputError` if a file cannot or may not be read, if a line is not a case, or if a folder has no case file.
  package static func all(at path: String, _ confinement: FileConfinement = .none) throws(InputError) -> [Case] {
    guard isFolder(path) else { return try all(inFile: path) }
    let paths = try files(below: path, confinement)
    if paths.isEmpty { throw InputError(path, "this folder and its subfolders contain no case file (*.jsonl)") }
    var cases: [Case] = []
    for file in paths { cases += try all(inFile: file) }
    return cases
  }

  /// Returns the paths of the case files below a folder, sorted. A case file is a `*.jsonl` file that contains a case. Other
  /// `*.jsonl` files are skipped, because they are data, and so are hidden files and folders.
  package static func files(
    below folder: String, _ confinement: FileConfinement = .none
  ) throws(InputError) -> [String] {
    let root = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let below = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    var paths: [String] = []
    for path in below.inByteOrder where path.hasSuffix(".jsonl") {
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      let whole = "\(root)/\(path)"
      guard !isHidden, !isFolder(whole) else { continue }
      try confinement.check(whole)
      if hasCase(try readFile(whole)) { paths.append(whole) }
    }
    return paths
  }

  /// Returns the folder with the files that cases at a path may name by default: the path itself, or the folder of the file.
  package static func folder(of path: String) -> String {
    if isFolder(path) { return path }
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func hasCase(_ bytes: [UInt8]) -> Bool {
    var position = byteOrderMarkLength(bytes)
    while let range = nextLine(of: bytes, at: &position) {
      if let value = try? JSONReader.value(of: bytes, in: range), fields(of: value) != nil { return true }
    }
    return false
  }
}
