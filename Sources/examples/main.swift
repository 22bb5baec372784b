import Foundation

do {
  for line in try runExample(Array(CommandLine.arguments.dropFirst())) { print(line) }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
