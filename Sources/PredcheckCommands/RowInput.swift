import CommandSupport
import PredcheckSupport
import PredicateEvaluation
import PredicateInput
import PredicateSemantics

/// The files of rows that a command line names.
struct RowInput {
  /// The paths and patterns of `--data`, and then those of the operands after the format.
  private let paths: [String]
  /// The number of paths that no format precedes: those of `--data`, or all of them without a format.
  private let dataCount: Int
  private let type: RowKind?
  /// The delimiter of CSV files, or nil if the names and headers decide.
  private let delimiter: UInt8?
  /// Where the rows of documents are, or nil for all of a document.
  private let rowPath: RowPath?
  private let skipsInvalid: Bool
  /// What `--types` and `--null` say about the cells of CSV files.
  let cells: CellOptions
  /// The command, for errors.
  private let command: Command
  /// Whether the format is the name of a file.
  private let isFormatFile: Bool
  /// What to do if a value cannot be computed.
  let onError: EvaluationOptions.ErrorHandling

  /// Reads the files, `--type`, `--delimiter`, `--types`, `--null` and `--on-error`.
  ///
  /// - Parameters:
  ///   - format: The format of the same command line, which may be read from standard input too.
  ///   - formatCount: The number of operands before the files. It is 0 for `repl`, which reads formats from standard input.
  init(_ call: Call, with format: FormatRequest, formatCount: Int = 1) throws(UsageError) {
    if call.command != .repl, call.command != .report { try call.refuse([.model, .entity], "needs --database") }
    var paths: [String] = []
    for bytes in call.values(.data) { paths.append(try Call.text(bytes, what: "the value of --data", call.command)) }
    let dataCount = paths.count
    for bytes in call.operands.dropFirst(formatCount) {
      paths.append(try Call.text(bytes, what: "a file name", call.command))
    }
    self.dataCount = formatCount == 0 ? paths.count : dataCount
    isFormatFile = formatCount > 0 && String(validating: format.format, as: UTF8.self).map(isFile) ?? false
    if paths.isEmpty {
      let expected =
        formatCount == 0 ? "a file" : isFormatFile ? Self.order : "a file after the format (- is standard input)"
      throw UsageError("expected \(expected), or --database FILE", call.command)
    }
    if paths.count(where: { $0 == "-" }) + (format.isOnStandardInput ? 1 : 0) > 1 {
      throw UsageError("standard input can be read only once: as the format or as one of the files", call.command)
    }
    self.paths = paths
    command = call.command
    type = try call.text(.type).flatMap { RowKind(named: $0) }
    delimiter = try Self.delimiter(call)
    rowPath = try Self.rowPath(call)
    skipsInvalid = call.has(.skipInvalid)
    cells = CellOptions(declared: try Self.types(call), missing: Set(call.values(.null)))
    onError = try call.text(.onError) == "nil" ? .yieldNil : .throw
  }

  /// Returns a stream of the rows of all files. Throws an error if a file is missing.
  func stream(_ console: Console) throws(CommandStop) -> RowStream {
    var files: [RowFile] = []
    for (index, path) in paths.enumerated() {
      if path == "-" {
        console.hideProgressOfTypedRows()
        let kind = type ?? (rowPath != nil ? .json : skipsInvalid ? .jsonl : nil)
        files.append(RowFile(console.input.decompressed(), kind, delimiter: delimiter))
        continue
      }
      do throws(InputError) {
        for name in try filesMatching(path) {
          let source = try ByteSource.file(name).decompressed()
          files.append(RowFile(source, type ?? RowKind(fileName: name), delimiter: delimiter))
        }
      } catch {
        throw .input(index < dataCount ? error : hinted(error, path))
      }
    }
    let options: [(flag: Flag, isGiven: Bool)] = [
      (.delimiter, delimiter != nil), (.null, !cells.missing.isEmpty),
    ]
    if let (flag, _) = options.first(where: \.isGiven), !files.contains(where: { $0.kind?.hasHeader == true }) {
      throw .usage(
        UsageError("\(flag.spelling) needs a CSV file; --type csv reads files with other names as CSV", command))
    }
    if rowPath != nil, let file = files.first(where: { $0.kind?.isDocument != true }), let kind = file.kind {
      throw .usage(
        UsageError(
          "--rows needs JSON, a property list or YAML; \(file.source.name.cleaned) is read as \(kind.rawValue), and "
            + "--type json reads it as JSON", command))
    }
    var stream = RowStream(files, at: rowPath)
    stream.cells = cells
    stream.cells.hasOtherRows = !stream.hasOnlyCells
    stream.skipsInvalid = skipsInvalid
    return stream
  }

