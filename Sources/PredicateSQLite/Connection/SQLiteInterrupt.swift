import PredicateSyntax

/// Interrupts the statements of a connection from any thread, as long as the connection is open.
final class SQLiteInterrupt: Sendable {
  /// The lock is held during the call of SQLite, so that the connection cannot be closed meanwhile. The address is stored as a
  /// number, because the connection belongs to another thread, except for this one call that SQLite permits from any thread.
  private let open = Lock<(interface: SQLiteInterface, handle: UInt)?>(nil)

  /// Allows interrupts of a connection. It must stay open until `end()`.
  func begin(_ session: Session) {
    let handle = UInt(bitPattern: session.handle)
    open.withLock { [interface = session.interface] in $0 = (interface, handle) }
  }

  /// Ends interrupts, before the connection is closed.
  func end() { open.withLock { $0 = nil } }

  /// Interrupts the running statements, if any, with an error of code 9.
  func send() {
    open.withLock { if let open = $0 { open.interface.interrupt(OpaquePointer(bitPattern: open.handle)) } }
  }
}
