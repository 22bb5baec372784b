import Foundation
import PredicateFormat
import TestSupport
import Testing

// The code of the article ServersAndStrangers.

let profile = PredicateProfile.untrusted.permitting(keys: ["title", "author", "year", "tags"])

func answer(to text: String) -> (status: Int, body: Data?) {
  do {
    let found = try books.filtered(by: FormatPredicate(text, profile: profile))
    return (200, try? JSONEncoder().encode(found.map(\.title)))
  } catch {
    return (400, try? JSONEncoder().encode(error.diagnostics))
  }
}

struct StrangerArticleTests {
  private let page = Result { try article("ServersAndStrangers") }

  @Test("the answers of the server")
  func answers() throws {
    let good = answer(to: "ANY tags == 'fantasy'")
    #expect(good.status == 200)
    #expect(try JSONDecoder().decode([String].self, from: #require(good.body)) == ["The Tombs of Atuan", "Piranesi"])
    let bad = answer(to: "price < 10")
    #expect(bad.status == 400)
    let error = #expect(throws: FormatError.self) { try FormatPredicate("price < 10", profile: profile) }
    let text = try #require(error?.description)
    #expect(try page.get().contains("```\n\(text)\n```"), "\(text)")
    let body = try String(decoding: #require(bad.body), as: UTF8.self)
    #expect(body.contains("key-not-permitted") && body.contains("it permits author, tags, title, year"))
  }

  @Test("the limits of the table are those of the profile")
  func limits() throws {
    let limits = profile.limits
    let rows: [(PredicateProfile.Limit, String, Int)] = [
      (.length, "4,096 bytes", 4096), (.comparisons, "50", 50), (.rows, "1,000,000", 1_000_000),
      (.steps, "100,000,000", 100_000_000), (.milliseconds, "2 seconds", 2000), (.matchSteps, "100,000", 100_000),
    ]
    for (limit, text, number) in rows {
      #expect(limits[limit] == number, "\(limit)")
      #expect(try page.get().contains("| \(text) |"), "\(text)")
    }
    let strict = try FormatPredicate("title MATCHES '(a+)+$'", profile: profile)
      .limited(to: PredicateLimits(rows: 10_000, duration: .milliseconds(100)))
    #expect(strict.limits.rows == 10_000 && strict.limits.steps == 100_000_000)
  }

  @Test func typed() throws {
    let typed = PredicateProfile.untrusted.permitting(keys: ["title", "year"], of: Book.self)
    let filter = try FormatPredicate("year > 1965", profile: typed, for: Book.self)
    #expect(try books.filtered(by: filter).count == 3)
    #expect(throws: FormatError.self) { try FormatPredicate("author == 'x'", profile: typed, for: Book.self) }
  }

  @Test("a closure names the type of the error")
  func closure() {
    let route: (String) -> Int = { text in
      do throws(FormatError) {
        return try books.count(matching: FormatPredicate(text, profile: profile))
      } catch {
        return -error.diagnostics.count
      }
    }
    #expect(route("year > 1965") == 3 && route("price < 10") == -1)
  }

  @Test("a whole request")
  func request() throws {
    let json = Data(#"{"predicate": "year > 1965", "sort": ["year"], "limit": 20}"#.utf8)
    let request = try JSONDecoder().decode(PredicateFetchRequest.self, from: json).validated(by: profile)
    let page = try books.fetchAll(request)
    #expect(page.map(\.year) == [1969, 1971, 2020])
    let decoder = JSONDecoder()
    decoder.userInfo = profile.userInfo
    let same = try decoder.decode(PredicateFetchRequest.self, from: json)
    #expect(same == request)
    let other = Data(#"{"properties": ["price"]}"#.utf8)
    #expect(throws: DecodingError.self) { try decoder.decode(PredicateFetchRequest.self, from: other) }
  }

  @Test func stored() throws {
    let data = Data(#"{"name": "new", "text": "year > 2000"}"#.utf8)
    struct SavedSearch: Codable {
      let name: String
      let text: String
    }
    let saved = try JSONDecoder().decode(SavedSearch.self, from: data)
    let again = try FormatPredicate(saved.text, profile: profile)
    #expect(try books.filtered(by: again).map(\.title) == ["Piranesi"])
  }
}
