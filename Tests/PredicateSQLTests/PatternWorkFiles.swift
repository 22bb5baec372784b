import Foundation
import PredicateSQL
import PredicateSemantics
import PredicateSyntax
import ProofSupport
import TestSupport
import Testing

/// Writes patterns, texts and the answers of memory as work files for the engines, into the folder PATTERN_FILES.
/// `Tests/Engines/patterns` runs them.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PATTERN_FILES"] != nil, "PATTERN_FILES names no folder"))
struct PatternWorkFiles {
  @Test func write() throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = URL(fileURLWithPath: environment["PATTERN_FILES"] ?? "")
    let seed = testSeed("PatternWorkFiles.write")
    let count = environment["PATTERN_COUNT"].flatMap { Int($0) } ?? 500
    for dialect in DatabaseDialect.all {
      guard let flavor = dialect.table.patterns else { continue }
      var file = PatternWorkFile(dialect, flavor, seed: seed)
      // Spark takes a third of a second for each.
      let count = dialect == .spark ? min(count, 60) : count
      try file.addFolded(count)
      try file.addPortable(count * 2)
      if dialect != .spark { try file.addGreat() }
      try file.contents().write(to: folder.appendingPathComponent("\(dialect.name).jsonl"))
    }
  }
}

/// The work file of one engine: a table of texts, and for each pattern a statement that finds the texts that match.
struct PatternWorkFile {
  private let dialect: DatabaseDialect
  private let flavor: SQLPatternFlavor
  private let seed: UInt64
  private var rows: [[Any]] = []
  private var queries: [[String: Any]] = []

  init(_ dialect: DatabaseDialect, _ flavor: SQLPatternFlavor, seed: UInt64) {
    self.dialect = dialect
    self.flavor = flavor
    self.seed = seed
  }

  mutating func addFolded(_ count: Int) throws {
    var writer = FoldedTexts(seed: seed)
    for _ in 0..<count {
      let (constant, options) = (writer.text(), writer.pick(FoldedPatternTests.options))
      try add(constant, options, writer.variants(of: constant))
    }
  }

  mutating func addPortable(_ count: Int) throws {
    var sentences = PatternSentences(seed: seed)
    for _ in 0..<count {
      let pattern = sentences.pattern()
      let options: FormatStringOptions = sentences.oneIn(3) ? .caseInsensitive : []
      try add(matching: pattern, options, (0..<20).map { _ in sentences.text(for: pattern) })
    }
  }

  /// Adds patterns of the maximum size.
  mutating func addGreat() throws {
    for size in [10, 25, 28, 31, 100, 255, 600, 900] {
      for letter in ["é", "s", "αι", "ffi"] {
        let constant = String(repeating: letter, count: size)
        for options in FoldedPatternTests.options {
          try add(constant, options, [constant, constant.uppercased(), constant + "\u{301}", constant + letter])
        }
      }
      for part in ["\\w", "[^\\p{L}];", "[a-z]+-", "(?:\\p{Lu}|b)", "\\p{Cn}?"] {
        for pattern in [String(repeating: part, count: size), "(?:\(part)){0,\(size)}"] where pattern.utf8.count < 5000
        {
          try add(matching: pattern, [], ["b", "Ü", " ;", "abc-", "é"].map { String(repeating: $0, count: size) })
        }
      }
    }
  }

  private mutating func add(_ constant: String, _ options: FormatStringOptions, _ texts: [String]) throws {
    guard let pattern = try? foldedPattern(constant, options, flavor) else { return }
    let folding = folded(constant, options)
    add(pattern, "==\(options.spelling) \(constant.numbers)", texts) {
      folded($0, options).utf8.elementsEqual(folding.utf8)
    }
  }

  private mutating func add(matching source: String, _ options: FormatStringOptions, _ texts: [String]) throws {
    guard let pattern = try? portablePattern(source, options, flavor) else { return }
    let whole = "\\A(?:\(source.isEmpty ? "(?!)" : source))\\z"
    let expression = try #require(matcher(whole, ignoringCase: !options.isEmpty), "\(source)")
    add(pattern, "MATCHES\(options.spelling) \(source)", texts, expression.matches)
  }

  private mutating func add(_ pattern: String, _ format: String, _ texts: [String], _ answer: (String) -> Bool) {
    let batch = queries.count
    var ids: [Int] = []
    for text in texts {
      if answer(text) { ids.append(rows.count) }
      rows.append([rows.count, batch, text])
    }
    queries.append([
      "kind": "query", "id": "\(seed)/\(batch)", "format": format, "sql": select, "ids": ids,
      "parameters": [
        ["type": "integer", "value": batch], ["type": "text", "value": pattern],
      ],
    ])
  }

  /// Returns the placeholder of a parameter.
  private func mark(_ number: Int, _ kind: SQLParameter.Kind) -> String {
    dialect.table.placeholder.replacing("{0}", with: "\(number)")
      .replacing("{1}", with: dialect.table.parameterTypes[kind] ?? "")
      .replacing("{{", with: "{").replacing("}}", with: "}")
  }

  private var select: String {
    let test = (dialect.table.operations[.matches] ?? "").replacing("{0}", with: "text")
    return "SELECT id FROM texts WHERE batch = \(mark(1, .integer)) AND \(test.replacing("{1}", with: mark(2, .text)))"
  }

  func contents() throws -> Data {
    let text: String
    switch dialect {
    case .postgresql: text = "text COLLATE \"C\""
    case .mariadb: text = "TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin"
    case .mysql: text = "TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin"
    case .spark: text = "STRING"
    default: text = "VARCHAR"
    }
    let insert = "\(mark(1, .integer)), \(mark(2, .integer)), \(mark(3, .text))"
    let format =
      dialect == .spark ? " USING PARQUET" : dialect == .clickhouse ? " ENGINE = MergeTree ORDER BY tuple()" : ""
    var lines: [[String: Any]] = [
      ["kind": "setup", "sql": "CREATE TABLE texts (id BIGINT, batch BIGINT, text \(text))\(format)"],
      [
        "kind": "insert", "sql": "INSERT INTO texts VALUES (\(insert))", "types": ["integer", "integer", "text"],
        "rows": rows,
      ],
    ]
    if dialect == .mariadb || dialect == .mysql {
      lines.append(["kind": "setup", "sql": "CREATE INDEX of_batch ON texts (batch)"])
    }
    var data = Data(WorkFile(ProofEngine(dialect)).text.utf8)
    for line in lines + queries {
      data += try JSONSerialization.data(withJSONObject: line)
      data.append(0x0A)
    }
    return data
  }
}
