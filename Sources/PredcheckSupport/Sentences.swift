import PredicateSemantics
import PredicateSyntax

// What the parts of a predicate mean, in English. The texts of a predicate are complete, and those of lists and strings are cut.

extension FormatPredicate {
  /// What the predicate means: `the text of name begins with "qua", ignoring case`.
  package var sentence: String {
    switch kind {
    case .comparison(let comparison): comparison.sentence(isNegated: false)
    case .and(let parts): parts.isEmpty ? "every row matches" : Self.joined(parts, ", and ")
    case .or(let parts): parts.isEmpty ? "no row matches" : Self.joined(parts, ", or ")
    case .not(let part): part.negatedSentence
    case .constant(let isTrue): isTrue ? "every row matches" : "no row matches"
    case .invalid: "this part is invalid"
    }
  }

  /// What the predicate means if its parts are explained below it.
  package var sentenceAboveParts: String {
    switch kind {
    case .and(let parts) where parts.count == 2: "both parts are true"
    case .and(let parts) where parts.count > 2: "all \(parts.count) parts are true"
    case .or(let parts) where parts.count > 1: "at least one of \(parts.count) parts is true"
    case .not(let part) where part.isCompound: "the part is false"
    case .and, .or, .not, .comparison, .constant, .invalid: sentence
    }
  }

  private var negatedSentence: String {
    if case .comparison(let comparison) = kind { return comparison.sentence(isNegated: true) }
    return "it is not true that " + (isCompound ? "(\(sentence))" : sentence)
  }

  private var isCompound: Bool {
    switch kind {
    case .and(let parts), .or(let parts): parts.count > 1
    case .not, .comparison, .constant, .invalid: false
    }
  }

  private static func joined(_ parts: [FormatPredicate], _ word: String) -> String {
    parts.map { $0.isCompound ? "(\($0.sentence))" : $0.sentence }.joined(separator: word)
  }
}

extension FormatPredicate.Comparison {
  /// Returns what the comparison means, or its opposite.
  fileprivate func sentence(isNegated: Bool) -> String {
    let value = left.phrase
    return switch modifier {
    case .direct: sentence(about: value, isNegated)
    case .any: sentence(about: (isNegated ? "no value of " : "at least one value of ") + value, false)
    case .all where isNegated: sentence(about: "not every value of \(value)", false)
    case .all: sentence(about: "every value of \(value)", false) + ", or it has no values"
    }
  }

  private func sentence(about subject: String, _ isNegated: Bool) -> String {
    let other = right.phrase
    let (be, notBe) = isNegated ? ("is not", "is") : ("is", "is not")
    func does(_ verb: String, _ base: String) -> String { isNegated ? "does not \(base)" : verb }
    let text = subject == "text" || subject.hasPrefix("text of ") ? subject : "the text of \(subject)"
    let sentence =
      switch `operator` {
      case .equalTo: "\(subject) \(be) \(other)"
      case .notEqualTo: "\(subject) \(notBe) \(other)"
      case .lessThan: "\(subject) \(be) less than \(other)"
      case .lessThanOrEqualTo: "\(subject) \(be) at most \(other)"
      case .greaterThan: "\(subject) \(be) greater than \(other)"
      case .greaterThanOrEqualTo: "\(subject) \(be) at least \(other)"
      case .beginsWith: "\(text) \(does("begins", "begin")) with \(other)"
      case .endsWith: "\(text) \(does("ends", "end")) with \(other)"
      case .contains: "\(subject) \(does("contains", "contain")) \(other)"
      case .like: "\(text) as a whole \(does("matches", "match")) \(other), where * is any text and ? any character"
      case .matches: "\(text) as a whole \(does("matches", "match")) the regular expression \(other)"
      case .in: "\(subject) \(be) \(right.choices.map { "one of \($0)" } ?? "in \(other)")"
      case .between: "\(subject) \(be) between \(right.bounds ?? "the bounds in \(other)")"
      case .tokenMatches: "a word of \(text) \(does("matches", "match")) \(other), as the program decides"
      case .boundedBy: "\(subject) \(be) inside \(other), as the program decides"
      case .utiEquals: "\(subject) \(be) the type identifier \(other), as the program decides"
      case .utiConformsTo:
        "\(subject) \(does("conforms", "conform")) to the type identifier \(other), as the program decides"
      case .custom(let selector):
        "\(subject) \(does("passes", "pass")) the test \(selector) of the program with \(other)"
      }
    return sentence + options.phrase
  }
}

