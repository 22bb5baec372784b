import PredicateFormat
import PredicateSQL
import PredicateSemantics
import TestSupport

// The properties of rows: values of objects, of their collections, and of groups.
extension RequestMaker {
  /// Returns one to four properties of objects.
  mutating func columns() throws(FormatError) -> [FetchProperty] {
    types = [:]
    var result: [FetchProperty] = []
    for _ in 0..<maker.random.pick([1, 1, 2, 2, 3, 4]) {
      if maker.random.chance(25) {
        if let property = try computed() { result.append(property) }
      } else if let path = path(where: { _ in true }) {
        guard let property = key(path) else { continue }
        result.append(property)
      }
    }
    if result.isEmpty, let path = path(where: { _ in true }), let property = key(path) { result.append(property) }
    return result
  }

  /// Returns the property at a key path, under its own name or another, or nil if the name is taken.
  private mutating func key(_ path: PredicateMaker.Path) -> FetchProperty? {
    let type = path.attribute.type.valueType
    let name: String
    if maker.random.chance(30) {
      name = self.name(path.text)
    } else {
      name = path.text
      guard names.insert(name).inserted else { return nil }
    }
    types[name] = type
    return .key(path.text, as: name, type: fetchType(of: type))
  }

  /// Returns a type for a property: usually nil, otherwise usually the type of its values.
  private mutating func fetchType(of type: ValueType) -> FetchType? {
    guard maker.random.chance(15) else { return nil }
    switch type {
    case .bool: return maker.random.pick([.boolean, .boolean, .integer])
    case .integer: return maker.random.pick([.integer, .integer, .double, .decimal])
    case .double: return maker.random.pick([.double, .double, .integer, .decimal])
    case .decimal: return maker.random.pick([.decimal, .decimal, .double])
    case .string: return .string
    case .date: return .date
    case .uuid: return .uuid
    case .data: return .data
    default: return nil
    }
  }

  /// Returns a named expression of an object.
  private mutating func computed() throws(FormatError) -> FetchProperty? {
    maker.arguments = []
    var type = ValueType.integer
    let text: String
    switch maker.random.number(0...9) {
    case 0...2:
      guard let collection = maker.collection(of: 0) else { return nil }
      text = maker.random.pick(["\(collection.text).@count", "count:(\(collection.text))"])
    case 3, 4:
      guard let path = maker.elements(of: 0, where: { $0.isInteger || $0.isDate }) else { return nil }
      let isDate = path.attribute.isDate
      type = path.attribute.type.valueType
      text = "\(maker.random.pick(isDate ? ["min", "max"] : ["min", "max", "sum"])):(\(path.text))"
    case 5:
      guard let path = maker.elements(of: 0, where: \.isInteger), !path.text.contains("owner") else { return nil }
      let (collection, key) = path.parts
      text = "\(collection).@\(maker.random.pick(["sum", "min", "max", "avg", "count"])).\(key)"
      type = .double
    case 6:
      guard let path = path(where: \.isText) else { return nil }
      text = maker.random.pick(["\(path.text).length", "length:(\(path.text))"])
    case 7 where maker.random.chance(50):
      guard let part = maker.datePart(of: path(where: \.isDate)) else { return nil }
      text = part
    case 7:
      guard let path = path(where: { $0.isInteger || $0.isText }) else { return nil }
      type = path.attribute.type.valueType
      // An aggregate over all objects would create groups, in which the key path has no value.
      maker.makesWholeAggregates = false
      text = "TERNARY(\(maker.condition(0)), \(path.text), \(maker.literal(maker.value(for: path))))"
      maker.makesWholeAggregates = true
    default:
      guard let path = path(where: \.isBinaryNumber) else { return nil }
      type = path.attribute.type.valueType
      text = maker.random.pick(["\(path.text) + 1", "\(path.text) * 2", "abs(\(path.text))", "7 - \(path.text)"])
    }
    let expression = try FormatExpression(text, arguments: maker.arguments)
    let name = name(text)
    types[name] = type
    return FetchProperty(name, expression, type: maker.random.chance(80) ? nil : fetchType(of: type))
  }

  // MARK: Groups

  /// Adds group keys, aggregates, `having` and sort keys for the groups.
  mutating func group(_ request: inout PredicateFetchRequest) throws(FormatError) {
    types = [:]
    var keys: [PredicateMaker.Path] = []
    for _ in 0..<maker.random.pick([0, 1, 1, 1, 1, 2, 2, 3]) {
      guard let path = path(where: { _ in true }), !request.groupKeys.contains(path.text) else { continue }
      keys.append(path)
      request.groupKeys.append(path.text)
      types[path.text] = path.attribute.type.valueType
    }
    names = Set(request.groupKeys)
    if maker.random.chance(20), let text = maker.datePart(of: path(where: \.isDate)) {
      let name = name(text)
      types[name] = .integer
      request.groupKeys.append(name)
      request.properties.append(FetchProperty(name, try FormatExpression(text)))
    }
    for path in keys where maker.random.chance(65) {
      let isNamed = maker.random.chance(20)
      let name = isNamed ? name(path.text) : path.text
      let type = path.attribute.type.valueType
      types[name] = type
      request.properties.append(.key(path.text, as: name, type: fetchType(of: type)))
    }
    for _ in 0..<maker.random.pick(keys.isEmpty ? [1, 2, 3] : [0, 1, 1, 2, 2, 3]) {
      if let property = try aggregate() { request.properties.append(property) }
    }
    if request.properties.isEmpty && request.groupKeys.isEmpty {
      request.properties.append(FetchProperty(name("@count"), try FormatExpression("@count")))
    }
    if maker.random.chance(40) { request.having = try having(keys, request.properties) }
    request.sortKeys = rowKeys(of: request)
    request.isDistinct = maker.random.chance(8) && request.selectsAllGroupKeys
  }

