import Foundation
import PredicateFormat

struct Book {
  let title: String
  let author: String
  let year: Int
  let price: Decimal
  let series: String?
  let tags: [String]
}

let books = [
  Book(title: "Emma", author: "Jane Austen", year: 1815, price: 6, series: nil, tags: []),
  Book(
    title: "The Left Hand of Darkness", author: "Ursula K. Le Guin", year: 1969, price: 11, series: "Hainish Cycle",
    tags: ["science fiction"]),
  Book(
    title: "The Tombs of Atuan", author: "Ursula K. Le Guin", year: 1971, price: 9.5, series: "Earthsea",
    tags: ["fantasy"]),
  Book(
    title: "Piranesi", author: "Susanna Clarke", year: 2020, price: 14, series: nil, tags: ["fantasy", "mystery"]),
]

extension Book: PredicateKeyed {
  static var predicateKeys: [PredicateKey<Book>] {
    [.key("decade") { $0.year / 10 * 10 }, .key("initial") { $0.title.first }]
  }
}
