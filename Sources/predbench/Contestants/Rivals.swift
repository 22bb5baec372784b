import Foundation
import PredicateFormat

/// The foreign contestants that this machine has, for one list of words.
///
/// Each provides its ways to answer a workload, or none if it cannot express it. Missing contestants are reported.
final class Rivals {
  /// A foreign contestant.
  protocol Rival {
    func contestants(_ workload: Workload, _ data: Dataset) -> [Contestant]
  }

  private(set) var rivals: [any Rival] = []
  /// The missing contestants, with the reasons.
  private(set) var skipped: [String] = []
  /// The folder for the word list and for the compiled programs.
  private let folder: URL

  /// Starts the contestants that are installed.
  init(_ data: Dataset) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("predbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let list = folder.appendingPathComponent("words.txt")
    try data.words.map { $0.text + "\n" }.joined().write(to: list, atomically: false, encoding: .utf8)
    rivals.append(FoundationRival(data))
    for (name, rival) in [
      ("SQLite", { try SQLiteRival(data) }),
      ("GNUstep", { try GNUstepRival(list, letters: data.letters, in: self.folder) }),
      ("DuckDB", { try DuckDBRival(list, letters: data.letters) }),
    ] as [(String, () throws -> any Rival)] {
      do { rivals.append(try rival()) } catch { skipped.append("\(name): \(error)") }
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns all foreign ways to answer a workload.
  func contestants(_ workload: Workload, _ data: Dataset) -> [Contestant] {
    rivals.flatMap { $0.contestants(workload, data) }
  }

  /// Returns the path of a file in the folder Others.
  static func source(_ name: String) throws -> String {
    let path = "Sources/predbench/Others/\(name)"
    guard FileManager.default.fileExists(atPath: path) else {
      throw Child.Failure(description: "\(path) does not exist in the working directory")
    }
    return path
  }
}
