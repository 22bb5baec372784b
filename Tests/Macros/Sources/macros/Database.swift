import Foundation
import PredicateFormat
import PredicateSQLite

/// A column of a table: the key in predicates, its type, and the value of a row.
private struct Column<Row>: Sendable {
  let attribute: PredicateModel.Attribute
  let value: @Sendable (Row) -> FormatValue

  init(
    _ name: String, _ type: PredicateModel.AttributeType, isNullable: Bool = false,
    _ value: @escaping @Sendable (Row) -> FormatValue?
  ) {
    attribute = PredicateModel.Attribute(name, type, isNullable: isNullable)
    self.value = { value($0) ?? .null }
  }

  /// The kind of the parameters, and the declared type of the column.
  var kind: (parameter: SQLParameter.Kind, declared: String) {
    switch attribute.type {
    case .string, .uuid, .data: (.text, "TEXT")
    case .double, .float, .date: (.double, "REAL")
    case .boolean, .integer16, .integer32, .integer64, .decimal: (.integer, "INTEGER")
    }
  }
}

private let trackColumns: [Column<Track>] = [
  Column("title", .string) { .string($0.title) },
  Column("artist", .string, isNullable: true) { $0.artist.map(FormatValue.string) },
  Column("seconds", .integer64) { .integer(Int64($0.seconds)) },
  Column("rating", .double, isNullable: true) { $0.rating.map(FormatValue.double) },
  Column("isLoved", .boolean(.integer)) { .integer($0.isLoved ? 1 : 0) },
  Column("isMuted", .boolean(.integer), isNullable: true) { $0.isMuted.map { .integer($0 ? 1 : 0) } },
  Column("plays", .integer64) { .integer(Int64($0.plays)) },
  Column("matches", .integer32) { .integer(Int64($0.matches)) },
  Column("bonus", .integer64, isNullable: true) { $0.bonus.map { .integer(Int64($0)) } },
  Column("gain", .double) { .double($0.gain) },
  Column("added", .date(.referenceSeconds)) { .double($0.added.timeIntervalSinceReferenceDate) },
  Column("played", .date(.referenceSeconds), isNullable: true) {
    $0.played.map { .double($0.timeIntervalSinceReferenceDate) }
  },
  Column("kind", .string) { .string($0.kind.rawValue) },
  Column("mood", .string, isNullable: true) { $0.mood.map { .string($0.rawValue) } },
  Column("medium", .integer64) { .integer(Int64($0.medium.rawValue)) },
  Column("level", .integer16) { .integer(Int64($0.level)) },
  Column("weight", .float) { .double(Double($0.weight)) },
  Column("price", .decimal(.scaledInteger(scale: 2))) {
    .integer(Int64(truncating: ($0.price * 100) as NSDecimalNumber))
  },
  Column("code", .uuid(.upperText)) { .string($0.code.uuidString) },
  Column("link", .string, isNullable: true) { $0.link.map { .string($0.absoluteString) } },
  Column("decade", .integer64) { .integer(Int64($0.decade)) },
]
private let albumColumns: [Column<Album>] = [
  Column("name", .string) { .string($0.name) },
  Column("year", .integer64) { .integer(Int64($0.year)) },
  Column("label", .string, isNullable: true) { $0.label.map(FormatValue.string) },
]
private let personColumns: [Column<Person>] = [
  Column("name", .string) { .string($0.name) },
  Column("born", .integer64, isNullable: true) { $0.born.map { .integer(Int64($0)) } },
]
private let markColumns: [Column<Mark>] = [
  Column("name", .string) { .string($0.name) },
  Column("value", .integer64) { .integer(Int64($0.value)) },
  Column("at", .double) { .double($0.at) },
  Column("note", .string, isNullable: true) { $0.note.map(FormatValue.string) },
]
/// The tables of the texts in `tags` and `genres`, which are relationships to objects with a name.
private let nameColumns: [Column<String>] = [Column("name", .string) { .string($0) }]

