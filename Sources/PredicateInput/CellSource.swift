import PredicateSemantics
import PredicateSyntax

/// What the value of an expression may be. For a list, what its elements may be.
struct CellSource: Sendable {
  /// The constants. Lists among them are replaced by their elements.
  var constants: [FormatValue] = []
  /// The kinds of computed values, whatever the cells are.
  private(set) var computed: [CellKind] = []
  /// The columns whose cells are values.
  private(set) var columns: Set<String> = []
  /// Whether there may be values of a kind that only the row decides, such as those of `SELF[$key]`.
  private(set) var isUnknown = false
  /// The number of lists around the elements: 0 for a single value.
  var depth = 0

  init() {}

  init(_ kind: CellKind) { computed = [kind] }

  init(column: String) { columns = [column] }

  static let unknown = {
    var source = CellSource()
    source.isUnknown = true
    return source
  }()

  init(_ constant: FormatValue) {
    guard let elements = constant.collected else {
      constants = [constant]
      return
    }
    depth = 1
    if elements.contains(where: { $0.collected != nil }) {
      for element in elements { formUnion(CellSource(element).inList) }
    } else {
      constants = elements
    }
  }

  /// The kinds of the values that do not depend on the cells, each once. The first one decides how columns are read.
  var kinds: [CellKind] {
    var found = computed
    for constant in constants {
      guard let kind = Self.kind(of: constant), !found.contains(kind) else { continue }
      found.append(kind)
    }
    return found
  }

  private static func kind(of value: FormatValue) -> CellKind? {
    switch value {
    case .string: .text
    case .integer, .unsigned, .double, .decimal: .number
    case .bool: .boolean
    case .date: .date
    case .null, .uuid, .data, .record, .object, .list, .set: nil
    }
  }

  /// Adds the values of another source.
  mutating func formUnion(_ other: CellSource) {
    constants += other.constants
    for kind in other.computed where !computed.contains(kind) { computed.append(kind) }
    columns.formUnion(other.columns)
    isUnknown = isUnknown || other.isUnknown
    depth = max(depth, other.depth)
  }

  func union(_ other: CellSource) -> CellSource {
    var both = self
    both.formUnion(other)
    return both
  }

  /// The source of a list of these values.
  var inList: CellSource {
    var list = self
    list.depth += 1
    return list
  }

  /// The source of an element of these lists.
  var element: CellSource {
    var element = self
    element.depth = max(0, depth - 1)
    return element
  }

  /// The source of the values if the columns are read as a kind.
  func reading(as kind: CellKind?) -> CellSource {
    guard let kind, !columns.isEmpty else { return self }
    var read = self
    read.columns = []
    if !read.computed.contains(kind) { read.computed.insert(kind, at: 0) }
    return read
  }
}

extension FormatValue {
  /// The elements of a list or a set.
  fileprivate var collected: [FormatValue]? {
    if case .list(let elements) = self { return elements }
    if case .set(let elements) = self { return elements }
    return nil
  }
}

// MARK: - Expressions

extension CellPlan {
  /// Returns what the value of an expression may be. Every node has an answer, and a node without a better one is unknown.
  func source(of expression: FormatExpression) -> CellSource {
    if let column = column(of: expression) { return CellSource(column: column) }
    switch expression.kind {
    case .constant(let value): return CellSource(value)
    case .evaluatedObject: return CellSource()
    case .variable(let name): return scopes[name]?.source ?? .unknown
    case .keyPath(let steps): return source(ofKeyPath: steps, expression)
    case .keys(let keys): return source(of: keys.steps[...], source(of: keys.root))
    case .index(let element): return source(of: element)
    case .aggregate(let elements):
      return elements.reduce(into: CellSource()) { $0.formUnion(source(of: $1)) }.inList
    case .function(let call): return source(of: call)
    case .cast(let cast): return Self.source(ofCast: cast.type)
    case .conditional(let choice): return source(of: choice.then).union(source(of: choice.otherwise))
    case .subquery(let subquery): return source(of: subquery.collection)
    case .setOperation(let operation): return source(of: operation.left).union(source(of: operation.right))
    case .assignment(let assignment): return source(of: assignment.value)
    case .targetFunction, .anyKey, .placeholder, .invalid: return .unknown
    }
  }

  private func source(ofKeyPath steps: [FormatExpression.KeyStep], _ expression: FormatExpression) -> CellSource {
    guard case .key(let first) = steps.first?.kind else { return .unknown }
    if !isInReduction, steps.count == 1, let property = properties[first.name] { return source(of: property) }
    // A key path without a column at its start ranges over all rows.
    let isOfRows = first.isOperator
    guard let position = columnStep(of: steps), case .key(let column) = steps[position].kind else {
      return isOfRows ? source(of: steps[...], .unknown) : .unknown
    }
    let read = source(of: steps[..<position], CellSource(column: column.name))
    return source(of: steps[(position + 1)...], read)
  }

