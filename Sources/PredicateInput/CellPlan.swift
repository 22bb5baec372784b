import PredicateSemantics
import PredicateSyntax

/// How a request reads the cells of CSV files. The row of a record has the texts of its cells. What is used with numbers, dates
/// or Booleans is read from another field of the row, whose key `rewrite` puts in the place of the column.
///
/// First `collect` everything that is asked of the columns, then `decide` about the columns of `undecided`, then `rewrite`. Each
/// use decides for itself, so that `zip BEGINSWITH "9" AND zip > 91000` reads the text and the number. A use that asks nothing,
/// such as `zip != nil`, reads what the others ask for, and text if they ask for text only. `source(of:)` knows what the value of
/// an expression may be; this type asks it of the operands, and hands the question down to the columns.
package struct CellPlan: TreeRewriter {
  /// What a use asks of a column.
  enum Question {
    case nothing
    case kind(CellKind)
    /// The kind of the columns that are compared with each other: numbers if all their cells are, else text.
    case same(link: Int)
  }

  /// A variable of SUBQUERY or `:=`: the number of its binder, and what its value may be.
  struct Binding {
    var binder: Int
    var source: CellSource
  }

  package let options: CellOptions
  /// The kinds that uses ask for, other than text. The first use of a column decides.
  private var kinds: [String: CellKind] = [:]
  /// The columns that are compared with each other, in order.
  private var links: [[String]] = []
  private var numbersOfLinks: [[String]: Int] = [:]
  /// Whether something was noted since the last decision.
  private var isUndecided = false
  /// The kinds of links that were computed.
  private var kindsOfLinks: [Int: CellKind] = [:]
  package private(set) var surveys: [String: CellSurvey] = [:]
  /// The number of columns of links that were looked at, for tests.
  package private(set) var steps = 0
  /// The properties of the request by name, for the having condition.
  var properties: [String: FormatExpression] = [:]
  private var question = Question.nothing
  private(set) var isCollecting = false
  private(set) var isInReduction = false

  /// The variables in force.
  private(set) var scopes = VariableScopes<Binding>()
  /// The numbers of the expressions that bind variables.
  private var binders: [FormatExpression: Int] = [:]
  /// What the uses of the variables of the binders ask.
  private var asks: [Question] = []

  /// What the rewritten trees read.
  package var readings: Set<CellReading> = []
  /// The readings of the having condition that the groups need.
  var readingsOfGroups: Set<CellReading> = []
  /// The columns that are read as text although most of their cells are numbers.
  package private(set) var doubts: Set<String> = []
  /// The columns that are compared with numbers and with other values at once, and the kinds in order. The first one decides.
  package private(set) var mixtures: [String: [CellKind]] = [:]

  /// The columns that are ordered as text, and a number in quotes that they are compared with.
  package private(set) var textOrders: [String: String] = [:]

  package init(_ options: CellOptions) { self.options = options }

  // MARK: Collecting

  /// Notes what a predicate or an expression asks of the columns.
  package mutating func collect(_ tree: some FormatTree) {
    isCollecting = true
    _ = tree.rewritten(by: &self)
    isCollecting = false
    scopes = VariableScopes()
  }

  /// Notes what a request asks of the columns.
  package mutating func collect(_ request: PredicateFetchRequest) {
    isCollecting = true
    _ = rewrite(request)
    isCollecting = false
    scopes = VariableScopes()
  }

  /// The columns whose cells decide how they are read.
  package var undecided: Set<String> {
    var columns: Set<String> = []
    guard isUndecided else { return columns }
    for link in links where known(of: link) == nil { columns.formUnion(link) }
    return columns.subtracting(surveys.keys)
  }

  /// Adds what the cells of the columns of `undecided` are.
  package mutating func decide(_ surveys: [String: CellSurvey]) {
    self.surveys.merge(surveys) { $1 }
    guard isUndecided else { return }
    isUndecided = false
    kindsOfLinks = [:]
    // A column that is compared with one of another kind is read as this kind, also elsewhere. A link is done when its kind is
    // known, and is looked at again only if one of its columns gets a kind.
    var linksOfColumns: [String: [Int]] = [:]
    for (index, link) in links.enumerated() { for column in link { linksOfColumns[column, default: []].append(index) } }
    var waiting = Array(links.indices.reversed())
    var done: Set<Int> = []
    while let index = waiting.popLast() {
      guard !done.contains(index) else { continue }
      let link = links[index]
      steps += link.count
      guard let kind = known(of: link) else { continue }
      done.insert(index)
      guard kind != .text else { continue }
      for column in link where kinds[column] == nil && options.declared[column] == nil {
        kinds[column] = kind
        waiting += linksOfColumns.removeValue(forKey: column) ?? []
      }
    }
  }

  /// Returns the kind of columns that are compared with each other, if it does not depend on their cells.
  private func known(of columns: [String]) -> CellKind? {
    let declared = columns.compactMap { options.declared[$0] }
    if let kind = declared.first(where: { $0 != .text }) ?? declared.first { return kind.isDate ? .date : kind }
    return columns.lazy.compactMap { kinds[$0] }.first
  }

  /// Notes that columns are compared with each other.
  private mutating func link(_ columns: Set<String>) -> Question {
    let sorted = columns.sorted()
    if let number = numbersOfLinks[sorted] { return .same(link: number) }
    numbersOfLinks[sorted] = links.count
    links.append(sorted)
    isUndecided = true
    return .same(link: links.count - 1)
  }

  private mutating func kind(ofLink index: Int, warns: Bool) -> CellKind {
    if let kind = kindsOfLinks[index] { return kind }
    let kind = kind(of: links[index], warns: warns)
    kindsOfLinks[index] = kind
    return kind
  }

  private mutating func kind(of columns: [String], warns: Bool) -> CellKind {
    steps += columns.count
    if let kind = known(of: columns) { return kind }
    let found = columns.map { surveys[$0] ?? CellSurvey() }
    let (numbers, others) = found.reduce((0, 0)) { ($0.0 + $1.numbers, $0.1 + ($1.others?.count ?? 0)) }
    if others == 0 { return numbers > 0 ? .number : .text }
    // If all other cells have the same text, such as NA, the text probably marks missing values.
    let hasOneText = columns.count == 1 && found[0].others?.isOneText == true && numbers > 0
    if warns, numbers > others || hasOneText { doubts.formUnion(columns.filter { surveys[$0]?.others != nil }) }
    return .text
  }

  // MARK: Rewriting columns

  /// Returns the column that an expression reads: `a`, `SELF.a` or `SELF["a"]`.
  package static func column(of expression: FormatExpression) -> String? {
    switch expression.kind {
    case .keyPath(let steps):
      let named =
        steps.count == 1 ? steps : steps.filter { if case .key(let key) = $0.kind { !key.namesSelf } else { true } }
      guard named.count == 1, case .key(.named(let name)) = named[0].kind else { return nil }
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
  func column(of expression: FormatExpression) -> String? {
    guard let name = Self.column(of: expression), !isInReduction, let property = properties[name] else {
      return Self.column(of: expression)
    }
    return Self.column(of: property)
  }

  /// Returns the kind that a question asks for, or `nil` if it asks nothing.
  private mutating func kind(of question: Question) -> CellKind? {
    switch question {
    case .nothing: nil
    case .kind(let kind): kind
    case .same(let link): kind(ofLink: link, warns: true)
    }
  }

  /// Records a question for the cells of columns.
  private mutating func note(_ question: Question, of columns: some Sequence<String>) {
    guard case .kind(let kind) = question, kind != .text else { return }
    for column in columns where kinds[column] == nil {
      kinds[column] = kind
      isUndecided = true
    }
  }

  private mutating func read(_ column: String, _ expression: FormatExpression) -> FormatExpression {
    if isCollecting {
      note(question, of: [column])
      return expression
    }
    let kind = options.declared[column] ?? kind(of: question) ?? kinds[column] ?? .text
    // A cell is text already.
    if kind == .text, !options.hasOtherRows || options.declared[column] == nil { return expression }
    return reading(CellReading(column: column, kind: kind), expression)
  }

  private mutating func reading(_ reading: CellReading, _ expression: FormatExpression) -> FormatExpression {
    readings.insert(reading)
    if !properties.isEmpty, !isInReduction { readingsOfGroups.insert(reading) }
    return FormatExpression(.keyPath([.key(.named(reading.key))]), range: expression.range, from: expression.origin)
  }

  /// Returns what sorts the rows by columns, or `nil` if their text does.
  mutating func kindOfOrder(of columns: Set<String>, warns: Bool) -> CellKind? {
    if columns.isEmpty { return nil }
    if isCollecting {
      _ = link(columns)
      return nil
    }
    let kind = kind(of: columns.sorted(), warns: warns)
    return kind == .text ? nil : kind
  }

  // MARK: Rewriting trees

  mutating func rewrite(_ expression: FormatExpression, _ asked: Question) -> FormatExpression {
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
    case .variable(let name):
      use(name, asked)
      return nil
    case .keyPath(let steps):
      guard let position = columnStep(of: steps), position > 0, case .key(let column) = steps[position].kind else {
        return nil
      }
      // `@avg.price` ranges over all rows.
      question = self.question(
        ofRoot: CellSource(column: column.name), steps[..<position] + steps[(position + 1)...], asked)
      let ofAll = FormatExpression(.keyPath([steps[position]]), range: expression.range)
      let outer = isInReduction
      isInReduction = true
      defer { isInReduction = outer }
      guard case .keyPath(let read) = read(column.name, ofAll).kind else { return nil }
      kind = .keyPath(steps[..<position] + read + steps[(position + 1)...])
    case .keys(let keys):
      let root = rewrite(keys.root, question(ofRoot: source(of: keys.root), keys.steps[...], asked))
      kind = .keys(keys.steps, after: root)
    case .index(let element): return rewrite(element, asked, expression)
    case .function(let call): kind = .function(.init(call.selector, arguments(of: call, asked)))
    case .cast(let cast):
      let source = source(of: cast.value)
      let isDate = Cast(rawValue: cast.type) == .date && !source.columns.isEmpty
      kind = .cast(.init(rewrite(cast.value, isDate ? link(source.columns) : .kind(.text)), type: cast.type))
    case .conditional(let choice):
      kind = .conditional(
        .init(rewrite(choice.condition), rewrite(choice.then, asked), rewrite(choice.otherwise, asked)))
    case .aggregate(let elements): kind = .aggregate(elements.map { rewrite($0, asked) })
    case .subquery(let subquery):
      let (binder, question) = bind(expression, asked)
      let collection = rewrite(subquery.collection, question)
      let source = source(of: subquery.collection).element.reading(as: isCollecting ? nil : self.kind(of: question))
      scopes.enter(subquery.variable, Binding(binder: binder, source: source))
      kind = .subquery(.init(collection, variable: subquery.variable, rewrite(subquery.predicate)))
      scopes.leave()
    case .setOperation(let operation):
      // The operation compares the elements.
      var question = asked
      if case .nothing = asked { question = self.question([source(of: operation.left), source(of: operation.right)]) }
      let left = rewrite(operation.left, question)
      kind = .setOperation(.init(left, operation.operator, rewrite(operation.right, question)))
    case .assignment(let assignment):
      let (binder, question) = bind(expression, asked)
      let value = rewrite(assignment.value, question)
      let source = source(of: assignment.value).reading(as: isCollecting ? nil : self.kind(of: question))
      scopes.bind(assignment.variable, to: Binding(binder: binder, source: source))
      kind = .assignment(.init(assignment.variable, value))
    default: return nil
    }
    return FormatExpression(kind, range: expression.range, from: expression.origin)
  }

  // MARK: Variables

  /// Returns the number of the expression that binds a variable, and the question for its value. The question joins what the
  /// expression asks and what the uses of the variable have asked so far.
  private mutating func bind(_ expression: FormatExpression, _ asked: Question) -> (binder: Int, Question) {
    let binder = binders[expression] ?? asks.count
    if binder == asks.count {
      binders[expression] = binder
      asks.append(.nothing)
    }
    let question = asks[binder].joined(with: asked)
    if isCollecting { asks[binder] = question }
    return (binder, question)
  }

  /// Records a question for the value of a variable.
  private mutating func use(_ name: String, _ asked: Question) {
    guard isCollecting, let binding = scopes[name], asks.indices.contains(binding.binder) else { return }
    asks[binding.binder] = asks[binding.binder].joined(with: asked)
    note(asked, of: binding.source.columns)
  }

  // MARK: Operands

  /// Returns what keys ask of the value that they are read from.
  private mutating func question(
    ofRoot source: CellSource, _ steps: ArraySlice<FormatExpression.KeyStep>, _ asked: Question
  ) -> Question {
    let keys = steps.filter { if case .key(let key) = $0.kind { !key.namesSelf } else { true } }
    for (index, step) in keys.enumerated() {
      switch step.kind {
      case .key(.collectionOperator(.sum)), .key(.collectionOperator(.average)): return .kind(.number)
      case .key(.collectionOperator(.count)): return .nothing
      case .key(.collectionOperator):
        guard index == keys.count - 1, case .nothing = asked else { continue }
        return question([source, .unknown])
      // A key of a text is read from the text, but the greatest of numbers is not that of texts.
      case .key(.named): return index == 0 ? .kind(.text) : question([source, .unknown])
      case .key(.unknownOperator), .variable, .placeholder: return .nothing
      }
    }
    return asked
  }

  private mutating func rewrite(
    _ element: FormatExpression.Element, _ asked: Question, _ expression: FormatExpression
  ) -> FormatExpression {
    var read = element
    if case .evaluatedObject = element.collection.kind {
      // Only the row decides which cell is read.
      if let position = element.index.position { read.index = .value(rewrite(position, .kind(.text))) }
      let result = FormatExpression(.index(read), range: expression.range, from: expression.origin)
      guard !isCollecting, kind(of: asked) == .number else { return result }
      return FormatExpression(
        .cast(.init(result, type: Cast.number.rawValue)), range: expression.range, from: expression.origin)
    }
    if case .size = element.index {
      read.collection = rewrite(element.collection)
    } else {
      read.collection = rewrite(element.collection, asked)
    }
    if let position = element.index.position { read.index = .value(rewrite(position, .kind(.number))) }
    return FormatExpression(.index(read), range: expression.range, from: expression.origin)
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
        let hasDate = arguments.contains { isDate(source(of: $0)) }
        question = .kind(hasDate && call.selector == ArithmeticOperator.subtract.selector ? .date : .number)
      case .date: return arguments.enumerated().map { rewrite($1, .kind($0 == 0 ? .date : .text)) }
      case .string: question = .kind(.text)
      case .any: question = asked
      }
    case .reduction(let reduction):
      let outer = isInReduction
      isInReduction = true
      defer { isInReduction = outer }
      let question: Question
      switch (reduction, asked) {
      case (.sum, _), (.average, _), (.median, _), (.standardDeviation, _): question = .kind(.number)
      case (.minimum, .nothing), (.maximum, .nothing):
        question = self.question(arguments.map { source(of: $0) } + [.unknown])
      case (.minimum, _), (.maximum, _), (.mode, _): question = asked
      case (.count, _): question = .nothing
      }
      return arguments.map { rewrite($0, question) }
    case .index:
      return arguments.enumerated().map { rewrite($1, $0 == 0 ? asked : .kind(.number)) }
    case .cast: question = .kind(.text)
    case .program, nil: question = .nothing
    }
    return arguments.map { rewrite($0, question) }
  }

  package mutating func replacement(for comparison: FormatPredicate.Comparison) -> FormatPredicate.Comparison? {
    if let pairs = pairs(of: comparison) { return rewrite(comparison, pairs) }
    var (left, right) = (source(of: comparison.left), source(of: comparison.right))
    if comparison.modifier != .direct { left = left.element }
    var asked = Question.nothing
    switch comparison.operator.kind {
    case .text, .matches: asked = .kind(.text)
    case .contains: asked = left.columns.isEmpty || left.depth > 0 ? question([left, right]) : .kind(.text)
    case .isIn: asked = right.columns.isEmpty || right.depth > 0 ? question([left, right]) : .kind(.text)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .between:
      asked = question([left, right])
      if !isCollecting, case .kind(.text) = asked { noteTextOrder(left.columns, right.constants) }
    case .equal, .notEqual: asked = question([left, right])
    case .program: break
    }
    if case .nothing = asked, !comparison.options.isEmpty { asked = .kind(.text) }
    var read = comparison
    read.left = rewrite(comparison.left, asked)
    read.right = rewrite(comparison.right, asked)
    return read
  }

  /// Returns what values ask of each other: the first kind that does not depend on cells, or else the kind of their columns.
  mutating func question(_ sources: [CellSource]) -> Question {
    let all = sources.reduce(into: CellSource()) { $0.formUnion($1) }
    let kinds = all.kinds
    if let kind = kinds.first {
      if !isCollecting, kinds.count > 1, kinds.contains(.number) {
        for column in all.columns where options.declared[column] == nil { mixtures[column] = kinds }
      }
      return .kind(kind)
    }
    let isCompared = sources.count { !$0.columns.isEmpty || $0.isUnknown } > 1
    return isCompared && !all.columns.isEmpty ? link(all.columns) : .nothing
  }

  private mutating func noteTextOrder(_ columns: Set<String>, _ constants: [FormatValue]) {
    guard let number = constants.lazy.compactMap(\.numberInQuotes).first else { return }
    for column in columns where options.declared[column] == nil { textOrders[column] = number }
  }
}

extension CellPlan.Question {
  /// Returns the stronger of two questions. A kind is stronger than text, because text has no other use then.
  fileprivate func joined(with other: CellPlan.Question) -> CellPlan.Question {
    switch (self, other) {
    case (.nothing, _): other
    case (.kind(.text), .kind), (.same, .kind): other
    case (.kind, _), (.same, _): self
    }
  }
}

extension FormatValue {
  /// The text, if it is a number.
  fileprivate var numberInQuotes: String? {
    guard case .string(let text) = self, Array(text.utf8)[...].jsonNumberLength == text.utf8.count else { return nil }
    return text
  }
}
