import Foundation
import PredicateModel
import PredicateSyntax

// What alerts, loggers and servers show of an error: `localizedDescription`.

extension FormatError: LocalizedError {
  /// The messages of the errors, without the places; warnings only where there is nothing else.
  public var errorDescription: String? {
    let errors = diagnostics.filter { $0.severity == .error }
    return (errors.isEmpty ? diagnostics : errors).map { $0.message }.joined(separator: "; ")
  }
}

extension DataModelFault: LocalizedError {
  /// What is wrong, and where.
  public var errorDescription: String? { description }
}
