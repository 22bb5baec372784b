import Foundation
import PredicateCoreData
import PredicateSQL
import PredicateSyntax
import TestSupport
import Testing

/// Core Data models: how they map to the tables and columns of the SQLite store, and what is omitted.
struct CoreDataTests {
  private func url(_ path: String) -> URL {
    packageRoot.appendingPathComponent("Corpus/SQL/Models").appendingPathComponent(path)
  }

  /// It is unknown how Core Data numbers entities, so any numbers will do.
  private let numbers = ["AudioBook": 3, "Book": 2, "Film": 4, "Item": 1, "Person": 5, "Tag": 6]

  @Test("entities, attributes and relationships to one object need no numbers")
  func words() throws {
    let model = try PredicateModel(coreDataModel: url("Words.xcdatamodeld"))
    let expected = try PredicateModel([
      PredicateModel.Entity(
        "Word", table: "ZWORD", primaryKey: "Z_PK",
        attributes: [
          .init("length", .integer16, column: "ZLENGTH"),
          .init("text", .string, column: "ZTEXT", isIndexed: true, collation: .exact),
        ],
        relationships: [.toOne("wordCategory", "WordCategory", column: "ZWORDCATEGORY", isIndexed: true)]),
      PredicateModel.Entity(
        "WordCategory", table: "ZWORDCATEGORY", primaryKey: "Z_PK",
        attributes: [.init("firstLetter", .string, column: "ZFIRSTLETTER", collation: .exact)],
        relationships: [.toMany("words", "Word", foreignKey: "ZWORDCATEGORY", isIndexed: true)]),
    ])
    #expect(model == expected)
    for path in ["Words.xcdatamodeld/Words.xcdatamodel", "Words.xcdatamodeld/Words.xcdatamodel/contents"] {
      #expect(try PredicateModel(coreDataModel: url(path)) == expected)
    }
    #expect(try CoreDataModel(contentsOf: url("Words.xcdatamodeld")).notes == [])
  }

  @Test("subentities are in the table of their root, distinguished by Z_ENT")
  func inheritance() throws {
    let model = try PredicateModel(coreDataModel: url("Library.xcdatamodeld"), entityNumbers: numbers)
    #expect(model.entities.map(\.table) == ["ZITEM", "ZITEM", "ZITEM", "ZITEM", "ZPERSON", "ZTAG"])
    func values(_ name: String) -> [FormatValue]? { model.entity(name)?.condition?.values }
    #expect(model.entity("Book")?.condition?.column == "Z_ENT")
    #expect(values("Item") == nil, "all rows of the table are items")
    #expect(values("Book") == [.integer(2), .integer(3)])
    #expect(values("AudioBook") == [.integer(3)])
    #expect(values("Film") == [.integer(4)])
    #expect(values("Person") == nil)
    let audioBook = try #require(model.entity("AudioBook"))
    #expect(audioBook.attributes.map(\.column) == ["ZADDEDAT", "ZPRICE", "ZTITLE", "ZISBN", "ZMINUTES"])
    #expect(audioBook.attributes.map(\.isIndexed) == [false, false, true, true, false])
    #expect(audioBook.relationships.map(\.name) == ["tags", "author", "readers"])
  }

