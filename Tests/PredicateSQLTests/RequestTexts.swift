extension RequestStatement {
  /// The expected results of each request: its name and, after it, indented by two spaces, its results on dialects.
  static let text = #"""
    order and page
      sqlite: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY t0."short", t0."note" DESC, t0."id" LIMIT 3 OFFSET 2
      postgresql: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY t0."short" NULLS FIRST, t0."note" COLLATE "C" DESC NULLS LAST, t0."id" LIMIT 3 OFFSET 2
      mariadb: SELECT t0.`id` AS `id` FROM `reading` AS t0 ORDER BY t0.`short`, t0.`note` COLLATE utf8mb4_nopad_bin DESC, t0.`id` LIMIT 3 OFFSET 2
      mysql: SELECT t0.`id` AS `id` FROM `reading` AS t0 ORDER BY t0.`short`, t0.`note` COLLATE utf8mb4_0900_bin DESC, t0.`id` LIMIT 3 OFFSET 2
      duckdb: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY t0."short" NULLS FIRST, t0."note" DESC NULLS LAST, t0."id" LIMIT 3 OFFSET 2
      spark: SELECT t0.`id` AS `id` FROM `reading` AS t0 ORDER BY t0.`short`, t0.`note` DESC, t0.`id` LIMIT 3 OFFSET 2
    order of a count
      sqlite,postgresql,duckdb: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY (SELECT COUNT(*) FROM "reading" AS t1 WHERE t1."whole_id" = t0."id") DESC, t0."id"
      mariadb,mysql: SELECT t0.`id` AS `id` FROM `reading` AS t0 ORDER BY (SELECT COUNT(*) FROM `reading` AS t1 WHERE t1.`whole_id` = t0.`id`) DESC, t0.`id`
      spark: SELECT t0.`id` AS `id` FROM `reading` AS t0 LEFT JOIN (SELECT t2.`whole_id` AS owner, COUNT(*) AS value FROM `reading` AS t2 GROUP BY t2.`whole_id`) AS t1 ON t1.owner = t0.`id` ORDER BY CASE WHEN t1.owner IS NULL THEN 0 ELSE t1.value END DESC, t0.`id`
    order of a sum of decimals
      sqlite: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY (SELECT predicate_units(COALESCE((SUM(t1."price" >> 32) + (SUM(t1."price" & 4294967295) >> 32)) * 4294967296 + (SUM(t1."price" & 4294967295) & 4294967295), 0)) FROM "reading" AS t1 WHERE t1."whole_id" = t0."id"), t0."id"
      postgresql: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY (SELECT COALESCE(SUM(((t1."price")::numeric * ('0.01')::numeric)), 0) FROM "reading" AS t1 WHERE t1."whole_id" = t0."id"), t0."id"
      mariadb,mysql: SELECT t0.`id` AS `id` FROM `reading` AS t0 ORDER BY (SELECT COALESCE(SUM((CAST(t1.`price` AS DECIMAL(19, 0)) * CAST('0.01' AS DECIMAL(2, 2)))), 0) FROM `reading` AS t1 WHERE t1.`whole_id` = t0.`id`), t0.`id`
      duckdb: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY (SELECT COALESCE(SUM((CAST(t1."price" AS DECIMAL(19, 0)) * CAST('0.01' AS DECIMAL(2, 2)))), 0) FROM "reading" AS t1 WHERE t1."whole_id" = t0."id"), t0."id"
      spark: SELECT t0.`id` AS `id` FROM `reading` AS t0 LEFT JOIN (SELECT t2.`whole_id` AS owner, COALESCE(SUM((CAST(t2.`price` AS DECIMAL(19, 0)) * CAST('0.01' AS DECIMAL(2, 2)))), 0) AS value FROM `reading` AS t2 GROUP BY t2.`whole_id`) AS t1 ON t1.owner = t0.`id` ORDER BY CASE WHEN t1.owner IS NULL THEN 0 ELSE t1.value END, t0.`id`
    order of a constant
      sqlite,duckdb: SELECT ? AS "c" FROM "reading" AS t0 ORDER BY t0."id"
      postgresql: SELECT $1::int8 AS "c" FROM "reading" AS t0 ORDER BY t0."id"
      mariadb,mysql: SELECT CAST(? AS SIGNED) AS `c` FROM `reading` AS t0 ORDER BY CAST(? AS SIGNED), t0.`id`
      spark: SELECT ? AS `c` FROM `reading` AS t0 ORDER BY t0.`id`
    offset alone
      sqlite: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY t0."id" LIMIT -1 OFFSET 2
      postgresql,duckdb: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY t0."id" OFFSET 2
      mariadb,mysql: SELECT t0.`id` AS `id` FROM `reading` AS t0 ORDER BY t0.`id` LIMIT 18446744073709551615 OFFSET 2
      spark: SELECT t0.`id` AS `id` FROM `reading` AS t0 ORDER BY t0.`id` OFFSET 2
    the greatest limit of 32 bits
      sqlite,postgresql,duckdb: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY t0."id" LIMIT 2147483647
      mariadb,mysql,spark: SELECT t0.`id` AS `id` FROM `reading` AS t0 ORDER BY t0.`id` LIMIT 2147483647
    a limit beyond 32 bits
      sqlite,postgresql,duckdb: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY t0."id" LIMIT 2147483648
      mariadb,mysql: SELECT t0.`id` AS `id` FROM `reading` AS t0 ORDER BY t0.`id` LIMIT 2147483648
      spark: refused: such a large page cannot be translated to spark: its LIMIT and OFFSET are at most 2147483647
    the greatest offset of 32 bits
      sqlite: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY t0."id" LIMIT -1 OFFSET 2147483647
      postgresql,duckdb: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY t0."id" OFFSET 2147483647
      mariadb,mysql: SELECT t0.`id` AS `id` FROM `reading` AS t0 ORDER BY t0.`id` LIMIT 18446744073709551615 OFFSET 2147483647
      spark: SELECT t0.`id` AS `id` FROM `reading` AS t0 ORDER BY t0.`id` OFFSET 2147483647
    an offset beyond 32 bits
      sqlite: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY t0."id" LIMIT -1 OFFSET 2147483648
      postgresql,duckdb: SELECT t0."id" AS "id" FROM "reading" AS t0 ORDER BY t0."id" OFFSET 2147483648
      mariadb,mysql: SELECT t0.`id` AS `id` FROM `reading` AS t0 ORDER BY t0.`id` LIMIT 18446744073709551615 OFFSET 2147483648
      spark: refused: such a large page cannot be translated to spark: its LIMIT and OFFSET are at most 2147483647
    count
      sqlite,duckdb: SELECT COUNT(*) AS "count" FROM "reading" AS t0 WHERE t0."short" > ?
      postgresql: SELECT COUNT(*) AS "count" FROM "reading" AS t0 WHERE t0."short" > $1::int8
      mariadb,mysql,spark: SELECT COUNT(*) AS `count` FROM `reading` AS t0 WHERE t0.`short` > ?
    exists
      sqlite,duckdb: SELECT COUNT(*) > 0 AS "exists" FROM (SELECT 1 AS one FROM "reading" AS t0 WHERE t0."short" > ? LIMIT 1) AS found
      postgresql: SELECT COUNT(*) > 0 AS "exists" FROM (SELECT 1 AS one FROM "reading" AS t0 WHERE t0."short" > $1::int8 LIMIT 1) AS found
      mariadb,mysql,spark: SELECT COUNT(*) > 0 AS `exists` FROM (SELECT 1 AS one FROM `reading` AS t0 WHERE t0.`short` > ? LIMIT 1) AS found
    delete
      sqlite,duckdb: DELETE FROM "reading" WHERE "id" IN (SELECT t0."id" AS id FROM "reading" AS t0 WHERE t0."short" > ?)
      postgresql: DELETE FROM "reading" WHERE "id" IN (SELECT t0."id" AS id FROM "reading" AS t0 WHERE t0."short" > $1::int8)
      mariadb,mysql: DELETE FROM `reading` WHERE `id` IN (SELECT id FROM (SELECT t0.`id` AS id FROM `reading` AS t0 WHERE t0.`short` > ?) AS found)
      spark: refused: a change of rows cannot be translated to spark: the tables of this dialect are files that cannot be changed
    update
      sqlite,duckdb: UPDATE "reading" SET "is_open" = ? WHERE "id" IN (SELECT t0."id" AS id FROM "reading" AS t0 WHERE t0."short" > ?)
      postgresql: UPDATE "reading" SET "is_open" = $1::boolean WHERE "id" IN (SELECT t0."id" AS id FROM "reading" AS t0 WHERE t0."short" > $2::int8)
      mariadb,mysql: UPDATE `reading` SET `is_open` = ? WHERE `id` IN (SELECT id FROM (SELECT t0.`id` AS id FROM `reading` AS t0 WHERE t0.`short` > ?) AS found)
      spark: refused: a change of rows cannot be translated to spark: the tables of this dialect are files that cannot be changed
    update by a computed value
      sqlite: UPDATE "reading" SET "count" = CASE WHEN "reading"."count" <= 9223372036854775806 THEN "reading"."count" + ? END WHERE "id" IN (SELECT t0."id" AS id FROM "reading" AS t0 WHERE t0."short" > ?)
      postgresql: UPDATE "reading" SET "count" = CASE WHEN "reading"."count" <= 9223372036854775806 THEN "reading"."count" + $1::int8 END WHERE "id" IN (SELECT t0."id" AS id FROM "reading" AS t0 WHERE t0."short" > $2::int8)
      mariadb,mysql: UPDATE `reading` SET `count` = CASE WHEN CAST(`reading`.`count` AS SIGNED) <= 9223372036854775806 THEN CAST(`reading`.`count` AS SIGNED) + CAST(? AS SIGNED) END WHERE `id` IN (SELECT id FROM (SELECT t0.`id` AS id FROM `reading` AS t0 WHERE t0.`short` > ?) AS found)
      duckdb: UPDATE "reading" SET "count" = CASE WHEN "reading"."count" <= 9223372036854775806 THEN "reading"."count" + ? END WHERE "id" IN (SELECT t0."id" AS id FROM "reading" AS t0 WHERE t0."short" > ?)
      spark: refused: a change of rows cannot be translated to spark: the tables of this dialect are files that cannot be changed
    update of two keys, one of them computed
      sqlite: UPDATE "reading" SET "count" = CASE WHEN "reading"."count" <= 9223372036854775806 THEN "reading"."count" + ? END, "total" = "reading"."count"
      postgresql: UPDATE "reading" SET "count" = CASE WHEN "reading"."count" <= 9223372036854775806 THEN "reading"."count" + $1::int8 END, "total" = "reading"."count"
      mariadb: refused: several changes with a computed value cannot be translated to mariadb: each change would read what the previous one wrote
      mysql: refused: several changes with a computed value cannot be translated to mysql: each change would read what the previous one wrote
      duckdb: UPDATE "reading" SET "count" = CASE WHEN "reading"."count" <= 9223372036854775806 THEN "reading"."count" + ? END, "total" = "reading"."count"
      spark: refused: a change of rows cannot be translated to spark: the tables of this dialect are files that cannot be changed
    update of a text with a folded column
      sqlite: UPDATE "reading" SET "title" = "reading"."note", "title_c" = predicate_fold("reading"."note", ?)
      postgresql: refused: a change of 'title' cannot be translated to postgresql: its folded column needs a constant text
      mariadb: refused: a change of 'title' cannot be translated to mariadb: its folded column needs a constant text
      mysql: refused: a change of 'title' cannot be translated to mysql: its folded column needs a constant text
      duckdb: refused: a change of 'title' cannot be translated to duckdb: its folded column needs a constant text
      spark: refused: a change of 'title' cannot be translated to spark: its folded column needs a constant text
    groups
      sqlite: SELECT t0."short" AS "short", COALESCE(SUM(t0."level"), 0) AS "sum(level)", CASE WHEN COUNT(t0."count") = 0 THEN 0 WHEN typeof((SUM(t0."count" >> 32) + (SUM(t0."count" & 4294967295) >> 32)) * 4294967296 + (SUM(t0."count" & 4294967295) & 4294967295)) = 'integer' THEN (SUM(t0."count" >> 32) + (SUM(t0."count" & 4294967295) >> 32)) * 4294967296 + (SUM(t0."count" & 4294967295) & 4294967295) END AS "sum(count)", MAX(t0."note") AS "max(note)" FROM "reading" AS t0 GROUP BY t0."short" HAVING COALESCE(SUM(t0."level"), 0) > ? ORDER BY t0."short" DESC
      postgresql: SELECT t0."short" AS "short", COALESCE(SUM(t0."level"), 0)::int8 AS "sum(level)", CASE WHEN COALESCE(SUM(t0."count"), 0) BETWEEN -9223372036854775808 AND 9223372036854775807 THEN COALESCE(SUM(t0."count"), 0)::int8 END AS "sum(count)", MAX(t0."note" COLLATE "C") AS "max(note)" FROM "reading" AS t0 GROUP BY t0."short" HAVING COALESCE(SUM(t0."level"), 0)::int8 > $1::int8 ORDER BY t0."short" DESC NULLS LAST
      mariadb: SELECT t0.`short` AS `short`, CAST(COALESCE(SUM(t0.`level`), 0) AS SIGNED) AS `sum(level)`, CASE WHEN COALESCE(SUM(t0.`count`), 0) BETWEEN -9223372036854775808 AND 9223372036854775807 THEN CAST(COALESCE(SUM(t0.`count`), 0) AS SIGNED) END AS `sum(count)`, MAX(t0.`note` COLLATE utf8mb4_nopad_bin) AS `max(note)` FROM `reading` AS t0 GROUP BY t0.`short` HAVING CAST(COALESCE(SUM(t0.`level`), 0) AS SIGNED) > ? ORDER BY t0.`short` DESC
      mysql: SELECT t0.`short` AS `short`, CAST(COALESCE(SUM(t0.`level`), 0) AS SIGNED) AS `sum(level)`, CASE WHEN COALESCE(SUM(t0.`count`), 0) BETWEEN -9223372036854775808 AND 9223372036854775807 THEN CAST(COALESCE(SUM(t0.`count`), 0) AS SIGNED) END AS `sum(count)`, MAX(t0.`note` COLLATE utf8mb4_0900_bin) AS `max(note)` FROM `reading` AS t0 GROUP BY t0.`short` HAVING CAST(COALESCE(SUM(t0.`level`), 0) AS SIGNED) > ? ORDER BY t0.`short` DESC
      duckdb: SELECT t0."short" AS "short", CAST(COALESCE(SUM(t0."level"), 0) AS BIGINT) AS "sum(level)", TRY_CAST(COALESCE(SUM(t0."count"), 0) AS BIGINT) AS "sum(count)", MAX(t0."note") AS "max(note)" FROM "reading" AS t0 GROUP BY t0."short" HAVING CAST(COALESCE(SUM(t0."level"), 0) AS BIGINT) > ? ORDER BY t0."short" DESC NULLS LAST
      spark: SELECT t0.`short` AS `short`, COALESCE(SUM(t0.`level`), 0) AS `sum(level)`, TRY_CAST(COALESCE(SUM(CAST(t0.`count` AS DECIMAL(38, 0))), 0) AS BIGINT) AS `sum(count)`, MAX(t0.`note`) AS `max(note)` FROM `reading` AS t0 GROUP BY t0.`short` HAVING COALESCE(SUM(t0.`level`), 0) > ? ORDER BY t0.`short` DESC
    groups of a double
      sqlite: SELECT t0."ratio" AS "ratio", COUNT(*) AS "n" FROM "reading" AS t0 GROUP BY t0."ratio" ORDER BY t0."ratio"
      postgresql: SELECT g.c0 AS "ratio", g.c1 AS "n" FROM (SELECT NULLIF(t0."ratio", 'NaN'::float8) AS c0, COUNT(*) AS c1 FROM "reading" AS t0 GROUP BY 1) AS g ORDER BY g.c0 NULLS FIRST
      mariadb: SELECT t0.`ratio` AS `ratio`, COUNT(*) AS `n` FROM `reading` AS t0 GROUP BY t0.`ratio` ORDER BY t0.`ratio`
      mysql: SELECT g.c0 AS `ratio`, g.c1 AS `n` FROM (SELECT (t0.`ratio` + 0) AS c0, COUNT(*) AS c1 FROM `reading` AS t0 GROUP BY 1) AS g ORDER BY g.c0
      duckdb: SELECT g.c0 AS "ratio", g.c1 AS "n" FROM (SELECT NULLIF(t0."ratio", CAST('nan' AS DOUBLE)) AS c0, COUNT(*) AS c1 FROM "reading" AS t0 GROUP BY 1) AS g ORDER BY g.c0 NULLS FIRST
      spark: SELECT g.c0 AS `ratio`, g.c1 AS `n` FROM (SELECT NULLIF(t0.`ratio`, double('NaN')) AS c0, COUNT(*) AS c1 FROM `reading` AS t0 GROUP BY 1) AS g ORDER BY g.c0
    groups by two columns with one name
      sqlite: SELECT g.c2 AS "n" FROM (SELECT t1."short" AS c0, t0."short" AS c1, COUNT(*) AS c2 FROM "reading" AS t0 LEFT JOIN "reading" AS t1 ON t1."id" = t0."whole_id" GROUP BY t1."short", t0."short") AS g WHERE g.c1 > ? ORDER BY g.c0, g.c1
      postgresql: SELECT g.c2 AS "n" FROM (SELECT t1."short" AS c0, t0."short" AS c1, COUNT(*) AS c2 FROM "reading" AS t0 LEFT JOIN "reading" AS t1 ON t1."id" = t0."whole_id" GROUP BY t1."short", t0."short") AS g WHERE g.c1 > $1::int8 ORDER BY g.c0 NULLS FIRST, g.c1 NULLS FIRST
      mariadb: SELECT g.c2 AS `n` FROM (SELECT t1.`short` AS c0, t0.`short` AS c1, COUNT(*) AS c2 FROM `reading` AS t0 LEFT JOIN `reading` AS t1 ON t1.`id` = t0.`whole_id` GROUP BY t1.`short`, t0.`short`) AS g WHERE g.c1 > ? ORDER BY g.c0, g.c1
      mysql: SELECT g.c2 AS `n` FROM (SELECT t1.`short` AS c0, t0.`short` AS c1, COUNT(*) AS c2 FROM `reading` AS t0 LEFT JOIN `reading` AS t1 ON t1.`id` = t0.`whole_id` GROUP BY t1.`short`, t0.`short`) AS g WHERE g.c1 > ? ORDER BY g.c0, g.c1
      duckdb: SELECT g.c2 AS "n" FROM (SELECT t1."short" AS c0, t0."short" AS c1, COUNT(*) AS c2 FROM "reading" AS t0 LEFT JOIN "reading" AS t1 ON t1."id" = t0."whole_id" GROUP BY t1."short", t0."short") AS g WHERE g.c1 > ? ORDER BY g.c0 NULLS FIRST, g.c1 NULLS FIRST
      spark: SELECT g.c2 AS `n` FROM (SELECT t1.`short` AS c0, t0.`short` AS c1, COUNT(*) AS c2 FROM `reading` AS t0 LEFT JOIN `reading` AS t1 ON t1.`id` = t0.`whole_id` GROUP BY t1.`short`, t0.`short`) AS g WHERE g.c1 > ? ORDER BY g.c0, g.c1
    groups in the order of an aggregate
      sqlite: SELECT t0."short" AS "short", COUNT(*) AS "n" FROM "reading" AS t0 GROUP BY t0."short" HAVING COUNT(*) > ? ORDER BY COUNT(*) DESC, t0."short"
      postgresql: SELECT t0."short" AS "short", COUNT(*) AS "n" FROM "reading" AS t0 GROUP BY t0."short" HAVING COUNT(*) > $1::int8 ORDER BY COUNT(*) DESC, t0."short" NULLS FIRST
      mariadb,mysql: SELECT t0.`short` AS `short`, COUNT(*) AS `n` FROM `reading` AS t0 GROUP BY t0.`short` HAVING COUNT(*) > ? ORDER BY COUNT(*) DESC, t0.`short`
      duckdb: SELECT t0."short" AS "short", COUNT(*) AS "n" FROM "reading" AS t0 GROUP BY t0."short" HAVING COUNT(*) > ? ORDER BY COUNT(*) DESC, t0."short" NULLS FIRST
      spark: SELECT g.c0 AS `short`, g.c1 AS `n` FROM (SELECT t0.`short` AS c0, COUNT(*) AS c1 FROM `reading` AS t0 GROUP BY t0.`short`) AS g WHERE g.c1 > ? ORDER BY g.c1 DESC, g.c0
    a page after two values
      sqlite: SELECT t0."id" AS "id" FROM "reading" AS t0 WHERE t0."level" > ? AND t0."count" >= ? AND (t0."count" > ? OR (t0."count" = ? AND (t0."short" < ? OR t0."short" IS NULL))) ORDER BY t0."count", t0."short" DESC, t0."id" LIMIT 3
      postgresql: SELECT t0."id" AS "id" FROM "reading" AS t0 WHERE t0."level" > $1::int8 AND t0."count" >= $2::int8 AND (t0."count" > $3::int8 OR (t0."count" = $4::int8 AND (t0."short" < $5::int8 OR t0."short" IS NULL))) ORDER BY t0."count" NULLS FIRST, t0."short" DESC NULLS LAST, t0."id" LIMIT 3
      mariadb,mysql,spark: SELECT t0.`id` AS `id` FROM `reading` AS t0 WHERE t0.`level` > ? AND t0.`count` >= ? AND (t0.`count` > ? OR (t0.`count` = ? AND (t0.`short` < ? OR t0.`short` IS NULL))) ORDER BY t0.`count`, t0.`short` DESC, t0.`id` LIMIT 3
      duckdb: SELECT t0."id" AS "id" FROM "reading" AS t0 WHERE t0."level" > ? AND t0."count" >= ? AND (t0."count" > ? OR (t0."count" = ? AND (t0."short" < ? OR t0."short" IS NULL))) ORDER BY t0."count" NULLS FIRST, t0."short" DESC NULLS LAST, t0."id" LIMIT 3
    a page of groups after a value
      sqlite: SELECT t0."short" AS "short", COUNT(*) AS "n" FROM "reading" AS t0 GROUP BY t0."short" HAVING COUNT(*) < ? ORDER BY COUNT(*) DESC, t0."short"
      postgresql: SELECT t0."short" AS "short", COUNT(*) AS "n" FROM "reading" AS t0 GROUP BY t0."short" HAVING COUNT(*) < $1::int8 ORDER BY COUNT(*) DESC, t0."short" NULLS FIRST
      mariadb,mysql: SELECT t0.`short` AS `short`, COUNT(*) AS `n` FROM `reading` AS t0 GROUP BY t0.`short` HAVING COUNT(*) < ? ORDER BY COUNT(*) DESC, t0.`short`
      duckdb: SELECT t0."short" AS "short", COUNT(*) AS "n" FROM "reading" AS t0 GROUP BY t0."short" HAVING COUNT(*) < ? ORDER BY COUNT(*) DESC, t0."short" NULLS FIRST
      spark: SELECT g.c0 AS `short`, g.c1 AS `n` FROM (SELECT t0.`short` AS c0, COUNT(*) AS c1 FROM `reading` AS t0 GROUP BY t0.`short`) AS g WHERE g.c1 < ? ORDER BY g.c1 DESC, g.c0
    a page after a value in an order of the program
      sqlite,postgresql,mariadb,mysql,duckdb,spark: refused: a page after 'note' cannot be fetched: no predicate compares as this sort key does
    distinct UUIDs
      sqlite: refused: 'key' of Token cannot be translated to sqlite: it has no native type for such values; use another storage in the model
      postgresql,duckdb: SELECT g.c0 AS "key" FROM (SELECT DISTINCT t0."key" AS c0 FROM "token" AS t0) AS g ORDER BY g.c0 NULLS FIRST in memory: false
      mariadb: SELECT t0.`key` AS `key` FROM `token` AS t0 ORDER BY t0.`id` in memory: true
      mysql: refused: 'key' of Token cannot be translated to mysql: it has no native type for such values; use another storage in the model
      spark: refused: 'key' of Token cannot be translated to spark: it has no native type for such values; use another storage in the model
    names with quotes
      sqlite,postgresql,duckdb: SELECT t0."k""e`y" AS "key" FROM "o""d`d" AS t0
      mariadb,mysql,spark: SELECT t0.`k"e``y` AS `key` FROM `o"d``d` AS t0
    a constant condition
      sqlite: 1
      postgresql,mariadb,mysql,duckdb,spark: TRUE
    parameters of a list of integers
      sqlite,mariadb,mysql: text '[0,1,2,3,4,5'
      postgresql,duckdb,spark: integer list 0, 1, 2
    parameters of a list of texts
      sqlite,mariadb,mysql: text '[\"t0\",\"t1\",\"'
      postgresql,duckdb,spark: text list 't0', 't1', 't2'
    parameter of a boolean
      sqlite,mariadb,mysql: integer 1
      postgresql,duckdb,spark: boolean 1
    parameter of LIKE
      sqlite: text 'a'; text 'b'; text 'a*b?c|d[[]e%f_g'
      postgresql,mariadb,mysql,duckdb,spark: text 'a'; text 'b'; text 'a%b_c||d[e|%f|_g'
    parameter of MATCHES
      sqlite: text 'a'; text 'b'; text 'a.b'; text ''
      postgresql: text 'a'; text 'b'; text '^(?:a.b)$'
      mariadb,mysql,spark: text 'a'; text 'b'; text '\\A(?s-imx:a.b)\\z'
      duckdb: text 'a'; text 'b'; text '(?s-im:a.b)'
    parameter of a folded pattern
      sqlite: text 'c'; text '\u{00E9}'
      postgresql: text '^(?:(?:[Ee\u{FF25}\u{FF45}][\u{0301}\u{0341}]|[\u{00C9}\u{00E9}]))$'
      mariadb,mysql,spark: text '\\A(?s-imx:(?:[Ee\u{FF25}\u{FF45}][\u{0301}\u{0341}]|[\u{00C9}\u{00E9}]))\\z'
      duckdb: text '(?s-im:(?:[Ee\u{FF25}\u{FF45}][\u{0301}\u{0341}]|[\u{00C9}\u{00E9}]))'
    a condition that needs 100 places of SQLite's parser
      sqlite,postgresql,mariadb,mysql,duckdb,spark: 26 calls
    a condition that needs 101 places of SQLite's parser
      sqlite: refused: such a deeply nested condition cannot be translated to sqlite: it exceeds the stack of its parser
      postgresql,mariadb,mysql,duckdb,spark: 27 calls
    60 joins
      sqlite,postgresql,mariadb,mysql,duckdb,spark: 60 joins
    61 joins
      sqlite,postgresql,duckdb,spark: 61 joins
      mariadb: refused: such a long key path cannot be translated to mariadb: it joins at most 61 tables
      mysql: refused: such a long key path cannot be translated to mysql: it joins at most 61 tables
    63 joins
      sqlite,postgresql,duckdb,spark: 63 joins
      mariadb: refused: such a long key path cannot be translated to mariadb: it joins at most 61 tables
      mysql: refused: such a long key path cannot be translated to mysql: it joins at most 61 tables
    64 joins
      sqlite: refused: such a long key path cannot be translated to sqlite: it joins at most 64 tables
      postgresql,duckdb,spark: 64 joins
      mariadb: refused: such a long key path cannot be translated to mariadb: it joins at most 61 tables
      mysql: refused: such a long key path cannot be translated to mysql: it joins at most 61 tables
    """#
}
