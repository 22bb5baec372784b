import Foundation
import PredicateFormat
import TestSupport
import Testing

/// The code of Corpus/Seeds/FailedBanks/README.md.
struct FailedBanksPageTests {
  final class FailedBankInfo: Sendable {
    let name: String
    let city: String
    let state: String
    let details: FailedBankDetails
    let tags: [Tag]

    init(_ row: SeedRow, _ details: FailedBankDetails, _ tags: [Tag]) {
      name = row.text("name") ?? ""
      city = row.text("city") ?? ""
      state = row.text("state") ?? ""
      self.details = details
      self.tags = tags
    }
  }

  final class FailedBankDetails: Sendable {
    let zip: String?
    let closeDate: Date?
    let updatedDate: Date?

    init(_ row: SeedRow) {
      zip = row.text("zip")
      closeDate = row.date("closeDate")
      updatedDate = row.date("updatedDate")
    }
  }

  final class Tag: Sendable {
    let name: String

    init(_ name: String) { self.name = name }
  }

  let banks: [FailedBankInfo]

  init() throws {
    let details = try seedRows("FailedBanks/objects.json", "FailedBankDetails").map(FailedBankDetails.init)
    let tags = try seedRows("FailedBanks/objects.json", "Tag").map { Tag($0.text("name") ?? "") }
    banks = try seedRows("FailedBanks/objects.json", "FailedBankInfo").map { row in
      FailedBankInfo(row, details[(row.integer("details") ?? 1) - 1], row.integers("tags").map { tags[$0 - 1] })
    }
  }

  @Test func search() throws {
    // Search while typing: case-sensitive, or case-insensitive at the beginning of the name.
    let containing = try banks.filtered(by: FormatPredicate("name CONTAINS %@", "Valley B"))
    #expect(containing.count == 20)
    let none = try banks.filtered(by: FormatPredicate("name CONTAINS %@", "valley"))
    #expect(none.isEmpty)
    let beginning = try banks.filtered(by: FormatPredicate("name BEGINSWITH[c] %@", "peña"))
    #expect(beginning.count == 9)
  }

  @Test func days() throws {
    let calendar = Calendar.utc
    let day = try #require(calendar.date(from: DateComponents(year: 2009, month: 7, day: 31)))
    let nextDay = try #require(calendar.date(byAdding: .day, value: 1, to: day))
    let onDay = try FormatPredicate("details.closeDate >= %@ AND details.closeDate < %@", day, nextDay)
    let closedThen = try banks.filtered(by: onDay)
    #expect(closedThen.count == 8)
    let closedLater = try banks.filtered(by: FormatPredicate("details.closeDate > %@", day))
    #expect(closedLater.count == 248)
  }

  @Test func digitsAndTags() throws {
    let ending = try banks.filtered(by: FormatPredicate("details.zip ENDSWITH %@", "5"))
    #expect(ending.count == 49)
    let endingLonger = try banks.filtered(by: FormatPredicate("details.zip ENDSWITH %@", "05"))
    #expect(endingLonger.map(\.name) == ["Ironwood County Bank"])
    let tagged = try banks.filtered(by: FormatPredicate("tags.@count > 0"))
    #expect(tagged.count == 373)
    let agricultural = try banks.filtered(by: FormatPredicate("ANY tags.name == %@", "agricultural"))
    #expect(agricultural.count == 84)
  }

  @Test func list() async throws {
    // The list on the screen: newest first, twenty at a time.
    let request = PredicateFetchRequest(sortKeys: [.descending("details.closeDate")], batchSize: 20)
    var batches: [[String]] = []
    for try await batch in try banks.batches(of: request) { batches.append(batch.items.map(\.name)) }
    #expect(batches.count == 27)
    #expect(batches[0].count == 20)
    let second = try banks.fetchAll(request.with { ($0.limit, $0.offset) = (20, 20) }).map(\.name)
    #expect(second == batches[1])
  }
}

extension Calendar {
  /// The calendar in UTC, because the dates of the list are in UTC.
  fileprivate static var utc: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
