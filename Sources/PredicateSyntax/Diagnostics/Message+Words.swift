extension Message {
  /// Returns a number with a noun, such as `2 arguments`.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// Returns the closing bracket for an opening one.
  static func closing(_ open: String) -> String {
    switch open {
    case "(": ")"
    case "{": "}"
    default: "]"
    }
  }

  /// The advice for a profile that permits keys by type if the type is unknown.
  package static var keysByType: String {
    "the profile permits keys by type: pass the element type with for:, or a model and its entity"
  }
}
