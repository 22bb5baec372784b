import Foundation

// The values of the rows. Their numbers differ, so that the rows combine them in many ways.

/// Texts with composed and decomposed letters, letters that fold to several, and characters of several scalars.
private let titles = [
  "", "a", "A", "Abba", "abc", "Caf\u{E9}", "Cafe\u{301}", "Stra\u{DF}e", "STRASSE", "\u{1F3B8} Solo",
  "\u{1F469}\u{200D}\u{1F3A4} live", "e\u{301}", "\u{E9}t\u{E9}", "zebra", "10", "9", "nil", " a ", "a.b*c?",
  "two\nlines", "O'Neil \"x\" \\", "\u{2126}", "\u{3A9}mega",
]
private let artists = ["Ann", nil, "ann", "", "Bob", "Zo\u{EB}", "Zoe\u{308}", nil, "a", "Caf\u{E9}", "\u{3A9}mega"]
private let lengths = [180, 0, 1, 59, 60, 61, 240, -5, 3600, 180, 3, 200, 7]
private let ratings: [Double?] = [3, nil, 0, 0.1, 0.30000000000000004, -2.5, 5, 4.5, nil, 1e17, 3, -0.0, 4.5, 2]
private let playCounts = [
  0, 1, 3, -1, 7, 100, -250, 9_007_199_254_740_993, 9_007_199_254_740_992, 12, 7, 1000, -9_007_199_254_740_993, 3, 42,
  500, 2,
]
private let matchCounts = [0, 2, 5, -3, 9]
private let bonuses = [nil, 3, 0, 7, nil, -4, 100]
private let gains = [0, 1.5, -3.25, 0.1, 2.5, 1e-3, -0.0, 12, 0.30000000000000004, -100, 7]
private let days: [Double] = [0, 86_400, 700_000_000, -1_000_000_000, 0.5, 86_400, 500_000_000.25, 1, 31_622_400]
private let playedDays: [Double?] = [nil, 86_400, 700_000_000, 0, nil, -1]
private let kinds = [Kind.studio, .live, .studio, .demo, .live]
private let moods = [nil, Kind.live, nil, .demo, .studio, .live, .live]
private let media = [Medium.vinyl, .file, .file, .tape]
private let levels: [Int16] = [0, 1, -1, 300, -300, 7, 2, 12]
private let weights: [Float] = [0.1, 0.5, -1.25, 0, 16_777_216, 2]
private let prices = ["0", "9.99", "10", "0.1", "-5.5", "1234567.89", "10.5"]
private let codes = [
  "00000000-0000-0000-0000-000000000001", "C0FFEE00-1234-4ABC-8DEF-0123456789AB",
  "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
]
private let links = [nil, "https://example.com/a", "https://example.com/b?x=1", nil, "file:///tmp/a"]
private let tagLists = [
  [], ["rock"], ["rock", "live"], [""], ["live", "live", "a"], ["\u{E9}", "rock"], ["e\u{301}", "pop", "b"],
  ["a", "b", "c", "d"], ["pop"], ["b", "a"], ["rock", "pop", "Rock"],
]
private let genreSets: [Set<String>] = [[], ["jazz"], ["jazz", "funk"], ["a", "b", "\u{E9}"], [""]]
private let albums = [
  Album(name: "First", year: 1969, label: "Apple"), Album(name: "a", year: 2001, label: nil),
  Album(name: "Caf\u{E9}", year: 1990, label: ""), Album(name: "", year: 1999, label: "Stra\u{DF}e"),
  Album(name: "Live \u{1F3B8}", year: 2024, label: nil), Album(name: "zebra", year: 0, label: "ann"),
  Album(name: "Early", year: -44, label: "Apple"),
]
private let producers = [
  nil, Person(name: "Ann", born: 1950), Person(name: "Bob", born: nil), nil, Person(name: "Zoe\u{308}", born: 1990),
  Person(name: "", born: 0),
]
private let markLists = [
  [], [Mark(name: "a", value: 1, at: 0, note: nil)],
  [Mark(name: "intro", value: 3, at: 1.5, note: ""), Mark(name: "solo", value: 7, at: 60, note: "loud")],
  [Mark(name: "b", value: -2, at: 0.1, note: nil)],
  [
    Mark(name: "intro", value: 0, at: 0, note: "a"), Mark(name: "a", value: 5, at: 2, note: nil),
    Mark(name: "end", value: 100, at: 180, note: "Ann"),
  ],
  [Mark(name: "solo", value: 7, at: 30, note: "x"), Mark(name: "solo", value: 7, at: 30, note: "x")],
  [Mark(name: "Caf\u{E9}", value: 12, at: -1, note: nil), Mark(name: "", value: 1000, at: 5, note: nil)],
]
private let creditLists = [[:], ["mix": 3], ["mix": 0, "a": 7], ["Ann": 1], ["a": -2, "zebra": 12]]
private let spans = [0..<5, 3..<3, -10..<0, 100..<1000]

/// Returns a date. Captured values of predicates use it, too.
func moment(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

/// 60 rows. The last four repeat the values of others.
let tracks = (0..<56).map { track($0, id: $0 + 1) } + [5, 17, 30, 31].enumerated().map { track($1, id: $0 + 57) }

private func track(_ row: Int, id: Int) -> Track {
  func pick<Value>(_ values: [Value], _ step: Int) -> Value { values[(row * step + row / 7) % values.count] }
  return Track(
    id: id, title: pick(titles, 5), artist: pick(artists, 4), seconds: pick(lengths, 5), rating: pick(ratings, 5),
    isLoved: row % 3 == 1, isMuted: [nil, true, false, false][(row / 2) % 4], plays: pick(playCounts, 6),
    matches: pick(matchCounts, 2), bonus: pick(bonuses, 3), gain: pick(gains, 3),
    added: moment(pick(days, 2)), played: pick(playedDays, 1).map(moment), kind: pick(kinds, 3), mood: pick(moods, 2),
    medium: pick(media, 1), level: pick(levels, 3), weight: pick(weights, 1),
    price: Decimal(string: pick(prices, 2)) ?? 0, code: UUID(uuidString: pick(codes, 1)) ?? UUID(),
    link: pick(links, 2).flatMap(URL.init(string:)), tags: pick(tagLists, 3), genres: pick(genreSets, 2),
    album: pick(albums, 1), producer: pick(producers, 1), marks: pick(markLists, 2), credits: pick(creditLists, 1),
    span: pick(spans, 1))
}
