import PredicateFormat
import PredicateSQL
import PredicateSemantics

// Expressions of decimals: columns, constants, reductions of collections, and computed values.
extension PredicateMaker {
  /// An expression whose value is a decimal, occasionally an integer, with known properties of the value.
  struct Amount {
    var text: String
    /// The number of digits after the point, and the maximum number of all digits, from the declarations of its columns.
    var scale = 0
    var precision = 1
    /// An upper bound of its magnitude, from the values of the columns.
    var most = 0.0
    /// Whether it is a double because an operand is a double.
    var isDouble = false
    /// Whether it is computed only from one row.
    var isOfSelf = true

    var isAverage: Bool { text.contains("average:") || text.contains("@avg") }
  }

  /// Returns an expression of the given depth. Most have values that the engine's numbers represent. The others are left to
  /// memory, or may be an error on SQLite.
  mutating func amount(_ depth: Int, of scope: Int? = nil) -> Amount? {
    guard depth > 0 else { return operand(of: scope) }
    for _ in 0..<5 {
      let count = arguments.count
      let wasOverflowing = mayOverflow
      if let made = computed(depth, of: scope), accepts(made) { return made }
      arguments.removeLast(arguments.count - count)
      mayOverflow = wasOverflowing
    }
    return operand(of: scope)
  }

  /// Returns whether to use an expression. Rarely accepts one whose values may be too large for the engine.
  mutating func accepts(_ made: Amount) -> Bool {
    if made.isDouble { return true }
    let fits = data.areUnits ? Self.fitsUnits(made.most, made.scale) : made.precision <= 38
    if fits { return true }
    guard random.chance(5) else { return false }
    if data.areUnits { mayOverflow = true }
    return true
  }

  /// Returns whether to use two values that are converted to one scale. Rarely accepts those that are too large for the engine.
  mutating func accepts(both left: Amount, _ right: Amount) -> Bool {
    // A decimal and a double are compared only in memory.
    if left.isDouble || right.isDouble { return left.isDouble == right.isDouble || random.chance(10) }
    let scale = max(left.scale, right.scale)
    if data.areUnits, left.isAverage || right.isAverage {
      // The sum is compared with the product of the other value and the count.
      let rows = Double(max(data.accounts.count, data.entries.count))
      if !Self.fitsUnits(rows * max(left.most, right.most), scale) { mayOverflow = true }
    }
    let fits =
      data.areUnits
      ? left.scale == right.scale || Self.fitsUnits(left.scale < right.scale ? left.most : right.most, scale)
      : max(left.precision - left.scale, right.precision - right.scale) + scale <= 38
    if fits { return true }
    guard random.chance(5) else { return false }
    if data.areUnits { mayOverflow = true }
    return true
  }

  /// Whether a magnitude certainly fits into 64 bits in units. (Sums of doubles are rounded, so a margin is subtracted.)
  static func fitsUnits(_ most: Double, _ scale: Int) -> Bool {
    (0..<scale).reduce(most) { most, _ in most * 10 } < 9.2e18
  }

  // MARK: Computed values

  private mutating func computed(_ depth: Int, of scope: Int?) -> Amount? {
    switch random.number(0...29) {
    case 0...9: return sum(depth, of: scope)
    case 10...18: return product(depth, of: scope)
    case 19...21:
      return amount(depth - 1, of: scope).map { wrapped($0, "abs(\($0.text))") }
    case 22, 23: return choice(depth, of: scope)
    case 24: return amount(depth - 1, of: scope).map { wrapped($0, "CAST(\($0.text), \"NSDecimalNumber\")") }
    case 25, 26: return reduction(of: scope)
    case 27: return withDouble(depth, of: scope)
    default: return random.chance(40) ? leftToMemory(depth, of: scope) : sum(depth, of: scope)
    }
  }

  private func wrapped(_ amount: Amount, _ text: String) -> Amount {
    var result = amount
    result.text = text
    return result
  }

  private mutating func sum(_ depth: Int, of scope: Int?) -> Amount? {
    guard let left = amount(depth - 1, of: scope), !left.isDouble || random.chance(10) else { return nil }
    let sign = random.pick(["+", "-"])
    guard let right = random.chance(45) ? constant() : amount(random.number(0...(depth - 1)), of: scope) else {
      return nil
    }
    let scale = max(left.scale, right.scale)
    var result = joined(left, right, sign)
    result.scale = scale
    result.precision = max(left.precision - left.scale, right.precision - right.scale) + scale + 1
    result.most = left.most + right.most
    return result
  }

