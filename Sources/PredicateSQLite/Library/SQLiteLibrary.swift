import Foundation

/// SQLite itself: the shared library of the machine, opened when the program runs, or the copy that the program links.
///
/// Version 3.38 or newer.
public struct SQLiteLibrary: Sendable {
  let interface: SQLiteInterface
  /// The callback that SQLite gets for every function that is registered with it.
  let callback: SQLiteInterface.Callback

  /// The version, such as `3.40.1`.
  public var version: String { SQLiteInterface.spelling(ofVersion: interface.versionNumber()) }

  /// The names that the shared library goes by.
  public static let names: [String] = {
    #if canImport(Darwin)
      ["libsqlite3.dylib", "/usr/lib/libsqlite3.dylib"]
    #else
      ["libsqlite3.so.0", "libsqlite3.so"]
    #endif
  }()

  /// The shared library of the machine. It is opened once and never closed.
  ///
  /// - Throws: a fault where there is none, or one that is too old.
  public static func system() throws(SQLiteFault) -> SQLiteLibrary { try shared.get() }

  private static let shared = Result { () throws(SQLiteFault) in try SQLiteLibrary(named: names) }

  /// Opens a shared library by the first of its names that is found.
  ///
  /// - Throws: a fault where there is none, or one that is too old.
  public init(named names: [String]) throws(SQLiteFault) {
    #if os(Windows)
      throw SQLiteFault("SQLite is not looked for on Windows; give SQLiteLibrary(lookup:) its functions")
    #else
      for name in names {
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
        try self.init { dlsym(library, $0) }
        return
      }
      throw SQLiteFault("there is no SQLite library: none of \(names.joined(separator: ", ")) can be opened")
    #endif
  }

  /// The copy of SQLite that the program links or has loaded by itself, by a closure that finds its functions:
  ///
  ///     let program = dlopen(nil, RTLD_NOW)
  ///     let library = try SQLiteLibrary { dlsym(program, $0) }
  ///
  /// - Parameter lookup: the address of the C function of a name, such as `sqlite3_step`; nil where there is none.
  /// - Throws: a fault that names the first function which is not there, or a version that is too old.
  public init(lookup: (String) -> UnsafeMutableRawPointer?) throws(SQLiteFault) {
    // The table does not outlive the call, so neither does the closure.
    let interface = Result { () throws(SQLiteFault) in
      try withoutActuallyEscaping(lookup) { lookup throws(SQLiteFault) in
        try SQLiteInterface(SymbolTable(lookup: lookup))
      }
    }
    self.interface = try interface.get()
    callback = try CallbackSlots.callback(for: self.interface)
  }

  /// Bounds the memory that SQLite may take for all connections of the process together, this library's or not. What needs
  /// more is a fault (`SQLiteFault.Reason.outOfMemory`), also while a statement is prepared. SQLite has no bound by default.
  ///
  /// - Parameter bytes: how many; what the process has set before is not raised.
  public func limitMemory(to bytes: Int) { _ = interface.heapLimit(Int64(max(bytes, 1))) }

  /// Gives a connection of the program's own the functions that statements for SQLite call (`requiredFunctions`).
  ///
  /// - Parameter connection: an open `sqlite3 *` of this very library, whose database is UTF-8.
  public func registerFunctions(on connection: OpaquePointer) throws(SQLiteFault) {
    try registerFunctions(on: Session(interface: interface, handle: connection))
  }

  func registerFunctions(on session: Session) throws(SQLiteFault) {
    try session.checkEncoding()
    for function in SQLFunction.allCases { try function.register(on: session, callback) }
  }
}
