import Foundation
import PredicateFormat
import PredicateSQLite
import ProofSupport
import TestSupport
import Testing

/// The code of Corpus/Seeds/BubbleTea/README.md.
struct BubbleTeaPageTests {
  final class Venue: Sendable {
    let name: String
    let specialCount: Int
    let location: Location?
    let priceInfo: PriceInfo?
    let stats: Stats?

    init(_ row: SeedRow, _ location: Location?, _ priceInfo: PriceInfo?, _ stats: Stats?) {
      name = row.text("name") ?? ""
      specialCount = row.integer("specialCount") ?? 0
      (self.location, self.priceInfo, self.stats) = (location, priceInfo, stats)
    }
  }

  struct Location { let distance: Double? }
  struct PriceInfo { let priceCategory: String? }
  struct Stats { let tipCount: Int? }

  let venues: [Venue]

  init() throws {
    func rows(_ entity: String) throws -> [SeedRow] { try seedRows("BubbleTea/objects.json", entity) }
    let (locations, prices, stats) = try (rows("Location"), rows("PriceInfo"), rows("Stats"))
    venues = try rows("Venue").map { row in
      Venue(
        row, row.integer("location").map { Location(distance: locations[$0 - 1].double("distance")) },
        row.integer("priceInfo").map { PriceInfo(priceCategory: prices[$0 - 1].text("priceCategory")) },
        row.integer("stats").map { Stats(tipCount: stats[$0 - 1].integer("tipCount")) })
    }
  }

  @Test func filters() throws {
    // Returns the number of matches, shown next to each filter.
    func count(_ format: String, _ arguments: (any FormatArgument)?...) throws -> Int {
      try venues.fetchCount(PredicateFetchRequest(FormatPredicate(format, arguments: arguments)))
    }
    let prices = try ["$", "$$", "$$$"].map { try count("%K == %@", "priceInfo.priceCategory", $0) }
    #expect(prices == [60, 64, 18])
    let deals = try count("specialCount > 0")
    #expect(deals == 50)
    let near = try count("location.distance < 500")
    #expect(near == 28)
    let tipped = try count("stats.tipCount > 0")
    #expect(tipped == 105)
  }

  @Test func sum() throws {
    let sum = FetchProperty.sum("specialCount", as: "sumDeals", type: .integer)
    let rows = try venues.queryAttributes(PredicateFetchRequest().selecting(sum))
    #expect(rows == [["sumDeals": .integer(172)]])
    let near = try venues.queryValue(
      sum, as: Int.self, for: PredicateFetchRequest().matching("location.distance < 500"))
    #expect(near == 32)
  }

  @Test func sorts() throws {
    func first(_ keys: SortKey...) throws -> [String] {
      try venues.fetchAll(PredicateFetchRequest(sortKeys: keys, limit: 2)).map(\.name)
    }
    let aToZ = SortKey.ascending("name", .localizedStandard)
    let names = try first(aToZ)
    #expect(names == ["Bamboo Lounge", "Bamboo Pearls"])
    let zToA = try first(aToZ.reversed)
    #expect(zToA == ["Winter Teahouse", "Winter Tea Bar"])
    let dearest = try first(.descending("priceInfo.priceCategory"), .ascending("location.distance"))
    #expect(dearest == ["Moon Sip", "Winter Sip"])
  }

  @Test func templates() throws {
    let stored = try JSONDecoder().decode(
      StoredFetchRequests.self,
      from: Data(
        """
        {"version": 1, "requests": {"Near": {
          "entity": "Venue", "predicate": "priceInfo.priceCategory == $CATEGORY AND location.distance < $METRES"}}}
        """.utf8))
    let cheap = try venues.fetchCount(stored.request("Near", ["CATEGORY": "$", "METRES": 500]))
    #expect(cheap == 11)
    let dear = try venues.fetchCount(stored.request("Near", ["CATEGORY": "$$$", "METRES": 500]))
    #expect(dear == 4)
  }

  @Test func asynchronously() async throws {
    let request = PredicateFetchRequest(sortKeys: [.ascending("name")], batchSize: 60)
    var progress: [Int] = []
    for try await batch in try venues.batches(of: request) { progress.append(batch.items.count) }
    #expect(progress == [60, 60, 30])
  }

  @Test func changes() throws {
    let store = try seedStore("BubbleTea")
    let near = try PredicateFetchRequest(of: "Venue").matching("location.distance < %@", 500)
    let updated = try store.update(["favorite": true], where: near)
    #expect(updated == 28)
    let favorites = try store.fetchCount(PredicateFetchRequest(of: "Venue").matching("favorite == YES"))
    #expect(favorites == 48)
    let deleted = try store.delete(where: near)
    #expect(deleted == 28)
    let left = try store.fetchCount(PredicateFetchRequest(of: "Venue"))
    #expect(left == 122)
  }
}
