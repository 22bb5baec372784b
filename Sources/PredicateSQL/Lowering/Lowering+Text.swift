import PredicateSemantics
import PredicateSyntax

extension Lowering {
  /// Returns the letters of the options of a folded column or function. c and d imply width.
  static func foldingLetters(_ options: FormatStringOptions) -> String {
    let isCase = options.contains(.caseInsensitive)
    let isMarks = options.contains(.diacriticInsensitive)
    if !isCase, !isMarks {
      return options.contains(.widthInsensitive) ? "w" : options.contains(.canonical) ? "u" : ""
    }
    return (isCase ? "c" : "") + (isMarks ? "d" : "")
  }

  /// Returns a text as the options compare it: its folded column or a registered function. If there is neither, the text is
  /// marked, so that only a pattern can compare it.
  func folded(_ value: SQLValue, _ options: FormatStringOptions) -> SQLValue {
    guard options.folds, case .text = value.type else { return value }
    var result = value
    let letters = Self.foldingLetters(options)
    if let column = value.column,
      let folded = column.attribute.folded.first(where: { Self.foldingLetters($0.options) == letters })
    {
      var attribute = column.attribute
      (attribute.column, attribute.isIndexed, attribute.collation) = (folded.column, folded.isIndexed, folded.collation)
      attribute.folded = []
      result.column = SQLValue.Column(attribute: attribute, table: column.table, name: "\(column.name)[\(letters)]")
      result.sql = self.column(folded.column, of: column.table)
      return result
    }
    if let template = dialect.spellings[.fold] {
      result.sql = template([result.sql, "\(SQLParameter(.string(letters), .text))"])
      result.column = nil
    } else {
      result.isPattern = true
    }
    return result
  }

  /// Returns `==[c]` or `!=[c]` of a column without a folded one, as a regular expression of all texts with the same folding.
  mutating func foldedEquality(
    _ operand: SQLValue, _ constant: String, _ comparator: SQLComparator, _ options: FormatStringOptions,
    _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    guard comparator == .equal || comparator == .unequal, let flavor = table.patterns else {
      throw refusal(options.spelling, "there is no folded column for it", at: comparison.range)
    }
    let pattern: String
    do throws(PatternRefusal) { pattern = try foldedPattern(constant, options, flavor) } catch {
      throw refusal(options.spelling, error.reason, at: comparison.range)
    }
    note(
      .scan, "\(comparison.spelled.spelling)\(options.spelling) matches every row against a pattern",
      at: comparison.range)
    return try matching(operand, [pattern], .equal, constant, comparison, is: (comparator == .equal) == wanted)
  }

  /// Returns CONTAINS, BEGINSWITH, ENDSWITH or LIKE with a constant of a column without a folded one, as a regular expression of all
  /// texts whose folding has the constant.
  private mutating func foldedSearch(
    _ test: TextTest, _ operand: SQLValue, _ needle: String, _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    guard let flavor = table.patterns else { throw withoutFoldedColumn(comparison) }
    var constants = [needle]
    var (isAtStart, isAtEnd) = (test != .contains && test != .endsWith, test != .contains && test != .beginsWith)
    if test == .like {
      let pattern = LikePattern(needle, comparison.options)
      switch pattern.shape {
      case .nothing: return .constant(!wanted)
      case .anything: return nilCondition(operand, isAccepted: !wanted, others: wanted)
      case .exact, .prefix, .suffix, .substring, .prefixAndSuffix, .general: break
      }
      if pattern.program.contains(LikePattern.anyScalar) { throw withoutFoldedColumn(comparison) }
      isAtStart = pattern.program.first != LikePattern.anyRun
      isAtEnd = pattern.program.last != LikePattern.anyRun
      constants = pattern.program.split(separator: LikePattern.anyRun).map { String(decoding: $0, as: UTF8.self) }
      if isAtStart, isAtEnd, constants.count == 1 {
        return try foldedEquality(operand, constants[0], .equal, comparison.options, comparison, is: wanted)
      }
    }
    if constants.contains(where: { PredicateSemantics.folded($0, comparison.options).isEmpty }) {
      return .constant(!wanted)
    }
    let patterns: [String]
    do throws(PatternRefusal) {
      patterns = try foldedPatterns(
        containing: constants, isAtStart: isAtStart, isAtEnd: isAtEnd, comparison.options, flavor)
    } catch { throw refusal(comparison.options.spelling, error.reason, at: comparison.range) }
    note(.scan, "\(comparison.spelled.spelling) matches every row against a pattern", at: comparison.range)
    return try matching(operand, patterns, test, needle, comparison, is: wanted)
  }

