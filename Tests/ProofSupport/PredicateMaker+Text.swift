import PredicateFormat
import PredicateSQL

// Conditions on text.
extension PredicateMaker {
  /// Returns string options for which the attribute has a folded column, or options without folding.
  mutating func options(for attribute: PredicateModel.Attribute) -> String {
    if random.chance(8) { return random.pick(["[n]", "[cn]"]) }
    guard !attribute.folded.isEmpty else { return "" }
    switch ProofModel.letters(of: random.pick(attribute.folded).options) {
    case "cd": return random.pick(["[cd]", "[dc]", "[cdw]"])
    case "c": return random.pick(["[c]", "[cw]"])
    case let letters: return "[\(letters)]"
    }
  }

  /// Returns options of a comparison of two attributes, both of which must have a folded column.
  private mutating func options(for left: PredicateModel.Attribute, _ right: PredicateModel.Attribute) -> String {
    let shared = left.folded.map(\.options).filter { options in right.folded.contains { $0.options == options } }
    return shared.isEmpty || random.chance(50) ? "" : "[\(ProofModel.letters(of: random.pick(shared)))]"
  }

  mutating func textComparison() -> String? {
    guard let left = path(where: \.isText) else { return nil }
    if random.chance(20) {
      guard let right = path(where: \.isText) else { return nil }
      return "\(left.text) \(relation())\(options(for: left.attribute, right.attribute)) \(right.text)"
    }
    let options = random.chance(50) ? self.options(for: left.attribute) : ""
    if random.chance(10) { return "\(constant(for: left)) \(relation())\(options) \(left.text)" }
    return "\(left.text) \(relation())\(options) \(constant(for: left))"
  }

  mutating func textSearch() -> String? {
    guard let left = path(where: \.isText) else { return nil }
    return "\(left.text) \(search(in: left))"
  }

