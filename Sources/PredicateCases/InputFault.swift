import PredicateSyntax

/// Input that cannot be used: a missing file, a line that is no case, a ragged row.
package struct InputFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// What the input is called: a path, or `<stdin>`.
  package var name: String
  /// The line, counted from 1; nil where the fault is of the whole file.
  package var line: Int?
  /// What is wrong, lower case, without a full stop.
  package var reason: String

  /// The reason of a file that is missing.
  package static let noSuchFile = "there is no such file"

  /// Makes a fault. What its reason repeats of the input is cleaned here.
  package init(_ name: String, line: Int? = nil, _ reason: String) {
    self.init(name, line: line, report: reason.cleaned)
  }

  /// Makes a fault of a report, which may have several lines: an error's description, in which all is clean.
  package init(_ name: String, line: Int? = nil, report: String) {
    self.name = name
    self.line = line
    reason = report
  }

  /// `name:line: reason`, as editors and people look it up.
  package var description: String {
    name.cleaned + (line.map { ":\($0): " } ?? ": ") + reason
  }
}
