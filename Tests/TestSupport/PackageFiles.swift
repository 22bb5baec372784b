import Foundation

/// The folder of the package.
public let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Returns the text of a file in the package.
public func packageText(_ path: String) throws -> String {
  try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
}

/// Returns the paths of all files below a folder of the package, sorted. Hidden files and folders are left out: a package in
/// `Sources` may have its own `.build`.
public func packageFiles(below folder: String) throws -> [String] {
  var result: [String] = []
  for name in try FileManager.default.contentsOfDirectory(atPath: packageRoot.appendingPathComponent(folder).path)
    .sorted() where !name.hasPrefix(".")
  {
    let path = "\(folder)/\(name)"
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: packageRoot.appendingPathComponent(path).path, isDirectory: &isFolder)
    result += isFolder.boolValue ? try packageFiles(below: path) : [path]
  }
  return result
}

/// Returns the format strings and expression strings of the cases below a folder of the package.
public func corpusTexts(below folder: String) throws -> [String] {
  try packageFiles(below: folder).filter { $0.hasSuffix(".jsonl") }.flatMap { file in
    try packageText(file).split(separator: "\n").compactMap { line in
      let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return (fields?["format"] ?? fields?["expression"]) as? String
    }
  }
}
