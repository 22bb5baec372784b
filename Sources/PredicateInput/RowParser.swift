import PredicateSyntax

/// A parser for files of rows. It can be given a file in parts.
struct RowParser {
  let name: String
  /// The kind of the bytes, which is JSON for a document that is converted.
  private(set) var kind: RowKind
  /// Whether the first bytes have not yet decided the kind.
  private var isUndetected: Bool
  /// Whether short rows with the same bytes share one value, to save memory.
  var sharesRows = false
  /// The texts of cells that are nil.
  var missing: Set<[UInt8]> = []
  /// Whether lines that are not JSON, and records with a wrong number of cells, are skipped.
  var skipsInvalid = false
  private(set) var skipped: RowStream.Skipped?
  /// The columns of CSV files that are read, or nil to read all.
  var columns: NamedColumns?
  /// The readings of cells that the rows of CSV files get.
  var readings: Set<CellReading> = []

  /// Whether any bytes were consumed.
  private var hasBegun = false
  /// The line on which the next part begins.
  private var line = 1
  /// The number of bytes before the next part on its line, for JSON.
  private var column = 0
  /// The names in the header of a CSV file.
  private(set) var keys: [String]?
  /// How rows are made of the records of a CSV file.
  private var fields = RecordFields([], columns: [], readings: [], missing: [])
  /// The bytes of the header of a CSV file.
  private var header: [UInt8]?
  /// The delimiter of a CSV file, or nil before the header is read if the header decides.
  private(set) var delimiter: UInt8?
  private var array = ArrayState.unopened
  /// The values of short rows, each with its bytes in the slot of their hash.
  private var sharedRows: [(text: ArraySlice<UInt8>, value: FormatValue)?] = []

  /// The state of parsing a JSON text.
  private enum ArrayState {
    case unopened
    /// Inside the array. Another element must follow, unless the array is empty so far.
    case open(isEmpty: Bool)
    case closed
  }

  init(name: String, kind: RowKind?, delimiter: UInt8? = nil) {
    self.name = name
    self.kind = kind ?? .text
    isUndetected = kind == nil
    self.delimiter = delimiter ?? (kind == .tsv ? UInt8(ascii: "\t") : nil)
  }

  /// Decides the kind by the first bytes, if it is not known.
  ///
  /// - Returns: Whether the bytes are enough.
  mutating func detectKind(_ bytes: [UInt8], isLast: Bool) -> Bool {
    guard isUndetected else { return true }
    guard let kind = RowKind(firstBytes: bytes, isLast: isLast) else { return false }
    (self.kind, isUndetected) = (kind, false)
    return true
  }

  /// Parses the complete rows at the start of `bytes`.
  ///
  /// - Parameter isLast: Whether the file ends with these bytes.
  /// - Returns: The number of consumed bytes. The caller passes the rest again with the next part.
  mutating func parse(_ bytes: [UInt8], isLast: Bool, into table: inout RowTable) throws(InputError) -> Int {
    let end = try parse(bytes, from: start(of: bytes), isLast, &table)
    hasBegun = hasBegun || end > 0
    return end
  }

  /// Returns the offset of the first byte after a byte-order mark.
  private func start(of bytes: [UInt8]) throws(InputError) -> Int {
    if hasBegun { return 0 }
    if let encoding = foreignEncoding(bytes) {
      throw InputError(name, "this is \(encoding); expected text in UTF-8")
    }
    return byteOrderMarkLength(bytes)
  }

  private mutating func parse(
    _ bytes: [UInt8], from start: Int, _ isLast: Bool, _ table: inout RowTable
  ) throws(InputError) -> Int {
    switch kind {
    case .text, .jsonl: return try parseLines(bytes, from: start, isLast, &table)
    case .csv, .tsv: return try parseRecords(bytes, from: start, isLast, &table)
    case .json, .plist, .yaml:
      let end = try parseElements(bytes, from: start, isLast, &table)
      if let last = bytes[..<end].lastIndex(of: 0x0A) { column = end - last - 1 } else { column += end }
      return end
    }
  }

  /// Returns an upper bound of the number of rows in a whole file.
  func count(in bytes: [UInt8]) -> Int {
    guard kind == .json else { return bytes.count { $0 == 0x0A } + 1 }
    let text = bytes[byteOrderMarkLength(bytes)...]
    guard let open = text.firstIndex(where: { !isBlank([$0]) }), bytes[open] == UInt8(ascii: "[") else { return 1 }
    var count = 1
    var position = open + 1
    while true {
      guard let end = endOfElement(bytes, from: position), bytes[end] == UInt8(ascii: ",") else { return count }
      count += 1
      position = end + 1
    }
  }

  // MARK: Lines