extension FormatStringOptions {
  fileprivate var phrase: String {
    let ignored: [(option: FormatStringOptions, name: String)] = [
      (.caseInsensitive, "case"), (.diacriticInsensitive, "accents"), (.widthInsensitive, "width"),
    ]
    let names = ignored.filter { contains($0.option) }.map(\.name)
    return (names.isEmpty ? "" : ", ignoring " + listed(names, "and") { $0 })
      + (contains(.localeSensitive) ? ", by the rules of the user's language" : "")
      + (contains(.normalized) ? ", character by character" : "")
      + (contains(.canonical) ? ", in any Unicode form" : "")
  }
}

extension FormatExpression {
  /// What the expression means: `the number of items`.
  package var phrase: String {
    switch kind {
    case .constant(let value): value.phrase
    case .evaluatedObject: "the row"
    case .variable(let name): "$\(name)"
    case .keyPath(let steps): Self.phrase(of: steps[...], in: nil)
    case .keys(let keys): Self.phrase(of: keys.steps[...], in: keys.root.phrase)
    case .index(let element): element.phrase
    case .aggregate(let elements): listPhrase(elements, \.phrase)
    case .function(let call): call.phrase
    case .cast(let cast): "\(cast.value.phrase) converted to \(cast.type)"
    case .targetFunction(let call):
      "the result of the program's \(call.selector) for \(listed([call.target] + call.arguments, "and", \.phrase))"
    case .conditional(let choice):
      "(\(choice.then.phrase) if \(choice.condition.sentence), otherwise \(choice.otherwise.phrase))"
    case .subquery(let subquery):
      "the elements $\(subquery.variable) of \(subquery.collection.phrase) for which (\(subquery.predicate.sentence))"
    case .setOperation(let operation): operation.phrase
    case .assignment(let assignment): "(\(assignment.value.phrase), called $\(assignment.variable))"
    case .anyKey: "any key"
    case .placeholder(let conversion): "the argument for \(conversion.text)"
    case .invalid: "an invalid expression"
    }
  }

  /// The elements of a list, joined by "or", or nil if the expression is not a list or has no elements.
  fileprivate var choices: String? { elements.flatMap { $0.isEmpty ? nil : listed($0, "or", \.phrase) } }

  /// Two elements of a list as bounds, or nil if there are not two.
  fileprivate var bounds: String? {
    guard let elements, elements.count == 2 else { return nil }
    return listed(elements, "and", \.phrase) + " inclusive"
  }

  private var elements: [FormatExpression]? {
    switch kind {
    case .aggregate(let elements): elements
    case .constant(.list(let values)), .constant(.set(let values)): values.map { FormatExpression(.constant($0)) }
    default: nil
    }
  }

  /// Returns what a key path means: `city of maker`. The keys after a collection operator are those of its values.
  private static func phrase(of steps: ArraySlice<KeyStep>, in base: String?) -> String {
    // What the operators make of the values, from the first operator on, and the keys of the values. A loop, because a key path may
    // have a million keys.
    var operators = ""
    var keys: [String] = []
    for step in steps {
      switch step.kind {
      case .key(.collectionOperator(let known)):
        operators += known.reduction?.kind.words ?? "the list of \(known.isDistinct ? "distinct" : "all") values of "
      case .key: keys.append(FormatExpression(.keyPath([step])).format)
      case .variable(let name): keys.append("the key that $\(name) names")
      case .placeholder(let conversion): keys.append("the key for \(conversion.text)")
      }
    }
    let bases = base.map { [$0] } ?? (keys.isEmpty ? ["the row"] : [])
    return operators + (keys.reversed() + bases).joined(separator: " of ")
  }
}

extension FormatExpression.Element {
  fileprivate var phrase: String {
    switch index {
    case .first: "the first element of \(collection.phrase)"
    case .last: "the last element of \(collection.phrase)"
    case .size: "the number of elements of \(collection.phrase)"
    case .value(let position): "the element at \(position.phrase) of \(collection.phrase)"
    }
  }
}

extension FormatExpression.SetOperation {
  fileprivate var phrase: String {
    switch `operator` {
    case .union: "the union of \(left.phrase) and \(right.phrase)"
    case .intersect: "the intersection of \(left.phrase) and \(right.phrase)"
    case .minus: "the list of elements of \(left.phrase) that are not in \(right.phrase)"
    }
  }
}

extension FormatExpression.Call {
  private var isArithmetic: Bool { ArithmeticOperator(selector: selector) != nil }

