import Foundation
import PredicateFormat

/// The file of a list, with one word on each line, for programs. The categories are the words' first letters.
struct WordFile: Encodable {
  let path: String
  let letters: Int
}

/// The foreign contestants that this machine has, for one list of words at a time.
///
/// Each provides its ways to answer a workload, or none if it cannot express it. Missing contestants are reported.
final class Rivals {
  /// A foreign contestant.
  protocol Rival {
    func contestants(_ workload: Workload, _ data: Dataset) -> [Contestant]
  }

  /// Makes the contestants for a list, which is also in a file.
  private var makers: [(Dataset, WordFile) throws -> any Rival] = []
  private var rivals: [any Rival] = []
  /// The missing contestants, with the reasons.
  private(set) var skipped: [String] = []
  /// The folder for the word lists and for the compiled programs.
  private let folder: URL
  /// The number of lists so far.
  private var lists = 0

  /// Prepares the contestants that are installed: all of them with objects, or GNUstep with dictionaries.
  init(withDictionaries: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("predbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    if !withDictionaries { makers = [{ data, _ in FoundationRival(data) }, { data, _ in try SQLiteRival(data) }] }
    do {
      let child = try GNUstepRival.program(rows: withDictionaries ? "dictionaries" : "objects", in: folder)
      makers.append { GNUstepRival(child: child, list: $1) }
    } catch { skipped.append("GNUstep: \(error)") }
    if withDictionaries { return }
    do {
      let child = try DuckDBRival.program()
      makers.append { DuckDBRival(child: child, list: $1) }
    } catch { skipped.append("DuckDB: \(error)") }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Makes the contestants for the list of a round, or none after five rounds, because loading takes longer than answering.
  func load(_ data: Dataset, round: Int) throws {
    rivals = []
    if round >= 5 { return }
    lists += 1
    let file = folder.appendingPathComponent("words-\(lists).txt")
    try data.words.map { $0.text + "\n" }.joined().write(to: file, atomically: false, encoding: .utf8)
    let list = WordFile(path: file.path, letters: data.letters)
    rivals = try makers.map { try $0(data, list) }
  }

  /// Returns all foreign ways to answer a workload over the latest list.
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
