#if canImport(Dispatch)
import Dispatch

private let mark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Returns whether the caller is on the main actor. The check uses the queue, because any thread may run the main queue on Linux.
/// Swift's own checks would terminate the program.
func isOnMainActor() -> Bool { DispatchQueue.getSpecific(key: mark) == true }
#else
/// Returns true, because there is only one thread.
func isOnMainActor() -> Bool { true }
#endif
