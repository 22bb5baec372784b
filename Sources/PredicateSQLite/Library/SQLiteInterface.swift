import Foundation

/// The functions of SQLite that this module calls, looked up by name.
///
/// The types are those of SQLite's documentation, but a destructor is an `Int`, for its two special values 0 and -1.
///
/// Safety: Each symbol is the function that SQLite documents for its name. All are constant.
@safe package final class SQLiteInterface: @unchecked Sendable {
  package typealias Handle = OpaquePointer
  typealias Bytes = UnsafeRawPointer
  typealias Text = UnsafePointer<CChar>
  package typealias Callback = @convention(c) (Handle?, Int32, UnsafeMutablePointer<Handle?>?) -> Void
  typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// Makes SQLite copy the bytes that it is given.
  static let copied = -1

  let versionNumber: @convention(c) () -> Int32
  let open: @convention(c) (Text?, UnsafeMutablePointer<Handle?>?, Int32, Text?) -> Int32
  let close: @convention(c) (Handle?) -> Int32
  let busyHandler:
    @convention(c) (
      Handle?, (@convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32)?, UnsafeMutableRawPointer?
    ) -> Int32
  let progressHandler:
    @convention(c) (
      Handle?, Int32, (@convention(c) (UnsafeMutableRawPointer?) -> Int32)?, UnsafeMutableRawPointer?
    ) -> Void
  let errorMessage: @convention(c) (Handle?) -> Text?
  let errorCode: @convention(c) (Handle?) -> Int32
  let errorText: @convention(c) (Int32) -> Text?
  let changes: @convention(c) (Handle?) -> Int64
  let totalChanges: @convention(c) (Handle?) -> Int64
  let isAutomatic: @convention(c) (Handle?) -> Int32
  let interrupt: @convention(c) (Handle?) -> Void
  let limit: @convention(c) (Handle?, Int32, Int32) -> Int32
  let heapLimit: @convention(c) (Int64) -> Int64
  private let configure: UnsafeMutableRawPointer

  let prepare:
    @convention(c) (Handle?, Text?, Int32, UnsafeMutablePointer<Handle?>?, UnsafeMutablePointer<Text?>?) -> Int32
  let step: @convention(c) (Handle?) -> Int32
  let reset: @convention(c) (Handle?) -> Int32
  let finalize: @convention(c) (Handle?) -> Int32

  let parameterCount: @convention(c) (Handle?) -> Int32
  let bindNull: @convention(c) (Handle?, Int32) -> Int32
  let bindInteger: @convention(c) (Handle?, Int32, Int64) -> Int32
  let bindDouble: @convention(c) (Handle?, Int32, Double) -> Int32
  let bindText: @convention(c) (Handle?, Int32, Bytes?, UInt64, Int, UInt8) -> Int32
  let bindBytes: @convention(c) (Handle?, Int32, Bytes?, UInt64, Int) -> Int32

  let columnCount: @convention(c) (Handle?) -> Int32
  let columnName: @convention(c) (Handle?, Int32) -> Text?
  let columnType: @convention(c) (Handle?, Int32) -> Int32
  let columnInteger: @convention(c) (Handle?, Int32) -> Int64
  let columnDouble: @convention(c) (Handle?, Int32) -> Double
  let columnText: @convention(c) (Handle?, Int32) -> Bytes?
  let columnBlob: @convention(c) (Handle?, Int32) -> Bytes?
  let columnSize: @convention(c) (Handle?, Int32) -> Int32

  let createFunction:
    @convention(c) (
      Handle?, Text?, Int32, Int32, UnsafeMutableRawPointer?, Callback?, Callback?, UnsafeRawPointer?, Destructor?
    ) -> Int32
  let database: @convention(c) (Handle?) -> Handle?
  let userData: @convention(c) (Handle?) -> UnsafeMutableRawPointer?
  let auxiliaryData: @convention(c) (Handle?, Int32) -> UnsafeMutableRawPointer?
  let setAuxiliaryData: @convention(c) (Handle?, Int32, UnsafeMutableRawPointer?, Destructor?) -> Void
  let valueType: @convention(c) (Handle?) -> Int32
  let valueInteger: @convention(c) (Handle?) -> Int64
  let valueDouble: @convention(c) (Handle?) -> Double
  let valueText: @convention(c) (Handle?) -> Bytes?
  let valueSize: @convention(c) (Handle?) -> Int32
  let valueIsBound: @convention(c) (Handle?) -> Int32
  let resultError: @convention(c) (Handle?, Text?, Int32) -> Void
  let resultErrorCode: @convention(c) (Handle?, Int32) -> Void
  let resultNull: @convention(c) (Handle?) -> Void
  let resultInteger: @convention(c) (Handle?, Int64) -> Void
  let resultDouble: @convention(c) (Handle?, Double) -> Void
  let resultText: @convention(c) (Handle?, Bytes?, UInt64, Int, UInt8) -> Void

  /// Looks up all functions.
  ///
  /// - Throws: `SQLiteDatabaseError` if a function is missing or the version is too old.
  init(_ lookup: (String) -> UnsafeMutableRawPointer?) throws(SQLiteDatabaseError) {
    /// Returns the function with a name as the type of the property, which must be that of SQLite's header.
    func function<Function>(_ name: String) throws(SQLiteDatabaseError) -> Function {
      guard let symbol = unsafe lookup(name) else {
        throw SQLiteDatabaseError("the SQLite library has no function \(name)")
      }
      return unsafe unsafeBitCast(symbol, to: Function.self)
    }
    versionNumber = try function("sqlite3_libversion_number")
    try Self.checkVersion(versionNumber())
    unsafe open = try unsafe function("sqlite3_open_v2")
    unsafe close = try unsafe function("sqlite3_close_v2")
    unsafe busyHandler = try unsafe function("sqlite3_busy_handler")
    unsafe progressHandler = try unsafe function("sqlite3_progress_handler")
    unsafe errorMessage = try unsafe function("sqlite3_errmsg")
    unsafe errorCode = try unsafe function("sqlite3_extended_errcode")
    unsafe errorText = try unsafe function("sqlite3_errstr")
    unsafe changes = try unsafe function("sqlite3_changes64")
    unsafe totalChanges = try unsafe function("sqlite3_total_changes64")
    unsafe isAutomatic = try unsafe function("sqlite3_get_autocommit")
    unsafe interrupt = try unsafe function("sqlite3_interrupt")
    unsafe limit = try unsafe function("sqlite3_limit")
    heapLimit = try function("sqlite3_hard_heap_limit64")
    unsafe configure = try unsafe function("sqlite3_db_config")
    unsafe prepare = try unsafe function("sqlite3_prepare_v2")
    unsafe step = try unsafe function("sqlite3_step")
    unsafe reset = try unsafe function("sqlite3_reset")
    unsafe finalize = try unsafe function("sqlite3_finalize")
    unsafe parameterCount = try unsafe function("sqlite3_bind_parameter_count")
    unsafe bindNull = try unsafe function("sqlite3_bind_null")
    unsafe bindInteger = try unsafe function("sqlite3_bind_int64")
    unsafe bindDouble = try unsafe function("sqlite3_bind_double")
    unsafe bindText = try unsafe function("sqlite3_bind_text64")
    unsafe bindBytes = try unsafe function("sqlite3_bind_blob64")
    unsafe columnCount = try unsafe function("sqlite3_column_count")
    unsafe columnName = try unsafe function("sqlite3_column_name")
    unsafe columnType = try unsafe function("sqlite3_column_type")
    unsafe columnInteger = try unsafe function("sqlite3_column_int64")
    unsafe columnDouble = try unsafe function("sqlite3_column_double")
    unsafe columnText = try unsafe function("sqlite3_column_text")
    unsafe columnBlob = try unsafe function("sqlite3_column_blob")
    unsafe columnSize = try unsafe function("sqlite3_column_bytes")
    unsafe createFunction = try unsafe function("sqlite3_create_function_v2")
    unsafe database = try unsafe function("sqlite3_context_db_handle")
    unsafe userData = try unsafe function("sqlite3_user_data")
    unsafe auxiliaryData = try unsafe function("sqlite3_get_auxdata")
    unsafe setAuxiliaryData = try unsafe function("sqlite3_set_auxdata")
    unsafe valueType = try unsafe function("sqlite3_value_type")
    unsafe valueInteger = try unsafe function("sqlite3_value_int64")
    unsafe valueDouble = try unsafe function("sqlite3_value_double")
    unsafe valueText = try unsafe function("sqlite3_value_text")
    unsafe valueSize = try unsafe function("sqlite3_value_bytes")
    unsafe valueIsBound = try unsafe function("sqlite3_value_frombind")
    unsafe resultError = try unsafe function("sqlite3_result_error")
    unsafe resultErrorCode = try unsafe function("sqlite3_result_error_code")
    unsafe resultNull = try unsafe function("sqlite3_result_null")
    unsafe resultInteger = try unsafe function("sqlite3_result_int64")
    unsafe resultDouble = try unsafe function("sqlite3_result_double")
    unsafe resultText = try unsafe function("sqlite3_result_text64")
  }

  /// Sets an option of a connection.
  ///
  /// The C function is variadic. If the platform passes variadic arguments like others, it can be called as an ordinary
  /// function; on Apple's 64-bit ARM they are on the stack, after arguments that fill the registers.
  ///
  /// - Returns: SQLite's result code.
  func set(_ option: Int32, _ isOn: Bool, of handle: Handle) -> Int32 {
    #if canImport(Darwin) && arch(arm64)
    typealias Configure =
      @convention(c) (Handle?, Int32, Int, Int, Int, Int, Int, Int, Int, UnsafeMutablePointer<Int32>?) -> Int32
    return unsafe unsafeBitCast(configure, to: Configure.self)(handle, option, 0, 0, 0, 0, 0, 0, isOn ? 1 : 0, nil)
    #else
    typealias Configure = @convention(c) (Handle?, Int32, Int32, UnsafeMutablePointer<Int32>?) -> Int32
    return unsafe unsafeBitCast(configure, to: Configure.self)(handle, option, isOn ? 1 : 0, nil)
    #endif
  }

  /// The oldest version that always includes the JSON functions, which lists of values need.
  static let oldestVersion: Int32 = 3_038_000

  /// Returns a version as text: `3.40.1` for 3040001.
  static func spelling(ofVersion number: Int32) -> String {
    "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)"
  }

  private static func checkVersion(_ number: Int32) throws(SQLiteDatabaseError) {
    if number >= oldestVersion { return }
    throw SQLiteDatabaseError(
      "SQLite \(spelling(ofVersion: number)) is too old; \(spelling(ofVersion: oldestVersion)) or newer is needed")
  }
}

// The numbers for storage classes, results, flags and encodings.
extension SQLiteInterface {
  static let integer: Int32 = 1
  static let double: Int32 = 2
  static let text: Int32 = 3
  static let blob: Int32 = 4

  static let ok: Int32 = 0
  static let aborted: Int32 = 4
  static let busy: Int32 = 5
  static let outOfMemory: Int32 = 7
  static let interrupted: Int32 = 9
  static let tooBig: Int32 = 18
  static let row: Int32 = 100
  static let done: Int32 = 101

  static let readOnly: Int32 = 0x1
  static let readWrite: Int32 = 0x2
  static let create: Int32 = 0x4
  static let memory: Int32 = 0x80
  static let fullMutex: Int32 = 0x1_0000

  static let utf8: UInt8 = 1
  static let deterministic: Int32 = 0x800
  static let innocuous: Int32 = 0x20_0000

  /// The option of a connection that prevents statements from corrupting the file.
  static let defensive: Int32 = 1010

  /// The limits of a connection: the bytes of a value, the bytes of a statement, and the operations of a compiled statement.
  static let valueLength: Int32 = 0
  static let statementLength: Int32 = 1
  static let operations: Int32 = 5
}
