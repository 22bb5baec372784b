import PredicateSyntax

// Warnings about operands that are valid, but that mean something else in other languages.

extension TextFindings {
  mutating func visitUnintended(_ comparison: FormatPredicate.Comparison, at range: FormatRange) {
    let (left, right) = (comparison.left, comparison.right)
    visitCount(left, comparison, right)
    visitCount(right, comparison, left)
    visitModifier(comparison, at: range)
    visitOptionsOfKey(comparison)
    if !visitSpotlightText(right, comparison) { visitBareWord(right, comparison) }
    if comparison.operator == .between, case .aggregate(let bounds) = right.kind, bounds.count != 2 {
      report(.badBounds(found: counted(bounds.count, "value")), at: right.range)
    }
  }

  /// Warns about `ANY items.@count > 3`, where no collection follows the modifier.
  private mutating func visitModifier(_ comparison: FormatPredicate.Comparison, at range: FormatRange) {
    guard comparison.modifier != .direct, comparison.left.kind.steps?.last == .key(.collectionOperator(.count))
    else { return }
    guard let modifier = places(of: comparison).modifier else {
      return report(.modifierBeforeCount(comparison.modifier.rawValue), at: comparison.left.range)
    }
    let word = source.text(modifier).uppercased()
    let rest = FormatRange(modifier.start, comparison.left.range.start)
    report(
      .modifierBeforeCount(word), at: modifier, fixIts: [word == "NONE" ? .write("NOT", at: modifier) : .remove(rest)])
  }

  /// Warns about `items.count > 3` and `SUBQUERY(…).count > 0`, where @count is meant.
  private mutating func visitCount(
    _ side: FormatExpression, _ comparison: FormatPredicate.Comparison, _ other: FormatExpression
  ) {
    switch comparison.operator.kind {
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: break
    case .text, .matches, .isIn, .contains, .between, .program: return
    }
    guard other.isCount else { return }
    switch side.kind {
    case .keys(let keys) where keys.steps == [.key("count")]:
      guard case .subquery = keys.root.kind else { return }
      visitCountKey(side, of: "SUBQUERY(…).count")
    case .keyPath(let steps) where steps.count > 1 && steps.last == .key("count") && comparison.modifier == .direct:
      guard case .key(.named(let name)) = steps[steps.count - 2].kind, name.isPlural else { return }
      visitCountKey(side, of: side.format)
    default: break
    }
  }

  private mutating func visitCountKey(_ side: FormatExpression, of text: String) {
    guard let key = side.kind.steps?.last?.range, source.text(key) == "count" else { return }
    report(.countWithoutSign(text), at: key, fixIts: [.write("@count", at: key)])
  }

