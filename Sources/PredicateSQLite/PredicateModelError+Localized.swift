import PredicateSQL

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// `PredicateSQL` does not import Foundation, so the conformance is here.
extension PredicateModelError: LocalizedError {
  /// The path and the reason. Without `PredicateSQLite`, `localizedDescription` is generic.
  public var errorDescription: String? { description }
}
