import PredicateEvaluation
import PredicateModel
import PredicateSyntax

/// The functions that statements for SQLite call, which run the code that evaluates predicates in memory.
///
/// An operand of a kind that it does not take, NULL, and any fault of a value give NULL, as in memory where faults are nil.
/// What is no answer in memory either is an error (`FunctionFault`): it ends the statement.
enum SQLFunction: Int, CaseIterable {
  /// `predicate_fold(text, options)`: the text as `[c]`, `[d]` and `[w]` compare it. The options are letters: `'cd'`.
  case fold
  /// `predicate_matches(text, pattern, options)`: MATCHES; 1, 0 or NULL.
  case matches
  /// `predicate_like(text, pattern, options)`: LIKE; 1, 0 or NULL.
  case like
  /// `predicate_length(text)`: the length in UTF-16, as the key `length` reads it.
  case length
  /// `predicate_call(selector, operand…)`: a predefined function, such as `raise:toPower:`; NULL for `now` and `random`,
  /// which give another value each time.
  case call
  /// `predicate_cast(value, type)`: CAST to `NSString` or `NSNumber`.
  case cast
  /// `predicate_units(value)`: the integer, which counts units of decimals; an error for a number that is none, since it did
  /// not fit into 64 bits.
  case units
  /// `predicate_unit_double(value, scale)`: the double that is nearest to the decimal of so many units of 10^-scale.
  case unitDouble

  /// The name in SQL, and the number of operands; -1 for any.
  private var declaration: (name: String, operands: Int32) {
    switch self {
    case .fold: ("predicate_fold", 2)
    case .matches: ("predicate_matches", 3)
    case .like: ("predicate_like", 3)
    case .length: ("predicate_length", 1)
    case .call: ("predicate_call", -1)
    case .cast: ("predicate_cast", 2)
    case .units: ("predicate_units", 1)
    case .unitDouble: ("predicate_unit_double", 2)
    }
  }

  /// Whether indexes, views and generated columns of a file that nobody vouches for may call it: it takes no longer than its
  /// text is long. The others take patterns and selectors, which are then those of a stranger.
  private var mayStandInSchema: Bool { self == .fold || self == .length }

  /// Gives the function to a connection.
  func register(on session: Session, _ callback: SQLiteInterface.Callback) throws(SQLiteFault) {
    let (name, operands) = declaration
    let flags =
      Int32(SQLiteCode.utf8) | SQLiteCode.deterministic | (mayStandInSchema ? SQLiteCode.innocuous : 0)
    try session.check(
      session.interface.createFunction(
        session.handle, name, operands, flags, UnsafeMutableRawPointer(bitPattern: rawValue), callback, nil, nil, nil),
      of: nil)
  }

  /// Answers a call.
  func run(_ call: FunctionCall) {
    do throws(FunctionFault) { try answer(call) } catch { call.fail(error) }
  }

  private func answer(_ call: FunctionCall) throws(FunctionFault) {
    switch self {
    case .fold: try Self.fold(call)
    case .matches: try Self.matches(call)
    case .like: try Self.like(call)
    case .length: call.answer(try call.text(0)?.utf16.count)
    case .call: try Self.predefined(call)
    case .cast: try Self.cast(call)
    case .units: try Self.units(call)
    case .unitDouble: try Self.unitDouble(call)
    }
  }

  private static func units(_ call: FunctionCall) throws(FunctionFault) {
    switch try call.operand(0) {
    case .integer(let value): call.answer(.integer(value))
    case .double: throw .unitsOverflow
    default: call.answerNull()
    }
  }

  private static func unitDouble(_ call: FunctionCall) throws(FunctionFault) {
    guard case .integer(let units) = try call.operand(0), case .integer(let scale) = try call.operand(1) else {
      return call.answerNull()
    }
    let number = DecimalNumber(units)
    // No decimal has more than a few dozens of digits after its point.
    guard (0...1_000).contains(scale),
      let decimal = DecimalNumber(
        isNegative: number.isNegative, digits: number.digits, exponent: number.exponent - Int(scale))
    else { return call.answerNull() }
    call.answer(.double(decimal.doubleValue))
  }

