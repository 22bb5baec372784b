import PredicateInput
import PredicateSyntax
import Testing

private func rows(_ text: String, _ kind: RowKind) throws -> RowTable {
  try RowTable.read(Array(text.utf8), name: "rows", kind: kind)
}

private func error(_ bytes: [UInt8], _ kind: RowKind) -> String? {
  do {
    _ = try RowTable.read(bytes, name: "rows", kind: kind)
    return nil
  } catch {
    return error.description
  }
}

private func error(_ text: String, _ kind: RowKind) -> String? { error(Array(text.utf8), kind) }

extension RowTable {
  fileprivate var lines: [Int] { values.indices.map(line) }

  /// All rows as they are written.
  fileprivate var sources: [String] { values.indices.map { String(decoding: source(of: $0), as: UTF8.self) } }
}

struct RowReaderTests {
  @Test func kindOfAName() {
    #expect(RowKind(fileName: "a/b.JSON") == .json)
    #expect(RowKind(fileName: "a.json/b") == .text)
    #expect(RowKind(fileName: "b.jsonl") == .jsonl)
    #expect(RowKind(fileName: "csv") == .text)
    #expect(RowKind(fileName: "words.text.csv") == .csv)
    #expect(RowKind(fileName: "words.csv.GZ") == .csv)
    #expect(RowKind(fileName: "csv.gz") == .text)
    #expect(RowKind(fileName: "words.tsv.gz") == .tsv)
  }

  @Test func text() throws {
    let table = try rows("\u{FEFF}a\r\n\nb c", .text)
    #expect(table.values == [.string("a"), .string(""), .string("b c")])
    #expect(table.lines == [1, 2, 3])
    #expect(table.sources == ["a", "", "b c"])
    #expect(try rows("a\n", .text).values.count == 1)
    #expect(try rows("", .text).values.isEmpty)
    #expect(error([0x61, 0x0A, 0xFF], .text) == "rows:2: this line is not UTF-8, at byte 1")
  }

  @Test func jsonLines() throws {
    let table = try rows("{\"b\":1, \"a\":2}\n\n5\r\n", .jsonl)
    #expect(table.values == [.record(["a": .integer(2), "b": .integer(1)]), .integer(5)])
    #expect(table.lines == [1, 3])
    #expect(table.sources == ["{\"b\":1, \"a\":2}", "5"])
    #expect(error("1\n{\"a\":", .jsonl) == "rows:2: expected a value, found the end of the text, at byte 6")
  }

  @Test func jsonArrays() throws {
    let table = try rows("[ {\"z\": \"],\\\"\", \"a\": [1,2]} ,\n3,\n {\n  \"k\": {},\n  \"l\":  [ 1 ]\n} ]", .json)
    #expect(table.sources == ["{\"z\": \"],\\\"\", \"a\": [1,2]}", "3", "{\"k\": {}, \"l\":  [ 1 ]}"])
    #expect(table.lines == [1, 2, 3])
    #expect(try rows("[]", .json).values.isEmpty)
    #expect(try rows(" {\"a\": 1} ", .json).sources == ["{\"a\": 1}"])
    #expect(try rows("[{\"$date\": \"2001-01-01T00:00:00Z\"}]", .json).values == [.date(0)])
    #expect(error("[1,\n2,\n", .json) == "rows:3: expected a value, found the end of the text, at byte 1")
    #expect(error("[1,\n2 3]", .json) == "rows:2: expected ',' or ']', at byte 3")
  }

