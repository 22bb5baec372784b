/// The output of `--help`, composed from the tables of commands and flags.
enum Help {
  /// The help for the program.
  static var text: String {
    let width = Command.allCases.map(\.rawValue.count).max() ?? 0
    let commands = Command.allCases.map { "  \(padded($0.rawValue, width))  \($0.summary)" }
    return """
      predcheck: check, evaluate and test predicate format strings

      usage: predcheck FORMAT…
      \(Command.allCases.map { "       predcheck \($0.rawValue) [options] \($0.synopsis)" }.joined(separator: "\n"))

      commands (default: check):
      \(commands.joined(separator: "\n"))

      - reads standard input; -- ends the options. See predcheck COMMAND --help for the options of a command.
      """
  }

  /// Returns the help for a command.
  static func text(of command: Command) -> String {
    let flags = Flag.table.filter { $0.commands.contains(command) }
    let heads = flags.map(head)
    let width = heads.map(\.count).max() ?? 0
    let lines = zip(heads, flags).map { "  \(padded($0, width))  \($1.summary)\(addition($1))" }
    return """
      predcheck \(command.rawValue): \(command.summary)

      usage: predcheck \(command.rawValue) [options] \(command.synopsis)

      \(command.details.joined(separator: "\n"))

      options:
      \(lines.joined(separator: "\n"))
      """
  }

  /// Returns the option's forms: `-h, --help` or `--data FILE`.
  private static func head(_ flag: Flag) -> String {
    let letter = flag.letter.map { "-\(UnicodeScalar($0)), " } ?? ""
    return letter + flag.spelling + (flag.value.map { " \($0)" } ?? "")
  }

  private static func addition(_ flag: Flag) -> String {
    if !flag.allowed.isEmpty { return ": \(flag.allowed.joined(separator: ", "))" }
    return flag.repeats ? "; may be repeated" : ""
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
