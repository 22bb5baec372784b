import PredicateSQL
import Testing

/// The line breaks of statements that `predcheck sql` prints.
@Suite("Lines of a statement")
struct SQLLayoutTests {
  private func lines(_ text: String, _ quoting: DialectTable.Quoting = .doubleQuotes) -> String {
    var result = ""
    var end = 0
    let bytes = Array(text.utf8)
    for (range, indentation) in SQLLayout(bytes, quoting).breaks {
      result += String(decoding: bytes[end..<range.lowerBound], as: UTF8.self) + "\n"
      result += String(repeating: " ", count: indentation)
      end = range.upperBound
    }
    return result + String(decoding: bytes[end...], as: UTF8.self)
  }

  private static let long = "a_column_with_a_name_that_is_long = 1 AND another_column_with_a_long_name = 2"

  @Test("clauses and operands of conditions begin lines")
  func clauses() {
    let text = "SELECT DISTINCT a FROM t LEFT JOIN u ON a = b AND c = d WHERE e OR f GROUP BY g HAVING h AND i LIMIT 2"
    #expect(
      lines(text) == """
        SELECT DISTINCT a
        FROM t
        LEFT JOIN u ON a = b
          AND c = d
        WHERE e
          OR f
        GROUP BY g
        HAVING h
          AND i
        LIMIT 2
        """)
    #expect(lines("SELECT a FROM t UNION SELECT b FROM u") == "SELECT a\nFROM t\nUNION\nSELECT b\nFROM u")
    #expect(lines("SELECT a AND b FROM t") == "SELECT a AND b\nFROM t")
    #expect(lines("") == "")
  }

  @Test("AND of BETWEEN and of CASE, words of operators and calls stay on their line")
  func operators() {
    let range = "SELECT a FROM t WHERE b BETWEEN 1 AND 2 AND c"
    #expect(lines(range) == "SELECT a\nFROM t\nWHERE b BETWEEN 1 AND 2\n  AND c")
    let text = "SELECT a FROM t WHERE CASE WHEN b AND c THEN d END IS NOT DISTINCT FROM LEFT(e, 1)"
    #expect(lines(text) == "SELECT a\nFROM t\nWHERE CASE WHEN b AND c THEN d END IS NOT DISTINCT FROM LEFT(e, 1)")
  }

  @Test("long groups and subselects are indented, and short ones are not")
  func parentheses() {
    #expect(lines("SELECT a FROM t WHERE (b OR c)") == "SELECT a\nFROM t\nWHERE (b OR c)")
    #expect(lines("SELECT a FROM t WHERE f(\(Self.long))") == "SELECT a\nFROM t\nWHERE f(\(Self.long))")
    #expect(
      lines("SELECT a FROM t WHERE f((SELECT b FROM u WHERE \(Self.long)), 0) > 1 AND g") == """
        SELECT a
        FROM t
        WHERE f((
          SELECT b
          FROM u
          WHERE a_column_with_a_name_that_is_long = 1
            AND another_column_with_a_long_name = 2
        ), 0) > 1
          AND g
        """)
  }

  @Test("texts and names in quotes are not changed")
  func quotes() {
    #expect(lines("SELECT ' FROM it''s AND (' FROM t") == "SELECT ' FROM it''s AND ('\nFROM t")
    #expect(lines("SELECT [a FROM ]] (b] FROM t", .brackets) == "SELECT [a FROM ]] (b]\nFROM t")
    #expect(lines("SELECT \"a FROM t") == "SELECT \"a FROM t")
    #expect(lines("SELECT a) FROM (t") == "SELECT a)\nFROM (t")
  }
}
