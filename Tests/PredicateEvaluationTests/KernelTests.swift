import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Applies a kernel to many strings, next to memory that it must not read.
struct Asking: ByteKernelVisitor {
  let subjects: [[UInt8]]

  func visit<Kernel: ByteKernel>(_ kernel: Kernel) -> (name: String, answers: [Bool]) {
    let answers = subjects.map { subject in
      // The bytes on both sides would change an answer that depends on them.
      for around in [UInt8(0x61), 0x65, 0xCC, 0x00] {
        let padded = [around, around] + subject + [UInt8](repeating: around, count: 9)
        let answer = padded.withUnsafeBufferPointer { buffer in
          buffer.baseAddress.map { kernel.test($0 + 2, subject.count) } ?? false
        }
        if around == 0x00 || answer != ask(kernel, subject) { return answer }
      }
      return false
    }
    return (String(describing: Kernel.self), answers)
  }

  /// Returns the answer for a string in memory of its own.
  private func ask<Kernel: ByteKernel>(_ kernel: Kernel, _ subject: [UInt8]) -> Bool {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(subject.count, 1))
    defer { copy.deallocate() }
    _ = copy.initialize(from: subject)
    return copy.baseAddress.map { kernel.test($0, subject.count) } ?? false
  }
}

/// The operators that order texts.
private let orders: [ResolvedComparison.Operator] = [.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual]

/// Makes random texts over a small alphabet, and needles that are often cut from them.
private struct Texts {
  var generator: SeededRandom
  let alphabet: [String]

  mutating func text(_ longest: Int) -> String {
    let length = Int.random(in: 0...longest, using: &generator)
    return (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "" }.joined()
  }

  mutating func needle(_ subjects: [String], _ test: TextTest) -> String {
    var scalars = Array((subjects.randomElement(using: &generator) ?? "").unicodeScalars)
    let cut = Int.random(in: 0..<6, using: &generator)
    if cut == 0 { return text(3) }
    let short = min(scalars.count, cut == 1 ? 40 : Int.random(in: 1...12, using: &generator))
    switch test {
    case .equal: break
    case .endsWith: scalars = scalars.suffix(short)
    case .beginsWith: scalars = Array(scalars.prefix(short))
    case .like:
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let position = Int.random(in: 0...scalars.count, using: &generator)
        let end = Int.random(in: position...min(scalars.count, position + 8), using: &generator)
        let wildcard: Unicode.Scalar = Int.random(in: 0..<4, using: &generator) == 0 ? "?" : "*"
        scalars.replaceSubrange(position..<end, with: [wildcard])
      }
    // `contains`, and any test to come.
    default:
      let start = Int.random(in: 0...scalars.count - short, using: &generator)
      scalars = Array(scalars[start..<start + short])
    }
    var needle = String.UnicodeScalarView()
    needle.append(contentsOf: scalars)
    return Bool.random(using: &generator) ? String(needle) : String(needle).uppercased()
  }
}

private let alphabets: [[String]] = [
  ["a", "b"],
  ["a", "B", "A", "b", "z", "Z"],
  ["a", "@", "[", "`", "{", "A", "\0", "\u{7F}"],
  ["e", "E", "a", "a", "b", "\u{301}", "é"],
  ["a", "b", "a", "b", "a", "b", "a", "b", "a", "b", "é", "\u{301}", "Ａ", "ß", "ſ", "\u{212A}", "k", "s", "😀", "ﬃ"],
  ["a", "B", "é", "É", "ß", "σ", "Σ", "д", "Д", "’", "日", "İ", "ŉ"],
  ["é", "\u{301}", "\u{327}", "e", "σ", "ς", "Σ", "ß", "ｶ", "ﾞ", "ガ", "각", "\u{1161}", "\u{FE0F}"],
]

private let optionSets: [FormatStringOptions] = [
  [], .caseInsensitive, .diacriticInsensitive, .widthInsensitive, [.caseInsensitive, .diacriticInsensitive],
  [.normalized, .caseInsensitive],
]

