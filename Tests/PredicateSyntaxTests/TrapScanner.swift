/// Finds Swift code that may trap or access memory unchecked, with an exact scanner of comments, strings and words.
///
/// It knows only this much of the language: comments nest, strings may be raw or multiline, and interpolations contain code. It
/// does not know regular expression literals between slashes; the sources have none.
struct TrapScanner {
  /// The kinds of code that it finds.
  enum Danger: String, CaseIterable, Comparable {
    /// Ends the process if it fails: forbidden without exception.
    case trap
    /// Reads or writes through a pointer.
    case memory
    /// Shared between threads without the compiler's check.
    case sharing
    /// Unchecked arithmetic.
    case wrapping

    static func < (left: Danger, right: Danger) -> Bool { left.rawValue < right.rawValue }
  }

  struct Finding: Equatable {
    var danger: Danger
    /// The code as written.
    var word: String
    /// The line number, from 1.
    var line: Int
  }

  /// The words that end the process.
  private static let traps: Set<String> = [
    "fatalError", "preconditionFailure", "precondition", "assert", "assertionFailure", "abort",
  ]

  private static let memoryWords: Set<String> = [
    "assumingMemoryBound", "bindMemory", "load", "loadUnaligned", "storeBytes", "initializeMemory", "unsafeBitCast",
    "unsafeDowncast", "Unmanaged", "OpaquePointer", "allocate", "advanced", "baseAddress", "_silgen_name", "_effects",
  ]

  private static let memoryPrefixes = ["withUnsafe", "withMemory", "Unsafe", "unsafe", "withContiguous"]

  /// Returns all findings in a source text, in order.
  static func findings(in source: String) -> [Finding] {
    let code = code(of: source)
    var findings: [Finding] = []
    var line = 1
    var index = 0
    while index < code.count {
      let byte = code[index]
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isWord(byte) {
        var end = index
        while end < code.count, isWord(code[end]) { end += 1 }
        let word = String(decoding: code[index..<end], as: UTF8.self)
        if let danger = danger(of: word, code, end) { findings.append(Finding(danger: danger, word: word, line: line)) }
        index = end
        continue
      }
      if byte == UInt8(ascii: "!"), index > 0, endsValue(code[index - 1]), next(code, index) != UInt8(ascii: "=") {
        findings.append(Finding(danger: .trap, word: word(before: index, in: code) + "!", line: line))
      }
      if byte == UInt8(ascii: "&"), let next = next(code, index), "+-*<>".utf8.contains(next) {
        findings.append(Finding(danger: .wrapping, word: "&" + String(UnicodeScalar(next)), line: line))
      }
      index += 1
    }
    return findings
  }

  private static func danger(of word: String, _ code: [UInt8], _ end: Int) -> Danger? {
    let call = String(decoding: code[end...].prefix(11), as: UTF8.self)
    switch word {
    case "nonisolated", "unowned": return call.hasPrefix("(unsafe)") ? .sharing : word == "unowned" ? .trap : nil
    case "unchecked" where call.hasPrefix(" Sendable"), "exclusivity" where call.hasPrefix("(unchecked)"):
      return .sharing
    case "load" where !call.hasPrefix("(as:") && !call.hasPrefix("(fromByteOf"): return nil
    case "advanced" where !call.hasPrefix("(by:"): return nil
    default: break
    }
    if traps.contains(word) { return .trap }
    if word == "unsafe" { return nil }  // reported with the word before it
    if memoryWords.contains(word) || memoryPrefixes.contains(where: { word.hasPrefix($0) }) { return .memory }
    return nil
  }

  private static func next(_ code: [UInt8], _ index: Int) -> UInt8? { index + 1 < code.count ? code[index + 1] : nil }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }

  /// Whether an expression or a type may end with the byte, so that a following `!` unwraps.
  private static func endsValue(_ byte: UInt8) -> Bool { isWord(byte) || ")]}\"?>`".utf8.contains(byte) }

  private static func word(before end: Int, in code: [UInt8]) -> String {
    var start = end
    while start > 0, isWord(code[start - 1]) { start -= 1 }
    return String(decoding: code[start..<end], as: UTF8.self)
  }

  // MARK: Code without comments and strings

  /// Returns the source with blanks for comments and the contents of strings. Quotes, line ends and interpolations remain.
  static func code(of source: String) -> [UInt8] {
    var eraser = Eraser(bytes: Array(source.utf8))
    eraser.code(until: nil)
    return eraser.bytes
  }

  private struct Eraser {
    var bytes: [UInt8]
    var index = 0

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
          while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
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
