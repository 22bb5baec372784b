extension PassTests {
  /// What each pass changes. The first line of a change is the pass, the dialect and the predicate; the second is the statement
  /// without all passes and without double quotes, from `AS t0` on if it is that of a predicate; the third is the statement with this
  /// pass alone.
  /// If the pass does not change the statement, the third line is left out.
  static let text = """
    copies of operands, sqlite: tags.@max.size + rank >= rank
      WHERE (SELECT (v.v0 >= v.v1 OR (v.v0 IS NULL AND v.v1 IS NULL)) FROM (SELECT ((SELECT MAX(t1.size) FROM tag AS t1 WHERE t1.place_id = t0.id) + t0.rank) AS v0, t0.rank AS v1 LIMIT 1) AS v WHERE 1)
      WHERE (((SELECT MAX(t1.size) FROM tag AS t1 WHERE t1.place_id = t0.id) + t0.rank) >= t0.rank OR (((SELECT MAX(t2.size) FROM tag AS t2 WHERE t2.place_id = t0.id) + t0.rank) IS NULL AND t0.rank IS NULL))
    copies of operands, postgresql: tags.@max.size + rank >= rank
      WHERE (SELECT (v.v0 >= v.v1 OR (v.v0 IS NULL AND v.v1 IS NULL)) FROM (SELECT (((SELECT MAX(t1.size) FROM tag AS t1 WHERE t1.place_id = t0.id))::int8 + (t0.rank)::int8) AS v0, t0.rank AS v1 OFFSET 0) AS v)
    OR of several tables, sqlite: ANY tags.label == "a" OR rank > 3
      WHERE (EXISTS (SELECT 1 FROM tag AS t1 WHERE t1.place_id = t0.id AND t1.label = ?) OR t0.rank > ?)
      WHERE (t0.id IN (SELECT t1.place_id FROM tag AS t1 WHERE t1.label = ?) OR t0.rank > ?)
    OR of several tables, postgresql: ANY tags.label == "a" OR rank > 3
      WHERE (EXISTS (SELECT 1 FROM tag AS t1 WHERE t1.place_id = t0.id AND t1.label = $1::text) OR t0.rank > $2::int8)
      WHERE t0.id IN (SELECT t1.place_id FROM tag AS t1 WHERE t1.label = $1::text UNION ALL SELECT t2.id FROM place AS t2 WHERE t2.rank > $2::int8)
    OR of several tables, mariadb: ANY tags.label == "a" OR rank > 3
      WHERE (EXISTS (SELECT 1 FROM `tag` AS t1 WHERE t1.`place_id` = t0.`id` AND t1.`label` = ? AND t1.`label` COLLATE utf8mb4_nopad_bin = ?) OR t0.`rank` > ?)
      WHERE t0.`id` IN (SELECT * FROM (SELECT t1.`place_id` FROM `tag` AS t1 WHERE t1.`label` = ? AND t1.`label` COLLATE utf8mb4_nopad_bin = ? UNION ALL SELECT t2.`id` FROM `place` AS t2 WHERE t2.`rank` > ?) AS found)
    OR of several tables, sqlite: owner.name == "a" OR name == "b"
      LEFT JOIN owner AS t1 ON t1.id = t0.owner_id WHERE (t1.name = ? OR t0.name = ?)
      LEFT JOIN owner AS t1 ON t1.id = t0.owner_id WHERE (t0.owner_id IN (SELECT t2.id FROM owner AS t2 WHERE t2.name = ?) OR t0.name = ?)
    OR of several tables, postgresql: rank == max:(rank)
      WHERE (t0.rank = (SELECT MAX(t1.rank) FROM place AS t1) OR (t0.rank IS NULL AND (SELECT MAX(t2.rank) FROM place AS t2) IS NULL))
      WHERE t0.id IN (SELECT t1.id FROM place AS t1 WHERE t1.rank = (SELECT MAX(t2.rank) FROM place AS t2) UNION ALL SELECT t3.id FROM place AS t3 WHERE t3.rank IS NULL AND (SELECT MAX(t4.rank) FROM place AS t4) IS NULL)
    OR of several tables, postgresql: ANY tags.size == 1 OR rank > 3
      WHERE (EXISTS (SELECT 1 FROM tag AS t1 WHERE t1.place_id = t0.id AND t1.size = $1::int8) OR t0.rank > $2::int8)
    OR of several tables, postgresql: owner.name == "a" OR owner.name == "b"
      LEFT JOIN owner AS t1 ON t1.id = t0.owner_id WHERE t1.name = ANY($1::text[])
    OR of several tables, postgresql: name == "c" AND (ANY tags.label == "a" OR rank > 3)
      WHERE t0.name = $1::text AND (EXISTS (SELECT 1 FROM tag AS t1 WHERE t1.place_id = t0.id AND t1.label = $2::text) OR t0.rank > $3::int8)
    reductions in groups, postgresql: tags.@count > 3
      WHERE (SELECT COUNT(*) FROM tag AS t1 WHERE t1.place_id = t0.id) > $1::int8
      WHERE t0.id IN (SELECT t1.place_id FROM tag AS t1 GROUP BY t1.place_id HAVING COUNT(*) > $1::int8)
    reductions in groups, sqlite: tags.@max.size BETWEEN {1, 2}
      WHERE (SELECT MAX(t1.size) FROM tag AS t1 WHERE t1.place_id = t0.id) >= ? AND (SELECT MAX(t2.size) FROM tag AS t2 WHERE t2.place_id = t0.id) <= ?
      WHERE t0.id IN (SELECT t1.place_id FROM tag AS t1 GROUP BY t1.place_id HAVING MAX(t1.size) >= ? AND MAX(t1.size) <= ?)
    reductions in groups, spark: tags.@count > 3
      LEFT JOIN (SELECT t2.`place_id` AS owner, COUNT(*) AS value FROM `tag` AS t2 GROUP BY t2.`place_id`) AS t1 ON t1.owner = t0.`id` WHERE CASE WHEN t1.owner IS NULL THEN 0 ELSE t1.value END > ?
      LEFT JOIN (SELECT t2.`place_id` AS owner, COUNT(*) AS value FROM `tag` AS t2 GROUP BY t2.`place_id`) AS t1 ON t1.owner = t0.`id` WHERE t0.`id` IN (SELECT t3.`place_id` FROM `tag` AS t3 GROUP BY t3.`place_id` HAVING COUNT(*) > ?)
    reductions in groups, postgresql: tags.@count < 3
      WHERE (SELECT COUNT(*) FROM tag AS t1 WHERE t1.place_id = t0.id) < $1::int8
    reductions in groups, postgresql: tags.@count > 3 AND name == "a"
      WHERE (SELECT COUNT(*) FROM tag AS t1 WHERE t1.place_id = t0.id) > $1::int8 AND t0.name = $2::text
    reductions in groups, postgresql: rank > tags.@min.size
      WHERE t0.rank > (SELECT MIN(t1.size) FROM tag AS t1 WHERE t1.place_id = t0.id)
      LEFT JOIN (SELECT t2.place_id AS owner, MIN(t2.size) AS value FROM tag AS t2 GROUP BY t2.place_id) AS t1 ON t1.owner = t0.id WHERE t0.rank > t1.value
    reductions in groups, sqlite: name == "a" AND rank > tags.@min.size
      WHERE t0.name = ? AND t0.rank > (SELECT MIN(t1.size) FROM tag AS t1 WHERE t1.place_id = t0.id)
    reductions in groups, sqlite: rank > tags.@count
      WHERE t0.rank > (SELECT COUNT(*) FROM tag AS t1 WHERE t1.place_id = t0.id)
    EXISTS as membership, sqlite: ANY tags.label == "a"
      WHERE EXISTS (SELECT 1 FROM tag AS t1 WHERE t1.place_id = t0.id AND t1.label = ?)
      WHERE t0.id IN (SELECT t1.place_id FROM tag AS t1 WHERE t1.label = ?)
    EXISTS as membership, sqlite: ANY tags.size == 1
      WHERE EXISTS (SELECT 1 FROM tag AS t1 WHERE t1.place_id = t0.id AND t1.size = ?)
    EXISTS as membership, sqlite: NONE tags.label == "a"
      WHERE NOT EXISTS (SELECT 1 FROM tag AS t1 WHERE t1.place_id = t0.id AND t1.label = ?)
    EXISTS as membership, postgresql: ANY tags.label == "a"
      WHERE EXISTS (SELECT 1 FROM tag AS t1 WHERE t1.place_id = t0.id AND t1.label = $1::text)
    ranges of patterns, sqlite: name LIKE "a*b?"
      WHERE t0.name GLOB ?
      WHERE t0.name >= ? AND t0.name < ? AND t0.name GLOB ?
    ranges of patterns, postgresql: name MATCHES "ab+c"
      WHERE t0.name ~ $1::text
      WHERE t0.name COLLATE C >= $1::text AND t0.name COLLATE C < $2::text AND t0.name ~ $3::text
    ranges of patterns, sqlite: name LIKE "*b?"
      WHERE t0.name GLOB ?
    ranges of patterns, sqlite: NOT name LIKE "a*b?"
      WHERE (t0.name GLOB ?) IS NOT TRUE
    HAVING, postgresql: group by rank having count:(id) > 1
      SELECT g.c0 AS rank, g.c1 AS count(id) FROM (SELECT t0.rank AS c0, COUNT(*) AS c1 FROM place AS t0 GROUP BY t0.rank) AS g WHERE g.c1 > $1::int8 ORDER BY g.c0 NULLS FIRST
      SELECT t0.rank AS rank, COUNT(*) AS count(id) FROM place AS t0 GROUP BY t0.rank HAVING COUNT(*) > $1::int8 ORDER BY t0.rank NULLS FIRST
    HAVING, mariadb: group by note having count:(id) > 1
      SELECT g.c0 AS `note`, g.c1 AS `count(id)` FROM (SELECT t0.`note` COLLATE utf8mb4_nopad_bin AS c0, COUNT(*) AS c1 FROM `place` AS t0 GROUP BY 1) AS g WHERE g.c1 > ? ORDER BY g.c0 COLLATE utf8mb4_nopad_bin
    HAVING, postgresql: group by rank having rank IN {count:(id), 2}
      SELECT g.c0 AS rank, g.c1 AS count(id) FROM (SELECT t0.rank AS c0, COUNT(*) AS c1 FROM place AS t0 GROUP BY t0.rank) AS g WHERE ((g.c1 = g.c0 AND g.c0 IS NOT NULL) OR g.c0 = $1::int8) ORDER BY g.c0 NULLS FIRST
      SELECT t0.rank AS rank, COUNT(*) AS count(id) FROM place AS t0 GROUP BY t0.rank HAVING ((COUNT(*) = t0.rank AND t0.rank IS NOT NULL) OR t0.rank = $1::int8) ORDER BY t0.rank NULLS FIRST
    unused joins, sqlite: owner.name == "a" AND FALSEPREDICATE
      LEFT JOIN owner AS t1 ON t1.id = t0.owner_id WHERE 0
      WHERE 0
    unused joins, sqlite: owner.name == "a"
      LEFT JOIN owner AS t1 ON t1.id = t0.owner_id WHERE t1.name = ?
    inner joins, sqlite: owner.name == "a"
      LEFT JOIN owner AS t1 ON t1.id = t0.owner_id WHERE t1.name = ?
      JOIN owner AS t1 ON t1.id = t0.owner_id WHERE t1.name = ?
    inner joins, sqlite: owner.name != "a"
      LEFT JOIN owner AS t1 ON t1.id = t0.owner_id WHERE (t1.name <> ? OR t1.name IS NULL)
    index notes, sqlite: owner.name == "a"
      LEFT JOIN owner AS t1 ON t1.id = t0.owner_id WHERE t1.name = ?
      LEFT JOIN owner AS t1 ON t1.id = t0.owner_id WHERE t1.name = ?; Owner.name: its index can be used
    index notes, sqlite: note == "a"
      WHERE t0.note = ?
    """
}
