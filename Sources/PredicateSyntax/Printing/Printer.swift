/// Prints trees as format strings in one of two forms.
///
/// The canonical form is Apple's `predicateFormat`, byte for byte where that is known, and parses to the original meaning
/// (Rationale 8). If a comparison depends only on the values of numbers, `1.0` and `YES` print as `1`. The lossless form
/// preserves them, so that it parses to an equal tree.
///
/// Neither form ever parses to another meaning: constants without a spelling print as text that does not parse.
package struct Printer {
  let isLossless: Bool
  /// Whether to print only required parentheses, and operators as function calls, which need none.
  private let isTight: Bool
  private(set) var text = ""
  /// Whether constants are compared by value alone, as on both sides of a comparison. Elsewhere their types matter too: `1.0 / 2`
  /// is 0.5, and `1 / 2` is 0.
  private(set) var isCompared: Bool
  /// The positions of the nodes in `text`, if they are recorded.
  var record: PrintedNodes?

  /// Creates a printer for a tree of the given height.
  ///
  /// A level of the tree may become two levels of text: an operand and its parentheses. If the text could become too high to
  /// parse, the lossless form omits optional parentheses.
  init(isLossless: Bool, height: Int = 0) {
    self.isLossless = isLossless
    isCompared = !isLossless
    isTight = isLossless && height > PredicateLimits.greatestHeight / 2 - 5
  }

  mutating func append(_ part: String) { text += part }

  /// A copy with the same settings and no output yet.
  var empty: Printer {
    var copy = self
    copy.text = ""
    copy.record = nil
    return copy
  }

  // MARK: Positions

  /// Begins the text of a node. Returns its index, which `end(_:)` takes.
  @inline(__always)
  private mutating func begin() -> Int { record?.begin(at: text.utf8.count) ?? 0 }

  /// Ends the text of a node.
  @inline(__always)
  private mutating func end(_ node: Int) { record?.end(node, at: text.utf8.count) }

  /// Prints the word of a node, and what follows the word.
  private mutating func print(word: String, _ end: String = "", of node: Int) {
    let start = text.utf8.count
    record?.nodes[node].word = WordRange(FormatRange(start, start + word.utf8.count))
    text += word + end
  }

  /// Prints the operator of a node between its operands. Of several ones, the first is that of the node.
  private mutating func print(infix word: String, of node: Int) {
    text += " "
    if record?.nodes[node].word.range == nil { print(word: word, " ", of: node) } else { text += word + " " }
  }

  /// Prints a tree as it was written, if its text is kept. Returns whether it is.
  @inline(never)
  private mutating func printWritten(_ tree: some FormatTree) -> Bool {
    guard let written = record?.write(tree, at: text.utf8.count) else { return false }
    text += written
    return true
  }

  // MARK: Predicates

  mutating func print(_ predicate: FormatPredicate) {
    if printWritten(predicate) { return }
    let node = begin()
    switch predicate.kind {
    case .comparison(let comparison): print(comparison, comparison.modifier.rawValue, node)
    case .and(let parts): print(parts, of: .and, joinedBy: "AND", none: "TRUEPREDICATE", node)
    case .or(let parts): print(parts, of: .or, joinedBy: "OR", none: "FALSEPREDICATE", node)
    case .not(let part):
      // NONE means NOT ANY and saves a level of text.
      if isTight, case .comparison(let comparison) = part.kind, comparison.modifier == .any {
        print(comparison, "NONE", node)
      } else {
        print(word: "NOT", " ", of: node)
        print(child: part, of: .comparison)
      }
    case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .invalid(let error): text += "<invalid: \(error.code.rawValue)>"
    }
    end(node)
  }

  private mutating func print(_ comparison: FormatPredicate.Comparison, _ modifier: String, _ node: Int) {
    let start = text.utf8.count
    let outer = isCompared
    isCompared = !isLossless && comparison.operator.comparesValues
    if comparison.modifier != .direct { text += modifier + " " }
    let comparesValues = isCompared
    // The elements of a list have the type of the list, so that it must not change.
    if comparison.modifier != .direct, [comparison.left].haveSeveralNumberKinds { isCompared = false }
    print(comparison.left, asElements: comparison.modifier != .direct || comparison.operator == .contains)
    let spelling =
      if case .custom(let selector) = comparison.operator { Self.escaped(self.selector(selector)) } else {
        comparison.operator.spelling
      }
    let end = text.utf8.count
    text += " \(spelling)\(comparison.options.spelling) "
    let name = FormatRange(end + 1, end + 1 + spelling.utf8.count)
    let places = ComparisonPlaces(
      operator: name, options: comparison.options.isEmpty ? nil : FormatRange(name.end, text.utf8.count - 1),
      modifier: comparison.modifier == .direct ? nil : FormatRange(start, start + modifier.utf8.count))
    record?.nodes[node].places = places
    isCompared = comparesValues
    print(comparison.right, asElements: comparison.operator == .in)
    isCompared = outer
  }

  /// Prints one side of a comparison. If only its elements matter, a set prints as a list, as Apple prints it.
  private mutating func print(_ side: FormatExpression, asElements: Bool) {
    guard isCompared, asElements, case .constant(.set(let values)) = side.kind else { return print(side) }
    let node = begin()
    print(elementsOf: values)
    end(node)
  }

  private mutating func print(
    _ parts: [FormatPredicate], of parent: Precedence, joinedBy word: String, none: String, _ node: Int
  ) {
    // A single part prints without its compound; an empty compound prints as a constant.
    if parts.isEmpty { text += none }
    if let part = parts.first, parts.count == 1 { return print(part) }
    for (index, part) in parts.enumerated() {
      if index > 0 { print(infix: word, of: node) }
      print(child: part, of: parent)
    }
  }

  /// Prints an operand of a compound, parenthesized if it is itself AND, OR, or NOT.
  private mutating func print(child: FormatPredicate, of parent: Precedence) {
    switch child.kind {
    case .and(let parts) where parts.count == 1, .or(let parts) where parts.count == 1:
      let node = begin()
      print(child: parts[0], of: parent)
      end(node)
    case .and(let parts) where parts.count > 1: print(child, parenthesized: !isTight || parent != .or)
    case .or(let parts) where parts.count > 1: print(child, parenthesized: true)
    case .not: print(child, parenthesized: !isTight)
    case .comparison, .and, .or, .constant, .invalid: print(child)
    }
  }

  private mutating func print(_ predicate: FormatPredicate, parenthesized isParenthesized: Bool) {
    if isParenthesized { text += "(" }
    print(predicate)
    if isParenthesized { text += ")" }
  }

  // MARK: Expressions

  mutating func print(_ expression: FormatExpression) {
    if printWritten(expression) { return }
    let outer = isCompared
    isCompared = outer && expression.kind.givesValuesAlone
    let node = begin()
    switch expression.kind {
    case .constant(let value): print(value)
    case .evaluatedObject: text += "SELF"
    case .variable(let name): text += "$" + self.name(name)
    case .keyPath(let steps): print(steps, of: nil)
    case .keys(let keys): print(keys.steps, of: keys.root)
    case .index(let element): print(element, node)
    case .aggregate(let elements): print(elements, open: "{", close: "}")
    case .function(let call): print(call, node)
    case .cast(let cast): print(cast, node)
    case .targetFunction(let call): print(call, node)
    case .conditional(let choice):
      if isCompared, choice.choosesPredicates || [choice.then, choice.otherwise].haveSeveralNumberKinds {
        isCompared = false
      }
      print(choice, node)
    case .subquery(let subquery): print(subquery, node)
    case .setOperation(let operation): print(operation, node)
    case .assignment(let assignment):
      text += "$\(name(assignment.variable)) := "
      print(assignment.value)
    case .anyKey: text += "ANYKEY"
    case .placeholder(let conversion): text += conversion.text
    case .invalid(let error): text += "<invalid: \(error.code.rawValue)>"
    }
    end(node)
    isCompared = outer
  }

  /// Prints the text of an expression without children in place of its own.
  private mutating func print(leaf text: String) {
    let node = begin()
    append(text)
    end(node)
  }

  private mutating func print(_ cast: FormatExpression.Cast, _ node: Int) {
    print(word: "CAST", "(", of: node)
    // CAST treats YES and 1 alike, except that 1 is a date and YES is not.
    if case .constant(.bool(let value)) = cast.value.kind, !isLossless, cast.type != "NSDate" {
      print(leaf: value ? "1" : "0")
    } else {
      print(cast.value)
    }
    text += ", \(Self.quoted(cast.type)))"
  }

  private mutating func print(_ call: FormatExpression.TargetCall, _ node: Int) {
    print(word: "FUNCTION", "(", of: node)
    print(call.target)
    text += ", \(Self.quoted(call.selector))"
    for argument in call.arguments {
      text += " , "  // The space before the comma matches Apple's output.
      print(argument)
    }
    text += ")"
  }

  private mutating func print(_ choice: FormatExpression.Conditional, _ node: Int) {
    print(word: "TERNARY", "(", of: node)
    print(choice.condition)
    text += ", "
    print(branch: choice.then)
    text += ", "
    print(branch: choice.otherwise)
    text += ")"
  }

  /// Prints a branch of TERNARY. A choice between YES and NO prints as its predicate.
  private mutating func print(branch: FormatExpression) {
    guard case .conditional(let choice) = branch.kind, let predicate = choice.predicate else { return print(branch) }
    let node = begin()
    print(predicate)
    print(leaf: "")
    print(leaf: "")
    end(node)
  }

  private mutating func print(_ subquery: FormatExpression.Subquery, _ node: Int) {
    print(word: "SUBQUERY", "(", of: node)
    print(subquery.collection)
    text += ", $\(name(subquery.variable)), "
    print(subquery.predicate)
    text += ")"
  }

  private mutating func print(_ operation: FormatExpression.SetOperation, _ node: Int) {
    // Set operations are left-associative.
    if isTight, case .setOperation = operation.left.kind {
      print(operation.left)
    } else {
      print(operand: operation.left, ofSets: true)
    }
    print(infix: operation.operator.rawValue, of: node)
    print(operand: operation.right, ofSets: true)
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
    } else if case .variable? = steps.first?.kind {
      text += "SELF."  // Without SELF this would be the variable.
    }
    if steps.isEmpty { text += Self.unspelled }
    for (index, step) in steps.enumerated() {
      if index > 0 { text += "." }
      let key = begin()
      defer { end(key) }
      switch step.kind {
      case .key(let key): text += Self.word(ofKey: key.name)
      case .variable(let name): text += "$" + self.name(name)
      case .placeholder(let conversion): text += conversion.text
      }
    }
  }

  private mutating func print(_ element: FormatExpression.Element, _ node: Int) {
    print(base: element.collection)
    let start = text.utf8.count
    text += "["
    switch element.index {
    case .first: text += "FIRST"
    case .last: text += "LAST"
    case .size: text += "SIZE"
    case .value(let position): print(position)
    }
    text += "]"
    record?.nodes[node].word = WordRange(FormatRange(start, text.utf8.count))
  }

  /// Prints the base of a `.` or `[`, parenthesized if it is an operator, or a number, which would absorb the dot.
  private mutating func print(base: FormatExpression) {
    if case .constant(.bool(let value)) = base.kind, !isLossless { return print(leaf: value ? "(1)" : "(0)") }
    if needsParentheses(base) || isNumber(base) || isComplement(base) { return printParenthesized(base) }
    print(base)
  }

  private func isComplement(_ expression: FormatExpression) -> Bool {
    if case .function(let call) = expression.kind { infix(of: call) == .complement } else { false }
  }

  private func isNumber(_ expression: FormatExpression) -> Bool {
    switch expression.kind {
    case .constant(.integer), .constant(.unsigned), .constant(.double), .constant(.decimal): true
    default: false
    }
  }

  /// Returns the operator that a call prints with, or `nil` if it prints as a call.
  private func infix(of call: FormatExpression.Call) -> ArithmeticOperator? {
    guard let infix = ArithmeticOperator(selector: call.selector), call.arguments.count == infix.arity else {
      return nil
    }
    return isTight ? nil : infix
  }

  private mutating func print(_ call: FormatExpression.Call, _ node: Int) {
    guard let infix = infix(of: call) else {
      print(word: name(of: call), of: node)
      return print(call.arguments, open: "(", close: ")")
    }
    if infix == .complement {
      print(word: infix.rawValue, of: node)
      return print(operand: call.arguments[0])
    }
    print(operand: call.arguments[0])
    print(infix: infix.rawValue, of: node)
    print(operand: call.arguments[1])
  }

  /// Prints an operand, parenthesized if it is itself an operator, regardless of precedence. An operator of arithmetic needs no
  /// parentheses within a set operation.
  private mutating func print(operand: FormatExpression, ofSets: Bool = false) {
    if needsParentheses(operand), !(ofSets && isFunction(operand)) { return printParenthesized(operand) }
    print(operand)
  }

  private mutating func printParenthesized(_ expression: FormatExpression) {
    text += "("
    print(expression)
    text += ")"
  }

  private func isFunction(_ expression: FormatExpression) -> Bool {
    if case .function = expression.kind { true } else { false }
  }

  private func needsParentheses(_ expression: FormatExpression) -> Bool {
    switch expression.kind {
    case .setOperation, .assignment: true
    case .constant(.set): true  // It prints as a union.
    case .function(let call): infix(of: call)?.arity == 2
    case .constant, .evaluatedObject, .variable, .keyPath, .keys, .index, .aggregate, .cast, .targetFunction,
      .conditional, .subquery, .anyKey, .placeholder, .invalid:
      false
    }
  }

  // MARK: Names

  /// The output for an empty name, which has no spelling. It does not parse, because a word must follow `#`.
  private static let unspelled = "#"

  /// Returns a word, with `#` before it if it is reserved.
  private static func escaped(_ word: String) -> String {
    Keyword.isReserved(word) || Keyword.alsoEscaped.contains(word.uppercased()) ? "#" + word : word
  }

  private func name(_ name: String) -> String { Self.escaped(Self.word(name.unicodeScalars[...])) }

  /// Returns a function's name, in angle brackets if the call would parse as a call of another function.
  private func name(of call: FormatExpression.Call) -> String {
    if call.misreadSelector != nil {
      return "<\(selector(call.selector))>"
    }
    return call.selector == Keyword.fetch.rawValue ? call.selector : Self.escaped(selector(call.selector))
  }

  /// Returns the name of a function or custom operator. Each part is a word, and a colon that does not end a part is escaped.
  private func selector(_ selector: String) -> String {
    let scalars = selector.unicodeScalars
    guard scalars.last == ":", scalars.count > 1 else { return Self.word(scalars[...]) }
    let parts = scalars.dropLast().split(separator: ":", omittingEmptySubsequences: false)
    if parts.contains(where: { $0.isEmpty }) { return Self.word(scalars.dropLast()) + ":" }
    return parts.map { Self.word($0) + ":" }.joined()
  }

  /// Returns a key with an escape for each character that words cannot contain, and with `#` before reserved words.
  static func word(ofKey key: String) -> String {
    if key.isParenthesizedKey { return key }
    // Compare scalars, because a combining mark after the `@` would form one character with it.
    let scalars = key.unicodeScalars
    if scalars.first == "@", scalars.count > 1 { return "@" + word(scalars.dropFirst()) }
    return escaped(word(scalars[...]))
  }

  /// Returns a word with an escape for each character that words cannot contain, or that is invisible.
  private static func word(_ name: Substring.UnicodeScalarView) -> String {
    if name.isEmpty { return unspelled }
    var result = ""
    for scalar in name {
      let properties = scalar.properties
      let isPart = scalar == "_" || (result.isEmpty ? properties.isXIDStart : properties.isXIDContinue)
      if isPart, !scalar.isHidden {
        result.unicodeScalars.append(scalar)
      } else {
        result += scalar.escapes
      }
    }
    return result
  }
}

extension FormatComparisonOperator {
  /// Whether the operator depends only on values. A function of the program may also depend on the types of numbers.
  fileprivate var comparesValues: Bool { kind != .program }
}

extension FormatExpression.Kind {
  /// Whether the expression only passes on the values of its children, so that their types matter only if its own does.
  fileprivate var givesValuesAlone: Bool {
    switch self {
    case .constant, .aggregate, .conditional, .setOperation: true
    case .evaluatedObject, .variable, .keyPath, .keys, .index, .function, .cast, .targetFunction, .subquery,
      .assignment, .anyKey, .placeholder, .invalid:
      false
    }
  }
}
