import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

/// The functions that statements for SQLite call. They run the code that evaluates predicates in memory.
///
/// NULL, an operand of an unsupported kind and any error of a value result in NULL, as in memory with errors as nil. An
/// error that evaluation in memory always throws ends the statement (`FunctionError`).
///
/// Safety: A number is passed instead of a pointer, and never dereferenced.
enum SQLFunction: Int, CaseIterable {
  /// `predicate_fold(text, options)`: The text as `[c]`, `[d]` and `[w]` compare it. The options are letters: `'cd'`.
  case fold
  /// `predicate_matches(text, pattern, options)`: MATCHES; 1, 0 or NULL.
  case matches
  /// `predicate_like(text, pattern, options)`: LIKE; 1, 0 or NULL.
  case like
  /// `predicate_length(text)`: The length in UTF-16, like the key `length`.
  case length
  /// `predicate_call(selector, operand…)`: A predefined function, such as `raise:toPower:`. NULL for `now` and `random`, whose
  /// value varies.
  case call
  /// `predicate_cast(value, type)`: CAST to `NSString` or `NSNumber`.
  case cast
  /// `predicate_units(value)`: The integer, which counts units of decimals. An error for another number, because that did not
  /// fit into 64 bits.
  case units
  /// `predicate_unit_double(value, scale)`: The double nearest to value × 10^-scale.
  case unitDouble
  /// `predicate_local(text, zone)`: The date that clocks show in a time zone, given one in UTC, as `2014-01-01 00:00:00`.
  case local