  @Test("each type has its representation in the store")
  func types() throws {
    let model = try PredicateModel(coreDataModel: url("Library.xcdatamodeld"), entityNumbers: numbers)
    let person = try #require(model.entity("Person"))
    let audioBook = try #require(model.entity("AudioBook"))
    let attributes = person.attributes + audioBook.attributes
    let types = Dictionary(uniqueKeysWithValues: attributes.map { ($0.name, $0.type) })
    #expect(
      types == [
        "age": .integer32, "bookCount": .integer64, "home": .string, "identifier": .uuid(.bytes),
        "isMember": .boolean(.integer), "portrait": .data, "rating": .float, "settings": .data,
        "addedAt": .date(.referenceSeconds), "price": .double, "title": .string, "isbn": .string, "minutes": .double,
      ])
    #expect(!attributes.contains { !$0.isNullable }, "no column of a store is declared NOT NULL")
  }

  @Test("a many-to-many relationship has a link table, named after one side")
  func linkTables() throws {
    let model = try PredicateModel(coreDataModel: url("Library.xcdatamodeld"), entityNumbers: numbers)
    func link(_ entity: String, _ name: String) -> PredicateModel.Relationship.Kind? {
      model.entity(entity)?.relationships.first { $0.name == name }?.kind
    }
    #expect(link("Item", "tags") == .linked(.init("Z_1TAGS", source: "Z_1ITEMS", destination: "Z_6TAGS")))
    #expect(link("Tag", "items") == .linked(.init("Z_1TAGS", source: "Z_6TAGS", destination: "Z_1ITEMS")))
    #expect(link("Film", "tags") == link("Item", "tags"))
    #expect(
      link("AudioBook", "readers") == .linked(.init("Z_3READERS", source: "Z_3READINGS", destination: "Z_5READERS")))
    #expect(link("Person", "books") == .toMany(foreignKey: "ZAUTHOR"))
  }

  @Test("omitted properties are reported")
  func notes() throws {
    let model = try CoreDataModel(
      contentsOf: url("Library.xcdatamodeld"), store: CoreDataStore(entityNumbers: numbers))
    #expect(
      model.notes == [
        "Book.note is omitted: the store numbers the columns of several keys with the name 'note' in 'ZITEM'",
        "Film.note is omitted: the store numbers the columns of several keys with the name 'note' in 'ZITEM'",
        "Item.cover is omitted: its larger values are in files outside the store",
        "Item.price: a decimal, which is stored and compared as a binary number",
        "Person.home: a URI, which is stored and compared as text",
        "Person.initials is omitted: it is transient, so the store does not have it",
        "Person.mood is omitted: it is transient, so the store does not have it",
        "Person.place is omitted: it is not known how the type 'Composite' is stored",
        "Person.settings: a transformable value, which is stored as bytes",
        "Person.friends is omitted: it is its own inverse, and it is not known how its pairs are stored",
        "Person.wishes is omitted: it has no inverse, and it is not known how it is stored",
      ])
  }

  @Test("keys whose columns are unknown are omitted, with the reason")
  func uncertainKeys() throws {
    let contents = """
      <model>
        <entity name="A"><attribute name="größe" attributeType="String"/><attribute name="size" attributeType="Integer 16"/>
          <relationship name="ähnliche" toMany="YES" destinationEntity="B" inverseName="bs"/>
          <relationship name="passing" transient="YES" destinationEntity="B" inverseName="a"/>
          <relationship name="strays" toMany="YES" destinationEntity="B" inverseName="bs"/></entity>
        <entity name="B"><relationship name="a" destinationEntity="A"/>
          <relationship name="bs" toMany="YES" destinationEntity="A" inverseName="ähnliche"/></entity>
      </model>
      """
    let read = try CoreDataModel(Array(contents.utf8), store: CoreDataStore(entityNumbers: ["A": 1, "B": 2]))
    let letters = "its name is not ASCII without spaces"
    #expect(
      read.notes == [
        "A.größe is omitted: \(letters)", "A.ähnliche is omitted: \(letters)",
        "A.passing is omitted: it is transient, so the store does not have it",
        "A.strays is omitted: its inverse belongs to other entities, and it is not known how it is stored",
        "B.bs is omitted: \(letters)",
      ])
    #expect(read.model.entity("A")?.attributes.map(\.name) == ["size"])
    #expect(read.model.entity("A")?.relationships.isEmpty == true)
    #expect(read.model.entity("B")?.relationships.map(\.name) == ["a"])
  }

  @Test("a to-one inverse leads to the entity or to an ancestor with the same table")
  func inverses() throws {
    func read(_ destination: String) throws -> CoreDataModel {
      let contents = """
        <model>
          <entity name="Thing"/><entity name="Other"/>
          <entity name="A" parentEntity="Thing">
            <relationship name="items" toMany="YES" destinationEntity="Item" inverseName="owner"/></entity>
          <entity name="Item"><relationship name="owner" destinationEntity="\(destination)" inverseName="items"/></entity>
        </model>
        """
      let numbers = ["Thing": 1, "Other": 2, "A": 3, "Item": 4]
      return try CoreDataModel(Array(contents.utf8), store: CoreDataStore(entityNumbers: numbers))
    }
    for destination in ["A", "Thing"] {
      #expect(try read(destination).model.entity("A")?.relationships.map(\.name) == ["items"], "\(destination)")
    }
    let other = try read("Other")
    #expect(other.model.entity("A")?.relationships.isEmpty == true)
    #expect(
      other.notes == [
        "A.items is omitted: its inverse belongs to other entities, and it is not known how it is stored"
      ])
  }

  @Test("two root entities with the same table are an error")
  func equalTables() {
    let contents = #"<model><entity name="Foo"/>\#n<entity name="FOO"/></model>"#
    let error = #expect(throws: CoreDataModelError.self) { try CoreDataModel(Array(contents.utf8)) }
    #expect(error?.description == "contents:2: 'FOO' and 'Foo' have the same table 'ZFOO'")
  }

  @Test("digits at the end of a key are not those that the store appends to equal names")
  func digits() throws {
    func columns(_ names: String...) throws -> [String] {
      let attributes = names.map { "<attribute name='\($0)' attributeType='String'/>" }.joined()
      let model = try CoreDataModel(Array("<model><entity name='A'>\(attributes)</entity></model>".utf8)).model
      return model.entities[0].attributes.map(\.column)
    }
    #expect(try columns("note", "note1", "line2") == ["ZNOTE", "ZNOTE1", "ZLINE2"])
    #expect(try columns("note", "noTe", "note1", "note12", "line2") == ["ZLINE2"])
    // No table has so many columns that the store appends ten digits.
    let long = "note1234567890"
    #expect(try columns("note", "noTe", long) == [long].map { "Z\($0.uppercased())" })
  }

  @Test("missing entity numbers are an error if they are needed")
  func missingNumbers() {
    func reason(_ numbers: [String: Int]?) -> String? {
      do {
        _ = try PredicateModel(coreDataModel: url("Library.xcdatamodeld"), entityNumbers: numbers)
        return nil
      } catch {
        return "\(error.line ?? 0): \(error.reason)"
      }
    }
    #expect(
      reason(nil)
        == "3: 'AudioBook' shares a table with others, so the entity numbers in the store's Z_PRIMARYKEY are needed")
    var fewer = numbers
    fewer["Film"] = nil
    #expect(reason(fewer) == "12: the store's Z_PRIMARYKEY has no entity 'Film'")
    fewer = numbers
    fewer["Tag"] = nil
    #expect(reason(fewer) == "51: the store's Z_PRIMARYKEY has no entity 'Tag'")
  }

  /// With the store's own tables, the undetermined cases are resolved.
  @Test("the store's columns resolve undetermined mappings, and refute wrong ones")
  func columns() throws {
    let contents = """
      <model>
        <entity name="Entry"><attribute name="text" attributeType="String"/><attribute name="gone" attributeType="String"/>
          <relationship name="tags" toMany="YES" destinationEntity="Tag" inverseName="entries"/>
          <relationship name="notebook" destinationEntity="Notebook" inverseName="entries"/></entity>
        <entity name="Notebook">
          <relationship name="entries" toMany="YES" destinationEntity="Entry" inverseName="notebook"/></entity>
        <entity name="Tag">
          <relationship name="entries" toMany="YES" destinationEntity="Entry" inverseName="tags"/></entity>
      </model>
      """
    let numbers = ["Entry": 17, "Notebook": 18, "Tag": 22]
    var store = CoreDataStore(entityNumbers: numbers)
    let unsure = try CoreDataModel(Array(contents.utf8), store: store)
    let reason = "the names of its link table are not certain without the store's columns"
    #expect(unsure.notes == ["Entry.tags is omitted: \(reason)", "Tag.entries is omitted: \(reason)"])
    #expect(unsure.model.entity("Entry")?.relationships.map(\.name) == ["notebook"])

    store.columns = [
      "ZENTRY": ["Z_PK", "ZTEXT", "ZNOTEBOOK"], "ZNOTEBOOK": ["Z_PK"], "ZTAG": ["Z_PK"],
      "Z_17TAGS": ["Z_17ENTRIES1", "Z_22TAGS"],
    ]
    let sure = try CoreDataModel(Array(contents.utf8), store: store)
    #expect(sure.notes == ["Entry.gone is omitted: the store's table 'ZENTRY' has no column 'ZGONE'"])
    #expect(
      sure.model.entity("Tag")?.relationships.map(\.kind)
        == [.linked(.init("Z_17TAGS", source: "Z_22TAGS", destination: "Z_17ENTRIES1"))])

    store.columns?["Z_17TAGS"] = ["Z_17ENTRIES1", "Z_17ENTRIES2", "Z_22TAGS"]
    #expect(try CoreDataModel(Array(contents.utf8), store: store).notes.count == 3)
    store.columns?["ZTAG"] = nil
    #expect(throws: CoreDataModelError("contents", line: 7, "the store has no table 'ZTAG'")) {
      try CoreDataModel(Array(contents.utf8), store: store)
    }
  }
}
