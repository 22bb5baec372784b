import PredicateFormat
import Testing

private struct Coin: Equatable {
  var worth: Int
  var age: Int?
}

/// Changes of the elements that match a predicate.
@Suite struct ChangeTests {
  private let coins = (0..<200).map { Coin(worth: $0 % 7, age: $0 % 5 == 0 ? nil : $0) }

  @Test("elements are removed, and the others keep their order")
  func remove() throws {
    for format in ["worth == 3", "age == nil", "worth < 0", "worth >= 0", "age == 199", "worth == 0 AND age < 8"] {
      let predicate = try FormatPredicate(format)
      var rest = coins
      let count = try rest.removeAll(matching: predicate)
      #expect(count == coins.count - rest.count)
      #expect(rest == (try coins.filtered(by: !predicate)))
    }
    var rest = coins
    #expect(
      try rest.removeAll(matching: FormatPredicate("worth == $N"), options: EvaluationOptions(variables: ["N": 6]))
        == 28)
    // Evaluated before any removal: the maximum of the whole array.
    #expect(try rest.removeAll(matching: FormatPredicate("worth == max:(worth)")) == 28)
    #expect(rest.map(\.worth).max() == 4)
    var none: [Coin] = []
    #expect(try none.removeAll(matching: FormatPredicate(true)) == 0)
  }

  @Test("elements are changed in place, each once")
  func update() throws {
    var changed = coins
    #expect(try changed.updateAll(matching: FormatPredicate("worth < 3")) { $0.worth += 1 } == 87)
    #expect(changed == coins.map { Coin(worth: $0.worth < 3 ? $0.worth + 1 : $0.worth, age: $0.age) })
    #expect(try changed.updateAll(matching: FormatPredicate("worth > 10")) { $0.worth = 0 } == 0)
  }

  @Test("an error of the predicate changes nothing, wherever it is")
  func errors() throws {
    let failing = try FormatPredicate("age - 1 > 0")
    var same = coins
    #expect(throws: FormatError.self) { try same.removeAll(matching: failing) }
    #expect(throws: FormatError.self) { try same.updateAll(matching: failing) { $0.worth = 100 } }
    #expect(throws: FormatError.self) { try same.removeAll(matching: FormatPredicate("colour == 1")) }
    #expect(same == coins)
    #expect(try same.removeAll(matching: failing, options: EvaluationOptions(onError: .yieldNil)) == 159)
  }
}
