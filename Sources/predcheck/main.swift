import CommandSupport
import Foundation

let console = Console.standard
let status = Predcheck.run(rawArguments(), console)
console.close(status)
