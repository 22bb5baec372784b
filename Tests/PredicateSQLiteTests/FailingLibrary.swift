import Foundation
import PredicateSQLite
import PredicateSyntax

/// The system's library, in which a chosen call fails.
enum FailingLibrary {
  /// A SQLite function that may fail.
  enum Call: String, CaseIterable, Sendable {
    case open = "sqlite3_open_v2"
    case createFunction = "sqlite3_create_function_v2"
    case prepare = "sqlite3_prepare_v2"
    case step = "sqlite3_step"
    case bindNull = "sqlite3_bind_null"
    case bindInteger = "sqlite3_bind_int64"
    case bindDouble = "sqlite3_bind_double"
    case bindText = "sqlite3_bind_text64"
    case columnName = "sqlite3_column_name"
    case columnText = "sqlite3_column_text"
  }

  /// How calls fail.
  struct Failure: Sendable, CustomStringConvertible {
    /// The number of the first call that fails, from 1.
    var first: Int
    /// The number of calls that fail.
    var count = 1
    /// The code that they return.
    var code: Int32
    /// Whether SQLite rolls back the transaction, as it may do after such an error.
    var rollsBack = false

    var description: String {
      "call \(first)\(count > 1 ? " and \(count - 1) more" : ""), code \(code)\(rollsBack ? ", rolled back" : "")"
    }
  }

  struct State {
    var failure: Failure?
    /// The number of calls since the failure was set.
    var calls = 0
    /// The first call that failed.
    var failed: Call?
    /// The results of closing a connection, which are not 0 if a statement is left open.
    var closed: [Int32] = []
  }

  static let state = Lock(State())

  /// Runs a closure in which calls fail as specified.
  ///
  /// - Returns: The error that it throws, and the first call that failed.
  static func run(_ failure: Failure, _ body: () throws -> Void) -> (error: (any Error)?, failed: Call?) {
    state.withLock { ($0.failure, $0.calls, $0.failed) = (failure, 0, nil) }
    var thrown: (any Error)?
    do { try body() } catch { thrown = error }
    return state.withLock { state in
      state.failure = nil
      return (thrown, state.failed)
    }
  }

  /// Returns the failure of this call, or nil if it does not fail.
  private static func failure(of call: Call) -> Failure? {
    state.withLock { state in
      guard let failure = state.failure else { return nil }
      state.calls += 1
      guard state.calls >= failure.first, state.calls < failure.first + failure.count else { return nil }
      state.failed = state.failed ?? call
      return failure
    }
  }

  // MARK: The library

  /// Returns the library, with these calls in place of SQLite's.
  static func library() throws -> SQLiteLibrary {
    try SQLiteLibrary { name in replacements[name] ?? dlsym(file, name) }
  }

  nonisolated(unsafe) private static let file = SQLiteLibrary.names.lazy.compactMap { dlopen($0, RTLD_NOW) }.first

  private static func original<Function>(_ name: String, _ type: Function.Type) -> Function? {
    dlsym(file, name).map { unsafeBitCast($0, to: type) }
  }

