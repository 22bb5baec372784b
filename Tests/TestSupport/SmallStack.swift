import Foundation

/// Runs `body` on a thread with a stack of 512 KB, the size of secondary threads on Apple's platforms, and returns the result.
/// `STACK_FACTOR` in the environment enlarges the stack for builds whose frames are larger: those of `Tests/sanitize` and
/// `Tests/coverage`.
public func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  nonisolated(unsafe) var result: Result?
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    result = body()
    done.signal()
  }
  let factor = ProcessInfo.processInfo.environment["STACK_FACTOR"].flatMap { Int($0) } ?? 1
  thread.stackSize = factor * 512 * 1024
  thread.start()
  done.wait()
  guard let result else { preconditionFailure("the thread has signalled") }
  return result
}
