/// A conversion such as `%@`, `%K`, or `%ld`: a placeholder for a format argument.
public struct FormatConversion: Sendable, Hashable {
  /// The kinds of arguments that a conversion accepts.
  public enum Kind: Sendable, Hashable {
    /// `%@`: any value or expression.
    case value
    /// `%K`: a string that names a key path.
    case keyPath
    /// A signed integer of the given width.
    case signed(bits: Int)
    /// An unsigned integer of the given width.
    case unsigned(bits: Int)
    /// A double. (Apple narrows conversions without a length modifier to `Float`; this package does not.)
    case floating
    /// `%s` and `%S`: a string.
    case string
    /// `%p`: a reference to an object of the program.
    case pointer
  }

  /// The conversion as written.
  public private(set) var text: String
  /// The kind of argument that it accepts.
  public private(set) var kind: Kind

  /// The conversion letters and the kinds that they accept without a length modifier. The decimal letters accept 64 bits, so
  /// that any `Int` fits.
  ///
  /// IntegerLetter ::= "d" | "D" | "i" | "o" | "O" | "u" | "U" | "x" | "X"
  /// DoubleLetter ::= "a" | "A" | "e" | "E" | "f" | "F" | "g" | "G"
  /// OtherLetter ::= "c" | "C" | "s" | "S" | "p"
  private static let letters: [(letters: String, kind: Kind)] = [
    ("dDi", .signed(bits: 64)), ("uU", .unsigned(bits: 64)), ("oOxX", .unsigned(bits: 32)), ("aAeEfFgG", .floating),
    ("c", .signed(bits: 32)), ("C", .unsigned(bits: 16)), ("sS", .string), ("p", .pointer),
  ]
  /// The length modifiers, longest first, and the integer widths that they select. Doubles accept those of 64 bits.
  ///
  /// IntegerLength ::= "hh" | "h" | "ll" | "l" | "q" | "L"
  /// DoubleLength ::= "ll" | "l" | "q" | "L"
  private static let lengths: [(text: String, bits: Int)] = [
    ("hh", 8), ("ll", 64), ("h", 16), ("l", 64), ("q", 64), ("L", 64),
  ]

  /// The conversion `%K`.
  static let keyPath = FormatConversion(text: "%K", kind: .keyPath)

  private init(text: String, kind: Kind) { (self.text, self.kind) = (text, kind) }

  /// The kinds by the text of the conversion.
  ///
  /// KeyConversion ::= "%K"
  private static let kinds: [String: Kind] = {
    var kinds: [String: Kind] = ["%@": .value, "%K": .keyPath]
    for (letters, kind) in letters {
      for letter in letters {
        kinds["%\(letter)"] = kind
        for (length, bits) in lengths {
          switch kind {
          case .signed where letter != "c": kinds["%\(length)\(letter)"] = .signed(bits: bits)
          case .unsigned where letter != "C": kinds["%\(length)\(letter)"] = .unsigned(bits: bits)
          case .floating where bits == 64: kinds["%\(length)\(letter)"] = .floating
          case .value, .keyPath, .signed, .unsigned, .floating, .string, .pointer: break
          }
        }
      }
    }
    return kinds
  }()

  /// Creates a conversion from its text, from `%` to the letter, or returns `nil` if the text is not a conversion.
  package init?(_ text: String) {
    guard let kind = Self.kinds[text] else { return nil }
    self.text = text
    self.kind = kind
  }
}
