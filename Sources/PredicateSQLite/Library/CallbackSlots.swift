import PredicateSyntax

// The C callbacks of registered functions, one for each copy of SQLite in the process.
//
// A C function has no context, so a callback cannot determine which copy of SQLite calls it. Each copy therefore gets its own
// callback, with a fixed index into a table of interfaces. Programs have one copy or two; there is room for four.

extension SQLiteInterface {
  private static let callbacks: [Callback] = [
    { call(0, $0, $1, $2) }, { call(1, $0, $1, $2) }, { call(2, $0, $1, $2) }, { call(3, $0, $1, $2) },
  ]

  /// The interface of each callback. An element is written once, before its callback is returned, so callbacks read it without
  /// the lock.
  private nonisolated(unsafe) static let interfaces: UnsafeMutableBufferPointer<SQLiteInterface?> = {
    let elements = UnsafeMutableBufferPointer<SQLiteInterface?>.allocate(capacity: callbacks.count)
    elements.initialize(repeating: nil)
    return elements
  }()

  private static let used = Lock(0)

  /// Returns the callback for this copy of SQLite, always the same one.
  func callback() throws(SQLiteDatabaseError) -> Callback {
    let slot: Int? = Self.used.withLock { used in
      for slot in 0..<used where Self.interfaces[slot]?.isSameCopy(as: self) == true { return slot }
      guard used < Self.callbacks.count else { return nil }
      Self.interfaces[used] = self
      used += 1
      return used - 1
    }
    guard let slot else {
      throw SQLiteDatabaseError("the process has more than \(Self.callbacks.count) copies of SQLite")
    }
    return Self.callbacks[slot]
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

  /// Returns whether both contain the functions of the same copy of SQLite.
  private func isSameCopy(as other: SQLiteInterface) -> Bool {
    unsafeBitCast(userData, to: Int.self) == unsafeBitCast(other.userData, to: Int.self)
  }
}
