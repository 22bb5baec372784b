import PredicateSyntax

/// Why a registered function cannot answer, where NULL would be a wrong answer: the statement ends with it.
enum FunctionFault: Error {
  case outOfMemory
  /// An operand is text that is not UTF-8: whatever it was read as, it would be another text.
  case notUTF8
  /// The pattern, which the predicate holds, is none.
  case badPattern(String)
  /// The engine of regular expressions gave up.
  case patternLimit
  /// The pattern is longer than the limits of the predicate let it be.
  case patternTooLong(String)
  /// A decimal in units of its scale does not fit into an integer of the database.
  case unitsOverflow
  /// The statement has taken all that it may, or was cancelled.
  case ended

  var message: String {
    switch self {
    case .outOfMemory: "out of memory"
    case .notUTF8: "a text in the database is not UTF-8"
    case .badPattern(let pattern): Message.badPattern(reason: "'\(pattern.prefix(60))'").text
    case .patternLimit: Message.patternLimit.text
    case .patternTooLong(let message): message
    case .unitsOverflow: Message.overflow(of: "arithmetic of decimals, in units of their scale,").text
    case .ended: "interrupted"
    }
  }

  /// What a fault of a function means, by the code and the message that SQLite hands on.
  static func finding(code: Int32, message: String) -> Diagnostic? {
    let codes: [Int32: DiagnosticCode] = [
      1 | 202 << 8: .badPattern, 1 | 203 << 8: .patternLimit, 1 | 204 << 8: .patternTooLong,
      1 | 205 << 8: .overflow,
    ]
    // So says abs() of the least integer, which is no function of ours.
    let isOverflow = code == 1 && message == "integer overflow"
    return (isOverflow ? .overflow : codes[code]).map { Diagnostic(code: $0, message: message, range: .none) }
  }

  /// SQLite's code for it; or an extended one of our own, for what SQLite calls an error (1) and no more.
  var code: Int32 {
    switch self {
    case .outOfMemory: SQLiteCode.outOfMemory
    case .notUTF8: 1 | 201 << 8
    case .badPattern: 1 | 202 << 8
    case .patternLimit: 1 | 203 << 8
    case .patternTooLong: 1 | 204 << 8
    case .unitsOverflow: 1 | 205 << 8
    case .ended: SQLiteCode.interrupted
    }
  }
}

/// One call of a registered function by SQLite: its operands, and how it is answered.
struct FunctionCall {
  let interface: SQLiteInterface
  let context: OpaquePointer
  let count: Int
  let values: UnsafeMutablePointer<OpaquePointer?>?

  private func value(_ index: Int) -> OpaquePointer? { index < count ? values?[index] : nil }

  /// The limits of the predicate that the statement asks; the default ones on a connection that is not ours.
  var limits: Limits { Session.budget(of: interface.database(context))?.predicateLimits ?? .default }

  /// Whether the statement may go on after so many units of text in a pattern: to SQLite the call is one operation, however
  /// long it takes.
  func goesOn(after units: Int) -> Bool {
    Session.budget(of: interface.database(context))?.goesOn(after: units) ?? true
  }

  // MARK: Operands