  private mutating func parseLines(
    _ bytes: [UInt8], from start: Int, _ isLast: Bool, _ table: inout RowTable
  ) throws(InputError) -> Int {
    let end = isLast ? bytes.count : (bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
    if end <= start { return 0 }
    var reader = JSONReader(bytes, in: start..<end, allowsMalformedWrappers: true)
    var position = start
    while position < end, let range = nextLine(of: bytes, at: &position) {
      defer { line += 1 }
      if kind == .text {
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
          let offset = offsetOfInvalidUTF8(bytes[range]) ?? 0
          throw InputError(name, line: line, "this line is not UTF-8, at byte \(offset + 1)")
        }
        table.append(.string(text), line: line, start: range.lowerBound)
      } else if !isBlank(bytes[range]) {
        do {
          table.append(try value(of: bytes, in: range, &reader), line: line, start: range.lowerBound)
        } catch {
          try skip(
            InputError(name, line: line, "\(error.reason), at byte \(error.offset - range.lowerBound + 1)"))
        }
      }
    }
    return end
  }

  /// Skips an invalid row, or throws its error.
  private mutating func skip(_ error: InputError) throws(InputError) {
    guard skipsInvalid else { throw error }
    if skipped == nil { skipped = RowStream.Skipped(count: 0, first: error) }
    skipped?.count += 1
  }

  /// Returns the value of a JSON line.
  private mutating func value(
    of bytes: [UInt8], in range: Range<Int>, _ reader: inout JSONReader
  ) throws(JSONError) -> FormatValue {
    if sharesRows, let known = sharedRow(of: bytes, in: range) { return known }
    reader.move(to: range)
    let value = try reader.value()
    try reader.expectEnd()
    if sharesRows { share(value, of: bytes, in: range) }
    return value
  }

  // MARK: A JSON array

  private mutating func parseElements(
    _ bytes: [UInt8], from start: Int, _ isLast: Bool, _ table: inout RowTable
  ) throws(InputError) -> Int {
    do {
      return try parseElementsOfArray(bytes, from: start, isLast, &table)
    } catch {
      let before = startOfLine(of: error.offset, in: bytes)
      let byte = error.offset - before + 1 + (before == 0 ? column : 0)
      throw InputError(name, line: line, "\(error.reason), at byte \(byte)")
    }
  }

  /// Parses the elements of an array. If this fails, `line` is the line of the error.
  private mutating func parseElementsOfArray(
    _ bytes: [UInt8], from start: Int, _ isLast: Bool, _ table: inout RowTable
  ) throws(JSONError) -> Int {
    var reader = JSONReader(bytes, in: start..<bytes.count, allowsMalformedWrappers: true)
    var counted = 0
    // Counts lines up to the current position, also in case of an error.
    func count(to offset: Int) -> Int {
      let end = min(offset, bytes.count)
      defer { counted = max(counted, end) }
      return counted < end ? bytes[counted..<end].count { $0 == 0x0A } : 0
    }
    do throws(JSONError) {
      while true {
        reader.skipSpace()
        let offset = reader.position
        line += count(to: offset)
        switch array {
        case .unopened:
          if offset == bytes.count, !isLast { return offset }
          if offset < bytes.count, bytes[offset] == UInt8(ascii: "[") {
            array = .open(isEmpty: true)
            reader.move(to: offset + 1..<bytes.count, depth: 1)
          } else {
            // A value that is not an array is the only row.
            if !isLast { return offset }
            let value = try reader.value()
            try reader.expectEnd()
            table.append(value, line: line, start: offset)
            return bytes.count
          }
        case .open(let isEmpty):
          if offset == bytes.count, !isLast { return offset }
          if isEmpty, offset < bytes.count, bytes[offset] == UInt8(ascii: "]") {
            array = .closed
            reader.move(to: offset + 1..<bytes.count)
            continue
          }
          if !isLast, endOfElement(bytes, from: offset) == nil { return offset }
          let value = try element(&reader, bytes, offset)
          table.append(value, line: line, start: offset)
          let end = reader.position
          line += count(to: end)
          let isOver = bytes[end] == UInt8(ascii: "]")
          array = isOver ? .closed : .open(isEmpty: false)
          reader.move(to: end + 1..<bytes.count, depth: isOver ? 0 : 1)
        case .closed:
          try reader.expectEnd()
          return bytes.count
        }
      }
    } catch {
      line += count(to: error.offset)
      throw error
    }
  }

  private mutating func element(
    _ reader: inout JSONReader, _ bytes: [UInt8], _ offset: Int
  ) throws(JSONError) -> FormatValue {
    guard sharesRows else { return try reader.element() }
    // An element also ends at a surplus `}`, which the reader reports.
    guard let end = endOfElement(bytes, from: offset), bytes[end] != UInt8(ascii: "}"),
      let known = sharedRow(of: bytes, in: offset..<end)
    else {
      let value = try reader.element()
      share(value, of: bytes, in: offset..<reader.position)
      return value
    }
    reader.move(to: end..<bytes.count, depth: 1)
    return known
  }

  // MARK: Records

