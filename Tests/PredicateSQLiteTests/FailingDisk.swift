import Foundation
import PredicateSQLite
import PredicateSyntax

/// SQLite on a disk on which a chosen call fails, in the middle of SQLite's work: a file system for SQLite (`sqlite3_vfs`) that
/// forwards all other calls to the system's.
enum FailingDisk {
  /// The calls of a disk.
  enum Call: String, Sendable {
    case open, delete, read, write, truncate, sync
  }

  /// How a disk fails.
  enum Kind: Sendable, CaseIterable {
    /// Calls of all kinds fail.
    case broken
    /// Calls that need free space fail.
    case full

    /// Returns the code of a call that fails, or nil if this call does not fail on such a disk.
    func code(_ call: Call) -> Int32? {
      switch (self, call) {
      case (.broken, .open): 14
      case (.broken, .delete): 10 | 10 << 8
      case (.broken, .read): 10 | 1 << 8
      case (.broken, .write): 10 | 3 << 8
      case (.broken, .truncate): 10 | 6 << 8
      case (.broken, .sync): 10 | 4 << 8
      case (.full, .write): 13
      case (.full, _): nil
      }
    }
  }

  struct State {
    /// The kind of the failure, the number of the first call that fails (from 1), and the number of calls that fail.
    var failure: (kind: Kind, first: Int, count: Int)?
    var calls = 0
    var failed: Call?
  }

  private static let state = Lock(State())

  /// Runs a closure on a disk that fails.
  ///
  /// - Returns: The error that it throws, and the first call that failed.
  static func run(
    _ kind: Kind, first: Int, count: Int, _ body: () throws -> Void
  ) -> (error: (any Error)?, failed: Call?) {
    state.withLock { $0 = State(failure: (kind, first, count)) }
    var thrown: (any Error)?
    do { try body() } catch { thrown = error }
    return state.withLock { state in
      state.failure = nil
      return (thrown, state.failed)
    }
  }

  private static func code(_ call: Call) -> Int32? {
    state.withLock { state in
      guard let failure = state.failure, let code = failure.kind.code(call) else { return nil }
      state.calls += 1
      guard state.calls >= failure.first, state.calls < failure.first + failure.count else { return nil }
      state.failed = state.failed ?? call
      return code
    }
  }

  // MARK: The library

  /// The system's library, with databases on the failing disk.
  static func library() throws -> SQLiteLibrary {
    guard isRegistered else { throw SQLiteDatabaseError("the disk cannot be made") }
    return try SQLiteLibrary { name in
      name == "sqlite3_open_v2" ? unsafeBitCast(openDatabase, to: UnsafeMutableRawPointer.self) : dlsym(file, name)
    }
  }

  nonisolated(unsafe) private static let file = SQLiteLibrary.names.lazy.compactMap { dlopen($0, RTLD_NOW) }.first
  private static let name = "failing-disk"

  private typealias Text = UnsafePointer<CChar>
  private typealias Raw = UnsafeMutableRawPointer
  private typealias OpenDatabase =
    @convention(c) (Text?, UnsafeMutablePointer<OpaquePointer?>?, Int32, Text?) -> Int32
  private typealias Find = @convention(c) (Text?) -> Raw?
  private typealias Register = @convention(c) (Raw?, Int32) -> Int32
  private typealias Open = @convention(c) (Raw?, Text?, Raw?, Int32, UnsafeMutablePointer<Int32>?) -> Int32
  private typealias Delete = @convention(c) (Raw?, Text?, Int32) -> Int32
  private typealias Transfer = @convention(c) (Raw?, Raw?, Int32, Int64) -> Int32
  private typealias Truncate = @convention(c) (Raw?, Int64) -> Int32
  private typealias Sync = @convention(c) (Raw?, Int32) -> Int32

  private static func original<Function>(_ name: String, _ type: Function.Type) -> Function? {
    dlsym(file, name).map { unsafeBitCast($0, to: type) }
  }

