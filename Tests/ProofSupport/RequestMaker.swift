import PredicateFormat
import PredicateSQL
import PredicateSemantics
import TestSupport

/// A generator of random fetch requests for the objects of the proof: for objects, rows, distinct rows and groups.
///
/// Half of the keys have few distinct values, so many objects are equal by them and are sorted by ties.
package struct RequestMaker {
  /// The generator of predicates, key paths and constants, which contains the random number generator.
  var maker: PredicateMaker
  /// The property names in use.
  var names: Set<String> = []

  /// Creates a generator for the data.
  package init(model: PredicateModel, data: ProofData) { maker = PredicateMaker(model: model, data: data) }

  /// Returns the request with the given number, which does not depend on earlier requests.
  ///
  /// - Throws: `FormatError` if a generated text is not a format string.
  package mutating func request(seed: UInt64, number: Int) throws(FormatError) -> ProofRequest {
    let entity = maker.begin(seed: seed &+ 77, number: number)?.name ?? "Person"
    names = []
    var request = PredicateFetchRequest(of: entity)
    if maker.random.chance(50) { request.predicate = try predicate() }
    switch maker.random.number(0...99) {
    case 0..<30: (request.sortKeys, request.after) = keysOfPage()
    case 30..<50:
      request.properties = try columns()
      // Sort keys are either keys of the objects or names of the rows' columns. A column hides another key with its name.
      let hidden = request.properties.filter { $0.expression != .keyPath($0.name) }.map(\.name)
      request.sortKeys =
        maker.random.chance(70) ? objectKeys().map(\.key).filter { !hidden.contains($0.keyPath) } : rowKeys(of: request)
    case 50..<65:
      request.isDistinct = true
      request.properties = try columns()
      request.sortKeys = rowKeys(of: request)
    default: try group(&request)
    }
    (request.limit, request.offset) = page()
    var made = ProofRequest(id: "\(seed)/\(number)", entity: entity, request: request, result: result(of: request))
    if maker.random.chance(5) { invalidate(&made) }
    return made
  }

  /// Makes a request invalid, if that is possible.
  private mutating func invalidate(_ made: inout ProofRequest) {
    let invalidity = maker.random.pick(Invalidity.allCases)
    if invalidity.apply(to: &made.request) { made.invalidity = invalidity }
  }

  private mutating func predicate() throws(FormatError) -> FormatPredicate {
    // Without objects there are no rows, but without group keys there is still one group.
    if maker.random.chance(5) { return FormatPredicate(false) }
    maker.arguments = []
    let format = maker.condition(maker.random.pick([0, 0, 0, 1, 1, 2]))
    let predicate = try FormatPredicate(format, arguments: maker.arguments)
    // Most predicates select few objects, which would give few groups.
    return maker.random.chance(35) ? !predicate : predicate
  }

  private mutating func result(of request: PredicateFetchRequest) -> SQLFetchResult {
    if maker.random.chance(10) { return .count }
    if request.makesRows { return .rows }
    return maker.random.chance(30) ? .objects : .identifiers
  }

  /// Returns a limit and an offset: none, zero, one, a few, or beyond the end.
  private mutating func page() -> (limit: Int?, offset: Int) {
    let few = maker.random.number(2...12)
    let some = maker.random.number(1...9)
    if maker.random.chance(5) { return (maker.random.pick([0, 5_000, .max]), maker.random.pick([60, 200, .max])) }
    let limit: Int? = maker.random.pick([nil, nil, nil, nil, 1, few, few, few, few, 5_000])
    return (limit, maker.random.pick([0, 0, 0, 0, some, some]))
  }

  // MARK: Keys

  /// Returns a key path through to-one objects to a suitable attribute. Half of the time, prefers one with few distinct values.
  mutating func path(where isWanted: (PredicateModel.Attribute) -> Bool) -> PredicateMaker.Path? {
    if maker.random.chance(50), let path = maker.path(of: 0, where: { isWanted($0) && $0.holdsFewValues }) {
      return path
    }
    return maker.path(of: 0, where: isWanted)
  }

  /// Returns up to three sort keys of objects, and for some of them the values after which the page begins.
  private mutating func keysOfPage() -> ([SortKey], [FormatValue]) {
    let keys = objectKeys()
    // Only a sort key without a function of the program has a counterpart in a predicate.
    let haveOrder = keys.allSatisfy { $0.key.comparison == .default || $0.key.comparison == .caseInsensitive }
    return (keys.map(\.key), haveOrder && maker.random.chance(40) ? keys.map(\.place) : [])
  }

  /// Returns up to three sort keys of objects, each with a value that an object has.
  private mutating func objectKeys() -> [(key: SortKey, place: FormatValue)] {
    var keys: [(key: SortKey, place: FormatValue)] = []
    for _ in 0..<maker.random.pick([0, 1, 1, 1, 2, 2, 3]) {
      guard let path = path(where: { $0.type.valueType.isOrdered }) else { continue }
      if path.attribute.isText, maker.random.chance(5) {
        let key = SortKey("\(path.text).length", ascending: maker.random.chance(50))
        keys.append((key, .integer(Int64(maker.random.number(0...6)))))
      } else {
        let place = maker.random.chance(10) ? nil : maker.held(by: path)
        keys.append((sortKey(path.text, isText: path.attribute.isText), place ?? .null))
      }
    }
    return keys
  }

  /// Returns up to three sort keys that are properties or group keys.
  mutating func rowKeys(of request: PredicateFetchRequest) -> [SortKey] {
    let names = request.properties.map(\.name) + request.groupKeys
    guard !names.isEmpty else { return [] }
    var keys: [SortKey] = []
    for _ in 0..<maker.random.pick([0, 1, 1, 1, 2, 2, 3]) {
      let name = maker.random.pick(names)
      // The check rejects keys without an order. A column of unknown type is not treated as text.
      guard types[name]?.isOrdered ?? true else { continue }
      keys.append(sortKey(name, isText: types[name] == .string))
    }
    return keys
  }

  /// The known value types of the rows' columns, by name.
  var types: [String: ValueType] = [:]

  private mutating func sortKey(_ keyPath: String, isText: Bool) -> SortKey {
    let isAscending = maker.random.chance(50)
    var comparison = SortComparison.default
    if isText, maker.random.chance(25) { comparison = .caseInsensitive }
    if isText, maker.random.rarely(30) { comparison = .localizedStandard }
    if maker.random.rarely(15) { comparison = .function(Self.byLength) }
    return SortKey(keyPath, ascending: isAscending, comparison: comparison)
  }

  /// A comparison that no engine supports.
  private static let byLength = SortFunction("by the length of its print") { left, right in
    printLength(left) < printLength(right)
  }

  /// Returns the length of a value's text. Equal values have equal lengths, because an engine may return any of them.
  private static func printLength(_ value: FormatValue) -> Int {
    let normalized: FormatValue
    switch value {
    // Adding 0.0 removes the sign of zero.
    case .integer(let number): normalized = .double(Double(number) + 0.0)
    case .unsigned(let number): normalized = .double(Double(number) + 0.0)
    case .double(let number): normalized = .double(number + 0.0)
    case .decimal(let number): normalized = .double(number.doubleValue + 0.0)
    case .string(let text): normalized = .string(folded(text, []))
    default: normalized = value
    }
    return normalized.formatExpression.format.utf8.count
  }

  // MARK: Names

  /// Returns an unused name for a property without a default name.
  mutating func name(_ otherwise: String) -> String {
    var name = otherwise
    if maker.random.chance(30) {
      name = maker.random.pick(Self.oddNames)
    } else if maker.random.chance(15) {
      // The name of a table column, which has another meaning in SQL.
      name = maker.random.pick(maker.scopes[0].entity.attributes).name
    }
    while !names.insert(name).inserted { name += "2" }
    return name
  }

  /// Names that engines truncate, fold, or interpret differently.
  private static let oddNames = [
    "count(friends)", "it's", "a b", "\u{FC}", "u\u{308}", "\"q\"", "`b`", "[c]", "select", "order", "%", "$1", "?",
    "Name",
    "NAME", "x.y", "x.z", "\\", "a;b", "--", "id", "self", "\u{1F600}", " ", "count", "SELF",
    String(repeating: "long name ", count: 8) + "a", String(repeating: "long name ", count: 8) + "b",
  ]
}

extension PredicateModel.Attribute {
  /// Whether many objects have the same value.
  fileprivate var holdsFewValues: Bool {
    switch type {
    case .boolean, .integer16: true
    default: ["age", "city", "effort", "token", "price", "joined"].contains(name)
    }
  }
}
