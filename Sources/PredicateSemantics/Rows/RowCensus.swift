import PredicateSyntax

/// What a census needs to read rows. An engine provides it.
package struct RowReader {
  /// Returns the value of a key of an object, or `nil` if it cannot be read.
  let key: (FormatObject, String) -> FormatValue?
  /// Returns the function for the value of an expression in a row, or `nil` if the expression cannot be evaluated.
  let value: (FormatExpression) -> ((FormatValue) -> FormatValue?)?

  package init(
    key: @escaping (FormatObject, String) -> FormatValue?,
    value: @escaping (FormatExpression) -> ((FormatValue) -> FormatValue?)?
  ) {
    (self.key, self.value) = (key, value)
  }
}

/// The keys and kinds of values that the rows have where a predicate reads them.
package struct RowCensus: TreeWalker {
  /// The different key paths, in which rows are looked at, and each use of one of them.
  private var keyPaths: [KeyPathUse] = []
  private var uses: [(keyPath: Int, range: FormatRange)] = []
  private var indices: [KeyPathUse.Identity: Int] = [:]
  /// The tests of each key path.
  private var equalities: [EqualityTests] = []
  private var equalityIndices: [[String]: Int] = [:]
  /// The number of tests so far.
  private var tests = 0
  private var dates: [DateCast] = []
  private let reader: RowReader
  /// Whether positions refer to the source text of the predicate.
  private var hasPositions = true
  /// The collections of the SUBQUERY expressions around the current node, by variable, innermost last.
  private var collections: [(variable: String, value: FormatExpression)] = []

  /// Finds the key paths of a predicate, its tests of equality with constants, and its casts to dates.
  ///
  /// - Parameters:
  ///   - predicate: The predicate, to whose source text the warnings refer.
  ///   - others: Other expressions that the rows are read with. Warnings about them have no position.
  ///   - read: The predicate and the other expressions with the keys that are read, if those differ.
  ///   - reader: The functions that read the keys of objects and compute the operands of casts.
  package init(
    _ predicate: FormatPredicate, and others: [FormatExpression] = [],
    read: (FormatPredicate, [FormatExpression])? = nil, reader: RowReader
  ) {
    self.reader = reader
    walk(predicate)
    hasPositions = false
    for expression in others { walk(expression) }
    guard let read else { return }
    let values = RowCensus(read.0, and: read.1, reader: reader)
    var written: [FormatRange: Equality] = [:]
    for test in equalities.flatMap({ $0.tests }) where (written[test.range]?.order ?? .max) > test.order {
      written[test.range] = test
    }
    equalities = values.equalities
    for index in equalities.indices { equalities[index].rename { written[$0]?.path } }
    dates = zip(dates, values.dates).map { written, cast in
      var cast = cast
      cast.operand = written.operand
      return cast
    }
  }

  /// Whether no further row can lead to a finding.
  package var isComplete: Bool {
    keyPaths.allSatisfy { $0.isComplete } && equalities.allSatisfy { $0.isComplete }
      && dates.allSatisfy { $0.isComplete }
  }

  /// The warnings, if there are no more rows.
  package var findings: [FormatDiagnostic] {
    let nearest = keyPaths.map { $0.nearest }
    let keys = uses.compactMap { keyPaths[$0.keyPath].finding(at: $0.range, nearest: nearest[$0.keyPath]) }
    let tests = equalities.flatMap { $0.findings }.sorted { $0.order < $1.order }
    return keys + tests.map { $0.finding } + dates.compactMap { $0.finding }
  }

  /// Looks at a row.
  package mutating func look(at row: FormatValue) {
    for index in keyPaths.indices where !keyPaths[index].isComplete { keyPaths[index].look(at: row, reader) }
    for index in equalities.indices where !equalities[index].isComplete { equalities[index].look(at: row) }
    for index in dates.indices where !dates[index].isComplete { dates[index].look(at: row) }
  }

  // MARK: Finding the key paths

  package mutating func enter(_ expression: FormatExpression) {
    if case .cast(let cast) = expression.kind, Cast(rawValue: cast.type) == .date {
      var written = cast.value
      // The values of a variable of SUBQUERY are those of its collection.
      // A collection may use the variable of the one around it, so the operand may double with each level.
      for (variable, value) in collections.suffix(4).reversed() {
        var elements = VariableReplacement(variable: variable, value: value)
        written = elements.rewrite(written)
      }
      let value = reader.value(written)
      dates.append(DateCast(cast.value, value, range: hasPositions ? expression.range : .none))
    }
    let steps: [FormatExpression.KeyStep]
    switch expression.kind {
    case .keyPath(let path): steps = path
    case .index(let element):
      guard case .evaluatedObject = element.collection.kind, case .value(let position) = element.index,
        case .constant(.string(let name)) = position.kind
      else { return }
      steps = [.key(.named(name))]
    default: return
    }
    let identity = KeyPathUse.Identity(steps)
    let index = indices[identity] ?? keyPaths.count
    if index == keyPaths.count {
      indices[identity] = index
      keyPaths.append(KeyPathUse(identity))
    }
    uses.append((index, hasPositions ? expression.range : .none))
  }

  package mutating func enterScope(of subquery: FormatExpression.Subquery) {
    collections.append((subquery.variable, subquery.collection))
  }

  package mutating func leaveScope(of subquery: FormatExpression.Subquery) { collections.removeLast() }

  package mutating func enter(_ predicate: FormatPredicate) {
    guard hasPositions, case .comparison(let comparison) = predicate.kind, comparison.modifier == .direct
    else { return }
    switch comparison.operator {
    case .equalTo, .notEqualTo, .in: break
    default: return
    }
    var (path, constant) = (comparison.left, comparison.right)
    if comparison.operator != .in, case .constant = path.kind { swap(&path, &constant) }
    guard let constants = Self.constants(constant, areElements: comparison.operator == .in) else { return }
    switch path.kind {
    case .evaluatedObject: add(Equality(path: path, constants: constants, range: predicate.range, order: tests), of: [])
    case .keyPath(let steps) where steps.names.count == steps.count:
      add(Equality(path: path, constants: constants, range: predicate.range, order: tests), of: steps.names)
    default: return
    }
  }

  private mutating func add(_ test: Equality, of keys: [String]) {
    tests += 1
    let index = equalityIndices[keys] ?? equalities.count
    if index == equalities.count {
      equalityIndices[keys] = index
      equalities.append(EqualityTests(of: keys))
    }
    equalities[index].append(test)
  }

  /// Returns the constant of a comparison or, for IN, the elements of its list of constants.
  private static func constants(_ side: FormatExpression, areElements: Bool) -> [FormatValue]? {
    let values: [FormatValue]
    switch side.kind {
    case .constant(.list(let elements)) where areElements, .constant(.set(let elements)) where areElements:
      values = elements
    case .constant(let value) where !areElements: values = [value]
    case .aggregate(let elements) where areElements:
      values = elements.compactMap { if case .constant(let value) = $0.kind { value } else { nil } }
      guard values.count == elements.count else { return nil }
    default: return nil
    }
    return values.contains(.null) ? nil : values
  }
}

