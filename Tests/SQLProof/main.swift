import Foundation
import PredicateFormat
import ProofSupport

// The proof that memory and SQL find the same rows. See README.md in this folder.

exit(ProofCommand(Array(CommandLine.arguments.dropFirst())).run())
