import Foundation

/// Returns the files that a pattern such as `logs/*.jsonl` matches, sorted by name. Other paths, and the name of an existing
/// file, are returned unchanged.
package func filesMatching(_ path: String) throws(InputError) -> [String] {
  #if os(Windows)
  return [path]
  #else
  let isPattern = path.contains { "*?[".contains($0) }
  guard isPattern, !FileManager.default.fileExists(atPath: path) else { return [path] }
  var found = glob_t()
  defer { globfree(&found) }
  guard glob(path, 0, nil, &found) == 0 else { throw InputError(path, "no file matches this pattern") }
  return (0..<Int(found.gl_pathc)).compactMap { index in found.gl_pathv[index].map { String(cString: $0) } }
  #endif
}
