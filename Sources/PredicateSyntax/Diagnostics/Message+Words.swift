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
}
