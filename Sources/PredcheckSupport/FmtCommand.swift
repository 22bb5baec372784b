import CommandSupport
import PredicateInput
import PredicateSyntax

/// `predcheck fmt`: prints format strings in the canonical layout.
package struct FmtCommand {
  let call: Call
  let console: Console

  package init(call: Call, console: Console) { (self.call, self.console) = (call, console) }

  package func run() throws(CommandStop) -> ExitCode {
    let width = try usage(call.requiredNumber(.width, from: 1))
    if call.has(.diff), call.has(.json) { throw .usage(UsageError("--diff cannot be combined with --json", .fmt)) }
    var isValid = true
    var isLaidOut = true
    for input in try FormatInput.all(call, console) {
      guard let changed = laidOut(input, width: width) else {
        isValid = false
        if let hint = input.hint { console.report(hint) }
        continue
      }
      if changed.changed != input.bytes { isLaidOut = false }
      try write(changed)
    }
    if !isValid { return .unusable }
    return call.has(.check) && !isLaidOut ? .no : .fine
  }

  /// Returns the input in the canonical layout, or nil if a format is invalid. Formats of files, and of standard input, stay on their
  /// lines.
  private func laidOut(_ input: FormatInput, width: Int) -> FormatInput? {
    var changed = input
    var isValid = true
    for (index, line) in input.lines.enumerated() where line.isFormat {
      let result = CheckedFormat(line.text, isExpression: call.has(.expression))
      let text = result.laidOut(width: input.isOperand ? width : .max)
      if let text { changed.lines[index].text = Array(text.utf8) } else { isValid = false }
      if call.has(.json) {
        console.output.write(json(result, line, text, of: input) + "\n")
      } else if text == nil {
        for diagnostic in result.diagnostics {
          console.report(diagnostic, in: result.source, name: input.name, line: line.number)
        }
      } else if call.has(.check), changed.lines[index].text != line.text {
        let position = positionOfChange(line, changed.lines[index].text)
        console.output.write("\(input.name.cleaned):\(position): not in the canonical layout\n")
      }
    }
    return isValid ? changed : nil
  }

  /// Returns the line and the column, in characters from 1, of the first difference between a format and its layout.
  private func positionOfChange(_ line: FormatInput.Line, _ text: [UInt8]) -> String {
    let same = zip(line.text, text).prefix { $0 == $1 }.count
    let lines = line.text[..<same].split(separator: 0x0A, omittingEmptySubsequences: false)
    let column = String(decoding: lines.last ?? [], as: UTF8.self).count + 1
    return "\(line.number + lines.count - 1):\(column)"
  }

  private func write(_ input: FormatInput) throws(CommandStop) {
    if call.has(.diff) { return UnifiedDiff(of: input, color: console.hasOutputColor).write(to: console.output) }
    if !call.has(.check) { try input.write(console, json: call.has(.json)) }
  }

  /// Returns the object that `--json` prints for a format.
  private func json(_ result: CheckedFormat, _ line: FormatInput.Line, _ text: String?, of input: FormatInput) -> String
  {
    let diagnostics = text == nil ? result.diagnostics : []
    return String.jsonObject([
      ("name", String.jsonString(input.name)), ("line", "\(line.number)"), ("index", "\(line.index)"),
      ("text", String.jsonString(result.source)),
      ("formatted", text.map(String.jsonString) ?? "null"),
      ("changed", text.map { Array($0.utf8) != line.text } ?? false ? "true" : "false"),
      ("diagnostics", String.jsonArray(diagnostics.map { $0.json(in: result.source, line: line.number) })),
    ])
  }
}