  @Test func csvCells() throws {
    let text = "\u{FEFF}a,b,c,d\r\n1,-2.5e1,007,\"5\"\r\n,\"\", x,true\n\"q \"\"q\"\", \r\nz\",é,1.,\"\"\"\""
    let table = try rows(text, .csv)
    let expected: [[String: FormatValue]] = [
      ["a": .string("1"), "b": .string("-2.5e1"), "c": .string("007"), "d": .string("5")],
      ["a": .null, "b": .null, "c": .string(" x"), "d": .string("true")],
      ["a": .string("q \"q\", \r\nz"), "b": .string("é"), "c": .string("1."), "d": .string("\"")],
    ]
    #expect(table.values == expected.map(FormatValue.record))
    #expect(table.lines == [2, 3, 4])
    #expect(table.sources[0] == "1,-2.5e1,007,\"5\"")
    #expect(table.sources[2] == "\"q \"\"q\"\", \r\nz\",é,1.,\"\"\"\"")
    #expect(table.header(of: 0).map { String(decoding: $0, as: UTF8.self) } == "a,b,c,d")
  }

  @Test func csvEdges() throws {
    #expect(try rows("a\n", .csv).values.isEmpty)
    #expect(try rows("a,b\n1,2\n\n3,4\n", .csv).lines == [2, 4])
    #expect(try rows("a,b\n\"1\n1\",2\n3,\"4\n\n5\"\n6,7\n", .csv).lines == [2, 4, 7])
    #expect(error("a,b\n\"1\n1\",2\n3\n", .csv) == "rows:4: this record has 1 cell, the header has 2")
    #expect(try rows("a,b\n1,", .csv).values == [.record(["a": .string("1"), "b": .null])])
    #expect(try rows("a\n5\" pipe", .csv).values == [.record(["a": .string("5\" pipe")])])
    #expect(error("", .csv) == "rows:1: a CSV file begins with a header; this one is empty")
    #expect(error("a,a\n", .csv) == "rows:1: the header contains \"a\" twice")
    #expect(error("a,b\n1,2\n3\n", .csv) == "rows:3: this record has 1 cell, the header has 2")
    #expect(error("a\n\"x\ny", .csv) == "rows:2: the quoted cell that begins here is never closed")
    #expect(error("a\n\"x\"y\n", .csv) == "rows:2: expected ',' or the end of the line after a cell in quotes")
    #expect(error([0x61, 0x0A, 0xFF, 0x0A], .csv) == "rows:2: this record is not UTF-8, at byte 1")
  }

  @Test("text that is not UTF-8 is identified by its first bytes")
  func foreignEncodings() {
    #expect(error([0xFF, 0xFE, 0x61, 0x00], .text) == "rows: this is text in UTF-16; expected text in UTF-8")
    #expect(error([0xFE, 0xFF, 0x00, 0x61], .csv) == "rows: this is text in UTF-16; expected text in UTF-8")
    #expect(error([0x1F, 0x8B, 0x08], .json) == "rows: this is compressed by gzip; expected text in UTF-8")
    #expect(error([0x61, 0xC3, 0xA9, 0xF0, 0x9F, 0xFF], .text) == "rows:1: this line is not UTF-8, at byte 4")
  }

  @Test("a JSON row on several lines keeps its texts, including escapes")
  func escapesOnOneLine() throws {
    let table = try rows("[{\n  \"a\": \"x\\\" ,\\n  \\\\\",\n  \"b\": 1\n}]", .json)
    #expect(table.sources == ["{\"a\": \"x\\\" ,\\n  \\\\\", \"b\": 1}"])
    #expect(table.values == [.record(["a": .string("x\" ,\n  \\"), "b": .integer(1)])])
  }

