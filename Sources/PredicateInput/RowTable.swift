import PredicateSyntax

/// The format of a file of rows.
package enum RowKind: String, Sendable, CaseIterable {
  /// A JSON array of rows. Any other JSON value is a single row.
  case json
  /// A JSON value on each line. Blank lines are skipped.
  case jsonl
  /// Comma-separated values (RFC 4180) with a header. Each record is a row. The names in the header are its keys. If the header has
  /// no comma, a semicolon or a tab separates the values.
  case csv
  /// A CSV file whose values are separated by tabs.
  case tsv
  /// An XML or binary property list. A list of rows, or a single row.
  case plist
  /// YAML. A list of rows, or a single row. Several documents are as many rows.
  case yaml
  /// A string on each line, which is SELF.
  case text

  /// The names of the formats, which are also extensions of file names.
  package static let names: [(name: String, kind: RowKind)] = [
    ("json", .json), ("geojson", .json), ("jsonl", .jsonl), ("ndjson", .jsonl), ("csv", .csv), ("tsv", .tsv),
    ("plist", .plist), ("recipe", .plist), ("mobileconfig", .plist), ("yaml", .yaml), ("yml", .yaml), ("text", .text),
    ("txt", .text),
  ]

  /// Whether a file begins with a header.
  package var hasHeader: Bool { self == .csv || self == .tsv }

  /// Creates the format with a name, or returns `nil` if no format has that name.
  package init?(named name: String) {
    guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
    self = known.kind
  }

  /// Creates the format of bytes: JSON if they begin with `{` or with the beginning of a JSON array, and text otherwise. An object
  /// that ends on its line is JSON lines. Returns nil if more bytes are needed.
  init?(firstBytes bytes: [UInt8], isLast: Bool) {
    guard let start = bytes[byteOrderMarkLength(bytes)...].firstIndex(where: { !isBlank([$0]) }) else {
      if !isLast { return nil }
      self = .text
      return
    }
    guard bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") else {
      self = .text
      return
    }
    let lineEnd = bytes[start...].firstIndex(of: 0x0A)
    if lineEnd == nil, !isLast { return nil }
    let end = lineEnd ?? bytes.count
    do throws(JSONError) {
      _ = try JSONReader.value(of: bytes, in: start..<end, allowsMalformedWrappers: true)
      self = bytes[start] == UInt8(ascii: "{") ? .jsonl : .json
    } catch {
      // A line such as "[12:30:01] started" is no array. An array or an object may go on after the line.
      let goesOn = isBlank(bytes[min(error.offset, end)..<end])
      self = bytes[start] == UInt8(ascii: "{") || goesOn ? .json : .text
    }
  }

  /// Creates the format for the extension of a file name, or `text` if the extension is unknown. A last extension `.gz` is
  /// ignored.
  package init(fileName: String) {
    var endings = fileName.split(separator: "/").last?.lowercased().split(separator: ".").dropFirst() ?? []
    if endings.last == "gz" { endings.removeLast() }
    self = endings.last.flatMap { RowKind(named: String($0)) } ?? .text
  }
}

/// Rows with their positions in the files that they come from.
package protocol LocatedRows {
  /// Returns the name of a row's file.
  func name(of row: Int) -> String
  /// Returns the number of a row among the rows of all files, counted from 0.
  func number(of row: Int) -> Int
  /// Returns the number of the line on which a row begins, counted from 1.
  func line(of row: Int) -> Int
  /// Returns the header of a row's file without its line end, if that is a CSV file.
  func header(of row: Int) -> [UInt8]?
  /// Returns the text of a row. Lines and CSV records are unchanged. JSON is put on one line with its keys in their original order.
  func source(of row: Int) -> ArraySlice<UInt8>
  /// Returns a row. A row of a CSV file has the texts of its cells, and the readings that a request added.
  func value(of row: Int) -> FormatValue
  /// Returns a row as output shows it. A row of a CSV file has its cells only.
  func shownValue(of row: Int) -> FormatValue
  /// Returns the keys of a row that is an object or a CSV record, in their original order.
  func keys(of row: Int) -> [String]
}