  /// Warns about `kMDItemContentType == public.shell-script`: Spotlight compares its keys with values only, so a text is meant.
  private mutating func visitSpotlightText(
    _ right: FormatExpression, _ comparison: FormatPredicate.Comparison
  ) -> Bool {
    guard comparison.operator.isEquality || comparison.operator.kind == .text || comparison.operator == .contains,
      case .keyPath(let left) = comparison.left.kind, left.count == 1, case .key(.named(let key)) = left[0].kind,
      key.hasPrefix("kMDItem"), case let text = source.text(right.range), !text.isEmpty, !text.hasPrefix("kMDItem"),
      text.utf8.allSatisfy({ $0.isInWord || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") })
    else { return false }
    let isSubtraction = right.isHyphenated
    guard isSubtraction || right.isPlainPath else { return false }
    report(
      isSubtraction ? .textAsSubtraction(text) : .unquotedText(text), at: right.range,
      fixIts: [.write("\"\(text)\"", at: right.range)])
    return true
  }

  /// Warns about `name[c] == "x"`, where the letters are read as an index.
  private mutating func visitOptionsOfKey(_ comparison: FormatPredicate.Comparison) {
    guard case .index(let element) = comparison.left.kind, case .value(let index) = element.index,
      case .keyPath(let steps) = index.kind, steps.count == 1,
      case .key(.named(let letters)) = steps[0].kind, ["c", "d", "cd", "dc"].contains(letters.lowercased()),
      let brackets = comparison.left.word.range, let infix = places(of: comparison).operatorAndOptions
    else { return }
    let key = source.text(element.collection.range)
    let whole = comparison.left.range.union(infix)
    let text = "\(key) \(source.text(infix))[\(letters)]"
    report(.optionsAfterKey(source.text(brackets)), at: brackets, fixIts: key.isEmpty ? [] : [.write(text, at: whole)])
  }

  /// Warns about `@pin == 1`, which reads a key with the sign, because no collection operator has that name.
  mutating func visitSign(_ steps: [FormatExpression.KeyStep], at range: FormatRange) {
    guard case .key(.unknownOperator(let name))? = steps.first?.kind,
      !Slip.objectiveCLiterals.contains(name.uppercased()), !Self.foreignSigns.contains(name),
      source.text(range).hasPrefix(name)
    else { return }
    let nameRange = FormatRange(range.start, range.start + name.utf8.count)
    let key = name == "@K" ? "%K" : String(name.dropFirst())
    // `@tags.count` is meant as `tags.@count`.
    if source.text(range) == name + ".count" {
      return report(.keyWithSign(name), at: range, fixIts: [.write(key + ".@count", at: range)])
    }
    // `@status.device.model.family` is meant as `@status(device.model.family)`.
    let path = String(source.text(range).dropFirst(name.count + 1))
    if ["@status", "@property", "@key"].contains(name), "\(name)(\(path))".isParenthesizedKey {
      return report(.keyWithSign(name), at: range, fixIts: [.write("\(name)(\(path))", at: range)])
    }
    report(.keyWithSign(name), at: nameRange, fixIts: [.write(key, at: nameRange)])
  }

  /// Warns about `tags.@size` and `value.@type`, operators of Realm.
  mutating func visitLaterSigns(_ steps: ArraySlice<FormatExpression.KeyStep>, at range: FormatRange) {
    for step in steps {
      guard case .key(.unknownOperator(let name)) = step.kind, ["@size", "@type", "@keys", "@values"].contains(name)
      else { continue }
      report(
        .realmOperator(name), at: step.range, fixIts: name == "@size" ? [.write("@count", at: step.range)] : [])
    }
  }

  /// Operators of Foundation's dictionaries and arrays, and of Realm, that may begin a path.
  private static let foreignSigns: Set<String> = ["@allKeys", "@allValues", "@firstObject", "@lastObject", "@links"]

  /// Warns about `name == John`, where a string is meant. Keys rarely begin with an uppercase letter
  /// on the right side alone. After an operator for text such as LIKE, a single key is rare.
  private mutating func visitBareWord(_ right: FormatExpression, _ comparison: FormatPredicate.Comparison) {
    let isText =
      comparison.operator.kind == .text || comparison.operator == .matches
      || comparison.operator == .contains && !comparison.options.isEmpty
    guard comparison.operator.isEquality || isText || comparison.operator == .contains,
      case .keyPath(let left) = comparison.left.kind, case .keyPath(let steps) = right.kind, steps.count == 1,
      case .key(let single) = steps[0].kind, source.text(right.range) == single.name
    else { return }
    let word = single.name
    guard case .key(let key)? = left.last?.kind,
      isText || word.beginsUppercase && !key.name.beginsUppercase || word.hasOtherLetters && !key.name.hasOtherLetters
    else { return }
    // A word such as `searchText` is probably the name of a variable.
    let isVariable = isText && !word.beginsUppercase && word.utf8.contains { $0.isUppercase }
    report(
      .unquotedText(word, isVariable: isVariable), at: right.range, fixIts: [.write("\"\(word)\"", at: right.range)])
  }

  /// Warns about `a > 5 AND a < 3`, which no number satisfies.
  mutating func visitBounds(_ parts: [FormatPredicate]) {
    // The comparisons with the greatest lower bound and the least upper bound of each key.
    var lower: [FormatExpression: FormatPredicate.Comparison] = [:]
    var upper: [FormatExpression: FormatPredicate.Comparison] = [:]
    for part in parts {
      guard case .comparison(let comparison) = part.kind, comparison.modifier == .direct,
        case .keyPath = comparison.left.kind, let number = comparison.bound
      else { continue }
      let key = comparison.left
      switch comparison.operator.kind {
      case .lessThan, .lessThanOrEqual:
        if upper[key]?.bound.map({ $0 > number }) ?? true { upper[key] = comparison }
      case .greaterThan, .greaterThanOrEqual:
        if lower[key]?.bound.map({ $0 < number }) ?? true { lower[key] = comparison }
      case .equal, .notEqual, .text, .matches, .isIn, .contains, .between, .program: continue
      }
      guard let above = lower[key], let below = upper[key], let low = above.bound, let high = below.bound,
        low > high || low == high && (above.operator == .greaterThan || below.operator == .lessThan)
      else { continue }
      // One warning is enough for the chain.
      return report(.contradiction(key: key.format, above.boundText, below.boundText), at: part.range)
    }
  }

  /// Reports a constant pattern of MATCHES that is certainly not valid, at the place in the pattern.
  mutating func visitPattern(_ comparison: FormatPredicate.Comparison) {
    guard comparison.operator == .matches, case .constant(.string(let pattern)) = comparison.right.kind,
      let flaw = PatternFlaw(in: pattern)
    else { return }
    var range = comparison.right.range
    // Without escapes, each byte of the pattern is one byte of its literal.
    if let literal = source.literal(at: range), literal.dropFirst().dropLast() == pattern {
      range = FormatRange(range.start + 1 + flaw.bytes.lowerBound, range.start + 1 + flaw.bytes.upperBound)
    }
    report(.badPattern(pattern, reason: flaw.reason), at: range)
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter, a digit, `_`, or part of a non-ASCII character.
  fileprivate var isInWord: Bool { isWordByte || self >= 0x80 }
}

extension FormatPredicate.Comparison {
  /// The number on the right side, or `nil` if the right side is not a constant number.
  fileprivate var bound: Double? { right.constant?.number }

  fileprivate var boundText: String { "\(`operator`.spelling) \(right.format)" }
}

extension FormatValue {
  /// The number as a double, or `nil` if the value is not a number of a literal.
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  var isNumber: Bool { number != nil }

  var isTruth: Bool { if case .bool = self { true } else { false } }
}

extension FormatExpression {
  /// Whether the expression is a whole number, or a conversion for one.
  var isCount: Bool {
    switch kind {
    case .constant(.integer): true
    case .placeholder(let conversion):
      switch conversion.kind {
      case .signed, .unsigned: true
      case .value, .keyPath, .floating, .string, .pointer: false
      }
    default: false
    }
  }

  /// Whether the expression is a path of keys alone.
  fileprivate var isPlainPath: Bool {
    guard case .keyPath(let steps) = kind else { return false }
    return steps.allSatisfy { if case .key = $0.kind { true } else { false } }
  }

  /// Whether the expression is a subtraction of keys.
  var isHyphenated: Bool {
    guard case .function(let call) = kind, call.selector == ArithmeticOperator.subtract.selector,
      call.arguments.count == 2, case .keyPath = call.arguments[1].kind
    else { return false }
    if case .keyPath = call.arguments[0].kind { return true }
    return call.arguments[0].isHyphenated
  }
}

extension String {
  /// Whether it contains letters other than A to Z.
  fileprivate var hasOtherLetters: Bool { utf8.contains { $0 > 0x7F } }

  /// Whether the first letter is one of A to Z.
  fileprivate var beginsUppercase: Bool { utf8.first?.isUppercase == true }

  /// Whether an English key of this name is probably a collection.
  fileprivate var isPlural: Bool { hasSuffix("s") && !hasSuffix("ss") && !hasSuffix("us") && !hasSuffix("is") }
}

extension FormatExpression.Key {
  /// Whether the value is always a number: that of a method of NSString and NSNumber, or of some operators.
  var isNumber: Bool {
    switch self {
    case .named(let name): ["intValue", "integerValue", "longLongValue", "floatValue", "doubleValue"].contains(name)
    case .collectionOperator(let op): op == .count || op == .sum || op == .average
    case .unknownOperator: false
    }
  }
}
