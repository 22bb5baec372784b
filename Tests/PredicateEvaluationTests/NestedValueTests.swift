import Foundation
import PredicateFormat
import TestSupport
import Testing

/// Values that a program nests deeply: each use is an answer or an error, on a small stack.
struct NestedValueTests {
  private static func nested(_ depth: Int, _ inner: FormatValue = .integer(1)) -> FormatValue {
    var value = inner
    for _ in 0..<depth { value = .list([value]) }
    return value
  }

  @Test("an argument has at most as many levels as a tree")
  func arguments() throws {
    for make in [
      { Self.nested($0) }, { FormatValue.set([Self.nested($0 - 1)]) }, { .record(["a": Self.nested($0 - 1)]) },
    ]
      as [(Int) -> FormatValue]
    {
      #expect(try [1, 2].count(matching: FormatPredicate("SELF IN %@", make(90))) == 0)
      for depth in [99, 1_000] {
        let error = #expect(throws: FormatError.self) {
          try [1, 2].count(matching: FormatPredicate("SELF IN %@", make(depth)))
        }
        #expect(error?.diagnostics.first?.code == .tooHigh, "\(depth)")
      }
    }
    #expect(FormatExpression(.constant(Self.nested(99))).height == 100)
    #expect(try FormatPredicate("a IN %@", Self.nested(1)).height == FormatPredicate("a IN {1}").height)
    #expect(try FormatPredicate("a IN %@", Self.nested(7)).height == FormatPredicate("a IN {{{{{{{1}}}}}}}").height)
  }

  @Test("the height of a profile counts the levels of constant lists")
  func profiles() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["a"])
    for depth in [18, 19, 60, 97] {
      let tree = try JSONEncoder().encode(
        FormatPredicate(.keyPath("a"), .in, FormatExpression(.constant(Self.nested(depth)))))
      let decoded = try JSONDecoder().decode(FormatPredicate.self, from: tree)
      let codes = decoded.findings(in: profile).map(\.code)
      #expect(codes == (depth == 18 ? [] : [.tooHigh]), "\(depth)")
      let text = try? FormatPredicate(decoded.losslessFormat, profile: profile)
      #expect((text == nil) == (depth > 18), "\(depth)")
    }
  }
}
