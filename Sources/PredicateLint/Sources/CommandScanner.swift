import PredicateSyntax
import PredicateXML

/// Finds the predicates of `log` commands in scripts, in documents and in other text.
struct CommandScanner {
  private let bytes: [UInt8]
  private var index = 0
  /// The quotes that are open before the command, as in `ssh host "log show --predicate 'a == 1'"`.
  private var outerQuotes: Set<UInt8> = []

  /// The maximum number of bytes of a command before its predicate, and of a part of the predicate.
  private static let maximumLength = 1 << 16

  /// The subcommands of `log` that have a predicate.
  private static let subcommands: Set<String> = ["stream", "show", "stats", "collect"]

  static func predicates(in bytes: [UInt8]) -> [PredicateText] {
    bytes.ranges(of: "--predicate").compactMap { option in
      var scanner = CommandScanner(bytes: bytes, index: option.upperBound)
      guard scanner.isOfLog(option.lowerBound), let word = scanner.argument() else { return nil }
      var predicate = PredicateText("log", word.parts)
      predicate.profile = "log"
      predicate.escaping = word.escaping
      return predicate.parts.isEmpty || predicate.isOnlyHole ? nil : predicate
    }
  }

  private init(bytes: [UInt8], index: Int) { (self.bytes, self.index) = (bytes, index) }

  /// Returns whether the command that an option belongs to is `log`.
  private mutating func isOfLog(_ option: Int) -> Bool {
    var start = option
    while start > 0, option - start < Self.maximumLength {
      let byte = bytes[start - 1]
      let isContinued = start > 1 && bytes[start - 2] == UInt8(ascii: "\\")
      if byte == 0x0A, !isContinued { break }
      start -= 1
    }
    let line = bytes[start..<option]
    for quote in [UInt8(ascii: "\""), UInt8(ascii: "'")] where line.count(where: { $0 == quote }) % 2 == 1 {
      outerQuotes.insert(quote)
    }
    let words = String(decoding: line, as: UTF8.self)
      .split { " \t\n\r\"'`$(,[{=".contains($0) }
    return words.indices.dropLast().contains { index in
      (words[index] == "log" || words[index].hasSuffix("/log")) && Self.subcommands.contains(String(words[index + 1]))
    }
  }

  /// Reads the word after the option.
  private mutating func argument() -> (parts: [PredicateText.Part], escaping: Escaping)? {
    if index < bytes.count, bytes[index] == UInt8(ascii: "=") {
      index += 1
    } else {
      let start = index
      skipSpace()
      if index == start { return nil }
    }
    return escapedQuotes() ?? word()
  }

