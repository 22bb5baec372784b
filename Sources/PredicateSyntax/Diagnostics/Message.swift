/// The wording of a diagnostic, and its code. Each message is one function in the extensions of this type, which holds its code,
/// its text and its notes together.
///
/// The text is one sentence in lowercase without a period: first the problem, then what was expected or what to do. Explanations
/// of rules go into `notes`. Both are made when they are read, because an evaluation that yields nil for errors reads neither.
package struct Message: Sendable {
  /// The stable name of the diagnostic, which also has its stage and severity.
  package let code: FormatDiagnostic.Code
  /// Whether the error is thrown even if an evaluation yields nil for errors, because the value is unknown: a limit ended the
  /// computation, or the value can only be read elsewhere.
  package let isAlwaysThrown: Bool
  private let makeText: @Sendable () -> String
  private let makeNotes: @Sendable () -> [String]

  /// The message as one sentence.
  package var text: String { makeText() }

  /// The reasons for the problem, or what is allowed instead.
  package var notes: [String] { makeNotes() }

  package init(
    _ code: FormatDiagnostic.Code, _ text: @autoclosure @escaping @Sendable () -> String,
    notes: @autoclosure @escaping @Sendable () -> [String] = [], isAlwaysThrown: Bool = false
  ) {
    self.code = code
    self.isAlwaysThrown = isAlwaysThrown
    makeText = text
    makeNotes = notes
  }

  /// The maximum length in bytes of source text that a message or a fix-it repeats.
  static let longestQuotation = 40

  /// Returns the closing bracket for an opening one.
  static func closing(_ open: String) -> String {
    switch open {
    case "(": ")"
    case "{": "}"
    default: "]"
    }
  }

  /// Returns the note that lists what a part of a profile permits.
  ///
  /// - Parameter type: The type that has the keys, if the profile permits keys by type.
  static func permittedNames(_ names: [String], _ code: FormatDiagnostic.Code, ofType type: String?) -> String {
    if names.isEmpty {
      guard code == .keyNotPermitted else { return "it permits none" }
      let remedy =
        type.map { "list the keys of \($0) in \"types\" in a file, or with permitting(keys:of:)" }
        ?? "list the permitted keys in \"keys\" in a file (null permits all), with permitting(keys:) or with --keys"
      return "it permits none: \(remedy)"
    }
    return "it permits \(names.prefix(20).joined(separator: ", "))\(names.count > 20 ? ", and more" : "")"
  }

  /// The advice for a profile that permits keys by type if the type is unknown.
  package static var keysByType: String {
    "the profile permits keys by type: give the type with for:, with model: and entity:, or with --model and --entity"
  }
}

/// Returns a number with its noun, such as `1 argument` or `2 arguments`.
package func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

extension String {
  /// The first 60 characters, for messages.
  package var excerpt: Substring { prefix(60) }
}
