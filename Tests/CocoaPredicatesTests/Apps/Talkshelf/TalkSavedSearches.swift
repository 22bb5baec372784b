import Foundation
import CocoaPredicates

/// A search the user keeps in the sidebar. The predicate is stored as archived data.
struct TalkSavedSearch {
  let name: String
  let data: Data

  init(name: String, predicate: NSPredicate) throws {
    self.name = name
    self.data = try NSKeyedArchiver.archivedData(withRootObject: predicate, requiringSecureCoding: true)
  }

  func predicate() throws -> NSPredicate? {
    let predicate = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPredicate.self, from: data)
    predicate?.allowEvaluation()
    return predicate
  }
}

final class TalkSavedSearchStore {
  private(set) var searches: [TalkSavedSearch] = []

  /// Keeps the search unless an equal predicate is stored already.
  func save(_ predicate: NSPredicate, name: String) -> Bool {
    let known = searches.contains { (try? $0.predicate()) == predicate }
    guard !known, let search = try? TalkSavedSearch(name: name, predicate: predicate) else { return false }
    searches.append(search)
    return true
  }

  func run(_ name: String) -> String {
    guard let search = searches.first(where: { $0.name == name }) else { return "\(name): unknown" }
    do {
      return TalkStore.line(name, try search.predicate())
    } catch {
      return "\(name): damaged"
    }
  }

  func names(matching predicate: NSPredicate) -> [String] {
    let names = searches.map { $0.name }
    return (names as NSArray).filtered(using: predicate).compactMap { $0 as? String }
  }
}

/// Sort order of the saved searches' results.
enum TalkSessionOrder: CaseIterable {
  case newest, title, number

  var descriptors: [NSSortDescriptor] {
    switch self {
    case .newest:
      return [NSSortDescriptor(key: "event.year", ascending: false), NSSortDescriptor(key: "number", ascending: false)]
    case .title:
      return [NSSortDescriptor(key: "title", ascending: true, selector: Selector("localizedStandardCompare:"))]
    case .number:
      return [
        NSSortDescriptor(key: "number", ascending: true) { left, right in
          guard let left = left as? Int, let right = right as? Int else { return .orderedSame }
          // Sessions of one block of hundred belong together, highest first.
          if left / 100 != right / 100 {
            return left / 100 < right / 100 ? .orderedDescending : .orderedAscending
          }
          return left == right ? .orderedSame : (left < right ? .orderedAscending : .orderedDescending)
        }
      ]
    }
  }
}

enum TalkSavedSearchesAnswers {
  static func answers() -> [String] {
    let store = TalkSavedSearchStore()
    var lines: [String] = []
    let favorites = TalkToggleFilter.standard(.isFavorite, isOn: true).predicate ?? NSPredicate(value: false)
    let compound = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(format: "event.year == %d", 2024),
      NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "title CONTAINS[cd] %@", "keynote")),
      NSPredicate(format: "startTime >= %@", TalkFixture.date(hour: 9) as NSDate),
    ])
    lines.append("saved: \(store.save(favorites, name: "favorites"))")
    lines.append("saved: \(store.save(compound, name: "day one"))")
    lines.append("saved: \(store.save(NSPredicate(format: "track.name IN %@", ["Design"]), name: "design"))")
    lines.append("twice: \(store.save(NSPredicate(format: "favoriteDates.@count > 0"), name: "more"))")
    for name in ["favorites", "day one", "design", "more"] {
      lines.append(store.run(name))
    }
    let restored = try? store.searches[1].predicate()
    lines.append("equal: \(restored == compound)")
    lines.append("compound: \((restored as? NSCompoundPredicate)?.subpredicates.count ?? 0)")
    lines.append("secure: \(NSPredicate.supportsSecureCoding)")
    lines.append(
      "names: "
        + store.names(matching: NSPredicate(format: "SELF CONTAINS[c] 'D' AND SELF != %@", "design")).joined(
          separator: ", "))

    for order in TalkSessionOrder.allCases {
      let sorted = (TalkFixture.sessions() as NSArray).sortedArray(using: order.descriptors)
      lines.append(
        "\(order): " + sorted.compactMap { ($0 as? TalkSession)?.number }.map { String($0) }.joined(separator: ", "))
    }
    return lines
  }
}
