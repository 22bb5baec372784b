#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import PredicateEvaluation
import PredicateSyntax

extension FormatPredicate {
  /// Creates the format of a predicate that the macro `#Predicate` made.
  ///
  ///     let recent = #Predicate<Book> { $0.year > 1965 && $0.tags.contains("fantasy") }
  ///     let format = try FormatPredicate(recent)
  ///     // format.format == "year > 1965 AND ANY tags == \"fantasy\""
  ///
  /// So a condition that the compiler has checked can be printed, stored, sent and run as SQL. It finds the same objects, except that
  /// strings are compared by Unicode scalars, that `count` of a String counts UTF-16 code units, as `length` does, that `a!` is nil
  /// where Foundation throws an error, and that NaN is nil.
  ///
  /// - Parameters:
  ///   - predicate: The predicate. Captured values become constants, and those of enums their raw values.
  ///   - names: The keys of key paths that have no name at run time, such as those of computed properties. `predicateKeys` names
  ///     them for every call: `PredicateKey.key(_:at:)`.
  ///   - options: The options of each comparison of strings. With `.canonical`, strings are equal if Swift's `==` says so, and the `count` of
  ///     a string is an error. The format then has no spelling, so it cannot be stored.
  /// - Throws: `FormatError` that names what has no counterpart in the language.
  public init<Root>(
    _ predicate: Predicate<Root>, names: [AnyKeyPath: String] = [:], options: FormatStringOptions = []
  ) throws(FormatError) {
    var reader = MacroReader(names: names, options: options)
    reader.variables[predicate.variable.key] = .evaluatedObject
    self = try reader.condition(predicate.expression)
  }

  /// Returns a Foundation predicate that evaluates this predicate, for functions that take one.
  ///
  ///     let recent = try FormatPredicate("year > 1965").predicate(for: Book.self)
  ///     let found = try books.filter(recent)
  ///
  /// Its `evaluate` throws `FormatError`. It has no form that SwiftData can translate.
  ///
  /// - Parameters:
  ///   - type: The type of the objects. The predicate is compiled for it.
  ///   - variables: The values of `$NAME` variables, by name without the dollar sign.
  /// - Throws: `FormatError` for an unknown key or an impossible comparison.
  public func predicate<Root>(
    for type: Root.Type, variables: [String: (any FormatArgument)?] = [:]
  ) throws(FormatError) -> Predicate<Root> {
    let format = substituting(variables)
    let compiled = try CompiledPredicate(format, for: type)
    return Predicate<Root> { variable in
      FormatPredicateExpression(variable: variable, format: format, compiled: compiled)
    }
  }
}

/// The expression of a Foundation predicate that evaluates a format.
struct FormatPredicateExpression<Root>: StandardPredicateExpression {
  let variable: PredicateExpressions.Variable<Root>
  let format: FormatPredicate
  let compiled: CompiledPredicate<Root>

  func evaluate(_ bindings: PredicateBindings) throws -> Bool {
    guard let object = bindings[variable] else { throw PredicateError.undefinedVariable }
    return try compiled.evaluate(with: object)
  }
}

extension FormatPredicateExpression: Codable {
  private enum CodingKeys: CodingKey {
    case variable, format
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    variable = try container.decode(PredicateExpressions.Variable<Root>.self, forKey: .variable)
    format = try container.decode(FormatPredicate.self, forKey: .format)
    compiled = try CompiledPredicate(format)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(variable, forKey: .variable)
    try container.encode(format, forKey: .format)
  }
}

extension FormatPredicateExpression: MacroExpression {
  func part(_ reader: inout MacroReader) throws(FormatError) -> MacroReader.Part {
    // The keys of the format are those of SELF.
    guard reader.variables[variable.key] == .evaluatedObject else {
      throw FormatError(.notConvertible("the predicate of a format", reason: "its object is not SELF"))
    }
    return .condition(format)
  }
}