  private func withoutFoldedColumn(_ comparison: ResolvedComparison) -> Refusal {
    refusal(comparison.options.spelling, "there is no folded column for it", at: comparison.range)
  }

  /// Returns a test of the folding of a text, by patterns that match all texts with such a folding. Texts of ASCII are many, and
  /// their foldings are simple, so these are tested themselves if the dialect can.
  private func matching(
    _ operand: SQLValue, _ patterns: [String], _ test: TextTest, _ needle: String, _ comparison: ResolvedComparison,
    is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    var tests: [SQLCondition] = []
    for pattern in patterns { tests.append(try matching(operand, pattern, is: true, at: comparison.range)) }
    var condition = SQLCondition.all(of: tests)
    if let isASCII = dialect.spellings[.isASCII], operand.sql.isRepeatable {
      let simple = try testOfASCII(test, operand, needle, comparison)
      condition = .test(SQL(.choice(.test(isASCII([operand.sql])), simple, SQL(.condition(condition)))))
    }
    return requiring(condition, is: wanted, isNullable: operand.isNullable)
  }

  /// Returns the test of the folding of a text of ASCII: the text in lowercase if case is folded, else the text itself.
  private func testOfASCII(
    _ test: TextTest, _ operand: SQLValue, _ needle: String, _ comparison: ResolvedComparison
  ) throws(Refusal) -> SQL {
    let (options, range) = (comparison.options, comparison.range)
    let folded =
      test == .like
      ? table.like.spelling(of: LikePattern(needle, options)) : PredicateSemantics.folded(needle, options)
    guard folded.utf8.allSatisfy({ (1...0x7F).contains($0) }) else { return SQL(table.false) }
    var text = equalityText(operand)
    if options.contains(.caseInsensitive) { text = try spell(.lowercaseASCII, text, for: options.spelling, at: range) }
    let parameter = SQL("\(try self.text(folded, at: range))")
    if test == .equal { return .infix(text, "=", parameter) }
    return try spell(test.sql, text, parameter, for: comparison.spelled.spelling, at: range)
  }

  private func matching(
    _ operand: SQLValue, _ pattern: String, is wanted: Bool, at range: FormatRange
  ) throws(Refusal) -> SQLCondition {
    let parameter = SQL("\(try text(pattern, at: range))")
    return requiring(
      .test(try spell(.matches, equalityText(operand), parameter, for: "a pattern", at: range)), is: wanted,
      isNullable: operand.isNullable)
  }

  // MARK: MATCHES

