/// An option of a command. Parsing, help and suggestions all read its one declaration.
package struct Flag: Sendable, Hashable {
  /// The long name, without dashes.
  package let name: String
  /// The letter of the short form, or `nil` if the option has only the long form.
  package let letter: UInt8?
  /// The placeholder for the value in the help, or nil if the option takes no value.
  package let placeholder: String?
  /// The permitted values, or an empty array if any value is.
  package let allowed: [String]
  /// The default value, or `nil` if the option has none.
  package let initial: String?
  /// Whether the option may be repeated.
  package let repeats: Bool
  /// Whether the operand may be a single word if this option is given. Without such an option, a word that resembles the name of
  /// a command is an error.
  package let permitsWord: Bool
  /// A description for the help. Each further line is indented below the first.
  package let summary: String

  package init(
    _ name: String, letter: UInt8? = nil, value: String? = nil, allowed: [String] = [], default initial: String? = nil,
    repeats: Bool = false, permitsWord: Bool = false, _ summary: String
  ) {
    self.name = name
    self.letter = letter
    placeholder = value
    self.allowed = allowed
    self.initial = initial
    self.repeats = repeats
    self.permitsWord = permitsWord
    self.summary = summary
  }

  /// The option as written: `--name`.
  package var spelling: String { "--\(name)" }

  /// The option that every command has.
  package static let help = Flag("help", letter: UInt8(ascii: "h"), "print this help")
}
