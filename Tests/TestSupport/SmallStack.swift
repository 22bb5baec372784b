import Foundation

/// Runs `body` on a thread with a stack of 512 KB, the size of secondary threads on Apple's platforms, and returns the result.
/// Under a sanitizer, which `Tests/sanitize` announces in the environment, the stack is larger because the frames are.
public func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  nonisolated(unsafe) var result: Result?
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    result = body()
    done.signal()
  }
  let factor = ProcessInfo.processInfo.environment["SANITIZER"] == nil ? 1 : 8
  thread.stackSize = factor * 512 * 1024
  thread.start()
  done.wait()
  guard let result else { preconditionFailure("the thread has signalled") }
  return result
}