  /// Reads the rows of all files.
  func table(_ console: Console) throws(CommandStop) -> RowTable {
    var stream = try stream(console)
    let table = try reading(stream.all())
    Self.reportSkipped(stream.skipped, console)
    return table
  }

  /// Reports the lines and records that were skipped.
  static func reportSkipped(_ skipped: [RowStream.Skipped], _ console: Console) {
    for skip in skipped {
      let rows = skip.count == 1 ? "1 invalid row was" : "\(skip.count) invalid rows were"
      console.report("predcheck: \(rows) skipped; the first: \(skip.first)")
    }
  }

  /// Throws an error if an option for files is given without files.
  static func expectNoOptions(_ call: Call) throws(UsageError) {
    try call.refuse(fileOptions, "needs a file of rows")
  }

  /// The options for files of rows, other than their names.
  static let fileOptions: [Flag] = formOptions + [.onError]

  /// The options that say how the files are read.
  static let formOptions: [Flag] = [.type, .rowPath, .skipInvalid, .delimiter, .types, .null]

  private static let order = "the format before the file"

  /// Adds a hint to the error for a missing operand that looks like a part of a format, or if the format is the name of a file.
  private func hinted(_ error: InputError, _ path: String) -> InputError {
    if isFormatFile, !isFile(path) { return InputError(error.name, "\(error.reason); expected \(Self.order)") }
    guard error.reason == InputError.noSuchFile, !path.contains("."), !path.contains("/") else { return error }
    return InputError(error.name, "\(error.reason); if this is a part of the format, put quotes around the format")
  }

  private static func rowPath(_ call: Call) throws(UsageError) -> RowPath? {
    guard call.command.flags.contains(.rowPath), let text = try call.text(.rowPath) else { return nil }
    if let path = RowPath(text) { return path }
    throw UsageError(
      "'\(text)' is not a path for --rows; expected keys with dots between them, and a * only at the end", call.command)
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

  /// Reads `--types KEY=TYPE,…`. A comma in a key is the end of the pair only if the text before it names a type.
  private static func types(_ call: Call) throws(UsageError) -> [String: CellKind] {
    var types: [String: CellKind] = [:]
    for bytes in call.values(.types) {
      var rest = try Call.text(bytes, what: "the value of --types", call.command)[...]
      while !rest.isEmpty {
        let ends = rest.indices.filter { rest[$0] == "," } + [rest.endIndex]
        let pairs = ends.lazy.compactMap { end in pair(rest[..<end]).map { ($0, end) } }
        guard let (pair, end) = pairs.first else {
          let kinds = CellKind.allCases.map(\.rawValue)
          let first = rest.prefix { $0 != "," }
          let word = String(first.split(separator: "=", omittingEmptySubsequences: false).last ?? "")
          let hint = first.contains("=") ? suggestion(for: word, among: kinds) : ""
          throw UsageError(
            "expected --types KEY=TYPE, found '\(first)'; the types are \(kinds.joined(separator: ", "))\(hint)",
            call.command)
        }
        if types.updateValue(pair.kind, forKey: pair.key) != nil {
          throw UsageError("two types of --types for '\(pair.key)'", call.command)
        }
        rest = rest[end...].dropFirst()
      }
    }
    return types
  }

  private static func pair(_ text: Substring) -> (key: String, kind: CellKind)? {
    guard let equals = text.lastIndex(of: "="), equals > text.startIndex,
      let kind = CellKind(rawValue: String(text[text.index(after: equals)...]))
    else { return nil }
    return (String(text[..<equals]), kind)
  }
}