  /// Hands over the bytes of an operand that is text, which are UTF-8; nil where it is anything else.
  func withText<Result>(
    _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(FunctionFault) -> Result? {
    let result: Result?? = try withBytes(index) { bytes in
      let isText = bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
      return isText ? body(bytes) : nil
    }
    guard let result else { return nil }
    guard let result else { throw .notUTF8 }
    return result
  }

  /// An operand that is text; nil where it is anything else.
  func text(_ index: Int) throws(FunctionFault) -> String? {
    let text: String?? = try withBytes(index) { String(validating: $0, as: UTF8.self) }
    guard let text else { return nil }
    guard let text else { throw .notUTF8 }
    return text
  }

  /// Hands over the bytes of an operand that is text, whatever they are; nil where it is anything else.
  private func withBytes<Result>(
    _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(FunctionFault) -> Result? {
    guard let value = value(index), interface.valueType(value) == SQLiteKind.text else { return nil }
    // The size is that of the text only after the text was asked for.
    guard let start = interface.valueText(value) else { throw .outOfMemory }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(interface.valueSize(value)))
    return bytes.withMemoryRebound(to: UInt8.self) { body($0) }
  }

  /// Whether an operand is a value that was bound, and so is the same for all rows.
  func isBound(_ index: Int) -> Bool { value(index).map { interface.valueIsBound($0) != 0 } ?? false }

  /// An operand as a value of the language; nil for a blob, which no function takes.
  func operand(_ index: Int) throws(FunctionFault) -> FormatValue? {
    guard let value = value(index) else { return .null }
    switch interface.valueType(value) {
    case SQLiteKind.integer: return .integer(interface.valueInteger(value))
    case SQLiteKind.double: return .double(interface.valueDouble(value))
    case SQLiteKind.text: return try text(index).map(FormatValue.string)
    case SQLiteKind.blob: return nil
    default: return .null
    }
  }

  /// The options that an operand spells: any of c, d, u and w, in that order; nil for any other text.
  func options(_ index: Int) throws(FunctionFault) -> StringOptions? {
    let options: StringOptions?? = try withText(index) { letters in
      var options: StringOptions = []
      var last: UInt8 = 0
      for letter in letters {
        guard letter > last else { return nil }
        last = letter
        switch letter {
        case UInt8(ascii: "c"): options.insert(.caseInsensitive)
        case UInt8(ascii: "d"): options.insert(.diacriticInsensitive)
        case UInt8(ascii: "u"): options.insert(.canonical)
        case UInt8(ascii: "w"): options.insert(.widthInsensitive)
        default: return nil
        }
      }
      return options
    }
    return options ?? nil
  }

  // MARK: What is kept

  /// What was made of an operand, kept by SQLite as long as the operand stays the same from row to row: a pattern is
  /// compiled once a statement.
  func kept<Kept: AnyObject>(
    _ index: Int, _ isFitting: (Kept) -> Bool, _ make: () throws(FunctionFault) -> Kept
  ) throws(FunctionFault) -> Kept {
    if let pointer = interface.auxiliaryData(context, Int32(index)),
      let kept = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? Kept, isFitting(kept)
    {
      return kept
    }
    let made = try make()
    // The reference that SQLite holds is given up by the destructor, maybe at once.
    interface.setAuxiliaryData(context, Int32(index), Unmanaged<AnyObject>.passRetained(made).toOpaque()) { pointer in
      if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
    }
    return made
  }

  // MARK: Answers

  func answerNull() { interface.resultNull(context) }

  /// Ends the statement with an error.
  func fail(_ fault: FunctionFault) {
    fault.message.withCString { interface.resultError(context, $0, -1) }
    // After the message, which stays.
    interface.resultErrorCode(context, fault.code)
  }

  func answer(_ value: Bool?) {
    guard let value else { return answerNull() }
    interface.resultInteger(context, value ? 1 : 0)
  }

  func answer(_ value: Int?) {
    guard let value else { return answerNull() }
    interface.resultInteger(context, Int64(value))
  }

  /// Text in UTF-8. SQLite itself refuses what is longer than its limit.
  func answer(_ utf8: some Collection<UInt8>) {
    let isDone: Void? = utf8.withContiguousStorageIfAvailable { bytes in
      withUnsafeBytes(of: UInt8(0)) { nothing in
        let start = bytes.baseAddress.map(UnsafeRawPointer.init) ?? nothing.baseAddress
        interface.resultText(context, start, UInt64(bytes.count), SQLiteInterface.copied, SQLiteCode.utf8)
      }
    }
    if isDone == nil { answer(Array(utf8)) }
  }

  /// A value of the language, where SQLite has one that is the same: a number beyond its integers and doubles is NULL.
  func answer(_ value: FormatValue) {
    switch value {
    case .integer(let value): interface.resultInteger(context, value)
    case .double(let value), .date(let value): interface.resultDouble(context, value)
    case .bool(let value): answer(value)
    case .string(let text): answer(text.utf8)
    case .decimal(let number):
      // Reading the number's own text again gives the number, or it is not a number that SQLite has.
      if let integer = Int64(number.description) {
        interface.resultInteger(context, integer)
      } else if DecimalNumber(shortest: number.doubleValue) == number {
        interface.resultDouble(context, number.doubleValue)
      } else {
        answerNull()
      }
    default: answerNull()
    }
  }
}