  mutating func matches(_ comparison: ResolvedComparison, is wanted: Bool) throws(Refusal) -> SQLCondition {
    guard let constant = comparison.right.constant else {
      noteScan(comparison)
      let (operand, pattern) = (try value(comparison.left), try value(comparison.right))
      try expectTexts([operand, pattern], comparison)
      // If TERNARY chooses a constant, SQLite reports it as a parameter, and an invalid parameter ends the statement.
      if case .conditional = comparison.right.kind {
        throw refusal(
          "MATCHES with a pattern that TERNARY chooses", "an invalid pattern is only an error for its rows",
          at: comparison.right.range)
      }
      return try matchesRegistered(operand, comparison, pattern.sql, is: wanted)
    }
    guard case .string(let pattern) = constant.nanAsNil else { return .constant(!wanted) }
    if comparison.left.constant != nil {
      throw refusal("MATCHES of a constant", "its left operand is a constant", at: comparison.range)
    }
    let operand = try value(comparison.left)
    try expectTexts([operand], comparison)
    let prefix = comparison.options.isEmpty ? literalPrefix(ofPattern: pattern) : ""
    if dialect.spellings[.matchesRegistered] != nil {
      let parameter = SQL("\(try text(pattern, at: comparison.right.range))")
      let test = try matchesRegistered(operand, comparison, parameter, is: wanted)
      return try ranged(test, operand, prefix, comparison, is: wanted)
    }
    guard let flavor = table.patterns else { throw refusal("MATCHES", "it has no equivalent", at: comparison.range) }
    let portable: String
    do throws(PatternRefusal) { portable = try portablePattern(pattern, comparison.options, flavor) } catch {
      throw refusal("this pattern", error.reason, at: comparison.right.range)
    }
    let test = try matching(operand, portable, is: wanted, at: comparison.range)
    return try ranged(test, operand, prefix, comparison, is: wanted)
  }

  /// Throws a refusal unless the operands of a text operator are texts in every row. For example, `TERNARY(p, 1, 2.5)` is not. The
  /// function is mutating for the reason that `value(_:)` gives.
  private mutating func expectTexts(_ operands: [SQLValue], _ comparison: ResolvedComparison) throws(Refusal) {
    for operand in operands {
      if case .text = operand.type { continue }
      throw refusal(comparison.spelled.spelling, "an operand is not a string in every row", at: comparison.range)
    }
  }

  private func matchesRegistered(
    _ operand: SQLValue, _ comparison: ResolvedComparison, _ pattern: SQL, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    let letters = SQLParameter(.string(Self.foldingLetters(comparison.options)), .text)
    let test = try spell(
      .matchesRegistered, operand.sql, pattern, "\(letters)", for: "MATCHES of a variable pattern", at: comparison.range
    )
    return requiring(.test(test), is: wanted)
  }

  // MARK: BEGINSWITH, ENDSWITH, CONTAINS, LIKE

  mutating func textTest(
    _ test: TextTest, _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    let (left, right) = (comparison.left, comparison.right)
    if left.constant?.isNull == true || right.constant?.isNull == true { return .constant(!wanted) }
    if case .string(let subject)? = left.constant, case .string(let needle)? = right.constant {
      return .constant(PredicateSemantics.textTest(test, subject, needle, comparison.options) == wanted)
    }
    let operand = folded(try value(left), comparison.options)
    try expectTexts([operand], comparison)
    guard let constant = right.constant else {
      if operand.isPattern { throw withoutFoldedColumn(comparison) }
      return try variableTest(test, operand, comparison, is: wanted)
    }
    guard case .string(let needle) = constant else { return .constant(!wanted) }
    if operand.isPattern { return try foldedSearch(test, operand, needle, comparison, is: wanted) }
    if test == .like { return try like(operand, needle, comparison, is: wanted) }
    let folded = PredicateSemantics.folded(needle, comparison.options)
    if folded.isEmpty { return .constant(!wanted) }
    return try constantTest(test, operand, folded, comparison, is: wanted)
  }

  private mutating func constantTest(
    _ test: TextTest, _ operand: SQLValue, _ needle: String, _ comparison: ResolvedComparison,
    is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    let range = comparison.right.range
    let parameter = SQL("\(try text(needle, at: range))")
    switch test {
    case .equal: return try compareWithConstant(operand, .equal, .string(needle), [], at: comparison, is: wanted)
    case .beginsWith: return try prefix(operand, needle, comparison, is: wanted)
    case .like: return try like(operand, needle, comparison, is: wanted)
    case .endsWith, .contains:
      noteScan(comparison)
      let sql = try spell(test.sql, equalityText(operand), parameter, for: comparison.spelled.spelling, at: range)
      return requiring(.test(sql), is: wanted, isNullable: operand.isNullable)
    }
  }

