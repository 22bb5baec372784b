import PredicateFormat
import PredicateSQL
import PredicateSemantics

// Conditions on objects and on collections of them.
extension PredicateMaker {
  // MARK: Identity

  mutating func identity() -> String? {
    switch random.number(0...9) {
    case 0: return "\(selfName(scopes.count - 1)) \(equality()) \(object(of: scopes[scopes.count - 1].entity))"
    case 1: return "\(selfName(scopes.count - 1)) IN \(objects(of: scopes[scopes.count - 1].entity))"
    default: break
    }
    guard let (text, entity) = singleObject() else { return nil }
    switch random.number(0...9) {
    case 0...2: return "\(text) \(equality()) nil"
    case 3, 4: return "\(text) IN \(objects(of: entity))"
    case 5:
      guard let (other, second) = singleObject(), second.table == entity.table else { return "\(text) != nil" }
      return "\(text) \(equality()) \(other)"
    case 6:
      // One object of the scopes, if one is of the same table.
      let scope = random.number(0...(scopes.count - 1))
      guard scopes[scope].entity.table == entity.table else { return "\(text) == nil" }
      return "\(text) \(equality()) \(selfName(scope))"
    default: return "\(text) \(equality()) \(object(of: entity))"
    }
  }

  private func selfName(_ scope: Int) -> String { scope == 0 ? "SELF" : scopes[scope].name }

  /// Returns a key path of at least one step to a single object.
  private mutating func singleObject() -> (text: String, entity: PredicateModel.Entity)? {
    let (text, entity, _) = object()
    let ways = entity.relationships.filter { !$0.isToMany }
    guard !ways.isEmpty else { return nil }
    let way = random.pick(ways)
    guard let next = model.entity(way.destination) else { return nil }
    return (text.isEmpty ? way.name : "\(text).\(way.name)", next)
  }

  /// Returns an object of the entity as an argument; occasionally nil.
  private mutating func object(of entity: PredicateModel.Entity) -> String {
    argument(random.chance(6) ? .null : anObject(of: entity))
  }

  private mutating func anObject(of entity: PredicateModel.Entity) -> FormatValue {
    let objects = data.objects(of: entity.name)
    // Occasionally an object that is not in the table.
    if objects.isEmpty || random.chance(4) {
      return .object(FormatObject(StoredReference(entity.name, absentKey(entity))))
    }
    return .object(FormatObject(random.pick(objects)))
  }

  private func absentKey(_ entity: PredicateModel.Entity) -> FormatValue {
    switch entity.primaryKeyType {
    case .string: .string("nowhere")
    case .uuid: .uuid(FormatUUID(high: 42, low: 42))
    default: .integer(424_242)
    }
  }

  private mutating func objects(of entity: PredicateModel.Entity) -> String {
    var values: [FormatValue] = []
    for _ in 0..<random.pick([0, 1, 2, 3, 5]) { values.append(random.chance(5) ? .null : anObject(of: entity)) }
    return argument(.list(values))
  }

  // MARK: ANY, ALL, NONE

  mutating func quantifier() -> String? {
    let head = random.chance(15) ? "NOT " : ""
    let modifier = random.pick(["ANY", "ALL", "NONE", "SOME", "ANY", "ALL"])
    if random.chance(12), let (text, entity) = collection() {
      let test = random.chance(60) ? "\(equality()) \(object(of: entity))" : "IN \(objects(of: entity))"
      return "\(head)\(modifier) \(text) \(test)"
    }
    // Two keys as a list.
    if random.chance(12), let first = path(where: \.isInteger), let second = path(where: \.isInteger) {
      return "\(head)\(modifier) {\(first.text), \(second.text)} \(test(of: first))"
    }
    guard let values = elements(where: { _ in true }) else { return nil }
    // The elements of another collection.
    if random.chance(15), let others = elements(where: { $0.type == values.attribute.type }) {
      return "\(head)\(modifier) \(values.text) IN \(others.text)"
    }
    return "\(head)\(modifier) \(values.text) \(test(of: values))"
  }

  /// Returns an operator and a right operand for one value.
  private mutating func test(of value: Path) -> String {
    let type = value.attribute.type
    if random.chance(8) { return "\(equality()) nil" }
    if value.attribute.isText, random.chance(50) { return search(in: value, allowsPath: false) }
    if random.chance(12) {
      var list: [FormatValue] = []
      for _ in 0..<random.pick([0, 1, 3]) { list.append(self.value(for: value)) }
      return "IN \(argument(.list(list)))"
    }
    guard type.valueType.isOrdered, type.valueType != .bool else { return "\(equality()) \(constant(for: value))" }
    if random.chance(10) { return "BETWEEN {\(constant(for: value)), \(constant(for: value))}" }
    // A key of an outer object, of the same type.
    let isOfKind: (PredicateModel.Attribute) -> Bool = {
      $0.type == type || ($0.isInteger && value.attribute.isInteger)
    }
    if random.chance(20), let right = path(where: isOfKind) {
      return "\(relation()) \(right.text)"
    }
    let options = value.attribute.isText && random.chance(40) ? self.options(for: value.attribute) : ""
    return "\(relation())\(options) \(constant(for: value))"
  }

