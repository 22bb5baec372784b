import PredicateFormat
import PredicateSQLite
import Testing

@Suite("Forms of stored values")
struct FormTests {
  /// Returns a store with a column of a type that contains a value, given as SQL, in its second row.
  private static func store(_ type: PredicateModel.AttributeType, _ value: String) throws -> SQLiteStore {
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE visit(id INTEGER PRIMARY KEY, at)")
    try connection.execute("INSERT INTO visit VALUES (1, NULL), (2, \(value))")
    let entity = PredicateModel.Entity("Visit", table: "visit", attributes: [.init("at", type)])
    return SQLiteStore(connection, model: try PredicateModel([entity]))
  }

  @Test(
    "values in the form of the model are read",
    arguments: [
      (PredicateModel.AttributeType.date(.text), "'2014-01-01T00:00:00.000Z'"),
      (.date(.timestampText), "'2014-01-01 00:00:00'"),
      (.date(.timestampText), "'2014-01-01'"), (.date(.timestampText), "'2014-01-01 00:00:00.123456'"),
      (.date(.unixMilliseconds), "1388534400000"), (.date(.referenceSeconds), "0.5"),
      (.uuid(.upperText), "'ABCDEF01-2345-4789-89AB-CDEF01234567'"), (.uuid(.bytes), "zeroblob(16)"),
    ])
  func read(type: PredicateModel.AttributeType, value: String) throws {
    let found = try Self.store(type, value).fetchAll(PredicateFetchRequest(FormatPredicate("at != nil"), of: "Visit"))
    #expect(found.map(\.identifier) == [.integer(2)])
  }

  @Test(
    "a value in another form is an error, and not a wrong row",
    arguments: [
      (PredicateModel.AttributeType.date(.text), "'2014-01-01 00:00:00'"), (.date(.text), "'2014-01-01T00:00:00Z'"),
      (.date(.timestampText), "'2014-01-01T00:00:00.000Z'"), (.date(.timestampText), "'2014-02-30'"),
      (.date(.unixMilliseconds), "'2014'"), (.date(.referenceSeconds), "'2014-01-01'"),
      (.uuid(.upperText), "'abcdef01-2345-4789-89ab-cdef01234567'"), (.uuid(.bytes), "'x'"),
    ])
  func refused(type: PredicateModel.AttributeType, value: String) throws {
    let store = try Self.store(type, value)
    let request = PredicateFetchRequest(try FormatPredicate("at != nil"), of: "Visit")
    let error = try #require(throws: SQLiteDatabaseError.self) { try store.fetchCount(request) }
    #expect(error.message.hasPrefix("visit.at contains ") && error.message.hasSuffix("of Visit.at in the model"))
    #expect(throws: SQLiteDatabaseError.self) { try store.delete(where: request) }
  }

  @Test(
    "all texts of a date are found in the first and last years",
    arguments: [
      "9999-12-31 00:00:00", "9999-12-31 23:59:59", "0001-01-01", "1582-10-15 00:00:00.5", "2300-01-01 00:00",
    ])
  func distant(text: String) throws {
    let store = try Self.store(.date(.timestampText), "'\(text)'")
    let seconds = try #require(Double.seconds(ofTimestamp: text))
    let date = FormatValue.date(seconds)
    for (format, count) in [("at == %@", 1), ("at >= %@", 1), ("at <= %@", 1), ("at < %@", 0), ("at > %@", 0)] {
      let request = PredicateFetchRequest(try FormatPredicate(format, date), of: "Visit")
      #expect(try store.fetchCount(request) == count)
    }
  }

  @Test(
    "texts of a column have the order of its dates",
    arguments: [
      ("2013-12-31 23:59:59.999999", "2014-01-01"), ("2014-01-01", "2014-01-01 00:00:00.000001"),
      ("2014-01-01 00:00", "2014-01-01 00:00:30"), ("2014-01-01 00:00:30", "2014-01-01 00:00:30.25"),
      ("2014-01-01 00:00:30.25", "2014-01-01 00:00:30.3"), ("2014-01-01 00:00:30.25", "2014-01-01 00:01"),
    ])
  func order(earlier: String, later: String) throws {
    let store = try Self.store(.date(.timestampText), "'\(later)'")
    try store.connection.execute("INSERT INTO visit VALUES (3, '\(earlier)')")
    for (format, found) in [("at == max:(at)", 2), ("at < max:(at)", 3), ("at > min:(at)", 2), ("at == min:(at)", 3)] {
      let rows = try store.fetchAll(PredicateFetchRequest(FormatPredicate(format), of: "Visit"))
      #expect(rows.map(\.identifier) == [.integer(Int64(found))])
    }
  }

  @Test(
    "texts of dates become dates of a model only in one form",
    arguments: [
      ("'2014-01-01 00:00:00', '2014-01-02'", PredicateModel.AttributeType.date(.timestampText)),
      ("'2014-01-01T00:00:00.000Z', '2014-01-02T00:00:00.500Z'", .date(.text)),
      ("'2014-01-01 00:00:00', '2014-01-01'", .string), ("'2014-01-01', '2014-02-30'", .string),
      ("'2014-01-01', 'soon'", .string), ("NULL", .date(.timestampText)),
    ])
  func schema(values: String, type: PredicateModel.AttributeType) throws {
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE visit(id INTEGER PRIMARY KEY, at DATETIME)")
    for value in values.split(separator: ", ") { try connection.execute("INSERT INTO visit(at) VALUES (\(value))") }
    let schema = try DatabaseSchema(of: connection)
    #expect(schema.model.entity("visit")?.attributes.last?.type == type)
    let note = "visit.at is a string, because its texts are not dates in one form, or two of them are the same date"
    #expect(schema.notes == (type == .string ? [note] : []))
  }
}
