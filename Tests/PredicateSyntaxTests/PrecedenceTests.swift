import PredicateSyntax
import TestSupport
import Testing

/// Compares the table of precedence in Grammar/README.md with the parser: `a + b * c` must parse as `a + (b * c)` if the table
/// says that `*` binds tighter.
@Suite("Precedence")
struct PrecedenceTests {
  /// One row of the table: operators of equal precedence.
  private struct Row {
    let level: Int
    let operators: [String]
    let grouping: String

    /// Whether both operands are predicates.
    var isLogical: Bool { !Set(operators).isDisjoint(with: ["AND", "OR"]) }
    var isComparison: Bool { operators == ["comparisons"] }
  }

  /// The operators between two values or predicates, tightest first.
  private let infixRows: [Row]
  /// The prefix operators.
  private let prefixRows: [Row]

  init() throws {
    let section = try packageText("Grammar/README.md").split(separator: "## Precedence").last ?? ""
    var rows: [Row] = []
    for line in section.split(separator: "\n").prefix(while: { !$0.hasPrefix("## ") }) where line.hasPrefix("|") {
      // `\|` is a bar in a cell.
      let cells = line.replacing("\\|", with: "\u{1}").split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count == 5, let level = Int(cells[1].filter { $0 != " " }) else { continue }
      // Every second piece is between backticks.
      let pieces = cells[2].split(separator: "`", omittingEmptySubsequences: false).enumerated()
      let words = pieces.filter { $0.offset % 2 == 1 }.map { String($0.element.replacing("\u{1}", with: "|")) }
      let operators = cells[2].contains("comparisons") ? ["comparisons"] : words
      rows.append(Row(level: level, operators: operators, grouping: String(cells[3])))
    }
    infixRows = rows.filter { !$0.grouping.allSatisfy { $0 == " " } && $0.level > 1 }
    prefixRows = rows.filter { $0.grouping.allSatisfy { $0 == " " } }
  }

  @Test("the table contains all operators of the grammar")
  func complete() throws {
    let grammar = GrammarFile(try packageText("Grammar/PredicateFormat.ebnf"))
    let names = [
      "Or", "And", "Not", "Assignment", "SetOperation", "BitOr", "BitXor", "BitAnd", "Shift", "Additive",
      "Multiplicative", "Power", "Prefix",
    ]
    let terminals = names.reduce(into: Set<String>()) { $0.formUnion(grammar[$1]?.terminals ?? []) }
    let inTable = (infixRows + prefixRows).flatMap(\.operators).filter { $0 != "comparisons" }
    #expect(Set(inTable) == terminals)
    #expect(infixRows.map(\.level) + prefixRows.map(\.level) != [] && infixRows.filter(\.isComparison).count == 1)
  }

  @Test("each pair of infix operators groups as the table says")
  func pairs() throws {
    var count = 0
    for first in infixRows {
      for second in infixRows {
        for (left, right) in pairs(of: first, second) {
          count += 1
          try check(left, of: first, right, of: second)
        }
      }
    }
    #expect(count > 400)
  }

  /// Returns the spellings to try; for comparisons, only a few.
  private func pairs(of first: Row, _ second: Row) -> [(String, String)] {
    let spellings = { (row: Row) in row.isComparison ? ["==", "CONTAINS[c]", "BETWEEN", "is:"] : row.operators }
    return spellings(first).flatMap { left in spellings(second).map { (left, $0) } }
  }

  /// Checks `a left b right c`.
  private func check(_ left: String, of first: Row, _ right: String, of second: Row) throws {
    // Logical operators take predicates, and a value is not one, so one of the operators must be a comparison.
    if first.isLogical != second.isLogical, !first.isComparison, !second.isComparison { return }
    let isLeftTighter = first.level == second.level ? first.grouping.contains("left") : first.level < second.level
    let tighter = isLeftTighter ? first : second
    // The target of an assignment is a variable.
    let (a, c) = (operand(of: first, isFirst: true), operand(of: second))
    let b = right == ":=" ? "$v" : operand(of: tighter)
    let plain = "\(a) \(left) \(b) \(right) \(c)"
    let grouped = isLeftTighter ? "(\(a) \(left) \(b)) \(right) \(c)" : "\(a) \(left) (\(b) \(right) \(c))"
    let (tree, wanted) = (tree(of: plain), tree(of: grouped))
    if first.grouping.contains("not at all"), second.grouping.contains("not at all") {
      #expect(tree == nil, "\(plain)")
    } else if first.level == second.level, first.grouping.contains("one node") {
      #expect(tree != nil && tree != wanted && tree != self.tree(of: "\(a) \(left) (\(b) \(right) \(c))"), "\(plain)")
    } else if right == ":=", left != ":=", !first.isComparison {
      // `a + $v := c` does not parse, because the target of an assignment is a variable.
      #expect(tree == nil, "\(plain)")
    } else {
      #expect(tree != nil && tree == wanted, "\(plain) is not \(grouped)")
    }
  }

  private func operand(of row: Row, isFirst: Bool = false) -> String {
    row.isLogical ? "a == 1" : isFirst && row.operators == [":="] ? "$v" : "x"
  }

  /// Returns the tree of a predicate, or of an expression as one side of a comparison.
  private func tree(of text: String) -> FormatPredicate? {
    if let predicate = try? FormatPredicate(text) { return predicate }
    return (try? FormatExpression(text)).map { FormatPredicate($0, .equalTo, .constant(1)) }
  }

  @Test("prefixes bind as tightly as the table says")
  func prefixes() throws {
    for prefix in prefixRows {
      for spelling in prefix.operators {
        for row in infixRows where row.operators != [":="] {
          let isLogicalPrefix = ["NOT", "!"].contains(spelling)
          if isLogicalPrefix != (row.isLogical || row.isComparison) && !row.isComparison { continue }
          for infix in row.isComparison ? ["=="] : row.operators {
            let operand = operand(of: row)
            let plain = "\(spelling) \(operand) \(infix) \(operand)"
            let grouped =
              prefix.level < row.level
              ? "(\(spelling) \(operand)) \(infix) \(operand)" : "\(spelling) (\(operand) \(infix) \(operand))"
            #expect(tree(of: plain) != nil && tree(of: plain) == tree(of: grouped), "\(plain) is not \(grouped)")
          }
        }
      }
    }
    // Row 1 binds tighter than any prefix.
    for postfix in [".key", "[index]"] {
      #expect(tree(of: "~a\(postfix)") == tree(of: "~(a\(postfix))") && tree(of: "~a\(postfix)") != nil)
      #expect(tree(of: "-a\(postfix)") == tree(of: "-(a\(postfix))") && tree(of: "-a\(postfix)") != nil)
    }
  }
}
