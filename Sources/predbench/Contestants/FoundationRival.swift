import BenchFoundation

/// `#Predicate`, and the careful closures with exclusivity checks. Both are in the module BenchFoundation.
struct FoundationRival: Rivals.Rival {
  private let words: CheckedWords

  init(_ data: Dataset) {
    words = CheckedWords(
      data.words.map { ($0.text, $0.category.firstLetter) }, madeIn: data.addresses, sought: data.sought)
  }

  func contestants(_ workload: Workload, _ data: Dataset) -> [Contestant] {
    var contestants: [Contestant] = []
    if let careful = words.careful(workload.name) {
      contestants.append(Contestant(role: .checked, name: "careful, with exclusivity checks") { found(careful()) })
    }
    if let macro = words.macro(workload.name) {
      contestants.append(Contestant(role: .predicate, name: "#Predicate") { found(try macro()) })
    }
    return contestants
  }

  private func found(_ answer: CheckedAnswer) -> Answer {
    .found(count: answer.count) { answer.keys }
  }
}
