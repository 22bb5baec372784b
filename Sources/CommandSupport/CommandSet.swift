/// The commands of a program, and what its help says about them. If a program has only one command, such as wordlist, the command
/// line does not name it.
package protocol CommandSet: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The name of the program.
  static var program: String { get }
  /// A one-line description of the program.
  static var about: String { get }
  /// The command if the command line names none.
  static var defaultCommand: Self { get }
  /// The last paragraph of the program's help.
  static var notes: String { get }

  /// The options, in the order of the help.
  var flags: [Flag] { get }
  /// The arguments, as the usage line shows them.
  var synopsis: String { get }
  /// A one-line description.
  var summary: String { get }
  /// The lines of the help between the usage and the options.
  var details: [String] { get }
  /// Command lines that the help shows, without the program's name.
  var examples: [String] { get }
  /// The end of the error for an unknown option without a similar name.
  var hintForUnknownOption: String { get }
}

extension CommandSet {
  package var hintForUnknownOption: String { "" }
  package var examples: [String] { [] }

  /// The program and the command, as a command line names them: `predcheck eval`.
  var invocation: String { Self.allCases.count > 1 ? "\(Self.program) \(rawValue)" : Self.program }

  package static var help: String {
    let width = allCases.map(\.rawValue.count).max() ?? 0
    return """
      \(program): \(about)

      usage: \(joined(program, defaultCommand.synopsis))
      \(allCases.map { "       " + $0.usage }.joined(separator: "\n"))

      commands (default: \(defaultCommand.rawValue)):
      \(allCases.map { "  \(padded($0.rawValue, width))  \($0.summary)" }.joined(separator: "\n"))

      \(notes)
      """
  }

  package var help: String {
    let forms = flags.map(Self.forms)
    let width = forms.map(\.count).max() ?? 0
    let lines = zip(forms, flags).map { forms, flag in
      let summary = flag.summary.split(separator: "\n")
        .joined(separator: "\n" + String(repeating: " ", count: width + 4))
      return "  \(Self.padded(forms, width))  \(summary)\(Self.constraints(flag))"
    }
    let shown = examples.map { "\n  $ \(Self.program) \($0)" }.joined()
    return """
      \(invocation): \(summary)

      usage: \(usage)

      \(details.joined(separator: "\n"))

      options:
      \(lines.joined(separator: "\n"))
      """ + (shown.isEmpty ? "" : "\n\nexamples:" + shown)
  }

  var usage: String { Self.joined(invocation, "[options]", synopsis) }

  private static func joined(_ words: String...) -> String { words.filter { !$0.isEmpty }.joined(separator: " ") }

  /// Returns the option's forms: `-h, --help` or `--data FILE`.
  private static func forms(_ flag: Flag) -> String {
    let letter = flag.letter.map { "-\(UnicodeScalar($0)), " } ?? ""
    return letter + flag.spelling + (flag.placeholder.map { " \($0)" } ?? "")
  }

  private static func constraints(_ flag: Flag) -> String {
    (flag.allowed.isEmpty ? "" : ": \(flag.allowed.joined(separator: ", "))")
      + (flag.repeats ? "; may be repeated" : "") + (flag.initial.map { " (default: \($0))" } ?? "")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
