import PredicateSQL

// The link table of a many-to-many relationship and its inverse.
//
// With `Dish.kinds` and `Kind.dishes`, and the entity numbers 12 and 13, the table is `Z_12KINDS` or `Z_13DISHES`: the name of
// a relationship with the number of its own entity. Each column contains the keys of one entity, and has that entity's number
// and the name of the relationship that leads to it: `Z_12DISHES` and `Z_13KINDS`.

extension CoreDataMapping {
  /// A relationship and the entity that declares it.
  typealias Side = (relationship: CoreDataContents.Relationship, entity: Int)

  mutating func mapManyToMany(_ side: Side, _ inverse: Side) throws(CoreDataModelError) -> PredicateModel.Relationship?
  {
    let names = (side: entities[side.entity].name, inverse: entities[inverse.entity].name)
    let numbers = (side: try linkNumber(of: side), inverse: try linkNumber(of: inverse))
    // Whether the table has the name of this side by the rule: all published tables are named for the relationship of the
    // entity whose name sorts first. The keys of that entity are in the first column, which is the first of the primary key.
    let leads = names.side < names.inverse
    let key = (side.relationship.name, side.entity)
    guard let destinationName = Self.name(side, number: numbers.inverse),
      let sourceName = Self.name(inverse, number: numbers.side),
      let ownTable = Self.name(side, number: numbers.side),
      let otherTable = Self.name(inverse, number: numbers.inverse)
    else { return omit(key, because: "its name is not ASCII without spaces") }
    var tables: [PredicateModel.LinkTable] = []
    if let columns = store?.columns {
      for table in Set([ownTable, otherTable]).inByteOrder {
        guard let source = Self.column(sourceName, among: columns[table]),
          let destination = Self.column(destinationName, among: columns[table]), source != destination
        else { continue }
        tables.append(PredicateModel.LinkTable(table, source: source, destination: destination))
      }
      guard tables.count == 1 else {
        return omit(key, because: "it needs just one link table '\(ownTable)' or '\(otherTable)' with its columns")
      }
    } else {
      // The rule is unambiguous if the names have the same order with and without case.
      let (lower, lowerInverse) = (names.side.lowercased(), names.inverse.lowercased())
      guard lower != lowerInverse, (lower < lowerInverse) == leads, isAlone(side), isAlone(inverse) else {
        return omit(key, because: "the names of its link table are not certain without the store's columns")
      }
      tables = [
        PredicateModel.LinkTable(leads ? ownTable : otherTable, source: sourceName, destination: destinationName)
      ]
    }
    return PredicateModel.Relationship(
      side.relationship.name, to: side.relationship.destination, .linked(tables[0]), isIndexed: leads)
  }

  private func linkNumber(of side: Side) throws(CoreDataModelError) -> Int {
    try entityNumber(of: side.entity, because: "'\(side.relationship.name)' is a many-to-many relationship")
  }

  /// Returns whether no other relationship with the name leads to the same entity. If there is one, published stores have
  /// columns with a number suffix, such as `Z_17ENTRIES1`.
  private func isAlone(_ side: Side) -> Bool {
    toManyCounts[side.relationship.name]?[side.relationship.destination] == 1
  }

  /// Returns `Z_` + number + NAME.
  private static func name(_ side: Side, number: Int) -> String? {
    storedName(side.relationship.name).map { "Z_\(number)\($0.dropFirst())" }
  }

  /// Returns the only column with the name, possibly with a number suffix.
  private static func column(_ name: String, among columns: Set<String>?) -> String? {
    guard let columns else { return nil }
    if columns.contains(name) { return name }
    let numbered = columns.filter { column in
      column.hasPrefix(name) && column.utf8.dropFirst(name.utf8.count).allSatisfy { (0x30...0x39).contains($0) }
    }
    return numbered.count == 1 ? numbered.first : nil
  }
}
