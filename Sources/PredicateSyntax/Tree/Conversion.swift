/// A conversion such as `%@`, `%K` or `%ld`: the place of a format argument.
public struct Conversion: Sendable, Hashable {
  /// What a conversion takes.
  public enum Kind: Sendable, Hashable {
    /// `%@`: any value, or an expression.
    case value
    /// `%K`: a string that names a key path.
    case keyPath
    /// A signed integer of so many bits.
    case signed(bits: Int)
    /// An unsigned integer of so many bits.
    case unsigned(bits: Int)
    /// A double. (Apple narrows the forms without a length to Float; here they stay doubles.)
    case floating
    /// `%s` and `%S`: a string.
    case string
    /// `%p`: an object of the program's.
    case pointer
  }

  /// The conversion as it was written.
  public private(set) var text: String
  /// What it takes.
  public private(set) var kind: Kind

  /// The letters after `%` and a length, and what they take; the table of conversions. The decimal letters take all of Swift's
  /// `Int` without a length.
  ///
  /// IntegerLetter ::= "d" | "D" | "i" | "o" | "O" | "u" | "U" | "x" | "X"
  /// DoubleLetter ::= "a" | "A" | "e" | "E" | "f" | "F" | "g" | "G"
  /// OtherLetter ::= "c" | "C" | "s" | "S" | "p"
  private static let letters: [(letters: String, kind: Kind)] = [
    ("dDi", .signed(bits: 64)), ("uU", .unsigned(bits: 64)), ("oOxX", .unsigned(bits: 32)), ("aAeEfFgG", .floating),
    ("c", .signed(bits: 32)), ("C", .unsigned(bits: 16)), ("sS", .string), ("p", .pointer),
  ]
  /// The lengths, longest first, and the bits that they give to integers. Doubles take those of 64 bits.
  ///
  /// IntegerLength ::= "hh" | "h" | "ll" | "l" | "q" | "L"
  /// DoubleLength ::= "ll" | "l" | "q" | "L"
  private static let lengths: [(text: String, bits: Int)] = [
    ("hh", 8), ("ll", 64), ("h", 16), ("l", 64), ("q", 64), ("L", 64),
  ]

  /// Reads the text of a conversion, from `%` to its letter. Nil where it is none.
  ///
  /// KeyConversion ::= "%K"
  package init?(_ text: String) {
    self.text = text
    switch text {
    case "%@": kind = .value
    case "%K": kind = .keyPath
    default:
      guard let letter = text.last, text.first == "%", text.count >= 2 else { return nil }
      let length = text.dropFirst().dropLast()
      guard let row = Self.letters.first(where: { $0.letters.contains(letter) }) else { return nil }
      kind = row.kind
      if length.isEmpty { return }
      guard let bits = Self.lengths.first(where: { $0.text == length })?.bits else { return nil }
      switch row.kind {
      case .signed where letter != "c": kind = .signed(bits: bits)
      case .unsigned where letter != "C": kind = .unsigned(bits: bits)
      case .floating where bits == 64: kind = .floating
      default: return nil
      }
    }
  }
}
