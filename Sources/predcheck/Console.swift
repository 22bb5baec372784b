import Foundation
import PredicateCases

/// Where the program reads and writes; tests give their own.
final class Console {
  /// Answers.
  let output: ByteSink
  /// Findings, and what is wrong with a call.
  let errors: ByteSink
  /// Whether findings are coloured.
  let hasColor: Bool
  private let readInput: () throws(InputFault) -> [UInt8]

  init(
    output: ByteSink, errors: ByteSink, hasColor: Bool, readInput: @escaping () throws(InputFault) -> [UInt8]
  ) {
    self.output = output
    self.errors = errors
    self.hasColor = hasColor
    self.readInput = readInput
  }

  /// The process's own streams.
  static var standard: Console {
    #if !os(Windows)
      // A closed pipe is then an error of writing, which ends the output quietly; a file that may grow no more is one too.
      signal(SIGPIPE, SIG_IGN)
      signal(SIGXFSZ, SIG_IGN)
    #endif
    return Console(
      output: ByteSink(descriptor: 1), errors: ByteSink(descriptor: 2), hasColor: isColorWanted,
      readInput: readStandardInput)
  }

  /// All of standard input.
  func input() throws(InputFault) -> [UInt8] { try readInput() }

  /// Writes findings, after the answers that came before them.
  func report(_ text: String) {
    output.flush()
    errors.write(text + "\n")
    errors.flush()
  }

  /// Writes what is left and ends the process.
  func close(_ status: ExitCode) -> Never {
    output.flush()
    if let reason = output.failure {
      report("predcheck: standard output cannot be written: \(reason)")
      exit(ExitCode.unusable.rawValue)
    }
    exit(status.rawValue)
  }

  /// Colours on a terminal, unless `NO_COLOR` or a dumb terminal speaks against them.
  private static var isColorWanted: Bool {
    let environment = ProcessInfo.processInfo.environment
    guard environment["NO_COLOR"]?.isEmpty ?? true, environment["TERM"] != "dumb" else { return false }
    return isatty(2) == 1
  }
}

/// Collects bytes and writes them in large pieces; without a descriptor it keeps them.
final class ByteSink {
  /// What is not written yet.
  private(set) var bytes: [UInt8] = []
  /// Why writing failed; nil while it goes well, and where the reader has merely gone.
  private(set) var failure: String?
  private var isClosed = false
  private let descriptor: Int32?

  init(descriptor: Int32?) { self.descriptor = descriptor }

  /// What a sink without a descriptor has kept, as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    flushIfLarge()
  }

  /// Writes a line.
  func writeLine(_ line: ArraySlice<UInt8>) {
    bytes.append(contentsOf: line)
    bytes.append(0x0A)
    flushIfLarge()
  }

  private func flushIfLarge() {
    if bytes.count >= 1 << 16 { flush() }
  }

  func flush() {
    guard let descriptor else { return }
    var written = 0
    while written < bytes.count, !isClosed {
      let count = bytes[written...].withUnsafeBytes { writeBytes($0, to: descriptor) }
      if count > 0 {
        written += count
      } else if errno != EINTR {
        isClosed = true
        if errno != EPIPE { failure = String(cString: strerror(errno)) }
      }
    }
    bytes.removeAll(keepingCapacity: true)
  }
}

/// The system's call; a sink's own `write` hides it.
private func writeBytes(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// The arguments of the process as bytes, without the program's name: a format need not be UTF-8.
func rawArguments() -> [[UInt8]] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    guard let argument = CommandLine.unsafeArgv[index] else { return nil }
    return UnsafeBufferPointer(start: argument, count: strlen(argument)).map(UInt8.init(bitPattern:))
  }
}
