import CommandSupport
import Foundation
import PredicateInput
import PredicateSyntax

/// The file `.predcheck.json`, which has values for options of all calls in its folder and the folders below.
package struct Configuration {
  static let fileName = ".predcheck.json"

  /// The options that have a member of the same name, and whether a value with a dot or a slash is a path.
  private static let members: [(flag: Flag, isPath: Bool)] = [
    (.model, true), (.entity, false), (.dialect, true), (.profile, true),
  ]

  private var values: [(flag: Flag, value: String)] = []
  /// The severity of findings of `predcheck lint` by code. nil hides them.
  package private(set) var severities: [String: FormatDiagnostic.Severity?] = [:]
  /// The patterns of paths that `predcheck lint` does not search.
  package private(set) var excluded: [String] = []
  private var path = fileName

  private init(_ value: FormatValue) throws(FieldError) {
    let fields = try Fields(value, only: Self.members.map(\.flag.name) + ["severity", "exclude"])
    for (flag, _) in Self.members {
      if let value = try fields.readIfPresent(flag.name, .text) { values.append((flag, value)) }
    }
    excluded = try fields.elements(of: "exclude", .text)
    if fields.has("severity") { try readSeverities(fields.fields(of: "severity")) }
  }

  private mutating func readSeverities(_ fields: Fields) throws(FieldError) {
    try fields.expectOnly(FormatDiagnostic.Code.allCases.map(\.rawValue))
    for code in fields.names {
      let name = try fields.read(code, .text)
      let severity = FormatDiagnostic.Severity(rawValue: name)
      guard severity != nil || name == "off" else {
        throw fields.error(code, "expected error, warning or off, found '\(name)'")
      }
      severities[code] = .some(severity)
    }
  }

  /// The folder of the file.
  package var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// Reads the file that applies to a call. Returns nil if no file applies.
  package static func read(for call: Call, _ console: Console) throws(CommandStop) -> Configuration? {
    guard call.command.flags.contains(.noConfig), !call.has(.noConfig), let folder = console.folder,
      let path = find(from: folder)
    else { return nil }
    if let owner = otherOwner(of: path) {
      console.report(
        "predcheck: \(path.cleaned) is ignored, because it belongs to another user (\(owner)); "
          + "give its options on the command line, or use a copy of your own")
      return nil
    }
    var configuration = try reading(
      readJSON(readRegularFile(path), name: path, Configuration.init))
    configuration.path = path
    return configuration
  }

  /// Returns the number of the user whom a file, or the symbolic link to it, belongs to, if the file is not obeyed: anybody who may
  /// write to a folder could otherwise give options to the commands of the users who work below it.
  private static func otherOwner(of path: String) -> UInt32? {
    #if os(Windows)
    return nil
    #else
    let sudo = ProcessInfo.processInfo.environment["SUDO_UID"]
    var owners: [UInt32] = []
    var status = stat()
    // Safety: The addresses are used only during the calls.
    if unsafe lstat(path, &status) == 0 { owners.append(status.st_uid) }
    if unsafe stat(path, &status) == 0 { owners.append(status.st_uid) }
    return owners.first { !isTrusted($0, by: geteuid(), sudo: sudo) }
    #endif
  }

  /// Returns whether a user obeys files of an owner: the user, or root, who may do everything in any case. A command that runs as root
  /// by sudo also obeys those of the user who called sudo.
  package static func isTrusted(_ owner: UInt32, by user: UInt32, sudo: String?) -> Bool {
    owner == user || owner == 0 || user == 0 && sudo.flatMap { UInt32($0) } == owner
  }

  /// Returns the path of the first file in a folder and the folders above it, up to one with `.git`.
  private static func find(from folder: String) -> String? {
    var folder = URL(fileURLWithPath: folder)
    while true {
      let file = folder.appendingPathComponent(fileName).path
      if FileManager.default.fileExists(atPath: file) { return file }
      let above = folder.deletingLastPathComponent()
      let isLast = FileManager.default.fileExists(atPath: folder.appendingPathComponent(".git").path)
      // The root has no folder above it.
      guard !isLast, above.path.utf8.count < folder.path.utf8.count else { return nil }
      folder = above
    }
  }

  /// The options that a file added to a call.
  package struct Addition {
    let flags: [Flag]
    let path: String
    let command: Command

    /// Returns whether the result of the call may be an error that these options cause.
    package func explains(_ status: ExitCode) -> Bool {
      status == .unusable || status == .no && [.check, .lint].contains(command)
    }

    package var description: String {
      let names = flags.map(\.spelling).joined(separator: ", ")
      return "predcheck: \(path.cleaned) gives \(names); --no-config ignores it"
    }
  }

  /// Adds the options that the command line does not have, and returns them. Returns nil if it adds no option.
  package func add(to call: inout Call) -> Addition? {
    var added: [Flag] = []
    for (flag, value) in values where !call.has(flag) && applies(flag, to: call) {
      let isPath = Self.members.contains { $0.flag == flag && $0.isPath }
      call.add(flag, isPath ? resolved(value, isName: flag != .model) : value)
      added.append(flag)
    }
    return added.isEmpty ? nil : Addition(flags: added, path: path, command: call.command)
  }

  /// Returns a path that is relative to the file, or the name of a profile or a dialect.
  private func resolved(_ value: String, isName: Bool) -> String {
    if isName, !value.contains("/"), !value.contains(".") { return value }
    return URL(fileURLWithPath: value, relativeTo: URL(fileURLWithPath: path).deletingLastPathComponent()).path
  }

  private func applies(_ flag: Flag, to call: Call) -> Bool {
    guard flag == .model || flag == .entity else {
      return flag == .profile || call.command.flags.contains(.dialect) && !call.has(.database)
    }
    switch call.command {
    case .check, .report:
      let others = [Flag.model, .entity].filter { other in
        call.has(other) || values.contains { $0.flag == other }
      }
      return others.count == 2 && !call.has(.expression)
    case .eval, .why: return call.has(.database)
    case .lint: return false
    case .sql, .repl, .model, .fmt, .diff, .explain, .tree, .profile, .test, .completions, .help, .version: return true
    }
  }
}
