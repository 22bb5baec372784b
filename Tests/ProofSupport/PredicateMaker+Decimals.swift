import PredicateFormat
import PredicateSQL
import PredicateSemantics

// Conditions on decimals, for the proof of decimals.
extension PredicateMaker {
  /// Returns one condition on decimals.
  mutating func decimalLeaf() -> String {
    for _ in 0..<6 {
      let count = arguments.count
      let wasOverflowing = mayOverflow
      if let text = decimalCondition() { return text }
      // Discards the arguments of an incomplete condition.
      arguments.removeLast(arguments.count - count)
      mayOverflow = wasOverflowing
    }
    return nilTest() ?? "TRUEPREDICATE"
  }

  private mutating func decimalCondition() -> String? {
    switch random.number(0...99) {
    case 0..<38: return againstConstant()
    case 38..<54: return againstAmount()
    case 54..<63: return betweenAmounts()
    case 63..<72: return amongConstants()
    case 72..<79: return amongColumns()
    case 79..<88: return ofElements()
    case 88..<91: return countOfSubquery()
    case 91..<94: return average()
    case 94..<95: return asDoubleOperand()
    case 95..<97: return besideInteger()
    default: return amount(1).map { "\($0.text) \(equality()) nil" }
    }
  }

  private mutating func depth() -> Int { random.pick([0, 1, 1, 1, 2, 2, 3]) }

  // MARK: Comparisons

  private mutating func againstConstant() -> String? {
    let count = arguments.count
    guard let left = amount(depth()) else { return nil }
    let number = number(near: left, arguments[count...])
    if random.chance(15) {
      // The constant and its arguments come first, so it is spelled again.
      arguments.removeLast(arguments.count - count)
      guard let path = path(where: \.isDecimal) else { return nil }
      return "\(spelled(self.number(near: amount(of: path, text: path.text), []))) \(relation()) \(path.text)"
    }
    return "\(left.text) \(relation()) \(spelled(number))"
  }

  private mutating func againstAmount() -> String? {
    guard let left = amount(depth()), let right = amount(depth()), accepts(both: left, right) else { return nil }
    return "\(left.text) \(relation()) \(right.text)"
  }

  private mutating func betweenAmounts() -> String? {
    let count = arguments.count
    guard let left = amount(random.number(0...2)) else { return nil }
    let (low, high) = (number(near: left, arguments[count...]), number(near: left, arguments[count...]))
    switch random.number(0...3) {
    case 0:
      guard let bound = amount(random.number(0...1)), accepts(both: left, bound) else { return nil }
      return "\(left.text) BETWEEN {\(bound.text), \(spelled(high))}"
    case 1:
      guard let bound = amount(0), let other = amount(0), accepts(both: left, bound), accepts(both: left, other) else {
        return nil
      }
      return "\(left.text) BETWEEN {\(bound.text), \(other.text)}"
    // In either order.
    default: return "\(left.text) BETWEEN {\(spelled(low)), \(spelled(high))}"
    }
  }

  // MARK: Lists

  private mutating func amongConstants() -> String? {
    let count = arguments.count
    guard let left = amount(random.number(0...1)) else { return nil }
    let own = arguments[count...]
    if random.chance(10) {
      var list: [FormatValue] = []
      for _ in 0..<random.number(101...160) { list.append(.decimal(number(near: left, own))) }
      return "\(left.text) IN \(argument(.list(list)))"
    }
    var numbers: [FormatDecimal] = []
    for _ in 0..<random.number(1...5) { numbers.append(number(near: left, own)) }
    if random.chance(25) {
      // Decimals and doubles in one list of an argument.
      let list: [FormatValue] = numbers.enumerated().map {
        $0.offset % 2 == 0 ? .decimal($0.element) : .double($0.element.doubleValue)
      }
      return "\(left.text) IN \(argument(.list(list)))"
    }
    var elements: [String] = []
    for number in numbers { elements.append(spelled(number)) }
    if random.chance(20) { elements.append(random.pick(["nil", "(0.1 + 0.2)", "1", "0.30000000000000004"])) }
    return "\(left.text) IN {\(elements.joined(separator: ", "))}"
  }

  /// Returns a test of a value in a list of columns and constants. Each reads a constant as its own type.
  private mutating func amongColumns() -> String? {
    guard let first = path(where: \.isDecimal), let second = path(where: { $0.isDecimal || $0.isBinaryNumber }) else {
      return nil
    }
    let (a, b) = (amount(of: first, text: first.text), amount(of: second, text: second.text))
    let isDouble = second.attribute.isDouble
    let items = random.chance(50) ? "\(a.text), \(b.text)" : "\(b.text), \(a.text)"
    let constant = random.pick(["0.1", "0.2", "0.3", "2.5", "(0.1 + 0.2)", "1", "-0.25", "99.99"])
    switch random.number(0...4) {
    case 0: return "\(constant) IN {\(items)}"
    case 1: return "\(constant) BETWEEN {\(items)}"
    case 2: return "{\(items), 0.1} CONTAINS \(constant)"
    case 3: return "\(isDouble ? b.text : a.text) IN {\(constant), 5, 0.5, 0.30000000000000004}"
    default:
      guard !isDouble || random.chance(10), let item = amount(random.number(0...1)), accepts(both: item, a),
        accepts(both: item, b)
      else { return nil }
      return "\(item.text) IN {\(items), \(constant)}"
    }
  }

