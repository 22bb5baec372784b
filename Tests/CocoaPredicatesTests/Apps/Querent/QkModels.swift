import Foundation
import CocoaPredicates

final class QkAuthor {
  let name: String
  let age: Int
  let country: String

  init(name: String, age: Int, country: String) {
    self.name = name
    self.age = age
    self.country = country
  }
}

final class QkComment {
  let body: String
  let votes: Int

  init(_ body: String, votes: Int) {
    self.body = body
    self.votes = votes
  }
}

final class QkArticle: NSObject, NSFetchRequestResult {
  let id: Int
  let title: String
  let views: Int
  let rating: Double
  let published: Date
  let isDraft: Bool
  let author: QkAuthor?
  let keywords: [String]
  let comments: [QkComment]

  init(
    id: Int, title: String, views: Int, rating: Double, day: Int, isDraft: Bool = false,
    author: QkAuthor?, keywords: [String] = [], comments: [QkComment] = []
  ) {
    self.id = id
    self.title = title
    self.views = views
    self.rating = rating
    self.published = QkFixture.day(day)
    self.isDraft = isDraft
    self.author = author
    self.keywords = keywords
    self.comments = comments
    super.init()
  }
}

enum QkFixture {
  static func day(_ number: Int) -> Date {
    return Date(timeIntervalSinceReferenceDate: 650_000_000 + Double(number) * 86_400)
  }

  static func articles() -> [QkArticle] {
    let rowan = QkAuthor(name: "Rowan", age: 34, country: "NL")
    let juniper = QkAuthor(name: "Juniper", age: 51, country: "DE")
    let sorrel = QkAuthor(name: "Sorrel", age: 28, country: "NL")
    return [
      QkArticle(
        id: 1, title: "Swift tips", views: 1_200, rating: 4.5, day: 0, author: rowan,
        keywords: ["swift", "ios"], comments: [QkComment("Great", votes: 10), QkComment("meh", votes: -2)]),
      QkArticle(
        id: 2, title: "Core Data pitfalls", views: 860, rating: 3.75, day: 10, author: juniper,
        keywords: ["coredata", "ios", "macos"], comments: [QkComment("Useful", votes: 4)]),
      QkArticle(
        id: 3, title: "Draft: predicates", views: 0, rating: 0, day: 20, isDraft: true, author: rowan,
        keywords: ["predicates"]),
      QkArticle(
        id: 4, title: "Linux server notes", views: 430, rating: 4.25, day: 30, author: sorrel,
        keywords: ["swift", "linux"],
        comments: [QkComment("nice", votes: 1), QkComment("wow", votes: 25), QkComment("ok", votes: 3)]),
      QkArticle(
        id: 5, title: "Old Objective-C", views: 2_300, rating: 2.5, day: -400, author: juniper,
        keywords: ["objc"], comments: [QkComment("legacy", votes: 0)]),
      QkArticle(id: 6, title: "anonymous memo", views: 15, rating: 3, day: 40, author: nil),
      QkArticle(
        id: 7, title: "SWIFT at scale", views: 5_100, rating: 4.75, day: 50, author: sorrel,
        keywords: ["swift", "server"], comments: [QkComment("Superb", votes: 40)]),
    ]
  }
}

enum QkStore {
  /// Stands in for `context.fetch(_:)`.
  static func execute<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>, objects: [T]) -> [T] {
    var rows: [Any] = objects
    if let predicate = request.predicate {
      rows = (rows as NSArray).filtered(using: predicate)
    }
    if let descriptors = request.sortDescriptors, !descriptors.isEmpty {
      rows = (rows as NSArray).sortedArray(using: descriptors)
    }
    let window = rows.dropFirst(request.fetchOffset)
    let limited = request.fetchLimit > 0 ? window.prefix(request.fetchLimit) : window
    return limited.compactMap { $0 as? T }
  }

  static func line(_ label: String, _ articles: [QkArticle]) -> String {
    let list = articles.map { String($0.id) }.joined(separator: ", ")
    return "\(label): \(list.isEmpty ? "-" : list)"
  }

  static func line(_ label: String, _ predicate: NSPredicate) -> String {
    return line(label, QkFixture.articles().filter { predicate.evaluate(with: $0) })
  }
}

enum QkModelsAnswers {
  static func answers() -> [String] {
    let articles = QkFixture.articles()
    let published = NSPredicate(format: "isDraft == NO")
    let popular = NSPredicate(format: "views > %d AND rating >= %f", 500, 3.5)
    let byDutchAuthors = NSPredicate(format: "%K == %@", "author.country", "NL")
    let keyword = NSPredicate(format: "%@ IN keywords", "swift")
    let upvoted = NSPredicate(format: "ANY comments.votes > %ld", 20)
    let friendly = NSPredicate(format: "comments.@count > 0 AND ALL comments.votes > 0")

    let request = NSFetchRequest<QkArticle>(entityName: String(describing: QkArticle.self))
    request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [published, byDutchAuthors])
    request.sortDescriptors = [
      NSSortDescriptor(key: "author.age", ascending: true), NSSortDescriptor(key: "views", ascending: false),
    ]
    return [
      QkStore.line("published", published),
      QkStore.line("popular", popular),
      QkStore.line("dutch", byDutchAuthors),
      QkStore.line("keyword", keyword),
      QkStore.line("upvoted", upvoted),
      QkStore.line("friendly", friendly),
      QkStore.line("request", QkStore.execute(request, objects: articles)),
      "entity: \(request.entityName ?? "-")",
    ]
  }
}
