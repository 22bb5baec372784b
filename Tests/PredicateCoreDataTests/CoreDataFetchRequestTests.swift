import Foundation
import PredicateCoreData
import PredicateFormat
import PredicateSQL
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Fetch request templates of Core Data models.
struct CoreDataFetchRequestTests {
  @Test("the templates of an Xcode package")
  func package() throws {
    let url = packageRoot.appendingPathComponent("Corpus/SQL/Models/Words.xcdatamodeld")
    let read = try CoreDataFetchRequests(contentsOf: url)
    #expect(read.notes.isEmpty)
    #expect(read.requests.names == ["AllCategories", "LongWords", "WordsOfCategories"])
    #expect(
      read.requests["LongWords"]
        == PredicateFetchRequest(try .template("length >= $LENGTH"), of: "Word", limit: 20, batchSize: 10))
    #expect(read.requests["AllCategories"] == PredicateFetchRequest(of: "WordCategory"), "0 means all, and no batches")
    #expect(read.requests["WordsOfCategories"]?.isDistinct == true)
    let stored = try StoredFetchRequests(coreDataModel: url)
    #expect(stored == read.requests)
    let request = try stored.request("WordsOfCategories", ["PREFIX": "q", "LETTERS": ["q", "z"]])
    #expect(
      request.predicate
        == (try FormatPredicate("text BEGINSWITH[c] 'q' AND wordCategory.firstLetter IN %@", ["q", "z"])))
    // The model is read as if there were none.
    #expect(try CoreDataModel(contentsOf: url).model.entities.map(\.name) == ["Word", "WordCategory"])
  }

  /// A model of two entities, a parent and its child, with the templates, which begin on line 2.
  private func model(_ templates: String) -> [UInt8] {
    Array("<model><entity name='Word'/><entity name='Noun' parentEntity='Word'/>\n\(templates)</model>".utf8)
  }

  @Test(
    "parts that a request does not support are reported",
    arguments: [
      ("entity='Noun'", []),
      ("entity='Noun' includeSubentities='NO' includesPendingChanges='NO' returnsObjectsAsFaults='NO'", []),
      (
        "entity='Word'",
        ["the template 'T' does not set 'includeSubentities'; the request includes subentities such as 'Noun'"]
      ),
      ("entity='Word' includesSubentities='YES'", []),
      (
        "entity='Noun' resultType='2'",
        ["the template 'T' has the resultType '2'; the method that runs it determines the kind of result"]
      ),
      ("entity='Noun' sortKey='text'", ["the template 'T' has an attribute 'sortKey', which is ignored"]),
    ])
  func notes(attributes: String, expected: [String]) throws {
    #expect(try CoreDataFetchRequests(model("<fetchRequest name='T' \(attributes)/>")).notes == expected)
  }

  @Test("elements within a template are reported, and fetched properties are not templates")
  func elements() throws {
    let templates = "<fetchRequest name='T' entity='Noun'><sortDescriptor key='a'><b/></sortDescriptor></fetchRequest>"
    #expect(
      try CoreDataFetchRequests(model(templates)).notes
        == ["the template 'T' has an element 'sortDescriptor', which is ignored"])
    let property =
      "<model><entity name='A'><fetchedProperty name='p'><fetchRequest name='f' entity='A'/>"
      + "</fetchedProperty></entity></model>"
    #expect(try CoreDataFetchRequests(Array(property.utf8)).requests.names.isEmpty)
  }

  @Test("both spellings of an attribute", arguments: ["return", "returns"])
  func spellings(verb: String) throws {
    let read = try CoreDataFetchRequests(model("<fetchRequest name='T' entity='Noun' \(verb)DistinctResults='YES'/>"))
    #expect(read.requests["T"]?.isDistinct == true && read.notes.isEmpty)
  }

  @Test(
    "errors contain their line and the template's name",
    arguments: [
      ("<fetchRequest entity='Word'/>", "contents:2: 'fetchRequest' needs a 'name'"),
      ("<fetchRequest name='T'/>", "contents:2: the template 'T': it needs an 'entity'"),
      (
        "<fetchRequest name='T' entity='Wrod'/>",
        "contents:2: the template 'T': unknown entity 'Wrod'; did you mean Word?"
      ),
      (
        "\n<fetchRequest name='T' entity='Noun' fetchLimit='-1'/>",
        "contents:3: the template 'T': 'fetchLimit' is '-1'; expected 0 or a positive number"
      ),
      (
        "<fetchRequest name='T' entity='Noun' fetchBatchSize='many'/>",
        "contents:2: the template 'T': 'fetchBatchSize' is 'many'; expected 0 or a positive number"
      ),
      (
        "<fetchRequest name='T' entity='Noun' returnDistinctResults='1'/>",
        "contents:2: the template 'T': 'returnDistinctResults' is '1'; expected YES or NO"
      ),
      (
        "<fetchRequest name='T' entity='Noun' predicateString='text == %@'/>",
        "contents:2: the template 'T': '%@' in its predicate has no argument; a template uses variables such as $NAME"
      ),
      (
        "<fetchRequest name='T' entity='Word' includeSubentities='NO'/>",
        "contents:2: the template 'T': it excludes subentities such as 'Noun', which a request cannot do"
      ),
      (
        "<fetchRequest name='T' entity='Noun'/>\n<fetchRequest name='T' entity='Noun'/>",
        "contents:3: the template 'T': there are two with that name"
      ),
      (
        "<fetchRequest name='T' entity='Noun' predicateString='text &gt;'/>",
        """
        contents:2: the template 'T': its predicate is not valid: error[expected-expression]: expected a value after >, found \
        the end of the text
         --> format:1:7
          |
        1 | text >
          |       ^ write %@
          = write %@ for an argument
        """
      ),
    ])
  func errors(templates: String, expected: String) {
    do {
      let read = try CoreDataFetchRequests(model(templates))
      Issue.record("read as \(read)")
    } catch {
      #expect(error.description == expected)
    }
  }
}
