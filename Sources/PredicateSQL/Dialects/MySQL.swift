extension DialectTable {
  /// MySQL 8. It has the functions of MariaDB, other collations, ICU's regular expressions, and no type for UUIDs.
  static let mysql: DialectTable = {
    var table = DialectTable.mariadb
    table.operations[.exactText] = "{0} COLLATE utf8mb4_0900_bin"
    table.operations[.matches] = "REGEXP_LIKE({0}, {1}, 'c')"
    table.operations[.inTexts] = """
      {0} IN (SELECT v COLLATE utf8mb4_0900_bin FROM JSON_TABLE({1}, '$[*]' \
      COLUMNS(v VARCHAR({2}) CHARACTER SET utf8mb4 PATH '$')) AS j)
      """
    table.operations[.uuidLiteral] = nil
    table.patterns = .icu
    table.storage = [.nativeDecimal, .nativeDate]
    table.sessionSettings = [
      DialectTable.SessionSetting(
        "SET NAMES utf8mb4 COLLATE utf8mb4_0900_bin", query: "SELECT @@collation_connection",
        value: "utf8mb4_0900_bin")
    ]
    return table
  }()
}
