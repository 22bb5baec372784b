import Dispatch
import Foundation
import PredicateInput
import PredicateLint
import PredicateSyntax

/// Reads and checks files on several threads.
final class LintWork: Sendable {
  let paths: [String]
  /// How the files are read, or nil if their names decide.
  let kind: FileKind?
  let linter: Linter

  private struct State {
    /// The index of the next file.
    var next = 0
    var reports: [(index: Int, report: LintReport)] = []
    var errors: [(index: Int, error: InputError)] = []
    /// The number of files that are not known to have predicates.
    var unknown = 0
  }

  private let state = Lock(State())

  init(paths: [String], kind: FileKind?, linter: Linter) {
    (self.paths, self.kind, self.linter) = (paths, kind, linter)
  }

  /// The reports and the errors, in the order of the files.
  var results: (reports: [LintReport], errors: [InputError]) {
    state.withLock { state in
      (
        state.reports.sorted { $0.index < $1.index }.map(\.report),
        state.errors.sorted { $0.index < $1.index }.map(\.error)
      )
    }
  }

  /// Whether there is one file, and nothing says how to read it.
  var isOfUnknownKind: Bool { paths.count == 1 && state.withLock { $0.unknown == 1 } }

  func run() {
    let threads = min(ProcessInfo.processInfo.activeProcessorCount, max(1, paths.count / 8))
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while let index = next() { check(index) }
    }
  }

  private func next() -> Int? {
    state.withLock { state in
      guard state.next < paths.count else { return nil }
      state.next += 1
      return state.next - 1
    }
  }

  private func check(_ index: Int) {
    do throws(InputError) {
      guard let file = HostFile(path: paths[index], bytes: try readRegularFile(paths[index]), kind: kind) else {
        return state.withLock { $0.unknown += 1 }
      }
      let report = linter.report(on: file)
      if report.predicates.isEmpty, report.findings.isEmpty { return }
      state.withLock { $0.reports.append((index, report)) }
    } catch {
      state.withLock { $0.errors.append((index, error)) }
    }
  }
}
