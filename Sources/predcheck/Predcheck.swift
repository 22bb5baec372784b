import CommandSupport
import PredicateInput

/// A parsed command line of predcheck.
typealias Call = Invocation<Command>

extension UsageError {
  init(_ reason: String, _ command: Command? = nil) { self.init(reason, of: command) }
}

/// The reason that a command stops. The error of `usage` and `input` is not printed yet.
enum CommandStop: Error {
  case usage(UsageError)
  case input(InputError)
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
      case .usage(let error): console.report(error.report)
      }
      return .unusable
    }
  }

  private static func answer(_ arguments: [[UInt8]], _ console: Console) throws(CommandStop) -> ExitCode {
    let call: Call
    do { call = try Call(arguments) } catch { throw .usage(error) }
    if call.has(.help) {
      console.output.write((call.isCommandNamed ? call.command.help : Command.help) + "\n")
      return .fine
    }
    do { console.color(try call.text(.color) ?? "auto") } catch { throw .usage(error) }
    switch call.command {
    case .check: return try CheckCommand(call: call, console: console).run()
    case .eval: return try EvalCommand(call: call, console: console).run()
    case .why: return try WhyCommand(call: call, console: console).run()
    case .sql: return try SQLCommand(call: call, console: console).run()
    case .tree: return try TreeCommand(call: call, console: console).run()
    case .profile: return try ProfileCommand(call: call, console: console).run()
    case .test: return try TestCommand(call: call, console: console).run()
    case .explain: return try ExplainCommand(call: call, console: console).run()
    }
  }
}
