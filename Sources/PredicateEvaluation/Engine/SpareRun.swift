import Synchronization

/// The finished run that a program uses again, so that evaluating one object neither allocates nor retains, and evaluating
/// a small array does not create a run.
///
/// A taken run is exclusive until it is put back. A second thread, or a registered key that evaluates the same program,
/// finds it taken and creates its own.
///
/// Safety: The address is that of a retained run. Whoever takes it replaces it, and it is released with the program.
struct SpareRun: ~Copyable, Sendable {
  /// The address of the run, `none` or `taken`.
  private let state = Atomic(Self.none)

  private static var none: UInt { 0 }
  /// No object has this address.
  private static var taken: UInt { 1 }

  deinit { unsafe Self.run(state.load(ordering: .acquiring))?.release() }

  private static func run(_ state: UInt) -> Unmanaged<Run>? {
    unsafe state == taken ? nil : UnsafeRawPointer(bitPattern: state).map { unsafe .fromOpaque($0) }
  }

  /// Returns the run if it exists and is not taken. The caller must put it back or detach it.
  @inline(__always)
  borrowing func take() -> Unmanaged<Run>? {
    let old = state.exchange(Self.taken, ordering: .acquiring)
    // There was no run. Undo the exchange.
    if old == Self.none { empty() }
    return unsafe Self.run(old)
  }

  /// Makes the run that was taken available again.
  @inline(__always)
  borrowing func putBack(_ run: Unmanaged<Run>) {
    unsafe state.store(UInt(bitPattern: run.toOpaque()), ordering: .releasing)
  }

  /// Returns the run that was taken, and stops keeping it, so that another run can be kept.
  borrowing func detach(_ run: Unmanaged<Run>) -> Run {
    empty()
    return unsafe run.takeRetainedValue()
  }

  private borrowing func empty() { state.store(Self.none, ordering: .releasing) }

  /// Keeps a run unless there already is one, or one is taken.
  borrowing func keep(_ new: Run) {
    let run = unsafe Unmanaged.passRetained(new)
    let (isKept, _) = unsafe state.compareExchange(
      expected: Self.none, desired: UInt(bitPattern: run.toOpaque()), ordering: .acquiringAndReleasing)
    if !isKept { unsafe run.release() }
  }
}
