import CommandSupport
import PredicateEvaluation
import PredicateInput
import PredicateModel

/// The file of rows that a command line names.
struct RowInput {
  private let path: String
  private let kind: RowKind?
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
    kind = try call.text(.type).flatMap { RowKind(rawValue: $0) }
    onError = try call.text(.onError) == "nil" ? .yieldNil : .throw
  }

  /// Opens the file.
  func stream(_ console: Console) throws(CommandStop) -> RowStream {
    if path == "-" { return RowStream(console.input, kind: kind ?? .text) }
    do {
      return RowStream(try ByteSource.file(path), kind: kind ?? RowKind(fileName: path))
    } catch { throw .input(error) }
  }
}
