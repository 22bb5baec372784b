import Foundation
import PredicateSemantics

/// Unicode's own files, as the Debian package `unicode-data` installs them.
enum UnicodeFiles {
  static let folder = "/usr/share/unicode/"

  /// Returns the lines of a file, unpacked if only a compressed one exists; nil if there is neither.
  static func lines(_ name: String) -> [Substring]? {
    let text: String
    if let plain = try? String(contentsOfFile: folder + name, encoding: .utf8) {
      text = plain
    } else if let unpacked = unpack(folder + name + ".bz2") {
      text = unpacked
    } else {
      return nil
    }
    return text.split(separator: "\n")
  }

  private static func unpack(_ path: String) -> String? {
    guard FileManager.default.isReadableFile(atPath: path) else { return nil }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bzip2", "-dc", path]
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }

  /// Whether a file can be read and has the tables' version. Otherwise, the tests that need it are skipped by name.
  static func has(_ name: String) -> Bool {
    lines("DerivedNormalizationProps.txt")?.first?.contains(FoldingData.unicodeVersion) == true && lines(name) != nil
  }

  /// The scalars of a field such as `0041 030A`.
  static func scalars(_ field: Substring) -> [UInt32] {
    field.split(separator: " ").compactMap { UInt32($0, radix: 16) }
  }

  /// Returns the fields of each line of data, without blanks and comments; empty if the file does not exist.
  static func fields(_ name: String) -> [[Substring]] {
    (lines(name) ?? []).compactMap { line in
      let data = line.prefix { $0 != "#" }
      if data.allSatisfy(\.isWhitespace) { return nil }
      return data.split(separator: ";", omittingEmptySubsequences: false).map { $0.drop { $0 == " " }.trimmed }
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = self
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