  /// Returns a test of a value or an object in a collection.
  mutating func collectionMembership() -> String? {
    if random.chance(50), let (text, entity) = collection() {
      return random.chance(50) ? "\(object(of: entity)) IN \(text)" : "\(text) CONTAINS \(object(of: entity))"
    }
    guard let values = elements(where: { _ in true }) else { return nil }
    if random.chance(30), let item = path(where: { $0.type == values.attribute.type }) {
      return random.chance(50) ? "\(item.text) IN \(values.text)" : "\(values.text) CONTAINS \(item.text)"
    }
    return random.chance(50)
      ? "\(constant(for: values)) IN \(values.text)" : "\(values.text) CONTAINS \(constant(for: values))"
  }

  // MARK: SUBQUERY

  /// Returns a SUBQUERY, which contains at most one other.
  mutating func subquery() -> String? {
    guard scopes.count < 3, var (text, entity) = collection() else { return quantifier() }
    // The elements may be the single objects of a relationship of the elements, some of which are nil.
    let ways = entity.relationships.filter { !$0.isToMany }
    if random.chance(12), let way = ways.isEmpty ? nil : random.pick(ways), let next = model.entity(way.destination) {
      (text, entity) = ("\(text).\(way.name)", next)
    }
    let name = scopes.count == 1 ? "$x" : "$y"
    let head = "SUBQUERY(\(text), \(name), "
    scopes.append(Scope(name: name, entity: entity))
    let inner = condition(random.pick([0, 0, 1, 1, 2]))
    scopes.removeLast()
    if random.chance(6), let attribute = entity.attributes.first(where: { $0.isInteger }) {
      return "\(head)\(inner)).@\(random.pick(["max", "min", "sum"])).\(attribute.name) \(relation()) \(count())"
    }
    return
      "\(head)\(inner)).@count \(random.pick(["> 0", "== 0", ">= 1", "!= 0", "< 1", "== 1", "> 1", "\(relation()) \(count())"]))"
  }

  private mutating func count() -> String {
    random.pick(["0", "1", "2", "3", "1.5", "level"].filter { hasLevel || $0 != "level" })
  }
  private var hasLevel: Bool { scopes[0].entity.attributes.contains { $0.name == "level" } }

  // MARK: Collection operators and aggregates

  mutating func collectionOperator() -> String? {
    if random.chance(40), let (text, _) = collection() {
      if random.chance(15), let other = path(where: \.isInteger) { return "\(text).@count \(relation()) \(other.text)" }
      return "\(text).@count \(relation()) \(random.pick(["0", "1", "2", "3", "5", "1.5", "nil"]))"
    }
    let name = random.pick(["sum", "avg", "min", "max", "min", "max"])
    let isSum = name == "sum" || name == "avg"
    guard let (text, entity) = collection() else { return nil }
    let wanted = entity.attributes.filter {
      isSum ? $0.isInteger : $0.type.valueType.isOrdered && $0.type.valueType != .bool
    }
    guard !wanted.isEmpty else { return nil }
    let attribute = random.pick(wanted)
    let path = Path(text: attribute.name, entity: entity, attribute: attribute, isOfSelf: false)
    let value = "\(text).@\(name).\(attribute.name)"
    if random.chance(10) { return "\(value) \(equality()) nil" }
    if isSum, random.chance(20), let other = self.path(where: \.isBinaryNumber) {
      return "\(value) \(relation()) \(other.text)"
    }
    if isSum { return "\(value) \(relation()) \(random.pick(["0", "1", "2", "2.5", "5", "10", "nil"]))" }
    if random.chance(15), let other = self.path(where: { $0.type == attribute.type }) {
      return "\(value) \(relation()) \(other.text)"
    }
    return "\(value) \(relation()) \(constant(for: path))"
  }

  /// Returns `max:(level)` or another aggregate of all objects.
  mutating func wholeAggregate() -> String? {
    guard makesWholeAggregates else { return nil }
    let name = random.pick(["max", "min", "max", "min", "count", "sum", "average"])
    let isSum = name == "sum" || name == "average"
    guard
      let key = path(
        of: 0, where: { isSum ? $0.isInteger : $0.type.valueType.isOrdered && $0.type.valueType != .bool })
    else { return nil }
    if name == "count" { return "count:(\(key.text)) \(relation()) \(random.pick(["1", "40", "72"]))" }
    let value = "\(name):(\(key.text))"
    if random.chance(name == "average" ? 70 : 30) { return "\(value) \(relation()) \(constant(for: key))" }
    let isNumber = key.attribute.isBinaryNumber
    if let left = path(where: { isNumber ? $0.isBinaryNumber : $0.type == key.attribute.type }) {
      return "\(left.text) \(relation()) \(value)"
    }
    return "\(key.text) \(relation()) \(value)"
  }
}
