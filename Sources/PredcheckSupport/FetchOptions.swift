import CommandSupport
import Foundation
import PredicateInput
import PredicateSemantics
import PredicateSyntax

/// The options of a fetch other than the predicate: sort keys, page, properties and groups.
package struct FetchOptions {
  /// The fetch request, without a predicate.
  package private(set) var request = PredicateFetchRequest()

  /// Whether any of these options is given.
  package var areUsed: Bool { request != PredicateFetchRequest() }

  /// The names of a row's values, in the order of the options.
  package var columns: [String] { request.properties.isEmpty ? request.groupKeys : request.properties.map(\.name) }

  /// The keys of the rows whose values are columns, by the names of the columns.
  package var keysOfColumns: [String: String] {
    var keys: [String: String] = [:]
    for key in request.groupKeys where request.expression(ofGroupKey: key) == .keyPath(key) { keys[key] = key }
    for property in request.properties { keys[property.name] = CellPlan.column(of: property.expression) }
    return keys
  }

  /// The expressions that the request reads from the rows, other than its predicate.
  package var expressionsOfRows: [FormatExpression] {
    let made = Set(columns)
    let sortKeys = request.sortKeys.map(\.keyPath).filter { !made.contains($0) }
    return request.properties.map(\.expression) + request.groupKeys.map { request.expression(ofGroupKey: $0) }
      + sortKeys.map { FormatExpression.keyPath($0) }
  }

  /// The variables of the properties and of the condition on groups.
  package var variables: [String] {
    request.properties.flatMap(\.expression.variables) + (request.having?.variables ?? [])
  }

  /// Reads the options. Throws an exit status, after reporting the errors, if a `--select` or `--having` does not parse.
  package init(_ call: Call, _ console: Console) throws(CommandStop) {
    let selected: [String]
    let having: String?
    do throws(UsageError) {
      request.sortKeys = try Self.texts(.sort, call).map { text throws(UsageError) in
        try Self.sortKey(text, call.command)
      }
      for value in call.values(.after) {
        request.after.append(try Call.value(value, what: "the value of --after", call.command))
      }
      request.limit = try call.number(.limit)
      request.offset = try call.number(.offset) ?? 0
      request.groupKeys = try Self.texts(.groupBy, call).flatMap(Self.columns).map(Self.key)
      request.isDistinct = call.has(.distinct)
      selected = try Self.texts(.select, call)
      having = try call.text(.having)
      if request.isDistinct, selected.isEmpty {
        throw UsageError("--distinct needs --select", call.command)
      }
    } catch { throw .usage(error) }
    for text in selected.flatMap(Self.columns) {
      let (name, expression) = Self.named(text)
      // A group key needs no other spelling if it is not a word, such as `Sub-Category`.
      let key = request.groupKeys.first { $0 == Self.key(expression) }
      let parsed = try Self.parsed(expression, of: .select, call, console) { text throws(FormatError) in
        if let key { return Self.keyPath(key, writtenAs: text) }
        return try Self.expression(text)
      }
      // Without a name, the column has that of the key.
      request.properties.append(FetchProperty(name == expression ? key ?? name : name, parsed))
    }
    if let having {
      request.having = try Self.parsed(having, of: .having, call, console) { text throws(FormatError) in
        try FormatPredicate.template(text)
      }
    }
  }

  /// Returns the option whose text the findings of an error refer to, or nil if they refer to the format.
  package func option(of error: FormatError) -> Flag? {
    if error.source.isEmpty { return nil }
    if !properties(of: error).isEmpty { return .select }
    return error.source == request.having?.source ? .having : nil
  }

  /// Returns the properties whose text the findings of an error refer to.
  package func properties(of error: FormatError) -> [FetchProperty] {
    request.properties.filter { $0.expression.source == error.source }
  }

  /// Returns why the text of a property was read as a key, if a finding says that no row has the key: an expression may be meant.
  package func notes(on finding: FormatDiagnostic) -> [String] {
    guard finding.code == .absentKey, finding.range == .none else { return [] }
    return properties(absentIn: finding).compactMap { text in
      do throws(FormatError) {
        _ = try FormatExpression.template(text)
        return nil
      } catch {
        let reason = error.diagnostics.first?.message ?? "it does not parse"
        return "'\(text)' is read as a key, because it is not a valid expression: \(reason)"
      }
    }
  }

  private func properties(absentIn finding: FormatDiagnostic) -> [String] {
    request.properties.map(\.expression.source).filter { finding.message.contains("'\($0)'") }
  }

  // MARK: Reading values

  private static func texts(_ flag: Flag, _ call: Call) throws(UsageError) -> [String] {
    var texts: [String] = []
    for bytes in call.values(flag) {
      let text = try Call.text(bytes, what: "the value of \(flag.spelling)", call.command)
      if text.isEmpty { throw UsageError("the value of \(flag.spelling) is empty", call.command) }
      texts.append(text)
    }
    return texts
  }

  /// The modifiers that may follow a sort key.
  private static let sortWords: [(word: String, apply: @Sendable (inout SortKey) -> Void)] = [
    ("asc", { $0.isAscending = true }), ("desc", { $0.isAscending = false }),
    ("ci", { $0.comparison = .caseInsensitive }), ("localized", { $0.comparison = .localizedStandard }),
  ]

  /// Parses a key path and its modifiers: `length:desc`, `name:ci:desc`. What precedes the modifiers is the key path, so the key
  /// `time:start` is written `time:start:asc`.
  private static func sortKey(_ text: String, _ command: Command) throws(UsageError) -> SortKey {
    var key = SortKey("")
    var rest = text[...]
    var hasDirection = false
    while let colon = rest.lastIndex(of: ":") {
      let word = rest[rest.index(after: colon)...]
      guard let known = sortWords.first(where: { $0.word == word }) else {
        // A property may be named `average:(length)`, so only an unknown word of letters is an error.
        guard rest.endIndex < text.endIndex || !word.allSatisfy(\.isLetter) else {
          let words = sortWords.map(\.word)
          throw UsageError(
            "the modifiers of a sort key are \(words.joined(separator: ", ")); found '\(word)'"
              + "\(suggestion(for: String(word), among: words)); a key that contains a colon is written \(text):asc",
            command)
        }
        break
      }
      let isDirection = known.word == "asc" || known.word == "desc"
      guard isDirection ? !hasDirection : key.comparison == .default else {
        throw UsageError("--sort \(text) has two modifiers of the same kind", command)
      }
      hasDirection = hasDirection || isDirection
      known.apply(&key)
      rest = rest[..<colon]
    }
    if rest.isEmpty { throw UsageError("expected a key before ':' in --sort \(text)", command) }
    key.keyPath = Self.key(String(rest))
    return key
  }

  /// Splits a list of keys such as `name,age`. A comma has no other meaning between two keys.
  private static func columns(_ text: String) -> [String] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return parts.allSatisfy { !$0.isEmpty && isWords($0) } ? parts : [text]
  }

  /// Splits `NAME=EXPRESSION`. An expression without a name is named by its source text.
  private static func named(_ text: String) -> (name: String, expression: String) {
    guard let equals = text.firstIndex(of: "=") else { return (text, text) }
    let name = text[..<equals].trimmingCharacters(in: .whitespaces)
    let rest = text[text.index(after: equals)...]
    // A comparison's `=` does not follow a name: `TERNARY(a = 1, b, c)`, `a == 1`.
    guard !name.isEmpty, isWords(name), !rest.isEmpty, !rest.hasPrefix("=") else { return (text, text) }
    return (name, String(rest))
  }

  /// Parses a constant such as `1` or `YES`, a key path, or an expression. Key paths are parsed as in `--sort` and `--group-by`,
  /// so `first` and a CSV header's `first name` are key paths too.
  private static func expression(_ text: String) throws(FormatError) -> FormatExpression {
    if let constant = try? FormatExpression.template(text), case .constant = constant.kind { return constant }
    let isKeyPath = isWords(text) && !text.split(separator: ".", omittingEmptySubsequences: false).contains("")
    guard isKeyPath else { return try FormatExpression.template(text) }
    return keyPath(text, writtenAs: text)
  }

  private static func keyPath(_ key: String, writtenAs text: String) -> FormatExpression {
    FormatExpression(
      FormatExpression.keyPath(key).kind, range: FormatRange(0, text.utf8.count), from: Origin(WrittenText(text)))
  }

  /// Returns the key that `SELF["key"]` reads, or else the text, which is a key path.
  private static func key(_ text: String) -> String {
    guard text.contains("["), let expression = try? FormatExpression.template(text) else { return text }
    return CellPlan.column(of: expression) ?? text
  }

  /// Returns whether the text contains only letters, digits, underscores, dots and spaces.
  private static func isWords(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "_. ".unicodeScalars.contains($0)
    }
  }

  /// Parses the value of an option. Reports its errors and then throws an exit status.
  package static func parsed<Tree>(
    _ text: String, of flag: Flag, _ call: Call, _ console: Console,
    _ parse: (String) throws(FormatError) -> Tree
  ) throws(CommandStop) -> Tree {
    do { return try parse(text) } catch {
      if !call.isJSON { console.report("predcheck: the value of \(flag.spelling) is not valid") }
      console.report(error.diagnostics.map { ($0, error.source) }, name: flag.spelling, json: call.isJSON)
      throw .ended(.unusable)
    }
  }
}

extension Call {
  /// Parses JSON as case files write it. Other text is a string, unless it is a number or begins as an object. A regular
  /// expression may begin as a list.
  package static func value(_ bytes: [UInt8], what: String, _ command: Command) throws(UsageError) -> FormatValue {
    do {
      return try JSONReader.value(of: bytes)
    } catch {
      let isNumber = bytes[...].jsonNumberLength == bytes.count
      let isObject = bytes.filter { !" \t\r\n".utf8.contains($0) }.starts(with: "{\"".utf8)
      if isNumber || isObject || error.isMalformedWrapper {
        throw UsageError("\(what) is not usable: \(error.reason); in quotes it is a string", command)
      }
      return .string(try Call.text(bytes, what: what, command))
    }
  }
}
