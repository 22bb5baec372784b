import Observation

/// A word whose properties are observed: what a list of SwiftUI shows.
@Observable public final class ObservedWord {
  /// The word.
  public var text: String
  /// Its UTF-16 length.
  public var length: Int16

  /// Makes a word.
  public init(_ text: String) {
    self.text = text
    length = Int16(clamping: text.utf16.count)
  }
}
