import PredicateSQL
import PredicateSyntax

/// The objects in a file: the rows of each entity, and the primary keys of related objects. `ObjectGraph` creates objects from
/// it. The tables of databases are also filled from it.
package struct ObjectFile: Sendable {
  /// An object. `attributes` are in the order of the model. `toOne` contains the primary keys of related objects by the name of
  /// the to-one relationship.
  package struct Row: Sendable {
    package var identifier: FormatValue
    package var attributes: [FormatValue]
    package var toOne: [String: FormatValue] = [:]
  }

  /// A row of a link table.
  package struct Pair: Sendable, Hashable {
    package var source: FormatValue
    package var destination: FormatValue
  }

  package let model: PredicateModel
  /// The rows of each entity, in the order of the model. The rows of an entity are sorted by primary key.
  package private(set) var rows: [[Row]]
  /// The pairs of each link table, sorted, by table name.
  package private(set) var pairs: [String: [Pair]] = [:]

  /// Creates a file from rows that are sorted by primary key. It has no pairs.
  package init(_ model: PredicateModel, rows: [[Row]]) {
    self.model = model
    self.rows = rows
  }

  /// Reads a file with a JSON object. Its keys are the names of entities and its values are lists of objects.
  package static func read(_ path: String, _ model: PredicateModel) throws(InputError) -> ObjectFile {
    // A text file is a word list, which has its own model.
    if RowKind(fileName: path) == .text { return try words(of: path, model) }
    let table = try RowTable.read(file: path, kind: .json)
    guard table.values.count == 1, case .record(let entities) = table.values[0] else {
      throw InputError(path, "expected an object with a list of objects for each entity name")
    }
    do {
      return try ObjectFile(model, entities)
    } catch {
      throw InputError(path, error.description)
    }
  }

  private init(_ model: PredicateModel, _ entities: [String: FormatValue]) throws(InputError) {
    self.init(model, rows: Array(repeating: [], count: model.entities.count))
    for name in entities.keys.inByteOrder where model.entity(name) == nil {
      throw InputError(name, "unknown entity\(suggestion(for: name, among: model.entities.map(\.name)))")
    }
    var pairs: [String: Set<Pair>] = [:]
    for (index, entity) in model.entities.enumerated() {
      guard let written = entities[entity.name] else { continue }
      guard case .list(let objects) = written else { throw InputError(entity.name, "expected a list of objects") }
      if entity.parent != nil { throw InputError(entity.name, "entities with a parent are not supported") }
      for (number, object) in objects.enumerated() {
        try add(object, of: entity, index, at: "\(entity.name)[\(number)]", &pairs)
      }
      rows[index].sort { Self.precedes($0.identifier, $1.identifier) }
      for (one, next) in zip(rows[index], rows[index].dropFirst()) where one.identifier == next.identifier {
        throw InputError(entity.name, "two objects have the key \(String(json: one.identifier))")
      }
    }
    self.pairs = pairs.mapValues { pairs in
      pairs.sorted { left, right in
        left.source == right.source
          ? Self.precedes(left.destination, right.destination) : Self.precedes(left.source, right.source)
      }
    }
  }

  /// Returns the primary key of an object. A key of several attributes is the list of their values.
  private func identifier(
    _ fields: [String: FormatValue], of entity: PredicateModel.Entity, at path: String
  ) throws(InputError) -> FormatValue {
    var values: [FormatValue] = []
    for key in entity.keyColumns {
      guard let value = fields[key.name], let value = key.type.value(of: value) else {
        throw InputError(path, "the primary key '\(key.name)' is missing or has another type")
      }
      values.append(value)
    }
    return entity.keyAttributes.isEmpty ? values[0] : .list(values)
  }

  private mutating func add(
    _ object: FormatValue, of entity: PredicateModel.Entity, _ index: Int, at path: String,
    _ pairs: inout [String: Set<Pair>]
  ) throws(InputError) {
    guard case .record(let fields) = object else { throw InputError(path, "expected an object") }
    let identifier = try identifier(fields, of: entity, at: path)
    let known = entity.keyNames
    if let stray = fields.keys.inByteOrder.first(where: { !known.contains($0) }) {
      throw InputError(path, "\(entity.name) has no key '\(stray)'\(suggestion(for: stray, among: known))")
    }
    var row = Row(identifier: identifier, attributes: [])
    for attribute in entity.attributes {
      row.attributes.append(try model.value(fields[attribute.name] ?? .null, of: attribute, at: path))
    }
    for relationship in entity.relationships {
      guard let written = fields[relationship.name], written != .null else { continue }
      let valuePath = "\(path).\(relationship.name)"
      guard let type = model.entity(relationship.destination)?.primaryKeyType else { continue }
      switch relationship.kind {
      case .toOne:
        guard let other = type.value(of: written) else {
          throw InputError(valuePath, "expected the primary key of another object")
        }
        row.toOne[relationship.name] = other
      case .linked(let link):
        guard case .list(let keys) = written else { throw InputError(valuePath, "expected a list of primary keys") }
        for key in keys {
          guard let other = type.value(of: key) else {
            throw InputError(valuePath, "expected primary keys of other objects")
          }
          pairs[link.table, default: []].insert(pair(of: identifier, other, link))
        }
      case .toMany: throw InputError(valuePath, "it follows from the inverse; set it there")
      }
    }
    rows[index].append(row)
  }

  /// Returns a pair in the direction in which the link table stores it.
  private func pair(of one: FormatValue, _ other: FormatValue, _ link: PredicateModel.LinkTable) -> Pair {
    isForward(link) ? Pair(source: one, destination: other) : Pair(source: other, destination: one)
  }

  /// Returns whether the pairs of the link table have the direction of `link`. The model's first relationship decides.
  package func isForward(_ link: PredicateModel.LinkTable) -> Bool {
    let links = model.entities.lazy.flatMap(\.relationships).compactMap { relationship in
      if case .linked(let link) = relationship.kind { link } else { nil }
    }
    return links.first { $0.table == link.table }.map { $0.source == link.source } ?? true
  }

  /// Returns whether a primary key precedes another.
  package static func precedes(_ left: FormatValue, _ right: FormatValue) -> Bool {
    switch (left, right) {
    case (.integer(let l), .integer(let r)): l < r
    case (.string(let l), .string(let r)): l.utf8.lexicographicallyPrecedes(r.utf8)
    case (.uuid(let l), .uuid(let r)): (l.high, l.low) < (r.high, r.low)
    case (.bool(let l), .bool(let r)): !l && r
    case (.date(let l), .date(let r)): l < r
    case (.list(let l), .list(let r)): l.lexicographicallyPrecedes(r, by: precedes)
    default: false
    }
  }
}

