import Foundation

/// Whether the tests with much data use all of it. Otherwise they use about a tenth, so that they take seconds, also in a debug build.
/// `TESTS_FULL=1` in the environment sets it, as the stage `full` of `Tests/run` does.
public let isFullRun = ProcessInfo.processInfo.environment["TESTS_FULL"] == "1"

extension Array {
  /// All elements in a full run, otherwise every tenth, beginning with the first.
  public var sampled: [Element] { isFullRun ? self : indices.filter { $0 % 10 == 0 }.map { self[$0] } }
}
