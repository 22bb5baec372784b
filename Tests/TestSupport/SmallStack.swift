import Foundation

/// What `body` gives on a thread with a stack of 512 KB, as threads besides the first have on Apple's systems. (A sanitizer
/// makes each frame several times as large; `Tests/sanitize` says so in the environment.)
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
