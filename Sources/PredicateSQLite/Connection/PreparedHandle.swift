import PredicateSyntax

/// A prepared statement of SQLite, which this object owns.
///
/// Safety: Texts and blobs of a row are copied before the next call. The session outlives the statement.
@safe final class PreparedHandle {
  let session: Session
  let text: String
  private let statement: OpaquePointer
  private var interface: SQLiteInterface { session.interface }

  /// Prepares a text with one statement, which only spaces, comments and semicolons may follow.
  ///
  /// - Parameter budget: The limits of preparing, which may have to wait for another connection.
  init(
    _ text: String, on session: Session, _ budget: StatementBudget = StatementBudget(SQLiteLimits())
  ) throws(SQLiteDatabaseError) {
    self.session = session
    self.text = text
    // SQLite would stop reading there.
    if text.utf8.contains(0) { throw SQLiteDatabaseError("a statement cannot contain U+0000", statement: text) }
    var prepared: OpaquePointer?
    var tail = 0
    let result = try session.run(budget, of: text) {
      unsafe text.withCString { start in
        var rest: UnsafePointer<CChar>?
        let result = unsafe session.interface.prepare(session.handle, start, -1, &prepared, &rest)
        if let rest = unsafe rest { tail = unsafe rest - start }
        return result
      }
    }
    try session.check(result, of: text)
    guard let prepared = unsafe prepared else {
      throw SQLiteDatabaseError("there is no statement in the text", statement: text)
    }
    unsafe statement = prepared
    if Self.hasMore(text.utf8.dropFirst(tail)) {
      throw SQLiteDatabaseError("there is more than one statement in the text", statement: text)
    }
  }

  deinit { _ = unsafe interface.finalize(statement) }

