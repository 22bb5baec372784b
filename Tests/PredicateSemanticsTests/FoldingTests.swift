import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

@Suite("Folding") struct FoldingTests {
  private static let needs = "needs the Debian package unicode-data, of Unicode \(FoldingData.unicodeVersion)"

  /// Calls `body` with all scalars, 256 at a time, with a `|` before each so that they do not interact. Unless the run is full,
  /// one block in 16 represents the others in planes that contain no characters: 4 to 13, 15 and 16.
  private func forEachBlock(_ body: ([UInt32]) -> Void) {
    for start in stride(from: UInt32(0), to: 0x110000, by: 256) where Unicode.Scalar(start) != nil {
      if !isFullRun, start >= 0x40000, start >> 16 != 0xE, start % 0x1000 != 0 { continue }
      body((start..<start + 256).flatMap { [0x7C, $0] })
    }
  }

  private func decomposed(_ scalars: [UInt32]) -> [UInt32] {
    var buffer = FoldingBuffer([])
    for scalar in scalars { buffer.append(scalar) }
    buffer.order()
    return buffer.values
  }

  private func composed(_ scalars: [UInt32]) -> [UInt32] {
    var buffer = FoldingBuffer([])
    for scalar in scalars { buffer.append(scalar) }
    buffer.order()
    buffer.compose()
    return buffer.values
  }

  private func folded(_ scalars: [UInt32], _ options: FormatStringOptions) -> [UInt32] {
    var buffer = FoldingBuffer(options)
    for scalar in scalars { buffer.append(scalar) }
    buffer.order()
    buffer.compose()
    return buffer.values
  }

  @Test(
    "NFC and NFD agree with NormalizationTest.txt", .enabled(if: UnicodeFiles.has("NormalizationTest.txt"), "\(needs)"))
  func normalization() throws {
    let lines = try #require(UnicodeFiles.lines("NormalizationTest.txt"))
    #expect(lines[0].contains(FoldingData.unicodeVersion))
    var tested = 0
    var inFirstPart = false
    var mentioned = Set<UInt32>()
    for line in lines where !line.hasPrefix("#") {
      if line.hasPrefix("@") {
        inFirstPart = line.hasPrefix("@Part1")
        continue
      }
      let columns = line.split(separator: ";").prefix(5).map(UnicodeFiles.scalars)
      if inFirstPart { mentioned.insert(columns[0][0]) }
      let isRight =
        columns[..<3].allSatisfy { composed($0) == columns[1] && decomposed($0) == columns[2] }
        && columns[3...].allSatisfy { composed($0) == columns[3] && decomposed($0) == columns[4] }
      if !isRight { Issue.record("\(line)") }
      tested += 1
    }
    forEachBlock { block in
      let rest = block.filter { !mentioned.contains($0) }
      if composed(rest) != rest || decomposed(rest) != rest { Issue.record("near U+\(String(block[1], radix: 16))") }
    }
    print("NormalizationTest.txt: \(tested) lines, and all scalars it does not list")
  }

