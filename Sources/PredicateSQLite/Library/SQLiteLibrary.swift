import Foundation

// Safety: Handles and symbols are passed on unchanged. A library is never closed.
/// The SQLite library: the system's shared library, opened at run time, or the copy that the program links.
///
/// It must be version 3.38 or newer.
@safe public struct SQLiteLibrary: Sendable {
  let interface: SQLiteInterface
  /// The callback of every function that is registered with SQLite.
  package let callback: SQLiteInterface.Callback

  /// The version, such as `3.40.1`.
  public var version: String { SQLiteInterface.spelling(ofVersion: interface.versionNumber()) }

  /// The file names of the shared library.
  public static let names: [String] = {
    #if canImport(Darwin)
    ["libsqlite3.dylib", "/usr/lib/libsqlite3.dylib"]
    #else
    ["libsqlite3.so.0", "libsqlite3.so"]
    #endif
  }()

  /// Returns the system's shared library. It is opened once and never closed.
  ///
  /// - Throws: `SQLiteDatabaseError` if there is none, or if it is too old.
  public static func system() throws(SQLiteDatabaseError) -> SQLiteLibrary { try shared.get() }

  private static let shared = Result { () throws(SQLiteDatabaseError) in try SQLiteLibrary(named: names) }

  /// Opens the first shared library of a list of names that can be opened.
  ///
  /// - Throws: `SQLiteDatabaseError` if there is none, or if it is too old.
  public init(named names: [String]) throws(SQLiteDatabaseError) {
    #if os(Windows)
    throw SQLiteDatabaseError("SQLite is not searched for on Windows; pass its functions to SQLiteLibrary(lookup:)")
    #else
    for name in names {
      guard let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      unsafe try self.init { unsafe dlsym(library, $0) }
      return
    }
    throw SQLiteDatabaseError("there is no SQLite library: none of \(names.joined(separator: ", ")) can be opened")
    #endif
  }

  /// Uses the copy of SQLite that the program links or has loaded itself:
  ///
  ///     let program = dlopen(nil, RTLD_NOW)
  ///     let library = try SQLiteLibrary { dlsym(program, $0) }
  ///
  /// - Parameter lookup: Returns the address of a C function, such as `sqlite3_step`, or nil if there is none.
  /// - Throws: `SQLiteDatabaseError` if a function is missing or the version is too old.
  public init(lookup: (String) -> UnsafeMutableRawPointer?) throws(SQLiteDatabaseError) {
    interface = try unsafe SQLiteInterface(lookup)
    unsafe callback = try unsafe interface.callback()
  }

  /// Limits the memory of SQLite for all connections of the process, including those of other libraries. Exceeding it is an
  /// error (`SQLiteDatabaseError.Reason.outOfMemory`), even while a statement is prepared. By default SQLite has no limit.
  ///
  /// - Parameter bytes: The maximum number of bytes. A lower limit of the process remains.
  public func limitMemory(to bytes: Int) { _ = interface.heapLimit(Int64(max(bytes, 1))) }

  /// Registers the functions that statements for SQLite call (`requiredFunctions`) on a connection of the program.
  ///
  /// - Parameter connection: An open `sqlite3 *` of this library, with a UTF-8 database.
  /// - Throws: `SQLiteDatabaseError` if the database does not store text as UTF-8, or if SQLite refuses a function.
  public func registerFunctions(on connection: OpaquePointer) throws(SQLiteDatabaseError) {
    try unsafe registerFunctions(on: Session(interface: interface, handle: connection))
  }

  func registerFunctions(on session: Session) throws(SQLiteDatabaseError) {
    try session.checkSettings()
    for function in SQLFunction.allCases { try unsafe function.register(on: session, callback) }
  }
}