  /// Returns the position of the step that names a column in a key path: the first step, or the step after operators.
  func columnStep(of steps: [FormatExpression.KeyStep]) -> Int? {
    let position = steps.firstIndex { step in
      guard case .key(let key) = step.kind else { return true }
      return !key.isOperator && !key.namesSelf
    }
    guard let position, case .key = steps[position].kind else { return nil }
    return position
  }

  /// Returns what the values of keys may be.
  private func source(of steps: ArraySlice<FormatExpression.KeyStep>, _ root: CellSource) -> CellSource {
    var source = root
    for step in steps {
      guard case .key(let key) = step.kind else { return .unknown }
      source = key.namesSelf ? source : self.source(of: key, source)
    }
    return source
  }

  private func source(of key: FormatExpression.Key, _ root: CellSource) -> CellSource {
    switch key {
    case .collectionOperator(.count), .collectionOperator(.sum), .collectionOperator(.average):
      return CellSource(.number)
    case .collectionOperator(.minimum), .collectionOperator(.maximum): return root.element
    case .collectionOperator: return root
    case .unknownOperator: return .unknown
    case .named(let name):
      if !root.constants.isEmpty {
        let fields = root.constants.filter { if case .record = $0 { true } else { false } }
        if !fields.isEmpty, let values = try? DynamicKeys().read([key], of: FormatValue.list(fields)) {
          var source = CellSource(values)
          source.depth = max(root.depth, source.depth - 1)
          return source
        }
      }
      guard let known = ValueKey.named(name), let kind = Self.kind(of: known.result) else { return .unknown }
      var source = CellSource(kind)
      source.depth = root.depth
      return source
    }
  }

  private func source(of element: FormatExpression.Element) -> CellSource {
    let position: FormatExpression? = element.index.position
    if case .size = element.index { return CellSource(.number) }
    switch element.collection.kind {
    case .evaluatedObject: return .unknown
    case .aggregate(let elements):
      if let index = Self.offset(of: element.index, in: elements.count) { return source(of: elements[index]) }
    case .constant(.list(let elements)):
      if let index = Self.offset(of: element.index, in: elements.count) { return CellSource(elements[index]) }
    default: break
    }
    let collection = source(of: element.collection)
    if case .constant(.string(let name)) = position?.kind {
      return source(of: .named(name), collection)
    }
    return collection.element
  }

  /// Returns the offset of the element that an index selects, or `nil` if the offset is unknown or out of range.
  private static func offset(of index: FormatExpression.Index, in count: Int) -> Int? {
    let offset: Int? =
      switch index {
      case .first: 0
      case .last: count - 1
      case .size: nil
      case .value(let position):
        if case .constant(.integer(let index)) = position.kind { Int(clamping: index) } else { nil }
      }
    return offset.flatMap { (0..<count).contains($0) ? $0 : nil }
  }

  private func source(of call: FormatExpression.Call) -> CellSource {
    let first = call.arguments.first
    switch PredefinedFunction.named(call.selector)?.definition {
    case .values(let function):
      if case .operand = function.computation { return first.map { source(of: $0) } ?? .unknown }
      let types = call.arguments.map { isDate(source(of: $0)) ? ValueType.date : .integer }
      return Self.kind(of: function.resultType(of: types)).map { CellSource($0) } ?? .unknown
    case .reduction(.sum), .reduction(.average), .reduction(.median), .reduction(.standardDeviation),
      .reduction(.count):
      return CellSource(.number)
    case .reduction(.minimum), .reduction(.maximum): return first.map { source(of: $0).element } ?? .unknown
    case .reduction(.mode): return first.map { source(of: $0) } ?? .unknown
    case .index:
      guard call.arguments.count == 2 else { return .unknown }
      return source(of: FormatExpression.Element(of: call.arguments[0], at: .value(call.arguments[1])))
    case .cast:
      guard case .constant(.string(let type)) = call.arguments.last?.kind else { return .unknown }
      return Self.source(ofCast: type)
    case .program, nil: return .unknown
    }
  }

  /// Returns whether values are dates.
  func isDate(_ source: CellSource) -> Bool {
    source.kinds.first?.isDate == true
      || source.kinds.isEmpty && source.columns.contains { options.declared[$0]?.isDate == true }
  }

  private static func source(ofCast type: String) -> CellSource {
    switch Cast(rawValue: type) {
    case .string: CellSource(.text)
    case .number, .decimal: CellSource(.number)
    case .date: CellSource(.date)
    case .uuid, .data: CellSource()
    case nil: .unknown
    }
  }

  private static func kind(of type: ValueType) -> CellKind? {
    switch type {
    case .string: .text
    case .date: .date
    case .integer, .double, .decimal: .number
    case .bool: .boolean
    default: nil
    }
  }
}
