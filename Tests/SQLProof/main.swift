import CommandSupport
import Foundation

// The proof that memory and SQL find the same rows. See README.md in this folder.

/// Runs the command of the command line and returns the exit status.
func run() throws -> ExitCode {
  let call = try Invocation<SQLProofCommand>(rawArguments())
  if call.has(.help) {
    print(call.isCommandNamed ? call.command.help : SQLProofCommand.help)
    return .fine
  }
  return switch call.command {
  case .random: try RandomProof(call).run()
  case .seeds: try SeedProof(call).run()
  }
}

let status: ExitCode
do { status = try run() } catch {
  let report = (error as? UsageError)?.report ?? "sqlproof: \(error)"
  FileHandle.standardError.write(Data("\(report)\n".utf8))
  status = .unusable
}
exit(status.rawValue)