  /// The name in SQL, and the number of operands, or -1 for any number.
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
    case .local: ("predicate_local", 2)
    }
  }

  /// Whether indexes, views and generated columns of an untrusted file may call it, because its time is linear in the text. The
  /// other functions take patterns and selectors, which would come from the file.
  private var isAllowedInSchema: Bool { self == .fold || self == .length }

  /// Registers the function on a connection.
  func register(on session: Session, _ callback: SQLiteInterface.Callback) throws(SQLiteDatabaseError) {
    let (name, operands) = declaration
    let flags =
      Int32(SQLiteInterface.utf8) | SQLiteInterface.deterministic | (isAllowedInSchema ? SQLiteInterface.innocuous : 0)
    // The user data is the raw value. 0 is a null pointer and reads as 0.
    try unsafe session.check(
      session.interface.createFunction(
        session.handle, name, operands, flags, UnsafeMutableRawPointer(bitPattern: rawValue), callback, nil, nil, nil),
      of: nil)
  }

  /// Runs a call and sets its result.
  func run(_ call: FunctionCall) {
    do throws(FunctionError) { try setResult(of: call) } catch { call.setError(error) }
  }

  private func setResult(of call: FunctionCall) throws(FunctionError) {
    switch self {
    case .fold: try Self.fold(call)
    case .matches: try Self.matches(call)
    case .like: try Self.like(call)
    case .length: call.setResult(try call.text(0)?.utf16.count)
    case .call: try Self.predefined(call)
    case .cast: try Self.cast(call)
    case .units: try Self.units(call)
    case .unitDouble: try Self.unitDouble(call)
    case .local: call.setResult(try Self.local(call))
    }
  }

  private static func units(_ call: FunctionCall) throws(FunctionError) {
    switch try call.operand(0) {
    case .integer(let value): call.setResult(.integer(value))
    case .double: throw .unitsOverflow
    case nil, .null, .bool, .unsigned, .decimal, .string, .date, .uuid, .data, .list, .set, .record, .object:
      call.setNull()
    }
  }

  /// The maximum scale of `unitDouble`. No decimal has more than a few dozen digits after its point.
  private static let maximumScale: Int64 = 1_000

  private static func unitDouble(_ call: FunctionCall) throws(FunctionError) {
    guard case .integer(let units) = try call.operand(0), case .integer(let scale) = try call.operand(1) else {
      return call.setNull()
    }
    guard (0...maximumScale).contains(scale), let decimal = FormatDecimal(units).shifted(by: -Int(scale)) else {
      return call.setNull()
    }
    call.setResult(.double(decimal.doubleValue))
  }

  private static func local(_ call: FunctionCall) throws(FunctionError) -> FormatValue {
    guard let text = try call.text(0), let zone = try call.text(1),
      let seconds = Double.seconds(ofTimestamp: text) ?? Double.seconds(ofDate: text + "Z"),
      let offset = CalendarUnit.offset(ofZone: zone, at: seconds)
    else { return .null }
    return Double.timestampText(seconds: seconds + Double(offset)).map(FormatValue.string) ?? .null
  }

  private static func fold(_ call: FunctionCall) throws(FunctionError) {
    guard let options = try call.options(1),
      let folded = try unsafe call.withText(0, { unsafe foldedUTF8($0, options) })
    else {
      return call.setNull()
    }
    call.setResult(folded)
  }

  // MARK: Patterns

  /// The compiled pattern of an operand. `pattern` is nil if the text is invalid.
  private final class CachedPattern<Pattern> {
    let options: FormatStringOptions
    let pattern: Pattern?

    init(_ options: FormatStringOptions, _ pattern: Pattern?) {
      self.options = options
      self.pattern = pattern
    }
  }

  /// Returns the pattern of the second operand. Compiles it once as long as operand and options stay the same.
  private static func pattern<Pattern>(
    of call: FunctionCall, _ options: FormatStringOptions,
    _ compile: (String, FormatStringOptions) throws(FunctionError) -> Pattern?
  ) throws(FunctionError) -> Pattern? {
    try call.cached(1, { (cached: CachedPattern<Pattern>) in cached.options == options }) {
      () throws(FunctionError) in
      guard let text = try call.text(1) else { return CachedPattern(options, nil) }
      return CachedPattern(options, try compile(text, options))
    }.pattern
  }

  private static func matches(_ call: FunctionCall) throws(FunctionError) {
    guard let options = try call.options(2) else { return call.setNull() }
    let pattern = try pattern(of: call, options) { text, options throws(FunctionError) in
      do throws(EvaluationError) { return try Pattern(text, options, call.limits) } catch {
        if error.message.code == .patternTooLong { throw FunctionError.patternTooLong(error.message.text) }
        return nil
      }
    }
    guard let pattern else {
      // An invalid pattern in a parameter is an error, as in memory. Any other one is NULL, as for a row.
      guard call.isBound(1), let text = try call.text(1) else { return call.setNull() }
      throw .badPattern(text)
    }
    guard let subject = try call.text(0) else { return call.setNull() }
    guard call.mayContinue(after: subject.utf16.count) else { throw .ended }
    guard let matches = pattern.matches(subject) else { throw .patternLimit }
    call.setResult(matches)
  }

  private static func like(_ call: FunctionCall) throws(FunctionError) {
    guard let options = try call.options(2), let pattern = try pattern(of: call, options, { LikePattern($0, $1) })
    else { return call.setNull() }
    let isMatch: Bool?? = try unsafe call.withText(0) { subject in
      guard options.folds else { return unsafe pattern.matches(subject, while: call.mayContinue(after:)) }
      return unsafe foldedUTF8(subject, options).withUnsafeBufferPointer {
        unsafe pattern.matches($0, while: call.mayContinue(after:))
      }
    }
    guard let isMatch else { return call.setNull() }
    guard let isMatch else { throw .ended }
    call.setResult(isMatch)
  }

  // MARK: Predefined functions

  private static func predefined(_ call: FunctionCall) throws(FunctionError) {
    guard let selector = try call.text(0), let (function, arity) = function(named: selector), arity == call.count - 1
    else { return call.setNull() }
    var operands: [FormatValue] = []
    for index in 1..<max(call.count, 1) {
      guard let operand = try call.operand(index) else { return call.setNull() }
      operands.append(operand)
    }
    do throws(EvaluationError) { call.setResult(try function.compute(operands)) } catch { call.setNull() }
  }

  /// Returns the function that a selector or a key of strings names, and the number of its operands.
  private static func function(named selector: String) -> (ValueFunction, arity: Int)? {
    if let key = ValueKey.named(selector) { return (key.function, 1) }
    guard let predefined = PredefinedFunction.named(selector), case .values(let function) = predefined.definition,
      !function.mayDifferEachTime
    else { return nil }
    return (function, predefined.arity)
  }

  private static func cast(_ call: FunctionCall) throws(FunctionError) {
    guard let value = try call.operand(0), let type = try call.text(1).flatMap(Cast.init(rawValue:)),
      type == .string || type == .number, let converted = try? type.convert(value)
    else { return call.setNull() }
    call.setResult(converted)
  }
}
