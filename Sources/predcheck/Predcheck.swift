import PredicateCases
import PredicateSyntax

/// How the program ends; the numbers are a promise.
enum ExitCode: Int32, Sendable {
  /// The answer is yes.
  case fine = 0
  /// The answer is no: an invalid format string, no row that matches, a failed case.
  case no = 1
  /// The call or its input could not be used.
  case unusable = 2
  /// A fault of the program's own.
  case internalFault = 70
}

/// A call that cannot be used.
struct UsageError: Error {
  /// What is wrong, lower case, without a full stop.
  var reason: String
  /// The command whose help tells more; nil for the whole program.
  var command: Command?

  init(_ reason: String, _ command: Command? = nil) {
    self.reason = reason
    self.command = command
  }
}

/// Why a command ends without an answer; each has been given no output yet.
enum CommandStop: Error {
  case usage(UsageError)
  case input(InputFault)
  /// Its output is written.
  case ended(ExitCode)
}

enum Predcheck {
  /// Runs the program on its arguments, given as bytes and without its own name.
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
