import Foundation

exit(WordListCommand.standard.run(Array(CommandLine.arguments.dropFirst())).rawValue)
