extension DialectTable {
  /// MySQL 9. It has the functions of MariaDB, other collations, ICU's regular expressions, and no type for UUIDs.
  static let mysql: DialectTable = {
    var table = DialectTable.mariadb
    table.operations[.exactText] = "{0} COLLATE utf8mb4_0900_bin"
    table.operations[.like] = common[.like]
    table.operations[.matches] = "REGEXP_LIKE({0}, {1}, 'c')"
    // JSON_TABLE in a subquery reads the rows of outer queries only in some places. A derived table does in all of them.
    table.operations[.naming] = "(SELECT {0} FROM (SELECT {1} LIMIT 1) AS v)"
    for operation in [SQLOperation.namedOperand, .integerName, .doubleName, .otherName] {
      table.operations[operation] = common[operation]
    }
    // If a product or a quotient of integers is -2^63, MySQL reports an overflow. Those of decimals are right.
    table.operations[.multiplyIntegers] = "CAST(CAST({0} AS DECIMAL(19, 0)) * {1} AS SIGNED)"
    table.operations[.divideIntegers] = "(CAST({0} AS DECIMAL(19, 0)) DIV NULLIF({1}, 0))"
    // 0 and -0 are two keys of groups and of DISTINCT if the keys are long.
    table.operations[.doubleGroupKey] = "({0} + 0)"
    // A hash join compares an integer with a decimal, and some decimals of different scales, as doubles.
    table.operations[.integerToDecimal] = "CAST({0} AS DECIMAL(38, {1}))"
    table.joinsDecimalsExactly = false
    table.greatestScale = 30
    table.findsNullBesideRanges = false
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
