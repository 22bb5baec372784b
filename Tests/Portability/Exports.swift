import PredicateSQL
import PredicateSyntax

// The functions of the WebAssembly module that Tests/portability makes. A caller writes the UTF-8 bytes of a format string to
// memory from `allocate`, calls a function, reads the answer, and calls `release` for both.

/// Returns memory for a number of bytes.
@_expose(wasm, "allocate")
@_cdecl("allocate")
public func allocate(_ count: Int) -> UnsafeMutableRawPointer {
  .allocate(byteCount: count, alignment: 8)
}

/// Frees memory from `allocate`, or an answer.
@_expose(wasm, "release")
@_cdecl("release")
public func release(_ memory: UnsafeMutableRawPointer) { memory.deallocate() }

/// Answers with the canonical format of a format string, or with its errors.
@_expose(wasm, "parse")
@_cdecl("parse")
public func parse(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutableRawPointer {
  answer { () throws(FormatError) in try FormatPredicate(text(bytes, count)).format }
}

/// Answers with a SELECT of the words that match a format string, and a line for each parameter, or with the errors. `dialect`
/// is an index into `DatabaseDialect.all`.
@_expose(wasm, "translate")
@_cdecl("translate")
public func translate(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ dialect: Int) -> UnsafeMutableRawPointer {
  answer { () throws(FormatError) in
    let predicate = try FormatPredicate(text(bytes, count))
    let statement = try predicate.sql(DatabaseDialect.all[dialect], model: words(), entity: "Word")
    var lines = [statement.text]
    for (index, parameter) in statement.parameters.enumerated() {
      let kind = parameter.kind.rawValue + (parameter.isList ? " list" : "")
      let value: String
      if case .list(let elements) = parameter.value {
        // predcheck prints a list as JSON.
        value = "[" + elements.map { $0.formatExpression.format }.joined(separator: ", ") + "]"
      } else {
        value = parameter.value.formatExpression.format
      }
      lines.append("-- \(index + 1): \(kind) \(value)")
    }
    return lines.joined(separator: "\n")
  }
}

private func text(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> String {
  String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
}

/// Returns an answer in memory: 1 for an error or 0, the number of bytes, both in 32 bits, and the UTF-8 bytes.
private func answer(_ body: () throws(FormatError) -> String) -> UnsafeMutableRawPointer {
  do throws(FormatError) { return answer(try body(), isError: false) } catch {
    return answer(error.description, isError: true)
  }
}

func answer(_ text: String, isError: Bool) -> UnsafeMutableRawPointer {
  let bytes = Array(text.utf8)
  let memory = allocate(8 + bytes.count)
  memory.storeBytes(of: isError ? 1 : 0, as: UInt32.self)
  memory.storeBytes(of: UInt32(bytes.count), toByteOffset: 4, as: UInt32.self)
  (memory + 8).copyMemory(from: bytes, byteCount: bytes.count)
  return memory
}

/// Returns the model of Corpus/SQL/Models/wordlist.json.
private func words() throws(FormatError) -> DataModel {
  let entities = [
    DataModel.Entity(
      "WordCategory", table: "word_category",
      attributes: [
        DataModel.Attribute("firstLetter", .string, column: "first_letter", isNullable: false, isIndexed: true)
      ],
      relationships: [.toMany("words", "Word", foreignKey: "category_id", isIndexed: true)]),
    DataModel.Entity(
      "Word", table: "word",
      attributes: [
        DataModel.Attribute(
          "text", .string, isNullable: false, isIndexed: true, collation: .exact,
          folded: [DataModel.FoldedColumn(.caseInsensitive, column: "text_c", isIndexed: true, collation: .exact)]),
        DataModel.Attribute("length", .integer16, isNullable: false, isIndexed: true),
      ],
      relationships: [
        .toOne(
          "wordCategory", "WordCategory", column: "category_id", isNullable: true, isEnforced: true, isIndexed: true)
      ]),
  ]
  do throws(DataModelError) { return try DataModel(entities) } catch { fatalError() }
}
