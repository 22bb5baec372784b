import Foundation
import PredicateInput

/// Finds the files of folders whose predicates are checked.
package struct FileWalk {
  /// The names of folders that are not searched: other people's sources, and products of builds.
  private static let skippedFolders: Set<String> = ["node_modules", "Pods", "Carthage", "DerivedData"]

  /// The maximum number of folders within each other.
  private static let maximumDepth = 64

  /// Patterns of paths that are not searched, relative to `root`. A pattern without a slash is one of names.
  private let excluded: [String]
  private let root: String
  /// The paths found, in order.
  package private(set) var paths: [String] = []
  /// The complete paths of these.
  private var known: Set<String> = []

  /// - Parameters:
  ///   - excluded: Patterns, such as `*.generated.swift` and `Vendor/*`.
  ///   - root: The folder that the patterns are relative to.
  package init(excluding excluded: [String] = [], below root: String = "") {
    (self.excluded, self.root) = (excluded, root)
  }

  /// Adds a file, or the files below a folder whose kind is known or can be seen from their first bytes.
  ///
  /// - Throws: An error if there is nothing with this path.
  package mutating func add(_ path: String) throws(InputError) {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputError(path, InputError.noSuchFile)
    }
    if isExcluded(path) { return }
    guard isFolder.boolValue else { return append(path) }
    try visit(path, depth: 0)
  }

  /// Adds a file, once.
  private mutating func append(_ path: String) {
    if known.insert(URL(fileURLWithPath: path).standardizedFileURL.path).inserted { paths.append(path) }
  }

  private mutating func visit(_ folder: String, depth: Int) throws(InputError) {
    guard depth < Self.maximumDepth else {
      throw InputError(folder, "there are more than \(Self.maximumDepth) folders within each other")
    }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
      throw InputError(folder, "the folder cannot be read")
    }
    for name in names where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : folder == "." ? name : "\(folder)/\(name)"
      if isExcluded(path) { continue }
      let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      if type == .typeDirectory {
        if !Self.skippedFolders.contains(name) { try visit(path, depth: depth + 1) }
      } else if type == .typeRegular, HostFile.mayBeRead(path) {
        append(path)
      }
    }
  }

  private func isExcluded(_ path: String) -> Bool {
    if excluded.isEmpty { return false }
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    let relative = path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
    let names = relative.split(separator: "/").map(String.init)
    return excluded.contains { pattern in
      if !pattern.contains("/") { return names.contains { Self.matches(pattern, $0) } }
      return Self.matches(pattern, relative) || relative.hasPrefix(pattern + "/")
    }
  }

  private static func matches(_ pattern: String, _ text: String) -> Bool {
    #if os(Windows)
    return pattern == text
    #else
    return unsafe fnmatch(pattern, text, 0) == 0
    #endif
  }
}

extension HostFile {
  /// The endings of the names of files without predicates, which would otherwise be opened for their first bytes.
  private static func hasEnding(_ name: Substring) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    // `site_default.v2` is a manifest of munki; what follows the dot of a known kind of file is short and has a letter.
    return name[dot...].count <= 6 && name[dot...].dropFirst().contains(where: \.isLetter)
  }

  /// Returns whether the name of a file says that it can have predicates, or says nothing.
  static func mayBeRead(_ path: String) -> Bool {
    FileKind.named(path) != nil || !hasEnding(path.split(separator: "/").last ?? "")
  }
}