  /// Reads a word between `\'` and `\'`, or `\"` and `\"`, as a command has it that is a string of another language.
  private mutating func escapedQuotes() -> (parts: [PredicateText.Part], escaping: Escaping)? {
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "'") || bytes[index + 1] == UInt8(ascii: "\"")
    else { return nil }
    let start = index + 2
    var end = start
    while end + 1 < bytes.count, bytes[end] != 0x0A {
      if bytes[end] == UInt8(ascii: "\\"), bytes[end + 1] == bytes[index + 1] {
        var text = MappedText(start: start)
        text.append(bytes[start..<end], from: start)
        index = end + 2
        return (Substitution.dollar.parts(of: text), .unknown)
      }
      end += 1
    }
    return nil
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      if bytes[index] == 0x20 || bytes[index] == 0x09 {
        index += 1
      } else if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == 0x0A {
        index += 2
      } else {
        return
      }
    }
  }

  /// Reads a word of a shell, which may join quoted and other parts.
  private mutating func word() -> (parts: [PredicateText.Part], escaping: Escaping)? {
    var parts: [PredicateText.Part] = []
    var styles: [Escaping] = []
    let first = index < bytes.count ? bytes[index] : 0
    while index < bytes.count {
      // The quote that closes the text around the command.
      if !parts.isEmpty, bytes[index] != first, outerQuotes.contains(bytes[index]) { break }
      switch bytes[index] {
      case UInt8(ascii: "'"):
        guard let text = singleQuoted() else { return nil }
        parts.append(.written(text))
        styles.append(.shellSingle)
      case UInt8(ascii: "\""):
        guard let quoted = doubleQuoted() else { return nil }
        parts += quoted
        styles.append(.shellDouble)
      case UInt8(ascii: "`") where !parts.isEmpty:
        // The end of code in Markdown.
        return (parts, styles.count == 1 ? styles[0] : .unknown)
      case UInt8(ascii: "$"), UInt8(ascii: "`"):
        guard let hole = hole() else { return nil }
        parts.append(.hole(hole))
      case 0x00...0x20, UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ")"), UInt8(ascii: ">"),
        UInt8(ascii: "<"):
        return (parts, styles.count == 1 ? styles[0] : .unknown)
      default:
        let start = index
        if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
        var text = MappedText(start: start)
        text.append(bytes[index...index], inPlaceOf: start..<(index + 1))
        index += 1
        parts.append(.written(text))
        styles.append(.unknown)
      }
    }
    return (parts, styles.count == 1 ? styles[0] : .unknown)
  }

  private mutating func singleQuoted() -> MappedText? {
    let start = index + 1
    guard let end = bytes[start...].prefix(Self.maximumLength).firstIndex(of: UInt8(ascii: "'")) else { return nil }
    index = end + 1
    var text = MappedText(start: start)
    text.append(bytes[start..<end], from: start)
    return text
  }

  private mutating func doubleQuoted() -> [PredicateText.Part]? {
    index += 1
    var parts: [PredicateText.Part] = []
    var text = MappedText(start: index)
    let limit = min(bytes.count, index + Self.maximumLength)
    while index < limit {
      let start = index
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return parts + [.written(text)]
      case UInt8(ascii: "$"), UInt8(ascii: "`"):
        guard let hole = hole() else {
          // A dollar sign by itself, as at the end of a regular expression.
          index = start + 1
          text.append(bytes[start...start], from: start)
          continue
        }
        parts += [.written(text), .hole(hole)]
        text = MappedText(start: index)
      case UInt8(ascii: "\\"):
        index += 2
        guard index <= bytes.count else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`"):
          text.append(bytes[(start + 1)...(start + 1)], inPlaceOf: start..<index)
        case 0x0A: break
        default: text.append(bytes[start...(start + 1)], from: start)
        }
      default:
        index += 1
        text.append(bytes[start...start], from: start)
      }
    }
    return nil
  }

  /// Reads `$NAME`, `${…}`, `$(…)` or `` `…` ``. Returns nil for another dollar sign.
  private mutating func hole() -> PredicateText.Hole? {
    let start = index
    let isBackquote = bytes[index] == UInt8(ascii: "`")
    index += 1
    guard index < bytes.count else { return nil }
    if isBackquote {
      guard let end = bytes[index...].prefix(Self.maximumLength).firstIndex(of: UInt8(ascii: "`")) else { return nil }
      index = end + 1
    } else if bytes[index] == UInt8(ascii: "{") {
      guard let end = bytes[index...].prefix(Self.maximumLength).firstIndex(of: UInt8(ascii: "}")) else { return nil }
      index = end + 1
    } else if bytes[index] == UInt8(ascii: "(") {
      var depth = 0
      repeat {
        if bytes[index] == UInt8(ascii: "(") { depth += 1 }
        if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
        index += 1
      } while depth > 0 && index < bytes.count && index - start < Self.maximumLength
    } else if bytes[index] == UInt8(ascii: "$") {
      // The number of the shell's process.
      index += 1
    } else {
      let end = bytes[index...].prefix { $0.isWordByte }.endIndex
      if end == index { return nil }
      // `$1` is one digit.
      index = bytes[index].isDigit ? index + 1 : end
    }
    let name = bytes[(start + 1)..<index].filter { $0.isWordByte }
    return PredicateText.Hole(name: String(decoding: name, as: UTF8.self), file: start..<index, isCode: false)
  }
}
