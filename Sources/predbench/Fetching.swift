import Foundation
import PredicateFormat

/// A fetch request and an equivalent loop.
struct FetchQuestion: Sendable {
  let title: String
  /// The fetch from an array of words.
  let ours: @Sendable ([Word]) throws -> Answer
  let byHand: @Sendable ([Word]) -> Answer
  /// Whether the fetch is also measured with shuffled words.
  var isShuffled = false
}

/// `predbench fetch`: fetch requests in memory, compared with hand-written loops. The filter is a part of the titles to run.
enum Fetching {
  static let head = """
    | request | rows | ours, ms | by hand, ms | ours, ns a word | ours/by hand |
    |---|--:|--:|--:|--:|--:|
    """

  static func run(_ data: Dataset, _ options: Options) throws {
    show(head)
    var generator = SeededGenerator(seed: options.seed)
    let shuffled = data.words.shuffled(using: &generator)
    for question in questions where options.filter.map({ question.title.contains($0) }) ?? true {
      try measure(question, question.title, data.words, options.rounds)
      if question.isShuffled { try measure(question, "\(question.title), words shuffled", shuffled, options.rounds) }
    }
  }

  private static func measure(_ question: FetchQuestion, _ title: String, _ words: [Word], _ rounds: Int) throws {
    var rows = 0
    let contestants = [
      Contestant(role: .ours, name: "ours") { try question.ours(words) },
      Contestant(role: .careful, name: "by hand") {
        let answer = question.byHand(words)
        rows = answer.count
        return answer
      },
    ]
    let times = try Measuring.run(contestants, rounds: rounds, of: title).map { $0.nanoseconds }
    let cells = [times[0] / 1e6, times[1] / 1e6, times[0] / Double(words.count), times[0] / times[1]]
    show(Report.line([title, String(rows)] + cells.map(Report.figure)))
  }

  // MARK: Questions

  private static let order: [SortKey] = [.descending("length"), .ascending("text")]

  private static let questions = [
    FetchQuestion(
      title: "`length` descending, `text`: first 20",
      ours: { words in .words(try words.fetchAll(PredicateFetchRequest(sortKeys: order, limit: 20))) },
      byHand: { words in .words(longest(20, of: words) { _ in true }) }, isShuffled: true),
    FetchQuestion(
      title: "the same where `text CONTAINS \"a\"`",
      ours: { words in
        let predicate = try FormatPredicate("text CONTAINS 'a'")
        return .words(try words.fetchAll(PredicateFetchRequest(predicate, sortKeys: order, limit: 20)))
      },
      byHand: { words in .words(longest(20, of: words) { hasA($0) }) }, isShuffled: true),
    FetchQuestion(
      title: "`length` descending, `text`: all",
      ours: { words in .words(try words.fetchAll(PredicateFetchRequest(sortKeys: order))) },
      byHand: { words in .words(words.sorted { isBefore($0, $1) }) }, isShuffled: true),
    FetchQuestion(
      title: "the same where `text CONTAINS \"a\"`",
      ours: { words in
        .words(try words.fetchAll(PredicateFetchRequest(FormatPredicate("text CONTAINS 'a'"), sortKeys: order)))
      },
      byHand: { words in .words(words.filter { hasA($0) }.sorted { isBefore($0, $1) }) }),
    FetchQuestion(
      title: "`text` descending: all",
      ours: { words in .words(try words.fetchAll(PredicateFetchRequest(sortKeys: [.descending("text")]))) },
      byHand: { words in .words(words.sorted { $0.text > $1.text }) }, isShuffled: true),
    FetchQuestion(
      title: "`average(length)` by `category.firstLetter`",
      ours: { words in
        let request = PredicateFetchRequest(
          properties: ["category.firstLetter", .average("length")], groupKeys: ["category.firstLetter"])
        return .rows(try words.queryAttributes(request))
      }, byHand: { averages($0) }, isShuffled: true),
    FetchQuestion(
      title: "rows of `text` and `length`",
      ours: { words in .rows(try words.queryAttributes(PredicateFetchRequest(properties: ["text", "length"]))) },
      byHand: { words in
        .rows(words.map { ["text": .string($0.text), "length": .integer(Int64($0.length))] })
      }),
    FetchQuestion(
      title: "distinct rows of `category.firstLetter` and `length`",
      ours: { words in
        let request = PredicateFetchRequest(isDistinct: true, properties: ["category.firstLetter", "length"])
        return .rows(try words.queryAttributes(request))
      }, byHand: { distinct($0) }, isShuffled: true),
    FetchQuestion(
      title: "how many distinct `text`",
      ours: { words in
        .count(try words.fetchCount(PredicateFetchRequest(isDistinct: true, properties: ["text"])))
      },
      byHand: { words in
        var texts: Set<String> = []
        for word in words { texts.insert(word.text) }
        return .count(texts.count)
      }, isShuffled: true),
  ]

  // MARK: Hand-written

  private static func isBefore(_ left: Word, _ right: Word) -> Bool {
    left.length != right.length ? left.length > right.length : left.text < right.text
  }

  private static func hasA(_ word: Word) -> Bool {
    withBytes(word.text) { bytes in
      for byte in bytes where byte == 0x61 { return true }
      return false
    }
  }

  /// Returns the longest words that pass a test, with equal lengths sorted by text. Inserts each word into the best so far
  /// unless it sorts after the last of them.
  @inline(__always)
  private static func longest(_ count: Int, of words: [Word], where test: (Word) -> Bool) -> [Word] {
    var best: [Word] = []
    var least = Int16.min
    for word in words where test(word) {
      if word.length < least { continue }
      if best.count == count {
        if !isBefore(word, best[count - 1]) { continue }
        best.removeLast()
      }
      var index = best.count
      while index > 0, isBefore(word, best[index - 1]) { index -= 1 }
      best.insert(word, at: index)
      if best.count == count { least = best[count - 1].length }
    }
    return best
  }

  private struct Total {
    var sum = 0
    var count = 0

    mutating func add(_ length: Int16) {
      sum += Int(length)
      count += 1
    }
  }

  private static func averages(_ words: [Word]) -> Answer {
    var totals: [String: Total] = [:]
    for word in words { totals[word.category.firstLetter, default: Total()].add(word.length) }
    return .rows(
      totals.sorted { $0.key < $1.key }.map { letter, total in
        [
          "category.firstLetter": .string(letter),
          "average(length)": .double(Double(total.sum) / Double(total.count)),
        ]
      })
  }

  private struct Pair: Hashable {
    let letter: String
    let length: Int16
  }

  private static func distinct(_ words: [Word]) -> Answer {
    var pairs: Set<Pair> = []
    for word in words { pairs.insert(Pair(letter: word.category.firstLetter, length: word.length)) }
    let sorted = pairs.sorted { $0.letter != $1.letter ? $0.letter < $1.letter : $0.length < $1.length }
    return .rows(sorted.map { ["category.firstLetter": .string($0.letter), "length": .integer(Int64($0.length))] })
  }
}
