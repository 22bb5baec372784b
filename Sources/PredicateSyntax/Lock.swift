#if THREAD_SANITIZER
  import Foundation

  /// The standard library's `Mutex`, as the thread sanitizer can follow it.
  ///
  /// On Linux a `Mutex` that has to wait does so in a library that is built without the sanitizer, which then takes for a race
  /// what one thread hands to the next. It knows the locks of the system. `Tests/sanitize` builds with these.
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
#else
  import Synchronization

  /// The value of which one thread at a time has the use.
  package typealias Lock = Mutex
#endif
