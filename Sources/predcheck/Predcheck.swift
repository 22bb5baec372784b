import PredicateInput
import PredicateSyntax

/// The exit statuses. Their numbers are stable.
enum ExitCode: Int32, Sendable {
  /// The command succeeded.
  case fine = 0
  /// The result is negative: an invalid format string, no matching row, or a failed case.
  case no = 1
  /// The command line or the input cannot be used.
  case unusable = 2
  /// A bug in the program.
  case internalFault = 70
}

/// An error in the command line.
struct UsageError: Error {
  /// The reason, in lower case and without a full stop.
  var reason: String
  /// The command whose help to suggest, or nil for the program's help.
  var command: Command?

  init(_ reason: String, _ command: Command? = nil) {
    self.reason = reason
    self.command = command
  }
}

/// The reason that a command stops. The error of `usage` and `input` is not printed yet.
enum CommandStop: Error {
  case usage(UsageError)
  case input(InputFault)
  /// The command has already printed its output.
  case ended(ExitCode)
}

enum Predcheck {
  /// Runs the program with the given arguments, which are bytes and do not include the program's name.
  static func run(_ arguments: [[UInt8]], _ console: Console) -> ExitCode {
    do {
      return try answer(arguments, console)
    } catch {
      switch error {
      case .ended(let status): return status
      case .input(let fault): console.report("predcheck: \(fault)")
      case .usage(let error):
        let command = error.command.map { " \($0.rawValue)" } ?? ""
        console.report("predcheck: \(error.reason.cleaned)\ntry predcheck\(command) --help")
      }
      return .unusable
    }
  }

  private static func answer(_ arguments: [[UInt8]], _ console: Console) throws(CommandStop) -> ExitCode {
    let call: Invocation
    do { call = try Invocation(arguments) } catch { throw .usage(error) }
    if call.has(.help) {
      console.output.write((call.isCommandNamed ? Help.text(of: call.command) : Help.text) + "\n")
      return .fine
    }
    switch call.command {
    case .check: return try CheckCommand(call, console).run()
    case .eval: return try EvalCommand(call, console).run()
    case .sql: return try SQLCommand(call, console).run()
    case .tree: return try TreeCommand(call, console).run()
    case .profile: return try ProfileCommand(call, console).run()
    case .test: return try TestCommand(call, console).run()
    case .explain: return try ExplainCommand(call, console).run()
    }
  }
}
