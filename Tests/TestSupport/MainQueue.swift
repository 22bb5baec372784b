import Dispatch

private let mark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Returns whether the caller runs on the main actor. On Linux, any thread may run the main queue.
public func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mark) == true }