  private typealias Handle = OpaquePointer
  private typealias Text = UnsafePointer<CChar>
  private typealias Take = @convention(c) (Handle?) -> Int32
  private typealias Open = @convention(c) (Text?, UnsafeMutablePointer<Handle?>?, Int32, Text?) -> Int32
  private typealias Prepare =
    @convention(c) (Handle?, Text?, Int32, UnsafeMutablePointer<Handle?>?, UnsafeMutablePointer<Text?>?) -> Int32
  private typealias CreateFunction =
    @convention(c) (
      Handle?, Text?, Int32, Int32, UnsafeMutableRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?,
      UnsafeRawPointer?
    ) -> Int32
  private typealias Execute =
    @convention(c) (Handle?, Text?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Int32
  private typealias DatabaseOf = @convention(c) (Handle?) -> Handle?
  private typealias BindNull = @convention(c) (Handle?, Int32) -> Int32
  private typealias BindInteger = @convention(c) (Handle?, Int32, Int64) -> Int32
  private typealias BindDouble = @convention(c) (Handle?, Int32, Double) -> Int32
  private typealias BindText = @convention(c) (Handle?, Int32, UnsafeRawPointer?, UInt64, Int, UInt8) -> Int32
  private typealias Column = @convention(c) (Handle?, Int32) -> UnsafeRawPointer?

  private static let openOriginal = original("sqlite3_open_v2", Open.self)
  private static let closeOriginal = original("sqlite3_close", Take.self)
  private static let zombieOriginal = original("sqlite3_close_v2", Take.self)
  private static let prepareOriginal = original("sqlite3_prepare_v2", Prepare.self)
  private static let createOriginal = original("sqlite3_create_function_v2", CreateFunction.self)
  private static let stepOriginal = original("sqlite3_step", Take.self)
  private static let executeOriginal = original("sqlite3_exec", Execute.self)
  private static let databaseOriginal = original("sqlite3_db_handle", DatabaseOf.self)
  private static let nullOriginal = original("sqlite3_bind_null", BindNull.self)
  private static let integerOriginal = original("sqlite3_bind_int64", BindInteger.self)
  private static let doubleOriginal = original("sqlite3_bind_double", BindDouble.self)
  private static let textOriginal = original("sqlite3_bind_text64", BindText.self)
  private static let nameOriginal = original("sqlite3_column_name", Column.self)
  private static let columnOriginal = original("sqlite3_column_text", Column.self)

  private static let open: Open = { path, handle, flags, system in
    let result = openOriginal?(path, handle, flags, system) ?? 1
    return failure(of: .open)?.code ?? result
  }

  /// Closes like SQLite's older function, which fails if a statement is left open.
  private static let close: Take = { handle in
    let result = closeOriginal?(handle) ?? 1
    state.withLock { $0.closed.append(result) }
    return result == 0 ? 0 : zombieOriginal?(handle) ?? 1
  }

  private static let prepare: Prepare = { handle, text, count, statement, tail in
    if let failure = failure(of: .prepare) { return failure.code }
    return prepareOriginal?(handle, text, count, statement, tail) ?? 1
  }

  private static let create: CreateFunction = { handle, name, count, flags, data, call, step, end, destroy in
    if let failure = failure(of: .createFunction) { return failure.code }
    return createOriginal?(handle, name, count, flags, data, call, step, end, destroy) ?? 1
  }

  private static let step: Take = { statement in
    guard let failure = failure(of: .step) else { return stepOriginal?(statement) ?? 1 }
    if failure.rollsBack { _ = executeOriginal?(databaseOriginal?(statement), "ROLLBACK", nil, nil, nil) }
    return failure.code
  }

  private static let bindNull: BindNull = { failure(of: .bindNull)?.code ?? nullOriginal?($0, $1) ?? 1 }
  private static let bindInteger: BindInteger = {
    failure(of: .bindInteger)?.code ?? integerOriginal?($0, $1, $2) ?? 1
  }
  private static let bindDouble: BindDouble = { failure(of: .bindDouble)?.code ?? doubleOriginal?($0, $1, $2) ?? 1 }
  private static let bindText: BindText = {
    failure(of: .bindText)?.code ?? textOriginal?($0, $1, $2, $3, $4, $5) ?? 1
  }
  private static let columnName: Column = { failure(of: .columnName) == nil ? nameOriginal?($0, $1) : nil }
  private static let columnText: Column = { failure(of: .columnText) == nil ? columnOriginal?($0, $1) : nil }

  nonisolated(unsafe) private static let replacements: [String: UnsafeMutableRawPointer] = [
    Call.open.rawValue: unsafeBitCast(open, to: UnsafeMutableRawPointer.self),
    "sqlite3_close_v2": unsafeBitCast(close, to: UnsafeMutableRawPointer.self),
    Call.createFunction.rawValue: unsafeBitCast(create, to: UnsafeMutableRawPointer.self),
    Call.prepare.rawValue: unsafeBitCast(prepare, to: UnsafeMutableRawPointer.self),
    Call.step.rawValue: unsafeBitCast(step, to: UnsafeMutableRawPointer.self),
    Call.bindNull.rawValue: unsafeBitCast(bindNull, to: UnsafeMutableRawPointer.self),
    Call.bindInteger.rawValue: unsafeBitCast(bindInteger, to: UnsafeMutableRawPointer.self),
    Call.bindDouble.rawValue: unsafeBitCast(bindDouble, to: UnsafeMutableRawPointer.self),
    Call.bindText.rawValue: unsafeBitCast(bindText, to: UnsafeMutableRawPointer.self),
    Call.columnName.rawValue: unsafeBitCast(columnName, to: UnsafeMutableRawPointer.self),
    Call.columnText.rawValue: unsafeBitCast(columnText, to: UnsafeMutableRawPointer.self),
  ]
}
