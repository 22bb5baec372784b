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
  /// Standard input.
  let input: ByteSource

  init(output: ByteSink, errors: ByteSink, hasColor: Bool, input: ByteSource) {
    self.output = output
    self.errors = errors
    self.hasColor = hasColor
    self.input = input
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
      input: .standardInput)
  }

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
///
/// From `hold()` to `release()` nothing is written: an answer that fails half way, and is dropped, was never there.
final class ByteSink {
  /// What is not written yet.
  private(set) var bytes: [UInt8] = []
  /// Why writing failed; nil while it goes well, and where the reader has merely gone.
  private(set) var failure: String?
  private var isClosed = false
  private let descriptor: Int32?
  /// Where the answer lies that is held back, but for what `bytes` has of it; nil where none is.
  private var held: HeldBytes?
  /// What came before it, in a sink that keeps everything.
  private var countBefore = 0

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
    guard bytes.count >= 1 << 16 else { return }
    if descriptor != nil, let held { held.take(&bytes) } else { flush() }
  }

  // MARK: Answers that may fail

  /// Holds back what is written from now on.
  func hold() {
    flush()
    countBefore = bytes.count
    held = HeldBytes()
  }

  /// Writes what was held back.
  func release() {
    guard let held else { return }
    self.held = nil
    let rest = bytes
    if descriptor != nil {
      bytes = []
      held.forEachPiece { piece in
        bytes = piece
        flush()
      }
    }
    bytes = rest
    flushIfLarge()
  }

  /// Forgets what was held back.
  func drop() {
    if held == nil { return }
    held = nil
    bytes.removeLast(bytes.count - countBefore)
  }

  func flush() {
    guard let descriptor, held == nil else { return }
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

/// The bytes of an answer that is not known to be whole yet: the first in memory, all others in a file without a name.
private final class HeldBytes {
  /// How many lie in memory.
  private static let most = 1 << 22
  private var bytes: [UInt8] = []
  private var file: Int32?
  /// Whether there is no file to be had: then all lie in memory.
  private var isFileless = false

  deinit { if let file { _ = close(file) } }

  /// Takes bytes, of which none are left.
  func take(_ more: inout [UInt8]) {
    if bytes.count + more.count > Self.most, !isFileless { moveToFile() }
    bytes += more
    more.removeAll(keepingCapacity: true)
  }

  private func moveToFile() {
    file = file ?? Self.makeFile()
    guard let file else { return isFileless = true }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { writeBytes($0, to: file) }
      if count > 0 { written += count } else if errno != EINTR { break }
    }
    if written < bytes.count { isFileless = true }
    bytes.removeFirst(written)
  }

  func forEachPiece(_ body: ([UInt8]) -> Void) {
    if let file, lseek(file, 0, SEEK_SET) == 0 {
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = piece.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        if count > 0 { body(Array(piece[..<count])) } else if count == 0 || errno != EINTR { break }
      }
    }
    body(bytes)
  }

  /// A file that is gone when nobody has it open any more.
  private static func makeFile() -> Int32? {
    #if os(Windows)
      return nil
    #else
      var path = Array((NSTemporaryDirectory() + "/predcheck-XXXXXX").utf8CString)
      let file = mkstemp(&path)
      if file < 0 { return nil }
      _ = unlink(path)
      return file
    #endif
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
