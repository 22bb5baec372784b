import CommandSupport
import PredicateInput

/// A parsed command line of predcheck.
package typealias Call = Invocation<Command>

extension UsageError {
  package init(_ reason: String, _ command: Command? = nil) { self.init(reason, of: command) }
}

/// The error that ends a command. `Predcheck.report` prints `usage` and `input`.
package enum CommandStop: Error {
  case usage(UsageError)
  case input(InputError)
  /// The command has already printed its output.
  case ended(ExitCode)
}

/// Returns a value of the command line. Throws an error of the command line as the error that ends the command.
package func usage<Value>(_ read: @autoclosure () throws(UsageError) -> Value) throws(CommandStop) -> Value {
  do { return try read() } catch { throw .usage(error) }
}

/// Returns a value of the input. Throws an error of the input as the error that ends the command.
package func reading<Value>(_ read: @autoclosure () throws(InputError) -> Value) throws(CommandStop) -> Value {
  do { return try read() } catch { throw .input(error) }
}

extension Call {
  /// Throws an error for the first of these options that is given.
  package func refuse(_ flags: [Flag], _ reason: String) throws(UsageError) {
    for flag in flags where has(flag) { throw UsageError("\(flag.spelling) \(reason)", command) }
  }
}