  private static func fold(_ call: FunctionCall) throws(FunctionFault) {
    guard let options = try call.options(1), let folded = try call.withText(0, { foldedUTF8($0, options) }) else {
      return call.answerNull()
    }
    call.answer(folded)
  }

  // MARK: Patterns

  /// A compiled pattern of LIKE or MATCHES; none where the text is no pattern.
  private final class KeptPattern<Pattern> {
    let options: StringOptions
    let pattern: Pattern?

    init(_ options: StringOptions, _ pattern: Pattern?) {
      self.options = options
      self.pattern = pattern
    }
  }

  /// The pattern that the second operand is, with the options of the third; compiled once while both stay the same.
  private static func pattern<Pattern>(
    of call: FunctionCall, _ compile: (String, StringOptions) throws(FunctionFault) -> Pattern?
  ) throws(FunctionFault) -> Pattern? {
    guard let options = try call.options(2) else { return nil }
    return try call.kept(1, { (kept: KeptPattern<Pattern>) in kept.options == options }) { () throws(FunctionFault) in
      guard let text = try call.text(1) else { return KeptPattern(options, nil) }
      return KeptPattern(options, try compile(text, options))
    }.pattern
  }

  private static func matches(_ call: FunctionCall) throws(FunctionFault) {
    let pattern = try pattern(of: call) { text, options throws(FunctionFault) in
      do throws(EvaluationFault) { return try Pattern(text, options, call.limits) } catch {
        if error.message.code == .patternTooLong { throw FunctionFault.patternTooLong(error.message.text) }
        return nil
      }
    }
    guard let pattern else {
      // A constant that is no pattern is an error in memory too; what a column holds is a fault, hence NULL.
      guard call.isBound(1), let text = try call.text(1) else { return call.answerNull() }
      throw .badPattern(text)
    }
    guard let subject = try call.text(0) else { return call.answerNull() }
    guard call.goesOn(after: subject.utf16.count) else { throw .ended }
    switch pattern.matches(subject) {
    case .yes: call.answer(true)
    case .no: call.answer(false)
    case .gaveUp: throw .patternLimit
    }
  }

  private static func like(_ call: FunctionCall) throws(FunctionFault) {
    guard let options = try call.options(2), let pattern = try pattern(of: call, { LikePattern($0, $1) }) else {
      return call.answerNull()
    }
    let isMatch: Bool?? = try call.withText(0) { subject in
      guard options.folds else { return pattern.matches(subject, while: call.goesOn(after:)) }
      return foldedUTF8(subject, options).withUnsafeBufferPointer { pattern.matches($0, while: call.goesOn(after:)) }
    }
    guard let isMatch else { return call.answerNull() }
    guard let isMatch else { throw .ended }
    call.answer(isMatch)
  }

  // MARK: Functions of the language

  /// The selectors whose value is another one each time.
  private static let varying: Set<String> = ["now", "random", "random:", "randomn:"]

  private static func predefined(_ call: FunctionCall) throws(FunctionFault) {
    guard let selector = try call.text(0), !varying.contains(selector),
      let meaning = FunctionMeaning.named(selector), let function = PredefinedFunction.named(selector),
      function.arity == call.count - 1
    else { return call.answerNull() }
    var operands: [FormatValue] = []
    for index in 1..<max(call.count, 1) {
      guard let operand = try call.operand(index) else { return call.answerNull() }
      operands.append(operand)
    }
    do throws(EvaluationFault) {
      try meaning.rejectNil(operands)
      let compute = meaning.compute ?? LibraryFunctions.named(selector, meaning.name)
      call.answer(try compute(operands))
    } catch { call.answerNull() }
  }

  private static func cast(_ call: FunctionCall) throws(FunctionFault) {
    guard let value = try call.operand(0), let type = try call.text(1).flatMap(Cast.init(rawValue:)),
      type == .string || type == .number, let converted = try? type.convert(value)
    else { return call.answerNull() }
    call.answer(converted)
  }
}
