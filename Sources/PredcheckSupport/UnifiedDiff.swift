import PredicateSyntax

/// The changes of a text as a unified diff, which `patch` can apply to its file.
package struct UnifiedDiff {
  /// The number of unchanged lines before and after a change.
  private static let context = 3
  private let name: String
  /// Whether the text ends without a line end. The diff of a file says so.
  private let isOpen: Bool
  private let hasColor: Bool
  /// The old and the new lines. A format of a file is one line before and after.
  private var entries: [(old: [ArraySlice<UInt8>], new: [ArraySlice<UInt8>])]

  init(of input: FormatInput, color: Bool) {
    name = input.name.cleaned
    hasColor = color
    let changed = input.changed
    isOpen = !input.isOperand && input.bytes.last != 0x0A
    let (old, new) = (Self.lines(input.bytes), Self.lines(changed))
    entries = input.isOperand ? [(old, new)] : zip(old, new).map { ([$0], [$1]) }
  }

  /// Compares a file before and after changes within its lines.
  package init(of name: String, from old: [UInt8], to new: [UInt8], color: Bool) {
    self.name = name.cleaned
    hasColor = color
    isOpen = old.last != 0x0A
    entries = zip(Self.lines(old), Self.lines(new)).map { ([$0], [$1]) }
  }

  /// Returns the lines with all bytes but their line feed.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let text = bytes.last == 0x0A ? bytes.dropLast() : bytes[...]
    return text.split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  package func write(to output: ByteSink) {
    var changes = entries.indices.filter { entries[$0].old != entries[$0].new }[...]
    if changes.isEmpty { return }
    // patch reads a name with spaces up to a tab.
    let end = name.contains(" ") ? "\t\n" : "\n"
    output.write("--- \(name)\(end)+++ \(name)\(end)")
    while let first = changes.popFirst() {
      var last = first
      while let next = changes.first, next - last <= 2 * Self.context { last = changes.removeFirst() }
      let hunk = max(first - Self.context, 0)..<min(last + Self.context + 1, entries.count)
      let (old, new) = entries[hunk].reduce((0, 0)) { ($0.0 + $1.old.count, $0.1 + $1.new.count) }
      output.write("@@ -\(hunk.lowerBound + 1),\(old) +\(hunk.lowerBound + 1),\(new) @@\n")
      for index in hunk {
        let entry = entries[index]
        let isLast = isOpen && index == entries.count - 1
        if entry.old == entry.new {
          write(entry.old, " ", "", isLast, output)
        } else {
          write(entry.old, "-", "\u{1B}[31m", isLast, output)
          write(entry.new, "+", "\u{1B}[32m", isLast, output)
        }
      }
    }
  }

  private func write(_ lines: [ArraySlice<UInt8>], _ sign: String, _ color: String, _ isLast: Bool, _ output: ByteSink)
  {
    let isPainted = hasColor && !color.isEmpty
    for line in lines {
      output.write((isPainted ? color : "") + sign)
      output.writeLine(line + Array((isPainted ? "\u{1B}[0m" : "").utf8))
    }
    if isLast { output.write("\\ No newline at end of file\n") }
  }
}
