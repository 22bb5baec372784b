#if THREAD_SANITIZER || hasFeature(Embedded)
#if THREAD_SANITIZER
#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
#endif

/// A replacement for the standard library's `Mutex`.
///
/// The thread sanitizer, with which `Tests/sanitize` builds, understands the system's own locks. On Linux, a contended `Mutex`
/// waits in a library that is built without the sanitizer, which then reports false races. Embedded Swift has no `Mutex` for
/// targets without threads.
///
/// Safety: The value is accessed while the thread has the mutex, which exists as long as the lock. Without threads there is
/// no mutex.
@safe package final class Lock<Value>: @unchecked Sendable {
  #if THREAD_SANITIZER
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  #endif
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
    #if THREAD_SANITIZER
    unsafe pthread_mutex_init(mutex, nil)
    #endif
  }

  #if THREAD_SANITIZER
  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }
  #endif

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if THREAD_SANITIZER
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    #endif
    return try body(&value)
  }
}
#else
import Synchronization

/// A lock that gives one thread at a time access to its value.
package typealias Lock = Mutex
#endif
