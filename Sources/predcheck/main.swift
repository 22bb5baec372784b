import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport

let console = Console.standard
let status = Predcheck.run(rawArguments(), console)
console.close(status)
