import Foundation
import PredicateCases
import PredicateFormat
import TestSupport

/// The initial inputs of the fuzzers, one per file, created from Corpus.
enum FuzzSeeds {
  /// Writes a fuzzer's seeds to a folder.
  static func write(for name: String, into folder: String) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (number, seed) in try seeds(of: name).enumerated() {
        try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/\(number)"))
      }
    } catch {
      FuzzCommand.complain("\(error)")
      exit(2)
    }
  }

  private static func seeds(of name: String) throws -> [[UInt8]] {
    switch name {
    case "xml": try files(".xcdatamodel/contents")
    case "json": try json()
    default: try formats().map { Array($0.utf8) }
    }
  }

  /// Returns the distinct format strings of all cases.
  private static func formats() throws -> [String] {
    var texts: [String] = []
    for case let (file, bytes) in try caseFiles() {
      texts += (try? Case.all(in: bytes, name: file))?.map(\.text) ?? []
    }
    return unique(texts)
  }

  /// Returns the contents of the files whose paths have the given ending.
  private static func files(_ ending: String) throws -> [[UInt8]] {
    try packageFiles(below: "Corpus").filter { $0.hasSuffix(ending) }.map { try Array(packageText($0).utf8) }
  }

  /// Returns the case files. Other files in Corpus contain data.
  private static func caseFiles() throws -> [(name: String, bytes: [UInt8])] {
    try packageFiles(below: "Corpus").filter { $0.hasSuffix(".jsonl") }.map { ($0, try Array(packageText($0).utf8)) }
  }

  /// Returns JSON of each kind that the fuzzer has a letter for.
  private static func json() throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    func add(_ letter: Character, _ bytes: some Sequence<UInt8>) { seeds.append(Array(letter.utf8) + bytes) }
    for file in try caseFiles() {
      // A sample is enough, because the fuzzer mutates it.
      for (number, line) in file.bytes.split(separator: UInt8(ascii: "\n")).enumerated() where number % 7 == 0 {
        for letter in "cv" { add(letter, line) }
      }
    }
    for bytes in try files("odel.json") + files("company.json") + files("wordlist.json") { add("m", bytes) }
    for bytes in try files("objects.json") { add("r", bytes.prefix(2_000)) }
    add("p", try packageText("Corpus/Profiles/shop.json").utf8)
    for profile in PredicateProfile.shipped { add("p", try JSONEncoder().encode(profile)) }
    for bytes in try packageFiles(below: "Tests/PredicateInputTests/Requests") { add("s", try packageText(bytes).utf8) }
    for (number, text) in try formats().enumerated() where number % 5 == 0 {
      add("f", text.utf8)
      if let tree = try? FormatPredicate.template(text) { add("t", try JSONEncoder().encode(tree)) }
      if let tree = try? FormatExpression.template(text) { add("e", try JSONEncoder().encode(tree)) }
    }
    let requests = try caseFiles().flatMap { file in (try? Case.all(in: file.bytes, name: file.name)) ?? [] }
    for request in requests.compactMap({ try? $0.boundRequest() }) { add("q", try JSONEncoder().encode(request)) }
    add("x", "name,age,\"a, \"\"b\"\"\"\r\nAnna,5,\n\"x\ny\",1e3,true\n".utf8)
    add("l", "{\"a\": 1}\n\n[1, 2.5]\n".utf8)
    return seeds
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<[UInt8]> = []
    return texts.filter { seen.insert(Array($0.utf8)).inserted }
  }
}
