import Foundation

/// Returns the process's arguments as bytes, because an argument need not be UTF-8. The program's name is omitted.
///
/// Safety: The arguments below `argc` are valid for the life of the process.
package func rawArguments() -> [[UInt8]] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
    return unsafe UnsafeBufferPointer(start: argument, count: strlen(argument)).map(UInt8.init(bitPattern:))
  }
}
