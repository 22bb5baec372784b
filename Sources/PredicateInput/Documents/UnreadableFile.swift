/// The reason why a file cannot be read.
package struct UnreadableFile: Error, Sendable, Hashable {
  /// The reason, in lowercase and without a period.
  package let reason: String
  /// The offset in the file in bytes, or nil if the reason concerns all of it.
  package var offset: Int?

  package init(reason: String, offset: Int? = nil) { (self.reason, self.offset) = (reason, offset) }
}
