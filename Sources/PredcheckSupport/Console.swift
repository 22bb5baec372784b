import CommandSupport
import Foundation
import PredicateInput
import PredicateSyntax

/// The streams that the program reads and writes. Tests provide their own.
///
/// Safety: The address of an array's bytes is used only during a call of the system.
package final class Console {
  /// The stream for results.
  package let output: ByteSink
  /// The stream for findings and usage errors.
  package let errors: ByteSink
  /// Whether findings are printed in color.
  private(set) var hasColor: Bool
  /// Whether results are printed in color, if they have colors.
  package private(set) var hasOutputColor = false
  /// Whether results are shown on a terminal.
  package let isTerminal: Bool
  /// The number of columns of the terminal for results, or nil if they are not shown on a terminal.
  package let width: Int?
  /// The number of columns of the terminal for findings, or nil if they are not shown on a terminal.
  let errorWidth: Int?
  /// Whether a person enters the input on a terminal.
  package let isInteractive: Bool
  /// The working folder, in which the search for a configuration file begins, or nil for no search.
  let folder: String?
  /// Standard input.
  package let input: ByteSource
  /// The progress on the terminal of `errors`, or nil if that is not a terminal.
  package private(set) var progress: Progress?

  package init(
    output: ByteSink, errors: ByteSink, hasColor: Bool, input: ByteSource, progress: Progress? = nil,
    isTerminal: Bool = false, width: Int? = nil, errorWidth: Int? = nil, isInteractive: Bool = false,
    folder: String? = nil
  ) {
    self.output = output
    self.errors = errors
    self.hasColor = hasColor
    self.input = input
    self.progress = progress
    if let progress { output.beforeWriting = { progress.erase() } }
    self.isTerminal = isTerminal
    self.width = width
    self.errorWidth = errorWidth
    self.isInteractive = isInteractive
    self.folder = folder
  }

  /// The process's own streams.
  package static var standard: Console {
    #if !os(Windows)
    // With these signals ignored, writing to a closed pipe or past the file size limit fails with an error instead.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    #endif
    let errors = ByteSink(descriptor: 2)
    let canErase = isatty(2) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    let console = Console(
      output: ByteSink(descriptor: 1), errors: errors, hasColor: isColorWanted(on: 2), input: .standardInput,
      progress: canErase ? Progress(errors) : nil, isTerminal: isatty(1) == 1, width: width(of: 1),
      errorWidth: width(of: 2), isInteractive: isatty(0) == 1 && isatty(1) == 1,
      folder: FileManager.default.currentDirectoryPath)
    console.hasOutputColor = isColorWanted(on: 1)
    return console
  }

  /// Follows the choice of `--color`; `auto` leaves the decision to the streams and the environment.
  package func color(_ choice: String) {
    if choice == "auto" { return }
    hasColor = choice == "always"
    hasOutputColor = hasColor
  }

  /// Turns progress off if standard input is a terminal, whose user types the rows.
  package func hideProgressOfTypedRows() {
    if isatty(0) == 1 { progress = nil }
  }

  /// Writes findings after the results that precede them.
  package func report(_ text: String) {
    output.flush()
    progress?.erase()
    errors.write(text + "\n")
    errors.flush()
  }

  /// Reports a diagnostic of a text.
  package func report(_ diagnostic: FormatDiagnostic, in source: String, name: String = "format", line: Int = 1) {
    let width = Self.textWidth(errorWidth)
    report(diagnostic.rendered(in: source, name: name, line: line, color: hasColor, width: width))
  }

  /// Reports findings, each with its source text. If `json` is true, the results contain them as a JSON object with the
  /// fields of `position`.
  package func report(
    _ findings: [(FormatDiagnostic, source: String)], name: String, json: Bool,
    _ position: [(key: String, json: String)] = []
  ) {
    if json {
      let diagnostics = String.jsonArray(findings.map { $0.0.json(in: $0.source) })
      let fields = [("diagnostics", diagnostics), ("name", String.jsonString(name))]
      return output.write(String.jsonObject(fields + position) + "\n")
    }
    for (diagnostic, source) in findings { report(diagnostic, in: source, name: name) }
  }

  /// Reads a format from standard input. The line end that closes the input is not part of the format.
  package func readFormat() throws(CommandStop) -> [UInt8] {
    var format = try reading(input.readAll())
    if format.last == 0x0A { format.removeLast() }
    return format
  }

  /// Returns a part of the results with an ANSI color, if results are printed in color.
  package func painted(_ text: String, _ color: String) -> String {
    hasOutputColor ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }

  /// Returns the number of columns for a line of a text in a diagnostic. A terminal also shows the number of the line.
  static func textWidth(_ terminal: Int?) -> Int { (terminal ?? 108) - 8 }

  /// Writes the buffered output and ends the process.
  package func close(_ status: ExitCode) -> Never {
    progress?.erase()
    output.flush()
    if let reason = output.failure {
      report("predcheck: standard output cannot be written: \(reason)")
      exit(ExitCode.unusable.rawValue)
    }
    exit(status.rawValue)
  }

  /// Returns the number of columns of the terminal of a stream: COLUMNS, or what the terminal says.
  private static func width(of descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    #if os(Windows)
    return nil
    #else
    var size = winsize()
    return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    #endif
  }

  private static func isColorWanted(on descriptor: Int32) -> Bool {
    isColorWanted(isTerminal: isatty(descriptor) == 1, ProcessInfo.processInfo.environment)
  }

  /// Returns whether a stream has colors: if it is a terminal that supports them. `NO_COLOR` and `FORCE_COLOR` decide for all streams.
  package static func isColorWanted(isTerminal: Bool, _ environment: [String: String]) -> Bool {
    guard environment["NO_COLOR"]?.isEmpty ?? true else { return false }
    if let force = environment["FORCE_COLOR"] ?? environment["CLICOLOR_FORCE"], !force.isEmpty { return force != "0" }
    return environment["TERM"] != "dumb" && isTerminal
  }
}

