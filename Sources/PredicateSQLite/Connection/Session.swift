/// An open connection as SQLite hands it out, whoever opened it, and what is asked of it without more ado.
struct Session {
  let interface: SQLiteInterface
  let handle: OpaquePointer

  /// Throws the connection's last error unless the result says that all is well.
  func check(_ result: Int32, of statement: String?) throws(SQLiteFault) {
    if result != SQLiteCode.ok { throw fault(result, of: statement) }
  }

  /// The connection's last error.
  func fault(_ result: Int32, of statement: String?) -> SQLiteFault {
    let message = interface.errorMessage(handle).map { String(cString: $0) }
    return SQLiteFault(
      message ?? "SQLite says no more", code: Int(max(result, interface.errorCode(handle))), statement: statement)
  }

  /// Makes sure that the database holds its text in UTF-8: in UTF-16 text is ordered by other bytes than code points.
  func checkEncoding() throws(SQLiteFault) {
    let pragma = "PRAGMA encoding"
    let statement = try PreparedHandle(pragma, on: self)
    guard try statement.step() else { throw SQLiteFault("the database does not tell its encoding", statement: pragma) }
    let encoding = try statement.column(0)
    guard encoding == .string("UTF-8") else {
      throw SQLiteFault("the database is encoded in \(encoding.formatExpression.format); it must be UTF-8")
    }
  }
}