/// A key path of SELF up to its first collection operator, and how many of its keys a row has.
private struct KeyPathUse {
  struct Identity: Hashable {
    let keys: [String]
    /// Whether the key path has a collection operator.
    let isShortened: Bool

    init(_ steps: [FormatExpression.KeyStep]) {
      keys = steps.names
      isShortened = keys.count < steps.count
    }
  }

  let keys: [String]
  let isShortened: Bool
  /// The number of keys that a row has.
  private var seen = 0
  /// The keys of the records that lack the next key.
  private var others: Set<String> = []
  /// Whether the keys lead to a scalar, or to an object without the key. An error reports that, not a warning.
  private var isUnknown = false

  init(_ identity: Identity) {
    (keys, isShortened) = (identity.keys, identity.isShortened)
  }

  var isComplete: Bool { seen == keys.count || isUnknown }

  mutating func look(at row: FormatValue, _ reader: RowReader) {
    var values = [row]
    for (index, key) in keys.enumerated() {
      var found: [FormatValue] = []
      while let value = values.popLast() {
        switch value {
        case .list(let elements), .set(let elements): values += elements
        case .record(let fields):
          if let field = fields[key] { found.append(field) } else if index == seen { others.formUnion(fields.keys) }
        case .object(let object):
          guard let field = reader.key(object, key) else {
            isUnknown = true
            return
          }
          found.append(field)
        case .null: break
        case .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data:
          isUnknown = true
          return
        }
      }
      if found.isEmpty { return }
      if index == seen {
        seen += 1
        others = []
      }
      values = found
    }
  }