  @Test("case folding agrees with CaseFolding.txt", .enabled(if: UnicodeFiles.has("CaseFolding.txt"), "\(needs)"))
  func caseFolding() throws {
    var folds: [UInt32: [UInt32]] = [:]
    for line in try #require(UnicodeFiles.lines("CaseFolding.txt")) where !line.hasPrefix("#") {
      let fields = line.split(separator: ";")
      guard [" C", " F"].contains(fields[1]), let scalar = UInt32(fields[0], radix: 16) else { continue }
      folds[scalar] = UnicodeFiles.scalars(fields[2])
    }
    #expect(folds.count > 1_400)
    forEachBlock { block in
      let narrow = { (scalar: UInt32) in self.folded([scalar], .widthInsensitive) }
      let expected = composed(
        block.flatMap { scalar -> [UInt32] in
          // Wide forms are folded as the characters that they decompose to; all other scalars as the file says.
          if 0x3000..<0x3100 ~= scalar || 0xFF00..<0xFFF0 ~= scalar {
            return narrow(scalar).flatMap { folds[$0] ?? [$0] }
          }
          return folds[scalar] ?? [scalar]
        })
      if folded(block, .caseInsensitive) != expected { Issue.record("near U+\(String(block[1], radix: 16))") }
    }
  }

  @Test("the tables agree with UnicodeData.txt", .enabled(if: UnicodeFiles.has("UnicodeData.txt"), "\(needs)"))
  func categories() throws {
    var marks = 0
    var widths = 0
    for line in try #require(UnicodeFiles.lines("UnicodeData.txt")) {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false)
      guard let scalar = UInt32(fields[0], radix: 16), Unicode.Scalar(scalar) != nil else { continue }
      if fields[2] == "Mn" {
        marks += 1
        if folded([scalar], .diacriticInsensitive) != [] { Issue.record("\(line)") }
      } else if folded([scalar], .diacriticInsensitive).isEmpty && fields[5].isEmpty {
        Issue.record("\(line)")
      }
      if fields[5].hasPrefix("<wide>") || fields[5].hasPrefix("<narrow>") {
        widths += 1
        let target = UnicodeFiles.scalars(fields[5].drop { $0 != ">" }.dropFirst())
        if folded([scalar], .widthInsensitive) != composed(target) { Issue.record("\(line)") }
      }
    }
    #expect(marks > 1_900 && widths > 200)
  }

  private static let files = ["UnicodeData.txt", "CaseFolding.txt", "DerivedNormalizationProps.txt"]

  @Test(
    "every scalar folds as the definition says, for every set of options",
    .enabled(if: files.allSatisfy(UnicodeFiles.has), "\(needs)"))
  func definition() {
    let definition = FoldingDefinition()
    // All combinations of c, d and w. The empty set means NFC, as with `canonical`.
    let all = (UInt8(0)..<8).map { bits -> FormatStringOptions in
      var options: FormatStringOptions = bits == 0 ? .canonical : []
      if bits & 1 != 0 { options.insert(.caseInsensitive) }
      if bits & 2 != 0 { options.insert(.diacriticInsensitive) }
      if bits & 4 != 0 { options.insert(.widthInsensitive) }
      return options
    }
    var concerned = 0
    forEachBlock { block in
      let scalars = block.filter { definition.concerns($0) }
      for options in all {
        let expected = scalars.isEmpty ? block : block.flatMap { definition.folded([$0], options) }
        if folded(block, options) != expected { Issue.record("near U+\(String(block[1], radix: 16)) \(options)") }
      }
      // Between a letter that composes and marks that are reordered. Of the syllables, a few of each vowel.
      for scalar in scalars where !(0xAC00..<0xD7A4 ~= scalar) || scalar % 5 == 0 {
        concerned += 1
        for options in all {
          let text = [0x41, scalar, 0x301, 0x323, 0x345]
          if folded(text, options) != definition.folded(text, options) {
            Issue.record("U+\(String(scalar, radix: 16)) among marks, \(options)")
          }
        }
      }
    }
    #expect(concerned > 7_000)
    print("folding: all scalars, \(concerned) of them among marks, under \(all.count) sets of options")
  }

  @Test("folding twice equals folding once, for every scalar")
  func idempotence() {
    let all: [FormatStringOptions] = [
      .caseInsensitive, .diacriticInsensitive, .widthInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ]
    forEachBlock { block in
      for options in all {
        let once = folded(block, options)
        if folded(once, options) != once { Issue.record("near U+\(String(block[1], radix: 16)) \(options)") }
      }
    }
  }

  @Test("canonically equivalent random texts fold alike, and folding is stable")
  func randomTexts() {
    let seed = testSeed("FoldingTests.randomTexts")
    var generator = SeededRandom(state: seed)
    let alphabet: [UInt32] = [
      0x41, 0x65, 0x73, 0xC9, 0xDF, 0x3C3, 0x3C2, 0x3B1, 0x345, 0x301, 0x323, 0x327, 0x308, 0x1F80, 0x130, 0x212A,
      0xFF21, 0xFF76, 0xFF9E, 0x3099, 0x915, 0x93C, 0x941, 0x94D, 0x1100, 0x1161, 0x11A8, 0xAC00, 0xAC01, 0x1D165,
      0x302E,
      0x1E9E, 0xFB03, 0x1F600, 0xFE0F,
    ]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0...24, using: &generator)).compactMap { _ in
        alphabet.randomElement(using: &generator)
      }
      for raw in UInt8(0)..<64 {
        let options = FormatStringOptions(rawValue: raw)
        guard options.folds, !options.contains(.localeSensitive) else { continue }
        let once = folded(text, options)
        if folded(once, options) != once { Issue.record("TEST_SEED=\(seed): \(text) \(options) is not stable") }
        if folded(composed(text), options) != once || folded(decomposed(text), options) != once {
          Issue.record("TEST_SEED=\(seed): \(text) \(options) depends on its composition")
        }
      }
    }
  }

  @Test("the ASCII fast path gives what the definition gives")
  func asciiShortcut() {
    let seed = testSeed("FoldingTests.asciiShortcut")
    var generator = SeededRandom(state: seed)
    for _ in 0..<5_000 {
      let highest: UInt8 = Bool.random(using: &generator) ? 127 : 255
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0...highest, using: &generator)
      }
      let options = FormatStringOptions(rawValue: UInt8.random(in: 0..<64, using: &generator))
      bytes.withUnsafeBufferPointer {
        if foldedUTF8($0, options) != foldedByScalars($0, options) {
          Issue.record("TEST_SEED=\(seed): \(bytes) \(options)")
        }
      }
    }
  }

  /// Whether the paths around the buffer of scalars give its result, whole and for a limited number of bytes.
  private func shortcutsAgree(_ text: [UInt8], _ options: FormatStringOptions) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      let expected = foldedByScalars(bytes, options)
      if foldedUTF8(bytes, options) != expected { return false }
      var out = [UInt8](repeating: 0, count: simpleFoldingCapacity(bytes.count))
      for limit in [0, 1, expected.count / 2, expected.count] {
        let written = out.withUnsafeMutableBufferPointer { buffer in
          buffer.baseAddress.flatMap { foldSimply(bytes, options, into: $0, limit: limit) }
        }
        guard let written else { continue }
        if !expected.starts(with: out[..<min(written, limit)]) { return false }
        if written <= limit && written != expected.count { return false }
        if written > limit && expected.count <= limit { return false }
      }
      return true
    }
  }

  private static let shortcutOptions: [FormatStringOptions] = [
    .caseInsensitive, .diacriticInsensitive, .widthInsensitive, [.caseInsensitive, .diacriticInsensitive],
  ]

  @Test("scalars that fold independently fold as the definition says, also next to each other")
  func simpleFolding() {
    forEachBlock { block in
      for scalar in block.compactMap(Unicode.Scalar.init) where scalar != "|" {
        // Most scalars of more than two bytes behave alike.
        if !isFullRun, scalar.value > 0x2100, scalar.value % 16 != 0 { continue }
        // Also between a letter and a mark that composes with it.
        let texts = ["Aé\(scalar)Ü日\(scalar)"] + (scalar.value < 0x800 ? ["e\(scalar)\u{300}"] : [])
        for options in Self.shortcutOptions {
          for text in texts where !shortcutsAgree(Array(text.utf8), options) {
            Issue.record("U+\(String(scalar.value, radix: 16)) \(options.spelling)")
          }
        }
      }
    }
  }

  @Test("texts of scalars that fold independently, with occasional other scalars")
  func simpleTexts() {
    let seed = testSeed("FoldingTests.simpleTexts")
    var generator = SeededRandom(state: seed)
    for _ in 0..<20_000 {
      let rare = Int.random(in: 0..<3, using: &generator) == 0
      let text = (0..<Int.random(in: 0...30, using: &generator)).map { _ -> String in
        let kind = Int.random(in: 0..<(rare ? 20 : 12), using: &generator)
        let scalar: UInt32 =
          switch kind {
          case 0...5: UInt32.random(in: 0x20..<0x7F, using: &generator)
          case 6...8: UInt32.random(in: 0x80..<0x300, using: &generator)
          case 9...11: UInt32.random(in: 0x370..<0x530, using: &generator)
          case 12...14: UInt32.random(in: 0x300..<0x346, using: &generator)
          case 15: UInt32.random(in: 0x1E00..<0x2100, using: &generator)
          case 16: UInt32.random(in: 0x3040..<0x30FF, using: &generator)
          case 17: UInt32.random(in: 0xABF0..<0xADFF, using: &generator)
          case 18: UInt32.random(in: 0x1100..<0x1200, using: &generator)
          default: UInt32.random(in: 0x1F600..<0x1F700, using: &generator)
          }
        return Unicode.Scalar(scalar).map { String($0) } ?? ""
      }.joined()
      for options in Self.shortcutOptions where !shortcutsAgree(Array(text.utf8), options) {
        Issue.record("TEST_SEED=\(seed): \(text.debugDescription) \(options.spelling)")
      }
    }
  }

  @Test(
    "invalid UTF-8 is read as Swift reads it",
    arguments: [
      [0x41, 0xFF, 0x42], [0xC3], [0xE2, 0x82], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
      [0xE0, 0x81, 0x81], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF9, 0xB8, 0xA3, 0x98],
    ] as [[UInt8]])
  func brokenText(bytes: [UInt8]) {
    let repaired = String(decoding: bytes, as: UTF8.self)
    let result = bytes.withUnsafeBufferPointer { foldedUTF8($0, .caseInsensitive) }
    #expect(result == Array(PredicateSemantics.folded(repaired, .caseInsensitive).utf8))
  }

  @Test("many marks are ordered in linear time, and correctly")
  func manyMarks() {
    let marks: [UInt32] = (0..<100_000).map { [0x301, 0x323, 0x327][$0 % 3] }
    let result = decomposed([0x65] + marks)
    let expected = [0x65] + [UInt32](repeating: 0x327, count: 33_333) + [UInt32](repeating: 0x323, count: 33_333)
    #expect(Array(result[..<66_667]) == expected)
    #expect(result[66_667...].allSatisfy { $0 == 0x301 })
  }

  private func same(_ left: String, _ right: String, _ options: FormatStringOptions) -> Bool {
    textTest(.equal, left, right, options)
  }

  @Test("examples of the definition")
  func examples() {
    let both: FormatStringOptions = [.caseInsensitive, .diacriticInsensitive]
    #expect(!textTest(.contains, "café", "cafe", .caseInsensitive))
    #expect(!textTest(.contains, "cafe\u{301}", "cafe", .caseInsensitive))
    #expect(textTest(.contains, "Café", "cafe", both))
    #expect(textTest(.contains, "Cafe\u{301}", "cafe", both))
    #expect(same("straße", "STRASSE", .caseInsensitive))
    #expect(same("ΟΔΟΣ", "οδος", .caseInsensitive))
    #expect(same("ς", "σ", .caseInsensitive))
    #expect(same("\u{212A}", "k", .caseInsensitive))
    #expect(same("Ａ", "a", .caseInsensitive))
    #expect(same("Ａ", "A", .diacriticInsensitive))
    #expect(same("Ａ", "A", .widthInsensitive))
    #expect(!same("Ａ", "a", .widthInsensitive))
    #expect(same("ｶﾞ", "ガ", .widthInsensitive))
    #expect(same("ガ", "カ", .diacriticInsensitive))
    #expect(!same("İ", "i", .caseInsensitive))
    #expect(same("İ", "i", both))
    #expect(!same("ı", "i", both))
    #expect(same("각", "\u{1100}\u{1161}\u{11A8}", .caseInsensitive))
    #expect(same("ᾲ", "\u{3B1}\u{345}\u{300}", .caseInsensitive))
    #expect(!same("é", "e\u{301}", []))
    #expect(same("é", "e\u{301}", .widthInsensitive))
  }

  @Test("n overrides the other options, l changes nothing")
  func supersedes() {
    #expect(!FormatStringOptions([.normalized, .caseInsensitive]).folds)
    #expect(!FormatStringOptions.localeSensitive.folds)
    #expect(FormatStringOptions([.localeSensitive, .diacriticInsensitive]).folds)
    #expect(PredicateSemantics.folded("É", [.normalized, .caseInsensitive, .diacriticInsensitive]) == "É")
    #expect(!same("A", "a", [.normalized, .caseInsensitive]))
  }
}
