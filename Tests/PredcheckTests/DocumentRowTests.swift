import Foundation
import PredicateInput
import TestSupport
import Testing

/// Rows of JSON documents, property lists and YAML: `predcheck eval --rows`, `--skip-invalid`, and what standard input is.
struct DocumentRowTests {
  private static let files = [
    "geo.json": """
    {"type": "FeatureCollection", "features": [
      {"id": 1, "name": "a"},
      {"id": 2, "name": "b"}], "meta": {"x.y": [1, 2]}}
    """,
    "lock.json": """
    {"packages": {
      "": {"dev": false},
      "node_modules/a": {"dev": true,
        "license": "ISC"}}}
    """,
    "teams.json": #"[{"t": {"people": [{"n": 1}, {"n": 2}]}}, {"t": {"people": [{"n": 3}]}}]"#,
    "people.yaml": """
    # people
    - name: &first Ann
      age: 5
      tags: &tags [a, b]
    - name: "Bob"
      age: +7
      tags: *tags
    - {name: !!str 5, age: .5, zip: 0123, ok: yes, none: ~, when: 2015-12-25, again: *first}
    """,
    "several.yaml": "a: 1\n---\na: 2\n",
    "bad.yaml": "a: [1, 2\n",
    "info.plist": """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
      <key>Name</key><string>A &amp; B</string><key>N</key><integer>0x10</integer><key>F</key><real>1.5</real>
      <key>On</key><true/><key>When</key><date>2024-01-02T03:04:05Z</date><key>D</key><data>
      AAEC </data>
      <key>Items</key><array>
        <dict><key>k</key><string>one</string></dict>
        <dict><key>k</key><string>two</string></dict>
      </array></dict></plist>
    """,
    "key.plist": "<plist>\n<key>a</key></plist>",
    "nested.plist": "<plist>\n<string>a<string>b</string></string></plist>",
    "two.plist": "<plist><dict/>\n<dict/></plist>",
    "nokey.plist": "<plist><dict>\n<string>a</string></dict></plist>",
    "none.plist": "<plist></plist>",
    "bad.plist": "<plist>\n<integer>x</integer></plist>",
    "log.txt": "Filtering the log data\n{\"n\": 1}\n{\"n\": 2}\n{\"n\":\n",
    "times.jsonl": """
    {"t": 1687000000, "d": "2026-06-29 15:54:42.063082+0200"}
    {"t": 1587000000, "d": "2012/01/01"}
    {"t": "x", "d": "2015-12-25"}

    """,
    "mixed.jsonl": """
    {"s": 1, "b": 1, "d": "", "c.d": 5}
    {"s": 20, "b": 0, "d": "2020-01-02 03:04:05 utc", "c.d": 6}

    """,
    "fields.json": #"{"p": {"v": 1}, "q": {"v": 2}}"#,
    "own.yaml": "- 1\n- a: &x [*x]\n",
    "tags.yaml": "- a: !!int \"3\"\n- a: ! 12\n",
    "numbers.json": "[1, 2]",
    "ms.csv": "ts\n1687000000123\n5\n",
    "keys.csv": "Country Name,IE-1\nGermany,5\n",
    "cells.csv": "n,m\n1,2\n3\n5,6\n",
  ]

  /// A call with its output and its messages. A file name stands for a file of `files`.
  struct Call: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    var input = ""
    let output: String
    var errors = ""

