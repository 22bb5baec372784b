/// The result of running a command. Each command's tests create it for their command.
public struct CommandRun<Status: Sendable>: Sendable {
  /// The exit status.
  public let status: Status
  /// The text on standard output.
  public let output: String
  /// The text on standard error.
  public let errors: String

  /// Creates the result of a run.
  public init(status: Status, output: String, errors: String) {
    (self.status, self.output, self.errors) = (status, output, errors)
  }

  /// The lines of standard output.
  public var lines: [String] { Self.lines(of: output) }

  /// The lines of standard error.
  public var errorLines: [String] { Self.lines(of: errors) }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
