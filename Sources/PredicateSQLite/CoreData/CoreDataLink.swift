import PredicateModel

/// The link table of a many-to-many relationship and its inverse.
///
/// With `Dish.kinds` and `Kind.dishes`, and 12 and 13 as the numbers of the entities, the table is `Z_12KINDS` or
/// `Z_13DISHES`: a relationship, and the number of the entity that has it. A column is named for the relationship that leads
/// to what it holds, with the number of the entity that it leads to: `Z_12DISHES` and `Z_13KINDS`.
struct CoreDataLink {
  /// A relationship and the entity that declares it.
  struct Side {
    var relationship: CoreDataContents.Relationship
    var entity: Int

    init(_ relationship: CoreDataContents.Relationship, of entity: Int) {
      self.relationship = relationship
      self.entity = entity
    }
  }

  /// What relationships share whose columns may have a number behind.
  struct Rival: Hashable {
    var name: String
    var destination: String

    init(_ relationship: CoreDataContents.Relationship) {
      name = relationship.name
      destination = relationship.destination
    }
  }

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

  /// Whether the table is named for this side by the rule: all published ones are named for the relationship of the entity
  /// whose name sorts first. Its objects' keys then stand in the first column, which leads the primary key.
  var leads: Bool { names.side < names.inverse }

  /// Whether names sort alike with and without case, so that the rule holds in either reading.
  private var isOrderCertain: Bool {
    let (side, inverse) = (names.side.lowercased(), names.inverse.lowercased())
    return side != inverse && (side < inverse) == leads
  }

  /// The table, or why it is not certain.
  func table(
    columns: [String: Set<String>]?, rivals: [Rival: Int]
  ) -> Result<DataModel.LinkTable, CoreDataMapping.Uncertainty> {
    guard let destination = name(side, number: numbers.inverse), let source = name(inverse, number: numbers.side),
      let ownTable = name(side, number: numbers.side), let otherTable = name(inverse, number: numbers.inverse)
    else {
      return .failure(CoreDataMapping.Uncertainty("its name has other letters than ASCII's"))
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
        CoreDataMapping.Uncertainty("the store has not one link table '\(ownTable)' or '\(otherTable)' of its columns"))
    }
    return .success(found[0])
  }

  /// Whether no other relationship of the name leads to the same entity. Published stores have columns such as
  /// `Z_17ENTRIES1`, with a number behind, where that is so.
  private func isAlone(_ side: Side, _ rivals: [Rival: Int]) -> Bool { rivals[Rival(side.relationship)] == 1 }

  /// `Z_` + number + NAME.
  private func name(_ side: Side, number: Int) -> String? {
    CoreDataMapping.columnName(side.relationship.name).map { "Z_\(number)\($0.dropFirst())" }
  }

  /// The one column of the name, which may have a number behind.
  private static func column(_ name: String, among columns: Set<String>?) -> String? {
    guard let columns else { return nil }
    if columns.contains(name) { return name }
    let numbered = columns.filter { column in
      column.hasPrefix(name) && column.utf8.dropFirst(name.utf8.count).allSatisfy { (0x30...0x39).contains($0) }
    }
    return numbered.count == 1 ? numbered.first : nil
  }
}
