import CommandSupport
import Foundation
import PredcheckCommands
import PredcheckSupport
import TestSupport
import Testing

/// The files that case files may name.
struct ConfinementTests {
  /// Calls `body` with a folder that contains cases in `cases/`, and files next to it.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cases-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("cases/sub"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("secret\n".utf8).write(to: folder.appendingPathComponent("secret.txt"))
    try Data("open\n".utf8).write(to: folder.appendingPathComponent("cases/open.txt"))
    try body(folder)
  }

  private func run(_ data: String, in folder: URL, _ more: String..., field: String = "data") throws -> Run {
    let file = folder.appendingPathComponent("cases/sub/c.jsonl")
    let line =
      field == "data"
      ? #"{"id": "a/1", "format": "SELF != nil", "data": "\#(data)", "count": 1}"#
      : #"{"id": "a/1", "format": "SELF != nil", "\#(field)": "\#(data)"\#(field == "model" ? #", "entity": "A""# : ""), "object": 1, "result": true}"#
    try Data(line.utf8).write(to: file)
    return Run(bytes: (["test"] + more).map { Array($0.utf8) })
  }

  @Test("a case reads only files below the folder of the call, unless it is permitted otherwise")
  func folders() throws {
    try withFolder { folder in
      let (cases, file) = (folder.path + "/cases", folder.path + "/cases/sub/c.jsonl")
      #expect(try run("../open.txt", in: folder, cases).status == .fine)
      for data in ["../../secret.txt", folder.path + "/secret.txt", "../../cases/../secret.txt", "/etc/passwd"] {
        let refused = try run(data, in: folder, cases)
        #expect(refused.status == .unusable, "\(data)")
        #expect(refused.errors.contains("the file is outside the folder of the cases"), "\(refused.errors)")
        #expect(!refused.errors.contains("secret\n") && refused.output.isEmpty)
      }
      // A case file that is given alone may name files next to it.
      #expect(try run("../open.txt", in: folder, file).status == .unusable)
      #expect(try run("../open.txt", in: folder, "--files", cases, file).status == .fine)
      #expect(try run("../../secret.txt", in: folder, "--files", folder.path, file).status == .fine)
      // Another folder is permitted in addition to that of the cases.
      #expect(try run("../open.txt", in: folder, "--files", "/etc", cases).status == .fine)
      #expect(try run("../open.txt", in: folder, "--files", "/nowhere", cases).errors.contains("this is not a folder"))
      let refused = try run("../../secret.txt", in: folder, "--files", "/etc", cases)
      #expect(refused.errors.contains("/cases' or '/etc'; use predcheck"))
      for field in ["model", "profile"] {
        #expect(
          try run("../../secret.txt", in: folder, cases, field: field).errors.contains("outside the folder"), "\(field)"
        )
      }
    }
  }

  @Test("symbolic links do not lead out of the folder; a loop of links is reported")
  func links() throws {
    try withFolder { folder in
      let cases = folder.path + "/cases"
      let files = FileManager.default
      try files.createSymbolicLink(atPath: cases + "/out", withDestinationPath: "../secret.txt")
      try files.createSymbolicLink(atPath: cases + "/up", withDestinationPath: "..")
      try files.createSymbolicLink(atPath: cases + "/in", withDestinationPath: "open.txt")
      try files.createSymbolicLink(atPath: cases + "/one", withDestinationPath: "two")
      try files.createSymbolicLink(atPath: cases + "/two", withDestinationPath: "one")
      #expect(try run("../in", in: folder, cases).status == .fine)
      for data in ["../out", "../up/secret.txt"] {
        #expect(try run(data, in: folder, cases).errors.contains("outside the folder of the cases"), "\(data)")
      }
      #expect(try run("../one", in: folder, cases).errors.contains("this is a loop of symbolic links"))
      // A case file may not be a link out of the folder either.
      try files.createSymbolicLink(atPath: cases + "/more.jsonl", withDestinationPath: "../secret.txt")
      #expect(try run("../in", in: folder, cases).errors.contains("outside the folder of the cases"))
    }
  }

  @Test("pipes and devices are not read")
  func devices() throws {
    try withFolder { (folder: URL) throws in
      let cases = folder.path + "/cases"
      #expect(mkfifo(cases + "/pipe", 0o600) == 0)
      #expect(try run("../pipe", in: folder, cases).errors.contains("this is a pipe; expected a regular file"))
      #expect(
        try run("/dev/zero", in: folder, "--files", "/", cases).errors.contains("this is a device or a socket"))
      #expect(mkfifo(cases + "/x.jsonl", 0o600) == 0)
      #expect(try run("../open.txt", in: folder, cases).errors.contains("x.jsonl: this is a pipe"))
    }
  }

  @Test("a number that is out of range in a call is reported, and not taken as a string")
  func numbers() {
    let run = Run("eval", "SELF == %@", "--arg", "1e400", "--data", "-", input: "1e400\n")
    #expect(run.status == .unusable)
    #expect(
      run.errors.hasPrefix(
        "predcheck: the value of --arg is not usable: the number is beyond the range of a double; in quotes it is a string"
      ))
    #expect(Run("eval", "SELF == %@", "--arg", #""1e400""#, "--data", "-", input: "1e400\n").status == .fine)
  }

  @Test(
    "an object that is not valid in a call is reported, and not taken as a string",
    arguments: [
      #"{"a": 1, "a": 2}"#: "the key 'a' is duplicated", #" { "a": 1, "a": 2 }"#: "the key 'a' is duplicated",
      #"{"a": 1"#: "expected ',' or '}'",
      #"[{"$date": 1.5}]"#: "$date must be",
    ])
  func objects(value: String, reason: String) {
    let run = Run("eval", "SELF == %@", "--arg", value, "--data", "-", input: "1\n")
    #expect(run.status == .unusable)
    #expect(run.errors.hasPrefix("predcheck: the value of --arg is not usable: \(reason)"), "\(run.errors)")
  }
}
