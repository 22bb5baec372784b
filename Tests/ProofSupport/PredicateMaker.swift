import PredicateFormat
import PredicateSQL
import PredicateSemantics
import TestSupport

/// A generator of random predicates on the objects of the proof, as texts with arguments.
///
/// The parts of a text are made in the order in which they occur, so that arguments match their conversions.
package struct PredicateMaker {
  var random = SeededRandom(state: 0)
  let model: PredicateModel
  let data: ProofData
  /// Whether the predicates are on decimals of accounts and entries.
  let isOfDecimals: Bool
  /// Whether some arithmetic of decimals may exceed 64 bits in units.
  var mayOverflow = false
  /// The values of each entity's attributes, by `Entity.key`, from which most constants are taken.
  let pools: [String: [FormatValue]]
  /// The objects that a condition may use, SELF first.
  var scopes: [Scope] = []
  /// Whether a condition may contain an aggregate of all objects.
  var makesWholeAggregates = true
  var arguments: [FormatValue] = []

  /// An object that a condition may use.
  struct Scope {
    /// `$x`, or an empty string for SELF.
    var name: String
    var entity: PredicateModel.Entity
  }

  /// Creates a generator for the data.
  package init(model: PredicateModel, data: ProofData) {
    (self.model, self.data) = (model, data)
    isOfDecimals = model.entity("Account") != nil
    var pools: [String: [FormatValue]] = [:]
    for entity in model.entities {
      for object in data.objects(of: entity.name) {
        for (key, value) in properties(of: object) where !value.isNil {
          pools["\(entity.name).\(key)", default: []].append(value)
        }
      }
    }
    self.pools = pools
  }

  /// Returns the predicate with the given number, which does not depend on earlier predicates.
  package mutating func predicate(seed: UInt64, number: Int) -> ProofPredicate {
    predicate(id: "\(seed)/\(number)", begin(seed: seed, number: number))
  }

  /// Returns the predicate that the given choices generate.
  package mutating func predicate(from choices: SeededRandom) -> ProofPredicate {
    var choices = choices
    return predicate(id: "choices/0", begin(choices.number(0...9), choices))
  }

  private mutating func predicate(id: String, _ entity: PredicateModel.Entity?) -> ProofPredicate {
    guard let entity else { return ProofPredicate(id: id, entity: "Person", format: "FALSEPREDICATE", arguments: []) }
    let format = condition(random.pick(isOfDecimals ? [0, 0, 0, 1, 1, 2] : [0, 1, 1, 1, 2, 2, 3]))
    var made = ProofPredicate(id: id, entity: entity.name, format: format, arguments: arguments)
    made.mayOverflow = mayOverflow
    return made
  }

  /// Resets the generator and returns the entity of SELF.
  mutating func begin(seed: UInt64, number: Int) -> PredicateModel.Entity? {
    begin(number, SeededRandom(state: seed &* 1_000_003 &+ UInt64(number)))
  }

  private mutating func begin(_ number: Int, _ choices: SeededRandom) -> PredicateModel.Entity? {
    let name = isOfDecimals ? (number % 4 == 3 ? "Entry" : "Account") : Self.entity(number: number)
    guard let entity = model.entity(name) else { return nil }
    random = choices
    scopes = [Scope(name: "", entity: entity)]
    arguments = []
    mayOverflow = false
    return entity
  }

  /// Returns the entity of the predicate with the given number.
  private static func entity(number: Int) -> String {
    switch number % 10 {
    case 8: "Task"
    case 9: "Manager"
    default: "Person"
    }
  }

  // MARK: Conditions

  /// Returns a condition with the given depth of AND, OR and NOT.
  mutating func condition(_ depth: Int) -> String {
    if !isOfDecimals, random.rarely(2) { return longChain() }
    guard depth > 0 else { return leaf() }
    switch random.number(0...9) {
    case 0...3: return "(\(condition(depth - 1)) AND \(condition(depth - 1)))"
    case 4...6: return "(\(condition(depth - 1)) OR \(condition(depth - 1)))"
    case 7, 8: return "NOT (\(condition(depth - 1)))"
    default: return "(\(leaf()) \(random.pick(["AND", "OR"])) \(leaf()) \(random.pick(["AND", "OR"])) \(leaf()))"
    }
  }

  /// Returns many alternatives or conditions, as programs create them.
  private mutating func longChain() -> String {
    let word = random.pick([" OR ", " AND "])
    let comparison = word == " OR " ? "==" : "!="
    guard let path = path(where: \.isInteger) else { return leaf() }
    var parts: [String] = []
    for _ in 0..<random.pick([20, 60, 150, 300]) {
      parts.append("\(path.text) \(comparison) \(random.pick(ProofValues.integers))")
    }
    return "(\(parts.joined(separator: word)))"
  }

  /// Returns one condition, selected by the weights below.
  private mutating func leaf() -> String {
    if isOfDecimals { return decimalLeaf() }
    var rest = random.number(0...(Self.weightOfAll - 1))
    for kind in Self.leaves {
      rest -= kind.weight
      guard rest < 0 else { continue }
      let count = arguments.count
      if let text = kind.make(&self) { return text }
      // Discards the arguments of an incomplete condition.
      arguments.removeLast(arguments.count - count)
      return nilTest() ?? "TRUEPREDICATE"
    }
    return "TRUEPREDICATE"
  }

  /// The kinds of condition, with their weights.
  private static let leaves: [(weight: Int, make: @Sendable (inout PredicateMaker) -> String?)] = [
    (130, { $0.numberComparison() }),
    (110, { $0.textComparison() }),
    (110, { $0.textSearch() }),
    (12, { $0.match() }),
    (50, { $0.between() }),
    (60, { $0.membership() }),
    (40, { $0.nilTest() }),
    (40, { $0.booleanTest() }),
    (50, { $0.dateComparison() }),
    (40, { $0.decimalComparison() }),
    (25, { $0.uuidComparison() }),
    (15, { $0.dataComparison() }),
    (50, { $0.identity() }),
    (120, { $0.quantifier() }),
    (70, { $0.subquery() }),
    (60, { $0.collectionOperator() }),
    (40, { $0.threshold() }),
    (40, { $0.mixedComparison() }),
    (40, { $0.alternatives() }),
    (25, { $0.page() }),
    (25, { $0.collectionMembership() }),
    (25, { $0.wholeAggregate() }),
    (50, { $0.arithmetic() }),
    (25, { $0.decimalArithmetic() }),
    (20, { $0.mixedList() }),
    (20, { $0.function() }),
    (20, { $0.bits() }),
    (30, { $0.datePartComparison() }),
    (30, { $0.lengthTest() }),
    (20, { $0.ternary() }),
    (12, { $0.cast() }),
    (3, { $0.constantCondition() }),
    // Conditions that an engine may leave to a residual predicate.
    (2, { $0.hardCondition() }),
  ]
  private static let weightOfAll = leaves.reduce(0) { $0 + $1.weight }

  // MARK: Key paths

  /// A key path to an attribute.
  struct Path {
    var text: String
    var entity: PredicateModel.Entity
    var attribute: PredicateModel.Attribute
    /// Whether it is a key of SELF or of an object that SELF refers to.
    var isOfSelf: Bool
  }

  /// Returns a key path through single objects to a suitable attribute, or nil if none is found quickly.
  mutating func path(
    of scope: Int? = nil, where isWanted: (PredicateModel.Attribute) -> Bool
  ) -> Path? {
    for _ in 0..<12 {
      let (text, entity, isOfSelf) = object(of: scope)
      let wanted = entity.attributes.filter(isWanted)
      guard !wanted.isEmpty else { continue }
      let attribute = random.pick(wanted)
      return Path(
        text: text.isEmpty ? attribute.name : "\(text).\(attribute.name)", entity: entity, attribute: attribute,
        isOfSelf: isOfSelf)
    }
    return nil
  }

  /// Returns an object up to three steps from one in scope. The text is empty for SELF.
  mutating func object(of scope: Int? = nil) -> (text: String, entity: PredicateModel.Entity, isOfSelf: Bool) {
    let index = scope ?? (random.chance(75) ? scopes.count - 1 : random.number(0...(scopes.count - 1)))
    var entity = scopes[index].entity
    var text = scopes[index].name
    for _ in 0..<random.pick([0, 0, 0, 0, 1, 1, 2, 3]) {
      let ways = entity.relationships.filter { !$0.isToMany }
      guard !ways.isEmpty else { break }
      let way = random.pick(ways)
      guard let next = model.entity(way.destination) else { break }
      text = text.isEmpty ? way.name : "\(text).\(way.name)"
      entity = next
    }
    return (text, entity, index == 0)
  }

  /// Returns a key path to a collection of objects, with one or two steps through collections.
  mutating func collection(of scope: Int? = nil) -> (text: String, entity: PredicateModel.Entity)? {
    for _ in 0..<8 {
      var (text, entity, _) = object(of: scope)
      var hasCollection = false
      for _ in 0..<random.pick([1, 1, 1, 1, 2, 2]) {
        let ways = entity.relationships.filter(\.isToMany)
        guard !ways.isEmpty else { break }
        let way = random.pick(ways)
        guard let next = model.entity(way.destination) else { break }
        text = text.isEmpty ? way.name : "\(text).\(way.name)"
        entity = next
        hasCollection = true
      }
      if hasCollection { return (text, entity) }
    }
    return nil
  }

  /// Returns a key path through a collection to a suitable attribute, occasionally with a single object after it.
  mutating func elements(of scope: Int? = nil, where isWanted: (PredicateModel.Attribute) -> Bool) -> Path? {
    for _ in 0..<12 {
      guard var (text, entity) = collection(of: scope) else { continue }
      if random.chance(20) {
        let ways = entity.relationships.filter { !$0.isToMany }
        if !ways.isEmpty {
          let way = random.pick(ways)
          if let next = model.entity(way.destination) { (text, entity) = ("\(text).\(way.name)", next) }
        }
      }
      let wanted = entity.attributes.filter(isWanted)
      guard !wanted.isEmpty else { continue }
      let attribute = random.pick(wanted)
      return Path(text: "\(text).\(attribute.name)", entity: entity, attribute: attribute, isOfSelf: false)
    }
    return nil
  }

  // MARK: Constants

  /// Returns a value as a literal or as an argument.
  mutating func literal(_ value: FormatValue) -> String {
    var hasLiteral = true
    if case .double(let number) = value { hasLiteral = number.isFinite }
    if case .object = value { hasLiteral = false }
    if hasLiteral, random.chance(50) { return value.formatExpression.losslessFormat }
    return argument(value)
  }

  /// Adds an argument and returns `%@`.
  mutating func argument(_ value: FormatValue) -> String {
    arguments.append(value)
    return "%@"
  }

  /// Returns one of the values of a key path's rows, or nil if there are none.
  mutating func held(by path: Path) -> FormatValue? {
    let pool = pools["\(path.entity.name).\(path.attribute.name)"] ?? []
    return pool.isEmpty ? nil : random.pick(pool)
  }

  /// Returns a constant to compare with a key path: usually one of its rows' values, occasionally nil.
  mutating func constant(for path: Path) -> String {
    if random.chance(6) { return literal(.null) }
    return literal(value(for: path))
  }

  /// Returns a value to compare with a key path, never nil.
  mutating func value(for path: Path) -> FormatValue {
    if random.chance(60), let held = held(by: path) { return random.chance(20) ? near(held) : held }
    return other(path.attribute.type)
  }

  /// Returns a similar value of a form that may need care: 5.0 for 5, a text with one more scalar.
  private mutating func near(_ value: FormatValue) -> FormatValue {
    switch value {
    case .integer(let number):
      return random.pick([
        .double(Double(number)), .double(Double(number) + 0.5), .integer(number &+ 1), .decimal(FormatDecimal(number)),
      ])
    case .double(let number):
      return random.pick([.double(number.nextUp), .double(number.nextDown), .double(-number)])
    case .decimal(let number): return random.pick([.double(number.doubleValue), value])
    case .string(let text): return .string(text + random.pick(ProofValues.needles))
    case .date(let seconds): return .date(random.pick([seconds.nextUp, seconds + 0.0000005, seconds + 1]))
    default: return value
    }
  }

  /// Returns a value of a type, from the list of unusual ones.
  mutating func other(_ type: PredicateModel.AttributeType) -> FormatValue {
    switch type {
    case .boolean: return .bool(random.chance(50))
    case .integer16, .integer32:
      return random.chance(80) ? .integer(random.pick(ProofValues.smallIntegers)) : anyNumber()
    case .integer64: return random.chance(80) ? .integer(random.pick(ProofValues.integers)) : anyNumber()
    case .double, .float: return random.chance(80) ? .double(random.pick(ProofValues.doubles)) : anyNumber()
    case .decimal:
      let digits = random.chance(80) ? random.pick(ProofValues.decimals) : random.pick(ProofValues.finerDecimals)
      return FormatDecimal(digits).map(FormatValue.decimal) ?? .integer(0)
    case .string: return .string(random.pick(ProofValues.texts))
    case .date: return .date(random.pick(random.chance(75) ? ProofValues.moments : ProofValues.finerMoments))
    case .uuid: return .uuid(random.pick(ProofValues.uuids))
    case .data: return .data(random.pick(ProofValues.data))
    }
  }

  /// Returns a number of any type, small or at the limits.
  mutating func anyNumber() -> FormatValue {
    switch random.number(0...5) {
    case 0: .integer(random.pick(ProofValues.integers))
    case 1: .double(random.pick(ProofValues.doubles))
    case 2: .number(random.pick([UInt64.max, UInt64(Int64.max) + 1]))
    case 3: .double(random.pick([.infinity, -.infinity, .nan]))
    case 4:
      FormatDecimal(random.pick(ProofValues.decimals + ProofValues.finerDecimals)).map(FormatValue.decimal) ?? .null
    default: .integer(random.pick(ProofValues.smallIntegers))
    }
  }

  // MARK: Operators

  mutating func relation() -> String { random.pick(["==", "!=", "<", "<=", ">", ">=", "==", "!="]) }
  mutating func equality() -> String { random.pick(["==", "!=", "=", "<>"]) }
}

extension FormatValue {
  /// Whether the value is nil, or reads as nil.
  var isNil: Bool {
    switch self {
    case .null: true
    case .double(let number): number.isNaN
    default: false
    }
  }
}

extension PredicateModel.Attribute {
  var isInteger: Bool { type.valueType == .integer }
  var isDouble: Bool { type.valueType.isDouble }
  var isDecimal: Bool { type.valueType == .decimal }
  var isText: Bool { type == .string }
  var isDate: Bool { type.valueType == .date }
  /// Whether values are converted to integers or doubles without rounding.
  var isBinaryNumber: Bool { isInteger || isDouble }
}
