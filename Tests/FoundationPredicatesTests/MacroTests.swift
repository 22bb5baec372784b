import Foundation
import FoundationPredicates
import PredicateFormat
import Testing

/// Formats of Foundation's predicates, and predicates of formats. Tests/Macros has many more.
@Suite("Foundation's Predicate")
struct MacroTests {
  struct Album: Codable, Sendable {
    var name: String
    var year: Int
    var label: String?
  }

  enum Kind: String, Codable, CaseIterable { case song, talk }
  enum Level: Int, Codable { case low = 1, high }

  struct Track: Codable, Sendable, PredicateKeyed {
    var title: String
    var artist: String?
    var seconds: Int
    var rating: Double?
    var isLoved: Bool
    var isLive: Bool?
    var kind: Kind
    var tags: [String]
    var marks: [Int]
    var plays: [String: Int]
    var album: Album?
    var minutes: Int { seconds / 60 }
    var label: String { title }
    var shout: String { title.uppercased() }

    static var predicateKeys: [PredicateKey<Track>] { [.key("minutes", at: \.minutes)] }
  }

  static let tracks = [
    Track(
      title: "The Sea", artist: "Ada", seconds: 200, rating: 4.5, isLoved: true, isLive: nil, kind: .song,
      tags: ["calm", "live"], marks: [3, 9], plays: ["mon": 2], album: Album(name: "Tides", year: 1999, label: nil)),
    Track(
      title: "Hello", artist: nil, seconds: -7, rating: nil, isLoved: false, isLive: false, kind: .talk, tags: [],
      marks: [], plays: [:], album: nil),
    Track(
      title: "", artist: "", seconds: 61, rating: 0, isLoved: true, isLive: true, kind: .song, tags: ["x"], marks: [1],
      plays: ["mon": 0, "tue": 5], album: Album(name: "", year: 2001, label: "Blue")),
  ]

  /// Expects the format of a predicate, and that it finds the same tracks.
  private func expect(
    _ format: String, _ predicate: Predicate<Track>, at location: SourceLocation = #_sourceLocation
  ) throws {
    let converted = try FormatPredicate(predicate, names: [\Track.label: "title"])
    #expect(converted.format == format, sourceLocation: location)
    let found = try Self.tracks.filtered(by: converted).map(\.title)
    #expect(try found == Self.tracks.filter(predicate).map(\.title), sourceLocation: location)
    let back = try converted.predicate(for: Track.self)
    #expect(try Self.tracks.filter(back).map(\.title) == found, sourceLocation: location)
  }

