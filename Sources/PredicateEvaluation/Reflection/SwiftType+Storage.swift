import PredicateSyntax

// Safety: The integer at the address has this type.
extension SwiftType {
  /// Returns whether the value at `address` is nil: an optional of any depth, or an existential that contains nil.
  package func isNil(_ address: UnsafeRawPointer) -> Bool {
    switch nilTest {
    case .never:
      return false
    case .zeroWord:
      return unsafe address.load(as: UInt.self) == 0
    case .byte(let offset, let byte):
      return unsafe address.load(fromByteOffset: offset, as: UInt8.self) == byte
    case .string:
      return unsafe address.assumingMemoryBound(to: String?.self).pointee == nil
    case .opened(let storage, let payload):
      return unsafe storage.isNil(address) || payload.isNil(address)
    case .any:
      return unsafe SwiftType.isNil(any: copyAny(type, address))
    case .formatValue:
      return if case .null = unsafe address.assumingMemoryBound(to: FormatValue.self).pointee { true } else { false }
    }
  }

  /// Calls `body` with the address of the first element and the number of elements of the array or set at `address`. The elements
  /// are one stride apart and valid only during the call. If the count is 0, the address is meaningless. Values of any other
  /// kind have no elements.
  ///
  /// `body` receives an array's own storage, or a copy of a set. The call keeps the array's buffer alive. As with any value that
  /// another thread may read, the array must not change during the call.
  package func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    guard let elementStorage else { return unsafe body(address, 0) }
    guard isArrayOfReferences else { return unsafe elementStorage.withElements(address, body) }
    // Reading the array as `[AnyObject]` avoids opening generic code, which takes 80 ns for each array.
    unsafe address.assumingMemoryBound(to: [AnyObject].self).pointee.withUnsafeBytes { bytes in
      unsafe body(bytes.baseAddress ?? address, bytes.count / MemoryLayout<AnyObject>.stride)
    }
  }

  /// Whether `withElements` passes the collection's own storage. This is the case for arrays that no other language can create. (A
  /// set is copied, and so may be an array of objects from Objective-C.)
  var passesOwnStorage: Bool {
    guard case .array(let element) = kind else { return false }
    if isArrayOfReferences { return true }
    #if canImport(ObjectiveC)
    return !element.isReference
    #else
    return true
    #endif
  }
}
