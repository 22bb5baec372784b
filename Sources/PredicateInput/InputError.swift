import PredicateSyntax

/// An error in the input: for example, a missing file, a line that is not a case, or a row with missing cells.
package struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the input: a path or `<stdin>`, or the path of a value in a row.
  package var name: String
  /// The line, counted from 1, or `nil` if the error concerns the whole file.
  package var line: Int?
  /// The message, in lowercase and without a period.
  package var reason: String

  /// The message for a missing file.
  package static let noSuchFile = "the file does not exist"

  /// Creates an error. Removes control characters from the message, because it may quote the input.
  package init(_ name: String, line: Int? = nil, _ reason: String) {
    self.init(name, line: line, report: reason.cleaned)
  }

  /// Creates an error from a description that can have several lines and contains no unsafe characters.
  package init(_ name: String, line: Int? = nil, report: String) {
    self.name = name
    self.line = line
    reason = report
  }

  /// The error in the form `name:line: reason`, which editors recognize.
  package var description: String {
    name.cleaned + (line.map { ":\($0): " } ?? ": ") + reason
  }
}