    var testDescription: String { arguments.joined(separator: " ") + (input.isEmpty ? "" : " < " + input) }
  }

  static let calls = [
    Call(
      arguments: ["id > 1", "geo.json", "--rows", "features", "--json"],
      output: #"{"file": "geo.json", "row": 1, "line": 3, "value": {"id": 2, "name": "b"}}"#),
    Call(arguments: ["SELF > 1", "geo.json", "--rows", "meta.\"x.y\""], output: "2"),
    Call(
      arguments: ["value.dev == YES", "lock.json", "--rows", "packages.*", "--output", "jsonl"],
      output: #"{"key": "node_modules/a", "value": {"dev": true, "license": "ISC"}}"#),
    Call(
      arguments: ["value.dev == YES", "lock.json", "--rows", "packages.*", "--json", "--sort", "key"],
      output: #"{"file": "lock.json", "row": 1, "line": 3, "value": {"key": "node_modules/a", "value": "#
        + #"{"dev": true, "license": "ISC"}}}"#),
    Call(arguments: ["n > 1", "teams.json", "--rows", "t.people", "--count"], output: "2"),
    Call(
      arguments: ["name == 'b'", "geo.json"], output: "",
      errors: "the file is one object; --rows 'features' reads the elements of this list"),
    Call(
      arguments: ["dev == YES", "lock.json"], output: "",
      errors: "--rows 'packages.*' reads the fields of this object, as objects with a key and a value"),
    Call(
      arguments: ["TRUEPREDICATE", "geo.json", "--rows", "feature"], output: "",
      errors:
        "--rows names the key 'feature', which the document does not have; the keys there are features, meta, type; "
        + "did you mean features?"),
    Call(arguments: ["TRUEPREDICATE", "geo.json", "--rows", "type.*"], output: "", errors: "is not an object"),
    Call(arguments: ["TRUEPREDICATE", "geo.json", "--rows", "a..b"], output: "", errors: "is not a path for --rows"),
    Call(
      arguments: ["TRUEPREDICATE", "cells.csv", "--rows", "a"], output: "", errors: "--rows needs JSON, a property list"
    ),
    Call(
      arguments: ["age < 7", "people.yaml"],
      output: #"{"name": "Ann", "age": 5, "tags": ["a", "b"]}"# + "\n"
        + #"{"name": "5", "age": 0.5, "zip": "0123", "ok": "yes", "none": null, "when": "2015-12-25", "again": "Ann"}"#),
    Call(
      arguments: ["ANY tags == 'b' AND age == 7", "people.yaml", "--json"],
      output: #"{"file": "people.yaml", "row": 1, "line": 5, "value": {"age": 7, "name": "Bob", "tags": ["a", "b"]}}"#),
    Call(arguments: ["a > 1", "several.yaml"], output: #"{"a": 2}"#),
    Call(arguments: ["TRUEPREDICATE", "bad.yaml"], output: "", errors: "bad.yaml:2: this is not YAML: did not find"),
    Call(
      arguments: ["N == 16 AND F > 1 AND On == YES AND When < CAST('2025-01-01T00:00:00Z', 'NSDate')", "info.plist"],
      output: #"{"Name": "A & B", "N": 16, "F": 1.5, "On": true, "When": {"$date": "2024-01-02T03:04:05Z"}, "#
        + #""D": {"$binary": "AAEC"}, "Items": [{"k": "one"}, {"k": "two"}]}"#),
    Call(
      arguments: ["k == 'two'", "info.plist", "--rows", "Items", "--json"],
      output: #"{"file": "info.plist", "row": 1, "line": 9, "value": {"k": "two"}}"#),
    Call(
      arguments: ["TRUEPREDICATE", "key.plist"], output: "", errors: "key.plist:2: this is not a property list: <key>"),
    Call(
      arguments: ["TRUEPREDICATE", "nested.plist"], output: "", errors: ":2: this is not a property list: <string> is"),
    Call(
      arguments: ["TRUEPREDICATE", "two.plist"], output: "", errors: ":2: this is not a property list: <dict> is a"),
    Call(arguments: ["TRUEPREDICATE", "nokey.plist"], output: "", errors: "<string> has no <key> before it"),
    Call(
      arguments: ["TRUEPREDICATE", "none.plist"], output: "", errors: "this is not a property list: it has no value"),
    Call(
      arguments: ["TRUEPREDICATE", "bad.plist"], output: "", errors: "bad.plist:2: 'x' is not a value of <integer>"),
    Call(
      arguments: ["TRUEPREDICATE", "cells.csv", "--type", "plist"], output: "", errors: "this is not a property list"),
    Call(
      arguments: ["n > 1", "log.txt", "--type", "jsonl", "--skip-invalid"], output: #"{"n": 2}"#,
      errors: "2 invalid rows were skipped; the first: log.txt:1: expected a value, at byte 1"),
    Call(
      arguments: ["n > 1", "cells.csv", "--skip-invalid", "--output", "jsonl"], output: #"{"n": 5, "m": 6}"#,
      errors: "1 invalid row was skipped; the first: cells.csv:3: this record has 1 cell, the header has 2"),
    Call(
      arguments: ["t > CAST('2023-01-01T00:00:00Z', 'NSDate')", "times.jsonl", "--types", "t=unix", "--select", "t"],
      output: #"{"t": 1687000000}"#,
      errors: "1 value of the key 't' is not a Unix time, and nil: \"x\" at times.jsonl:3\n"),
    Call(
      arguments: [
        "d > CAST('2015-01-01T00:00:00Z', 'NSDate')", "times.jsonl", "--types", "d=date", "--sort", "d", "--output",
        "jsonl",
      ],
      output: #"{"t": "x", "d": "2015-12-25"}"# + "\n"
        + #"{"t": 1687000000, "d": "2026-06-29 15:54:42.063082+0200"}"#),
    Call(
      arguments: ["s BEGINSWITH '2'", "mixed.jsonl", "--types", "s=text", "--select", "s"],
      output: #"{"s": 20}"#),
    Call(
      arguments: ["b == YES", "mixed.jsonl", "--types", "b=boolean", "--select", "s"], output: #"{"s": 1}"#),
    Call(
      arguments: [
        "d == CAST('2020-01-02T03:04:05Z', 'NSDate')", "mixed.jsonl", "--types", "d=date", "--select", "s",
      ], output: #"{"s": 20}"#),
    Call(arguments: ["c.d == 5", "mixed.jsonl"], output: "", errors: "note: SELF[\"c.d\"] reads the key 'c.d'"),
    Call(
      arguments: ["SELF['x'] == 5", "mixed.jsonl"], output: "",
      errors: "warning[absent-key]: none of the rows has a key 'x'"),
    Call(
      arguments: ["v == 1", "fields.json"], output: "", errors: "--rows '*' reads the fields of this object"),
    Call(
      arguments: ["value.v == 1", "fields.json", "--rows", "*"], output: #"{"key": "p", "value": {"v": 1}}"#),
    Call(
      arguments: ["TRUEPREDICATE", "own.yaml"], output: "",
      errors: "own.yaml:2: the alias *x is inside the value that it repeats"),
    Call(
      arguments: ["TRUEPREDICATE", "tags.yaml", "--output", "jsonl"], output: #"{"a": 3}"# + "\n" + #"{"a": "12"}"#),
    Call(
      arguments: ["n > 1", "numbers.json", "--types", "n=number"], output: "", errors: "an integer has no key 'n'"),
    Call(
      arguments: ["ts > CAST('2023-01-01T00:00:00Z', 'NSDate')", "ms.csv", "--types", "ts=unix-ms"],
      output: "ts\n1687000000123"),
    Call(
      arguments: ["SELF['Country Name'] == 'Germany'", "keys.csv"], output: "Country Name,IE-1\nGermany,5"),
    Call(
      arguments: ["'Country Name' == 'Germany'", "keys.csv"], output: "",
      errors: "note: SELF[\"Country Name\"] reads the key 'Country Name'"),
    Call(
      arguments: ["Country_Name == 'Germany'", "keys.csv"], output: "",
      errors: "did you mean SELF[\"Country Name\"]?"),
    Call(arguments: ["IE-1 > 4", "keys.csv"], output: "", errors: "SELF[\"IE-1\"] reads the key 'IE-1'"),
    Call(arguments: ["a > 1", "-"], input: "[{\"a\":1},\n{\"a\":2}]", output: #"{"a":2}"#),
    Call(arguments: ["a > 1", "-"], input: "{\"a\":1}\n{\"a\":2}\n", output: #"{"a":2}"#),
    Call(arguments: ["a > 0", "-"], input: "\n{\"a\":1,\n\"b\":2}\n", output: #"{"a":1, "b":2}"#),
    Call(arguments: ["SELF CONTAINS 'start'", "-"], input: "[12:30:01] started\nend\n", output: "[12:30:01] started"),
    Call(arguments: ["SELF > 1", "-", "--rows", "a"], input: "{\"a\": [1, 2]}", output: "2"),
  ]

  private static let needsYAML = "YAML needs the library libyaml, which is not installed"

  @Test("rows of documents and of standard input", arguments: calls)
  func rows(call: Call) throws {
    let isYAML = call.arguments.contains { $0.hasSuffix(".yaml") }
    try withFiles(Self.files) { folder in
      let arguments = call.arguments.map { Self.files[$0] == nil ? $0 : folder + "/" + $0 }
      let run = Run(bytes: (["eval"] + arguments).map { Array($0.utf8) }, input: call.input)
      let (output, errors) = (
        run.output.replacing(folder + "/", with: ""), run.errors.replacing(folder + "/", with: "")
      )
      if isYAML, errors.contains("which is not installed") { return print("SKIPPED: \(Self.needsYAML)") }
      #expect(output == (call.output.isEmpty ? "" : call.output + "\n"))
      #expect(call.errors.isEmpty ? errors.isEmpty : errors.contains(call.errors), "\(errors)")
    }
  }

  @Test("a binary property list has the rows of the XML one")
  func binary() throws {
    let list: [String: Any] = ["Items": [["k": 1, "on": true], ["k": 2, "on": false]]]
    let bytes = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    try withFiles([:]) { folder in
      let path = folder + "/b.plist"
      try bytes.write(to: URL(fileURLWithPath: path))
      let run = Run("eval", "on == NO", path, "--rows", "Items", "--json")
      #expect(run.output == "{\"file\": \"\(path)\", \"row\": 1, \"line\": 1, \"value\": {\"k\": 2, \"on\": false}}\n")
    }
  }

  @Test("the texts and numbers of a binary property list are unchanged")
  func binaryScalars() throws {
    let list: [String: Any] = ["text": "a\rb\u{1}", "zero": -0.0, "one": 1, "big": UInt64.max, "no": false]
    let bytes = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    try withFiles([:]) { folder in
      let path = folder + "/b.plist"
      try bytes.write(to: URL(fileURLWithPath: path))
      let run = Run("eval", "TRUEPREDICATE", path, "--output", "jsonl")
      #expect(
        run.output == #"{"big": 18446744073709551615, "no": false, "one": 1, "text": "a\rb\u0001", "zero": -0.0}"#
          + "\n")
    }
  }

  /// Returns a binary property list in which each list repeats the one before ten times.
  private static func repeatingList(levels: Int) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in [[0x51, 0x78]] + (0..<levels).map({ [0xAA] + Array(repeating: UInt8($0), count: 10) }) {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    func number(_ value: UInt8) -> [UInt8] { Array(repeating: 0, count: 7) + [value] }
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1] + number(UInt8(offsets.count))
    return bytes + number(UInt8(levels)) + number(table)
  }

  @Test("lists of a binary property list that repeat too much are an error")
  func repetition() throws {
    for (levels, count) in [(3, 1_000), (9, nil)] as [(Int, Int?)] {
      try withFiles([:]) { folder in
        let path = folder + "/b.plist"
        try Data(Self.repeatingList(levels: levels)).write(to: URL(fileURLWithPath: path))
        let run = Run("eval", "SELF[0] != nil", path, "--count")
        let lint = Run("lint", path)
        if count != nil {
          #expect(run.output == "10\n" && lint.status == .fine)
        } else {
          #expect(run.errors.contains("repeat others, with more than 262144 values in all"))
          #expect(lint.output.contains("repeat others"))
        }
      }
    }
    // The first list is an element of itself.
    var own = Self.repeatingList(levels: 2)
    let list = try #require(own.firstIndex(of: 0xAA))
    own[list + 1] = 1
    #expect(throws: UnreadableFile.self) { try BinaryPropertyList.value(of: own) }
    for length in own.indices {
      #expect(throws: UnreadableFile.self) { try BinaryPropertyList.value(of: Array(own[..<length])) }
    }
  }

  @Test("aliases that stand for too much are an error")
  func aliases() throws {
    var yaml = "a0: &a0 [\(String(repeating: "x, ", count: 100))x]\n"
    for level in 1...9 {
      yaml += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
    }
    try withFiles(["bomb.yaml": yaml]) { folder in
      let run = Run("eval", "TRUEPREDICATE", folder + "/bomb.yaml")
      if run.errors.contains("which is not installed") { return print("SKIPPED: \(Self.needsYAML)") }
      #expect(run.status == .unusable && run.errors.contains("stand for more than 16777216 bytes"))
    }
  }
}
