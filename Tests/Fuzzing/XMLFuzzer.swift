import Foundation
import PredicateCoreData
import PredicateFormat

/// Checks that the `contents` file of an `.xcdatamodel` is read or rejected, with and without a store, and with its requests.
struct XMLFuzzer: Fuzzer {
  /// The entities of the models in the corpus.
  private static let store = CoreDataStore(
    entityNumbers: [
      "AudioBook": 1, "Book": 2, "Film": 3, "Item": 4, "Person": 5, "Tag": 6, "Word": 7, "WordCategory": 8,
    ])

  mutating func run(_ bytes: [UInt8]) -> String? {
    for store in [nil, Self.store] {
      do throws(CoreDataModelError) {
        let model = try CoreDataModel(bytes, store: store).model
        guard let data = try? JSONEncoder().encode(model),
          (try? JSONDecoder().decode(PredicateModel.self, from: data)) == model
        else { return "a model that changes when coded as JSON" }
      } catch {
        if error.reason.isEmpty { return "an error without a reason" }
      }
    }
    guard let read = try? CoreDataFetchRequests(bytes) else { return nil }
    for name in read.requests.names where read.requests[name] == nil { return "there is no request '\(name)'" }
    return nil
  }
}
