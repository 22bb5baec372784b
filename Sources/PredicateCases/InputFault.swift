/// Input that cannot be used: a missing file, a line that is no case, a ragged row.
package struct InputFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// What the input is called: a path, or `<stdin>`.
  package var name: String
  /// The line, counted from 1; nil where the fault is of the whole file.
  package var line: Int?
  /// What is wrong, lower case, without a full stop.
  package var reason: String

  package init(_ name: String, line: Int? = nil, _ reason: String) {
    self.name = name
    self.line = line
    self.reason = reason
  }

  /// `name:line: reason`, as editors and people look it up.
  package var description: String {
    line.map { "\(name):\($0): \(reason)" } ?? "\(name): \(reason)"
  }
}
