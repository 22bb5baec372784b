import PredicateFormat
import PredicateSQL

/// Texts that would end a statement, begin another one, or hide the rest, if they were inserted into SQL unquoted.
package enum Attacks {
  package static let texts: [String] = [
    "'; DROP TABLE people; --", "\"; DROP TABLE people; --", "`; DROP TABLE people; --", "\\'; DROP TABLE people; --",
    "\\", "\\\\", "'", "''", "\"", "`", ";", "--", "-- ", "/*", "*/", "#", "a' OR '1'='1", "a\" OR \"1\"=\"1",
    "1 OR 1=1",
    "\n; DELETE FROM tasks", "\u{1A}", "%s", "?", "$1", ":name", "@name", "{0}", "]", "[", "x'41'",
    "\u{2019}; DROP TABLE tags",
    "'||(SELECT 1)||'", "\u{BF}'", "a\u{0}b", "\u{0}", "%' --", "_", "|", "||", "COLLATE",
    "\u{FF07}; DELETE FROM people",
  ]

  /// Returns predicates on persons that contain a text as a literal and as an argument, in every position that accepts one. Some
  /// are invalid, and must be rejected.
  package static func formats(_ text: String) -> [(format: String, arguments: [FormatValue])] {
    let literal = FormatValue.string(text).formatExpression.losslessFormat
    let value = FormatValue.string(text)
    var result: [(String, [FormatValue])] = []
    for operation in ["==", "!=[c]", "<", "BEGINSWITH", "ENDSWITH[cd]", "CONTAINS", "LIKE", "LIKE[c]", "MATCHES", "IN"]
    {
      result.append(("name \(operation) \(literal)", []))
      result.append(("nick \(operation) %@", [value]))
    }
    result.append(("note IN %@", [.list([value, .string("a"), value])]))
    result.append(("name IN %@", [.list(Array(repeating: value, count: 150))]))
    result.append(("%K == 1", [value]))
    result.append(("ANY tasks.%K == %@", [value, value]))
    result.append(("office == %@", [.object(FormatObject(StoredReference("Office", value)))]))
    result.append(("ANY tags.label == %@ OR SUBQUERY(tasks, $x, $x.title == %@).@count > 0", [value, value]))
    result.append(("TERNARY(name == %@, %@, nick) != %@", [value, value, value]))
    result.append((text, []))
    result.append(("name == '\(text)'", []))
    result.append(("name == \"\(text)\"", []))
    return result
  }

  /// Returns the statements for the formats of a text. Omits rejected formats.
  package static func statements(_ text: String, _ proof: Proof) throws -> [TranslatedStatement] {
    let translator = try SQLTranslator(proof.dialect, model: proof.model, entity: "Person", allowsResidual: true)
    return formats(text).compactMap { attack in
      guard let predicate = try? FormatPredicate(attack.format, arguments: attack.arguments) else { return nil }
      return try? translator.select(where: predicate)
    }
  }

  // MARK: Names

  /// Returns a model in which everything is named by a text, or nil if the text is rejected, as an empty name is.
  package static func model(named name: String, for dialect: DatabaseDialect) -> PredicateModel? {
    try? PredicateModel([
      PredicateModel.Entity(
        "Thing", table: name, primaryKey: "id \(name)",
        condition: PredicateModel.FixedCondition("kind \(name)", in: [.string(name)]),
        attributes: [
          PredicateModel.Attribute(
            key(of: name), .string, column: "text \(name)",
            folded: [PredicateModel.FoldedColumn(.caseInsensitive, column: "folded \(name)")])
        ],
        relationships: [
          .toOne("above", "Thing", column: "above \(name)"),
          .toMany("below", "Thing", foreignKey: "above \(name)"),
          .toMany(
            "others", "Thing", linkTable: "link \(name)", source: "from \(name)", destination: "to \(name)"),
        ])
    ])
  }

  /// Returns the attribute's key. It has a prefix because a key that begins with '@' would be an operator.
  static func key(of name: String) -> String { "key \(name)" }

  /// Returns statements for this model. Its tables need not exist, because the engine then reports an error and does nothing.
  package static func statements(named name: String, for dialect: DatabaseDialect) -> [TranslatedStatement] {
    guard let model = model(named: name, for: dialect),
      let translator = try? SQLTranslator(dialect, model: model, entity: "Thing", allowsResidual: true)
    else { return [] }
    let key = key(of: name)
    let value = FormatValue.string(key)
    let formats: [(String, [FormatValue])] = [
      ("%K == %@", [value, value]), ("%K BEGINSWITH[c] 'a'", [value]), ("above.%K == 'a'", [value]),
      ("ANY below.%K != %@", [value, value]), ("ALL others.%K == 'a' OR others.@count == 0", [value]),
      ("max:(%K) == 'a'", [value]), ("SELF == %@", [.object(FormatObject(StoredReference("Thing", .integer(1))))]),
    ]
    var statements: [TranslatedStatement] = []
    for (format, arguments) in formats {
      guard let predicate = try? FormatPredicate(format, arguments: arguments) else { continue }
      for statement in [
        try? translator.select(where: predicate), try? translator.delete(where: predicate),
        try? translator.update([key: "x"], where: predicate),
        try? translator.select([key], where: predicate, orderBy: [SortKey(key)], limit: 1),
      ] {
        if let statement { statements.append(statement) }
      }
    }
    return statements
  }
}
