#if !canImport(ObjectiveC)
import Foundation
import PredicateFormat
import PredicateSyntax

extension NSPredicate {
  private static let handler = Lock<@Sendable (FormatError) -> Void>({ error in
    fatalError(error.description)  // Safety: Cocoa ends the process too, with an exception.
  })

  /// What happens if a format is wrong, or if an evaluation fails, in a call that cannot throw.
  ///
  /// By default, the program stops with the error and its position, as Cocoa stops it with an exception. To continue instead,
  /// replace the handler before you make predicates:
  ///
  ///     NSPredicate.errorHandler = { error in log(error.description) }
  ///
  /// After the handler returns, the predicate of a wrong format matches nothing: each evaluation calls the handler again and returns
  /// false, also below NOT. A filter whose evaluation fails returns no elements, an expression returns `nil`, and a comparison of two
  /// objects returns `orderedSame`.
  ///
  /// To get the error of a format, use `init(checking:_:)`, which throws it.
  public static var errorHandler: @Sendable (FormatError) -> Void {
    get { handler.withLock { $0 } }
    set { handler.withLock { $0 = newValue } }
  }

  /// Returns the result of `body`. If it throws, calls the handler and returns `other`.
  static func handled<Result>(or other: @autoclosure () -> Result, _ body: () throws(FormatError) -> Result) -> Result {
    do throws(FormatError) { return try body() } catch {
      errorHandler(error)
      return other()
    }
  }
}

extension FormatError {
  /// A predicate whose every use reports the first error.
  var invalidPredicate: FormatPredicate {
    guard var diagnostic = diagnostics.first else { return FormatPredicate(false) }
    // Later errors do not show the format, so they have no positions in it.
    diagnostic.range = .none
    diagnostic.labels = []
    diagnostic.fixIts = []
    return FormatPredicate(.invalid(diagnostic))
  }
}
#endif
