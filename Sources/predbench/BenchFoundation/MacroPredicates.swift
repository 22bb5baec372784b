import Foundation

/// The workloads that Foundation's `#Predicate` can express.
///
/// Outside of Apple's platforms the macro supports neither `hasSuffix` nor case-insensitive comparison, so these use a regex.
/// Diacritic-insensitive search (W6) and averages (W16) have no equivalent. The maximum of the whole list (W15) would be
/// computed again for each word.
extension CheckedWords {
  /// Returns the search of a workload by name, or nil if the macro cannot express it.
  public func macro(_ workload: String) -> (() throws -> CheckedAnswer)? {
    if let predicate = wordPredicate(workload) {
      let words = words
      return { .words(try words.filter(predicate)) }
    }
    if let predicate = categoryPredicate(workload) {
      let categories = categories
      return { .categories(try categories.filter(predicate)) }
    }
    return nil
  }

  private func wordPredicate(_ workload: String) -> Predicate<CheckedWord>? {
    let sought = sought
    switch workload {
    case "W1": return #Predicate<CheckedWord> { $0.length == 20 }
    case "W2": return #Predicate<CheckedWord> { $0.text.contains(#/ing$/#) }
    case "W3": return #Predicate<CheckedWord> { $0.length == 20 && $0.text.contains(#/ing$/#) }
    case "W4": return #Predicate<CheckedWord> { $0.text.contains("q") && !$0.text.contains("u") }
    case "W5": return #Predicate<CheckedWord> { $0.text.contains(#/(?i)^qiviut$/#) }
    case "W7": return #Predicate<CheckedWord> { $0.text.contains(#/^b.*ball$/#) }
    case "W8": return #Predicate<CheckedWord> { $0.text.contains(#/^.*(ing|ed)s?$/#) }
    case "W9": return #Predicate<CheckedWord> { $0.length >= 20 && $0.length <= 25 }
    case "W10": return #Predicate<CheckedWord> { $0.category.firstLetter == "s" }
    case "W11": return #Predicate<CheckedWord> { sought.contains($0.text) }
    default: return nil
    }
  }

  private func categoryPredicate(_ workload: String) -> Predicate<CheckedCategory>? {
    switch workload {
    case "W12": return #Predicate<CheckedCategory> { $0.words.contains { $0.text.contains("z") } }
    case "W13": return #Predicate<CheckedCategory> { $0.words.filter { $0.length == 25 }.count > 0 }
    case "W14": return #Predicate<CheckedCategory> { $0.words.count > 10000 }
    default: return nil
    }
  }
}
