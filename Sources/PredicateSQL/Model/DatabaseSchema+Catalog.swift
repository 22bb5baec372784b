#if !hasFeature(Embedded)
import PredicateSyntax

extension DatabaseSchema {
  /// An engine whose catalog a query lists.
  public enum Catalog: String, Sendable, CaseIterable {
    case postgresql, mariadb, mysql
  }

  /// The columns of the query's result. All values are texts or NULL.
  package enum Field: String, CaseIterable, Sendable {
    case table = "table_name"
    case column = "column_name"
    /// The declared type, such as `numeric(5,2)`, or the name of an enumeration of PostgreSQL.
    case type = "data_type"
    /// `enum` for an enumeration of PostgreSQL, `character` for another type that is converted to text, else NULL.
    case kind = "type_kind"
    /// How texts are compared: a name of `PredicateModel.TextCollation`, or NULL if the column does not contain texts.
    case collation = "text_collation"
    /// `YES` or `NO`.
    case isNullable = "is_nullable"
    /// The position of the column in the primary key, from 1.
    case keyPosition = "key_position"
    /// `YES` if the column is the first of an index.
    case isIndexed = "is_indexed"
    /// The table and the column to which a foreign key of this column leads, and whether every value is the key of a row.
    case referencedTable = "referenced_table"
    case referencedColumn = "referenced_column"
    case isEnforced = "is_enforced"
  }

  /// Returns the query that lists the columns of all tables of the current schema. A column with several foreign keys has a row for
  /// each. Foreign keys of several columns, and those to other schemas, are not listed.
  public static func query(of catalog: Catalog) -> String {
    switch catalog {
    case .postgresql: postgreSQLQuery
    case .mariadb, .mysql: mariaDBQuery
    }
  }

  private static let postgreSQLQuery = """
    SELECT t.relname AS table_name, a.attname AS column_name,
      CASE WHEN b.typtype = 'e' THEN b.typname::text
        ELSE format_type(b.oid, CASE WHEN y.typbasetype = 0 THEN a.atttypmod ELSE y.typtypmod END) END AS data_type,
      CASE WHEN b.typtype = 'e' THEN 'enum' WHEN b.oid = 'bpchar'::regtype THEN 'character' END AS type_kind,
      CASE WHEN o.oid IS NULL THEN NULL
        WHEN NOT o.collisdeterministic THEN 'other'
        WHEN o.collprovider = 'i' OR o.collprovider = 'd' AND to_jsonb(d)->>'datlocprovider' = 'i' THEN 'undeclared'
        WHEN COALESCE(NULLIF(o.collcollate, ''), d.datcollate) IN ('C', 'POSIX') THEN 'exact' ELSE 'undeclared' END
        AS text_collation,
      CASE WHEN a.attnotnull THEN 'NO' ELSE 'YES' END AS is_nullable,
      array_position(k.conkey, a.attnum) AS key_position,
      CASE WHEN EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indkey[0] = a.attnum AND i.indpred IS NULL)
        THEN 'YES' ELSE 'NO' END AS is_indexed,
      r.relname AS referenced_table, ra.attname AS referenced_column,
      CASE WHEN f.convalidated THEN 'YES' WHEN NOT f.convalidated THEN 'NO' END AS is_enforced
    FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type y ON y.oid = a.atttypid JOIN pg_type b ON b.oid = COALESCE(NULLIF(y.typbasetype, 0), y.oid)
      JOIN pg_database d ON d.datname = current_database()
      LEFT JOIN pg_collation o ON o.oid = a.attcollation
      LEFT JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype = 'p'
      LEFT JOIN pg_constraint f ON f.conrelid = t.oid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum]
      LEFT JOIN pg_class r ON r.oid = f.confrelid AND r.relnamespace = t.relnamespace
      LEFT JOIN pg_attribute ra ON ra.attrelid = f.confrelid AND ra.attnum = f.confkey[1]
    WHERE t.relkind IN ('r', 'p') AND t.relnamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_inherits h WHERE h.inhrelid = t.oid)
    ORDER BY t.relname, a.attnum, r.relname
    """