  private mutating func product(_ depth: Int, of scope: Int?) -> Amount? {
    guard let left = amount(depth - 1, of: scope), !left.isDouble || random.chance(10) else { return nil }
    guard let right = random.chance(50) ? constant() : amount(random.number(0...(depth - 1)), of: scope) else {
      return nil
    }
    var result = joined(left, right, "*")
    result.scale = left.scale + right.scale
    result.precision = left.precision + right.precision + 1
    result.most = left.most * right.most
    return result
  }

  private func joined(_ left: Amount, _ right: Amount, _ sign: String) -> Amount {
    Amount(
      text: "(\(left.text) \(sign) \(right.text))",
      isDouble: left.isDouble || right.isDouble, isOfSelf: left.isOfSelf && right.isOfSelf)
  }

  /// Returns one of two values, selected by a condition.
  private mutating func choice(_ depth: Int, of scope: Int?) -> Amount? {
    let test = condition(0)
    guard let left = amount(depth - 1, of: scope) else { return nil }
    guard let right = random.chance(20) ? constant() : amount(random.number(0...(depth - 1)), of: scope) else {
      return nil
    }
    guard accepts(both: left, right) else { return nil }
    var result = joined(left, right, "")
    result.text = "TERNARY(\(test), \(left.text), \(right.text))"
    result.scale = max(left.scale, right.scale)
    result.precision = max(left.precision - left.scale, right.precision - right.scale) + result.scale
    result.most = max(left.most, right.most)
    result.isOfSelf = false
    return result
  }

  /// Returns arithmetic with a double, for which a decimal is the nearest double. The result is not a decimal.
  private mutating func withDouble(_ depth: Int, of scope: Int?) -> Amount? {
    guard var result = amount(depth - 1, of: scope), !result.isDouble, let double = path(of: scope, where: \.isDouble)
    else { return nil }
    result.text = "(\(result.text) \(random.pick(["+", "-", "*"])) \(double.text))"
    (result.isDouble, result.isOfSelf) = (true, result.isOfSelf && double.isOfSelf)
    return result
  }

  /// Returns an expression that no engine computes as memory does.
  private mutating func leftToMemory(_ depth: Int, of scope: Int?) -> Amount? {
    guard let value = amount(depth - 1, of: scope) else { return nil }
    switch random.number(0...3) {
    case 0: return wrapped(value, "(\(value.text) / \(random.pick(["3", "0.7", "2", "0"])))")
    case 1: return wrapped(value, "\(random.pick(["floor", "ceiling", "trunc"]))(\(value.text))")
    case 2: return wrapped(value, "modulus:by:(\(value.text), \(random.pick(["3", "0.7", "2.5"])))")
    default:
      guard let values = elements(of: scope, where: \.isDecimal) else { return nil }
      var result = amount(of: values, text: "average:(\(values.text))")
      result.isOfSelf = false
      return result
    }
  }

  // MARK: Operands

  /// Returns a column of decimals, rarely of integers, or one value of a collection.
  private mutating func operand(of scope: Int?) -> Amount? {
    if random.chance(8), let path = path(of: scope, where: \.isInteger) {
      if case .integer64 = path.attribute.type, random.chance(60) { return nil }
      return amount(of: path, text: path.text)
    }
    if random.chance(10), let reduction = reduction(of: scope) { return reduction }
    return path(of: scope, where: \.isDecimal).map { amount(of: $0, text: $0.text) }
  }

  /// Returns the known properties of the values at a key path.
  func amount(of path: Path, text: String) -> Amount {
    var result = Amount(text: text, isOfSelf: path.isOfSelf)
    switch path.attribute.type {
    case .decimal(.native(let precision, let scale)): (result.precision, result.scale) = (precision, scale)
    case .decimal(.scaledInteger(let scale)):
      (result.precision, result.scale) = (20 + scale, scale)
    case .integer16: result.precision = 5
    case .integer32: result.precision = 10
    default: result.precision = 19
    }
    for value in pools["\(path.entity.name).\(path.attribute.name)"] ?? [] {
      switch value {
      case .decimal(let number): result.most = max(result.most, number.doubleValue.magnitude)
      case .integer(let number): result.most = max(result.most, Double(number.magnitude))
      default: break
      }
    }
    return result
  }

