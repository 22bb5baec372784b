import CommandSupport
import Foundation

exit(WordListCommand.standard.run(rawArguments()).rawValue)
