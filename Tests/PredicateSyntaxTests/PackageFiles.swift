import Foundation

private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// The text of a file of the package.
func packageText(_ path: String) throws -> String {
  try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
}

/// The paths of all files below a folder of the package, in order.
func packageFiles(below folder: String) throws -> [String] {
  var result: [String] = []
  for name in try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted() {
    let path = "\(folder)/\(name)"
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder)
    result += isFolder.boolValue ? try packageFiles(below: path) : [path]
  }
  return result
}
