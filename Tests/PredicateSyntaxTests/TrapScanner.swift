/// Finds Swift code that may end the process, or that the compiler does not check, with an exact scanner of comments, strings and
/// words. Strict memory safety (Package.swift) finds the accesses through pointers.
///
/// It knows only this much of the language: comments nest, strings may be raw or multiline, and interpolations contain code. It
/// does not know regular expression literals between slashes; the sources have none. Lines are indented as swift-format does.
struct TrapScanner {
  /// The kinds of code that it finds.
  enum Danger: CaseIterable {
    /// Ends the process if it fails.
    case trap
    /// Wraps if the result does not fit.
    case wrapping
    /// Claims what the compiler does not check: that threads may share a value, that a type with pointers is safe, or that a symbol
    /// has a type.
    case claim
  }

  struct Finding: Equatable {
    var danger: Danger
    /// The code as written.
    var word: String
    /// The line number, from 1.
    var line: Int
    /// Whether a comment with `Safety:` gives the reason: for a trap in the line itself, and otherwise as `isExplained` describes.
    var hasReason: Bool
  }

  /// The words that end the process.
  private static let traps: Set<String> = [
    "fatalError", "preconditionFailure", "precondition", "assert", "assertionFailure", "abort",
  ]

  /// The claims, each with the characters that follow it, if these matter.
  private static let claims: [String: String] = [
    "nonisolated": "(unsafe)", "unowned": "(unsafe)", "unchecked": " Sendable", "exclusivity": "(unchecked)",
    "_silgen_name": "", "_effects": "",
  ]

  private struct Line {
    var indentation: Int
    var isBlank: Bool
    /// Whether it has code that does not begin with a closing bracket.
    var beginsCode: Bool
    /// Whether it has a comment with `Safety:`.
    var hasReason: Bool
  }

  /// The bytes of the source, with blanks for comments and the contents of strings.
  private let code: [UInt8]
  private let lines: [Line]

  private init(_ source: String) {
    var eraser = Eraser(bytes: Array(source.utf8))
    eraser.code(until: nil)
    code = eraser.bytes
    func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
    func first(_ line: ArraySlice<UInt8>) -> Int? { line.firstIndex { $0 != UInt8(ascii: " ") } }
    self.lines = zip(lines(Array(source.utf8)), lines(code)).map { text, code in
      Line(
        indentation: first(text).map { $0 - text.startIndex } ?? 0, isBlank: first(text) == nil,
        beginsCode: first(code).map { !")}]".utf8.contains(code[$0]) } ?? false,
        hasReason: eraser.reasons.contains { text.indices.contains($0) })
    }
  }

  /// Returns all findings in a source text, in order.
  static func findings(in source: String) -> [Finding] { TrapScanner(source).findings() }

  private func findings() -> [Finding] {
    var findings: [Finding] = []
    var line = 1
    func add(_ danger: Danger, _ word: String) {
      let hasReason = danger == .trap ? lines[line - 1].hasReason : isExplained(line - 1)
      findings.append(Finding(danger: danger, word: word, line: line, hasReason: hasReason))
    }
    var index = 0
    while index < code.count {
      let byte = code[index]
      if byte == UInt8(ascii: "\n") { line += 1 }
      if Self.isWord(byte) {
        var end = index
        while end < code.count, Self.isWord(code[end]) { end += 1 }
        let word = String(decoding: code[index..<end], as: UTF8.self)
        let isAttribute = index > 0 && code[index - 1] == UInt8(ascii: "@")
        if let danger = Self.danger(of: word, isAttribute, code[end...]) { add(danger, word) }
        index = end
        continue
      }
      if byte == UInt8(ascii: "!"), index > 0, Self.endsValue(code[index - 1]), next(index) != UInt8(ascii: "=") {
        add(.trap, word(before: index) + "!")
      }
      if byte == UInt8(ascii: "&"), let next = next(index), "+-*<>".utf8.contains(next) {
        add(.wrapping, "&" + String(UnicodeScalar(next)))
      }
      index += 1
    }
    return findings
  }

