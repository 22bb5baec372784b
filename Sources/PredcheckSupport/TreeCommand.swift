import CommandSupport
import Foundation
import PredicateSyntax

/// `predcheck tree`: prints the syntax tree of a format string as JSON.
package struct TreeCommand {
  let call: Call
  let console: Console

  package init(call: Call, console: Console) { (self.call, self.console) = (call, console) }

  package func run() throws(CommandStop) -> ExitCode {
    guard call.operands.count == 1, var format = call.operands.first else {
      throw .usage(UsageError("expected one format string, found \(call.operands.count)", .tree))
    }
    if format == Array("-".utf8) { format = try console.readFormat() }
    let tree: any Encodable
    do {
      if call.has(.expression) {
        tree = try FormatExpression.template(utf8: format)
      } else {
        tree = try FormatPredicate.template(utf8: format)
      }
    } catch {
      console.report(error.diagnostics.map { ($0, error.source) }, name: "format", json: call.has(.json))
      return .unusable
    }
    console.output.write(try text(of: tree) + "\n")
    return .fine
  }

  private func text(of tree: any Encodable) throws(CommandStop) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !call.has(.json) { encoder.outputFormatting.insert(.prettyPrinted) }
    do {
      return String(decoding: try encoder.encode(tree), as: UTF8.self)
    } catch {
      console.report("predcheck: internal error: the tree was not encoded: \(error)")
      throw .ended(.internalError)
    }
  }
}
