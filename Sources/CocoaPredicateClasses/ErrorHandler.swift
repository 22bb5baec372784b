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
  /// By default, the program stops with the error and its position, as Cocoa stops it with an exception. A program that goes on
  /// replaces the handler before it makes predicates:
  ///
  ///     NSPredicate.errorHandler = { error in log(error.description) }
  ///
  /// After the handler returns, a predicate with a wrong format is made, and matches nothing: each evaluation calls the handler
  /// again and is false, also below NOT. A filter whose evaluation fails has no elements. An expression has the value nil, and
  /// objects whose order is unknown are equal.
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
  /// The node that stands for a tree that could not be built.
  var invalidPredicate: FormatPredicate {
    guard var diagnostic = diagnostics.first else { return FormatPredicate(false) }
    // Later errors do not show the text of the format.
    diagnostic.range = .none
    diagnostic.labels = []
    diagnostic.fixIts = []
    return FormatPredicate(.invalid(diagnostic))
  }
}
#endif
