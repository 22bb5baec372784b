import Foundation
import PredicateFormat

/// `predbench parse`: the cost of parsing, compared with a scan of the bytes' classes and a walk over the characters.
enum Parsing {
  /// A set of texts with about the same length.
  struct Texts {
    let name: String
    let formats: [String]

    var bytes: Int { formats.reduce(0) { $0 + $1.utf8.count } }
  }

  /// A thousand typical texts of about 60 bytes, and longer and deeper ones, which should not cost more per byte.
  static let all = [
    Texts(name: "60 bytes", formats: (0..<1000).map(short)),
    Texts(name: "2 kB", formats: (0..<20).map(long)),
    Texts(
      name: "20 kB", formats: (0..<2).map { number in (0..<10).map { long(number + $0) }.joined(separator: " OR ") }),
    Texts(name: "45 levels", formats: (0..<20).map { high($0, levels: 45) }),
    Texts(name: "90 levels", formats: (0..<20).map { high($0, levels: 90) }),
  ]

  /// Texts that are typical of public code: two or three comparisons, thirteen or fourteen tokens, one in ten with a SUBQUERY.
  /// `#` stands for a number that is different in each text.
  private static let forms = [
    "account.siteID == # AND attributeID == # AND name != nil",
    "name CONTAINS[cd] \"word #\" OR summary CONTAINS[cd] 'word #'",
    "(status == 'opened' OR status == 'suspended') AND level > #",
    "%K == %@ AND owner.identifier IN %@ AND deletedAt == nil",
    "createdDate >= %@ && createdDate <= %@ && category == #",
    "SUBQUERY(purchases, $x, $x.product.price > #.5).@count > 0",
    "ANY employees.department.name BEGINSWITH[c] 'department #'",
    "age BETWEEN {#, #} AND country IN {'Austria', 'Denmark'}",
    "SELF.displayName MATCHES '[a-z]+ of [A-Z]+ #.*' AND length < #",
    "messages.@avg.length > # AND lastMessage.sender == 'nobody #'",
  ]

  private static func short(_ number: Int) -> String {
    forms[number % forms.count].replacing("#", with: "\(number)")
  }

  private static func long(_ number: Int) -> String {
    var parts: [String] = []
    var length = 0
    while length < 1950 {
      let part = "(" + short(number + parts.count * 7) + ")"
      parts.append(part)
      length += part.utf8.count + 5
    }
    return parts.joined(separator: parts.count % 2 == 0 ? " AND " : " OR ")
  }

  /// Returns nested ANDs.
  private static func high(_ number: Int, levels: Int) -> String {
    (1..<levels).reduce("a == \(number)") { text, level in "(\(text)) AND b == c + \(level)" }
  }

  static let head = """
    | | texts | bytes | ours, ns a text | ours, ns a byte | byte scan | characters | ours/byte scan | ours/characters |
    |---|--:|--:|--:|--:|--:|--:|--:|--:|
    """

  /// Prints the table.
  static func run(rounds: Int) throws {
    show(head)
    for texts in all {
      let contestants = [
        Contestant(role: .ours, name: "ours") { .count(try parse(texts.formats)) },
        Contestant(role: .careful, name: "byte scan") { .count(scan(texts.formats)) },
        Contestant(role: .idiomatic, name: "characters") { .count(walk(texts.formats)) },
      ]
      let times = try Measuring.run(contestants, rounds: rounds, of: texts.name).map { $0.nanoseconds }
      let count = Double(texts.formats.count)
      let bytes = Double(texts.bytes)
      let cells =
        [
          bytes / count, times[0] / count, times[0] / bytes, times[1] / count, times[2] / count, times[0] / times[1],
          times[0] / times[2],
        ].map(Report.figure)
      show(Report.line([texts.name, "\(texts.formats.count)"] + cells))
    }
  }

  /// Parses the short texts repeatedly without printing, for tools that count instructions.
  static func repeatShort(_ times: Int) throws {
    for _ in 0..<times { _ = try parse(all[0].formats) }
  }

  /// Returns the number of texts that are predicates, which is all of them.
  private static func parse(_ formats: [String]) throws -> Int {
    var count = 0
    for format in formats where try FormatPredicate.template(format).height > 0 { count += 1 }
    return count
  }

  /// Counts changes of the byte class, found in a table of 256. Returns the number of texts with a change: all of them.
  private static func scan(_ formats: [String]) -> Int {
    var count = 0
    for var format in formats {
      let changes = format.withUTF8 { bytes in
        classes.withUnsafeBufferPointer { classes in
          var changes = 0
          var last: UInt8 = 0
          for byte in bytes {
            let next = classes[Int(byte)]
            if next != last { changes += 1 }
            last = next
          }
          return changes
        }
      }
      if changes > 0 { count += 1 }
    }
    return count
  }

  private static let classes: [UInt8] = (0...255).map { byte in
    let scalar = UnicodeScalar(UInt8(byte))
    return scalar.properties.isAlphabetic ? 3 : scalar.properties.numericType != nil ? 2 : 1
  }

  /// Visits every character with the standard library. Returns the number of texts with a letter: all of them.
  private static func walk(_ formats: [String]) -> Int {
    var count = 0
    for format in formats {
      var letters = 0
      for character in format where character.isLetter { letters += 1 }
      if letters > 0 { count += 1 }
    }
    return count
  }
}
