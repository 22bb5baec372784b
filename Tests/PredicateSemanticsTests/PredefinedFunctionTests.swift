import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// A new row of `PredefinedFunction.all` also needs a line in the documents and a case.
@Suite("Predefined functions") struct PredefinedFunctionTests {
  @Test("Grammar/README.md lists each function")
  func documented() throws {
    let readme = try packageText("Grammar/README.md")
    for function in PredefinedFunction.all where ArithmeticOperator(selector: function.selector) == nil {
      let isNamed = readme.contains("`\(function.selector)`")
      #expect(isNamed, "\(function.selector) is missing in Grammar/README.md")
    }
    for infix in ArithmeticOperator.allCases { #expect(PredefinedFunction.named(infix.selector) != nil) }
  }

  @Test("the corpus calls each function")
  func called() throws {
    var calls: Set<String> = []
    for text in try corpusTexts(below: "Corpus/Language") {
      for part in text.split(separator: "(") { calls.insert(String(part.suffix(while: { $0.isLetter || $0 == ":" }))) }
    }
    for function in PredefinedFunction.all where ArithmeticOperator(selector: function.selector) == nil {
      let first = function.selector.split(separator: ":").first.map(String.init) ?? function.selector
      #expect(calls.contains(function.selector) || calls.contains(first), "no case calls \(function.selector)")
    }
  }

  @Test("results have the declared type, which SQL relies on")
  func resultTypes() {
    let values: [FormatValue] = [
      .integer(3), .double(2.5), .decimal(FormatDecimal(1 as Int64)), .string("a"), .date(0),
    ]
    for function in PredefinedFunction.all {
      guard case .values(let computed) = function.definition else { continue }
      for value in values {
        let operands = Array(repeating: value, count: function.arity)
        guard let result = try? computed.value(of: operands) else { continue }
        let declared = computed.resultType(of: operands.map(\.valueType))
        #expect(declared == .any || result.valueType == declared, "\(function.selector) of \(value)")
      }
    }
  }

  @Test("the first part of a selector is short for it, unless it has an operator")
  func firstParts() throws {
    for function in PredefinedFunction.all where ArithmeticOperator(selector: function.selector) == nil {
      guard let first = function.selector.split(separator: ":").first else { continue }
      let arguments = (0..<function.arity).map { "a\($0)" }.joined(separator: ", ")
      let whole = try FormatExpression("\(function.selector)(\(arguments))")
      #expect(try FormatExpression("\(first)(\(arguments))") == whole, "\(function.selector)")
    }
  }

  @Test("the error of a call with the wrong number of arguments names the intended function")
  func meant() throws {
    #expect(PredefinedFunction.meant(by: "sum")?.selector == "sum:")
    #expect(PredefinedFunction.meant(by: "now:")?.selector == "now")
    #expect(PredefinedFunction.meant(by: "random")?.selector == "random")
    #expect(PredefinedFunction.meant(by: "summ") == nil)
    let findings = try FormatPredicate.template("sum() == 1 AND now(1) == 2").findings()
    #expect(
      findings.map(\.message) == ["sum: takes 1 argument, found 0", "now takes 0 arguments, found 1"])
  }
}

extension StringProtocol {
  /// Returns the longest suffix whose characters all satisfy the condition.
  fileprivate func suffix(while condition: (Character) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
