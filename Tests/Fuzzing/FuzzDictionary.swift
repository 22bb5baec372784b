import PredicateSemantics
import PredicateSyntax
import TestSupport

/// The language's words for libFuzzer, which inserts them into inputs: the terminals of Grammar/PredicateFormat.ebnf, and the
/// predefined functions.
enum FuzzDictionary {
  /// The words in quotes, one per line.
  static var text: String {
    guard let grammar = try? packageText("Grammar/PredicateFormat.ebnf") else { return "" }
    let words = Set(terminals(of: grammar) + PredefinedFunction.all.map { $0.selector } + collectionOperators)
    return words.sorted().map { "\"\(escaped($0))\"\n" }.joined()
  }

  /// The words that the grammar treats as keys.
  private static let collectionOperators = ["@count", "@sum", "@avg", "@min", "@max", "length"]

  /// Returns the quoted texts of the grammar, except those in remarks.
  private static func terminals(of grammar: String) -> [String] {
    var terminals: [String] = []
    var rest = Substring(grammar)
    while let first = rest.first {
      if rest.hasPrefix("/*") {
        rest = rest[(rest.firstRange(of: "*/")?.upperBound ?? rest.endIndex)...]
      } else if first == "\"" || first == "'" {
        let terminal = rest.dropFirst().prefix { $0 != first }
        terminals.append(String(terminal))
        rest = rest[terminal.endIndex...].dropFirst()
      } else if first == "[" {
        // A character class may contain quotes.
        rest = rest.drop { $0 != "]" }.dropFirst()
      } else {
        rest.removeFirst()
      }
    }
    return terminals
  }

  private static func escaped(_ word: String) -> String {
    word.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "\""): "\\\""
      case UInt8(ascii: "\\"): "\\\\"
      default: String(UnicodeScalar(byte))
      }
    }.joined()
  }
}
