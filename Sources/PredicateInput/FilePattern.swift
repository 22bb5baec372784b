import Foundation

/// Returns the files and folders that a pattern such as `logs/*.jsonl` matches, sorted by name. Returns the path itself if it has no
/// pattern character, or if a file with that name exists. On Windows, patterns are not expanded.
///
/// - Throws: `InputError` if no file matches.
package func filesMatching(_ path: String) throws(InputError) -> [String] {
  #if os(Windows)
  return [path]
  #else
  let isPattern = path.contains { "*?[".contains($0) }
  guard isPattern, !FileManager.default.fileExists(atPath: path) else { return [path] }
  var found = unsafe glob_t()
  defer { unsafe globfree(&found) }
  switch unsafe glob(path, 0, nil, &found) {
  case 0: break
  case GLOB_NOMATCH: throw InputError(path, "no file matches this pattern")
  default: throw InputError(path, "this pattern cannot be expanded")
  }
  var paths: [String] = []
  for index in unsafe 0..<Int(found.gl_pathc) {
    guard let name = unsafe found.gl_pathv[index] else { continue }
    guard let file = unsafe String(validatingCString: name) else {
      throw InputError(path, "a file that this pattern matches has a name that is not UTF-8")
    }
    paths.append(file)
  }
  return paths
  #endif
}
