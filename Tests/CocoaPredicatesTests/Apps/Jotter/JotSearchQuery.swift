import Foundation
import CocoaPredicates

/// What the user typed in the search field, `tag:` and `-word` included.
struct JotSearchQuery {
  enum Item: Equatable {
    case keyword(String)
    case excluded(String)
    case tag(String)
    case state(String)
  }

  let items: [Item]

  init(searchText: String) {
    var items: [Item] = []
    var phrase: String?
    for piece in searchText.components(separatedBy: " ") where !piece.isEmpty {
      if let current = phrase {
        let joined = current + " " + piece
        if piece.hasSuffix("\"") {
          items.append(.keyword(String(joined.dropLast())))
          phrase = nil
        } else {
          phrase = joined
        }
      } else if piece.hasPrefix("\""), !(piece.count > 1 && piece.hasSuffix("\"")) {
        phrase = String(piece.dropFirst())
      } else if piece.lowercased().hasPrefix("tag:") {
        items.append(.tag(String(piece.dropFirst(4))))
      } else if piece.hasPrefix("is:") {
        items.append(.state(String(piece.dropFirst(3))))
      } else if piece.hasPrefix("-"), piece.count > 1 {
        items.append(.excluded(String(piece.dropFirst())))
      } else {
        items.append(.keyword(piece.trimmingCharacters(in: CharacterSet(charactersIn: "\""))))
      }
    }
    if let rest = phrase {
      items.append(.keyword(rest))
    }
    self.items = items
  }

  var predicate: NSPredicate {
    let parts = items.compactMap { item -> NSPredicate? in
      switch item {
      case .keyword(let word):
        return NSPredicate.jotContent(containing: word)
      case .excluded(let word):
        return NSCompoundPredicate(notPredicateWithSubpredicate: .jotContent(containing: word))
      case .tag(let name):
        return name.isEmpty ? nil : NSPredicate.jotTag(containing: name)
      case .state("pinned"):
        return NSPredicate(format: "pinned == YES")
      case .state("shared"):
        return NSPredicate(format: "collaborators.@count > 0")
      case .state("todo"):
        return NSPredicate(format: "content CONTAINS %@", "- [ ]")
      case .state:
        return nil
      }
    }
    return NSCompoundPredicate(type: .and, subpredicates: parts)
  }
}

extension NSPredicate {
  static func jotContent(containing word: String) -> NSPredicate {
    return NSPredicate(format: "content CONTAINS[cd] %@", word)
  }

  static func jotTag(containing name: String) -> NSPredicate {
    return NSPredicate(format: "ANY tagList CONTAINS[cd] %@", name)
  }
}

/// The whole list: search text, trash and the tag of the sidebar together.
struct JotListQuery {
  var searchText = ""
  var trash = false

  func predicate() -> NSPredicate {
    let query = JotSearchQuery(searchText: searchText)
    var parts = [NSPredicate(format: "isTrashed == %@", NSNumber(value: trash))]
    if !query.items.isEmpty {
      parts.append(query.predicate)
    }
    return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
  }
}

enum JotSearchQueryAnswers {
  static func answers() -> [String] {
    var lines: [String] = []
    for text in [
      "", "milk", "CAFE", "things -nine", "tag:home", "tag:work meeting", "\"ten things\"", "\"call back",
      "is:pinned milk",
      "is:shared -bread", "tag: note", "is:unknown", "is:todo", "MILK tag:RECIPES butter",
    ] {
      let query = JotListQuery(searchText: text)
      lines.append(JotStore.line("[\(text)]", query.predicate()))
    }
    lines.append(JotStore.line("trash [milk]", JotListQuery(searchText: "milk", trash: true).predicate()))
    lines.append("items: \(JotSearchQuery(searchText: "a -b tag:c \"d e\" is:f").items.count)")
    lines.append(JotSearchQuery(searchText: "tag:x word").predicate.predicateFormat)
    let words = JotSearchQuery(searchText: "one two")
    let parts = (words.predicate as? NSCompoundPredicate)?.subpredicates as? [NSComparisonPredicate] ?? []
    lines.append("words: " + parts.compactMap { $0.rightExpression.constantValue as? String }.joined(separator: ", "))
    return lines
  }
}