  /// The key of the rows that is similar to the first key that no row has.
  var nearest: String? { isComplete ? nil : nearestWord(to: keys[seen], among: others.inByteOrder) }

  /// Returns the warning about the first key that no row has. The similar key is in a fix-it if the position of the path is known,
  /// and in the message otherwise.
  func finding(at range: FormatRange, nearest: String?) -> FormatDiagnostic? {
    guard !isComplete, !others.isEmpty, keys[seen].lowercased() != "self" else { return nil }
    guard let nearest, range != .none, !isShortened else {
      return FormatDiagnostic(.absentKey(keys[seen], nearest: nearest), at: range)
    }
    var steps = keys.map { FormatExpression.KeyStep.key(.init($0)) }
    steps[seen] = .key(.init(nearest))
    let isElement = steps.count == 1 && !FormatExpression.isWord(nearest)
    let replacement = (isElement ? .element(of: nearest) : FormatExpression(.keyPath(steps))).format
    let fixIt = FormatDiagnostic.FixIt(
      title: "did you mean \(isElement ? replacement : nearest)?", range: range, replacement: replacement, isSafe: false
    )
    return FormatDiagnostic(.absentKey(keys[seen], nearest: nil), at: range, fixIts: [fixIt])
  }
}

extension FormatExpression {
  /// Returns whether a format reads the key of this name by the name alone.
  package static func isWord(_ key: String) -> Bool {
    !key.contains(".") && (try? FormatExpression.template(key)) == .keyPath(key)
  }

  /// Returns `SELF["key"]`, which reads a key that is not a single word, such as `Country Name`.
  package static func element(of key: String) -> FormatExpression {
    FormatExpression(
      .index(.init(of: FormatExpression(.evaluatedObject), at: .value(FormatExpression(.constant(.string(key)))))))
  }
}

/// A test whether a key path equals a constant, or one of a list.
private struct Equality {
  /// The key path in messages.
  var path: FormatExpression
  let constants: [FormatValue]
  let range: FormatRange
  /// The number of tests before this one.
  let order: Int
  /// Whether a row can have an equal value.
  var canBeTrue = false
}

/// The tests of one key path, and the kinds of values that the rows have there.
private struct EqualityTests {
  private(set) var tests: [Equality] = []
  private let keys: [String]
  private var types: [ValueType] = []
  /// Whether each of the tests can be true.
  private(set) var isComplete = false

  init(of keys: [String]) {
    self.keys = keys
  }

  mutating func append(_ test: Equality) { tests.append(test) }

  /// Changes the key paths in messages to those that `path` returns for the positions of the tests.
  mutating func rename(_ path: (FormatRange) -> FormatExpression?) {
    for index in tests.indices { tests[index].path = path(tests[index].range) ?? tests[index].path }
  }

  mutating func look(at row: FormatValue) {
    guard let type = valueType(in: row) else {
      for index in tests.indices { tests[index].canBeTrue = true }
      return isComplete = true
    }
    guard type != .null, !types.contains(type) else { return }
    types.append(type)
    isComplete = true
    for index in tests.indices where !tests[index].canBeTrue {
      tests[index].canBeTrue = !tests[index].constants.allSatisfy { type.isUnlike($0.valueType) }
      if !tests[index].canBeTrue { isComplete = false }
    }
  }