  fileprivate var phrase: String {
    if arguments.count == 1, case .reduction(let kind)? = PredefinedFunction.named(selector)?.definition {
      return kind.words + arguments[0].phrase
    }
    let pieces = (Self.words[selector] ?? "").split(separator: "_", omittingEmptySubsequences: false)
    guard pieces.count == arguments.count + 1, pieces != [""] else {
      return "\(selector) of \(listed(arguments, "and", \.phrase))"
    }
    var phrase = String(pieces[0])
    for (argument, piece) in zip(arguments, pieces.dropFirst()) {
      var isNested = false
      if case .function(let call) = argument.kind { isNested = isArithmetic && call.isArithmetic }
      phrase += (isNested ? "(\(argument.phrase))" : argument.phrase) + piece
    }
    return phrase
  }

  /// The words for functions, in which each `_` is the next operand. Other functions have the words of a call.
  private static let words = [
    "add:to:": "_ plus _", "from:subtract:": "_ minus _", "multiply:by:": "_ times _", "divide:by:": "_ divided by _",
    "modulus:by:": "the remainder of _ divided by _", "raise:toPower:": "_ to the power of _",
    "bitwiseAnd:with:": "_ bitwise and _", "bitwiseOr:with:": "_ bitwise or _",
    "bitwiseXor:with:": "_ bitwise exclusive or _", "onesComplement:": "the bitwise complement of _",
    "leftshift:by:": "_ shifted left by _", "rightshift:by:": "_ shifted right by _",
    "sqrt:": "the square root of _", "log:": "the decimal logarithm of _", "ln:": "the natural logarithm of _",
    "exp:": "e to the power of _", "floor:": "_ rounded down", "ceiling:": "_ rounded up",
    "trunc:": "_ rounded toward zero", "abs:": "the absolute value of _", "random": "a random number",
    "random:": "a random integer below _", "randomn:": "a random integer below _", "now": "the current time",
    "uppercase:": "_ in uppercase", "lowercase:": "_ in lowercase", "canonical:": "_ without case and accents",
    "length:": "the length of _", "year:": "the year of _", "month:": "the month of _", "day:": "the day of _",
    "hour:": "the hour of _", "year:inTimeZone:": "the year of _ in the time zone _",
    "month:inTimeZone:": "the month of _ in the time zone _", "day:inTimeZone:": "the day of _ in the time zone _",
    "hour:inTimeZone:": "the hour of _ in the time zone _", "noindex:": "_ without an index",
    "distinct:": "the distinct values of _",
    FormatExpression.Call.indexSelector: "_ at the index _", "indexed:by:": "_ at the index _",
    FormatExpression.Call.castSelector: "_ converted to _", "tokenize:using:": "the words of _ by _",
    "distanceToLocation:fromLocation:": "the distance to _ from _",
  ]
}

extension Reduction.Kind {
  /// The words before the values: `the sum of `.
  fileprivate var words: String {
    switch self {
    case .count: "the number of "
    case .sum: "the sum of "
    case .average: "the average of "
    case .minimum: "the least value of "
    case .maximum: "the greatest value of "
    case .median: "the median of "
    case .mode: "the most frequent value of "
    case .standardDeviation: "the standard deviation of "
    }
  }
}

extension FormatValue {
  fileprivate var phrase: String {
    switch self {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .integer, .unsigned, .double, .string:
      Explanation.shortened(FormatExpression(.constant(self)).format)
    case .decimal(let number): number.description
    case .date(let seconds): seconds.dateText
    case .uuid(let uuid): uuid.text
    case .data(let bytes): "\(bytes.count) bytes"
    case .list(let values), .set(let values): listPhrase(values, \.phrase)
    case .record: "an object with keys"
    case .object: "an object of the program"
    }
  }
}

/// Returns what a list of expressions or values is: `the list of a and b`.
private func listPhrase<Item>(_ items: [Item], _ text: (Item) -> String) -> String {
  items.isEmpty ? "the empty list" : "the list of \(listed(items, "and", text))"
}

/// Returns texts as a list: `a, b and c`. The last ones of a long list are counted.
private func listed<Item>(_ items: [Item], _ word: String, _ text: (Item) -> String) -> String {
  let maximum = 8
  var texts = items.prefix(maximum).map(text)
  if items.count > maximum { texts.append("\(items.count - maximum) more") }
  guard let last = texts.popLast() else { return "nothing" }
  return texts.isEmpty ? last : texts.joined(separator: ", ") + " \(word) " + last
}
