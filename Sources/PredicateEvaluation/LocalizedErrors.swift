import PredicateSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Messages for `localizedDescription`, which alerts, loggers and servers display.

extension FormatError: LocalizedError {
  /// The messages of the errors, without positions. Contains warnings only if there are no errors.
  public var errorDescription: String? {
    let errors = diagnostics.filter { $0.severity == .error }
    return (errors.isEmpty ? diagnostics : errors).map { $0.message }.joined(separator: "; ")
  }
}