  @Test("comparisons, logic and numbers")
  func comparisons() throws {
    let (least, kind, names) = (60, Kind.talk, ["Hello", "Bye"])
    try expect(
      "seconds > 60 AND title BEGINSWITH \"The\"", #Predicate { $0.seconds > least && $0.title.starts(with: "The") })
    try expect("isLoved != 1 OR kind == \"talk\"", #Predicate { !$0.isLoved || $0.kind == kind })
    try expect("title IN {\"Hello\", \"Bye\"}", #Predicate { names.contains($0.title) })
    try expect("kind == \"song\"", #Predicate { $0.kind.rawValue == "song" })
    try expect("(seconds * 2) - 1 < 0 - seconds", #Predicate { $0.seconds * 2 - 1 < -$0.seconds })
    try expect(
      "modulus:by:(seconds, 4) == -3 OR seconds / 2 == 100",
      #Predicate { $0.seconds % 4 == -3 || $0.seconds / 2 == 100 })
    try expect("seconds >= 0 AND seconds <= 100", #Predicate { (0...100).contains($0.seconds) })
    try expect("minutes == 1", #Predicate { $0.minutes == 1 })
    try expect("title == \"Hello\"", #Predicate { $0.label == "Hello" })
    try expect("TRUEPREDICATE", #Predicate { _ in true })
  }

  @Test("optionals")
  func optionals() throws {
    try expect("artist == nil", #Predicate { $0.artist == nil })
    try expect("artist != \"Ada\"", #Predicate { $0.artist != "Ada" })
    try expect("TERNARY(rating != nil, rating, 1.0) > 0.5", #Predicate { ($0.rating ?? 1) > 0.5 })
    try expect("album.year == 1999", #Predicate { $0.album?.year == 1999 })
    try expect("artist != nil AND artist CONTAINS \"d\"", #Predicate { $0.artist?.contains("d") == true })
    try expect("artist != nil AND artist CONTAINS \"d\"", #Predicate { $0.artist?.contains("d") ?? false })
    try expect("isLive == 1 OR isLive == nil", #Predicate { $0.isLive ?? true })
    try expect("rating != nil AND rating > 4", #Predicate { $0.rating != nil && $0.rating! > 4 })
    try expect(
      "(artist != nil AND artist == \"Ada\") OR (artist == nil AND isLoved == 1)",
      #Predicate { if let artist = $0.artist { artist == "Ada" } else { $0.isLoved } })
    try expect("album.label == nil", #Predicate { $0.album?.label == nil })
  }

  @Test("collections")
  func collections() throws {
    try expect("ANY tags == \"live\"", #Predicate { $0.tags.contains("live") })
    try expect("tags.@count == 0", #Predicate { $0.tags.isEmpty })
    try expect("marks.@count > 1", #Predicate { $0.marks.count > 1 })
    try expect("SUBQUERY(marks, $x, $x > 2).@count > 0", #Predicate { $0.marks.contains { $0 > 2 } })
    try expect("SUBQUERY(marks, $x, NOT $x > 2).@count == 0", #Predicate { $0.marks.allSatisfy { $0 > 2 } })
    try expect(
      "SUBQUERY(tags, $x, $x CONTAINS \"l\").@count == 2", #Predicate { $0.tags.filter { $0.contains("l") }.count == 2 }
    )
    try expect("TERNARY(marks.@count == 0, nil, max:(marks)) == 9", #Predicate { $0.marks.max() == 9 })
    try expect("plays[\"mon\"] == 2", #Predicate { $0.plays["mon"] == 2 })
    try expect(
      "TERNARY(plays[\"tue\"] != nil, plays[\"tue\"], 7) == 7", #Predicate { $0.plays["tue", default: 7] == 7 })
    try expect("title == \"\"", #Predicate { $0.title.isEmpty })
    try expect("length:(title) > 5", #Predicate { $0.title.count > 5 })
    try expect("TRUEPREDICATE", #Predicate { $0.title.contains("") })
    try expect("title == \"\" OR \"The Sea\" CONTAINS title", #Predicate { "The Sea".contains($0.title) })
  }

  enum Rank: String, Codable, Comparable {
    case low, high

    static func < (left: Rank, right: Rank) -> Bool { left == .low && right == .high }
  }

  struct Row: Codable, Sendable {
    var year = 5
    var rank = Rank.low
    var ratio = Float(0.1)
    var kids: [Int]?
  }

  struct Bounds: Codable, Sendable {
    var least = 3
    var inner = [7]
  }

  @Test("captured values, collections that are nil, and types with operators of their own")
  func captured() throws {
    func format(_ predicate: Predicate<Row>) throws -> String {
      let converted = try FormatPredicate(predicate)
      let rows = [Row(), Row(kids: []), Row(kids: [1])]
      #expect(try rows.map(predicate.evaluate) == rows.map { try converted.evaluate(with: $0) })
      return converted.format
    }
    let (bounds, nan, high) = (Bounds(), Double.nan, Rank.high)
    #expect(
      try format(#Predicate { $0.year > bounds.least && $0.year != bounds.inner.count }) == "year > 3 AND year != 1")
    #expect(try format(#Predicate { $0.kids?.count == 0 }) == "TERNARY(kids != nil, kids.@count, nil) == 0")
    _ = try format(#Predicate { ($0.kids?.count ?? 1) > 0 })
    #expect(throws: FormatError.self) { try format(#Predicate { $0.rank < high }) }
    #expect(throws: FormatError.self) { try format(#Predicate { $0.ratio * 3 == 0.3 }) }
    #expect(throws: FormatError.self) { try FormatPredicate(#Predicate<Track> { $0.rating == nan }) }
  }

  @Test("what has no counterpart is an error that names it")
  func errors() {
    func message(_ predicate: Predicate<Track>) -> String {
      do throws(FormatError) {
        return try FormatPredicate(predicate).format
      } catch {
        return error.diagnostics.map(\.message).joined()
      }
    }
    #expect(message(#Predicate { $0.shout == "A" }).hasPrefix("the key path \\Track.<computed (String)>"))
    #expect(message(#Predicate { $0.tags.starts(with: ["a"]) }).contains("starts(with:)"))
  }

  final class Owner: Equatable, Sendable {
    static func == (left: Owner, right: Owner) -> Bool { true }
  }

  struct Home: Sendable {
    var owner: Owner?
    var names = [1: "a"]
    var depths: [String: Int?] = ["a": nil]
    var pair = (1, 2)
    var label: String?
  }

  @Test("nil of a class, nested optionals, tuples, and dictionaries with other keys")
  func homes() throws {
    func message(_ predicate: Predicate<Home>) throws -> String? {
      do {
        let converted = try FormatPredicate(predicate)
        for home in [Home(), Home(owner: Owner())] {
          #expect(try predicate.evaluate(home) == converted.evaluate(with: home))
        }
        return nil
      } catch let error as FormatError {
        return error.diagnostics.map(\.message).joined()
      }
    }
    let none: String? = nil
    #expect(try message(#Predicate { $0.owner == nil }) == nil && message(#Predicate { $0.owner != nil }) == nil)
    #expect(try message(#Predicate { $0.owner == $0.owner })?.contains("it calls the == of the type") == true)
    #expect(try message(#Predicate { (none ?? "abc") == $0.label })?.contains("the language has one nil") == true)
    #expect(try message(#Predicate { $0.depths["a"] == nil })?.contains("the language has one nil") == true)
    #expect(try message(#Predicate { $0.names[1] == "a" })?.contains("a key is a string") == true)
    #expect(try message(#Predicate { $0.pair.0 == 1 })?.hasPrefix("the key path") == true)
  }

  @Test("a predicate of a format")
  func back() throws {
    let predicate = try FormatPredicate("seconds > $LEAST").predicate(for: Track.self, variables: ["LEAST": 60])
    #expect(try Self.tracks.filter(predicate).map(\.title) == ["The Sea", ""])
    let both = #Predicate<Track> { $0.isLoved }
    let joined = try FormatPredicate(predicate) && FormatPredicate(both)
    #expect(joined.format == "seconds > 60 AND isLoved == 1")
    #expect(throws: FormatError.self) { try FormatPredicate("secnds > 1").predicate(for: Track.self) }
  }

  @Test("key paths as arguments and sort keys")
  func keyPaths() throws {
    let format = try FormatPredicate("%K > 60 AND %K == nil", \Track.seconds, \Track.album?.label)
    #expect(format.format == "seconds > 60 AND album.label == nil")
    #expect(try FormatPredicate("%@ < %K", \Track.seconds, \Track.minutes).format == "seconds < minutes")
    let sorted = try Self.tracks.sorted(by: .descending(\Track.seconds), .ascending(\Track.title))
    #expect(sorted.map(\.seconds) == [200, 61, -7])
    #expect(try Self.tracks.sorted(by: .ascending(\.seconds)).map(\.seconds) == [-7, 61, 200])
    let error = #expect(throws: FormatError.self) { try FormatPredicate("%K == 1", \Track.shout) }
    #expect(error?.diagnostics.first?.code == .argumentType)
    #expect(throws: FormatError.self) { try SortKey.ascending(\Track.shout) }
  }

  @Test("parts and arguments of any type")
  func parts() throws {
    var condition = try FormatPredicate("seconds > 0")
    condition &= try FormatPredicate("isLoved == YES")
    condition &= nil
    #expect(condition.format == "seconds > 0 AND isLoved == 1")
    condition |= FormatPredicate(false)
    #expect(condition.format == "(seconds > 0 AND isLoved == 1) OR FALSEPREDICATE")
    #expect(FormatPredicate.all([]).format == "TRUEPREDICATE" && FormatPredicate.any([]).format == "FALSEPREDICATE")
    #expect(FormatPredicate.any([condition]) == condition)
    let parts = try (1...300).map { try FormatPredicate("seconds != %d", $0) }
    let joined = parts.reduce(condition) { .all([$0, $1]) }
    #expect(joined.height <= 100 && joined.format.hasSuffix("seconds != 299 AND seconds != 300"))
    #expect(
      try FormatPredicate("kind == %@ OR level IN %@", Kind.talk, [Level.low, .high]).format
        == "kind == \"talk\" OR level IN {1, 2}")
  }
}
