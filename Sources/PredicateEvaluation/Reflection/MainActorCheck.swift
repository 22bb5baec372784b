#if canImport(Dispatch)
  import Dispatch

  private let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller is on the main actor. (Its queue may be any thread's on Linux, and Swift's own checks end the
  /// program where it is not.)
  func isOnMainActor() -> Bool { DispatchQueue.getSpecific(key: mark) == true }
#else
  /// Whether the caller is on the main actor: there is but one thread.
  func isOnMainActor() -> Bool { true }
#endif
