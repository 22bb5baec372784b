import Foundation
import PredicateInput
import PredicateSyntax

/// A web page that needs no other file and runs no script. `why --html` and `report` are made of the same parts.
package struct WebPage {
  private let title: String
  private var body = ""

  /// The maximum number of characters shown of the whole format or its sentence, and of a part or its sentence.
  private static let maximumWidth = 2000
  private static let maximumPartWidth = 300

  /// Creates a page about a format. If the format is empty, creates a part of a page, which has no heading.
  package init(_ title: String, of format: String) {
    self.title = Explanation.shortened("\(title): \(format)".cleaned)
    if format.isEmpty { return }
    body = "<h1><code>\(Self.escaped(Explanation.shortened(format, to: Self.maximumWidth)))</code></h1>\n"
  }

  /// Creates the page of `why`.
  package init(_ answer: WhyAnswer, _ explained: [Explanation], source: String) {
    self.init("predcheck why", of: answer.root.predicate.laidOut(width: 80))
    addParagraph(WhyText.verdict(answer.root.tally.matching, of: answer.total), .lead)
    add(answer.root, of: answer.total)
    for warning in answer.warnings { add(warning, in: source) }
    add(answer)
    if !explained.isEmpty { addHeading("Rows") }
    add(explained)
  }

  /// The page as HTML. No part of it can run a script or load a file, even if its text were not escaped.
  package var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(Self.escaped(title))</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    \(body)</body>
    </html>

    """
  }

  /// Writes the page to a file, or to standard output without a path.
  package func write(to path: String?, _ console: Console) throws(CommandStop) {
    guard let path else { return console.output.write(text) }
    try reading(writeFile(Array(text.utf8), to: path))
  }

  // MARK: Text

  /// The classes of the style sheet.
  package enum Style: String {
    case lead, note, good, bad, plain
  }

  package mutating func addHeading(_ text: String) { body += "<h2>\(Self.escaped(text))</h2>\n" }

  package mutating func addParagraph(_ text: String, _ style: Style) {
    body += "<p class=\"\(style.rawValue)\">\(Self.escaped(Explanation.shortened(text, to: Self.maximumWidth)))</p>\n"
  }

  package mutating func addCode(_ text: String) { body += "<pre>\(Self.escaped(text))</pre>\n" }

  /// Adds a list whose items begin with a word.
  package mutating func add(_ items: [(word: String, style: Style, text: String)], asFacts: Bool = false) {
    body += "<ul class=\"\(asFacts ? "facts" : "items")\">\n"
    for item in items {
      body += "<li><span class=\"word \(item.style.rawValue)\">\(Self.escaped(item.word))</span> "
      body += "\(Self.escaped(Explanation.shortened(item.text, to: Self.maximumWidth)))</li>\n"
    }
    body += "</ul>\n"
  }

  /// Adds a part that a reader can open and close.
  package mutating func add(_ part: WebPage, below name: String, _ verdict: String, _ style: Style, isOpen: Bool) {
    body += "<details\(isOpen ? " open" : "")><summary><strong>\(Self.escaped(name))</strong> "
    body += "<span class=\"word \(style.rawValue)\">\(Self.escaped(verdict))</span></summary>\n\(part.body)</details>\n"
  }

  /// Adds a diagnostic, and the text after each of its fixes.
  package mutating func add(_ diagnostic: FormatDiagnostic, in source: String) {
    body += "<pre class=\"\(diagnostic.severity.rawValue)\">\(Self.escaped(diagnostic.rendered(in: source)))</pre>\n"
    let bytes = Array(source.utf8)
    let fixes = diagnostic.fixIts.filter { $0.range.end <= bytes.count }.map { fix in
      let fixed = bytes[..<fix.range.start] + fix.replacement.utf8 + bytes[fix.range.end...]
      return (word: "fix", style: Style.good, text: "\(String(decoding: fixed, as: UTF8.self)) (\(fix.title))")
    }
    if !fixes.isEmpty { add(fixes) }
  }

  // MARK: The tree

  /// Adds the tree of a predicate, with the counts of its parts if the number of all rows is known.
  package mutating func add(_ root: WhyAnswer.Part, of total: Int?) {
    body += "<ul class=\"tree\">\n\(Self.item(root, of: total))</ul>\n"
  }

  private static func item(_ part: WhyAnswer.Part, of total: Int?) -> String {
    let predicate = part.predicate
    var children = part.parts.map { item($0, of: total) }.joined()
    if part.omitted > 0 { children += "<li>… \(part.omitted) more</li>\n" }
    var name = "<code>\(shortened(predicate.format))</code>"
    switch predicate.kind {
    case .and where !part.parts.isEmpty: name = "<strong>AND</strong>"
    case .or where !part.parts.isEmpty: name = "<strong>OR</strong>"
    case .not where !part.parts.isEmpty: name = "<strong>NOT</strong>"
    case .comparison(let comparison):
      children += item(comparison.left, depth: 0) + item(comparison.right, depth: 0)
    case .and, .or, .not, .constant, .invalid: break
    }
    return item(name, predicate.sentenceAboveParts, total.map { count(part, of: $0) } ?? "", children)
  }

  /// Returns an item for an expression with parts, and the items of these. Other expressions have no item.
  private static func item(_ expression: FormatExpression, depth: Int) -> String {
    let parts = expression.kind.children
    let predicate = expression.kind.childPredicate
    if parts.isEmpty && predicate == nil || expression.isConstant || depth == Explanation.maximumDepth { return "" }
    var children = parts.prefix(Explanation.maximumParts).map { item($0, depth: depth + 1) }.joined()
    if let predicate { children += item(WhyAnswer.Part(predicate, depth: depth + 1), of: nil) }
    return item("<code>\(shortened(expression.format))</code>", expression.phrase, "", children)
  }

  private static func item(_ name: String, _ meaning: String, _ count: String, _ children: String) -> String {
    let more = children.isEmpty ? "" : "\n<ul>\n\(children)</ul>\n"
    return "<li><div class=\"part\"><div>\(name) <p>\(shortened(meaning))</p></div>\(count)</div>\(more)</li>\n"
  }

  private static func count(_ part: WhyAnswer.Part, of total: Int) -> String {
    let count = part.tally.matching
    let share = total == 0 ? 0 : Int((Double(count) / Double(total) * 100).rounded(.up))
    var notes = part.reasons
    if let left = part.left, left != count { notes.insert("\(left) left", at: 0) }
    if part.leavesNone { notes.append("leaves no row") }
    var text = "<div class=\"count\"><span class=\"\(count == 0 ? "bad" : "plain")\">\(count) of \(total)</span>"
    text += " <span class=\"bar\" aria-hidden=\"true\"><span style=\"width: \(share)%\"></span></span>"
    if !notes.isEmpty { text += " <span class=\"note\">\(escaped(notes.joined(separator: "; ")))</span>" }
    return text + "</div>"
  }

  // MARK: Rows

  /// Adds the rows that fail in one part only, and the changes that find more rows.
  package mutating func add(_ answer: WhyAnswer) {
    if !answer.near.isEmpty { addHeading("Rows that fail in one part only") }
    for near in answer.near {
      body += "<p>\(near.count) only in <code>\(Self.shortened(near.part.format))</code></p>\n<table>\n"
      for (row, operands) in zip(near.rows, near.operands) {
        let values = operands.map { "<code>\(Self.escaped($0.format))</code> is \(Self.escaped($0.shownValue))" }
        body += "<tr><td>\(Self.escaped(WhyText.title(row)))</td><td>\(values.joined(separator: "<br>"))</td></tr>\n"
      }
      body += "</table>\n"
    }
    if answer.changes.isEmpty { return }
    addHeading("The number of rows after a change")
    body += "<table>\n<tr><th>rows</th><th>part</th><th>effect</th></tr>\n"
    for change in answer.changes {
      body += "<tr><td class=\"number\">\(change.count)</td><td><code>\(Self.shortened(change.part.format))</code></td>"
      body += "<td>\(Self.escaped(change.effect))</td></tr>\n"
    }
    body += "</table>\n"
  }

  /// Adds a table with the value of each part for some rows, or a table for each row if they do not have the same parts.
  package mutating func add(_ explanations: [Explanation]) {
    let formats = explanations.map { $0.nodes.map(\.format) }
    guard let first = explanations.first, formats.allSatisfy({ $0 == formats[0] }) else {
      for explanation in explanations { add([explanation]) }
      return
    }
    let titles = explanations.map { "<th>\(Self.escaped(WhyText.title($0.row)))</th>" }
    body += "<div class=\"wide\"><table>\n<tr><th>part</th>\(titles.joined())</tr>\n"
    for (index, part) in first.nodes.enumerated() {
      body += "<tr><td style=\"padding-left: \(part.depth)em\"><code>\(Self.shortened(part.format))</code></td>"
      for node in explanations.map({ $0.nodes[index] }) {
        let style: Style = node.value == .bool(true) ? .good : node.value == .bool(false) ? .bad : .plain
        body += "<td class=\"\(style.rawValue)\">\(Self.escaped(node.shownValue))</td>"
      }
      body += "</tr>\n"
    }
    body += "</table></div>\n"
  }

  // MARK: Escaping

  private static func shortened(_ text: String) -> String {
    escaped(Explanation.shortened(text, to: maximumPartWidth))
  }

  /// Returns the text as HTML. Control characters and bidirectional controls become blanks, except for line ends.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar.disturbsLines && scalar != "\n" ? " " : scalar)
      }
    }
    return result
  }

  private static let style = """
    :root { color-scheme: light dark; --text: #1f2328; --back: #ffffff; --card: #f6f8fa; --soft: #59636e; --line: #d1d9e0; --good: #1a7f37; --bad: #b3261e; --word: #0550ae; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #e6edf3; --back: #0d1117; --card: #161b22; --soft: #9198a1; --line: #3d444d; --good: #57c26d; --bad: #ff8a80; --word: #79c0ff; }
    }
    body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); max-width: 60em; margin: 2em auto; padding: 0 1em; overflow-wrap: anywhere; }
    h1 { font-size: 1.3em; white-space: pre-wrap; }
    h2 { font-size: 1.15em; margin: 2em 0 0.6em; }
    code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em; }
    pre { background: var(--card); border: 1px solid var(--line); border-radius: 0.5em; padding: 0.6em 1em; overflow-x: auto; overflow-wrap: normal; }
    pre.error, pre.warning { border-left: 4px solid var(--bad); }
    .lead { font-size: 1.2em; }
    .note, .part p { color: var(--soft); }
    .good { color: var(--good); }
    .bad { color: var(--bad); }
    .tree, .tree ul, .facts, .items { list-style: none; padding: 0; margin: 0; }
    .tree ul { margin-left: 0.9em; }
    .tree li { position: relative; padding-top: 0.5em; }
    .tree ul > li { padding-left: 1.3em; }
    .tree ul > li::before, .tree ul > li:not(:last-child)::after { content: ""; position: absolute; left: 0; top: 0; border-left: 2px solid var(--line); }
    .tree ul > li::before { width: 1.2em; height: 1.7em; border-bottom: 2px solid var(--line); border-bottom-left-radius: 0.6em; }
    .tree ul > li:not(:last-child)::after { bottom: 0; }
    .part { display: flex; flex-wrap: wrap; gap: 0.2em 1.5em; justify-content: space-between; background: var(--card); border: 1px solid var(--line); border-radius: 0.5em; padding: 0.4em 0.9em; }
    .part > div:first-child { flex: 1 1 16em; }
    .part strong, summary strong { color: var(--word); }
    .part p { margin: 0; }
    .count { flex: 0 1 13em; font-variant-numeric: tabular-nums; }
    .count .note { display: block; font-size: 0.9em; }
    .bar { display: block; height: 0.4em; margin: 0.3em 0; border-radius: 0.2em; overflow: hidden; background: var(--line); }
    .bar span { display: block; height: 100%; background: var(--good); }
    .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(11em, 1fr)); gap: 0.6em; }
    .facts li { border: 1px solid var(--line); border-radius: 0.5em; padding: 0.5em 0.9em; color: var(--soft); }
    .facts .word { display: block; font-size: 1.2em; font-weight: 600; }
    .items li { padding: 0.1em 0; }
    .items .word { font-weight: 600; }
    details { border: 1px solid var(--line); border-radius: 0.5em; padding: 0.5em 0.9em; margin: 0.5em 0; }
    summary { cursor: pointer; }
    .wide { overflow-x: auto; overflow-wrap: normal; }
    table { border-collapse: collapse; }
    th, td { text-align: left; vertical-align: top; padding: 0.2em 1em 0.2em 0; border-bottom: 1px solid var(--line); }
    .number { font-variant-numeric: tabular-nums; text-align: right; }
    """
}
