extension Message {
  /// A number of things in words.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// The bracket that ends what another one begins.
  static func closing(_ open: String) -> String {
    switch open {
    case "(": ")"
    case "{": "}"
    default: "]"
    }
  }

  /// What is to be done where a profile permits keys by type, and the type is not known.
  package static var keysByType: String {
    "the profile permits keys by type: tell the type that is asked, by for: or by a model and its entity"
  }
}
