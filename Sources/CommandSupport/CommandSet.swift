/// The commands of a program, and what its help says about them. The only command of a program is never named.
package protocol CommandSet: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The name of the program.
  static var program: String { get }
  /// A one-line description of the program.
  static var about: String { get }
  /// The command of a command line that names none.
  static var unnamed: Self { get }
  /// The last paragraph of the program's help.
  static var notes: String { get }

  /// The options, in the order of the help.
  var flags: [Flag] { get }
  /// The arguments, as the usage line shows them.
  var synopsis: String { get }
  /// A one-line description.
  var summary: String { get }
  /// The paragraphs of the help, one line per element.
  var details: [String] { get }
  /// Calls of the command for its help, without the program's name.
  var examples: [String] { get }
  /// What to add to the error for an unknown option that resembles no other.
  var hintForUnknownOption: String { get }
}

extension CommandSet {
  package var hintForUnknownOption: String { "" }
  package var examples: [String] { [] }

  /// The command as a call: `predcheck eval`.
  var call: String { Self.allCases.count > 1 ? "\(Self.program) \(rawValue)" : Self.program }

  /// The help for the program.
  package static var help: String {
    let width = allCases.map(\.rawValue.count).max() ?? 0
    return """
      \(program): \(about)

      usage: \(joined(program, unnamed.synopsis))
      \(allCases.map { "       " + $0.usage }.joined(separator: "\n"))

      commands (default: \(unnamed.rawValue)):
      \(allCases.map { "  \(padded($0.rawValue, width))  \($0.summary)" }.joined(separator: "\n"))

      \(notes)
      """
  }

  /// The help for the command.
  package var help: String {
    let heads = flags.map(Self.head)
    let width = heads.map(\.count).max() ?? 0
    let lines = zip(heads, flags).map { head, flag in
      let summary = flag.summary.split(separator: "\n")
        .joined(separator: "\n" + String(repeating: " ", count: width + 4))
      return "  \(Self.padded(head, width))  \(summary)\(Self.addition(flag))"
    }
    let shown = examples.map { "\n  $ \(Self.program) \($0)" }.joined()
    return """
      \(call): \(summary)

      usage: \(usage)

      \(details.joined(separator: "\n"))

      options:
      \(lines.joined(separator: "\n"))
      """ + (shown.isEmpty ? "" : "\n\nexamples:" + shown)
  }

  /// The usage line.
  var usage: String { Self.joined(call, "[options]", synopsis) }

  private static func joined(_ words: String...) -> String { words.filter { !$0.isEmpty }.joined(separator: " ") }

  /// Returns the option's forms: `-h, --help` or `--data FILE`.
  private static func head(_ flag: Flag) -> String {
    let letter = flag.letter.map { "-\(UnicodeScalar($0)), " } ?? ""
    return letter + flag.spelling + (flag.value.map { " \($0)" } ?? "")
  }

  private static func addition(_ flag: Flag) -> String {
    (flag.allowed.isEmpty ? "" : ": \(flag.allowed.joined(separator: ", "))")
      + (flag.repeats ? "; may be repeated" : "") + (flag.initial.map { " (default: \($0))" } ?? "")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
