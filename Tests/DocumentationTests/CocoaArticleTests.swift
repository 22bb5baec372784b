#if !canImport(ObjectiveC)
import CocoaPredicates
import PredicateFormat
import Testing

/// The code of the article FromNSPredicate that needs no change.
struct CocoaArticleTests {
  @Test func keepTheCode() throws {
    let recent = NSPredicate(format: "year > %d AND price < $MOST", 1965)
    let cheap = recent.withSubstitutionVariables(["MOST": 12])
    let found = (books as NSArray).filtered(using: cheap) as? [Book]
    let ordered = (books as NSArray).sortedArray(using: [NSSortDescriptor(key: "year", ascending: false)])
    #expect(found?.map(\.title) == books.filter { $0.year > 1965 && $0.price < 12 }.map(\.title))
    #expect((ordered as? [Book])?.map(\.year) == books.map(\.year).sorted(by: >))
    let format = try FormatPredicate(cheap)
    #expect(format.format == "year > 1965 AND price < 12")
    let same = NSPredicate(format)
    #expect(same.isEqual(cheap))
  }

  @Test func comments() throws {
    let person = ["name": "Ann", "age": 31] as [String: Any]
    let order = ["price": 3, "count": 4]
    let people = [person], text = "name == 'Ann'"
    let predicate = NSPredicate(format: "name BEGINSWITH[c] %@ AND age > %d", "a", 30)
    let isFound = predicate.evaluate(with: person)
    #expect(isFound && (people as NSArray).filtered(using: predicate).count == 1)
    let total = NSExpression(format: "price * count")
    let value = total.expressionValue(with: order, context: nil)
    #expect(value as? Int == 12)
    let range = NSPredicate(format: "%K BETWEEN %@ AND title CONTAINS[c] %@", "year", [1960, 1980], "of")
    #expect(range.predicateFormat == #"year BETWEEN {1960, 1980} AND title CONTAINS[c] "of""#)
    var filter = NSPredicate(value: true)
    do { filter = try NSPredicate(checking: text) } catch { print(error) }
    #expect(filter.predicateFormat == #"name == "Ann""#)
  }

  /// Only compiled: the handler belongs to the process, in which other tests run.
  private func replaceTheHandler(log: @escaping @Sendable (String) -> Void) {
    NSPredicate.errorHandler = { error in log(error.description) }
  }

  @Test func requests() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate(format: "year > %d", 1965)
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let found = try request.fetch(from: books)
    #expect(found.map(\.title) == books.filter { $0.year > 1965 }.map(\.title).sorted())
  }
}
#endif
