// Import this module to run the SQL statements of `PredicateSQL` on SQLite. Its connections register the functions that these
// statements call, such as regular expressions.
//
//     let connection = try SQLiteDatabaseConnection(.readOnly("words.db"))
//     let statement = try FormatPredicate("text MATCHES[c] %@", "qi.*").sql(.sqlite, model: model, entity: "Word")
//     let rows = try connection.rows(of: statement)
//     while let row = try rows.next() { … }
//
// No header and no library of SQLite are needed to build: `SQLiteLibrary` opens the library at run time.
@_exported import PredicateFormat
@_exported import PredicateSQL