  /// Returns whether there is anything but spaces, comments and semicolons. Does not call SQLite, because some statements take
  /// effect when they are prepared.
  private static func hasMore(_ rest: Substring.UTF8View) -> Bool {
    var rest = rest
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t")...UInt8(ascii: "\r"), UInt8(ascii: ";"): rest = rest.dropFirst()
      case UInt8(ascii: "-") where rest.dropFirst().first == byte: rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "/") where rest.dropFirst().first == UInt8(ascii: "*"):
        rest = rest.dropFirst(2)
        while let first = rest.first, !(first == UInt8(ascii: "*") && rest.dropFirst().first == UInt8(ascii: "/")) {
          rest = rest.dropFirst()
        }
        rest = rest.dropFirst(2)
      default: return true
      }
    }
    return false
  }

  // MARK: Running

  /// Runs the statement to its end.
  ///
  /// - Returns: The number of rows that it inserted, updated or deleted itself.
  func finish(_ budget: StatementBudget) throws(SQLiteDatabaseError) -> Int {
    let before = unsafe interface.totalChanges(session.handle)
    while try step(budget) {}
    // SQLite keeps the count of the previous statement if this one is of another kind.
    return unsafe interface.totalChanges(session.handle) == before ? 0 : Int(interface.changes(session.handle))
  }

  /// Advances to the next row. Returns false if there is none.
  func step(_ budget: StatementBudget) throws(SQLiteDatabaseError) -> Bool {
    let result = try session.run(budget, of: text) { unsafe interface.step(statement) }
    if result == SQLiteInterface.row { return true }
    guard result == SQLiteInterface.done else { throw session.error(result, of: text) }
    return false
  }

  /// Resets the statement for another run. Ignores the result, which repeats the error of the last run.
  func reset() { _ = unsafe interface.reset(statement) }

  // MARK: Parameters

  /// Binds the values to the parameters of the text, in order.
  func bind(_ parameters: [SQLParameter], _ budget: StatementBudget) throws(SQLiteDatabaseError) {
    let count = unsafe Int(interface.parameterCount(statement))
    guard count == parameters.count else {
      throw SQLiteDatabaseError(
        "the statement has \(count) parameters, found \(parameters.count) values", statement: text)
    }
    session.watch?.bound(budget.limits)
    var number: Int32 = 0
    for parameter in parameters {
      number += 1
      let result = try bind(parameter, at: number)
      try session.expectFitting(result, budget, of: text)
      try session.check(result, of: text)
    }
  }

  private func bind(_ parameter: SQLParameter, at number: Int32) throws(SQLiteDatabaseError) -> Int32 {
    if parameter.isList { throw unbindable("a list", parameter, at: number) }
    switch (parameter.kind, parameter.value) {
    case (_, .null): return unsafe interface.bindNull(statement, number)
    case (.boolean, .bool(let value)): return unsafe interface.bindInteger(statement, number, value ? 1 : 0)
    case (.integer, .integer(let value)): return unsafe interface.bindInteger(statement, number, value)
    case (.double, .double(let value)): return unsafe interface.bindDouble(statement, number, value)
    case (.text, .string(let text)):
      // SQLite would store the text, but its own functions stop reading there.
      if text.utf8.contains(0) {
        throw SQLiteDatabaseError(
          "value \(number) is text with U+0000, of which SQLite reads only a part", statement: self.text)
      }
      return unsafe Self.withBytes(of: Array(text.utf8)) { start, count in
        unsafe interface.bindText(statement, number, start, count, SQLiteInterface.copied, SQLiteInterface.utf8)
      }
    case (.bytes, .data(let bytes)):
      return unsafe Self.withBytes(of: bytes) { start, count in
        unsafe interface.bindBytes(statement, number, start, count, SQLiteInterface.copied)
      }
    default: throw unbindable(parameter.value.valueType.description, parameter, at: number)
    }
  }

  private func unbindable(_ value: String, _ parameter: SQLParameter, at number: Int32) -> SQLiteDatabaseError {
    SQLiteDatabaseError(
      "value \(number) is \(value), which SQLite cannot bind as \(parameter.kind.rawValue)", statement: text)
  }

  /// Passes bytes with an address, even if there are none, because SQLite binds NULL for a null address.
  private static func withBytes<Result>(of bytes: [UInt8], _ body: (UnsafeRawPointer?, UInt64) -> Result) -> Result {
    if bytes.isEmpty { return unsafe withUnsafeBytes(of: UInt8(0)) { unsafe body($0.baseAddress, 0) } }
    return unsafe bytes.withUnsafeBytes { unsafe body($0.baseAddress, UInt64($0.count)) }
  }

  // MARK: Columns

  /// The number of columns of a row.
  var columnCount: Int { unsafe Int(interface.columnCount(statement)) }

  /// Returns the name of a column.
  func columnName(_ index: Int) throws(SQLiteDatabaseError) -> String {
    guard let name = unsafe interface.columnName(statement, Int32(index)) else { throw outOfMemory }
    return unsafe String(cString: name)
  }

  /// Returns the value of a column in SQLite's storage class.
  ///
  /// - Throws: `SQLiteDatabaseError` if SQLite is out of memory, or for text that is not UTF-8, because any decoding would differ from the
  ///   text that SQLite compares.
  func column(_ index: Int) throws(SQLiteDatabaseError) -> FormatValue {
    let column = Int32(index)
    switch unsafe interface.columnType(statement, column) {
    case SQLiteInterface.integer: return unsafe .integer(interface.columnInteger(statement, column))
    case SQLiteInterface.double: return unsafe .double(interface.columnDouble(statement, column))
    case SQLiteInterface.text:
      // For a text, a null address means that SQLite is out of memory.
      guard let start = unsafe interface.columnText(statement, column) else { throw outOfMemory }
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: size(column))
      guard let string = unsafe String(validating: bytes, as: UTF8.self) else {
        throw SQLiteDatabaseError(
          "the column '\(try columnName(index))' contains text that is not UTF-8", statement: text)
      }
      return .string(string)
    case SQLiteInterface.blob:
      guard let start = unsafe interface.columnBlob(statement, column) else {
        // The address of an empty blob is null too.
        let isEmpty =
          unsafe size(column) == 0 && interface.errorCode(session.handle) & 0xFF != SQLiteInterface.outOfMemory
        if isEmpty { return .data([]) }
        throw outOfMemory
      }
      return unsafe .data(Array(UnsafeRawBufferPointer(start: start, count: size(column))))
    default: return .null
    }
  }

  /// Returns the number of bytes of a column. Call it after reading them, because it applies to the last type read.
  private func size(_ column: Int32) -> Int { unsafe Int(interface.columnSize(statement, column)) }

  private var outOfMemory: SQLiteDatabaseError { session.error(SQLiteInterface.outOfMemory, of: text) }
}
