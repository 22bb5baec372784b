import PredicateFormat
import PredicateModel
import TestSupport

/// Makes random fetch requests on the objects of the proof: for objects, rows, distinct rows and groups.
///
/// Half of the keys hold few values, so that many objects are equal by them and ties decide.
package struct RequestMaker {
  /// Makes the predicates, the key paths and the constants, and holds the random numbers.
  var maker: PredicateMaker
  /// The names of properties taken so far.
  var names: Set<String> = []

  /// Makes requests on the data.
  package init(model: DataModel, data: ProofData) { maker = PredicateMaker(model: model, data: data) }

  /// The request of a number: the same one each time, whatever was made before.
  ///
  /// - Throws: `FormatError` where a text that was made is no format string.
  package mutating func request(seed: UInt64, number: Int) throws(FormatError) -> ProofRequest {
    let entity = maker.begin(seed: seed &+ 77, number: number)?.name ?? "Person"
    names = []
    var request = PredicateFetchRequest(of: entity)
    if maker.random.chance(50) { request.predicate = try predicate() }
    switch maker.random.number(0...99) {
    case 0..<30: request.sortKeys = objectKeys()
    case 30..<50:
      request.properties = try columns()
      // By keys of the objects, or by names of the rows.
      request.sortKeys = maker.random.chance(70) ? objectKeys() : rowKeys(of: request)
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

  /// Makes a request one that the check must refuse, where it can be made so.
  private mutating func invalidate(_ made: inout ProofRequest) {
    let invalidity = maker.random.pick(Invalidity.allCases)
    if invalidity.apply(to: &made.request) { made.invalidity = invalidity }
  }

  private mutating func predicate() throws(FormatError) -> FormatPredicate {
    // Of no objects there are no rows, but one group where there are no keys.
    if maker.random.chance(5) { return FormatPredicate(false) }
    maker.arguments = []
    let format = maker.condition(maker.random.pick([0, 0, 0, 1, 1, 2]))
    let predicate = try FormatPredicate(format, arguments: maker.arguments)
    // Most predicates choose few objects, and few objects make few groups.
    return maker.random.chance(35) ? !predicate : predicate
  }

  private mutating func result(of request: PredicateFetchRequest) -> FetchResult {
    if maker.random.chance(10) { return .count }
    if request.makesRows { return .rows }
    return maker.random.chance(30) ? .objects : .identifiers
  }

  /// Limit and offset: none, nothing, one, a few, and beyond the end.
  private mutating func page() -> (limit: Int?, offset: Int) {
    let few = maker.random.number(2...12)
    let some = maker.random.number(1...9)
    if maker.random.chance(5) { return (maker.random.pick([0, 5_000, .max]), maker.random.pick([60, 200, .max])) }
    let limit: Int? = maker.random.pick([nil, nil, nil, nil, 1, few, few, few, few, 5_000])
    return (limit, maker.random.pick([0, 0, 0, 0, some, some]))
  }

  // MARK: Keys

  /// A key path through single objects to an attribute that is wanted, as often as not to one that holds few values.
  mutating func path(where isWanted: (DataModel.Attribute) -> Bool) -> PredicateMaker.Path? {
    if maker.random.chance(50), let path = maker.path(of: 0, where: { isWanted($0) && $0.holdsFewValues }) {
      return path
    }
    return maker.path(of: 0, where: isWanted)
  }

  /// Up to three keys of objects to sort by.
  private mutating func objectKeys() -> [SortKey] {
    var keys: [SortKey] = []
    for _ in 0..<maker.random.pick([0, 1, 1, 1, 2, 2, 3]) {
      guard let path = path(where: { $0.type.valueType.isOrdered }) else { continue }
      if path.attribute.isText, maker.random.chance(5) {
        keys.append(SortKey("\(path.text).length", ascending: maker.random.chance(50)))
      } else {
        keys.append(sortKey(path.text, isText: path.attribute.isText))
      }
    }
    return keys
  }

  /// Up to three properties or group keys to sort by.
  mutating func rowKeys(of request: PredicateFetchRequest) -> [SortKey] {
    let names = request.properties.map(\.name) + request.groupKeys
    guard !names.isEmpty else { return [] }
    var keys: [SortKey] = []
    for _ in 0..<maker.random.pick([0, 1, 1, 1, 2, 2, 3]) {
      let name = maker.random.pick(names)
      // What has no order, the check refuses: it is left out here. (Whether it is a text is not known either.)
      guard types[name]?.isOrdered ?? true else { continue }
      keys.append(sortKey(name, isText: types[name] == .string))
    }
    return keys
  }

  /// What the rows' columns hold, by their names, as far as it is known.
  var types: [String: ValueType] = [:]

  private mutating func sortKey(_ keyPath: String, isText: Bool) -> SortKey {
    let isAscending = maker.random.chance(50)
    var comparison = SortComparison.default
    if isText, maker.random.chance(25) { comparison = .caseInsensitive }
    if isText, maker.random.rarely(30) { comparison = .localizedStandard }
    if maker.random.rarely(15) { comparison = .function(Self.byLength) }
    return SortKey(keyPath, ascending: isAscending, comparison: comparison)
  }

  /// An order that no engine has.
  private static let byLength = SortFunction("by the length of its print") { left, right in
    printLength(left) < printLength(right)
  }

  /// The length of a value's print: the same for values that are equal. (An engine may give any of them.)
  private static func printLength(_ value: FormatValue) -> Int {
    let settled: FormatValue
    switch value {
    // The sum with 0.0 has no sign where it is zero.
    case .integer(let number): settled = .double(Double(number) + 0.0)
    case .unsigned(let number): settled = .double(Double(number) + 0.0)
    case .double(let number): settled = .double(number + 0.0)
    case .decimal(let number): settled = .double(number.doubleValue + 0.0)
    case .string(let text): settled = .string(folded(text, []))
    default: settled = value
    }
    return settled.formatExpression.format.utf8.count
  }

  // MARK: Names

  /// A name for a property that has none by default.
  mutating func name(_ otherwise: String) -> String {
    var name = otherwise
    if maker.random.chance(30) {
      name = maker.random.pick(Self.oddNames)
    } else if maker.random.chance(15) {
      // As a column of the table is called, which is something else.
      name = maker.random.pick(maker.scopes[0].entity.attributes).name
    }
    while !names.insert(name).inserted { name += "2" }
    return name
  }

  /// Names that engines cut, fold, or read as something else.
  private static let oddNames = [
    "count(friends)", "it's", "a b", "\u{FC}", "u\u{308}", "\"q\"", "`b`", "[c]", "select", "order", "%", "$1", "?",
    "Name",
    "NAME", "x.y", "x.z", "\\", "a;b", "--", "id", "self", "\u{1F600}", " ", "count", "SELF",
    String(repeating: "long name ", count: 8) + "a", String(repeating: "long name ", count: 8) + "b",
  ]
}

extension DataModel.Attribute {
  /// Whether many objects have the same value there.
  fileprivate var holdsFewValues: Bool {
    switch type {
    case .boolean, .integer16: true
    default: ["age", "city", "effort", "token", "price", "joined"].contains(name)
    }
  }
}