extension LocatedRows {
  /// Returns the position of a row in the form `name:line`.
  package func position(of row: Int) -> String { "\(name(of: row).cleaned):\(line(of: row))" }
}

/// All or some of the rows of some files, with their positions.
///
/// A position takes a few bytes for each row. The end of a row is found on demand, and lines are counted from stored marks.
package struct RowTable: LocatedRows, Sendable {
  /// The rows of one file.
  struct Part {
    /// The index of the file among all files.
    var file: Int
    var name: String
    var kind: RowKind
    /// The contents of the file, or of a piece of it that begins at the offset `firstByte`.
    var bytes: [UInt8]
    var firstByte: Int
    /// The index of the first row.
    var first: Int
    /// The header and the delimiter of a CSV file.
    var header: [UInt8]?
    var delimiter = CSVReader.comma
    /// The readings that the values have.
    var readings: Set<CellReading>
    /// Whether the values have all columns of the file.
    var hasAllColumns = true
    var starts: Offsets
    /// The line of each row whose index in this part is a multiple of `stride`.
    var lineMarks: [Int] = []
  }

  /// The rows. Those of a CSV file may have some of its columns only; `value(of:)` returns all.
  package private(set) var values: [FormatValue] = []
  /// What the command line says about the cells of CSV files.
  package var cells = CellOptions()
  /// The cells and values that have no value in a reading, of those that `add(_:)` added.
  package private(set) var failures: [CellReading: CellFailure] = [:]
  /// The number of rows in the files before these.
  package let firstRow: Int
  private var parts: [Part] = []
  private static let stride = 64

  package init(firstRow: Int = 0) { self.firstRow = firstRow }

  /// Starts the rows of a file, or of a piece of it.
  mutating func begin(_ file: Int, _ parser: RowParser, _ bytes: [UInt8], firstByte: Int = 0) {
    parts.append(
      Part(
        file: file, name: parser.name, kind: parser.kind, bytes: bytes, firstByte: firstByte, first: values.count,
        readings: parser.kind.hasHeader ? parser.readings : [], starts: Offsets(upTo: bytes.count)))
  }

  /// Reserves capacity for the rows of the file that was started last. An array that grows on demand takes up to twice the memory.
  /// The values of further files have no array of their own, and reserving for each file would copy those before it each time.
  mutating func reserve(_ count: Int) {
    if parts.count == 1 { values.reserveCapacity(count) }
    parts[parts.count - 1].starts.reserve(count)
  }

  /// Sets the header of the CSV file that was started last.
  mutating func setHeader(_ header: [UInt8], delimiter: UInt8, hasAllColumns: Bool) {
    parts[parts.count - 1].header = header
    parts[parts.count - 1].delimiter = delimiter
    parts[parts.count - 1].hasAllColumns = hasAllColumns
  }

  /// Adds a row of the file that was started last.
  mutating func append(_ value: FormatValue, line: Int, start: Int) {
    let last = parts.count - 1
    if (values.count - parts[last].first) % Self.stride == 0 { parts[last].lineMarks.append(line) }
    values.append(value)
    parts[last].starts.append(start)
  }

  func part(of row: Int) -> Part { parts[lastIndex(below: parts.count) { parts[$0].first <= row }] }

  package func name(of row: Int) -> String { part(of: row).name }

  package func number(of row: Int) -> Int { firstRow + row }

  package func line(of row: Int) -> Int {
    let part = part(of: row)
    let row = row - part.first
    let marked = row / Self.stride
    let start = part.starts[marked * Self.stride]
    return part.lineMarks[marked] + part.bytes[start..<part.starts[row]].count { $0 == 0x0A }
  }

  package func header(of row: Int) -> [UInt8]? { part(of: row).header }

  package func value(of row: Int) -> FormatValue {
    let part = part(of: row)
    if part.hasAllColumns { return values[row] }
    return parsedRow(source(of: row), part.kind, header: part.header, part.delimiter, cells, part.readings)
  }

  package func shownValue(of row: Int) -> FormatValue {
    cells.shown(value(of: row), hasCells: part(of: row).kind.hasHeader)
  }

  package func source(of row: Int) -> ArraySlice<UInt8> {
    let part = part(of: row)
    return rowSource(part.bytes, part.kind, part.delimiter, from: part.starts[row - part.first])
  }

  package func keys(of row: Int) -> [String] {
    let part = part(of: row)
    return rowKeys(source(of: row), header: part.header, part.delimiter)
  }
}

