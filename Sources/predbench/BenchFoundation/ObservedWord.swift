import Observation

/// A word with observed properties, as a SwiftUI list displays it.
@Observable public final class ObservedWord {
  /// The text of the word.
  public var text: String
  /// The length in UTF-16 code units.
  public var length: Int16

  /// Creates a word.
  public init(_ text: String) {
    self.text = text
    length = Int16(clamping: text.utf16.count)
  }
}
