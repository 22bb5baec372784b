// The messages of checks against types, of evaluation, of fetch requests and of SQL.

extension Message {
  // MARK: Checking against types and evaluating

  package static func unboundArgument(_ conversion: String) -> Message {
    Message(.unboundArgument, "'\(conversion)' has no argument yet")
  }
  package static func unboundVariable(_ name: String) -> Message { Message(.unboundVariable, "$\(name) has no value") }
  package static func endedAssignment(_ name: String) -> Message {
    Message(.unboundVariable, "$\(name) has no value outside the SUBQUERY that assigns it")
  }
  package static func hiddenVariable(_ variable: String, of name: String) -> Message {
    Message(
      .unboundVariable, "$\(name) refers to an outer $\(variable), which the $\(variable) of this SUBQUERY shadows")
  }
  package static func assignmentTooLarge(limit: Int) -> Message {
    Message(.assignmentTooLarge, "the assigned values expand to more than \(limit) nodes")
  }
  package static func unknownKey(_ key: String, type: String, nearest: String?) -> Message {
    Message(.unknownKey, "\(type) has no key '\(key)'" + didYouMean(nearest))
  }
  /// Like `unknownKey`, for a Swift type, which may have a computed property of that name.
  package static func unknownProperty(_ key: String, type: String) -> Message {
    Message(
      .unknownKey, "\(type) has no key '\(key)'",
      notes: ["a computed property is a key if the type lists it in predicateKeys"])
  }
  /// A warning for a key that no untyped row has.
  package static func absentKey(_ key: String, nearest: String?) -> Message {
    Message(.absentKey, "none of the rows has a key '\(key)'" + didYouMean(nearest), notes: ["it reads as nil"])
  }
  /// A warning for a CAST of seconds or milliseconds since 1970.
  ///
  /// - Parameters:
  ///   - number: The number, as text.
  ///   - date: The date that it is read as.
  ///   - operand: The operand of the CAST.
  package static func unixTime(_ number: String, readAs date: String, of operand: String, isMilliseconds: Bool)
    -> Message
  {
    let seconds = isMilliseconds ? "\(operand) / 1000" : operand
    return Message(
      .unixTime,
      "\(number) looks like \(isMilliseconds ? "milliseconds" : "seconds") since 1970, but CAST to \"NSDate\" counts seconds since "
        + "2001: it reads \(date)",
      notes: ["write CAST(\(seconds) - 978307200, \"NSDate\") for a time since 1970"])
  }
  /// - Parameter isAlwaysThrown: Whether the key exists but cannot be read safely from the current thread.
  package static func unreadableKey(
    _ key: String, type: String, reason: String, isAlwaysThrown: Bool = false
  ) -> Message {
    Message(.unreadableKey, "the key '\(key)' of \(type) cannot be read: \(reason)", isAlwaysThrown: isAlwaysThrown)
  }
  package static func unreadableValue(reason: String) -> Message {
    Message(.unreadableKey, "a value cannot be read: \(reason)")
  }
  package static func typeMismatch(operator op: String, left: String, right: String) -> Message {
    Message(.typeMismatch, "\(op) cannot compare \(left) with \(right)", notes: notes(of: left, right))
  }
  package static func wrongOperand(of op: String, expected: String, found: String) -> Message {
    Message(.typeMismatch, "\(op) needs \(expected), found \(found)")
  }
  package static func badDate(_ text: String) -> Message {
    Message(
      .badDate, "'\(text)' is not a date",
      notes: ["write a date as 2020-01-31, its first moment in UTC, or as 2020-01-31T12:00:00+02:00"])
  }
  package static func neverEqual(left: String, right: String) -> Message {
    Message(.neverEqual, "\(left) is never equal to \(right)", notes: notes(of: left, right))
  }
  /// Returns the advice for a date that is compared with a string.
  private static func notes(of left: String, _ right: String) -> [String] {
    let kinds = [left, right]
    return kinds.contains { $0.contains("a date") } && kinds.contains { $0.contains("a string") } ? [dateNote] : []
  }
  package static func notACollection(of op: String, found: String) -> Message {
    Message(.notACollection, "\(op) needs a collection, found \(found)")
  }
  package static func badBounds(found: String) -> Message {
    Message(.badBounds, "BETWEEN needs two bounds, found \(found)")
  }
  package static func badPattern(_ pattern: String, reason: String? = nil) -> Message {
    let found = "the pattern is not a regular expression: '\(pattern.excerpt)'"
    return Message(.badPattern, found + (reason.map { ": \($0)" } ?? ""))
  }
  package static var patternLimit: Message {
    Message(
      .patternLimit, "the regular expression could not be evaluated on this string",
      notes: [
        "it exceeded the step limit, failed with an internal error, or the string is too long for it; the result is unknown"
      ], isAlwaysThrown: true)
  }
  package static func patternTooLong(bytes: Int, limit: Int) -> Message {
    Message(.patternTooLong, "the pattern has \(bytes) bytes; the limit is \(limit)", isAlwaysThrown: true)
  }
  package static func tooManyRows(rows: Int, limit: Int) -> Message {
    Message(.tooManyRows, "\(rows) objects to evaluate; the limit is \(limit)")
  }
  package static func tooManySteps(limit: Int) -> Message {
    Message(.tooManySteps, "the evaluation was stopped after \(limit) steps")
  }
  package static func tooSlow(_ duration: Duration) -> Message {
    Message(.tooSlow, "the evaluation was stopped after \(duration)")
  }
  package static var cancelled: Message {
    Message(.cancelled, "the evaluation was stopped because its task was cancelled")
  }
  package static func aggregateOverVariable(_ function: String, variable: String) -> Message {
    Message(.aggregateOverVariable, "\(function) needs a collection, but $\(variable) is a single element")
  }
  package static func notEvaluated(_ what: String, reason: String) -> Message {
    Message(.notEvaluated, "\(what) cannot be evaluated: \(reason)")
  }
  package static func notRegistered(_ what: String, as registration: String, nearest: String?) -> Message {
    Message(
      .notRegistered, "\(what) needs a registered function, and none is registered" + didYouMean(nearest),
      notes: ["pass it to the evaluation: EvaluationOptions(functions: [\(registration) { … }])"])
  }
  package static func refusedFunction(_ name: String, reason: String) -> Message {
    Message(.refusedFunction, "'\(name)' cannot be registered: \(reason)")
  }
  package static func functionFailed(_ name: String, reason: String) -> Message {
    Message(.functionFailed, "\(name) failed: \(reason)")
  }
  package static func wrongResult(_ name: String, declared: String, found: String) -> Message {
    Message(.functionFailed, "\(name) must return \(declared), but returned \(found)")
  }
  package static func nilOperand(of name: String) -> Message { Message(.nilOperand, "\(name) of nil has no value") }
  package static func overflow(of name: String) -> Message {
    Message(.overflow, "the result of \(name) does not fit into 64 bits")
  }
  package static func decimalOverflow(of name: String) -> Message {
    Message(.overflow, "\(name) has an operand or a result of more than 38 digits")
  }
  package static var divisionByZero: Message { Message(.divisionByZero, "division by zero") }
  package static func emptyCollection(of name: String) -> Message {
    Message(.emptyCollection, "\(name) of an empty collection has no value")
  }
  package static func notFinite(of name: String) -> Message {
    Message(.notFinite, "the result of \(name) is not a finite number")
  }
  package static func indexOutOfRange(index: String, count: Int) -> Message {
    Message(.indexOutOfRange, "index \(index) is outside the collection's \(count) elements")
  }