  private static let openDatabase: OpenDatabase = { path, handle, flags, _ in
    name.withCString { original("sqlite3_open_v2", OpenDatabase.self)?(path, handle, flags, $0) ?? 1 }
  }

  // MARK: The file system

  /// The offsets of the members that are used here, and the sizes of the structures, from SQLite's documentation.
  private enum Place {
    static let name = 24
    static let open = 40
    static let delete = 48
    static let system = 168
    static let read = 16
    static let write = 24
    static let truncate = 32
    static let sync = 40
    static let methods = 152
  }

  /// The system's functions.
  private struct Functions {
    var open: Open
    var delete: Delete
    var read: Transfer?
    var write: Transfer?
    var truncate: Truncate?
    /// Our tables of methods, by the system's tables, which all contain the three functions above.
    var methods: [Raw: Raw] = [:]
  }

  nonisolated(unsafe) private static var functions: Functions?

  /// Registers the file system once. It is a copy of the system's.
  private static let isRegistered: Bool = {
    guard MemoryLayout<Int>.size == 8, let machine = original("sqlite3_vfs_find", Find.self)?(nil) else { return false }
    let system = Raw.allocate(byteCount: Place.system, alignment: 16)
    system.copyMemory(from: machine, byteCount: Place.system)
    functions = Functions(
      open: machine.load(fromByteOffset: Place.open, as: Open.self),
      delete: machine.load(fromByteOffset: Place.delete, as: Delete.self))
    system.storeBytes(of: strdup(name), toByteOffset: Place.name, as: UnsafeMutablePointer<CChar>?.self)
    system.storeBytes(of: open, toByteOffset: Place.open, as: Open.self)
    system.storeBytes(of: delete, toByteOffset: Place.delete, as: Delete.self)
    return original("sqlite3_vfs_register", Register.self)?(system, 0) == 0
  }()

  private static let open: Open = { system, name, file, flags, outFlags in
    if let code = code(.open) {
      // SQLite does not close a file without methods.
      file?.storeBytes(of: nil, as: Raw?.self)
      return code
    }
    let result = functions?.open(system, name, file, flags, outFlags) ?? 1
    if result == 0, let file, let methods = file.load(as: Raw?.self) {
      file.storeBytes(of: failing(methods), as: Raw?.self)
    }
    return result
  }

  private static func failing(_ methods: Raw) -> Raw {
    if let ours = functions?.methods[methods] { return ours }
    let ours = Raw.allocate(byteCount: Place.methods, alignment: 16)
    ours.copyMemory(from: methods, byteCount: Place.methods)
    functions?.read = methods.load(fromByteOffset: Place.read, as: Transfer.self)
    functions?.write = methods.load(fromByteOffset: Place.write, as: Transfer.self)
    functions?.truncate = methods.load(fromByteOffset: Place.truncate, as: Truncate.self)
    ours.storeBytes(of: read, toByteOffset: Place.read, as: Transfer.self)
    ours.storeBytes(of: write, toByteOffset: Place.write, as: Transfer.self)
    ours.storeBytes(of: truncate, toByteOffset: Place.truncate, as: Truncate.self)
    ours.storeBytes(of: sync, toByteOffset: Place.sync, as: Sync.self)
    functions?.methods[methods] = ours
    return ours
  }

  private static let delete: Delete = { code(.delete) ?? functions?.delete($0, $1, $2) ?? 1 }
  private static let read: Transfer = { code(.read) ?? functions?.read?($0, $1, $2, $3) ?? 1 }
  private static let write: Transfer = { code(.write) ?? functions?.write?($0, $1, $2, $3) ?? 1 }
  private static let truncate: Truncate = { code(.truncate) ?? functions?.truncate?($0, $1) ?? 1 }
  /// The tests do not depend on data having reached the disk, and waiting for it takes long.
  private static let sync: Sync = { _, _ in code(.sync) ?? 0 }
}