  /// Returns the type of the key path's value, or `nil` if it is unknown.
  private func valueType(in row: FormatValue) -> ValueType? {
    var value = row
    for key in keys {
      switch value {
      case .record(let fields): value = fields[key]?.widened ?? .null
      // The value is the list of the elements' values.
      case .list, .set: return .list(.any)
      case .null: return .null
      case .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .object: return nil
      }
    }
    if case .object = value { return nil }
    if case .set = value { return .list(.any) }
    return value.valueType
  }

  /// The warnings that no row has an equal value, unless the value is `nil` in all rows.
  var findings: [(order: Int, finding: FormatDiagnostic)] {
    if types.isEmpty { return [] }
    let names = types.map { $0.description }.joined(separator: " or ")
    return tests.compactMap { test in
      guard !test.canBeTrue, let constant = test.constants.first else { return nil }
      let path = test.path.format
      let message = Message.neverEqual(left: "\(path), in all rows \(names),", right: constant.valueType.description)
      let notes = types.contains(.list(.any)) ? ["ANY compares the elements of a list: ANY \(path) == …"] : []
      return (test.order, FormatDiagnostic(message, at: test.range, notes: notes))
    }
  }
}

/// A CAST to a date, and whether its operand looks like a time since 1970.
private struct DateCast {
  /// The maximum number of rows that are looked at.
  private static let maximumRows = 1_000
  /// The seconds from 2001 to 2040. A time since 1970 that is read as an earlier date may be meant.
  private static let secondsTo2040 = 1_230_768_000.0
  /// Above the seconds from 1970 to 2128.
  private static let maximum = 5_000_000_000.0

  /// The operand in messages.
  var operand: FormatExpression
  /// Returns the value of the operand in a row. `nil` if it has none, such as an operand with a variable that has no value here.
  private let value: ((FormatValue) -> FormatValue?)?
  private let range: FormatRange
  private var rows = 0
  private var found: (number: FormatValue, seconds: Double)?

  init(_ operand: FormatExpression, _ value: ((FormatValue) -> FormatValue?)?, range: FormatRange) {
    self.operand = operand
    self.value = value
    self.range = range
  }

  var isComplete: Bool { value == nil || found != nil || rows == Self.maximumRows }

  mutating func look(at row: FormatValue) {
    rows += 1
    guard let value = value?(row) else { return }
    for value in value.arrayValue ?? [value] where found == nil {
      guard let number = value.numberOfSeconds else { continue }
      let isTime = (Self.secondsTo2040...Self.maximum).contains(number)
      let isMilliseconds = (Self.secondsTo2040 * 1_000...Self.maximum * 1_000).contains(number)
      if isTime || isMilliseconds { found = (value, number) }
    }
  }

  var finding: FormatDiagnostic? {
    guard let found else { return nil }
    let message = Message.unixTime(
      found.number.formatExpression.format,
      readAs: Double.years1To9999.contains(found.seconds) ? found.seconds.dateText : "a date after the year 9999",
      of: operand.format,
      isMilliseconds: found.seconds > Self.maximum)
    return FormatDiagnostic(message, at: range)
  }
}

extension FormatValue {
  fileprivate var numberOfSeconds: Double? {
    switch self {
    case .integer, .unsigned, .double, .decimal: doubleValue
    case .null, .bool, .string, .date, .uuid, .data, .list, .set, .record, .object: nil
    }
  }
}

extension [FormatExpression.KeyStep] {
  /// The keys before the first collection operator or variable.
  fileprivate var names: [String] {
    var names: [String] = []
    for step in self {
      guard case .key(.named(let name)) = step.kind else { break }
      names.append(name)
    }
    return names
  }
}

/// Replaces a variable by an expression.
private struct VariableReplacement: TreeRewriter {
  let variable: String
  let value: FormatExpression

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    expression.kind == .variable(variable) ? value : nil
  }
}
