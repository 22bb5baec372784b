import PredicateSyntax

/// Where a program may run, for the closures of the keys that it reads.
struct RunPlace: Sendable {
  /// Whether threads of the engine's own may call them.
  private(set) var isAnywhere = true
  /// A key that is read on the main actor only, as the fault of a caller who is not there.
  private var isolatedKey: Diagnostic?

  /// Notes that the program reads `field`.
  mutating func add(_ field: Field) {
    guard case .getter(let getter) = field.access, getter.place > .anywhere else { return }
    isAnywhere = false
    guard getter.place == .mainActor, isolatedKey == nil else { return }
    let message = Message.isolatedKey(field.name, type: field.owner.name, reason: Field.isOnlyOnMainActor)
    isolatedKey = Diagnostic(message, at: .none)
  }

  /// - Throws: `FormatError` where the caller is not on the actor of a key.
  func expectCaller(_ source: String) throws(FormatError) {
    if let isolatedKey, !isOnMainActor() { throw FormatError([isolatedKey], source: source) }
  }
}
