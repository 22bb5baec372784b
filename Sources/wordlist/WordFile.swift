import Foundation

/// The file of words.
package enum WordFile {
  /// The path of the included word list, relative to the package's folder.
  static let defaultPath = "Corpus/WordList/words.txt"

  /// Returns the text of the named file, of standard input if the path is `-`, or of the included list if the path is nil.
  package static func text(_ path: String?) throws(WordFileError) -> String {
    let (path, handle) = try open(path)
    defer { try? handle.close() }
    let data: Data
    do { data = try handle.readToEnd() ?? Data() } catch { throw WordFileError("\(path) cannot be read") }
    guard let text = String(bytes: data, encoding: .utf8) else { throw WordFileError("\(path) is not UTF-8") }
    return text
  }

  private static func open(_ path: String?) throws(WordFileError) -> (path: String, handle: FileHandle) {
    if path == "-" { return ("standard input", .standardInput) }
    let paths = path.map { [$0] } ?? [defaultPath, nextToPackage]
    for path in paths where isFile(path) {
      if let handle = FileHandle(forReadingAtPath: path) { return (path, handle) }
    }
    let hint = path == nil ? "; name one with --words FILE" : ""
    throw WordFileError("there is no file of words that can be read at \(paths.joined(separator: " or "))\(hint)")
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
  }

  /// The path of the included list, in the package that the program was built from.
  private static var nextToPackage: String {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent(defaultPath).path
  }
}

/// The reason that the input cannot be used.
package struct WordFileError: Error {
  /// The reason, in lower case and without a full stop.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
