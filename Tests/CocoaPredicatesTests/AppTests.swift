#if !canImport(ObjectiveC)
import Foundation
import TestSupport
import Testing

/// Thirty files in the style of six apps, which were written for Apple's classes before these existed. They import
/// `CocoaPredicates` where an app imports Core Data, and are otherwise unchanged.
@Suite("apps")
struct AppTests {
  /// The answers of each file, by its name.
  private static let files: [String: @Sendable () -> [String]] = [
    "BibCollectionTree": BibCollectionTreeAnswers.answers,
    "BibModels": BibModelsAnswers.answers,
    "BibPredicates": BibPredicatesAnswers.answers,
    "BibSyncQueries": BibSyncQueriesAnswers.answers,
    "BibTagFilter": BibTagFilterAnswers.answers,
    "JotModels": JotModelsAnswers.answers,
    "JotSearchQuery": JotSearchQueryAnswers.answers,
    "JotSortMode": JotSortModeAnswers.answers,
    "JotTagPredicates": JotTagPredicatesAnswers.answers,
    "JotValidation": JotValidationAnswers.answers,
    "QkExpressions": QkExpressionsAnswers.answers,
    "QkModels": QkModelsAnswers.answers,
    "QkPredicateTree": QkPredicateTreeAnswers.answers,
    "QkRequestBuilder": QkRequestBuilderAnswers.answers,
    "QkRewriter": QkRewriterAnswers.answers,
    "StallModels": StallModelsAnswers.answers,
    "StallOrderFilters": StallOrderFiltersAnswers.answers,
    "StallPredicates": StallPredicatesAnswers.answers,
    "StallReports": StallReportsAnswers.answers,
    "StallResultsController": StallResultsControllerAnswers.answers,
    "TalkFilters": TalkFiltersAnswers.answers,
    "TalkModels": TalkModelsAnswers.answers,
    "TalkSavedSearches": TalkSavedSearchesAnswers.answers,
    "TalkSearchCoordinator": TalkSearchCoordinatorAnswers.answers,
    "TalkTokens": TalkTokensAnswers.answers,
    "WireConsoleSource": WireConsoleSourceAnswers.answers,
    "WireDateFilter": WireDateFilterAnswers.answers,
    "WireFilterRules": WireFilterRulesAnswers.answers,
    "WireModels": WireModelsAnswers.answers,
    "WireNetworkCriteria": WireNetworkCriteriaAnswers.answers,
  ]

  @Test("the answers of each file", arguments: files.keys.sorted())
  func answers(file: String) throws {
    let data = Data(try packageText("Tests/CocoaPredicatesTests/Apps/answers.json").utf8)
    let expected = try JSONDecoder().decode([String: [String]].self, from: data)
    #expect(Set(expected.keys) == Set(Self.files.keys))
    #expect(Self.files[file]?() == expected[file])
  }
}
#endif
