// What a program imports to run predicates on SQLite: statements of `PredicateSQL`, run on a connection that has the
// functions which they call.
//
//     let connection = try SQLiteConnection(.readOnly("words.db"))
//     let statement = try FormatPredicate("text MATCHES[c] %@", "qi.*").sql(.sqlite, model: model, entity: "Word")
//     let rows = try connection.rows(of: statement)
//     while let row = try rows.next() { … }
//
// No header and no library of SQLite is needed to build it: `SQLiteLibrary` finds one when the program runs.
@_exported import PredicateSQL
