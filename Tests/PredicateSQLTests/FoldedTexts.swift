import PredicateSQL
import PredicateSemantics
import TestSupport

/// Random texts of characters that folding changes, and other texts that may fold alike.
struct FoldedTexts {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(state: seed) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private static let atoms: [[UInt32]] = [
    // Letters whose case folding has one, two and three scalars.
    [0x61], [0x41], [0x65], [0x45], [0x69], [0x49], [0x73], [0x53], [0x66], [0x46], [0x17F], [0xDF], [0x1E9E], [0xFB00],
    [0xFB01],
    [0xFB03], [0xFB05], [0xFB06], [0x74], [0x131], [0x130], [0x6A], [0x1F0], [0x6E], [0x2BC], [0x149], [0x1E9A],
    [0x2BE], [0x6B],
    [0x212A], [0xE9], [0xC9], [0xE5], [0xC5], [0x212B], [0x1E9B], [0x1E69], [0x390], [0x1FD3], [0x3B0], [0x1E96],
    // Greek, with iota after and below a letter.
    [0x3B1], [0x391], [0x3B9], [0x399], [0x1FBE], [0x345], [0x1FB3], [0x1FBC], [0x1FB4], [0x1F80], [0x1F88], [0x1FB7],
    [0x3AC],
    [0x386], [0x3C3], [0x3C2], [0x3A3], [0x3A9], [0x2126], [0x37A],
    // Marks of one class and of several; some are not in category Mn.
    [0x301], [0x300], [0x308], [0x323], [0x316], [0x327], [0x344], [0x307], [0x30A], [0x3099], [0x309A], [0x302E],
    [0x1D165], [0x20DD],
    [0xF71], [0xF72], [0xF73], [0x9BE], [0x9C7], [0x9CB], [0xDD9], [0xDCF], [0xDDD], [0xDCA], [0x1B44], [0x5B4],
    [0xFB1D], [0x5D9],
    // Width and kana; Hangul.
    [0xFF21], [0xFF41], [0xFF76], [0xFF9E], [0x304B], [0x304C], [0x30AB], [0x30AC], [0x3000], [0x20], [0xFFE6],
    [0xFFA1],
    [0x1100], [0x1161], [0x11A8], [0xAC00], [0xAC01], [0xD7A3], [0x1112], [0x1175], [0x11C2],
    // Characters with a meaning in patterns, and boundaries.
    [0x2E], [0x5B], [0x5D], [0x5E], [0x2D], [0x5C], [0x2A], [0x28], [0x7C], [0x24], [0x0A], [0x0D], [0x26], [0x7B],
    [0x22], [0x27],
    [0x1F600], [0x10FFFF], [0xFFFD], [0x10400], [0x10428], [0x13A0], [0xAB70], [0x1E900], [0xE000], [0xD7FF], [0xFFFF],
  ]

  mutating func text() -> String {
    let count = pick([0, 1, 1, 2, 2, 2, 3, 3, 4, 5])
    return String(scalars: (0..<count).flatMap { _ in pick(Self.atoms) })
  }

  /// Returns the text, other spellings of it, and similar texts.
  mutating func variants(of text: String) -> [String] {
    var variants = [text, text.lowercased(), text.uppercased()]
    for options in FoldedPatternTests.options {
      variants.append(folded(text, options))
      variants.append(String(scalars: FoldingInverse.scalars(of: text, options)))
    }
    for _ in 0..<12 {
      var scalars = Array(pick(variants).unicodeScalars.map(\.value))
      for _ in 0..<pick([1, 1, 2, 3]) { change(&scalars) }
      variants.append(String(scalars: scalars))
    }
    return variants
  }

  private mutating func change(_ scalars: inout [UInt32]) {
    let position = Int.random(in: 0...scalars.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: scalars.insert(contentsOf: pick(Self.atoms), at: position)
    case 1 where position < scalars.count: scalars.remove(at: position)
    case 2 where position + 1 < scalars.count: scalars.swapAt(position, position + 1)
    case 3 where position < scalars.count:
      let scalar = String(scalars: [scalars[position]])
      let other = pick([scalar.lowercased(), scalar.uppercased(), folded(scalar, .widthInsensitive)])
      scalars.replaceSubrange(position...position, with: other.unicodeScalars.map(\.value))
    default: scalars.insert(pick([0x301, 0x323, 0x345, 0x308]), at: position)
    }
  }
}
