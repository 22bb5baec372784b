import Foundation

/// Compares a text with a golden file in the folder `Golden` of the calling test's folder.
///
/// With `RECORD_GOLDEN=1` in the environment, the file is rewritten instead. The result is then not nil either, so that a run
/// that records fails and the difference is reviewed. There is no file for an empty text.
///
/// - Returns: A description of the first difference, or nil if there is none.
public func goldenDifference(_ text: String, from name: String, testFile: String = #filePath) throws -> String? {
  let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent().appendingPathComponent("Golden")
  let file = folder.appendingPathComponent(name)
  let known = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  if known.utf8.elementsEqual(text.utf8) { return nil }
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
    if text.isEmpty {
      try FileManager.default.removeItem(at: file)
      return "removed \(name); run again without RECORD_GOLDEN"
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return "recorded \(name); run again without RECORD_GOLDEN"
  }
  let (old, new) = (known.split(separator: "\n"), text.split(separator: "\n"))
  let line = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
  return """
    \(name) differs, first at line \(line + 1) without blank lines:
    was \(old.indices.contains(line) ? old[line] : "nothing")
    now \(new.indices.contains(line) ? new[line] : "nothing")
    """
}

/// Returns the paths of all golden files of the package.
public func goldenFiles() throws -> [String] {
  try packageFiles(below: "Tests").filter { $0.contains("/Golden/") }
}
