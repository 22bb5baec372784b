import PredicateSyntax

/// The C callbacks of registered functions, one for each copy of SQLite in the process.
///
/// SQLite does not tell a callback which copy is calling, and a C function has no context. Each copy therefore gets its own
/// callback, with a fixed index into a table of interfaces. Programs have one copy or two; there is room for four.
enum CallbackSlots {
  private static let callbacks: [SQLiteInterface.Callback] = [
    { call(0, $0, $1, $2) }, { call(1, $0, $1, $2) }, { call(2, $0, $1, $2) }, { call(3, $0, $1, $2) },
  ]

  /// The interface of each callback. An element is written once, before its callback is returned, so callbacks read it without
  /// the lock.
  private nonisolated(unsafe) static let interfaces: UnsafeMutableBufferPointer<SQLiteInterface?> = {
    let places = UnsafeMutableBufferPointer<SQLiteInterface?>.allocate(capacity: callbacks.count)
    places.initialize(repeating: nil)
    return places
  }()

  private static let used = Lock(0)

  /// Returns the callback for a copy of SQLite, always the same one.
  static func callback(for interface: SQLiteInterface) throws(SQLiteDatabaseError) -> SQLiteInterface.Callback {
    let slot: Int? = used.withLock { used in
      for slot in 0..<used where interfaces[slot]?.isSameCopy(as: interface) == true { return slot }
      guard used < callbacks.count else { return nil }
      interfaces[used] = interface
      used += 1
      return used - 1
    }
    guard let slot else {
      throw SQLiteDatabaseError("the process has more than \(callbacks.count) copies of SQLite")
    }
    return callbacks[slot]
  }

  private static func call(
    _ slot: Int, _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let interface = interfaces[slot], let context else { return }
    let call = FunctionCall(interface: interface, context: context, count: Int(count), values: values)
    guard let function = SQLFunction(rawValue: Int(bitPattern: interface.userData(context))) else {
      return call.answerNull()
    }
    function.run(call)
  }
}

extension SQLiteInterface {
  /// Returns whether both contain the functions of the same copy of SQLite.
  fileprivate func isSameCopy(as other: SQLiteInterface) -> Bool {
    unsafeBitCast(userData, to: Int.self) == unsafeBitCast(other.userData, to: Int.self)
  }
}
