#if THREAD_SANITIZER
import Foundation

/// A replacement for the standard library's `Mutex` that the thread sanitizer understands. `Tests/sanitize` builds with it.
///
/// On Linux, a contended `Mutex` waits in a library that is built without the sanitizer, which then reports false races. The
/// sanitizer knows the system's own locks.
package final class Lock<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
#elseif hasFeature(Embedded)
/// A replacement for the standard library's `Mutex`, which embedded Swift does not have for targets without threads.
package final class Lock<Value>: @unchecked Sendable {
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(&value)
  }
}
#else
import Synchronization

/// A lock that gives one thread at a time access to its value.
package typealias Lock = Mutex
#endif