// MARK: Cells

extension RowTable {
  /// Whether the rows are those of one document.
  var isDocument: Bool { parts.count == 1 && parts[0].kind.isDocument }

  /// Whether rows come from a CSV file, or `--types` gives keys other types.
  package var hasCells: Bool { parts.contains { $0.kind.hasHeader } || !cells.declared.isEmpty }

  /// The columns of the CSV files.
  package var columns: Set<String> {
    parts.reduce(into: []) { if let header = $1.header { $0.formUnion(rowKeys([], header: header, $1.delimiter)) } }
  }

  /// Returns the indices of the rows of a file.
  private func rows(ofPart index: Int) -> Range<Int> {
    parts[index].first..<(index + 1 < parts.count ? parts[index + 1].first : values.count)
  }

  /// Adds readings of the cells to the rows. In rows of other files, they are the values of the keys.
  package mutating func add(_ more: Set<CellReading>) {
    for index in parts.indices {
      let new = more.subtracting(parts[index].readings)
      if new.isEmpty { continue }
      parts[index].readings.formUnion(new)
      let hasCells = parts[index].kind.hasHeader
      let added = new.map { (reading: $0, key: $0.key) }
      for row in rows(ofPart: index) {
        guard case .record(var fields) = values[row] else { continue }
        // The record is changed in place, not copied.
        values[row] = .null
        for (reading, key) in added {
          guard let value = fields[reading.column] else { continue }
          // Values of other rows have types, unless --types gives the key another one.
          guard hasCells || cells.declared[reading.column] == reading.kind, !value.isNull else {
            fields[key] = value
            continue
          }
          let read = reading.value(of: value)
          if read == nil {
            let position = failures[reading] == nil ? position(of: row) : ""
            failures.add(reading, value.plainText) { position }
          }
          fields[key] = read ?? .null
        }
        values[row] = .record(fields)
      }
    }
  }

  /// Returns what the cells of some columns are.
  package func survey(_ columns: Set<String>) -> [String: CellSurvey] {
    var surveys: [String: CellSurvey] = [:]
    for index in parts.indices where parts[index].kind.hasHeader {
      for row in rows(ofPart: index) {
        guard case .record(let fields) = values[row] else { continue }
        for column in columns {
          guard case .string(let text)? = fields[column] else { continue }
          surveys[column, default: CellSurvey()].add(Array(text.utf8)[...]) { position(of: row) }
        }
      }
    }
    return surveys
  }

  /// Returns a predicate or an expression that reads the cells as a plan says. Adds the readings to the rows.
  package mutating func read<Tree: FormatTree>(_ tree: Tree, _ plan: CellPlan) -> Tree {
    guard hasCells else { return tree }
    var plan = plan
    return read(tree, &plan)
  }

  /// Returns a predicate or an expression that reads the cells as a plan says, which is completed.
  package mutating func read<Tree: FormatTree>(_ tree: Tree, _ plan: inout CellPlan) -> Tree {
    plan.collect(tree)
    plan.decide(survey(plan.undecided))
    let read = tree.rewritten(by: &plan)
    add(plan.readings)
    return read
  }
}

/// Returns the last index below `count` at which a condition holds. `count` must not be 0. The condition must hold at 0, and after
/// an index at which it does not hold it must not hold again.
func lastIndex(below count: Int, where holds: (Int) -> Bool) -> Int {
  var (low, high) = (0, count)
  while high - low > 1 {
    let middle = low + (high - low) / 2
    if holds(middle) { low = middle } else { high = middle }
  }
  return low
}

