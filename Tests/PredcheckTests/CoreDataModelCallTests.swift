import PredicateSQLite
import TestSupport
import Testing

private let isSQLiteThere = (try? SQLiteLibrary.system()) != nil
private let needsSQLite: Comment = "libsqlite3 3.38 or newer is not there"

/// Core Data models as the value of `--model`.
struct CoreDataModelCallTests {
  private func path(_ name: String) -> String {
    packageRoot.appendingPathComponent("Corpus/SQL/Models/\(name)").path
  }

  private func sql(_ format: String, _ model: String, _ entity: String, _ more: String...) -> Run {
    let arguments = ["sql", format, "--model", path(model), "--entity", entity, "--dialect", "sqlite"] + more
    return Run(bytes: arguments.map { Array($0.utf8) })
  }

  @Test("the tables and columns of the store")
  func mapped() {
    let run = sql("wordCategory.firstLetter == 'q'", "Words.xcdatamodeld", "Word")
    #expect(run.status == .fine)
    for name in [#""ZWORD""#, #""Z_PK""#, #""ZWORDCATEGORY""#, #""ZFIRSTLETTER""#] {
      #expect(run.output.contains(name), "\(run.output)")
    }
    let version = sql("title == 'a'", "Library.xcdatamodeld/Library.xcdatamodel/", "Book")
    #expect(version.output.contains(#""ZBOOK""#))
    let unknown = sql("titel == 'a'", "Library.xcdatamodeld/Library.xcdatamodel/contents", "Book")
    #expect(unknown.status == .unusable)
    #expect(unknown.errors.contains("unknown-key"))
  }

  @Test("entity numbers are those of the store")
  func numbers() {
    let run = sql("title == 'a'", "Library.xcdatamodeld", "Book")
    #expect(run.status == .unusable)
    #expect(run.errors.contains("so the entity numbers in the store's Z_PRIMARYKEY are needed"))
  }

  @Test("entity numbers are read from the database", .enabled(if: isSQLiteThere, needsSQLite))
  func store() throws {
    try withDatabase { database in
      let wrong = sql("title == 'a'", "Library.xcdatamodeld", "Book", "--database", database)
      #expect(wrong.status == .unusable)
      #expect(wrong.errors.contains("this is not a Core Data store: no such table: Z_PRIMARYKEY"))
      let connection = try SQLiteDatabaseConnection(.readWrite(database))
      for statement in [
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR)",
        "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Item'), (2, 'Book'), (3, 'AudioBook'), (4, 'Film'), (5, 'Person'), (6, 'Tag')",
        "CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE VARCHAR)",
        "CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY)", "CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY)",
        "INSERT INTO ZITEM VALUES (1, 4, 'a'), (2, 3, 'a'), (3, 2, 'b')",
      ] {
        try connection.execute(statement)
      }
      let found = sql("title == 'a'", "Library.xcdatamodeld", "Book", "--database", database)
      #expect(found.output == "2\n")
      #expect(found.errors.contains("note: Book.isbn is omitted: the store's table 'ZITEM' has no column 'ZISBN'\n"))
      #expect(found.errors.contains("note: Item.cover is omitted: its larger values are in files outside the store\n"))
    }
  }
}
