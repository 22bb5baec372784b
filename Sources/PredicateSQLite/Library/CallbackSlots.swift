import PredicateSyntax

// The C callbacks of registered functions, one for each copy of SQLite in the process.
//
// A C function has no context, so a callback cannot determine which copy of SQLite calls it. Each copy therefore gets its own
// callback, with a fixed index into a table of interfaces. Programs have one copy or two; there is room for four.

extension SQLiteInterface {
  private static let callbacks: [Callback] = unsafe [
    { unsafe call(0, $0, $1, $2) }, { unsafe call(1, $0, $1, $2) }, { unsafe call(2, $0, $1, $2) },
    { unsafe call(3, $0, $1, $2) },
  ]

  /// The interface of each callback. An element is written before its callback is returned and never changes, so
  /// callbacks read it without the lock.
  ///
  /// Safety: Each slot is written once, with a lock, before its callback is used.
  private nonisolated(unsafe) static let interfaces: UnsafeMutableBufferPointer<SQLiteInterface?> = {
    let elements = unsafe UnsafeMutableBufferPointer<SQLiteInterface?>.allocate(capacity: callbacks.count)
    unsafe elements.initialize(repeating: nil)
    return unsafe elements
  }()

  private static let usedSlots = Lock(0)

  /// Returns the callback for this copy of SQLite, always the same one.
  func callback() throws(SQLiteDatabaseError) -> Callback {
    let slot: Int? = Self.usedSlots.withLock { usedSlots in
      for slot in 0..<usedSlots where unsafe Self.interfaces[slot]?.isSameCopy(as: self) == true { return slot }
      guard unsafe usedSlots < Self.callbacks.count else { return nil }
      unsafe Self.interfaces[usedSlots] = self
      usedSlots += 1
      return usedSlots - 1
    }
    guard let slot else {
      throw SQLiteDatabaseError(unsafe "the process has more than \(Self.callbacks.count) copies of SQLite")
    }
    return unsafe Self.callbacks[slot]
  }

  private static func call(
    _ slot: Int, _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let interface = unsafe interfaces[slot], let context = unsafe context else { return }
    let call = unsafe FunctionCall(interface: interface, context: context, count: Int(count), values: values)
    guard let function = unsafe SQLFunction(rawValue: Int(bitPattern: interface.userData(context))) else {
      return call.setNull()
    }
    function.run(call)
  }

  /// Returns whether both contain the functions of the same copy of SQLite. The address of one function identifies the
  /// copy.
  private func isSameCopy(as other: SQLiteInterface) -> Bool {
    unsafe unsafeBitCast(userData, to: Int.self) == unsafeBitCast(other.userData, to: Int.self)
  }
}