  private static func danger(of word: String, _ isAttribute: Bool, _ rest: ArraySlice<UInt8>) -> Danger? {
    if word == "safe", isAttribute { return .claim }
    if let following = claims[word], rest.starts(with: following.utf8) { return .claim }
    return traps.contains(word) || word == "unowned" ? .trap : nil
  }

  // MARK: Reasons

  /// Whether a comment with `Safety:` is in a line, above it in its group of lines without a blank line, or in such a place of a line
  /// that contains it: a statement, function or type.
  private func isExplained(_ index: Int) -> Bool {
    var inner = lines[...index]
    while let line = inner.last {
      let group = inner.reversed().prefix { !$0.isBlank }
      if group.contains(where: { $0.hasReason && $0.indentation <= line.indentation }) { return true }
      let outer = inner.lastIndex { $0.beginsCode && $0.indentation < line.indentation }
      inner = inner[..<(outer.map { $0 + 1 } ?? 0)]
    }
    return false
  }

  private func next(_ index: Int) -> UInt8? { index + 1 < code.count ? code[index + 1] : nil }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }

  /// Whether an expression or a type may end with the byte, so that a following `!` unwraps.
  private static func endsValue(_ byte: UInt8) -> Bool { isWord(byte) || ")]}\"?>`".utf8.contains(byte) }

  private func word(before end: Int) -> String {
    var start = end
    while start > 0, Self.isWord(code[start - 1]) { start -= 1 }
    return String(decoding: code[start..<end], as: UTF8.self)
  }

  // MARK: Code without comments and strings

  /// Replaces comments and the contents of strings with blanks. Quotes, line ends and interpolations remain.
  private struct Eraser {
    var bytes: [UInt8]
    /// The positions of the comments with `Safety:`.
    private(set) var reasons: [Int] = []
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private func has(_ text: StaticString, at position: Int) -> Bool {
      bytes[min(position, bytes.count)...].starts(
        with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func blank() {
      if bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
      index += 1
    }

    /// Scans code to its end, or to the parenthesis that closes it.
    mutating func code(until end: UInt8?) {
      var depth = 0
      while index < bytes.count {
        if has("//", at: index) {
          let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
          if String(decoding: bytes[index..<end], as: UTF8.self).contains("Safety: ") { reasons.append(index) }
          while index < end { blank() }
        } else if has("/*", at: index) {
          comment()
        } else if let hashes = stringStart() {
          string(hashes)
        } else {
          if bytes[index] == UInt8(ascii: "(") { depth += 1 }
          if bytes[index] == UInt8(ascii: ")") {
            depth -= 1
            if depth < 0, end != nil { return index += 1 }
          }
          index += 1
        }
      }
    }

    private mutating func comment() {
      var depth = 0
      repeat {
        if has("/*", at: index) {
          depth += 1
          blank()
        } else if has("*/", at: index) {
          depth -= 1
          blank()
        }
        blank()
      } while depth > 0 && index < bytes.count
    }

    /// Returns the number of `#` of a string that begins here, or nil if none does.
    private func stringStart() -> Int? {
      var position = index
      while position < bytes.count, bytes[position] == UInt8(ascii: "#") { position += 1 }
      return position < bytes.count && bytes[position] == UInt8(ascii: "\"") ? position - index : nil
    }

    private mutating func string(_ hashes: Int) {
      index += hashes
      let quotes = has("\"\"\"", at: index) ? 3 : 1
      index += quotes
      let escape = [UInt8(ascii: "\\")] + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
      let end = [UInt8](repeating: UInt8(ascii: "\""), count: quotes) + escape.dropFirst()
      while index < bytes.count {
        if bytes[index...].starts(with: end) {
          index += end.count
          return
        }
        guard bytes[index...].starts(with: escape) else {
          blank()
          continue
        }
        for _ in escape { blank() }
        if index < bytes.count, bytes[index] == UInt8(ascii: "(") {
          index += 1
          code(until: UInt8(ascii: ")"))
        } else if index < bytes.count {
          blank()
        }
      }
    }
  }
}
