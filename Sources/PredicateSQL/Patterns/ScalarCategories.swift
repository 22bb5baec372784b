/// The general categories of all scalars, and the classes of regular expressions based on them.
///
/// They come from the standard library, restricted to the Unicode version of Foundation's regular expressions, so that both
/// classify letters alike. If the running system has another version, they differ on the scalars added between the two.
enum ScalarCategories {
  /// The Unicode version of Foundation's regular expressions, major and minor.
  static let unicodeVersion = (major: 16, minor: 0)

  /// Returns the scalars of a class escape, `\d \w \s` or their opposites, or nil for another letter.
  static func escaped(_ letter: Unicode.Scalar) -> ScalarSet? {
    switch letter {
    case "d": digits
    case "D": digits.complement
    case "w": word
    case "W": word.complement
    case "s": space
    case "S": space.complement
    default: nil
    }
  }

  /// Returns the scalars of a general category, such as `L` or `Lu`, or nil for another name.
  static func named(_ name: String) -> ScalarSet? {
    let categories = names.filter { $0.name == name || name.count == 1 && $0.name.hasPrefix(name) }.map { $0.category }
    return categories.isEmpty ? nil : set(of: categories)
  }

  private static let names: [(name: String, category: Unicode.GeneralCategory)] = [
    ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter), ("Lm", .modifierLetter),
    ("Lo", .otherLetter), ("Mn", .nonspacingMark), ("Mc", .spacingMark), ("Me", .enclosingMark),
    ("Nd", .decimalNumber), ("Nl", .letterNumber), ("No", .otherNumber), ("Pc", .connectorPunctuation),
    ("Pd", .dashPunctuation), ("Ps", .openPunctuation), ("Pe", .closePunctuation), ("Pi", .initialPunctuation),
    ("Pf", .finalPunctuation), ("Po", .otherPunctuation), ("Sm", .mathSymbol), ("Sc", .currencySymbol),
    ("Sk", .modifierSymbol), ("So", .otherSymbol), ("Zs", .spaceSeparator), ("Zl", .lineSeparator),
    ("Zp", .paragraphSeparator), ("Cc", .control), ("Cf", .format), ("Co", .privateUse), ("Cn", .unassigned),
  ]

  private static let digits = set(of: [.decimalNumber])
  private static let space = set(of: [.spaceSeparator, .lineSeparator, .paragraphSeparator])
    .union(ScalarSet([0x09...0x0D, 0x85...0x85]))
  private static let word = set(of: [
    .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation,
  ]).union(alphabetic).union(ScalarSet([0x200C...0x200D]))
  private static let alphabetic = ScalarSet(
    runsOfPlanes { isKnown($0) && $0.properties.isAlphabetic }.filter { $0.value }.map { $0.range })

  private static func set(of categories: [Unicode.GeneralCategory]) -> ScalarSet {
    ScalarSet(runs.filter { categories.contains($0.value) }.map { $0.range })
  }

  private static let runs = runsOfPlanes(category)

  /// Returns whether a scalar is in the Unicode version of Foundation's regular expressions.
  static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age else { return false }
    return (age.major, age.minor) <= unicodeVersion
  }

  private static func category(_ scalar: Unicode.Scalar) -> Unicode.GeneralCategory {
    // Private use scalars have an age. Noncharacters have one too, but are unassigned.
    guard isKnown(scalar) else { return .unassigned }
    // A lowercase letter until Unicode 16.
    return scalar.value == 0x295 ? .lowercaseLetter : scalar.properties.generalCategory
  }

  /// Returns a value of every scalar, in runs of equal values. Empty and private use planes are computed only once.
  private static func runsOfPlanes<Value: Equatable>(
    _ value: (Unicode.Scalar) -> Value
  ) -> [(range: ClosedRange<UInt32>, value: Value)] {
    var runs: [(range: ClosedRange<UInt32>, value: Value)] = []
    func append(_ range: ClosedRange<UInt32>) {
      guard let scalar = Unicode.Scalar(range.lowerBound) else { return }
      let value = value(scalar)
      if let last = runs.last, last.value == value, last.range.upperBound + 1 == range.lowerBound {
        runs[runs.count - 1].range = last.range.lowerBound...range.upperBound
      } else {
        runs.append((range, value))
      }
    }
    for scalar in UInt32(0)..<0x40000 { append(scalar...scalar) }
    append(0x40000...0xDFFFF)
    for scalar in UInt32(0xE0000)..<0xE1000 { append(scalar...scalar) }
    append(0xE1000...0xEFFFF)
    for plane in [UInt32(0xF0000), 0x100000] {
      append(plane...plane + 0xFFFD)
      append(plane + 0xFFFE...plane + 0xFFFF)
    }
    return runs
  }
}