extension ObjectFile {
  /// Reads a list with one word on each line, as the word-list application stores it: a category for each initial letter, and
  /// the words with their lengths. Both are numbered from 1 in the order of the list.
  private static func words(of path: String, _ model: PredicateModel) throws(InputError) -> ObjectFile {
    guard let categoryIndex = model.index(ofEntity: "WordCategory"), let wordIndex = model.index(ofEntity: "Word"),
      model.entities[wordIndex].attributes.map(\.name) == ["text", "length"],
      model.entities[categoryIndex].attributes.map(\.name) == ["firstLetter"]
    else { throw InputError(path, "a word list needs the model of the word list") }
    var categories: [Row] = []
    var words: [Row] = []
    var numbers: [Unicode.Scalar: FormatValue] = [:]
    for case .string(let text) in try RowTable.read(file: path, kind: .text).values {
      guard let letter = text.unicodeScalars.first else { continue }
      if numbers[letter] == nil {
        let number = FormatValue.integer(Int64(categories.count + 1))
        numbers[letter] = number
        categories.append(Row(identifier: number, attributes: [.string(String(letter))]))
      }
      var row = Row(
        identifier: .integer(Int64(words.count + 1)),
        attributes: [.string(text), .integer(Int64(text.utf16.count))])
      row.toOne["wordCategory"] = numbers[letter]
      words.append(row)
    }
    var rows: [[Row]] = Array(repeating: [], count: model.entities.count)
    rows[categoryIndex] = categories
    rows[wordIndex] = words
    return ObjectFile(model, rows: rows)
  }
}
