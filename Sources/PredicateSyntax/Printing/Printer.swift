/// Prints trees as format strings, in one of two forms.
///
/// The canonical form is Apple's `predicateFormat`, byte for byte where that is known, and reads as what it was printed of
/// (Rationale 8). Where a comparison tells numbers by their values alone, `1.0` prints as `1`, `YES` as `1`. The lossless form
/// prints them as they are, so that it parses to an equal tree.
///
/// Neither form ever reads as something else: what has no spelling prints as a text that does not parse.
struct Printer {
  enum Form { case canonical, lossless }

  let form: Form
  /// Whether no parentheses are printed but those that are needed, and operators as calls of their functions, which need none.
  private let isTight: Bool
  private(set) var text = ""
  /// Whether the constants that come next are told by their values alone, as the sides of a comparison are. Elsewhere their
  /// kinds count, too: `1.0 / 2` is 0.5, and `1 / 2` is 0.
  private(set) var isCompared: Bool

  /// Prints a tree of a height in a form.
  ///
  /// A level of the tree may be two of the text, an operand and its parentheses. Where the text might then be too high to be
  /// read, the lossless form goes without.
  init(_ form: Form, height: Int = 0) {
    self.form = form
    isCompared = form == .canonical
    isTight = form == .lossless && height > Limits.greatestHeight / 2 - 5
  }

  mutating func append(_ part: String) { text += part }

  /// A printer that prints what comes next as this one does, and nothing of what it has printed.
  var empty: Printer {
    var copy = self
    copy.text = ""
    return copy
  }

  // MARK: Predicates

  mutating func print(_ predicate: FormatPredicate) {
    switch predicate.kind {
    case .comparison(let comparison): print(comparison, comparison.modifier.rawValue)
    case .and(let parts): print(parts, of: .and, joinedBy: " AND ", none: "TRUEPREDICATE")
    case .or(let parts): print(parts, of: .or, joinedBy: " OR ", none: "FALSEPREDICATE")
    case .not(let part):
      // NONE is NOT ANY, and a level less of the text.
      if isTight, case .comparison(let comparison) = part.kind, comparison.modifier == .any {
        return print(comparison, "NONE")
      }
      text += "NOT "
      print(child: part, of: .comparison)
    case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .invalid(let fault): text += "<invalid: \(fault.code.rawValue)>"
    }
  }

  private mutating func print(_ comparison: FormatPredicate.Comparison, _ modifier: String) {
    let outer = isCompared
    isCompared = form == .canonical && comparison.comparison.comparesValues
    if comparison.modifier != .direct { text += modifier + " " }
    print(comparison.left, asElements: comparison.modifier != .direct || comparison.comparison == .contains)
    let spelling =
      if case .custom(let selector) = comparison.comparison { Self.escaped(self.selector(selector)) } else {
        comparison.comparison.spelling
      }
    text += " \(spelling)\(comparison.options.spelling) "
    print(comparison.right, asElements: comparison.comparison == .in)
    isCompared = outer
  }

  /// A side of a comparison. A set of which only the elements matter prints as Apple prints it, as the list of them.
  private mutating func print(_ side: FormatExpression, asElements: Bool) {
    if isCompared, asElements, case .constant(.set(let values)) = side.kind { return print(elementsOf: values) }
    print(side)
  }