  // MARK: Fetch requests

  package static func unknownEntity(_ name: String, nearest: String?) -> Message {
    Message(.unknownEntity, "the model has no entity '\(name)'" + didYouMean(nearest))
  }
  package static func invalidRequest(_ what: String, reason: String) -> Message {
    Message(.invalidRequest, "\(what) cannot be fetched: \(reason)")
  }
  package static func unknownRequest(_ name: String, nearest: String?) -> Message {
    Message(.invalidRequest, "unknown stored request '\(name)'" + didYouMean(nearest))
  }
  package static func requestVariableMissing(_ variable: String, of name: String) -> Message {
    Message(.unboundVariable, "the stored request '\(name)' needs a value for $\(variable)")
  }
  package static func unknownRequestVariable(_ variable: String, of name: String, nearest: String?) -> Message {
    Message(
      .invalidRequest,
      "the stored request '\(name)' has no variable $\(variable)" + didYouMean(nearest.map { "$" + $0 }))
  }

  // MARK: SQL

  package static func untranslatable(_ what: String, dialect: String, reason: String) -> Message {
    Message(.untranslatable, "\(what) cannot be translated to \(dialect): \(reason)")
  }
  package static func statementTooLong(limit: Int) -> Message {
    Message(.statementTooLong, "the statement's condition is longer than \(limit) bytes")
  }
  package static func tooManyParameters(_ count: Int, limit: Int) -> Message {
    Message(.tooManyParameters, "the statement has \(count) parameters; the limit is \(limit)")
  }
}
