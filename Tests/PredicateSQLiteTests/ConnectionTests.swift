import Foundation
import PredicateFormat
import PredicateSQL
import PredicateSQLite
import Testing

@Suite("Connections to SQLite", .enabled(if: isSQLiteThere, needsSQLite))
struct ConnectionTests {
  @Test("a library that is missing, lacks a function or is too old is reported")
  func libraries() throws {
    let none = #expect(throws: SQLiteDatabaseError.self) {
      try SQLiteLibrary(named: ["libno-such.so", "libnone.so.1"])
    }
    #expect(none?.message == "there is no SQLite library: none of libno-such.so, libnone.so.1 can be opened")
    let empty = #expect(throws: SQLiteDatabaseError.self) { try SQLiteLibrary { _ in nil } }
    #expect(empty?.message == "the SQLite library has no function sqlite3_libversion_number")

    let old: @convention(c) () -> Int32 = { 3_037_002 }
    let tooOld = #expect(throws: SQLiteDatabaseError.self) {
      try SQLiteLibrary {
        $0 == "sqlite3_libversion_number" ? unsafeBitCast(old, to: UnsafeMutableRawPointer.self) : nil
      }
    }
    #expect(tooOld?.message == "SQLite 3.37.2 is too old; 3.38.0 or newer is needed")

    let system = try SQLiteLibrary.system()
    #expect(system.version.hasPrefix("3."))
  }

  @Test("the program's own connection gets the functions, from a library that it finds itself")
  func ownConnection() throws {
    let file = try #require(SQLiteLibrary.names.lazy.compactMap { dlopen($0, RTLD_NOW) }.first)
    let library = try SQLiteLibrary { dlsym(file, $0) }
    let symbol = try #require(dlsym(file, "sqlite3_open"))
    typealias Open = @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
    var handle: OpaquePointer?
    #expect(unsafeBitCast(symbol, to: Open.self)(":memory:", &handle) == 0)
    let own = try #require(handle)
    try library.registerFunctions(on: own)
    typealias Execute =
      @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?)
      -> Int32
    let execute = unsafeBitCast(try #require(dlsym(file, "sqlite3_exec")), to: Execute.self)
    #expect(execute(own, "SELECT predicate_fold('A', 'c')", nil, nil, nil) == 0)
    #expect(execute(own, "SELECT predicate_none('A', 'c')", nil, nil, nil) == 1)
    typealias Close = @convention(c) (OpaquePointer?) -> Int32
    #expect(unsafeBitCast(try #require(dlsym(file, "sqlite3_close")), to: Close.self)(own) == 0)
  }

  /// The file of the system's library, from the process's list of loaded files.
  private static let libraryFile: String? = {
    _ = try? SQLiteLibrary.system()
    // A file of the kernel, which has no size.
    let maps = (try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()) ?? Data()
    let line = String(decoding: maps, as: UTF8.self).split(separator: "\n").first { $0.contains("libsqlite3.so") }
    return line?.firstIndex(of: "/").flatMap { start in line.map { String($0[start...]) } }
  }()

  @Test(
    "two copies of SQLite in one process do not mix", .enabled(if: libraryFile != nil, "no file of libsqlite3 is known")
  )
  func twoCopies() throws {
    let file = try #require(Self.libraryFile)
    try withFile { path in
      try FileManager.default.copyItem(atPath: file, toPath: path)
      let copy = try SQLiteLibrary(named: [path])
      let connections = [
        try SQLiteDatabaseConnection(), try SQLiteDatabaseConnection(library: copy), try SQLiteDatabaseConnection(),
      ]
      // Each has its own callback, because a callback refers to one copy only.
      let callbacks = connections.map { unsafeBitCast($0.library.callback, to: Int.self) }
      #expect(callbacks[0] != callbacks[1])
      #expect(callbacks[0] == callbacks[2])
      for (index, connection) in connections.enumerated() {
        #expect(
          try value("predicate_call('uppercase:', ?)", text("a\(index)"), on: connection) == .string("A\(index)"))
      }
      // Opening a library again uses no more memory.
      for _ in 0..<10 { _ = try SQLiteDatabaseConnection(library: SQLiteLibrary(named: [path])) }
    }
  }

  @Test("files are created, read again, and refused if they are not databases")
  func files() throws {
    try withFile { path in
      #expect(throws: SQLiteDatabaseError.self) { try SQLiteDatabaseConnection(.readOnly(path)) }
      do {
        let writer = try SQLiteDatabaseConnection(.readWrite(path))
        try writer.execute("CREATE TABLE t(x)")
        #expect(try writer.execute("INSERT INTO t VALUES (1), (2)") == 2)
        #expect(try writer.execute("CREATE TABLE u(x)") == 0)
        #expect(try writer.execute("UPDATE t SET x = 5 WHERE x > 9") == 0)
      }
      let reader = try SQLiteDatabaseConnection(.readOnly(path))
      #expect(try value("count(*) FROM t", on: reader) == .integer(2))
      let error = #expect(throws: SQLiteDatabaseError.self) { try reader.execute("DELETE FROM t") }
      #expect(error?.code == 8)
      #expect(error?.message == "attempt to write a readonly database")
      #expect(error?.statement == "DELETE FROM t")

      try Data("no database, but long enough to be looked at by its head".utf8).write(to: URL(fileURLWithPath: path))
      let none = #expect(throws: SQLiteDatabaseError.self) { try SQLiteDatabaseConnection(.readOnly(path)) }
      #expect(none?.message == "file is not a database")
      for odd in ["", "a\0b", "/"] {
        #expect(throws: SQLiteDatabaseError.self) { try SQLiteDatabaseConnection(.readWrite(odd)) }
      }
    }
  }

  @Test("a database in UTF-16 is refused")
  func encoding() throws {
    try withFile { path in
      do {
        let writer = try SQLiteDatabaseConnection(.readWrite(path))
        try writer.execute("PRAGMA encoding = 'UTF-16le'")
        try writer.execute("CREATE TABLE t(x)")
      }
      let error = #expect(throws: SQLiteDatabaseError.self) { try SQLiteDatabaseConnection(.readOnly(path)) }
      #expect(error?.message == #"PRAGMA encoding is "UTF-16le"; it must be UTF-8"#)
    }
  }

  @Test("a text contains one statement")
  func oneStatement() throws {
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE t(x)")
    for refused in [
      "INSERT INTO t VALUES (1); DROP TABLE t", "INSERT INTO t VALUES (1); -- c\nSELECT 1", "SELECT 1; x",
      "SELECT 1; - 2", "SELECT 1;/* c */ /", "", " -- c", "SELECT 1\0; DROP TABLE t", "SELECT 'a\0'",
    ] {
      #expect(throws: SQLiteDatabaseError.self, "\(refused)") { try connection.execute(refused) }
    }
    for allowed in ["SELECT 1;", "SELECT 1 ; -- c", "SELECT 1;\n/* c; */ ;\t", "SELECT 1; /* never closed"] {
      #expect(throws: Never.self, "\(allowed)") { try connection.execute(allowed) }
    }
    #expect(try value("count(*) FROM t", on: connection) == .integer(0))
  }

  @Test("values are bound exactly, or refused")
  func binding() throws {
    let connection = try SQLiteDatabaseConnection()
    for (parameter, wanted): (SQLParameter, FormatValue) in [
      (text("a'b\"; DROP TABLE t; --"), .string("a'b\"; DROP TABLE t; --")), (text(""), .string("")),
      (text("e\u{301}"), .string("e\u{301}")), (integer(.min), .integer(.min)), (integer(.max), .integer(.max)),
      (double(-0.0), .double(-0.0)), (double(.infinity), .double(.infinity)), (double(.nan), .null),
      (double(.leastNonzeroMagnitude), .double(.leastNonzeroMagnitude)), (bytes([0, 255, 0]), .data([0, 255, 0])),
      (bytes([]), .data([])),
      (SQLParameter(.bool(true), .boolean), .integer(1)), (SQLParameter(.bool(false), .boolean), .integer(0)),
      (null, .null),
    ] {
      #expect(try value("?", parameter, on: connection) == wanted)
    }
    let decimal = try #require(FormatDecimal("1.5"))
    for refused: SQLParameter in [
      text("a\0b"), SQLParameter(.decimal(decimal), .decimal), SQLParameter(.date(0), .timestamp),
      SQLParameter(.uuid(FormatUUID(high: 1, low: 2)), .uuid), SQLParameter(.string("5"), .integer),
      SQLParameter(.integer(5), .text), SQLParameter(.unsigned(.max), .integer),
      SQLParameter(.list([.integer(1)]), .integer, isList: true),
    ] {
      #expect(throws: SQLiteDatabaseError.self) { try value("?", refused, on: connection) }
    }
    let none = #expect(throws: SQLiteDatabaseError.self) { try value("?, ?", integer(1), on: connection) }
    #expect(none?.message == "the statement has 2 parameters, found 1 values")
  }

  @Test("a query with unexpected columns is refused")
  func otherColumns() throws {
    let connection = try SQLiteDatabaseConnection()
    let columns = [
      SQLResultColumn("a", .integer64, isNullable: false), SQLResultColumn("b", .integer64, isNullable: false),
    ]
    let error = #expect(throws: SQLiteDatabaseError.self) {
      try connection.prepare("SELECT 1 AS a").rows(columns: columns)
    }
    #expect(error?.message == "the rows have 1 columns, not 2")
    #expect(error?.statement == "SELECT 1 AS a")
  }

  @Test("columns are read by their types")
  func columns() throws {
    let cases: [(String, PredicateModel.AttributeType, FormatValue?)] = [
      ("2", .boolean(.native), .bool(true)), ("0", .boolean(.integer), .bool(false)), ("7", .integer16, .integer(7)),
      ("7.0", .integer64, .integer(7)), ("7.5", .integer64, nil), ("'7'", .integer64, nil), ("7", .double, .double(7)),
      ("0.5", .float, .double(0.5)), ("1e400", .double, .double(.infinity)), ("x'00'", .double, nil),
      ("1250", .decimal(.scaledInteger(scale: 2)), FormatDecimal("12.5").map(FormatValue.decimal)),
      ("'a'", .string, .string("a")), ("5", .string, nil), ("0.5", .date(.referenceSeconds), .date(0.5)),
      ("978307200", .date(.unixSeconds), .date(0)), ("'2001-01-01T00:00:01.500Z'", .date(.text), .date(1.5)),
      ("'yesterday'", .date(.text), nil), ("5", .date(.native), nil),
      ("x'00000000000000010000000000000002'", .uuid(.bytes), .uuid(FormatUUID(high: 1, low: 2))),
      ("'00000000-0000-0001-0000-0000000000FF'", .uuid(.upperText), .uuid(FormatUUID(high: 1, low: 255))),
      ("x'00'", .uuid(.bytes), nil), ("x'0102'", .data, .data([1, 2])), ("'a'", .data, nil), ("NULL", .data, .null),
    ]
    let connection = try SQLiteDatabaseConnection()
    for (sql, type, wanted) in cases {
      let rows = try connection.prepare("SELECT \(sql) AS x").rows(columns: [
        SQLResultColumn("x", type, isNullable: true)
      ])
      #expect(rows.names == ["x"])
      if let wanted {
        #expect(try rows.next() == [wanted], "\(sql) as \(type)")
      } else {
        #expect(throws: SQLiteDatabaseError.self, "\(sql) as \(type)") { try rows.next() }
      }
    }
  }

  @Test("a cursor reads one row at a time, and ends when its statement is run again")
  func cursor() throws {
    let connection = try SQLiteDatabaseConnection()
    // An endless query: only the requested rows are computed.
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    let statement = try connection.prepare(endless)
    let rows = try statement.rows()
    #expect(try rows.next() == [.integer(1)])
    #expect(try rows.next() == [.integer(2)])
    let again = try statement.rows()
    #expect(throws: SQLiteDatabaseError.self) { try rows.next() }
    #expect(try again.next() == [.integer(1)])
    let finite = try connection.rows(of: "SELECT 1")
    #expect(try finite.next() == [.integer(1)])
    #expect(try finite.next() == nil)
    #expect(try finite.next() == nil)
  }

  @Test("a transaction is all or nothing")
  func transaction() throws {
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE t(x UNIQUE)")
    try connection.transaction { try connection.execute("INSERT INTO t VALUES (1)") }
    #expect(throws: SQLiteDatabaseError.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (2)")
        try connection.execute("INSERT INTO t VALUES (1)")
      }
    }
    #expect(try value("count(*) FROM t", on: connection) == .integer(1))
  }

  @Test("each statement is traced once, with its values and rows")
  func trace() throws {
    let connection = try SQLiteDatabaseConnection()
    var traces: [SQLiteTrace] = []
    connection.trace = { traces.append($0) }
    try connection.execute("CREATE TABLE t(x UNIQUE)")
    let insert = try connection.prepare("INSERT INTO t VALUES (?)")
    try insert.run(each: (1...5).map { [integer($0)] })
    _ = try? insert.run([integer(5)])
    do {
      let rows = try connection.rows(of: "SELECT x FROM t WHERE x > ?", [integer(1)])
      _ = try rows.next()
      _ = try rows.next()
    }
    #expect(traces.map(\.rows) == [0, 5, 0, 2])
    #expect(traces.map(\.runs) == [1, 5, 1, 1])
    #expect(traces.map(\.parameters) == [[], [integer(5)], [integer(5)], [integer(1)]])
    #expect(traces.map { $0.error?.code } == [nil, nil, 2067, nil])
    #expect(traces.allSatisfy { $0.time > .zero })
  }

  @Test("an error's text has no control characters, line ends or direction marks from the database or the path")
  func cleanErrors() {
    let error = SQLiteDatabaseError(
      "no such table: a\nerror: b\u{1B}[31m\u{2028}", code: 1, statement: "SELECT \"\u{202E}\n\"")
    #expect(error.description == "no such table: a error: b [31m  (code 1)\nin: SELECT \"  \"")
    #expect(error.statement == "SELECT \"\u{202E}\n\"")
    do {
      _ = try SQLiteDatabaseConnection(.readOnly("/nowhere/a\n\u{1B}b"))
      Issue.record("the file exists")
    } catch {
      #expect("\(error)".hasPrefix("'/nowhere/a  b': the file does not exist"))
    }
  }
}
