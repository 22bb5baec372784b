// macros [--list]: compares predicates of Foundation's macro with their conversions, in memory and on SQLite.
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.allSatisfy({ $0 == "--list" }) else {
  print("usage: macros [--list]")
  exit(2)
}
let store = try trackStore()
let report = Report(outcomes: generatedCases().map { Outcome(of: $0, in: store) })
let body = arguments.isEmpty ? report.differences + report.reasons + [""] + report.table : report.list
for line in body + [""] + report.totals { print(line) }
exit(report.isGood ? 0 : 1)
