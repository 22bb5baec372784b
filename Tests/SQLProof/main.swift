import Foundation
import PredicateFormat
import ProofSupport

// The proof that memory and SQL find the same rows. See README.md in this folder.

let words = Array(CommandLine.arguments.dropFirst())
exit(words.first == "seeds" ? SeedCommand(Array(words.dropFirst())).run() : ProofCommand(words).run())
