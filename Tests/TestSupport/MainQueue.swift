import Dispatch

private let mark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether the caller runs on the main actor. (Its queue may be any thread's on Linux.)
public func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mark) == true }