  /// The cells of the rows that have no value in a reading.
  var failures: [CellReading: CellFailure] { fields.failures }

  /// Returns what the cells of `columns` are in a whole CSV file, without making rows.
  func survey(_ bytes: [UInt8]) throws(InputError) -> [String: CellSurvey] {
    var parser = self
    var surveys: [CellSurvey] = []
    _ = try parser.forEachRecord(of: bytes, from: start(of: bytes), isLast: true) { fields, reader, record in
      if surveys.isEmpty { surveys = fields.keys.map { _ in CellSurvey() } }
      fields.survey(reader, into: &surveys) { "\(name.cleaned):\(record.line)" }
    }
    return Dictionary(zip(parser.fields.keys, surveys)) { first, _ in first }
      .filter { columns?.names?.contains($0.key) ?? true }
  }

  private mutating func parseRecords(
    _ bytes: [UInt8], from start: Int, _ isLast: Bool, _ table: inout RowTable
  ) throws(InputError) -> Int {
    let name = name
    let consumed = try forEachRecord(of: bytes, from: start, isLast: isLast) { fields, reader, record in
      let row = fields.row(of: reader) { "\(name.cleaned):\(record.line)" }
      table.append(row, line: record.line, start: record.range.lowerBound)
    }
    if let header, let delimiter {
      table.setHeader(header, delimiter: delimiter, hasAllColumns: fields.hasAllColumns)
    }
    return consumed
  }

  /// Calls a function with each complete record after the header.
  ///
  /// - Returns: The number of consumed bytes.
  private mutating func forEachRecord(
    of bytes: [UInt8], from start: Int, isLast: Bool,
    _ body: (inout RecordFields, CSVReader, CSVReader.Record) -> Void
  ) throws(InputError) -> Int {
    guard let delimiter = delimiter ?? CSVReader.delimiter(of: bytes, from: start, isLast: isLast) else { return 0 }
    var reader = CSVReader(bytes, name: name, delimiter: delimiter, from: start, line: line)
    // A byte-order mark is consumed together with the first record, because the byte numbers in errors include it.
    var consumed = 0
    while true {
      let record: CSVReader.Record?
      do {
        record = try reader.next()
      } catch {
        // An error at the end may be due to an incomplete record.
        // The last byte may be a CR before a LF, or a quote that the next part doubles.
        if !isLast, reader.position + 1 >= bytes.count { break }
        throw error
      }
      guard let record, isLast || reader.position + 1 < bytes.count else { break }
      if header == nil {
        try readHeader(record, reader.names, bytes)
        self.delimiter = delimiter
      } else if reader.cellCount == fields.count {
        body(&fields, reader, record)
      } else {
        let cells = counted(reader.cellCount, "cell")
        try skip(InputError(name, line: record.line, "this record has \(cells), the header has \(fields.count)"))
      }
      consumed = reader.position
      line = reader.line
    }
    if header == nil, isLast {
      throw InputError(name, line: 1, "a CSV file begins with a header; this one is empty")
    }
    return consumed
  }

  private mutating func readHeader(
    _ record: CSVReader.Record, _ names: [String], _ bytes: [UInt8]
  ) throws(InputError) {
    var seen: Set<String> = []
    if let double = names.first(where: { !seen.insert($0).inserted }) {
      throw InputError(name, line: record.line, "the header contains \"\(double)\" twice")
    }
    if let name = names.first(where: CellReading.isKey) {
      throw InputError(self.name, line: record.line, "the name \(name.cleaned) in the header contains U+0001")
    }
    fields = RecordFields(names, columns: columns?.columns(among: seen) ?? seen, readings: readings, missing: missing)
    keys = names
    header = Array(bytes[record.range])
  }
}

// MARK: Shared rows

extension RowParser {
  /// The longest row that is shared, in bytes.
  private static let longestShared = 64
  private static let slotBits = 12

  /// Returns the value of an earlier row with the same bytes, or `nil` if it is not known.
  private func sharedRow(of bytes: [UInt8], in range: Range<Int>) -> FormatValue? {
    guard range.count <= Self.longestShared, !sharedRows.isEmpty, let row = sharedRows[Self.slot(of: bytes[range])],
      row.text.elementsEqual(bytes[range])
    else { return nil }
    return row.value
  }

  private mutating func share(_ value: FormatValue, of bytes: [UInt8], in range: Range<Int>) {
    guard range.count <= Self.longestShared else { return }
    if sharedRows.isEmpty { sharedRows = Array(repeating: nil, count: 1 << Self.slotBits) }
    sharedRows[Self.slot(of: bytes[range])] = (ArraySlice(Array(bytes[range])), value)
  }

  private static func slot(of text: ArraySlice<UInt8>) -> Int {
    // Safety: The FNV-1a hash function wraps. The index has `slotBits` bits. A row replaces another one in its slot.
    let hash = text.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Int(hash >> (32 - slotBits))
  }
}
