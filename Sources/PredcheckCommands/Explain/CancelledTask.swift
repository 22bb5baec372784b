import Dispatch
import PredcheckSupport
import PredicateSyntax

/// Runs an example's code in a cancelled task. The task has its own thread, so waiting for it does not block other tasks.
///
/// Safety: The current task is cancelled during the call, and not stored.
package enum CancelledTask {
  private final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "cancelled task")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  package static func run<Result: Sendable>(_ body: @escaping @Sendable () -> [Result]) -> [Result] {
    let results = Lock<[Result]>([])
    let isDone = DispatchSemaphore(value: 0)
    withExtendedLifetime(results) {
      let store: @Sendable ([Result]) -> Void = { found in results.withLock { $0 = found } }
      Task.detached(executorPreference: OwnThread()) {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        store(body())
        isDone.signal()
      }
      isDone.wait()
    }
    return results.withLock { $0 }
  }
}