/// Returns the text of the row that begins at an offset.
func rowSource(_ bytes: [UInt8], _ kind: RowKind, _ delimiter: UInt8, from start: Int) -> ArraySlice<UInt8> {
  switch kind {
  case .text, .jsonl:
    var position = start
    return bytes[nextLine(of: bytes, at: &position) ?? start..<start]
  case .csv, .tsv:
    var reader = CSVReader(bytes, name: "", delimiter: delimiter, from: start, line: 1)
    return bytes[(try? reader.next())?.range ?? start..<start]
  case .json, .plist, .yaml:
    var end = endOfElement(bytes, from: start) ?? bytes.count
    while end > start, isBlank(bytes[end - 1..<end]) { end -= 1 }
    return onOneLine(bytes[start..<end])
  }
}

/// Parses the text of a row, which was parsed without an error before, and returns its value with all columns and some readings.
func parsedRow(
  _ source: ArraySlice<UInt8>, _ kind: RowKind, header: [UInt8]?, _ delimiter: UInt8, _ cells: CellOptions,
  _ readings: Set<CellReading>
) -> FormatValue {
  if kind == .text { return .string(String(decoding: source, as: UTF8.self)) }
  let text = kind.hasHeader ? (header ?? []) + [0x0A] + source : Array(source)
  // A row of a JSON array can itself be an array, so it is read as a JSON line.
  var stream = RowStream(ByteSource(text, name: ""), kind: kind == .json ? .jsonl : kind, delimiter: delimiter)
  stream.cells = cells
  stream.readings = readings
  return (try? stream.all())?.values.first ?? .null
}

/// Returns the keys of an object in their original order, or the names in the header of a CSV file.
func rowKeys(_ source: ArraySlice<UInt8>, header: [UInt8]?, _ delimiter: UInt8) -> [String] {
  guard let header else { return JSONReader.keys(ofObject: Array(source)) }
  var reader = CSVReader(header, name: "", delimiter: delimiter, from: 0, line: 1)
  return (try? reader.next()) == nil ? [] : reader.names
}

/// An array of offsets or row numbers that uses four bytes for each if possible.
struct Offsets: Sendable {
  private var narrow: [UInt32] = []
  private var wide: [Int] = []
  private let isNarrow: Bool

  init(upTo end: Int) { isNarrow = UInt32(exactly: end) != nil }

  subscript(_ index: Int) -> Int { isNarrow ? Int(narrow[index]) : wide[index] }

  mutating func reserve(_ count: Int) {
    if isNarrow { narrow.reserveCapacity(count) } else { wide.reserveCapacity(count) }
  }

  mutating func append(_ offset: Int) {
    if isNarrow { narrow.append(UInt32(clamping: offset)) } else { wide.append(offset) }
  }
}

/// Returns JSON text without line breaks and indentation between values.
private func onOneLine(_ json: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  guard json.contains(0x0A) || json.contains(0x0D) else { return json }
  let openers: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "[")]
  let closers: [UInt8] = [UInt8(ascii: "}"), UInt8(ascii: "]")]
  var result: [UInt8] = []
  result.reserveCapacity(json.count)
  var inString = false
  var position = json.startIndex
  while position < json.endIndex {
    let byte = json[position]
    if inString {
      result.append(byte)
      position += 1
      if byte == UInt8(ascii: "\\"), position < json.endIndex {
        result.append(json[position])
        position += 1
      } else if byte == UInt8(ascii: "\"") {
        inString = false
      }
    } else if isBlank(json[position...position]) {
      let run = json[position...].prefix { isBlank([$0]) }
      position = run.endIndex
      let hasBreak = run.contains(0x0A) || run.contains(0x0D)
      let isAtEnd = position == json.endIndex || closers.contains(json[position])
      let isAtEdge = isAtEnd || result.last.map(openers.contains) ?? true
      if !hasBreak { result += run } else if !isAtEdge { result.append(0x20) }
    } else {
      inString = byte == UInt8(ascii: "\"")
      result.append(byte)
      position += 1
    }
  }
  return result[...]
}
