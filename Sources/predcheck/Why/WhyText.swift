import PredicateSyntax

/// The answer of `why` as text: a tree of the parts with their counts, and what follows from it.
struct WhyText {
  private(set) var text = ""
  private let hasColor: Bool
  private let total: Int

  /// The maximum width of a part in the tree, in characters.
  private static let maximumWidth = 60

  init(_ answer: WhyAnswer, _ explained: [Explanation], source: String, color: Bool) {
    hasColor = color
    total = answer.total
    let matching = answer.root.tally.matching
    line(paint(Self.verdict(matching, of: total), matching == 0 ? .no : .yes))
    line("")
    let lines = Self.lines(answer.root)
    let width = min(Self.maximumWidth, lines.map { $0.head.count + $0.name.count }.max() ?? 0)
    for entry in lines { add(entry, width) }
    for warning in answer.warnings {
      line("")
      line(warning.rendered(in: source, color: hasColor))
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
      line(Self.title(explanation.row))
      for node in explanation.nodes { line("  " + paint(node.text, node.color)) }
    }
  }

  /// Returns a sentence with the number of matching rows.
  static func verdict(_ matching: Int, of total: Int) -> String {
    if total == 0 { return "there are no rows" }
    let rows = "\(total) row\(total == 1 ? "" : "s")"
    return switch matching {
    case 0: "no row of \(total) matches"
    case total: total == 1 ? "the only row matches" : "all \(total) rows match"
    case 1: "1 of \(rows) matches"
    default: "\(matching) of \(rows) match"
    }
  }

  /// Returns the position and the text of a row.
  static func title(_ row: AskedRow) -> String {
    (row.place.map { "\($0): " } ?? "") + Explanation.shortened(row.text)
  }

  // MARK: The tree

  private typealias Line = (head: String, name: String, part: WhyAnswer.Part?)

  /// Returns a line for each part. `head` has the branches of the tree.
  private static func lines(_ part: WhyAnswer.Part, head: String = "  ", below: String = "  ") -> [Line] {
    var lines: [Line] = [(head, cut(part.predicate.format), part)]
    for (index, child) in part.parts.enumerated() {
      let isLast = index == part.parts.count - 1 && part.omitted == 0
      lines += Self.lines(child, head: below + (isLast ? "└─ " : "├─ "), below: below + (isLast ? "   " : "│  "))
    }
    if part.omitted > 0 { lines.append((below + "└─ ", "… \(part.omitted) more", nil)) }
    return lines
  }

  private static func cut(_ text: String) -> String {
    text.count > maximumWidth ? text.prefix(maximumWidth - 1) + "…" : text
  }

  private mutating func add(_ entry: Line, _ width: Int) {
    guard let part = entry.part else { return line(entry.head + entry.name) }
    let count = part.tally.matching
    let padding = String(repeating: " ", count: max(0, width - entry.head.count - entry.name.count))
    var notes = part.reasons
    if let left = part.left, left != count { notes.insert("\(left) left", at: 0) }
    var text = entry.head + entry.name + padding + "  "
    text += paint("\(count) of \(total)", count == 0 ? .no : count == total ? .plain : .yes)
    if !notes.isEmpty { text += "  " + notes.joined(separator: "; ") }
    if part.leavesNone { text += paint("  ← leaves no row", .no) }
    line(text)
  }

  private mutating func add(_ near: WhyAnswer.NearRows) {
    line("")
    line(
      "\(near.count) row\(near.count == 1 ? " fails" : "s fail") only in \(Explanation.shortened(near.part.format)):")
    for (row, operands) in zip(near.rows, near.operands) {
      line("  " + Self.title(row))
      for operand in operands { line("    \(Explanation.shortened(operand.format)) => \(operand.shownValue)") }
    }
    if near.count > near.rows.count { line("  …") }
  }

  // MARK: Lines

  private mutating func line(_ text: String) { self.text += text + "\n" }

  /// The colors of counts and values.
  enum Color: String {
    case yes = "32"
    case no = "31"
    case plain = ""
  }

  private func paint(_ text: String, _ color: Color) -> String {
    hasColor && color != .plain ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
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