  /// Returns a prefix test as a range that an index can serve: from the prefix to the least text greater than all texts with
  /// it.
  private mutating func prefix(
    _ operand: SQLValue, _ prefix: String, _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    let test = keyTest(of: operand, wanted ? .greaterOrEqual : .unequal, !wanted, comparison)
    return try range(of: operand, prefix, is: wanted, at: comparison.right.range).tested(test)
  }

  private mutating func range(
    of operand: SQLValue, _ prefix: String, is wanted: Bool, at range: FormatRange
  ) throws(Refusal) -> SQLCondition {
    let low = SQL("\(try text(prefix, at: range))")
    if !operand.sql.isRepeatable {
      let test = try spell(.beginsWith, equalityText(operand), low, for: "BEGINSWITH", at: range)
      return requiring(.test(test), is: wanted, isNullable: operand.isNullable)
    }
    let side = orderText(operand)
    let high = Self.leastBeyond(prefix).map { SQL("\(SQLParameter(.string($0), .text))") }
    if wanted {
      return .all(of: [.test("\(side) >= \(low)")] + (high.map { [.test("\(side) < \($0)")] } ?? []))
    }
    return .any(
      of: [.test("\(side) < \(low)")] + (high.map { [.test("\(side) >= \($0)")] } ?? [])
        + (operand.isNullable ? [.isNull(operand.sql, isNegated: false)] : []))
  }

  /// Returns the test of a pattern in two forms: alone, and with the range of the pattern's literal prefix, by which an index can
  /// find the rows to test.
  private mutating func ranged(
    _ test: SQLCondition, _ operand: SQLValue, _ prefix: String, _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    let scan = test.tested(KeyTest(nil, obstacle: Self.scanned(comparison), at: comparison.range))
    guard wanted, !prefix.isEmpty, operand.column != nil, case .text = operand.type else { return scan }
    let range = try range(of: operand, prefix, is: true, at: comparison.right.range)
    return .either(scan, .all(of: [range.tested(keyTest(of: operand, .greaterOrEqual, false, comparison)), test]))
  }