  /// Returns BEGINSWITH or a similar operator, the options, and the right operand.
  mutating func search(in left: Path, allowsPath: Bool = true) -> String {
    let operation = random.pick(["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "LIKE"])
    if allowsPath, random.chance(12), operation != "LIKE", let right = path(where: \.isText) {
      return "\(operation)\(options(for: left.attribute, right.attribute)) \(right.text)"
    }
    let options = random.chance(50) ? self.options(for: left.attribute) : ""
    if random.chance(3) { return "\(operation)\(options) \(literal(.null))" }
    if operation == "LIKE" { return "LIKE\(options) \(literal(.string(pattern(for: left))))" }
    return "\(operation)\(options) \(literal(.string(needle(for: left, operation))))"
  }

  /// Returns a part of a text that a row contains, or one of the unusual texts.
  private mutating func needle(for left: Path, _ operation: String) -> String {
    if random.chance(50), case .string(let text) = held(by: left), !text.isEmpty {
      let scalars = Array(text.unicodeScalars)
      let length = random.number(1...min(3, scalars.count))
      var piece = String.UnicodeScalarView()
      switch operation {
      case "BEGINSWITH": piece.append(contentsOf: scalars.prefix(length))
      case "ENDSWITH": piece.append(contentsOf: scalars.suffix(length))
      default:
        let start = random.number(0...(scalars.count - length))
        piece.append(contentsOf: scalars[start..<(start + length)])
      }
      return String(piece)
    }
    return random.pick(ProofValues.needles)
  }

  /// Returns a text of a row or an unusual one, with wildcards inserted, or one of the unusual patterns.
  private mutating func pattern(for left: Path) -> String {
    if random.chance(35) { return random.pick(ProofValues.patterns) }
    var text = random.pick(random.chance(30) ? ProofValues.texts : ProofValues.markedTexts)
    if random.chance(40), case .string(let held) = held(by: left) { text = held }
    return withWildcards(text)
  }

  /// Returns a pattern that usually matches a text: scalars become wildcards, and wildcards in the text are usually escaped.
  private mutating func withWildcards(_ text: String) -> String {
    var pattern = ""
    if random.chance(30) { pattern += "*" }
    for scalar in text.unicodeScalars {
      switch random.number(0...9) {
      case 0, 1: pattern += "?"
      case 2: pattern += "*"
      case 3 where !"*?\\".unicodeScalars.contains(scalar): pattern += "\(scalar)*"
      default:
        if "*?\\".unicodeScalars.contains(scalar), random.chance(80) { pattern += "\\" }
        pattern.unicodeScalars.append(scalar)
      }
    }
    if random.chance(30) { pattern += "*" }
    return pattern
  }

  mutating func match() -> String? {
    guard let left = path(where: \.isText) else { return nil }
    return "\(left.text) MATCHES \(literal(.string(random.pick(ProofValues.portablePatterns))))"
  }

  mutating func lengthTest() -> String? {
    guard let left = path(where: \.isText) else { return nil }
    let length = random.chance(70) ? "\(left.text).length" : "length(\(left.text))"
    if random.chance(20), let other = path(where: \.isInteger) { return "\(length) \(relation()) \(other.text)" }
    if random.chance(15) { return "\(length) BETWEEN {\(random.number(0...3)), \(random.number(0...4))}" }
    return "\(length) \(relation()) \(random.pick(["0", "1", "2", "3", "4", "1.5", "nil"]))"
  }

  // MARK: Conditions that may need a residual predicate

  /// Returns a condition that depends on the order of rows, on the C library, or on a missing column of an engine.
  mutating func hardCondition() -> String? {
    switch random.number(0...9) {
    case 0:
      guard let left = path(where: \.isText) else { return nil }
      return
        "\(left.text) MATCHES\(random.pick(["", "[c]"])) \(literal(.string(random.pick(ProofValues.otherPatterns))))"
    case 1:
      guard let left = path(where: \.isText) else { return nil }
      return "\(random.pick(["uppercase", "lowercase"]))(\(left.text)) \(relation()) \(constant(for: left))"
    case 2:
      guard let left = path(where: { $0.isText && $0.folded.isEmpty }) else { return nil }
      let operation = random.pick(["==", "CONTAINS", "BEGINSWITH", "<"])
      return "\(left.text) \(operation)\(random.pick(["[c]", "[d]", "[cd]"])) \(constant(for: left))"
    case 3:
      guard let left = path(where: \.isDouble) else { return nil }
      return "\(random.pick(["exp", "ln", "log"]))(\(left.text)) \(relation()) \(random.pick(["0", "1", "0.5"]))"
    case 4:
      guard let left = path(where: \.isInteger) else { return nil }
      return "\(left.text) ** 2 \(relation()) \(random.pick(["4", "9", "0.5"]))"
    case 5:
      guard let values = elements(where: { $0.isDouble || $0.isDecimal }) else { return nil }
      let words = values.text.split(separator: ".").map(String.init)
      let head = words.dropLast().joined(separator: ".")
      return
        "\(head).@\(random.pick(["sum", "avg"])).\(words.last ?? "") \(relation()) \(random.pick(["0", "1", "2.5"]))"
    case 6:
      guard let left = path(where: \.isDecimal) else { return nil }
      return "\(left.text) / \(random.pick(["3", "0.7", "0"])) \(relation()) \(random.pick(["0.3", "4.2", "12"]))"
    case 7:
      guard let left = path(where: \.isInteger), let right = path(where: \.isDouble) else { return nil }
      return "\(left.text) \(relation()) \(right.text)"
    case 8:
      guard let left = path(where: \.isDate) else { return nil }
      return "\(left.text) + 86400 \(relation()) \(constant(for: left))"
    default:
      guard let left = path(where: \.isDouble) else { return nil }
      return "CAST(\(left.text), \"NSString\") \(equality()) \"\(random.pick(["1.5", "0", "2"]))\""
    }
  }
}
