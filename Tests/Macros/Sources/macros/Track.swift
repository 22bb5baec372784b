import Foundation
import PredicateFormat

/// A recording: the rows that all predicates of this program filter.
struct Track: Codable, Sendable {
  let id: Int
  let title: String
  let artist: String?
  let seconds: Int
  let rating: Double?
  let isLoved: Bool
  let isMuted: Bool?
  let plays: Int
  /// A reserved word of format strings.
  let matches: Int
  let bonus: Int?
  let gain: Double
  let added: Date
  let played: Date?
  let kind: Kind
  let mood: Kind?
  let medium: Medium
  let level: Int16
  let weight: Float
  let price: Decimal
  let code: UUID
  let link: URL?
  let tags: [String]
  let genres: Set<String>
  let album: Album
  let producer: Person?
  let marks: [Mark]
  // The database has no columns for these two.
  let credits: [String: Int]
  let span: Range<Int>

  /// A computed property. The name of its key path is given to the bridge.
  var decade: Int { album.year / 10 * 10 }
}

extension Track: PredicateKeyed {
  static var predicateKeys: [PredicateKey<Track>] { [.key("decade") { $0.decade }] }
}

/// An enumeration whose raw values are strings.
enum Kind: String, Codable, Sendable {
  case studio, live, demo
}

/// An enumeration whose raw values are integers.
enum Medium: Int, Codable, Sendable {
  case vinyl = 1
  case tape = 2
  case file = 8
}

/// The album of a track: a relationship to one object.
struct Album: Codable, Hashable, Sendable {
  let name: String
  let year: Int
  let label: String?
}

/// The producer of a track: a relationship to one object, or to none.
struct Person: Codable, Hashable, Sendable {
  let name: String
  let born: Int?
}

/// A marked place of a track: a relationship to many objects.
struct Mark: Codable, Hashable, Sendable {
  let name: String
  let value: Int
  let at: Double
  let note: String?
}
