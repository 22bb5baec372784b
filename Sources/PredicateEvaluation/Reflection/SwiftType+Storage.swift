import PredicateSyntax

extension SwiftType {
  /// Whether the value at `address` is nil: of an optional of any type, however deep, and of `Any` with a nil in it.
  package func isNil(_ address: UnsafeRawPointer) -> Bool {
    switch nilTest {
    case .never:
      return false
    case .zeroWord:
      return address.load(as: UInt.self) == 0
    case .byte(let offset, let byte):
      return address.load(fromByteOffset: offset, as: UInt8.self) == byte
    case .string:
      return address.assumingMemoryBound(to: String?.self).pointee == nil
    case .opened(let storage):
      if storage.isNil(address) { return true }
      guard case .optional(let payload) = kind else { return false }
      return payload.isNil(address)
    case .value:
      guard case .formatValue = kind else { return SwiftType.isNil(any: copyAny(type, address)) }
      if case .null = address.assumingMemoryBound(to: FormatValue.self).pointee { return true }
      return false
    }
  }

  /// Calls `body` with the address of the first element and the number of elements of the array or set at `address`;
  /// the elements stand a stride of the element's type apart, and only during the call. With a count of 0 the address
  /// says nothing. Any other kind has no elements.
  ///
  /// An array's own storage is handed out, a set is copied. An array whose buffer the call must keep alive is kept
  /// alive; nobody may change it meanwhile, as with any value that another thread reads.
  package func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    switch opening {
    case .elements(_, ofReferences: true):
      // Arrays of native objects have one layout whatever the class: a buffer of references. Read as `[AnyObject]` no
      // generic code has to be opened, which takes 80 ns an array.
      address.assumingMemoryBound(to: [AnyObject].self).pointee.withUnsafeBytes { bytes in
        body(bytes.baseAddress ?? address, bytes.count / MemoryLayout<AnyObject>.stride)
      }
    case .elements(let storage, ofReferences: false):
      storage.withElements(address, body)
    default:
      body(address, 0)
    }
  }

  /// Whether it is an array of native objects, which have one layout whatever the class.
  var isArrayOfReferences: Bool { if case .elements(_, ofReferences: true) = opening { true } else { false } }

  /// Whether `withElements` hands out the collection's own storage: an array that no other language may have made. (A set is
  /// copied, and so may be an array of objects that Objective-C has made.)
  var holdsItsElements: Bool {
    guard case .array(let element) = kind else { return false }
    if isArrayOfReferences { return true }
    #if canImport(ObjectiveC)
      return !element.isReference
    #else
      return true
    #endif
  }

  /// Calls `body` with the address of the value for `key` of the dictionary at `address`, nil where there is none; the
  /// address is good only during the call.
  package func withValue(
    _ address: UnsafeRawPointer, forKey key: String, _ body: (UnsafeRawPointer?) -> Void
  ) {
    guard case .dictionary(let storage) = opening else { return body(nil) }
    storage.withValue(address, forKey: key, body)
  }
}