/// Returns a store of a database in memory that contains the tracks.
func trackStore() throws -> SQLiteStore {
  let connection = try SQLiteDatabaseConnection()
  let albums = Set(tracks.map(\.album)).sorted { $0.name < $1.name }
  let people = Set(tracks.compactMap(\.producer)).sorted { $0.name < $1.name }
  let genres = Set(tracks.flatMap(\.genres)).sorted()
  try fill(connection, "album", albumColumns, albums)
  try fill(connection, "person", personColumns, people)
  try fill(connection, "genre", nameColumns, genres)
  try fill(
    connection, "track", trackColumns, tracks,
    keys: [
      KeyColumn("album_id", of: "album", tracks.map { albums.firstIndex(of: $0.album) }),
      KeyColumn("producer_id", of: "person", tracks.map { $0.producer.flatMap(people.firstIndex(of:)) }),
    ])
  // Tracks are numbered from 1, in their order.
  let marks = tracks.indices.flatMap { track in tracks[track].marks.map { (track, $0) } }
  try fill(connection, "mark", markColumns, marks.map(\.1), keys: [KeyColumn("track_id", of: "track", marks.map(\.0))])
  let tags = tracks.indices.flatMap { track in tracks[track].tags.map { (track, $0) } }
  try fill(connection, "tag", nameColumns, tags.map(\.1), keys: [KeyColumn("track_id", of: "track", tags.map(\.0))])
  let links = tracks.indices.flatMap { track in
    tracks[track].genres.sorted().map { (track, genres.firstIndex(of: $0)) }
  }
  try fill(
    connection, "track_genre", [], links,
    keys: [KeyColumn("track_id", of: "track", links.map(\.0)), KeyColumn("genre_id", of: "genre", links.map(\.1))])
  return SQLiteStore(connection, model: try trackModel())
}

/// A column with the primary keys of another table's rows.
private struct KeyColumn {
  let name: String
  let declaration: String
  let values: [FormatValue]

  /// Creates a column from the indexes of the other rows.
  init(_ name: String, of table: String, _ indexes: [Int?]) {
    self.name = name
    declaration = "\(name) INTEGER\(indexes.contains(nil) ? "" : " NOT NULL") REFERENCES \(table)(id)"
    values = indexes.map { index in index.map { .integer(Int64($0 + 1)) } ?? .null }
  }
}

/// Creates a table, and inserts rows with the primary keys 1, 2, …
private func fill<Row>(
  _ connection: SQLiteDatabaseConnection, _ table: String, _ columns: [Column<Row>], _ rows: [Row],
  keys: [KeyColumn] = []
) throws {
  let declared = columns.map { column in
    #""\#(column.attribute.name)" \#(column.kind.declared)\#(column.attribute.isNullable ? "" : " NOT NULL")"#
  }
  let list = (["id INTEGER PRIMARY KEY"] + declared + keys.map(\.declaration)).joined(separator: ", ")
  try connection.execute("CREATE TABLE \(table)(\(list))")
  let places = repeatElement("?", count: 1 + columns.count + keys.count).joined(separator: ", ")
  try connection.prepare("INSERT INTO \(table) VALUES (\(places))").run(
    each: rows.enumerated().map { index, row in
      [SQLParameter(.integer(Int64(index + 1)), .integer)]
        + columns.map { SQLParameter($0.value(row), $0.kind.parameter) }
        + keys.map { SQLParameter($0.values[index], .integer) }
    })
}

/// The model of the tables.
private func trackModel() throws -> PredicateModel {
  try PredicateModel([
    PredicateModel.Entity(
      "Track", table: "track", attributes: trackColumns.map(\.attribute),
      relationships: [
        .toOne("album", "Album", column: "album_id", isNullable: false, isEnforced: true),
        .toOne("producer", "Person", column: "producer_id", isEnforced: true),
        .toMany("marks", "Mark", foreignKey: "track_id"), .toMany("tags", "Tag", foreignKey: "track_id"),
        .toMany("genres", "Genre", linkTable: "track_genre", source: "track_id", destination: "genre_id"),
      ]),
    PredicateModel.Entity("Album", table: "album", attributes: albumColumns.map(\.attribute)),
    PredicateModel.Entity("Person", table: "person", attributes: personColumns.map(\.attribute)),
    PredicateModel.Entity("Mark", table: "mark", attributes: markColumns.map(\.attribute)),
    PredicateModel.Entity("Tag", table: "tag", attributes: nameColumns.map(\.attribute)),
    PredicateModel.Entity("Genre", table: "genre", attributes: nameColumns.map(\.attribute)),
  ])
}