  // MARK: Collections

  private mutating func ofElements() -> String? {
    let modifier = random.pick(["ANY", "ALL", "NONE"])
    guard let values = elements(where: \.isDecimal) else { return nil }
    let left = amount(of: values, text: values.text)
    let number = number(near: left, [])
    switch random.number(0...6) {
    case 0: return "\(modifier) \(values.text) BETWEEN {\(spelled(number)), \(spelled(self.number(near: left, [])))}"
    case 1: return "\(modifier) \(values.text) IN {\(spelled(number)), \(spelled(self.number(near: left, []))), 0.1}"
    case 2:
      guard let item = amount(random.number(0...1)), accepts(both: item, left) else { return nil }
      return "\(item.text) IN \(values.text)"
    case 3: return "\(values.text) CONTAINS \(spelled(number))"
    case 4:
      guard let right = amount(random.number(0...1)), accepts(both: left, right) else { return nil }
      return "\(modifier) \(values.text) \(relation()) \(right.text)"
    default: return "\(modifier) \(values.text) \(relation()) \(spelled(number))"
    }
  }

  private mutating func countOfSubquery() -> String? {
    guard scopes.count < 3, let (text, entity) = collection() else { return nil }
    let variable = scopes.count == 1 ? "$x" : "$y"
    scopes.append(Scope(name: variable, entity: entity))
    let inner = condition(random.pick([0, 0, 1]))
    scopes.removeLast()
    return "SUBQUERY(\(text), \(variable), \(inner)).@count \(random.pick(["> 0", "== 0", "== 1", "> 1", "<= 2"]))"
  }

  /// Returns a comparison of an average with a constant. The average of a single element is often equal to it.
  private mutating func average() -> String? {
    guard let left = reduction("avg") else { return nil }
    let pool = pools.filter { $0.value.contains { if case .decimal = $0 { true } else { false } } }
    let values = pool.keys.sorted().flatMap { pool[$0] ?? [] }
    let number: FormatDecimal
    if random.chance(50), case .decimal(let known)? = values.randomElement(using: &random) {
      number = random.chance(80) ? known : beside(known, left.scale)
    } else {
      number = self.number(near: left, [])
    }
    // Each difference from the constant is added.
    let rows = Double(max(data.accounts.count, data.entries.count))
    let most = left.most + rows * number.doubleValue.magnitude
    if data.areUnits, !Self.fitsUnits(most, left.scale) { mayOverflow = true }
    if random.chance(20) { return "\(left.text) BETWEEN {\(spelled(number)), \(spelled(beside(number, left.scale)))}" }
    return random.chance(85)
      ? "\(left.text) \(relation()) \(spelled(number))" : "\(spelled(number)) \(relation()) \(left.text)"
  }

  // MARK: Other numbers

  private mutating func asDoubleOperand() -> String? {
    guard let left = amount(random.number(0...1)), let right = path(where: \.isDouble) else { return nil }
    return "\(left.text) \(relation()) \(right.text)"
  }

  private mutating func besideInteger() -> String? {
    guard let left = amount(random.number(0...1)), let right = path(where: \.isInteger) else { return nil }
    let other = amount(of: right, text: right.text)
    guard accepts(both: left, other) else { return nil }
    return "\(left.text) \(relation()) \(right.text)"
  }

  // MARK: Numbers to compare with

  /// Returns a number that the expression has for some row, one that differs from it by at most a unit, or any number.
  private mutating func number(near amount: Amount, _ arguments: ArraySlice<FormatValue>) -> FormatDecimal {
    let any = FormatDecimal(random.pick(ProofValues.money)) ?? FormatDecimal(0)
    guard random.chance(75), let number = value(of: amount, Array(arguments)) else { return any }
    switch random.number(0...9) {
    case 0: return beside(number, amount.scale)
    case 1: return beside(number, amount.scale + 1)
    case 2: return number.negated
    default: return number
    }
  }

  /// Returns the number plus or minus a unit of the given scale, or the number itself if the result has too many digits.
  private mutating func beside(_ number: FormatDecimal, _ scale: Int) -> FormatDecimal {
    guard let unit = FormatDecimal("\(random.pick(["", "-"]))1e-\(scale)") else { return number }
    return number.adding(unit) ?? number
  }

  /// Returns the value of an expression for some row, or nil if it is unknown.
  private mutating func value(of amount: Amount, _ arguments: [FormatValue]) -> FormatDecimal? {
    guard amount.isOfSelf, let expression = try? FormatExpression(amount.text, arguments: arguments) else { return nil }
    let index = random.number(0...1_000)
    let value: FormatValue?
    if scopes[0].entity.name == "Entry" {
      let entry = data.entries[index % data.entries.count]
      value = try? expression.value(with: entry, options: EvaluationOptions(onError: .yieldNil))
    } else {
      let account = data.accounts[index % data.accounts.count]
      value = try? expression.value(with: account, options: EvaluationOptions(onError: .yieldNil))
    }
    switch value {
    case .decimal(let number)?: return number
    case .integer(let number)?: return FormatDecimal(number)
    case .double(let number)?: return FormatDecimal(shortest: number)
    default: return nil
    }
  }
}
