import PredicateSyntax

/// How the rows of a CSV file are made of its records. Only the cells that are read are decoded.
struct RecordFields {
  /// The place of a value in the fields of a row. Each row begins as a copy of `emptyRow`, which has all keys, so that no key is
  /// hashed for a row.
  private typealias Place = [String: FormatValue].Index

  /// A cell that is read: the places of its text and of its readings.
  private struct Cell {
    var column: Int
    var place: Place
    var readings: [(reading: CellReading, place: Place)]
  }

  private let emptyRow: [String: FormatValue]
  private let cells: [Cell]
  private let missing: [[UInt8]]
  /// The number of cells of a record.
  let count: Int
  /// The cells without a value in a reading.
  private(set) var failures: [CellReading: CellFailure] = [:]

  /// - Parameters:
  ///   - keys: The names in the header.
  ///   - columns: The columns that are read.
  ///   - readings: The readings of these columns that the rows have.
  ///   - missing: The texts of cells that are nil.
  init(_ keys: [String], columns: Set<String>, readings: Set<CellReading>, missing: Set<[UInt8]>) {
    count = keys.count
    self.missing = Array(missing)
    var emptyRow: [String: FormatValue] = [:]
    for key in keys where columns.contains(key) { emptyRow[key] = .null }
    let readings = readings.filter { emptyRow[$0.column] != nil }
    for reading in readings { emptyRow[reading.key] = .null }
    self.emptyRow = emptyRow
    cells = keys.enumerated().compactMap { column, key in
      guard let place = emptyRow.index(forKey: key) else { return nil }
      let ofCell = readings.filter { $0.column == key }.map { ($0, emptyRow.index(forKey: $0.key) ?? place) }
      return Cell(column: column, place: place, readings: ofCell)
    }
  }

  /// Whether all columns are read.
  var hasAllColumns: Bool { cells.count == count }

  /// Returns the row of the last record of a reader.
  ///
  /// - Parameter position: The position of the record in messages.
  mutating func row(of reader: CSVReader, at position: () -> String) -> FormatValue {
    var row = emptyRow
    for cell in cells {
      let bytes = reader.text(ofCell: cell.column)
      if isMissing(bytes) { continue }
      row.values[cell.place] = .string(String(decoding: bytes, as: UTF8.self))
      for (reading, place) in cell.readings {
        if let value = reading.value(ofCell: bytes) {
          row.values[place] = value
        } else {
          failures.add(reading, String(decoding: bytes, as: UTF8.self), at: position)
        }
      }
    }
    return .record(row)
  }

  /// Adds the cells that are read to what is known about their columns.
  func survey(_ reader: CSVReader, into surveys: inout [CellSurvey], at position: () -> String) {
    for (index, cell) in cells.enumerated() {
      let bytes = reader.text(ofCell: cell.column)
      if !isMissing(bytes) { surveys[index].add(bytes, position: position) }
    }
  }

  /// The keys of the cells that are read, in the order of the columns.
  var keys: [String] { cells.map { emptyRow[$0.place].key } }

  private func isMissing(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.isEmpty || !missing.isEmpty && missing.contains { $0.elementsEqual(bytes) }
  }
}
