import Foundation

/// Which files case files may name: they come from others, and what a case reads it may print.
package struct FileConfinement: Sendable {
  /// The folder that they lie in, however a path leads there; nil for any.
  private let root: String?

  /// Files below a folder.
  package init(to folder: String) { root = Self.resolved(folder) }

  private init() { root = nil }

  /// Any regular file.
  package static let none = FileConfinement()

  /// Throws unless a path leads to a regular file that a case may name, through symbolic links too.
  ///
  /// - Parameter mayBeMissing: whether whoever reads it has a better word for one that is not there.
  package func check(_ path: String, mayBeMissing: Bool = false) throws(InputFault) {
    if let root {
      let target = Self.resolved(path)
      guard target.hasPrefix(root.hasSuffix("/") ? root : root + "/") else {
        throw InputFault(
          path, "this lies outside the folder of the cases, '\(root)'; predcheck test --files FOLDER permits another")
      }
    }
    if let reason = Self.fault(of: path), !mayBeMissing || reason != Self.missing { throw InputFault(path, reason) }
  }

  private static let missing = "there is no such file"

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// Why a path leads to no regular file; nil where it does.
  static func fault(of path: String) -> String? {
    #if os(Windows)
      return nil
    #else
      var status = stat()
      guard stat(path, &status) == 0 else {
        return errno == ELOOP ? "this is a loop of symbolic links" : missing
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return nil
      case S_IFDIR: return "this is a folder; expected a file"
      case S_IFIFO: return "this is a pipe; expected a regular file"
      default: return "this is a device or a socket; expected a regular file"
      }
    #endif
  }
}
