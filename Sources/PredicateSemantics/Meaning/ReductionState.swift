import PredicateSyntax

/// The state of a reduction. It defines the results of all collection operators and aggregate functions.
package struct ReductionState: Sendable {
  let reduction: Reduction
  private var count: Int64 = 0
  private var hasFailed = false
  /// The sum of the integers before the first double. It has 128 bits, so only the total can overflow, and the order of the
  /// integers does not matter.
  private var wholeSum: Int128 = 0
  /// Whether a value exceeded `Int64.max`. Only then may the sum exceed it too.
  private var hasUnsigned = false
  /// The sum of the decimals so far, or `nil` if there were none.
  private var decimalSum: DecimalSum?
  /// The sum so far, once a value was a double.
  private var realSum: FormatValue?
  private var best: FormatValue?
  /// All values, if the result needs more than a running total.
  private var values: [FormatValue] = []

  /// Creates the state before any value.
  ///
  /// - Parameter type: The type of the values, if it is known. The sum of no decimals is a decimal, as in SQL; the sum of no
  ///   other values is an integer.
  package init(_ reduction: Reduction, of type: ValueType) {
    self.reduction = reduction
    if type == .decimal { decimalSum = DecimalSum() }
  }

  /// Creates the state of values that were reduced elsewhere. `count` includes nil for operators. `wholeSum` is the sum
  /// if all values are integers, and `realSum` if all are doubles. `least` and `greatest` are `nil` without values.
  package init(
    _ reduction: Reduction, count: Int64, wholeSum: Int128 = 0, realSum: Double? = nil, least: FormatValue? = nil,
    greatest: FormatValue? = nil
  ) {
    self.reduction = reduction
    self.count = count
    self.wholeSum = wholeSum
    self.realSum = realSum.map(FormatValue.double)
    best = reduction.kind == .minimum ? least : greatest
  }

  package mutating func add(_ value: FormatValue) throws(EvaluationError) {
    let value = value.nanAsNil
    if value.isNull {
      // For operators, nil counts as 0 in sums and averages and as an element in counts. It is ignored otherwise.
      if reduction.isCollectionOperator { count += 1 }
      return
    }
    count += 1
    switch reduction.kind {
    case .count: break
    case .sum, .average: try addToSum(value)
    case .median, .mode, .standardDeviation:
      _ = try ValueFunction.double(value, of: reduction.name)
      values.append(value)
    case .minimum, .maximum:
      guard let current = best else {
        if value.valueType.family == .other { throw mismatch(value) }
        best = value
        return
      }
      guard let order = FormatValue.order(value, current) else { throw mismatch(value) }
      if reduction.kind == .minimum ? order < 0 : order > 0 { best = value }
    }
  }

  private mutating func addToSum(_ value: FormatValue) throws(EvaluationError) {
    switch value {
    case .integer(let number) where realSum == nil: wholeSum += Int128(number)
    case .unsigned(let number) where realSum == nil:
      wholeSum += Int128(number)
      hasUnsigned = true
    case .decimal(let number) where realSum == nil:
      if decimalSum == nil { decimalSum = DecimalSum() }
      decimalSum?.add(number)
    default:
      // Throws unless the value is a number.
      _ = try ValueFunction.double(value, of: reduction.name)
      if decimalSum == nil, realSum == nil { realSum = .double(Double(wholeSum)) }
      realSum = try ValueFunction.add([sum(), value])
    }
  }

  /// Returns the sum of all values: in 64 bits for integers, and as a decimal for decimals without doubles.
  private func sum() throws(EvaluationError) -> FormatValue {
    if let realSum { return realSum }
    if let decimalSum { return try ValueFunction.checked(decimalSum.total(with: wholeSum), of: reduction.name) }
    if let value = Int64(exactly: wholeSum) { return .integer(value) }
    if hasUnsigned, let value = UInt64(exactly: wholeSum) { return .unsigned(value) }
    throw EvaluationError(.overflow(of: "addition"))
  }

  private func average(of sum: FormatValue) throws(EvaluationError) -> FormatValue {
    if case .decimal = sum { return try ValueFunction.divide([sum, .integer(count)]) }
    return .double(try ValueFunction.double(sum, of: reduction.name) / Double(count))
  }

  private func mismatch(_ value: FormatValue) -> EvaluationError {
    EvaluationError(
      .wrongOperand(of: reduction.name, expected: "values of one kind", found: value.valueType.description))
  }

  /// Makes the result nil regardless of other values: for a value of the wrong type, if errors become nil.
  package mutating func fail() { hasFailed = true }

  /// Returns the result. Without values, the count and the sum are 0. Other results are then nil for an operator, and an error
  /// for a function.
  package func result() throws(EvaluationError) -> FormatValue {
    if hasFailed { return .null }
    switch reduction.kind {
    case .count: return .integer(count)
    case .sum: return try sum()
    case .average:
      if count > 0 { return try average(of: sum()) }
    case .minimum, .maximum:
      if let best { return best }
    case .median: if !values.isEmpty { return try median() }
    case .mode: if !values.isEmpty { return mode() }
    case .standardDeviation: if !values.isEmpty { return try standardDeviation() }
    }
    if reduction.isCollectionOperator { return .null }
    throw EvaluationError(.emptyCollection(of: reduction.name))
  }

  private var sortedValues: [FormatValue] { values.sorted { (FormatValue.compare($0, $1) ?? 0) < 0 } }

  /// Returns the middle value, or the mean of the two middle values of an even number, truncated if both are integers.
  private func median() throws(EvaluationError) -> FormatValue {
    let sorted = sortedValues
    let upper = sorted[sorted.count / 2]
    if sorted.count % 2 == 1 { return upper }
    return try ValueFunction.divide([ValueFunction.add([sorted[sorted.count / 2 - 1], upper]), .integer(2)])
  }

  /// Returns the most frequent values in ascending order, or only the least value if all differ.
  private func mode() -> FormatValue {
    let sorted = sortedValues
    var runs: [(value: FormatValue, count: Int)] = []
    for value in sorted {
      if let last = runs.last, FormatValue.compare(last.value, value) == 0 {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((value, 1))
      }
    }
    let most = runs.reduce(0) { max($0, $1.count) }
    if most == 1 { return .list(sorted.prefix(1).map { $0 }) }
    return .list(runs.filter { $0.count == most }.map { $0.value })
  }

  /// Returns the population standard deviation.
  private func standardDeviation() throws(EvaluationError) -> FormatValue {
    var numbers: [Double] = []
    for value in values { numbers.append(try ValueFunction.double(value, of: reduction.name)) }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return .double(try ValueFunction.finite((squares / Double(numbers.count)).squareRoot(), of: reduction.name))
  }
}

extension FormatValue {
  /// The steps of visiting the value: one per element of a collection, and one per 64 bytes.
  package var steps: Int {
    switch self {
    case .list(let elements), .set(let elements): elements.count
    case .record(let fields): fields.count
    case .string(let text): text.utf8.count >> 6
    case .data(let bytes): bytes.count >> 6
    case .null, .bool, .integer, .unsigned, .double, .decimal, .date, .uuid, .object: 0
    }
  }
}
