import PredicateSQL

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DataModelError: LocalizedError {
  /// The message, with its position.
  public var errorDescription: String? { description }
}
