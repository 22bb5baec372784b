import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import PredicateInput
import PredicateLint
import TestSupport
import Testing

/// Checks the files of the folder `Lint`, which has one for each kind of file. Each has the wrong operator CONTANS once for each way
/// to write a predicate in it.
struct LintTests {
  private static let folder = "Tests/PredcheckTests/Lint"
  private static let needsYAML: Comment = "YAML is read by libyaml"

  /// Copies the folder, and calls a closure with the path of the copy.
  private func withCopy(_ body: (String) throws -> Void) throws {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("lint-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try FileManager.default.copyItem(atPath: packageRoot.appendingPathComponent(Self.folder).path, toPath: copy)
    try body(copy)
  }

  /// Writes a file, and returns the run of lint on it with its path removed from the output.
  private func lint(_ name: String, _ contents: [UInt8], _ arguments: String...) throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lint-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try Data(contents).write(to: file)
    return Run(bytes: (["lint", file.path] + arguments).map { Array($0.utf8) })
  }

  @Test("the findings of all files", .enabled(if: YAMLLibrary.isInstalled, needsYAML))
  func golden() throws {
    let root = packageRoot.path + "/"
    let run = Run("lint", root + Self.folder)
    #expect(run.status == .no)
    #expect(try goldenDifference(run.output.replacing(root, with: "") + run.errors, from: "lint.txt") == nil)
  }

