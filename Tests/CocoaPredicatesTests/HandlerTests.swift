#if !canImport(ObjectiveC)
import CocoaPredicates
import Foundation
import PredicateFormat
import PredicateSyntax
import Testing

/// Errors in calls that cannot throw. The handler belongs to the process, so the tests run one after another.
@Suite("errors of NSPredicate", .serialized)
struct HandlerTests {
  struct Row {
    var name = "a"
  }

  /// Returns the result of `body`, and the codes of the errors for which it calls the handler.
  private func handled<Result>(_ body: () -> Result) -> (result: Result, codes: [FormatDiagnostic.Code]) {
    let found = Lock<[FormatDiagnostic.Code]>([])
    let before = NSPredicate.errorHandler
    NSPredicate.errorHandler = { error in found.withLock { $0 += error.diagnostics.map(\.code) } }
    let result = body()
    NSPredicate.errorHandler = before
    return (result, found.withLock { $0 })
  }

  /// Expects that `body` is false and calls the handler once.
  private func expectFalse(
    _ code: FormatDiagnostic.Code, _ body: () -> Bool, at location: SourceLocation = #_sourceLocation
  ) {
    let found = handled(body)
    #expect(found.result == false && found.codes == [code], sourceLocation: location)
  }

  @Test("a wrong format matches nothing, also below NOT")
  func wrongFormat() {
    let (wrong, codes) = handled { NSPredicate(format: "name = = 'a'") }
    #expect(codes == [.unknownOperator])
    let joined = NSCompoundPredicate(notPredicateWithSubpredicate: wrong)
    expectFalse(.unknownOperator) { wrong.evaluate(with: Row()) }
    expectFalse(.unknownOperator) { joined.evaluate(with: Row()) }
    expectFalse(.unknownOperator) { ([Row()] as NSArray).filtered(using: joined).count > 0 }
    #expect(throws: FormatError.self) { try [Row()].filtered(by: FormatPredicate(joined)) }
    expectFalse(.argumentType) { NSPredicate().evaluate(with: Row()) }
    #expect(handled { NSPredicate(format: "%K == 1", 5) }.codes == [.argumentType])
  }

  @Test("an evaluation that fails is false, and a filter has no elements")
  func evaluation() {
    let predicate = NSPredicate(format: "nmae == 'a' OR name == 'a'")
    expectFalse(.unknownKey) { predicate.evaluate(with: Row()) }
    expectFalse(.unknownKey) { ([Row()] as NSArray).filtered(using: predicate).count > 0 }
    let block = NSPredicate { _, _ in true }
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [block, predicate])
    expectFalse(.unknownKey) { NSCompoundPredicate(notPredicateWithSubpredicate: both).evaluate(with: Row()) }
    expectFalse(.unboundVariable) { NSPredicate(format: "$x == 1").evaluate(with: nil) }
    let order = NSSortDescriptor(key: "nmae", ascending: true)
    expectFalse(.unknownKey) { order.compare(Row(), to: Row()) != .orderedSame }
    expectFalse(.divisionByZero) { NSExpression(format: "1 / 0").expressionValue(with: nil, context: nil) != nil }
    expectFalse(.argumentType) { NSExpression(forVariable: "x").keyPath != "" }
  }

  @Test("an error below NOT is false in every compound, and no filter gives a part")
  func compounds() {
    final class Compound: NSCompoundPredicate {}
    let (wrong, _) = handled { NSPredicate(format: "(a == 1") }
    let block = NSPredicate { _, _ in true }
    let code = Compound(andPredicateWithSubpredicates: [block, wrong])
    expectFalse(.unclosed) { NSCompoundPredicate(notPredicateWithSubpredicate: code).evaluate(with: Row()) }
    let (selector, codes) = handled {
      NSComparisonPredicate(
        leftExpression: NSExpression(forConstantValue: 1), rightExpression: NSExpression(forConstantValue: 1),
        modifier: .direct, type: .customSelector)
    }
    #expect(codes == [.argumentType])
    expectFalse(.argumentType) { NSCompoundPredicate(notPredicateWithSubpredicate: selector).evaluate(with: Row()) }
    let rows: NSArray = [["a": 1], ["a": "s"], ["a": 3]]
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [block, NSPredicate(format: "a > 0")])
    expectFalse(.typeMismatch) { rows.filtered(using: both).count > 0 }
    expectFalse(.argumentType) {
      let choice = NSExpression(
        forConditional: FormatPredicate(true), trueExpression: NSExpression(forConstantValue: 1),
        falseExpression: NSExpression(forConstantValue: 0))
      return choice.expressionType == .function
    }
    let (other, _) = handled { NSPredicate(format: "))") }
    #expect(!wrong.isEqual(other))
  }

  @Test("what is code cannot be archived or converted")
  func code() {
    let block = NSPredicate { _, _ in true }
    expectFalse(.argumentType) {
      (try? NSKeyedArchiver.archivedData(withRootObject: block, requiringSecureCoding: true)) == nil
    }
    let expression = NSExpression(block: { _, _, _ in 1 }, arguments: nil)
    let comparison = NSComparisonPredicate(
      leftExpression: expression, rightExpression: NSExpression(forConstantValue: 1), modifier: .direct, type: .equalTo)
    expectFalse(.argumentType) { comparison.evaluate(with: nil) }
    #expect(throws: FormatError.self) { try FormatExpression(expression) }
  }

  @Test("a checked format throws")
  func checked() throws {
    let error = #expect(throws: FormatError.self) { try NSPredicate(checking: "name BEGINS 'a'") }
    #expect(error?.description.contains("1 | name BEGINS 'a'") == true)
    #expect(try NSPredicate(checking: "name == %@", "a").evaluate(with: Row()))
    let (kids, age) = (NSExpression(forKeyPath: "kids"), NSExpression(forKeyPath: "age"))
    #expect(try NSPredicate(checking: "ANY %@.%K > 5", kids, "age").predicateFormat == "ANY kids.age > 5")
    #expect(throws: FormatError.self) { try NSPredicate(checking: "ANY %@.%@ > 5", kids, age) }
    final class Unreadable: NSPredicate {
      required init?(coder: NSCoder) { nil }
    }
    #expect(throws: FormatError.self) { try Unreadable(checking: "name == 'a'") }
  }
}
#endif
