import Synchronization

/// The run that a program has ended and uses again, so that asking about one object allocates and retains nothing.
///
/// Whoever has taken it has it alone until it is put back: a second thread, or a registered key that asks the same program,
/// finds it taken and makes one of its own.
final class SpareRun: @unchecked Sendable {
  private let isTaken = Atomic(false)
  /// Touched only by who has taken it.
  @exclusivity(unchecked) private var run: Unmanaged<Run>?

  deinit { run?.release() }

  /// The run, if there is one and nobody has taken it. It must be put back, or removed.
  @inline(__always)
  func take() -> Unmanaged<Run>? {
    if isTaken.exchange(true, ordering: .acquiring) { return nil }
    if let run { return run }
    putBack()
    return nil
  }

  /// Lets others take the run.
  @inline(__always)
  func putBack() { isTaken.store(false, ordering: .releasing) }

  /// Lets others make another run; the one that was taken belongs to who has taken it.
  func remove() {
    run = nil
    putBack()
  }

  /// Keeps a run, unless there is one.
  func keep(_ new: Run) {
    if isTaken.exchange(true, ordering: .acquiring) { return }
    if run == nil { run = .passRetained(new) }
    putBack()
  }
}
