import CommandSupport
import PredicateEvaluation
import PredicateInput
import PredicateModel

/// The file of rows that a command line names.
struct RowInput {
  private let path: String
  private let kind: RowKind?
  /// The delimiter of a CSV file, or nil if its header decides.
  private let delimiter: UInt8?
  /// What to do if a value cannot be computed.
  let onError: ErrorHandling

  /// Reads `--data`, `--type` and `--on-error`.
  ///
  /// - Parameter format: The format of the same command line, which may be read from standard input too.
  init(_ call: Call, beside format: FormatRequest) throws(UsageError) {
    for flag in [Flag.model, .entity] where call.has(flag) {
      throw UsageError("\(flag.spelling) needs --database", call.command)
    }
    guard let path = try call.text(.data) else {
      throw UsageError("expected --data FILE (- is standard input) or --database FILE", call.command)
    }
    if format.isOnStandardInput, path == "-" {
      throw UsageError("standard input can be read only once: as the format or as --data", call.command)
    }
    self.path = path
    let type = try call.text(.type)
    kind = type.flatMap { RowKind(named: $0) }
    let isTabbed = type == "tsv" || type == nil && path.lowercased().hasSuffix(".tsv")
    delimiter = try Self.delimiter(call) ?? (isTabbed ? UInt8(ascii: "\t") : nil)
    onError = try call.text(.onError) == "nil" ? .yieldNil : .throw
  }

  /// Opens the file.
  func stream(_ console: Console) throws(CommandStop) -> RowStream {
    if path == "-" { return RowStream(console.input, kind: kind ?? .text, delimiter: delimiter) }
    do {
      return RowStream(try ByteSource.file(path), kind: kind ?? RowKind(fileName: path), delimiter: delimiter)
    } catch { throw .input(error) }
  }

  private static func delimiter(_ call: Call) throws(UsageError) -> UInt8? {
    guard let text = try call.text(.delimiter) else { return nil }
    if text == "\\t" { return UInt8(ascii: "\t") }
    guard text.utf8.count == 1, let byte = text.utf8.first, byte != UInt8(ascii: "\""), byte != 0x0A, byte != 0x0D
    else {
      throw UsageError("--delimiter must be one ASCII character other than a quote; found '\(text)'", call.command)
    }
    return byte
  }
}
