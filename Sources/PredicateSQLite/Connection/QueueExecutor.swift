import Dispatch

/// A serial executor for an actor whose work may block, such as waiting for SQLite. (Dispatch on Linux has no
/// `DispatchSerialQueue`, which is one.)
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
