import PredicateSyntax

/// Where a program may run, depending on the closures of the keys that it reads.
struct RunPlace: Sendable {
  /// Whether the engine's own threads may call the closures.
  private(set) var isAnywhere = true
  /// The error for the first key of the main actor, thrown if the caller is elsewhere.
  private var isolatedKey: FormatDiagnostic?

  /// Adds a field that the program reads.
  mutating func add(_ field: Field) {
    guard case .getter(let getter) = field.access, getter.place > .anywhere else { return }
    isAnywhere = false
    guard getter.place == .mainActor, isolatedKey == nil else { return }
    let message = Message.isolatedKey(field.name, type: field.owner.name, reason: Field.isOnlyOnMainActor)
    isolatedKey = FormatDiagnostic(message, at: .none)
  }

  /// - Throws: `FormatError` if a key is isolated to the main actor and the caller is elsewhere.
  func expectCaller(_ source: String) throws(FormatError) {
    if let isolatedKey, !isOnMainActor() { throw FormatError([isolatedKey], source: source) }
  }
}
