import PredcheckSupport
import PredicateEvaluation
import PredicateInput
import PredicateSemantics
import PredicateSyntax

extension FormatError {
  /// Returns the error with notes below its first diagnostic.
  func noting(_ notes: [String]) -> FormatError {
    var error = self
    if !error.diagnostics.isEmpty { error.diagnostics[0].notes += notes }
    return error
  }

  /// Returns the error with the names of columns in the places of the keys of their readings.
  func naming(columnsOf readings: Set<CellReading>) -> FormatError {
    var error = self
    for index in error.diagnostics.indices {
      for reading in readings {
        error.diagnostics[index].message = error.diagnostics[index].message.replacing(
          "'\(reading.key.cleaned)'", with: "'\(reading.column.cleaned)'")
      }
    }
    return error
  }
}

/// Finds the operands of the comparison or expression that a diagnostic underlines.
struct OperandFinder: TreeWalker {
  private let range: FormatRange
  private var operands: [FormatExpression] = []

  init(_ range: FormatRange) { self.range = range }

  mutating func enter(_ predicate: FormatPredicate) {
    guard predicate.range == range, case .comparison(let comparison) = predicate.kind else { return }
    operands = [comparison.left, comparison.right]
  }

  mutating func enter(_ expression: FormatExpression) {
    if expression.range == range { operands = expression.kind.children }
  }

  /// Returns a note with the value of each operand for a row. Constants show their values already. A value that the rules of the
  /// format do not permit to read, such as a whole record, has no note.
  ///
  /// - Parameters:
  ///   - read: The operands that read the cells of the row.
  ///   - rules: The rules of the format.
  func notes(on row: FormatValue, read: OperandFinder, rules: UseRules?) -> [String] {
    zip(operands, read.operands).compactMap { operand, read in
      guard !operand.isConstant,
        let value = try? read.following(rules).value(with: row).withoutReadings
      else {
        return nil
      }
      let note = "\(Explanation.shortened(operand.format)) is \(Explanation.shown(value))"
      // The cell has a text, which is not of the kind that is asked for.
      guard value.isNull, CellPlan.column(of: operand) != nil,
        let cell = try? operand.value(with: row), case .string = cell
      else { return note }
      return note + ", because the cell is \(Explanation.shown(cell))"
    }
  }
}

extension LocatedRows {
  /// Returns a note for each key of a row that is not a single word, such as `Country Name`, and that the format names without SELF.
  func notesOnKeys(of row: Int, in source: String) -> [String] {
    guard case .record(let fields) = value(of: row) else { return [] }
    return fields.keys.inByteOrder.compactMap { key in
      guard source.contains(key), !FormatExpression.isWord(key), !key.contains("\u{1}"),
        !source.contains("[\"\(key)\"]"), !source.contains("['\(key)']")
      else { return nil }
      return "\(FormatExpression.element(of: key).format) reads the key '\(key.cleaned)'"
    }
  }
}

extension FormatDiagnostic {
  /// Returns the diagnostic with a note about `--rows` if a key is absent from a document in whose rows it is.
  func notingPath(of rows: RowTable, in source: String) -> FormatDiagnostic {
    guard code == .absentKey else { return self }
    // A key of an option such as --sort has no place in the format.
    let place = range == .none ? nil : range.range(in: source)
    let written = place.map { source[$0] } ?? message.split(separator: "'").dropFirst().first
    guard let key = written?.prefix(while: { $0 != "." }), let (path, isList) = rows.suggestedPath(for: String(key))
    else { return self }
    var diagnostic = self
    let what = isList ? "the elements of this list" : "the fields of this object, as objects with a key and a value"
    diagnostic.notes.append("the file is one object; --rows '\(path.text.cleaned)' reads \(what)")
    return diagnostic
  }

  /// Returns the diagnostic with a note about `--delimiter` if a key is absent from rows of a CSV file whose header is one cell with
  /// another delimiter in it.
  func notingDelimiter(of rows: RowTable) -> FormatDiagnostic {
    guard code == .absentKey, !rows.values.isEmpty, rows.header(of: 0) != nil else { return self }
    let columns = rows.keys(of: 0)
    guard columns.count == 1, let column = columns.first, let delimiter = column.first(where: { "|;\t,".contains($0) })
    else { return self }
    var diagnostic = self
    let name = delimiter == "\t" ? "\\t" : String(delimiter)
    diagnostic.notes.append(
      "the file has one column, '\(Explanation.shortened(column.cleaned))'; --delimiter '\(name)' splits it")
    return diagnostic
  }
}
