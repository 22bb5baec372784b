import CommandSupport
import PredicateInput
import PredicateSemantics

/// `predcheck profile`: prints a profile as a JSON file.
package struct ProfileCommand {
  let call: Call
  let console: Console

  package init(call: Call, console: Console) { (self.call, self.console) = (call, console) }

  package func run() throws(CommandStop) -> ExitCode {
    guard call.operands.count == 1, let operand = call.operands.first else {
      let known = PredicateProfile.shipped.map(\.name).joined(separator: ", ")
      throw .usage(UsageError("expected one profile: \(known) or a file", .profile))
    }
    let name = try usage(Call.text(operand, what: "the name of a profile", .profile))
    let text = try reading(PredicateProfile.read(name)).fileText
    console.output.write(
      call.has(.json) ? text.split(separator: "\n").map(trimmed).joined(separator: " ") + "\n" : text)
    return .fine
  }

  private func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }
}
