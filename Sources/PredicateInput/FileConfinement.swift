import Foundation

/// The files that the cases of a case file may name.
///
/// Case files come from other people, and a case can print what it reads. So their files are confined to folders.
package struct FileConfinement: Sendable {
  /// The folders that contain the files, without symbolic links; nil if every file is permitted.
  private let roots: [String]?

  /// Permits the files below some folders.
  package init(to folders: [String]) { roots = folders.map(Self.resolved) }

  private init() { roots = nil }

  /// Permits every regular file.
  package static let none = FileConfinement()

  /// Throws an error unless a path leads to a regular file that a case may name. Symbolic links are followed.
  ///
  /// - Parameter mayBeMissing: Whether a missing file passes, because its reader reports it with a better message.
  package func check(_ path: String, mayBeMissing: Bool = false) throws(InputError) {
    if let roots {
      let target = Self.resolved(path)
      let isBelow = roots.contains { target.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
      guard isBelow else {
        let folders = roots.map { "'\($0)'" }.joined(separator: " or ")
        throw InputError(
          path, "the file is outside the folder of the cases, \(folders); use predcheck test --files FOLDER to allow it"
        )
      }
    }
    guard let reason = Self.reasonToReject(path) else { return }
    guard mayBeMissing, reason == InputError.noSuchFile else { throw InputError(path, reason) }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// The reason why a path does not lead to a regular file; nil if it does.
  static func reasonToReject(_ path: String) -> String? {
    #if os(Windows)
    return nil
    #else
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      return errno == ELOOP ? "this is a loop of symbolic links" : InputError.noSuchFile
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