extension String {
  /// The text, or the text as JSON if it contains line ends or control characters of a terminal.
  package var onOneLine: String { unicodeScalars.contains(where: \.disturbsLines) ? String.jsonString(self) : self }
}

/// A buffer that writes its bytes in large pieces, or keeps them if it has no descriptor.
///
/// Nothing is written between `hold()` and `release()`, so a failed command can drop its partial output.
package final class ByteSink {
  /// The bytes that are not written yet.
  package private(set) var bytes: [UInt8] = []
  /// The reason that writing failed, or nil if it succeeded or the reader closed the pipe.
  package private(set) var failure: String?
  /// Whether nothing more can be written, because the reader closed the pipe or writing failed.
  package private(set) var isClosed = false
  private let descriptor: Int32?
  /// Called before bytes are written.
  var beforeWriting: () -> Void = {}
  /// The output on hold that has moved out of `bytes`, or nil if no output is on hold.
  private var holdBuffer: HoldBuffer?
  /// The number of bytes that precede the output on hold, in a sink without a descriptor.
  private var countBefore = 0

  package init(descriptor: Int32?) { self.descriptor = descriptor }

  /// The bytes of a sink without a descriptor, as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  @inline(never)
  package func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    flushIfLarge()
  }

  /// Appends a line and its line end.
  package func writeLine(_ line: ArraySlice<UInt8>) {
    bytes.append(contentsOf: line)
    bytes.append(0x0A)
    flushIfLarge()
  }

  private func flushIfLarge() {
    guard bytes.count >= 1 << 16 else { return }
    if descriptor != nil, let holdBuffer { holdBuffer.take(&bytes) } else { flush() }
  }

  // MARK: Output on hold

  /// Puts all further output on hold.
  package func hold() {
    flush()
    countBefore = bytes.count
    holdBuffer = HoldBuffer()
  }

  /// Writes the output on hold.
  package func release() {
    guard let holdBuffer else { return }
    self.holdBuffer = nil
    let rest = bytes
    if descriptor != nil {
      bytes = []
      holdBuffer.forEachPiece { piece in
        bytes = piece
        flush()
      }
    }
    bytes = rest
    flushIfLarge()
  }

  /// Discards the output on hold.
  package func drop() {
    if holdBuffer == nil { return }
    holdBuffer = nil
    bytes.removeLast(bytes.count - countBefore)
  }

  package func flush() {
    guard let descriptor, holdBuffer == nil else { return }
    if !bytes.isEmpty { beforeWriting() }
    var written = 0
    while written < bytes.count, !isClosed {
      let count = unsafe bytes[written...].withUnsafeBytes { unsafe writeBytes($0, to: descriptor) }
      if count > 0 {
        written += count
      } else if errno != EINTR {
        isClosed = true
        if errno != EPIPE { failure = unsafe String(cString: strerror(errno)) }
      }
    }
    bytes.removeAll(keepingCapacity: true)
  }
}

/// The bytes of output on hold. If they grow too large for memory, they move to an unlinked temporary file.
private final class HoldBuffer {
  /// The maximum number of bytes in memory.
  private static let most = 1 << 22
  private var bytes: [UInt8] = []
  private var file: Int32?
  /// Whether no file can be created or written. All bytes then stay in memory.
  private var isFileless = false

  deinit { if let file { _ = close(file) } }

  /// Moves all bytes out of `more`.
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
      let count = unsafe bytes[written...].withUnsafeBytes { unsafe writeBytes($0, to: file) }
      if count > 0 { written += count } else if errno != EINTR { break }
    }
    if written < bytes.count { isFileless = true }
    bytes.removeFirst(written)
  }

  func forEachPiece(_ body: ([UInt8]) -> Void) {
    if let file, lseek(file, 0, SEEK_SET) == 0 {
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = unsafe piece.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        if count > 0 { body(Array(piece[..<count])) } else if count == 0 || errno != EINTR { break }
      }
    }
    body(bytes)
  }

  /// Creates an unlinked temporary file, which is deleted when its descriptor is closed.
  private static func makeFile() -> Int32? {
    #if os(Windows)
    return nil
    #else
    var path = Array((NSTemporaryDirectory() + "/predcheck-XXXXXX").utf8CString)
    let file = unsafe mkstemp(&path)
    if file < 0 { return nil }
    _ = unsafe unlink(path)
    return file
    #endif
  }
}

/// Calls the system's `write`, which `ByteSink.write` hides.
func writeBytes(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
