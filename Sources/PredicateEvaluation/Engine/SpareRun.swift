import Synchronization

/// The finished run that a program uses again, so that evaluating one object neither allocates nor retains.
///
/// A taken run is exclusive until it is put back. A second thread, or a registered key that evaluates the same program,
/// finds it taken and creates its own.
final class SpareRun: @unchecked Sendable {
  private let isTaken = Atomic(false)
  /// Accessed only by the thread that has taken it.
  @exclusivity(unchecked) private var run: Unmanaged<Run>?

  deinit { run?.release() }

  /// Returns the run if it exists and is not taken. The caller must put it back or remove it.
  @inline(__always)
  func take() -> Unmanaged<Run>? {
    if isTaken.exchange(true, ordering: .acquiring) { return nil }
    if let run { return run }
    putBack()
    return nil
  }

  /// Makes the run available again.
  @inline(__always)
  func putBack() { isTaken.store(false, ordering: .releasing) }

  /// Makes way for another run; the run that was taken belongs to the caller.
  func remove() {
    run = nil
    putBack()
  }

  /// Keeps a run unless there already is one.
  func keep(_ new: Run) {
    if isTaken.exchange(true, ordering: .acquiring) { return }
    if run == nil { run = .passRetained(new) }
    putBack()
  }
}