@Suite("Kernels") struct KernelTests {
  @Test("tests of text answer as the definition does", arguments: TextTest.allCases)
  func texts(test: TextTest) {
    let seed = testSeed("KernelTests.texts \(test)")
    var compared = 0
    var hits = 0
    for (number, alphabet) in alphabets.enumerated() {
      var texts = Texts(generator: SeededRandom(state: seed &+ UInt64(number)), alphabet: alphabet)
      for round in 0..<(isFullRun ? 14 : 4) {
        let subjects = (0..<24).map { _ in texts.text(round % 2 == 0 ? 10 : 40) } + [""]
        let asking = Asking(subjects: subjects.map { Array($0.utf8) })
        for options in optionSets {
          let foldedSubjects = subjects.map { Array(folded($0, options).utf8) }
          for _ in 0..<2 {
            let needle = texts.needle(subjects, test)
            let store = KernelMemory()
            let (kernel, answers) = withTextKernel(test, needle: needle, options: options, store: store, asking)
            let key = test == .like ? LikePattern(needle, options).program : Array(folded(needle, options).utf8)
            let defined = asking.visit(DefinedTest(test, key, options, store)).answers
            for (index, subject) in subjects.enumerated() {
              let expected = key.withUnsafeBufferPointer {
                test.passes(folded: foldedSubjects[index], needle: $0)
              }
              compared += 1
              hits += expected ? 1 : 0
              if answers[index] != expected || defined[index] != expected {
                Issue.record(
                  """
                  TEST_SEED=\(seed): \(kernel), \(subject.debugDescription) \(test)\(options.spelling) \
                  \(needle.debugDescription) is \(expected)
                  """)
              }
            }
            withExtendedLifetime(store) {}
          }
        }
      }
    }
    #expect(hits > compared / 100)
  }

  @Test("texts that differ in one byte, at every position of every length", arguments: TextTest.allCases)
  func textsByPlace(test: TextTest) {
    for length in 1...40 {
      let needle = String(repeating: "b", count: length)
      let subjects = (0..<length).flatMap { position in
        Array("aBc".utf8).map { byte in
          var subject = Array(needle.utf8)
          subject[position] = byte
          return subject
        }
      }
      for options in [FormatStringOptions(), .caseInsensitive] {
        let store = KernelMemory()
        let (kernel, answers) = withTextKernel(
          test, needle: needle, options: options, store: store, Asking(subjects: subjects))
        let key = test == .like ? LikePattern(needle, options).program : Array(needle.utf8)
        let expected = subjects.map { subject in
          let folded = Array(folded(String(decoding: subject, as: UTF8.self), options).utf8)
          return key.withUnsafeBufferPointer { test.passes(folded: folded, needle: $0) }
        }
        #expect(answers == expected, "\(kernel), \(length)\(options.spelling)")
        withExtendedLifetime(store) {}
      }
    }
  }

  @Test("comparisons of order answer as the definition does", arguments: orders)
  func order(op: ResolvedComparison.Operator) throws {
    let seed = testSeed("KernelTests.order \(op)")
    let order = try #require(op.order)
    for (number, alphabet) in alphabets.enumerated() {
      var texts = Texts(generator: SeededRandom(state: seed &+ UInt64(number)), alphabet: alphabet)
      for round in 0..<8 {
        let subjects = (0..<20).map { _ in texts.text(round % 2 == 0 ? 3 : 30) } + [""]
        let longer = subjects.map { $0 + texts.text(2) }
        let asking = Asking(subjects: (subjects + longer).map { Array($0.utf8) })
        for options in optionSets {
          let needle = texts.needle(subjects, .beginsWith)
          let store = KernelMemory()
          let (_, answers) = withOrderKernel(order, needle: needle, options: options, store: store, asking)
          for (subject, answer) in zip(subjects + longer, answers) {
            if answer != order.accepts(textOrder(subject, needle, options)) {
              Issue.record(
                "TEST_SEED=\(seed): \(subject.debugDescription) \(op)\(options) \(needle.debugDescription)")
            }
          }
          withExtendedLifetime(store) {}
        }
      }
    }
  }

