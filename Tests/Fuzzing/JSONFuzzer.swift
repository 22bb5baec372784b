import Foundation
import PredicateCases
import PredicateFormat
import PredicateSQL
import PredicateInput

/// Checks that JSON of every kind is decoded or rejected, and that decoded values survive encoding and decoding. The first
/// byte selects the kind of the rest.
struct JSONFuzzer: Fuzzer {
  /// The kinds, each with a function that returns an error message for the given bytes.
  static let kinds: [(letter: Character, name: String, wrong: @Sendable ([UInt8]) -> String?)] = [
    (
      "c", "cases",
      {
        _ = try? Case.all(in: $0, name: "input"); return nil
      }
    ),
    ("e", "expression", { wrong(with: read(FormatExpression.self, $0)) }),
    ("m", "model", { wrong(with: try? PredicateModel.read($0, name: "input")) }),
    ("p", "profile", { wrong(with: try? PredicateProfile.read($0, name: "input")) }),
    ("q", "request", { wrong(with: try? PredicateFetchRequest.read($0, name: "input")) }),
    (
      "s", "stored requests",
      { wrong(with: try? readJSON($0, name: "input") { value throws(FieldError) in try StoredFetchRequests(value) }) }
    ),
    ("t", "tree", { wrong(with: read(FormatPredicate.self, $0)) }),
    ("f", "format", { bytes in wrong(with: try? FormatPredicate.template(utf8: bytes)) }),
    ("v", "value", { wrongWithValue($0) }),
    ("r", "rows", { wrongWithRows($0, .json) }),
    ("l", "lines of JSON", { wrongWithRows($0, .jsonl) }),
    ("x", "CSV", { wrongWithRows($0, .csv) }),
    ("y", "text", { wrongWithRows($0, .text) }),
  ]

  mutating func run(_ bytes: [UInt8]) -> String? {
    guard let letter = bytes.first, let kind = Self.kinds.first(where: { $0.letter.asciiValue == letter }) else {
      return nil
    }
    return kind.wrong(Array(bytes.dropFirst())).map { "\(kind.name): \($0)" }
  }

  private static func read<Value: Decodable>(_: Value.Type, _ bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(bytes))
  }

  /// Returns an error message unless the value survives encoding and decoding.
  private static func wrong<Value: Codable & Equatable>(with value: Value?) -> String? {
    guard let value else { return nil }
    do {
      let data = try JSONEncoder().encode(value)
      let again = try JSONDecoder().decode(Value.self, from: data)
      return again == value ? nil : "the decoded value differs: \(String(decoding: data, as: UTF8.self))"
    } catch {
      return "\(error): \(value)"
    }
  }

  private static func wrongWithValue(_ bytes: [UInt8]) -> String? {
    for allows in [false, true] {
      guard let value = try? JSONReader.value(of: bytes, allowsMalformedWrappers: allows) else { continue }
      let text = String(json: value)
      guard let again = try? JSONReader.value(of: Array(text.utf8), allowsMalformedWrappers: allows) else {
        return "the written text is not JSON: \(text)"
      }
      if again != value { return "the value read again differs: \(text), \(String(json: again))" }
    }
    return nil
  }

  private static func wrongWithRows(_ bytes: [UInt8], _ kind: RowKind) -> String? {
    let whole = Result { () throws(InputError) in try RowTable.read(bytes, name: "input", kind: kind) }
    if let difference = streamed(bytes, kind, otherThan: whole) { return difference }
    guard let table = try? whole.get() else { return nil }
    for row in table.values.indices {
      if kind == .json || kind == .jsonl, (try? JSONReader.value(of: Array(table.source(of: row)))) != nil,
        (try? JSONReader.value(of: Array(table.source(of: row)), allowsMalformedWrappers: true)) != table.values[row]
      {
        return "row \(row) alone has another value: \(String(decoding: table.source(of: row), as: UTF8.self))"
      }
      _ = table.position(of: row)
    }
    return nil
  }

  /// Returns an error message unless reading in small pieces gives the same rows, or the same error.
  private static func streamed(
    _ bytes: [UInt8], _ kind: RowKind, otherThan whole: Result<RowTable, InputError>
  ) -> String? {
    var stream = RowStream(ByteSource(bytes, name: "input"), kind: kind, pieceSize: 7)
    var values: [FormatValue] = []
    var sources: [String] = []
    do {
      while let part = try stream.next() {
        values += part.values
        sources += part.values.indices.map { "\(part.position(of: $0)) \(part.source(of: $0))" }
      }
    } catch {
      if case .failure(error) = whole { return nil }
      return "reading in pieces fails differently: \(error)"
    }
    guard let table = try? whole.get() else { return "reading in pieces succeeds, reading the whole fails" }
    let wanted = table.values.indices.map { "\(table.position(of: $0)) \(table.source(of: $0))" }
    return values == table.values && sources == wanted ? nil : "reading in pieces gives other rows"
  }
}
