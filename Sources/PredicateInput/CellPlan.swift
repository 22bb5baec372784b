import PredicateSemantics
import PredicateSyntax

/// How a request reads the cells of CSV files. The row of a record has the texts of its cells. What is used with numbers, dates
/// or Booleans is read from another field of the row, whose key `rewrite` puts in the place of the column.
///
/// First `collect` everything that is asked of the columns, then `decide` about the columns of `undecided`, then `rewrite`. Each
/// use decides for itself, so that `zip BEGINSWITH "9" AND zip > 91000` reads the text and the number. A use that asks nothing,
/// such as `zip != nil`, reads what the others ask for, and text if they ask for text only.
package struct CellPlan: TreeRewriter {
  /// What a use asks of a column.
  private enum Question {
    case nothing
    case kind(CellKind)
    /// The kind of the columns that are compared with each other: numbers if all their cells are, else text.
    case same(Set<String>)
  }

  package let options: CellOptions
  /// The kinds that uses ask for, other than text. The first use of a column decides.
  private var kinds: [String: CellKind] = [:]
  /// The columns that are compared with each other.
  private var links: [Set<String>] = []
  package private(set) var surveys: [String: CellSurvey] = [:]
  /// The properties of the request by name, for the having condition.
  private var properties: [String: FormatExpression] = [:]
  private var question = Question.nothing
  private var isCollecting = false
  private var isInReduction = false

  /// What the rewritten trees read.
  package private(set) var readings: Set<CellReading> = []
  /// The readings of the having condition that the groups need.
  private var readingsOfGroups: Set<CellReading> = []
  /// The columns that are read as text although most of their cells are numbers.
  package private(set) var doubts: Set<String> = []

  /// The columns that are ordered as text, and a number in quotes that they are compared with.
  package private(set) var textOrders: [String: String] = [:]

  package init(_ options: CellOptions) { self.options = options }

  // MARK: Collecting

  /// Notes what a predicate or an expression asks of the columns.
  package mutating func collect(_ tree: some FormatTree) {
    isCollecting = true
    _ = tree.rewritten(by: &self)
    isCollecting = false
  }

  /// Notes what a request asks of the columns.
  package mutating func collect(_ request: PredicateFetchRequest) {
    isCollecting = true
    _ = rewrite(request)
    isCollecting = false
  }

  /// The columns whose cells decide how they are read.
  package var undecided: Set<String> {
    var columns: Set<String> = []
    for link in links where known(of: link) == nil { columns.formUnion(link) }
    return columns.subtracting(surveys.keys)
  }

  /// Adds what the cells of the columns of `undecided` are.
  package mutating func decide(_ surveys: [String: CellSurvey]) {
    self.surveys.merge(surveys) { $1 }
    // A column that is compared with one of another kind is read as this kind, also elsewhere.
    var isChanged = true
    while isChanged {
      isChanged = false
      for link in links {
        guard let kind = known(of: link), kind != .text else { continue }
        for column in link where kinds[column] == nil && options.declared[column] == nil {
          kinds[column] = kind
          isChanged = true
        }
      }
    }
  }

  /// Returns the kind of columns that are compared with each other, if it does not depend on their cells.
  private func known(of columns: Set<String>) -> CellKind? {
    let declared = columns.compactMap { options.declared[$0] }
    if let kind = declared.first(where: { $0 != .text }) ?? declared.first { return kind }
    return columns.sorted().lazy.compactMap { kinds[$0] }.first
  }

  private mutating func kind(of columns: Set<String>, warns: Bool) -> CellKind {
    if let kind = known(of: columns) { return kind }
    let found = columns.map { surveys[$0] ?? CellSurvey() }
    let (numbers, others) = found.reduce((0, 0)) { ($0.0 + $1.numbers, $0.1 + ($1.others?.count ?? 0)) }
    if others == 0 { return numbers > 0 ? .number : .text }
    if warns, numbers > others { doubts.formUnion(columns.filter { surveys[$0]?.others != nil }) }
    return .text
  }

  // MARK: Rewriting columns

  /// Returns the column that an expression reads.
  package static func column(of expression: FormatExpression) -> String? {
    switch expression.kind {
    case .keyPath(let steps):
      guard steps.count == 1, case .key(.named(let name)) = steps[0] else { return nil }
      return name
    case .index(let element):
      guard case .evaluatedObject = element.collection.kind, case .value(let position) = element.index,
        case .constant(.string(let name)) = position.kind
      else { return nil }
      return name
    default: return nil
    }
  }

  /// Returns the column that an expression reads, which may be the name of a property in a having condition.
  private func column(of expression: FormatExpression) -> String? {
    guard let name = Self.column(of: expression), !isInReduction, let property = properties[name] else {
      return Self.column(of: expression)
    }
    return Self.column(of: property)
  }

  private mutating func read(_ column: String, _ expression: FormatExpression) -> FormatExpression {
    if isCollecting {
      switch question {
      case .kind(let kind): if kind != .text, kinds[column] == nil { kinds[column] = kind }
      case .same(let columns): links.append(columns)
      case .nothing: break
      }
      return expression
    }
    let kind: CellKind
    switch (options.declared[column], question) {
    case (let declared?, _): kind = declared
    case (nil, .kind(let asked)): kind = asked
    case (nil, .same(let columns)): kind = self.kind(of: columns, warns: true)
    case (nil, .nothing): kind = kinds[column] ?? .text
    }
    if kind == .text { return expression }
    return reading(CellReading(column: column, kind: kind), expression)
  }

  private mutating func reading(_ reading: CellReading, _ expression: FormatExpression) -> FormatExpression {
    readings.insert(reading)
    if !properties.isEmpty, !isInReduction { readingsOfGroups.insert(reading) }
    return FormatExpression(.keyPath([.key(.named(reading.key))]), range: expression.range, from: expression.origin)
  }

  // MARK: Rewriting trees

  private mutating func rewrite(_ expression: FormatExpression, _ asked: Question) -> FormatExpression {
    let outer = question
    question = asked
    defer { question = outer }
    return rewrite(expression)
  }

  package mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    if let column = column(of: expression) { return read(column, expression) }
    let asked = question
    // Nothing is asked of the children of other expressions. The caller restores the question.
    question = .nothing
    let kind: FormatExpression.Kind
    switch expression.kind {
    case .keyPath(let steps):
      // `@avg.price` ranges over all rows.
      guard steps.count == 2, case .key(.collectionOperator(let operation)) = steps[0],
        case .key(.named(let name)) = steps[1], operation == .sum || operation == .average
      else { return nil }
      let all = FormatExpression(.keyPath([steps[1]]), range: expression.range)
      question = .kind(.number)
      guard case .keyPath(let read) = read(name, all).kind else { return nil }
      kind = .keyPath([steps[0]] + read)
    case .function(let call): kind = .function(.init(call.selector, arguments(of: call, asked)))
    case .cast(let cast):
      let columns = columns(of: cast.value)
      let isDate = Cast(rawValue: cast.type) == .date && !columns.isEmpty
      kind = .cast(.init(rewrite(cast.value, isDate ? .same(columns) : .kind(.text)), type: cast.type))
    case .conditional(let choice):
      kind = .conditional(
        .init(rewrite(choice.condition), rewrite(choice.then, asked), rewrite(choice.otherwise, asked)))
    case .aggregate(let elements): kind = .aggregate(elements.map { rewrite($0, asked) })
    default: return nil
    }
    return FormatExpression(kind, range: expression.range, from: expression.origin)
  }

  private mutating func arguments(of call: FormatExpression.Call, _ asked: Question) -> [FormatExpression] {
    let arguments = call.arguments
    let question: Question
    switch PredefinedFunction.named(call.selector)?.definition {
    case .values(let function):
      switch function.operand {
      case .number: question = .kind(.number)
      case .numberOrDate:
        // The difference of two dates; a date and a number of seconds.
        let hasDate = arguments.contains { kind(of: $0) == .date }
        question = .kind(hasDate && call.selector == ArithmeticOperator.subtract.selector ? .date : .number)
      case .string: question = .kind(.text)
      case .any: question = asked
      }
    case .reduction(let reduction):
      let outer = isInReduction
      isInReduction = true
      defer { isInReduction = outer }
      let columns = arguments.first.map { self.columns(of: $0) } ?? []
      let question: Question
      switch (reduction, asked) {
      case (.sum, _), (.average, _), (.median, _), (.standardDeviation, _): question = .kind(.number)
      case (.minimum, .nothing), (.maximum, .nothing): question = columns.isEmpty ? .nothing : .same(columns)
      case (.minimum, _), (.maximum, _), (.mode, _): question = asked
      case (.count, _): question = .nothing
      }
      return arguments.map { rewrite($0, question) }
    case .cast: question = .kind(.text)
    case .index, .program, nil: question = .nothing
    }
    return arguments.map { rewrite($0, question) }
  }

  package mutating func replacement(for comparison: FormatPredicate.Comparison) -> FormatPredicate.Comparison? {
    let (left, right) = (comparison.left, comparison.right)
    var (ofLeft, ofRight) = (Question.nothing, Question.nothing)
    switch comparison.operator.kind {
    case .text, .matches: (ofLeft, ofRight) = (.kind(.text), .kind(.text))
    case .contains where columns(of: left).isEmpty || isList(left): (ofLeft, ofRight) = question(left, right)
    case .isIn where columns(of: right).isEmpty || isList(right): (ofLeft, ofRight) = question(left, right)
    case .contains, .isIn: (ofLeft, ofRight) = (.kind(.text), .kind(.text))
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .between:
      (ofLeft, ofRight) = question(left, right)
      if !isCollecting, case .kind(.text) = ofLeft { noteTextOrder(columns(of: left), right.numbersInQuotes) }
    case .equal, .notEqual:
      (ofLeft, ofRight) = question(left, right)
    case .program: break
    }
    if case .nothing = ofLeft, !comparison.options.isEmpty { (ofLeft, ofRight) = (.kind(.text), .kind(.text)) }
    var read = comparison
    read.left = rewrite(left, ofLeft)
    read.right = rewrite(right, ofRight)
    return read
  }

  /// Returns what the operands of a comparison ask of each other.
  private func question(_ left: FormatExpression, _ right: FormatExpression) -> (Question, Question) {
    if let kind = kind(of: left) ?? kind(of: right) { return (.kind(kind), .kind(kind)) }
    let (ofLeft, ofRight) = (columns(of: left), columns(of: right))
    if ofLeft.isEmpty || ofRight.isEmpty { return (.nothing, .nothing) }
    return (.same(ofLeft.union(ofRight)), .same(ofLeft.union(ofRight)))
  }

  private mutating func noteTextOrder(_ columns: Set<String>, _ numbers: [String]) {
    guard let number = numbers.first else { return }
    for column in columns where options.declared[column] == nil { textOrders[column] = number }
  }

  private func isList(_ expression: FormatExpression) -> Bool {
    if case .aggregate = expression.kind { true } else { false }
  }

  // MARK: What expressions are

  /// Returns the kind of an expression's value, whatever the cells are. `nil` if it is that of a column, or unknown.
  private func kind(of expression: FormatExpression) -> CellKind? {
    switch expression.kind {
    case .constant(let value): return Self.kind(of: value)
    case .keyPath(let steps):
      if !isInReduction, let name = Self.column(of: expression), let property = properties[name] {
        return Self.column(of: property) == nil ? kind(of: property) : nil
      }
      switch steps.last {
      case .key(.collectionOperator(.count)): return .number
      case .key(.named("length")) where steps.count > 1: return .number
      default: break
      }
      guard case .key(.collectionOperator(let operation)) = steps.first else { return nil }
      return operation == .sum || operation == .average ? .number : nil
    case .keys(let keys):
      return keys.steps.last == .key(.collectionOperator(.count)) ? .number : nil
    case .function(let call): return kind(of: call)
    case .cast(let cast):
      switch Cast(rawValue: cast.type) {
      case .string: return .text
      case .number, .decimal: return .number
      case .date: return .date
      case .uuid, .data, nil: return nil
      }
    case .conditional(let choice): return kind(of: choice.then) ?? kind(of: choice.otherwise)
    case .aggregate(let elements): return elements.lazy.compactMap { self.kind(of: $0) }.first
    default: return nil
    }
  }

  private func kind(of call: FormatExpression.Call) -> CellKind? {
    switch PredefinedFunction.named(call.selector)?.definition {
    case .values(let function):
      if case .operand = function.computation { return call.arguments.first.flatMap { kind(of: $0) } }
      let types = call.arguments.map { kind(of: $0) == .date ? ValueType.date : .integer }
      switch function.resultType(of: types) {
      case .string: return .text
      case .date: return .date
      case .integer, .double, .decimal: return .number
      default: return nil
      }
    case .reduction(.sum), .reduction(.average), .reduction(.median), .reduction(.standardDeviation),
      .reduction(.count):
      return .number
    case .reduction(.minimum), .reduction(.maximum), .reduction(.mode):
      return call.arguments.first.flatMap { kind(of: $0) }
    case .index, .cast, .program, nil: return nil
    }
  }

  private static func kind(of value: FormatValue) -> CellKind? {
    switch value {
    case .string: .text
    case .integer, .unsigned, .double, .decimal: .number
    case .bool: .boolean
    case .date: .date
    case .list(let elements), .set(let elements): elements.lazy.compactMap { kind(of: $0) }.first
    case .null, .uuid, .data, .record, .object: nil
    }
  }

  /// Returns the columns whose value an expression may have.
  private func columns(of expression: FormatExpression) -> Set<String> {
    if let column = column(of: expression) { return [column] }
    switch expression.kind {
    case .conditional(let choice): return columns(of: choice.then).union(columns(of: choice.otherwise))
    case .aggregate(let elements): return elements.reduce(into: []) { $0.formUnion(columns(of: $1)) }
    case .function(let call):
      switch PredefinedFunction.named(call.selector)?.definition {
      case .reduction(.minimum), .reduction(.maximum), .reduction(.mode): break
      case .values(let function): if case .operand = function.computation { break } else { return [] }
      default: return []
      }
      return call.arguments.first.map { columns(of: $0) } ?? []
    default: return []
    }
  }

  // MARK: Requests

  /// Returns the request with the keys of the rows. Its properties that are columns stay text, as do its group keys. What sorts
  /// its groups and rows is added to them.
  package mutating func rewrite(_ request: PredicateFetchRequest) -> PredicateFetchRequest {
    var read = request
    read.predicate = request.predicate.map { rewrite($0) }
    let makesOwnRows = !request.groupKeys.isEmpty || request.isDistinct
    var order: Set<CellReading> = []
    read.properties = []
    for property in request.properties {
      var copy = property
      if let column = column(of: property.expression) {
        if makesOwnRows, request.groupKeys.isEmpty, let reading = sorting(column, warns: false) {
          if order.insert(reading).inserted { read.properties.append(.reading(reading)) }
        }
      } else {
        copy.expression = rewrite(property.expression, .nothing)
      }
      read.properties.append(copy)
    }
    read.groupKeys = []
    for key in request.groupKeys {
      if let column = column(of: .keyPath(key)), let reading = sorting(column, warns: false) {
        if order.insert(reading).inserted { read.groupKeys.append(reading.key) }
      }
      read.groupKeys.append(key)
    }
    for (index, key) in request.sortKeys.enumerated() where key.comparison == .default {
      let property = request.properties.first { $0.name == key.keyPath }
      guard let column = column(of: property?.expression ?? .keyPath(key.keyPath)),
        let reading = sorting(column, warns: true)
      else { continue }
      read.sortKeys[index].keyPath = reading.key
      if makesOwnRows, order.insert(reading).inserted { add(reading, to: &read) }
    }
    if let having = request.having {
      for property in request.properties { properties[property.name] = property.expression }
      for key in request.groupKeys { properties[key] = .keyPath(key) }
      read.having = rewrite(having)
      properties = [:]
      for reading in readingsOfGroups.subtracting(order).sorted(by: { $0.key < $1.key }) { add(reading, to: &read) }
      order.formUnion(readingsOfGroups)
      readingsOfGroups = []
    }
    if request.isDistinct, !request.groupKeys.isEmpty {
      let missing = order.filter { reading in !read.properties.contains { $0.name == reading.key } }
      for reading in missing.sorted(by: { $0.key < $1.key }) { read.properties.append(.reading(reading)) }
    }
    return read
  }

  private func add(_ reading: CellReading, to request: inout PredicateFetchRequest) {
    if request.groupKeys.isEmpty {
      request.properties.append(.reading(reading))
    } else {
      request.groupKeys.append(reading.key)
    }
  }

  /// Returns what sorts the rows by a column, or `nil` if its text does.
  private mutating func sorting(_ column: String, warns: Bool) -> CellReading? {
    if isCollecting {
      links.append([column])
      return nil
    }
    let kind = kind(of: [column], warns: warns)
    if kind == .text { return nil }
    let reading = CellReading(column: column, kind: kind)
    readings.insert(reading)
    return reading
  }
}

extension FetchProperty {
  fileprivate static func reading(_ reading: CellReading) -> FetchProperty {
    FetchProperty(reading.key, FormatExpression(.keyPath([.key(.named(reading.key))])))
  }
}

extension FormatExpression {
  /// The texts among the constants that are numbers.
  fileprivate var numbersInQuotes: [String] {
    switch kind {
    case .constant(.string(let text)): Array(text.utf8)[...].jsonNumberLength == text.utf8.count ? [text] : []
    case .constant(.list(let elements)):
      elements.flatMap { FormatExpression(.constant($0)).numbersInQuotes }
    case .aggregate(let elements): elements.flatMap(\.numbersInQuotes)
    default: []
    }
  }
}
