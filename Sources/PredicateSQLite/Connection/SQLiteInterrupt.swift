import PredicateSyntax

/// Ends the statement that runs on a connection, from any thread, for as long as the connection is open.
final class SQLiteInterrupt: Sendable {
  /// The lock is held while SQLite is called, so that the connection is not closed under it. The address is kept as a
  /// number: what is behind it is another thread's but for this one call, which SQLite takes from any.
  private let open = Lock<(interface: SQLiteInterface, handle: UInt)?>(nil)

  /// The connection is open, and stays so until `end()` is called.
  func begin(_ session: Session) {
    let handle = UInt(bitPattern: session.handle)
    open.withLock { [interface = session.interface] in $0 = (interface, handle) }
  }

  /// The connection is about to be closed.
  func end() { open.withLock { $0 = nil } }

  /// Ends the statements that run now, if there are any, with a fault of the code 9.
  func send() {
    open.withLock { if let open = $0 { open.interface.interrupt(OpaquePointer(bitPattern: open.handle)) } }
  }
}
