import PredicateSyntax

/// The answer of `why` as a web page, which needs no other file.
struct WhyPage {
  private(set) var text = ""
  private let total: Int

  init(_ answer: WhyAnswer, _ explained: [Explanation], source: String) {
    total = answer.total
    let verdict = WhyText.verdict(answer.root.tally.matching, of: total)
    let title = "predcheck why: \(answer.root.predicate.format)"
    text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escaped(Explanation.shortened(title)))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <h1><code>\(escaped(answer.root.predicate.format))</code></h1>
      <p class="verdict">\(escaped(verdict))</p>

      """
    text += "<ul class=\"tree\">\n\(item(answer.root))</ul>\n"
    for warning in answer.warnings {
      text += "<pre class=\"warning\">\(escaped(warning.rendered(in: source)))</pre>\n"
    }
    if !answer.near.isEmpty { text += "<h2>Rows that fail in one part only</h2>\n" }
    for near in answer.near { add(near) }
    if !answer.changes.isEmpty {
      text +=
        "<h2>The number of rows after a change</h2>\n<table>\n<tr><th>rows</th><th>part</th><th>effect</th></tr>\n"
      for change in answer.changes {
        text += "<tr><td class=\"number\">\(change.count)</td><td><code>\(escaped(change.part.format))</code></td>"
        text += "<td>\(escaped(change.effect))</td></tr>\n"
      }
      text += "</table>\n"
    }
    if !explained.isEmpty { text += "<h2>Rows</h2>\n" }
    for explanation in explained { add(explanation) }
    text += "</body>\n</html>\n"
  }

  private func item(_ part: WhyAnswer.Part) -> String {
    let count = part.tally.matching
    let share = total == 0 ? 0 : Int((Double(count) / Double(total) * 100).rounded(.up))
    var notes = part.reasons
    if let left = part.left, left != count { notes.insert("\(left) left", at: 0) }
    if part.leavesNone { notes.append("leaves no row") }
    var item = "<li><span class=\"part\(count == 0 ? " none" : "")\"><code>\(escaped(part.predicate.format))</code>"
    item += " <span class=\"bar\" aria-hidden=\"true\"><span style=\"width: \(share)%\"></span></span>"
    item += " <span class=\"number\">\(count) of \(total)</span>"
    if !notes.isEmpty { item += " <span class=\"note\">\(escaped(notes.joined(separator: "; ")))</span>" }
    item += "</span>"
    if !part.parts.isEmpty {
      let more = part.omitted > 0 ? "<li>… \(part.omitted) more</li>\n" : ""
      item += "\n<ul>\n\(part.parts.map(self.item).joined())\(more)</ul>\n"
    }
    return item + "</li>\n"
  }

  private mutating func add(_ near: WhyAnswer.NearRows) {
    text += "<p>\(near.count) only in <code>\(escaped(near.part.format))</code></p>\n<table>\n"
    for (row, operands) in zip(near.rows, near.operands) {
      let values = operands.map { "<code>\(escaped($0.format))</code> is \(escaped($0.shownValue))" }
      text += "<tr><td>\(escaped(WhyText.title(row)))</td><td>\(values.joined(separator: "<br>"))</td></tr>\n"
    }
    text += "</table>\n"
  }

  private mutating func add(_ explanation: Explanation) {
    text += "<h3>\(escaped(WhyText.title(explanation.row)))</h3>\n<table>\n"
    for node in explanation.nodes {
      let verdict = node.value == .bool(true) ? " class=\"yes\"" : node.value == .bool(false) ? " class=\"no\"" : ""
      text += "<tr><td style=\"padding-left: \(node.depth + 1)em\"><code>\(escaped(node.format))</code></td>"
      text += "<td\(verdict)>\(escaped(node.shownValue))</td></tr>\n"
    }
    text += "</table>\n"
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  private static let style = """
    :root { color-scheme: light dark; --text: #1a1a1a; --back: #ffffff; --soft: #666; --line: #ddd; --yes: #1a7f37; --no: #b3261e; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #e6e6e6; --back: #16181c; --soft: #9aa0a6; --line: #3a3f45; --yes: #57c26d; --no: #ff8a80; }
    }
    body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); max-width: 60em; margin: 2em auto; padding: 0 1em; }
    h1 { font-size: 1.2em; overflow-wrap: anywhere; }
    h2 { font-size: 1.1em; margin-top: 2em; }
    h3 { font-size: 1em; font-weight: normal; overflow-wrap: anywhere; }
    code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em; }
    .verdict { font-size: 1.2em; }
    .tree, .tree ul { list-style: none; padding-left: 1.5em; border-left: 1px solid var(--line); }
    .tree { padding-left: 0; border: none; }
    .part { display: flex; flex-wrap: wrap; gap: 0.2em 1em; align-items: center; padding: 0.2em 0 0.2em 0.5em; }
    .part code { overflow-wrap: anywhere; }
    .bar { width: 6em; height: 0.6em; border: 1px solid var(--line); border-radius: 0.3em; overflow: hidden; }
    .bar span { display: block; height: 100%; background: var(--yes); }
    .number { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
    .none .number, .no { color: var(--no); }
    .yes { color: var(--yes); }
    .note { color: var(--soft); }
    .warning { border-left: 3px solid var(--no); padding: 0.5em 1em; overflow-x: auto; }
    table { border-collapse: collapse; }
    th, td { text-align: left; vertical-align: top; padding: 0.2em 1em 0.2em 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
    """
}
