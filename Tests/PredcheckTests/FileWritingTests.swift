import Foundation
import PredcheckSupport
import TestSupport
import Testing

/// The commands write files completely or not at all, and keep what is not their bytes.
struct FileWritingTests {
  /// Calls a closure with a path in a folder that is removed afterward.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("write-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }
  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }
  private func number(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber] as? Int
  }

  @Test("a file is replaced by a neighbor that is written first, and keeps its mode")
  func replaces() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("formats.txt")
      try "a==1\n".write(to: file, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
      let before = try number(file)
      #expect(Run("fmt", "--file", file.path).status == .fine)
      #expect(try text(file) == "a == 1\n")
      #expect(try number(file) != before)
      #expect(try mode(file) == 0o640)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["formats.txt"])
    }
  }

  @Test("a file keeps its extended attributes, which contain the access control list")
  func attributes() throws {
    try withFolder { folder in
      let key = FileAttributeKey("NSFileExtendedAttributes")
      func attributes(_ url: URL) throws -> [String: Data] {
        try FileManager.default.attributesOfItem(atPath: url.path)[key] as? [String: Data] ?? [:]
      }
      func give(_ url: URL, _ name: String, _ bytes: [UInt8]) -> Bool {
        (try? FileManager.default.setAttributes([key: [name: Data(bytes)]], ofItemAtPath: url.path)) != nil
      }
      let file = folder.appendingPathComponent("formats.txt")
      try "a==1\n".write(to: file, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
      // Some file systems have no attributes.
      guard give(file, "user.note", [1, 2, 3]) else { return }
      // The user 1234 may write, and the group may not. The mode has the greatest rights of both.
      let entry: (UInt8, UInt8, [UInt8]) -> [UInt8] = { [$0, 0, $1, 0] + $2 }
      let (none, user): ([UInt8], [UInt8]) = ([255, 255, 255, 255], [210, 4, 0, 0])
      let list: [UInt8] =
        [2, 0, 0, 0] + entry(1, 6, none) + entry(2, 6, user) + entry(4, 0, none) + entry(16, 6, none)
        + entry(32, 0, none)
      let hasList = give(file, "system.posix_acl_access", list)
      let before = try attributes(file)
      #expect(before["user.note"] == Data([1, 2, 3]))
      #expect(Run("fmt", "--file", file.path).status == .fine)
      #expect(try text(file) == "a == 1\n")
      #expect(try attributes(file) == before)
      #expect(try mode(file) == (hasList ? 0o660 : 0o640))
      // A list that the folder gives to new files is not that of the old file.
      guard hasList, give(folder, "system.posix_acl_default", list) else { return }
      try FileManager.default.removeItem(at: file)
      let other = FileManager.default.temporaryDirectory.appendingPathComponent("plain-\(UUID().uuidString)")
      try "a==1\n".write(to: other, atomically: false, encoding: .utf8)
      try FileManager.default.moveItem(at: other, to: file)
      #expect(Run("fmt", "--file", file.path).status == .fine)
      #expect(try text(file) == "a == 1\n" && attributes(file).isEmpty)
    }
  }

  @Test("a pipe or a device that would be changed is an error", .enabled(if: hasPipes))
  func changedPipes() throws {
    try withFolder { folder in
      let pipe = folder.path + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      for call in [["fmt", "--file", pipe], ["check", "--fix", "--file", pipe], ["fmt", "--file", "/dev/null"]] {
        let run = Run(bytes: call.map { Array($0.utf8) })
        #expect(run.status == .unusable && run.output.isEmpty)
        #expect(run.errors.contains("this is a pipe or a device, to which the result cannot be written"), "\(call)")
      }
      #expect(Run("fmt", "--check", "--file", "/dev/null").status == .fine)
    }
  }

  @Test("a symbolic link still leads to the file, and a hard link is another name of it")
  func links() throws {
    try withFolder { folder in
      let (file, link, other) = (
        folder.appendingPathComponent("formats.txt"), folder.appendingPathComponent("link"),
        folder.appendingPathComponent("other")
      )
      try "a==1\n".write(to: file, atomically: false, encoding: .utf8)
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "formats.txt")
      #expect(Run("fmt", "--file", link.path).status == .fine)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "formats.txt")
      #expect(try text(file) == "a == 1\n")
      try FileManager.default.linkItem(at: file, to: other)
      for (old, new) in [("a==1&&b==22", "a == 1 AND b == 22"), ("(((a==1)))", "a == 1")] {
        try old.write(to: file, atomically: false, encoding: .utf8)
        #expect(Run("fmt", "--file", file.path).status == .fine)
        #expect(try text(other) == new && text(file) == new)
      }
      // A link to a file that does not exist yet.
      let page = folder.appendingPathComponent("page.html")
      try FileManager.default.createSymbolicLink(atPath: page.path, withDestinationPath: "new.html")
      #expect(Run("report", "a == 1", "--output", page.path).status == .fine)
      #expect(try text(folder.appendingPathComponent("new.html")).hasPrefix("<!DOCTYPE html>"))
    }
  }

  @Test("a device is written as it is, and a folder, a loop of links and a missing folder are errors")
  func others() throws {
    #expect(Run("report", "a == 1", "--output", "/dev/null").status == .fine)
    try withFolder { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/loop", withDestinationPath: folder.path + "/loop")
      for (name, reason) in [
        ("", "this is a folder"), ("/loop", "Too many levels of symbolic links"),
        ("/none/page.html", "No such file or directory"),
      ] {
        let run = Run("report", "a == 1", "--output", folder.path + name)
        #expect(run.status == .unusable)
        #expect(run.errors == "predcheck: \(folder.path)\(name): the file cannot be written: \(reason)\n")
      }
    }
    if FileManager.default.fileExists(atPath: "/dev/full") {
      #expect(Run("report", "a == 1", "--output", "/dev/full").errors.contains("No space left on device"))
    }
  }

  @Test("an output that the command reads is an error")
  func outputsThatAreRead() throws {
    try withFolder { folder in
      func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
      for name in ["a.jsonl", "b.jsonl", "model.json", "data.db-wal", "data.db", ".predcheck.json"] {
        try #"{"a": 1}"#.write(toFile: path(name), atomically: false, encoding: .utf8)
      }
      try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("b.jsonl"))
      try FileManager.default.linkItem(atPath: path("b.jsonl"), toPath: path("hard"))
      try FileManager.default.createSymbolicLink(atPath: path("linked.db"), withDestinationPath: "data.db")
      try FileManager.default.createDirectory(atPath: path("m.xcdatamodel"), withIntermediateDirectories: true)
      try "<model/>".write(toFile: path("m.xcdatamodel/contents"), atomically: false, encoding: .utf8)
      let pattern = folder.path + "/?.jsonl"
      let calls: [[String]] = [
        ["report", "a == 1", path("a.jsonl"), "--output", path("a.jsonl")],
        ["report", "a == 1", path("a.jsonl"), path("b.jsonl"), "--output", path("link")],
        ["report", "a == 1", "--data", pattern, "--output", path("hard")],
        ["report", "a == 1"] + ["--model", path("model.json"), "--entity", "A"]
          + ["--output", path("../\(folder.lastPathComponent)/model.json")],
        ["report", "a == 1"] + ["--model", path("m.xcdatamodel"), "--entity", "A"]
          + ["--output", path("m.xcdatamodel/contents")],
        ["report", "a == 1", "--profile", path("model.json"), "--output", path("model.json")],
        ["report", "a == 1", "--output", path(".predcheck.json")],
        ["why", "a == 1", path("a.jsonl"), "--html", path("a.jsonl")],
        ["eval", "a == 1", path("a.jsonl"), "--why", "--html", path("a.jsonl")],
        ["why", "a == 1", "--database", path("data.db"), "--html", path("data.db-wal")],
        // SQLite will read these files as soon as they exist.
        ["why", "a == 1", "--database", path("data.db"), "--html", path("data.db-journal")],
        ["why", "a == 1", "--database", path("linked.db"), "--html", path("data.db-shm")],
        ["why", "a == 1", "--database", path("linked.db"), "--html", path("linked.db-journal")],
      ]
      for call in calls {
        let run = Run(bytes: call.map { Array($0.utf8) })
        #expect(run.status == .unusable)
        #expect(
          run.errors.contains("would overwrite a file that the command reads; write to another file"),
          "\(call) \(run.errors)")
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name != "m.xcdatamodel" {
        #expect(try text(folder.appendingPathComponent(name)) == #"{"a": 1}"#)
      }
      // Another file, also one that exists, is written.
      #expect(Run("report", "a == 1", path("a.jsonl"), "--output", path("b.jsonl")).status == .fine)
      #expect(Run("fmt", "--file", path("none")).status == .unusable)
    }
  }

  @Test("the configuration, models, profiles, dialects and databases are regular files", .enabled(if: hasPipes))
  func pipes() throws {
    try withFolder { folder in
      let pipe = folder.path + "/pipe"
      let config = folder.path + "/.predcheck.json"
      for path in [pipe, config] { #expect(mkfifo(path, 0o600) == 0) }
      let words = ["--model", packageRoot.path + "/Corpus/SQL/Models/wordlist.json", "--entity", "Word"]
      let calls: [[String]] = [
        ["check", "a == 1", "--profile", pipe], ["profile", pipe],
        ["check", "a == 1", "--model", pipe, "--entity", "A"],
        ["sql", "a == 1", "--model", pipe, "--entity", "A", "--dialect", "sqlite"],
        ["sql", "length == 1"] + words + ["--dialect", pipe], ["eval", "length == 1"] + words + ["--database", pipe],
      ]
      for call in calls {
        let run = Run(bytes: call.map { Array($0.utf8) })
        #expect(run.status == .unusable)
        #expect(run.errors.contains("this is a pipe; expected a regular file"), "\(call) \(run.errors)")
      }
      let run = Run(["check", "a == 1"], in: folder.path)
      #expect(run.errors == "predcheck: \(config): this is a pipe; expected a regular file\n")
      let contents = folder.appendingPathComponent("m.xcdatamodel")
      try FileManager.default.createDirectory(at: contents, withIntermediateDirectories: true)
      #expect(mkfifo(contents.path + "/contents", 0o600) == 0)
      let model = Run("check", "a == 1", "--model", contents.path, "--entity", "A")
      #expect(model.errors == "predcheck: \(contents.path)/contents: this is a pipe; expected a regular file\n")
    }
  }
}

#if os(Windows)
private let hasPipes = false
private func mkfifo(_ path: String, _ mode: Int) -> Int { -1 }
#else
private let hasPipes = true
#endif
