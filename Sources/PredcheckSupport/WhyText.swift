import PredicateSyntax

/// The answer of `why` as text: a tree of the parts with their counts, and what follows from it.
package struct WhyText {
  package private(set) var text = ""
  private let hasColor: Bool
  /// The number of columns of the terminal, or nil if there is none.
  private let width: Int?
  private let total: Int

  /// The maximum width of a part in the tree, in columns.
  private static let maximumWidth = 60

  package init(_ answer: WhyAnswer, _ explained: [Explanation], source: String, on console: Console) {
    hasColor = console.hasOutputColor
    width = console.width
    total = answer.total
    let matching = answer.root.tally.matching
    line(paint(Self.verdict(matching, of: total), matching == 0 ? .no : .yes))
    line("")
    let lines = lines(answer.root)
    let width = min(Self.maximumWidth, lines.map { $0.head.columns + $0.name.columns }.max() ?? 0)
    for entry in lines { add(entry, width) }
    for warning in answer.warnings {
      line("")
      line(warning.rendered(in: source, color: hasColor, width: Console.textWidth(self.width)))
    }
    for near in answer.near { add(near) }
    if !answer.changes.isEmpty {
      line("")
      line("the number of rows after a change:")
      for change in answer.changes {
        line("  \(paint("\(change.count)", .yes)): \(Explanation.shortened(change.part.format)) (\(change.effect))")
      }
    }
    for explanation in explained {
      line("")
      line(fitted(Self.title(explanation.row)))
      for node in explanation.nodes { line("  " + paint(node.text, node.color)) }
    }
  }

  /// Returns a sentence with the number of matching rows.
  static func verdict(_ matching: Int, of total: Int) -> String {
    if total == 0 { return "there are no rows" }
    let rows = counted(total, "row")
    return switch matching {
    case 0: "no row of \(total) matches"
    case total: total == 1 ? "the only row matches" : "all \(total) rows match"
    case 1: "1 of \(rows) matches"
    default: "\(matching) of \(rows) match"
    }
  }

  /// Returns the position and the text of a row.
  static func title(_ row: WhyRow) -> String {
    (row.position.map { "\($0): " } ?? "") + Explanation.shortened(row.text)
  }

  // MARK: The tree

  private typealias Line = (head: String, below: String, name: String, part: WhyAnswer.Part?)

  /// Returns a line for each part. `head` has the branches of the tree, and `below` those of the next lines.
  private func lines(_ part: WhyAnswer.Part, head: String = "  ", below: String = "  ") -> [Line] {
    let room = min(Self.maximumWidth, width.map { $0 - "  \(total) of \(total)".count } ?? .max) - head.columns
    let name = part.predicate.format.cut(toColumns: max(20, room))
    var lines: [Line] = [(head, below, name, part)]
    for (index, child) in part.parts.enumerated() {
      let isLast = index == part.parts.count - 1 && part.omitted == 0
      lines += self.lines(child, head: below + (isLast ? "└─ " : "├─ "), below: below + (isLast ? "   " : "│  "))
    }
    if part.omitted > 0 { lines.append((below + "└─ ", below, "… \(part.omitted) more", nil)) }
    return lines
  }

  private mutating func add(_ entry: Line, _ width: Int) {
    guard let part = entry.part else { return line(entry.head + entry.name) }
    let count = part.tally.matching
    let padding = String(repeating: " ", count: max(0, width - entry.head.columns - entry.name.columns))
    var notes = part.reasons
    if let left = part.left, left != count { notes.insert("\(left) left", at: 0) }
    let start = entry.head + entry.name + padding + "  "
    let number = "\(count) of \(total)"
    let note = notes.isEmpty ? "" : "  " + notes.joined(separator: "; ")
    let mark = part.leavesNone ? "  ← leaves no row" : ""
    let isTooWide = self.width.map { (start + number + note + mark).columns > $0 } ?? false
    // A note that does not fit follows on the next line.
    let end = isTooWide && !(note + mark).isEmpty ? "\n" + entry.below + (part.parts.isEmpty ? "" : "│") : ""
    line(start + paint(number, count == 0 ? .no : count == total ? .plain : .yes) + end + note + paint(mark, .no))
  }

  private mutating func add(_ near: WhyAnswer.NearRows) {
    line("")
    line(
      "\(near.count) row\(near.count == 1 ? " fails" : "s fail") only in \(Explanation.shortened(near.part.format)):")
    for (row, operands) in zip(near.rows, near.operands) {
      line(fitted("  " + Self.title(row)))
      for operand in operands { line("    \(Explanation.shortened(operand.format)) => \(operand.shownValue)") }
    }
    if near.count > near.rows.count { line("  …") }
  }

  // MARK: Lines

  private mutating func line(_ text: String) { self.text += text + "\n" }

  private func fitted(_ text: String) -> String { width.map { text.cut(toColumns: $0) } ?? text }

  /// The colors of counts and values.
  enum Color: String {
    case yes = "32"
    case no = "31"
    case plain = ""
  }

  private func paint(_ text: String, _ color: Color) -> String {
    hasColor && color != .plain && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension Explanation.Node {
  fileprivate var color: WhyText.Color {
    switch value {
    case .bool(true): .yes
    case .bool(false): .no
    default: .plain
    }
  }
}