  private static let mariaDBQuery = """
    SELECT c.table_name AS table_name, c.column_name AS column_name, c.column_type AS data_type,
      CASE WHEN c.data_type = 'enum' OR c.character_set_name <> 'utf8mb4' THEN 'character' END AS type_kind,
      CASE WHEN c.collation_name IS NULL THEN NULL
        WHEN c.collation_name IN ('utf8mb4_nopad_bin', 'utf8mb4_0900_bin')
        THEN 'exact' ELSE 'other' END AS text_collation,
      c.is_nullable AS is_nullable,
      (SELECT k.ordinal_position FROM information_schema.key_column_usage k WHERE k.table_schema = c.table_schema
        AND k.table_name = c.table_name AND CAST(k.table_name AS BINARY) = CAST(c.table_name AS BINARY)
        AND k.column_name = c.column_name AND k.constraint_name = 'PRIMARY') AS key_position,
      CASE WHEN EXISTS (SELECT 1 FROM information_schema.statistics i WHERE i.table_schema = c.table_schema
        AND i.table_name = c.table_name AND CAST(i.table_name AS BINARY) = CAST(c.table_name AS BINARY)
        AND i.column_name = c.column_name AND i.seq_in_index = 1)
        THEN 'YES' ELSE 'NO' END AS is_indexed,
      f.referenced_table_name AS referenced_table, f.referenced_column_name AS referenced_column,
      CASE WHEN f.referenced_table_name IS NOT NULL THEN 'YES' END AS is_enforced
    FROM information_schema.columns c JOIN information_schema.tables t
      ON t.table_schema = c.table_schema AND t.table_name = c.table_name
        AND CAST(t.table_name AS BINARY) = CAST(c.table_name AS BINARY) AND t.table_type = 'BASE TABLE'
      LEFT JOIN information_schema.key_column_usage f ON f.table_schema = c.table_schema AND f.table_name = c.table_name
        AND CAST(f.table_name AS BINARY) = CAST(c.table_name AS BINARY) AND f.column_name = c.column_name AND f.referenced_table_schema = c.table_schema AND (SELECT COUNT(*)
          FROM information_schema.key_column_usage o WHERE o.constraint_schema = f.constraint_schema
          AND CAST(o.table_name AS BINARY) = CAST(f.table_name AS BINARY) AND o.constraint_name = f.constraint_name) = 1
    WHERE c.table_schema = DATABASE()
    ORDER BY c.table_name, c.ordinal_position, f.referenced_table_name
    """

  /// Makes a model of the rows of the query.
  ///
  /// - Parameter rows: The value of each column of the result by its name in lowercase. NULL may be nil or an empty text.
  /// - Throws: `PredicateModelError` if a row has no table, column or type, or if names of the tables make no model.
  public init(_ rows: [[String: String?]]) throws(PredicateModelError) {
    // Names are equal if their bytes are, as in the database.
    var positions: [[UInt8]: Int] = [:]
    var parts: [(name: String, rows: [(index: Int, row: [String: String?])])] = []
    for (index, row) in rows.enumerated() {
      guard let name = row[.table] else { throw PredicateModelError("rows[\(index)]", "the row has no table_name") }
      let position = positions[Array(name.utf8)] ?? parts.count
      if position == parts.count { parts.append((name, [])) }
      positions[Array(name.utf8)] = position
      parts[position].rows.append((index, row))
    }
    var tables: [Table] = []
    var notes: [String] = []
    for part in parts { tables.append(try Table(part.name, part.rows, &notes)) }
    try self.init(tables, notes: notes)
  }
}

extension DatabaseSchema.Table {
  /// Makes a table of the rows of its columns.
  fileprivate init(
    _ name: String, _ rows: [(index: Int, row: [String: String?])], _ notes: inout [String]
  ) throws(PredicateModelError) {
    self.init(name)
    var keys: [(position: Int, column: String)] = []
    var known: Set<[UInt8]> = []
    for (index, row) in rows {
      guard let column = row[.column], let declared = row[.type] else {
        throw PredicateModelError("rows[\(index)]", "the row has no column_name or no data_type")
      }
      if let table = row[.referencedTable] {
        let key = DatabaseSchema.ForeignKey(
          column, table: table, target: row[.referencedColumn], isEnforced: row[.isEnforced] == "YES")
        if !foreignKeys.contains(key) { foreignKeys.append(key) }
      }
      guard known.insert(Array(column.utf8)).inserted else { continue }
      if let position = row[.keyPosition].flatMap({ Int($0) }) { keys.append((position, column)) }
      guard DatabaseSchema.isKey(column) else {
        notes.append("\(name).\(column) is left out, because its name cannot be a key")
        continue
      }
      let isEnumeration = row[.kind] == "enum"
      guard let type = isEnumeration ? .string : PredicateModel.AttributeType(declared: declared) else {
        notes.append("\(name).\(column) is left out, because \(declared) has no counterpart")
        continue
      }
      var attribute = PredicateModel.Attribute(
        column, type, isNullable: row[.isNullable] != "NO", isIndexed: row[.isIndexed] == "YES")
      if isEnumeration {
        attribute.columnType = .enumeration(declared)
      } else if type.isText, row[.kind] == "character" {
        attribute.columnType = .character
      } else if type.isText {
        attribute.collation = row[.collation].flatMap { PredicateModel.TextCollation(rawValue: $0) } ?? .other
      }
      attributes.append(attribute)
    }
    primaryKey = keys.sorted { $0.position < $1.position }.map { $0.column }
    let key = primaryKey.count == 1 ? attributes.first { $0.column == primaryKey[0] } : nil
    switch key?.type {
    case .integer16, .integer32, .integer64, .string, .uuid:
      // Keys have no collation.
      identity = key.flatMap { $0.columnType != nil ? nil : ($0.column, $0.type) }
    case nil, .boolean, .float, .double, .decimal, .date, .data: break
    }
    if primaryKey.count > 1 { keyAttributes = attributes(ofKey: primaryKey) }
    if identity == nil, keyAttributes.isEmpty {
      let reason = primaryKey.isEmpty ? "it has no primary key" : "no predicate can compare its primary key"
      notes.append("\(name) does not become an entity, because \(reason)")
    }
  }

