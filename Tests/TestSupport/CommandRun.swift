/// What a call of a command gives: each command's tests make it of their command.
public struct CommandRun<Status: Sendable>: Sendable {
  /// The exit status.
  public let status: Status
  /// What it printed.
  public let output: String
  /// What it printed as errors.
  public let errors: String

  /// What a call has given.
  public init(status: Status, output: String, errors: String) {
    (self.status, self.output, self.errors) = (status, output, errors)
  }

  /// What it printed, by lines.
  public var lines: [String] { Self.lines(of: output) }

  /// What it printed as errors, by lines.
  public var errorLines: [String] { Self.lines(of: errors) }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
