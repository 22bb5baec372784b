import PredicateModel

/// The link table of a many-to-many relationship and its inverse.
///
/// With `Dish.kinds` and `Kind.dishes`, and the entity numbers 12 and 13, the table is `Z_12KINDS` or `Z_13DISHES`: the name of
/// a relationship with the number of its own entity. Each column contains the keys of one entity, and has that entity's number
/// and the name of the relationship that leads to it: `Z_12DISHES` and `Z_13KINDS`.
struct CoreDataLink {
  /// A relationship and the entity that declares it.
  typealias Side = (relationship: CoreDataContents.Relationship, entity: Int)

  private let side: Side
  private let inverse: Side
  private let numbers: (side: Int, inverse: Int)
  private let names: (side: String, inverse: String)

  init(_ side: Side, _ inverse: Side, numbers: (Int, Int), names: (String, String)) {
    self.side = side
    self.inverse = inverse
    self.numbers = (side: numbers.0, inverse: numbers.1)
    self.names = (side: names.0, inverse: names.1)
  }

  /// Whether the table has the name of this side by the rule: all published tables are named for the relationship of the entity
  /// whose name sorts first. The keys of that entity are in the first column, which is the first of the primary key.
  var leads: Bool { names.side < names.inverse }

  /// Whether the names have the same order with and without case, so that the rule is unambiguous.
  private var isOrderCertain: Bool {
    let (side, inverse) = (names.side.lowercased(), names.inverse.lowercased())
    return side != inverse && (side < inverse) == leads
  }

  /// Returns the table, or the reason why it is uncertain.
  ///
  /// - Parameter rivals: The number of relationships with each name and destination.
  func table(
    columns: [String: Set<String>]?, rivals: [[String]: Int]
  ) -> Result<DataModel.LinkTable, CoreDataMapping.Uncertainty> {
    guard let destination = name(side, number: numbers.inverse), let source = name(inverse, number: numbers.side),
      let ownTable = name(side, number: numbers.side), let otherTable = name(inverse, number: numbers.inverse)
    else {
      return .failure(CoreDataMapping.Uncertainty("its name is not ASCII"))
    }
    guard let columns else {
      guard isOrderCertain, isAlone(side, rivals), isAlone(inverse, rivals) else {
        return .failure(
          CoreDataMapping.Uncertainty("the names of its link table are not certain without the store's columns"))
      }
      return .success(
        DataModel.LinkTable(leads ? ownTable : otherTable, source: source, destination: destination))
    }
    var found: [DataModel.LinkTable] = []
    for table in Set([ownTable, otherTable]).sorted() {
      guard let source = Self.column(source, among: columns[table]),
        let destination = Self.column(destination, among: columns[table]), source != destination
      else { continue }
      found.append(DataModel.LinkTable(table, source: source, destination: destination))
    }
    guard found.count == 1 else {
      return .failure(
        CoreDataMapping.Uncertainty("it needs just one link table '\(ownTable)' or '\(otherTable)' with its columns"))
    }
    return .success(found[0])
  }

  /// Returns whether no other relationship with the name leads to the same entity. If there is one, published stores have
  /// columns with a number suffix, such as `Z_17ENTRIES1`.
  private func isAlone(_ side: Side, _ rivals: [[String]: Int]) -> Bool {
    rivals[[side.relationship.name, side.relationship.destination]] == 1
  }

  /// Returns `Z_` + number + NAME.
  private func name(_ side: Side, number: Int) -> String? {
    CoreDataMapping.columnName(side.relationship.name).map { "Z_\(number)\($0.dropFirst())" }
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
