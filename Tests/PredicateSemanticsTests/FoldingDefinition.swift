import PredicateSemantics
import PredicateSyntax

/// Folding implemented step by step from its definition, with Unicode's files only and no code of the package: NFD; width; NFD;
/// marks; case; NFC. Slow, but easy to verify.
struct FoldingDefinition {
  private var canonical: [UInt32: [UInt32]] = [:]
  private var width: [UInt32: [UInt32]] = [:]
  private var classes: [UInt32: Int] = [:]
  private var marks: Set<UInt32> = []
  private var folds: [UInt32: [UInt32]] = [:]
  private var composites: [[UInt32]: UInt32] = [:]

  init() {
    for fields in UnicodeFiles.fields("UnicodeData.txt") {
      guard let scalar = UInt32(fields[0], radix: 16) else { continue }
      if fields[2] == "Mn" { marks.insert(scalar) }
      if let number = Int(fields[3]), number > 0 { classes[scalar] = number }
      let mapping = UnicodeFiles.scalars(fields[5])  // a tag such as <wide> is not a number
      if fields[5].hasPrefix("<wide>") || fields[5].hasPrefix("<narrow>") {
        width[scalar] = mapping
      } else if !fields[5].isEmpty, !fields[5].hasPrefix("<") {
        canonical[scalar] = mapping
      }
    }
    for fields in UnicodeFiles.fields("CaseFolding.txt") where fields[1] == "C" || fields[1] == "F" {
      if let scalar = UInt32(fields[0], radix: 16) { folds[scalar] = UnicodeFiles.scalars(fields[2]) }
    }
    var excluded: Set<UInt32> = []
    for fields in UnicodeFiles.fields("DerivedNormalizationProps.txt") where fields[1] == "Full_Composition_Exclusion" {
      let ends = fields[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
      if let first = ends.first, let last = ends.last { excluded.formUnion(first...last) }
    }
    for (scalar, mapping) in canonical where mapping.count == 2 && !excluded.contains(scalar) {
      composites[mapping] = scalar
    }
  }

  /// Whether any step of folding could change the scalar, or a scalar next to it.
  func concerns(_ scalar: UInt32) -> Bool {
    canonical[scalar] != nil || width[scalar] != nil || classes[scalar] != nil || marks.contains(scalar)
      || folds[scalar] != nil || 0xAC00..<0xD7A4 ~= scalar || 0x1100..<0x1200 ~= scalar
  }

  func folded(_ text: [UInt32], _ options: FormatStringOptions) -> [UInt32] {
    var text = decomposed(text)
    if options.folds, !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]) {
      text = decomposed(text.flatMap { width[$0] ?? [$0] })
      if options.contains(.diacriticInsensitive) { text.removeAll { marks.contains($0) } }
      if options.contains(.caseInsensitive) { text = text.flatMap { folds[$0] ?? [$0] } }
    }
    return composed(decomposed(text))
  }

  private func decomposed(_ text: [UInt32]) -> [UInt32] {
    var result = text.flatMap { decomposition(of: $0) }
    // Swaps neighbors until all are in order.
    var isOrdered = false
    while !isOrdered {
      isOrdered = true
      for index in result.indices.dropFirst() {
        let (left, right) = (classes[result[index - 1]] ?? 0, classes[result[index]] ?? 0)
        guard right > 0, left > right else { continue }
        result.swapAt(index - 1, index)
        isOrdered = false
      }
    }
    return result
  }

  private func decomposition(of scalar: UInt32) -> [UInt32] {
    if 0xAC00..<0xD7A4 ~= scalar {
      let number = scalar - 0xAC00
      let letters = [0x1100 + number / 588, 0x1161 + number % 588 / 28, 0x11A7 + number % 28]
      return letters[2] == 0x11A7 ? Array(letters[..<2]) : letters
    }
    return canonical[scalar]?.flatMap { decomposition(of: $0) } ?? [scalar]
  }

  private func composed(_ text: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var starter: Int?
    for scalar in text {
      let own = classes[scalar] ?? 0
      if let position = starter {
        let between = result[(position + 1)...].map { classes[$0] ?? 0 }
        if between.allSatisfy({ $0 != 0 && $0 < own }), let composite = composite(result[position], scalar) {
          result[position] = composite
          continue
        }
      }
      if own == 0 { starter = result.count }
      result.append(scalar)
    }
    return result
  }

  private func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if 0x1100..<0x1113 ~= first, 0x1161..<0x1176 ~= second {
      return 0xAC00 + (first - 0x1100) * 588 + (second - 0x1161) * 28
    }
    if 0xAC00..<0xD7A4 ~= first, (first - 0xAC00) % 28 == 0, 0x11A8..<0x11C3 ~= second {
      return first + second - 0x11A7
    }
    return composites[[first, second]]
  }
}
