import PredicateSyntax

/// The exit statuses of the commands. Their numbers are stable.
package enum ExitCode: Int32, Sendable {
  /// The command succeeded.
  case fine = 0
  /// The result is negative: an invalid format string, no matching row, or a failed case.
  case no = 1
  /// The command line or the input cannot be used.
  case unusable = 2
  /// A bug in the program.
  case internalError = 70
}

/// An error in the command line.
package struct UsageError: Error {
  /// The reason, in lower case and without a full stop.
  package let reason: String
  private let program: String
  /// The call whose help to suggest.
  private let call: String

  /// Creates an error.
  ///
  /// - Parameter command: The command whose help to suggest, or nil for the program's help.
  package init<Command: CommandSet>(_ reason: String, of command: Command?) {
    self.reason = reason
    program = Command.program
    call = command?.invocation ?? program
  }

  /// The lines for standard error.
  package var report: String {
    "\(program): \(reason.cleaned)\ntry \(call) --help"
  }
}