  @Test("findings point to the bytes of the file", .enabled(if: YAMLLibrary.isInstalled, needsYAML))
  func places() throws {
    for path in try packageFiles(below: Self.folder) {
      let text = try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
      let run = Run("lint", packageRoot.appendingPathComponent(path).path, "--format", "json")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      var count = 0
      for line in run.output.split(separator: "\n") where line.contains("'CONTANS' is not an operator") {
        guard case .record(let finding) = try JSONReader.value(of: Array(line.utf8)),
          case .integer(let number)? = finding["line"], case .integer(let column)? = finding["column"]
        else { return #expect(Bool(false), "\(line)") }
        #expect(lines[Int(number) - 1].dropFirst(Int(column) - 1).hasPrefix("CONTANS"), "\(path):\(number):\(column)")
        count += 1
      }
      #expect(count == text.ranges(of: "CONTANS").count, "\(path)")
    }
  }

  @Test("a binary property list has the key path as the place")
  func binaryPropertyList() throws {
    let list: [String: Any] = ["conditional_items": [["condition": "os_vers_minor >= AND"]]]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    let run = try lint("manifest", [UInt8](data))
    #expect(run.status == .no)
    #expect(run.output.contains("/manifest:conditional_items.0.condition:1:18\n"), "\(run.output)")
  }

  @Test("fixes leave what they cannot fix, and nothing else", .enabled(if: YAMLLibrary.isInstalled, needsYAML))
  func fix() throws {
    try withCopy { copy in
      let diff = Run("lint", copy, "--unsafe-fixes", "--diff").output.replacing(copy, with: "Lint")
      let difference = try goldenDifference(diff, from: "lint-fixes.txt")
      #expect(difference == nil)
      let rest = Run("lint", copy, "--unsafe-fixes", "--format", "json")
      // The shell joins the text of one predicate from several quotes.
      #expect(rest.output.ranges(of: "CONTANS' is not an operator").count == 1)
      #expect(Run("lint", copy, "--unsafe-fixes", "--diff").output == "", "all fixes are made at once")
      #expect(Run("lint", copy, "--format", "json").output == rest.output, "what is reported is what is left")
    }
  }

  @Test("a baseline hides the findings that it has, and no others")
  func baseline() throws {
    try withCopy { copy in
      let file = copy + "/baseline.json"
      #expect(Run("lint", copy, "--baseline", file, "--write-baseline").status == .fine)
      let run = Run("lint", copy, "--baseline", file, "--strict")
      #expect(run.status == .fine && run.output == "", "\(run.output)")
      // A finding that stands twice is known once.
      let list = copy + "/filters.predicates"
      let text = try String(contentsOfFile: list, encoding: .utf8)
      try ("\n" + text + "name CONTANS \"x\"\n").write(toFile: list, atomically: true, encoding: .utf8)
      let more = Run("lint", copy, "--baseline", file, "--format", "json")
      #expect(more.status == .no && more.output.split(separator: "\n").count == 1, "\(more.output)")
      // A finding that the baseline has is not fixed.
      _ = Run("lint", list, "--baseline", file, "--unsafe-fixes")
      let fixed = try String(contentsOfFile: list, encoding: .utf8)
      #expect(fixed.ranges(of: "CONTANS").count == 1 && fixed.ranges(of: "CONTAINS").count == 1, "\(fixed)")
      try "a == 1\n".write(toFile: list, atomically: true, encoding: .utf8)
      #expect(Run("lint", copy, "--baseline", file).errors.contains("2 findings that are no longer found"))
    }
  }

  @Test("what only the program knows is not reported")
  func uncertain() throws {
    let code = """
      [NSPredicate predicateWithFormat:@"a == %@", b, nil];
      [NSPredicate predicateWithFormat:@"%@ IN {1, 2} AND %@ > 1", expression, other];
      [NSExpression expressionWithFormat:@"%@ * TERNARY(%@ > 0, 1, -1)", a, b];
      """
    #expect(try lint("a.m", Array(code.utf8), "--strict").output == "")
    #expect(try lint("a.swift", Array("let a = FormatPredicate(\"own(b) == 1\")".utf8), "--strict").output == "")
    let query = Array("NSPredicate(format: \"%K.lastPathComponent == %@\", a, b)".utf8)
    #expect(try lint("a.swift", query, "--profile", "spotlight").output == "")
    #expect(try lint("a.swift", Array("NSPredicate(format: \"%@ = %@\", a, b)".utf8)).output.contains("value-for-key"))
    let rest = Array("[NSPredicate predicateWithFormat:@\"a == %@\", b, c]".utf8)
    #expect(try lint("a.m", rest).output.contains("warning[too-many-arguments]"))
  }

  @Test(
    "texts that are found or left alone",
    arguments: [
      (
        "a.plist", "\u{FEFF}<plist><dict><key>installable_condition</key><string>a CONTANS 1</string></dict></plist>", 1
      ),
      ("a.sh", "ssh host \"log show --predicate 'a == 1'\"\nssh host \"log show --predicate 'b CONTANS 1'\"\n", 1),
      ("a.sh", "log show --predicate \"processID == $$\"", 0),
      ("a.py", "x = \"\"\"log show --predicate 'a CONTANS 1'\"\"\"", 1),
      ("a.swift", "NSPredicate(format: \"a == %@\", argumentArray: [x] as [Any])", 0),
      ("a.swift", "NSPredicate(format: \"a == %@\", x, )", 0),
      ("a.swift", "NSPredicate(format: \"a == %@ AND b == %@\", Dictionary<String, Any>() as NSDictionary, y)", 0),
      ("a.swift", "NSPredicate(format: \"a == %@\", argumentArray: [x] + [y])", 0),
      ("a.swift", "let a: NSPredicate = .init(format: \"a CONTANS 1\")", 1),
      ("a.m", "[NSPredicate predicateWithFormat:@\"a == %c\", 'x'];", 0),
      ("a.m", "[NSPredicate predicateWithFormat:@\"a == %d\", @5];", 1),
      ("a.json", "{\"x\": [\"/bin/sh\", \"-c\", \"log stream --predicate 'a CONTANS 1'\"]}", 1),
    ])
  func texts(name: String, text: String, count: Int) throws {
    let run = try lint(name, Array(text.utf8), "--format", "json")
    #expect(run.output.split(separator: "\n").count == count, "\(run.output)")
  }

  @Test(
    "YAML: receivers with a name, escapes after an escaped line end, and quotes in quotes",
    .enabled(if: YAMLLibrary.isInstalled, needsYAML))
  func yaml() throws {
    let receiver = "receivers:\n  macosunifiedlogging/a:\n    predicate: \"a CONTANS 'x'\"\n"
    #expect(try lint("a.yaml", Array(receiver.utf8)).output.contains(":3:19\n"))
    let folded = "conditional_items:\n- condition: \"a == 1 AND b\\\n    \\ CONTANS 1\"\n"
    #expect(try lint("a.yaml", Array(folded.utf8)).output.contains(":3:7\n"))
    let command = "run: 'log show --predicate ''e == \"x\"'''\n"
    #expect(try lint("a.yaml", Array(command.utf8)).output == "")
  }

  @Test("text in UTF-16 is not left out in silence")
  func utf16() throws {
    let start = Array("<key>policyContent</key>".utf16.flatMap { [UInt8($0 & 0xFF), 0] })
    #expect(try lint("a.plist", [0xFF, 0xFE] + start).output.contains("this is text in UTF-16"))
  }

  @Test("definitions give substituted parts a text")
  func definitions() throws {
    let script = Array("log show --predicate \"process == $NAME\"\n".utf8)
    #expect(try lint("a.sh", script).status == .fine)
    #expect(try lint("a.sh", script, "--define", "NAME='sudo'").status == .fine)
    let run = try lint("a.sh", script, "--define", "NAME=(")
    #expect(run.status == .no && run.output.contains(":1:39\n"), "\(run.output)")
  }

  @Test("errors of the command line and of files")
  func mistakes() throws {
    #expect(Run("lint").errors.contains("expected a file or a folder"))
    #expect(Run("lint", "no such file").errors.contains("no such file: the file does not exist"))
    #expect(Run("lint", ".", "--define", "x").errors.contains("--define needs NAME=VALUE"))
    #expect(Run("lint", ".", "--write-baseline").errors.contains("--write-baseline needs --baseline FILE"))
    #expect(Run("lint", ".", "--entity", "x").errors.contains("--entity needs --model"))
    #expect(
      try lint("a.plist", Array("<?xml version='1.0'?><plist><key>policyContent</key>".utf8)).output.contains(
        "unreadable-file"))
    let unknown = try lint("a.xyz", Array("name CONTANS 'x'".utf8))
    #expect(unknown.status == .fine && unknown.errors.contains("--as KIND does"))
    #expect(try lint("a.txt", Array("name CONTANS 'x'".utf8), "--as", "list").status == .no)
  }

  @Test("warnings count with --strict, and the configuration changes severities")
  func severities() throws {
    try withCopy { copy in
      let file = copy + "/a.sh"
      try "log show --predicate 'a == b OR c == d AND e == f'\n".write(toFile: file, atomically: true, encoding: .utf8)
      #expect(Run("lint", file).status == .fine)
      #expect(Run("lint", file, "--strict").status == .no)
      func status(_ json: String) throws -> ExitCode {
        try json.write(toFile: copy + "/.predcheck.json", atomically: true, encoding: .utf8)
        return Run(["lint", "--strict", file], in: copy).status
      }
      let statuses = try [
        #""mixed-and-or": "off""#, #""mixed-and-or": "error""#, #""mixed-andor": "error""#, #""mixed-and-or": "fatal""#,
      ].map { try status(#"{"severity": {\#($0)}}"#) }
      #expect(statuses == [.fine, .no, .unusable, .unusable])
    }
  }
}
