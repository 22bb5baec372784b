// Import this module to run predicates on SQLite: it runs statements of `PredicateSQL` on a connection that has the functions
// they call.
//
//     let connection = try SQLiteDatabaseConnection(.readOnly("words.db"))
//     let statement = try FormatPredicate("text MATCHES[c] %@", "qi.*").sql(.sqlite, model: model, entity: "Word")
//     let rows = try connection.rows(of: statement)
//     while let row = try rows.next() { … }
//
// Building it requires neither a header nor a library of SQLite: `SQLiteLibrary` finds the library at run time.
@_exported import PredicateSQL