  /// Returns an aggregate with its default name or another.
  private mutating func aggregate() throws(FormatError) -> FetchProperty? {
    guard let (text, type) = aggregateText() else { return nil }
    let name = name(defaultName(text))
    types[name] = type
    return FetchProperty(name, try FormatExpression(text), type: fetchType(of: type))
  }

  /// Returns the default name of an aggregate: `average(age)` for `average:(age)`.
  private func defaultName(_ text: String) -> String {
    text.hasSuffix(")") && !text.contains(" ") ? text.filter { $0 != ":" } : text
  }

  /// Returns an aggregate of a group, and its type.
  private mutating func aggregateText() -> (String, ValueType)? {
    switch maker.random.number(0...11) {
    case 0, 1: return ("@count", .integer)
    case 2, 3:
      guard let path = path(where: { _ in true }) else { return nil }
      return (maker.random.pick(["count:(\(path.text))", "count:(\(path.text))", "@count.\(path.text)"]), .integer)
    case 4, 5:
      guard let path = path(where: { $0.isBinaryNumber || $0.isDecimal }) else { return nil }
      let type: ValueType = path.attribute.isInteger ? .integer : .double
      return (maker.random.pick(["sum:(\(path.text))", "@sum.\(path.text)"]), type)
    case 6, 7:
      guard let path = path(where: { $0.isBinaryNumber || $0.isDecimal }) else { return nil }
      return (maker.random.pick(["average:(\(path.text))", "@avg.\(path.text)"]), .double)
    case 8, 9, 10:
      guard let path = path(where: { $0.type.valueType.isOrdered }) else { return nil }
      let type = path.attribute.type.valueType
      let name = maker.random.pick(["min", "max"])
      return (maker.random.pick(["\(name):(\(path.text))", "\(name):(\(path.text))", "@\(name).\(path.text)"]), type)
    default:
      guard let path = path(where: \.isInteger) else { return nil }
      let text = path.text
      return (
        maker.random.pick([
          "max:(\(text)) - min:(\(text))", "sum:(\(text)) / count:(\(text))", "max:(\(text)) + 1",
          "TERNARY(count:(\(text)) > 1, max:(\(text)), 0)", "@max.\(text) - @min.\(text)", "@sum.\(text) / @count",
          "TERNARY(@count > 1, @max.\(text), 0)",
        ]), .integer
      )
    }
  }

  // MARK: Having

  /// Returns a condition on groups that compares aggregates, group keys and property names.
  private mutating func having(
    _ keys: [PredicateMaker.Path], _ properties: [FetchProperty]
  ) throws(FormatError) -> FormatPredicate {
    maker.arguments = []
    var text = condition(keys, properties)
    for _ in 0..<maker.random.pick([0, 0, 0, 1, 1, 2]) {
      if maker.random.chance(25) { text = "NOT (\(text))" }
      text = "(\(text)) \(maker.random.pick(["AND", "OR"])) (\(condition(keys, properties)))"
    }
    return try FormatPredicate(text, arguments: maker.arguments)
  }

  /// Returns a single condition on a group.
  private mutating func condition(_ keys: [PredicateMaker.Path], _ properties: [FetchProperty]) -> String {
    let few = "\(maker.random.number(0...4))"
    switch maker.random.number(0...9) {
    case 0...2:
      let aggregates = properties.filter { types[$0.name] == .integer && !$0.name.isEmpty }
      guard !aggregates.isEmpty else { break }
      // %K makes the name a key, whatever characters it contains.
      return "\(maker.argument(maker.random.pick(aggregates).name, "%K")) \(maker.relation()) \(few)"
    case 3...5:
      guard !keys.isEmpty else { break }
      let path = maker.random.pick(keys)
      if maker.random.chance(25) { return "\(path.text) \(maker.equality()) nil" }
      let isOrdered = path.attribute.type.valueType.isOrdered
      return "\(path.text) \(isOrdered ? maker.relation() : maker.equality()) \(maker.constant(for: path))"
    case 6, 7:
      guard let path = path(where: { $0.isInteger || $0.isDate }) else { break }
      let name = maker.random.pick(["min", "max"])
      let value = maker.random.pick(["\(name):(\(path.text))", "@\(name).\(path.text)"])
      return "\(value) \(maker.relation()) \(maker.constant(for: path))"
    case 8:
      guard let path = path(where: \.isInteger) else { break }
      return maker.random.pick([
        "sum:(\(path.text)) > \(few)", "average:(\(path.text)) >= \(few)", "@sum.\(path.text) > \(few)",
        "@avg.\(path.text) >= \(few)", "@count.\(path.text) > \(few)",
      ])
    default: break
    }
    return "\(maker.random.pick(["@count", "count:(\(maker.scopes[0].entity.attributes[0].name))"])) > \(few)"
  }
}

extension PredicateMaker.Path {
  /// The collection, and the key of its elements.
  fileprivate var parts: (collection: Substring, key: Substring) {
    let dot = text.lastIndex(of: ".") ?? text.startIndex
    return (text[..<dot], text[dot...].dropFirst())
  }
}

extension PredicateMaker {
  /// Adds a name as an argument and returns its conversion.
  fileprivate mutating func argument(_ name: String, _ conversion: String) -> String {
    arguments.append(.string(name))
    return conversion
  }
}