  private mutating func print(
    _ parts: [FormatPredicate], of parent: Precedence, joinedBy separator: String, none: String
  ) {
    // Of one part only the part is printed, of none the truth.
    if parts.isEmpty { text += none }
    if let part = parts.first, parts.count == 1 { return print(part) }
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separator }
      print(child: part, of: parent)
    }
  }

  /// A part of a compound: parenthesised where it is itself AND, OR or NOT of something.
  private mutating func print(child: FormatPredicate, of parent: Precedence) {
    var core = child
    while case .and(let parts) = core.kind, parts.count == 1 { core = parts[0] }
    while case .or(let parts) = core.kind, parts.count == 1 { core = parts[0] }
    switch core.kind {
    case .and(let parts) where parts.count > 1: print(core, parenthesised: !isTight || parent != .or)
    case .or(let parts) where parts.count > 1: print(core, parenthesised: true)
    case .not: print(core, parenthesised: !isTight)
    default: print(core)
    }
  }

  private mutating func print(_ predicate: FormatPredicate, parenthesised isParenthesised: Bool) {
    if isParenthesised { text += "(" }
    print(predicate)
    if isParenthesised { text += ")" }
  }

  // MARK: Expressions

  mutating func print(_ expression: FormatExpression) {
    let outer = isCompared
    isCompared = outer && expression.kind.givesValuesAlone
    printParts(of: expression)
    isCompared = outer
  }

  /// This function recurses, so its cases bind nothing: each binding would take stack at every level, in debug builds.
  private mutating func printParts(of expression: FormatExpression) {
    switch expression.kind {
    case .keyPath, .keys: printKeys(expression)
    case .index: printIndex(expression)
    case .aggregate: printAggregate(expression)
    case .function: printFunction(expression)
    case .cast: printCast(expression)
    case .targetFunction: printTargetFunction(expression)
    case .conditional: printConditional(expression)
    case .subquery: printSubquery(expression)
    case .setOperation: printSetOperation(expression)
    case .assignment: printAssignment(expression)
    default: printLeaf(expression)
    }
  }

  private mutating func printLeaf(_ expression: FormatExpression) {
    switch expression.kind {
    case .constant(let value): print(value)
    case .evaluatedObject: text += "SELF"
    case .variable(let name): text += "$" + self.name(name)
    case .anyKey: text += "ANYKEY"
    case .placeholder(let conversion): text += conversion.text
    case .invalid(let fault): text += "<invalid: \(fault.code.rawValue)>"
    default: break
    }
  }

  private mutating func printKeys(_ expression: FormatExpression) {
    switch expression.kind {
    case .keyPath(let steps): print(steps, of: nil)
    case .keys(let root, let steps): print(steps, of: root)
    default: break
    }
  }

  private mutating func printIndex(_ expression: FormatExpression) {
    if case .index(let base, let index) = expression.kind { print(index, of: base) }
  }

  private mutating func printAggregate(_ expression: FormatExpression) {
    if case .aggregate(let elements) = expression.kind { print(elements, open: "{", close: "}") }
  }

  private mutating func printFunction(_ expression: FormatExpression) {
    if case .function(let selector, let arguments) = expression.kind { print(selector, arguments) }
  }

  private mutating func printCast(_ expression: FormatExpression) {
    guard case .cast(let value, let type) = expression.kind else { return }
    text += "CAST("
    // CAST makes the same of YES and of 1.
    if case .constant(.bool(let value)) = value.kind, form == .canonical {
      append(value ? "1" : "0")
    } else {
      print(value)
    }
    text += ", \(Self.quoted(type)))"
  }

  private mutating func printTargetFunction(_ expression: FormatExpression) {
    guard case .targetFunction(let target, let selector, let arguments) = expression.kind else { return }
    text += "FUNCTION("
    print(target)
    text += ", \(Self.quoted(selector))"
    for argument in arguments {
      text += " , "  // The blank before the comma is Apple's.
      print(argument)
    }
    text += ")"
  }

  private mutating func printConditional(_ expression: FormatExpression) {
    guard case .conditional(let predicate, let then, let otherwise) = expression.kind else { return }
    text += "TERNARY("
    print(predicate)
    text += ", "
    print(then)
    text += ", "
    print(otherwise)
    text += ")"
  }

  private mutating func printSubquery(_ expression: FormatExpression) {
    guard case .subquery(let collection, let variable, let predicate) = expression.kind else { return }
    text += "SUBQUERY("
    print(collection)
    text += ", $\(name(variable)), "
    print(predicate)
    text += ")"
  }

  private mutating func printSetOperation(_ expression: FormatExpression) {
    guard case .setOperation(let operation, let left, let right) = expression.kind else { return }
    // Set operations group to the left.
    if isTight, isSetOperation(left) { print(left) } else { print(operand: left, of: expression) }
    text += " \(operation.rawValue) "
    print(operand: right, of: expression)
  }

  private mutating func printAssignment(_ expression: FormatExpression) {
    guard case .assignment(let name, let value) = expression.kind else { return }
    text += "$\(self.name(name)) := "
    print(value)
  }

  private mutating func print(_ expressions: [FormatExpression], open: String, close: String) {
    text += open
    for (index, expression) in expressions.enumerated() {
      if index > 0 { text += ", " }
      print(expression)
    }
    text += close
  }

  private mutating func print(_ steps: [FormatExpression.KeyStep], of root: FormatExpression?) {
    if let root {
      print(base: root)
      text += "."
    } else if case .variable? = steps.first {
      text += "SELF."  // Alone it would be the variable.
    }
    if steps.isEmpty { text += Self.unspelled }
    for (index, step) in steps.enumerated() {
      if index > 0 { text += "." }
      switch step {
      case .key(let key): text += Self.word(ofKey: key)
      case .variable(let name): text += "$" + self.name(name)
      case .placeholder(let conversion): text += conversion.text
      }
    }
  }

  private mutating func print(_ index: FormatExpression.Index, of base: FormatExpression) {
    print(base: base)
    text += "["
    switch index {
    case .first: text += "FIRST"
    case .last: text += "LAST"
    case .size: text += "SIZE"
    case .value(let expression): print(expression)
    }
    text += "]"
  }

  /// What a `.` or `[` follows: operators need parentheses there, and so does a number, whose dot would be its own.
  private mutating func print(base: FormatExpression) {
    if case .constant(.bool(let value)) = base.kind, form == .canonical { return append(value ? "(1)" : "(0)") }
    if needsParentheses(base) || isNumber(base) || isComplement(base) { return printParenthesised(base) }
    print(base)
  }

  private func isComplement(_ expression: FormatExpression) -> Bool {
    if isTight { return false }
    guard case .function(let selector, let arguments) = expression.kind else { return false }
    return arguments.count == 1 && PredefinedFunction.named(selector)?.symbol == "~"
  }

  private func isNumber(_ expression: FormatExpression) -> Bool {
    switch expression.kind {
    case .constant(.integer), .constant(.unsigned), .constant(.double), .constant(.decimal): true
    default: false
    }
  }

  private mutating func print(_ selector: String, _ arguments: [FormatExpression]) {
    guard let symbol = PredefinedFunction.named(selector)?.symbol, arguments.count == (symbol == "~" ? 1 : 2), !isTight
    else {
      return print(arguments, open: name(ofFunction: selector, arguments) + "(", close: ")")
    }
    if symbol == "~" {
      text += symbol
      return print(operand: arguments[0])
    }
    print(operand: arguments[0])
    text += " \(symbol) "
    print(operand: arguments[1])
  }

  /// An operand is parenthesised where it is itself an operator's function, whatever the precedence.
  private mutating func print(operand: FormatExpression, of parent: FormatExpression? = nil) {
    if needsParentheses(operand), !(isSetOperation(parent) && isFunction(operand)) {
      return printParenthesised(operand)
    }
    print(operand)
  }

  private mutating func printParenthesised(_ expression: FormatExpression) {
    text += "("
    print(expression)
    text += ")"
  }

  private func isSetOperation(_ expression: FormatExpression?) -> Bool {
    if case .setOperation? = expression?.kind { true } else { false }
  }

  private func isFunction(_ expression: FormatExpression) -> Bool {
    if case .function = expression.kind { true } else { false }
  }

  private func needsParentheses(_ expression: FormatExpression) -> Bool {
    switch expression.kind {
    case .setOperation, .assignment: return true
    case .constant(.set): return true  // It prints as a union.
    case .function(let selector, let arguments):
      return arguments.count == 2 && PredefinedFunction.named(selector)?.symbol != nil && !isTight
    default: return false
    }
  }

  // MARK: Names

  /// What stands for a name that is empty, which no text can hold: `#` must be followed by a word.
  private static let unspelled = "#"

  /// A word with `#` before it where it is reserved.
  private static func escaped(_ word: String) -> String {
    Keyword.named(word) != nil || Keyword.alsoEscaped.contains(word.uppercased()) ? "#" + word : word
  }

  /// A variable's name.
  private func name(_ name: String) -> String { Self.escaped(Self.word(name.unicodeScalars[...])) }

  /// A function's name; one that a call of so many arguments reads as another's prints as no text can hold it.
  private func name(ofFunction selector: String, _ arguments: [FormatExpression]) -> String {
    if TreeFlaw(of: .function(selector: selector, arguments)) != nil { return "<\(self.selector(selector))>" }
    return selector == Keyword.fetch.rawValue ? selector : Self.escaped(self.selector(selector))
  }

  /// A function's name or a custom operator: each part is a word, and a colon that ends no part is escaped.
  private func selector(_ selector: String) -> String {
    let scalars = selector.unicodeScalars
    guard scalars.last == ":", scalars.count > 1 else { return Self.word(scalars[...]) }
    let parts = scalars.dropLast().split(separator: ":", omittingEmptySubsequences: false)
    if parts.contains(where: \.isEmpty) { return Self.word(scalars.dropLast()) + ":" }
    return parts.map { Self.word($0) + ":" }.joined()
  }

  /// A key in which every character that no word holds is written as an escape; `#` goes before reserved words.
  static func word(ofKey key: String) -> String {
    if ParenthesisedKey.matches(key) { return key }
    // By scalars: a mark after the `@` would make one character of both.
    let scalars = key.unicodeScalars
    if scalars.first == "@", scalars.count > 1 { return "@" + word(scalars.dropFirst()) }
    return escaped(word(scalars[...]))
  }

  /// A word in which every character that no word holds is written as an escape.
  private static func word(_ name: Substring.UnicodeScalarView) -> String {
    if name.isEmpty { return unspelled }
    var result = ""
    for scalar in name {
      let properties = scalar.properties
      if scalar == "_" || (result.isEmpty ? properties.isXIDStart : properties.isXIDContinue) {
        result.unicodeScalars.append(scalar)
      } else {
        result += scalar.escapes
      }
    }
    return result
  }
}

extension ComparisonOperator {
  /// Whether the operator asks for values alone; a function of the program may also ask what kind a number is of.
  fileprivate var comparesValues: Bool {
    switch self {
    case .tokenMatches, .boundedBy, .utiEquals, .utiConformsTo, .custom: false
    default: true
    }
  }
}

extension FormatExpression.Kind {
  /// Whether an expression only gives on what its parts are, so that their kinds count where its own does. Functions do more.
  fileprivate var givesValuesAlone: Bool {
    switch self {
    case .constant, .aggregate, .conditional, .setOperation: true
    default: false
    }
  }
}
