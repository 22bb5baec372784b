import Foundation

/// The other workloads: numbers, a key of a to-one object, and the words of categories.
enum OtherWorkloads {
  static let all = [
    equal, between, toOne, any, subquery, count, longest, average,
  ]

  private static let equal = Workload.words(
    "W1", "length == 20",
    idiomatic: { words in words.filter { $0.length == 20 } },
    careful: { words in words.filter { $0.length == 20 } })

  private static let between = Workload.words(
    "W9", "length BETWEEN {20, 25}",
    idiomatic: { words in words.filter { (20...25).contains($0.length) } },
    careful: { words in words.filter { $0.length >= 20 && $0.length <= 25 } })

  private static let toOne = Workload.words(
    "W10", #"category.firstLetter == "s""#,
    idiomatic: { words in words.filter { $0.category.firstLetter == "s" } },
    careful: { words in words.filter { withBytes($0.category.firstLetter, ByteTests.isS) } })

  // With 26 categories, few words are read: a "z" is soon found.
  private static let any = Workload.categories(
    "W12", #"ANY words.text CONTAINS "z""#, letters: 3,
    idiomatic: { categories in categories.filter { $0.words.contains { $0.text.contains("z") } } },
    careful: { categories in
      categories.filter { category in
        for word in category.words where withBytes(word.text, ByteTests.hasZ) { return true }
        return false
      }
    })

  private static let subquery = Workload.categories(
    "W13", "SUBQUERY(words, $x, $x.length == 25).@count > 0",
    idiomatic: { categories in categories.filter { $0.words.contains { $0.length == 25 } } },
    careful: { categories in
      categories.filter { category in
        for word in category.words where word.length == 25 { return true }
        return false
      }
    })

  private static let count = Workload.categories(
    "W14", "words.@count > 10000", letters: 3,
    idiomatic: { categories in categories.filter { $0.words.count > 10000 } },
    careful: { categories in categories.filter { $0.words.count > 10000 } })

  private static let longest = Workload.words(
    "W15", "length == max:(length)",
    idiomatic: { words in
      let longest = words.map { $0.length }.max()
      return words.filter { $0.length == longest }
    },
    careful: { words in
      var longest = Int16.min
      for word in words { longest = max(longest, word.length) }
      return words.filter { $0.length == longest }
    })

  private static let average = Workload.categories(
    "W16", "words.@avg.length > 9",
    idiomatic: { categories in
      categories.filter { category in
        Double(category.words.reduce(0) { $0 + Int($1.length) }) / Double(category.words.count) > 9
      }
    },
    careful: { categories in
      categories.filter { category in
        var sum = 0
        for word in category.words { sum += Int(word.length) }
        return Double(sum) / Double(category.words.count) > 9
      }
    })
}

extension Workload {
  /// All sixteen workloads in numeric order.
  static let all = (TextWorkloads.all + OtherWorkloads.all).sorted { $0.number < $1.number }

  private var number: Int { Int(name.dropFirst()) ?? 0 }
}