  /// Returns the names of the attributes of key columns; an empty list if one of them cannot be part of a key.
  package func attributes(ofKey columns: [String]) -> [String] {
    let key = columns.compactMap { column in
      attributes.first { $0.column == column && !$0.isNullable && $0.type.canBeInKey }?.name
    }
    return key.count == columns.count ? key : []
  }
}

extension [String: String?] {
  /// The value of a column of the query; nil for NULL and an empty text.
  fileprivate subscript(field: DatabaseSchema.Field) -> String? {
    if let value = self[field.rawValue], let value, !value.isEmpty { value } else { nil }
  }
}

extension PredicateModel.AttributeType {
  /// Creates the type of a column with a declared type, such as `varchar(40)` or `double precision`. Returns nil if the type has no
  /// counterpart.
  fileprivate init?(declared: String) {
    var text = declared.lowercasedASCII[...]
    if text.hasSuffix(" zerofill") { text = text.dropLast(9) }
    var name = text.prefix { $0 != "(" }.trimmingSpaces
    let rest = text.dropFirst(text.prefix { $0 != "(" }.count)
    let numbers = rest.dropFirst().prefix { $0 != ")" }.split(separator: ",").compactMap { Int($0.trimmingSpaces) }
    var suffix = rest.drop { $0 != ")" }.dropFirst().trimmingSpaces
    if text.hasSuffix("]") { return nil }
    // MariaDB writes `int(10) unsigned`, and MySQL `int unsigned`.
    if name.hasSuffix(" unsigned") { (name, suffix) = (name.dropLast(9).trimmingSpaces, "unsigned") }
    switch (name, suffix) {
    case ("tinyint", _) where numbers == [1]: self = .boolean(.native)
    case ("boolean", ""), ("bool", ""): self = .boolean(.native)
    case ("smallint", ""), ("tinyint", ""), ("tinyint", "unsigned"), ("year", _): self = .integer16
    case ("integer", ""), ("int", ""), ("mediumint", ""), ("mediumint", "unsigned"), ("smallint", "unsigned"):
      self = .integer32
    case ("bigint", ""), ("int", "unsigned"), ("bigint", "unsigned"): self = .integer64
    case ("real", ""), ("float", ""): self = .float
    case ("double precision", ""), ("double", ""): self = .double
    case ("numeric", ""), ("decimal", ""):
      guard numbers.count == 2, (1...38).contains(numbers[0]), (0...numbers[0]).contains(numbers[1]) else { return nil }
      self = .decimal(.native(precision: numbers[0], scale: numbers[1]))
    case ("character varying", ""), ("varchar", ""), ("text", ""), ("char", ""), ("tinytext", ""), ("mediumtext", ""),
      ("longtext", ""), ("character", ""), ("enum", ""):
      self = .string
    case ("timestamp", "without time zone"), ("timestamp without time zone", ""), ("datetime", ""):
      self = .date(.native)
    case ("timestamp", "with time zone"), ("timestamp with time zone", ""): self = .date(.instant)
    case ("date", ""): self = .date(.day)
    case ("uuid", ""): self = .uuid(.native)
    case ("bytea", ""), ("blob", ""), ("tinyblob", ""), ("mediumblob", ""), ("longblob", ""), ("varbinary", ""):
      self = .data
    default: return nil
    }
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
#endif