  /// Returns the least text greater than all texts with a prefix, or nil if there is none.
  static func leastBeyond(_ prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      guard last.value < 0x10FFFF else { continue }
      // A text cannot contain surrogates.
      guard let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1) else { continue }
      var result = String.UnicodeScalarView()
      result.append(contentsOf: scalars)
      result.append(next)
      return String(result)
    }
    return nil
  }

  /// Returns LIKE with a constant pattern, as the simplest test that finds the same texts.
  private mutating func like(
    _ operand: SQLValue, _ text: String, _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    let pattern = LikePattern(text, comparison.options)
    func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    switch pattern.shape {
    case .nothing: return .constant(!wanted)
    case .anything: return nilCondition(operand, isAccepted: !wanted, others: wanted)
    case .exact(let bytes): return try constantTest(.equal, operand, string(bytes), comparison, is: wanted)
    case .prefix(let bytes): return try prefix(operand, string(bytes), comparison, is: wanted)
    case .suffix(let bytes): return try constantTest(.endsWith, operand, string(bytes), comparison, is: wanted)
    case .substring(let bytes): return try constantTest(.contains, operand, string(bytes), comparison, is: wanted)
    case .prefixAndSuffix, .general: break
    }
    let prefix = string(Array(pattern.program.prefix { $0 != LikePattern.anyRun && $0 != LikePattern.anyScalar }))
    let test = try generalLike(operand, pattern, text, comparison, is: wanted)
    return try ranged(test, operand, prefix, comparison, is: wanted)
  }

  /// Returns LIKE with a pattern that no simpler test replaces.
  private mutating func generalLike(
    _ operand: SQLValue, _ pattern: LikePattern, _ text: String, _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    let spelled = table.like.spelling(of: pattern)
    // SQLite limits patterns to 50,000 bytes, and its GLOB takes exponential time for many wildcards.
    if table.like == .glob,
      spelled.utf8.count > 40_000 || pattern.program.count(where: { $0 == LikePattern.anyRun }) > 8
    {
      return try registeredLike("\(try self.text(text, at: comparison.right.range))", comparison, is: wanted)
    }
    let parameter = SQL("\(try self.text(spelled, at: comparison.right.range))")
    return requiring(
      .test(try spell(.like, equalityText(operand), parameter, for: "LIKE", at: comparison.range)), is: wanted,
      isNullable: operand.isNullable)
  }

  /// Returns LIKE as a call of the registered function, which folds both sides itself.
  private mutating func registeredLike(
    _ pattern: SQL, _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    let text = try value(comparison.left)
    let letters = SQLParameter(.string(Self.foldingLetters(comparison.options)), .text)
    return requiring(
      .test(
        try spell(
          .likeVariable, text.sql, pattern, "\(letters)", for: "LIKE with a variable pattern", at: comparison.range)),
      is: wanted)
  }

  /// Returns a test with a needle that is not constant. An empty needle is never found.
  private mutating func variableTest(
    _ test: TextTest, _ operand: SQLValue, _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    noteScan(comparison)
    let needle = try value(comparison.right)
    try expectTexts([needle], comparison)
    if test == .like { return try registeredLike(needle.sql, comparison, is: wanted) }
    let folded = folded(needle, comparison.options)
    if folded.isPattern {
      throw refusal(comparison.options.spelling, "there is no folded column for it", at: comparison.range)
    }
    let (x, y) = (equalityText(operand), equalityText(folded))
    if !y.isRepeatable {
      let needle = SQL.function("NULLIF", y, "''")
      return requiring(
        .test(try spell(test.sql, x, needle, for: comparison.spelled.spelling, at: comparison.range)), is: wanted)
    }
    let sql = try spell(test.sql, x, y, for: comparison.spelled.spelling, at: comparison.range)
    return requiring(.all(of: [.test("\(y) <> ''"), .test(sql)]), is: wanted)
  }

  private mutating func noteScan(_ comparison: ResolvedComparison) {
    note(.scan, Self.scanned(comparison), at: comparison.range)
  }

  private static func scanned(_ comparison: ResolvedComparison) -> String {
    "\(comparison.spelled.spelling) is evaluated for every remaining row"
  }
}

extension TextTest {
  /// The operation of SQL on two texts.
  fileprivate var sql: SQLOperation {
    switch self {
    case .equal: .nullSafeEqual
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .contains: .contains
    case .like: .like
    }
  }
}

extension DialectTable.LikeSyntax {
  /// Returns a pattern in the dialect's syntax.
  func spelling(of pattern: LikePattern) -> String {
    let (anyRun, anyScalar) =
      switch self {
      case .sql: (UInt8(ascii: "%"), UInt8(ascii: "_"))
      case .glob: (UInt8(ascii: "*"), UInt8(ascii: "?"))
      }
    var bytes: [UInt8] = []
    for byte in pattern.program {
      switch byte {
      case LikePattern.anyRun: bytes.append(anyRun)
      case LikePattern.anyScalar: bytes.append(anyScalar)
      default: bytes += literal(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the bytes that match a byte.
  private func literal(_ byte: UInt8) -> [UInt8] {
    switch self {
    case .sql(let escape):
      if "%_".utf8.contains(byte) || UInt32(byte) == escape.value {
        [UInt8(truncatingIfNeeded: escape.value), byte]
      } else {
        [byte]
      }
    case .glob: "*?[".utf8.contains(byte) ? [UInt8(ascii: "["), byte, UInt8(ascii: "]")] : [byte]
    }
  }
}
