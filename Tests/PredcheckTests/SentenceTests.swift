import PredcheckCommands
import PredcheckSupport
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

struct SentenceTests {
  /// Formats with every kind of predicate and expression, every operator, and every option.
  private static let formats = [
    "age < 3", "age <= 3", "age > 3", "age >= 3", "age == 3", "age != nil", "active == YES", "price == 1.10",
    "name BEGINSWITH[c] \"qua\"", "name ENDSWITH[cd] \"a\\\"b\"", "text CONTAINS[w] \"\\u202Ex\"",
    "a.text LIKE[n] \"q*\"",
    "name MATCHES[l] \"[a-z]+\"", "age IN {1, 2, 3}", "age IN $ages", "age IN {}", "\"x\" IN name",
    "age BETWEEN {1, 3}", "age BETWEEN $range", "age IN {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}",
    "name TOKENMATCHES[c] \"x\"", "place BOUNDEDBY $region", "kind UTI-EQUALS \"public.text\"",
    "kind UTI-CONFORMS-TO \"public.text\"", "SELF isKindOfClass: \"x\"",
    "NOT age < 3", "NOT age != 3", "NOT name BEGINSWITH \"a\"", "NOT name CONTAINS \"a\"", "NOT name LIKE \"a\"",
    "NOT age BETWEEN {1, 3}", "NOT kind UTI-CONFORMS-TO \"x\"", "NOT SELF isKindOfClass: \"x\"", "NOT NOT a == 1",
    "NOT (a == 1 OR b == 2)", "NOT TRUEPREDICATE",
    "a == 1 AND b == 2", "a == 1 OR b == 2 OR c == 3", "a == 1 AND (b == 2 OR NOT c == 3)", "FALSEPREDICATE",
    "a == 1 AND b == 2 AND (c == 3 AND d == 4)",
    "ANY tags == \"new\"", "NONE tags == \"new\"", "ALL items.price > 3", "NOT ALL items.price > 3",
    "SELF == \"a\"", "SELF CONTAINS \"a\"", "maker.city.name == $x", "$x.name == \"a\"", "#size == 1", "a.$key == 1",
    "a.%K == %@", "items.@count > 1", "items.@sum.price > 1", "items.@avg.price > items.@min.price",
    "items.@max.parts.@count > 1", "items.@distinctUnionOfObjects.name == $x", "items.@unionOfArrays.name == $x",
    "@count > 1", "items[0] == 1", "items[FIRST] == items[LAST]", "items[SIZE] > 1", "{a, b, 3} == $x",
    "1 + 2 * (3 + a) ** 2 > -b", "~a & b | c ^ d << 1 >> 2 == e / f", "f:(a, b) == foo()",
    "CAST(a, \"NSNumber\") > 1", "FUNCTION(a, \"add:and:\", 1, b) > 2", "TERNARY(a > 1, 2, 3) == 2",
    "SUBQUERY(items, $i, $i.price > 3 AND $i.name == nil).@count > 1", "a UNION b == c INTERSECT d MINUS e",
    "($x := 3) == 1", "ANYKEY == 3", "created > CAST(\"2014-01-01T00:00:00Z\", \"NSDate\")",
    "id == CAST(\"12345678-1234-1234-1234-1234567890AB\", \"UUID\")", "data == CAST(\"AAEC\", \"NSData\")",
    "max:(length) == length",
  ]

  @Test("every kind of node has a sentence")
  func golden() throws {
    var text = ""
    for format in Self.formats {
      let predicate = try FormatPredicate.unchecked(utf8: Array(format.utf8), .default)
      text += "\(format)\n  \(predicate.sentence)\n"
      let above = predicate.sentenceAboveParts
      if above != predicate.sentence { text += "  above its parts: \(above)\n" }
    }
    let number = FormatDecimal(1 as Int64)
    let values: [FormatValue] = [
      .null, .bool(false), .unsigned(.max), .double(1.5), .decimal(number), .string(String(repeating: "a", count: 300)),
      .date(0), .data([1, 2]), .list([.integer(1), .integer(2)]), .set([.string("a")]), .list([]),
      .record(["a": .null]), .object(FormatObject(Self.object)), .uuid(FormatUUID(high: 1, low: 2)),
    ]
    for value in values { text += "value: \(FormatExpression(.constant(value)).phrase)\n" }
    let finding = FormatDiagnostic(code: .unknownOperator, message: "x", range: .none)
    let built: [FormatPredicate] = [
      FormatPredicate(.invalid(finding)), FormatPredicate(FormatExpression(.invalid(finding)), .equalTo, .constant(1)),
      FormatPredicate(.and([])), FormatPredicate(.or([])), FormatPredicate(.and([FormatPredicate(true)])),
      FormatPredicate(.keyPath("name"), .equalTo, .constant("é"), options: .canonical),
      FormatPredicate(.keyPath("a b.<c>"), .in, FormatExpression(.constant(.list([.integer(1), .integer(2)])))),
    ]
    for predicate in built { text += "built: \(predicate.sentence)\n" }
    for function in PredefinedFunction.all {
      let operands = ["a", "b"].prefix(function.arity).map { FormatExpression.keyPath($0) }
      text += "\(function.selector)  \(FormatExpression(.function(.init(function.selector, operands))).phrase)\n"
    }
    #expect(try goldenDifference(text, from: "sentences.txt") == nil)
  }

  private final class Thing: Sendable {}
  private static let object = Thing()
}