  /// Returns the sum, minimum or maximum of the elements of a collection, or of all rows.
  private mutating func reduction(of scope: Int?) -> Amount? {
    reduction(random.pick(["sum", "sum", "min", "max"]), of: scope)
  }

  /// Returns the reduction of the elements of a collection, or of all rows, with the name of a collection operator.
  mutating func reduction(_ name: String, of scope: Int? = nil) -> Amount? {
    // A collection has at most as many elements as an entity has rows.
    let rows = Double(max(data.accounts.count, data.entries.count))
    let function = name == "avg" ? "average" : name
    func reduced(_ values: Path, _ text: String) -> Amount {
      var result = amount(of: values, text: text)
      result.isOfSelf = false
      guard name == "sum" || name == "avg" else { return result }
      result.most *= rows
      // Sums of more than 28 digits are left to memory.
      result.precision = result.precision > 28 ? 39 : result.precision + 10
      return result
    }
    let made: Amount
    switch random.number(0...5) {
    case 0:
      guard let key = path(of: 0, where: \.isDecimal) else { return nil }
      made = reduced(key, "\(function):(\(key.text))")
    case 1, 2:
      guard let values = elements(of: scope, where: \.isDecimal) else { return nil }
      made = reduced(values, "\(function):(\(values.text))")
    case 3:
      guard scopes.count < 3, let (text, entity) = collection(of: scope) else { return nil }
      guard let attribute = entity.attributes.filter(\.isDecimal).randomElement(using: &random) else { return nil }
      let variable = scopes.count == 1 ? "$x" : "$y"
      scopes.append(Scope(name: variable, entity: entity))
      let test = condition(0)
      scopes.removeLast()
      let values = Path(text: "", entity: entity, attribute: attribute, isOfSelf: false)
      made = reduced(values, "SUBQUERY(\(text), \(variable), \(test)).@\(name).\(attribute.name)")
    default:
      guard let (text, entity) = collection(of: scope) else { return nil }
      guard let attribute = entity.attributes.filter(\.isDecimal).randomElement(using: &random) else { return nil }
      let values = Path(text: "", entity: entity, attribute: attribute, isOfSelf: false)
      made = reduced(values, "\(text).@\(name).\(attribute.name)")
    }
    return accepts(made) ? made : nil
  }

  // MARK: Constants

  /// Returns a constant as an operand.
  private mutating func constant() -> Amount? {
    if random.chance(15) { return constant(FormatDecimal("0.3"), "(0.1 + 0.2)") }
    let digits = random.pick(
      random.chance(85)
        ? ["1", "2", "3", "0.5", "-1", "1.1", "0.01", "100", "-0.25", "0.333333", "0"]
        : ["0.00000001", "12345678.9", "1234567890123456.78", "-99999999999999999", "0.123456789012345678"])
    guard let number = FormatDecimal(digits) else { return nil }
    return constant(number, spelled(number))
  }

  private func constant(_ number: FormatDecimal?, _ text: String) -> Amount? {
    guard let number else { return nil }
    let scale = max(0, -number.exponent)
    return Amount(
      text: text, scale: scale, precision: max(1, number.digitCount + number.exponent) + scale,
      most: number.doubleValue.magnitude)
  }

  /// Returns a number as a literal of plain digits (a double or, if it is long, a decimal), as an argument of either type, or
  /// as a CAST.
  mutating func spelled(_ number: FormatDecimal) -> String {
    let text = number.description
    // Plain digits are an integer of 64 bits.
    let literal = text.contains(".") || number.doubleValue.magnitude < 1e18 ? text : "\(text).0"
    let isPlain = number.isLiteral || FormatDecimal(shortest: number.doubleValue) == number
    switch random.number(0...9) {
    case 0...5 where isPlain && !text.contains("e"): return literal
    case 6 where FormatDecimal(shortest: number.doubleValue) == number: return argument(.double(number.doubleValue))
    case 7: return self.literal(.decimal(number))
    default: return argument(.decimal(number))
    }
  }
}
