import CommandSupport
import PredcheckSupport
import PredicateInput
import PredicateSyntax

package enum Predcheck {
  /// Runs the program with the given arguments, which are bytes and do not include the program's name.
  package static func run(_ arguments: [[UInt8]], _ console: Console) -> ExitCode {
    var addition: Configuration.Addition?
    let status: ExitCode
    do {
      status = try answer(arguments, console, &addition)
    } catch {
      status = report(error, console)
    }
    if let addition, addition.explains(status) { console.report(addition.description) }
    return status
  }

  /// Prints the error that ended a command, and returns the exit status.
  static func report(_ stop: CommandStop, _ console: Console) -> ExitCode {
    switch stop {
    case .ended(let status): return status
    case .input(let error): console.report("predcheck: \(error)")
    case .usage(let error): console.report(error.report)
    }
    return .unusable
  }

  /// Runs a command line. Sets `addition` to the options from the configuration file, also if it then throws.
  private static func answer(
    _ arguments: [[UInt8]], _ console: Console, _ addition: inout Configuration.Addition?
  ) throws(CommandStop) -> ExitCode {
    var call = try usage(Call(arguments))
    if call.has(.help) {
      return printHelp(call.isCommandNamed ? call.command.help : Command.help, console)
    }
    console.color(try usage(call.requiredText(.color)))
    if call.has(.version) { return version(console) }
    let configuration = try Configuration.read(for: call, console)
    if let configuration {
      addition = configuration.add(to: &call)
    }
    switch call.command {
    case .check: return try CheckCommand(call: call, console: console).run()
    case .lint: return try LintCommand(call: call, console: console, configuration: configuration).run()
    case .fmt: return try FmtCommand(call: call, console: console).run()
    case .diff: return try DiffCommand(call: call, console: console).run()
    case .eval: return try EvalCommand(call: call, console: console).run()
    case .why: return try WhyCommand(call: call, console: console).run()
    case .report: return try ReportCommand(call: call, console: console).run()
    case .repl: return try ReplCommand(call: call, console: console).run()
    case .sql: return try SQLCommand(call: call, console: console).run()
    case .model: return try ModelCommand(call: call, console: console).run()
    case .tree: return try TreeCommand(call: call, console: console).run()
    case .profile: return try ProfileCommand(call: call, console: console).run()
    case .test: return try TestCommand(call: call, console: console).run()
    case .completions: return try completions(call, console)
    case .help: return try help(call, console)
    case .version: return version(console)
    case .explain: return try ExplainCommand(call: call, console: console).run()
    }
  }

  private static func help(_ call: Call, _ console: Console) throws(CommandStop) -> ExitCode {
    guard let bytes = call.operands.first else { return printHelp(Command.help, console) }
    guard call.operands.count == 1 else {
      throw .usage(UsageError("expected one command, found \(call.operands.count)", .help))
    }
    let name = String(decoding: bytes, as: UTF8.self)
    guard let command = Command(rawValue: name) else {
      let hint = suggestion(for: name, among: Command.allCases.map(\.rawValue))
      throw .usage(UsageError("unknown command '\(name)'\(hint)"))
    }
    return printHelp(command.help, console)
  }

  /// Prints a help text. On a terminal, its paragraphs have at most the terminal's width.
  private static func printHelp(_ help: String, _ console: Console) -> ExitCode {
    console.output.write((console.width.map { help.wrapped(toColumns: $0) } ?? help) + "\n")
    return .fine
  }

  private static func version(_ console: Console) -> ExitCode {
    console.output.write("predcheck \(packageVersion)\n")
    return .fine
  }

  private static func completions(_ call: Call, _ console: Console) throws(CommandStop) -> ExitCode {
    let name = call.operands.count == 1 ? String(decoding: call.operands[0], as: UTF8.self) : ""
    guard let format = CompletionFormat(rawValue: name) else {
      let known = CompletionFormat.allCases.map(\.rawValue)
      throw .usage(
        UsageError(
          "expected one of \(known.joined(separator: ", "))\(suggestion(for: name, among: known))", .completions))
    }
    console.output.write(Command.completions(format))
    return .fine
  }
}