  @Test("order of texts that differ in one byte, at every position of every length", arguments: orders)
  func orderByPlace(op: ResolvedComparison.Operator) throws {
    let order = try #require(op.order)
    for length in 1...40 {
      let needle = [UInt8](repeating: 0x62, count: length)
      var subjects: [[UInt8]] = []
      for position in 0..<length {
        for byte in [UInt8(0x61), 0x63] {
          subjects.append(needle)
          subjects[subjects.count - 1][position] = byte
        }
      }
      let expected = subjects.map { order.accepts($0.lexicographicallyPrecedes(needle) ? -1 : 1) }
      for options in [FormatStringOptions(), .caseInsensitive] {
        let store = KernelMemory()
        let (_, answers) = withOrderKernel(
          order, needle: String(repeating: "b", count: length), options: options, store: store,
          Asking(subjects: subjects))
        #expect(answers == expected, "\(length)\(options.spelling)")
        withExtendedLifetime(store) {}
      }
    }
  }

  @Test("sets answer as equality with each of their strings does")
  func sets() {
    let seed = testSeed("KernelTests.sets")
    var compared = 0
    var hits = 0
    for (number, alphabet) in alphabets.enumerated() {
      var texts = Texts(generator: SeededRandom(state: seed &+ UInt64(number)), alphabet: alphabet)
      for round in 0..<16 {
        let longest = round % 2 == 0 ? 4 : 36
        let subjects = (0..<24).map { _ in texts.text(longest) } + [""]
        let asking = Asking(subjects: subjects.map { Array($0.utf8) })
        for options in optionSets {
          let needles = (0..<round * 2).map { _ in texts.needle(subjects, .equal) }
          let store = KernelMemory()
          let (_, answers) = withSetKernel(needles, options: options, store: store, asking)
          let keys = Set(needles.map { Array(folded($0, options).utf8) })
          for (subject, answer) in zip(subjects, answers) {
            let expected = keys.contains(Array(folded(subject, options).utf8))
            compared += 1
            hits += expected ? 1 : 0
            if answer != expected {
              Issue.record(
                "TEST_SEED=\(seed): \(subject.debugDescription) IN\(options.spelling) \(needles) is \(expected)")
            }
          }
          withExtendedLifetime(store) {}
        }
      }
    }
    #expect(hits > compared / 20)
  }

  @Test("the definition itself, if needles are empty or fold to nothing")
  func emptyNeedles() {
    let mark = "\u{301}"
    for options in optionSets {
      #expect(textTest(.equal, "", "", options))
      for test in TextTest.allCases where test != .equal {
        #expect(!textTest(test, "", "", options) && !textTest(test, "a", "", options))
        #expect(!textTest(test, "a", mark, options.union(.diacriticInsensitive)) || options.contains(.normalized))
      }
    }
    #expect(textTest(.equal, mark, "", .diacriticInsensitive) && !textTest(.equal, mark, "", .caseInsensitive))
  }

  @Test("no text folds to more bytes of ASCII than it has", arguments: optionSets)
  func foldingToASCII(options: FormatStringOptions) {
    var found = 0
    for number in UInt32(0x80)...0x10FFFF where isFullRun || number < 0x3000 || number % 10 == 0 {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let text = String(scalar)
      let ascii = Array(folded(text, options).utf8)
      guard ascii.allSatisfy({ $0 < 0x80 }) else { continue }
      found += 1
      if ascii.count > text.utf8.count { Issue.record("U+\(String(number, radix: 16)) \(options.spelling)") }
    }
    #expect(found > 0 || !options.folds)
  }

  @Test("one byte at every position of texts of every length", arguments: [FormatStringOptions(), .caseInsensitive])
  func byte(options: FormatStringOptions) {
    for length in 0...40 {
      var subjects = [[UInt8](repeating: 0x61, count: length)]
      for position in 0..<length {
        subjects.append(subjects[0])
        subjects[position + 1][position] = 0x62
      }
      for (needle, expected) in [
        ("b", [false] + [Bool](repeating: true, count: length)), ("z", subjects.map { _ in false }),
        ("\0", subjects.map { _ in false }),
      ] {
        let store = KernelMemory()
        let (kernel, answers) = withTextKernel(
          .contains, needle: needle, options: options, store: store, Asking(subjects: subjects))
        #expect(answers == expected, "\(kernel), \(length)\(options.spelling)")
        withExtendedLifetime(store) {}
      }
    }
  }
}