  @Test("input in pieces of any size gives the rows, positions and errors of the whole", arguments: 1...9)
  func pieces(size: Int) throws {
    let texts: [(String, RowKind)] = [
      ("\u{FEFF}a\r\n\nb c\nééé", .text), ("{\"b\":1, \"a\":2}\n\n5\r\n[]\n", .jsonl), ("1\n{\"a\":\n2", .jsonl),
      ("\u{FEFF} [ {\"z\": \"],\\\"\", \"a\": [1,2]} ,\n3,\n {\n  \"k\": {},\n  \"l\":  [ 1 ]\n} ]\n ", .json),
      ("[]", .json), (" {\"a\": [1,\n2]} ", .json), ("[1,\n2,\n", .json), ("[1,\n2 3]", .json),
      ("\r\n , [1, 2, 3, 4]", .json), ("[1,2]\n\n x", .json),
      ("[1,,2]", .json), ("[1,\n 22,\n{\"a\" 1}]", .json), ("[1,]", .json), ("{} 1", .json), ("", .json),
      ("\u{FEFF}a,b\r\n1,\"2\r\n3\"\r\n\n\"q\"\"\",é\r\n", .csv), ("a,b\n1,2\n3\n", .csv), ("a\n\"x\ny", .csv),
      ("a,b\n1\r2,3\n", .csv), ("", .csv), ("a", .csv),
      ("a;\"b\"c,d\n1,2\n", .csv), ("\"a\"b;c\td,e\n", .csv), ("\r\n\na;b\n1;2", .csv), ("a\tb", .csv),
      ("a,b\tc\n1,2\t3\n", .tsv), ("a,b\n\"x\"\t1\n", .tsv),
    ]
    let bytes =
      texts.map { (Array($0.0.utf8), $0.1) } + [
        (Array("\u{FEFF}a,b".utf8) + [0xFF, 0x0A] + Array("1,2\n".utf8), RowKind.csv),
        (Array("\u{FEFF}a\nb".utf8) + [0xFF, 0x0A], .text),
      ]
    for (text, kind) in bytes {
      var stream = RowStream(ByteSource(text, name: "rows"), kind: kind, pieceSize: size)
      var values: [FormatValue] = []
      var positions: [String] = []
      var found: String?
      do {
        while let part = try stream.next() {
          #expect(part.firstRow == values.count)
          values += part.values
          positions += part.values.indices.map(part.position) + part.sources
        }
      } catch { found = error.description }
      #expect(found == error(text, kind), "\(text)")
      guard let whole = try? RowTable.read(text, name: "rows", kind: kind) else { continue }
      #expect(values == whole.values)
      #expect(positions.sorted() == (whole.values.indices.map(whole.position) + whole.sources).sorted())
    }
  }

  @Test("CSV lines that end in CR are errors and never other rows, and cells are text")
  func csvMisreadings() throws {
    let ending =
      "a carriage return without a line feed; lines end in LF or CRLF, and a cell that contains one must be quoted"
    #expect(error("a,b\r1,2\r", .csv) == "rows:1: \(ending)")
    #expect(error("a,b\n1,2\r", .csv) == "rows:2: \(ending)")
    #expect(try rows("a,b\n1,\"2\r\"\n", .csv).values == [.record(["a": .string("1"), "b": .string("2\r")])])
    let digits = String(repeating: "7", count: 120)
    #expect(try rows("a\n1e400\n\(digits)\n", .csv).values == ["1e400", digits].map { .record(["a": .string($0)]) })
    #expect(try rows("a\n\"1e400\"\n", .csv).values == [.record(["a": .string("1e400")])])
    let reason = "an integer of 120 digits, which do not fit into 128 bits"
    #expect(error("[-\(digits)]", .json) == "rows:1: \(reason), at byte 2")
    #expect(error("[1e400]", .json) == "rows:1: the number is beyond the range of a double, at byte 2")
    #expect(try rows("[\(digits).0]", .json).values.count == 1)
  }

  @Test func filesOnDisk() throws {
    #expect(throws: InputError.self) { try RowTable.read(file: "/nowhere/rows.csv") }
    // The end of a file stays the end.
    let source = try ByteSource.file(#filePath)
    var bytes = try source.readAll()
    #expect(bytes.starts(with: "import ".utf8) && source.position == (bytes.count, bytes.count))
    #expect(try !source.read(1, into: &bytes))
    #expect(throws: InputError.self) { try RowTable.read(file: "/") }
  }
}
