/// Prints trees as format strings, in one of two forms.
///
/// The canonical form is Apple's `predicateFormat`, byte for byte where that is known (language reference, section 5). It
/// loses a little: `1.0` prints as `1`, `YES` as `1`. The lossless form differs only there, so that it parses to an equal
/// tree.
struct Printer {
  enum Form { case canonical, lossless }

  let form: Form
  /// Whether no parentheses are printed but those that are needed, and operators as calls of their functions, which need none.
  private let isTight: Bool
  private(set) var text = ""

  /// Prints a tree of a height in a form.
  ///
  /// A level of the tree may be two of the text, an operand and its parentheses. Where the text might then be too high to be
  /// read, the lossless form goes without.
  init(_ form: Form, height: Int = 0) {
    self.form = form
    isTight = form == .lossless && height > Limits.greatestHeight / 2 - 5
  }

  mutating func append(_ part: String) { text += part }

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
    if comparison.modifier != .direct { text += modifier + " " }
    print(comparison.left)
    let spelling =
      if case .custom(let selector) = comparison.comparison { self.selector(selector) } else {
        comparison.comparison.spelling
      }
    text += " \(spelling)\(comparison.options.spelling) "
    print(comparison.right)
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
    switch expression.kind {
    case .constant(let value): print(value)
    case .evaluatedObject: text += "SELF"
    case .variable(let name): text += "$" + self.name(name)
    case .keyPath(let steps): print(steps, of: nil)
    case .keys(let root, let steps): print(steps, of: root)
    case .index(let base, let index): print(index, of: base)
    case .aggregate(let elements): print(elements, open: "{", close: "}")
    case .function(let selector, let arguments): print(selector, arguments)
    case .cast(let value, let type):
      text += "CAST("
      print(value)
      text += ", \(Self.quoted(type)))"
    case .targetFunction(let target, let selector, let arguments):
      text += "FUNCTION("
      print(target)
      text += ", \(Self.quoted(selector))"
      for argument in arguments {
        text += " , "  // The blank before the comma is Apple's.
        print(argument)
      }
      text += ")"
    case .conditional(let predicate, let then, let otherwise):
      text += "TERNARY("
      print(predicate)
      text += ", "
      print(then)
      text += ", "
      print(otherwise)
      text += ")"
    case .subquery(let collection, let variable, let predicate):
      text += "SUBQUERY("
      print(collection)
      text += ", $\(name(variable)), "
      print(predicate)
      text += ")"
    case .setOperation(let operation, let left, let right):
      // Set operations group to the left.
      if isTight, isSetOperation(left) { print(left) } else { print(operand: left, of: expression) }
      text += " \(operation.rawValue) "
      print(operand: right, of: expression)
    case .assignment(let name, let value):
      text += "$\(self.name(name)) := "
      print(value)
    case .anyKey: text += "ANYKEY"
    case .placeholder(let conversion): text += conversion.text
    case .invalid(let fault): text += "<invalid: \(fault.code.rawValue)>"
    }
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
    for (index, step) in steps.enumerated() {
      if index > 0 { text += "." }
      switch step {
      case .key(let key): text += form == .lossless ? Self.losslessKey(key) : Self.escaped(key)
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
    case .constant(.bool): form == .canonical  // It prints as 1 or 0.
    default: false
    }
  }

  private mutating func print(_ selector: String, _ arguments: [FormatExpression]) {
    guard let symbol = PredefinedFunction.named(selector)?.symbol, arguments.count == (symbol == "~" ? 1 : 2), !isTight
    else {
      let isReserved = Keyword.named(selector) != nil && selector != Keyword.fetch.rawValue
      return print(arguments, open: (isReserved ? "#" : "") + self.selector(selector) + "(", close: ")")
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
    case .constant(.set): return form == .lossless  // It prints as a union.
    case .function(let selector, let arguments):
      return arguments.count == 2 && PredefinedFunction.named(selector)?.symbol != nil && !isTight
    default: return false
    }
  }

  // MARK: Names

  /// A key, or a variable's name; `#` goes before reserved words.
  static func escaped(_ name: String) -> String {
    Keyword.named(name) != nil || Keyword.alsoEscaped.contains(name.uppercased()) ? "#" + name : name
  }

  /// A variable's name in the printer's form.
  private func name(_ name: String) -> String {
    Self.escaped(form == .lossless ? Self.word(name.unicodeScalars[...]) : name)
  }

  /// A function's name or a custom operator in the printer's form. In the lossless one each part is a word, and a colon
  /// that ends no part is escaped.
  private func selector(_ selector: String) -> String {
    guard form == .lossless else { return selector }
    let scalars = selector.unicodeScalars
    guard scalars.last == ":", scalars.count > 1 else { return Self.word(scalars[...]) }
    let parts = scalars.dropLast().split(separator: ":", omittingEmptySubsequences: false)
    if parts.contains(where: \.isEmpty) { return Self.word(scalars.dropLast()) + ":" }
    return parts.map { Self.word($0) + ":" }.joined()
  }

  /// A key in which every character that no word holds is written as an escape; `#` goes before reserved words.
  static func losslessKey(_ key: String) -> String {
    if ParenthesisedKey.matches(key) { return key }
    // By scalars: a mark after the `@` would make one character of both.
    let scalars = key.unicodeScalars
    if scalars.first == "@", scalars.count > 1 { return "@" + word(scalars.dropFirst()) }
    return escaped(word(scalars[...]))
  }

  /// A word in which every character that no word holds is written as an escape.
  private static func word(_ name: Substring.UnicodeScalarView) -> String {
    var result = ""
    for scalar in name {
      let properties = scalar.properties
      if scalar == "_" || (result.isEmpty ? properties.isXIDStart : properties.isXIDContinue) {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return result
  }
}
