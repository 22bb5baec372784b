import PredicateSyntax

/// The reason why a registered function fails instead of returning NULL, which would be a wrong result. It ends the
/// statement.
enum FunctionError: Error {
  case outOfMemory
  /// An operand is text that is not UTF-8, so any decoding would be a different text.
  case notUTF8
  /// The pattern of the predicate is invalid.
  case badPattern(String)
  /// The regular expression engine gave up.
  case patternLimit
  /// The pattern exceeds the limit of the predicate.
  case patternTooLong(String)
  /// A decimal in units of its scale does not fit into an integer of the database.
  case unitsOverflow
  /// The statement has reached a limit or was cancelled.
  case ended

  var message: String {
    switch self {
    case .outOfMemory: "out of memory"
    case .notUTF8: "a text in the database is not UTF-8"
    case .badPattern(let pattern): Message.badPattern(pattern).text
    case .patternLimit: Message.patternLimit.text
    case .patternTooLong(let message): message
    case .unitsOverflow: Message.overflow(of: "arithmetic of decimals, in units of their scale,").text
    case .ended: "interrupted"
    }
  }

  /// Returns the diagnostic for the code and message of a function's error, as SQLite passes them on.
  static func finding(code: Int32, message: String) -> FormatDiagnostic? {
    let found: FormatDiagnostic.Code? =
      switch ExtendedCode(rawValue: code) {
      case .badPattern: .badPattern
      case .patternLimit: .patternLimit
      case .patternTooLong: .patternTooLong
      case .unitsOverflow: .overflow
      // SQLite's own abs() reports this for the least integer.
      case nil: code == 1 && message == "integer overflow" ? .overflow : nil
      // This error has no diagnostic code.
      case .notUTF8: nil
      }
    return found.map { FormatDiagnostic(code: $0, message: message, range: .none) }
  }

  /// The extended codes of this library, for errors that SQLite reports only as SQLITE_ERROR, 1. The extended code n is
  /// 1 + 256 × n.
  private enum ExtendedCode: Int32 {
    case notUTF8 = 0xC901
    case badPattern = 0xCA01
    case patternLimit = 0xCB01
    case patternTooLong = 0xCC01
    case unitsOverflow = 0xCD01
  }

  /// SQLite's code, or an extended code of this library.
  var code: Int32 {
    switch self {
    case .outOfMemory: SQLiteInterface.outOfMemory
    case .notUTF8: ExtendedCode.notUTF8.rawValue
    case .badPattern: ExtendedCode.badPattern.rawValue
    case .patternLimit: ExtendedCode.patternLimit.rawValue
    case .patternTooLong: ExtendedCode.patternTooLong.rawValue
    case .unitsOverflow: ExtendedCode.unitsOverflow.rawValue
    case .ended: SQLiteInterface.interrupted
    }
  }
}

/// A call of a registered function by SQLite: its operands and its result.
///
/// Safety: Operands are valid during the call. What SQLite keeps is retained until its destructor is called.
@safe struct FunctionCall {
  let interface: SQLiteInterface
  let context: OpaquePointer
  let count: Int
  let values: UnsafeMutablePointer<OpaquePointer?>?

  private func value(_ index: Int) -> OpaquePointer? { unsafe index < count ? values?[index] : nil }

  /// The limits of the statement's predicate, or the default limits on a connection that the program opened itself.
  var limits: PredicateLimits { unsafe Session.budget(of: interface.database(context))?.predicateLimits ?? .default }

  /// Returns whether the statement may continue after a pattern has processed a number of text units. SQLite's own
  /// progress checks do not run during a call.
  func mayContinue(after units: Int) -> Bool {
    unsafe Session.budget(of: interface.database(context))?.mayContinue(after: units) ?? true
  }

  // MARK: Operands

  /// Passes the UTF-8 bytes of a text operand to a closure. Returns nil for other operands.
  func withText<Result>(
    _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(FunctionError) -> Result? {
    let result: Result?? = try unsafe withBytes(index) { bytes in
      let isText = unsafe bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
      return unsafe isText ? body(bytes) : nil
    }
    guard let result else { return nil }  // not a text
    guard let result else { throw .notUTF8 }
    return result
  }

  /// Returns a text operand, or nil for other operands.
  func text(_ index: Int) throws(FunctionError) -> String? {
    let text: String?? = try unsafe withBytes(index) { unsafe String(validating: $0, as: UTF8.self) }
    guard let text else { return nil }  // not a text
    guard let text else { throw .notUTF8 }
    return text
  }

  /// Passes the bytes of a text operand to a closure without validation. Returns nil for other operands.
  private func withBytes<Result>(
    _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(FunctionError) -> Result? {
    guard let value = unsafe value(index), unsafe interface.valueType(value) == SQLiteInterface.text else { return nil }
    // SQLite returns the size of the text only after the text has been read.
    guard let start = unsafe interface.valueText(value) else { throw .outOfMemory }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(interface.valueSize(value)))
    return unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe body($0) }
  }

  /// Returns whether an operand is a bound parameter and therefore the same for all rows.
  func isBound(_ index: Int) -> Bool { unsafe value(index).map { unsafe interface.valueIsBound($0) != 0 } ?? false }

  /// Returns an operand as a value, or nil for a blob, which no function accepts.
  func operand(_ index: Int) throws(FunctionError) -> FormatValue? {
    guard let value = unsafe value(index) else { return .null }
    switch unsafe interface.valueType(value) {
    case SQLiteInterface.integer: return unsafe .integer(interface.valueInteger(value))
    case SQLiteInterface.double: return unsafe .double(interface.valueDouble(value))
    case SQLiteInterface.text: return try text(index).map(FormatValue.string)
    case SQLiteInterface.blob: return nil
    default: return .null
    }
  }

  /// The letters of the options that functions accept.
  private static let letters = FormatStringOptions.allLetters.filter { "cduw".contains($0.letter) }

  /// Returns the options in an operand: any of c, d, u (canonical) and w, in this order. Returns nil for any other
  /// text.
  func options(_ index: Int) throws(FunctionError) -> FormatStringOptions? {
    let options: FormatStringOptions?? = try unsafe withText(index) { letters in
      var options: FormatStringOptions = []
      var last: UInt8 = 0
      for letter in unsafe Array(letters) {
        guard letter > last else { return nil }
        last = letter
        guard let option = Self.letters.first(where: { $0.letter.asciiValue == letter })?.option else { return nil }
        options.insert(option)
      }
      return options
    }
    return options ?? nil
  }

  // MARK: Cached objects

  /// Returns an object made from an operand. SQLite keeps it as long as the operand stays the same, so that a pattern
  /// is compiled once for a statement.
  func cached<Cached: AnyObject>(
    _ index: Int, _ isReusable: (Cached) -> Bool, _ make: () throws(FunctionError) -> Cached
  ) throws(FunctionError) -> Cached {
    if let pointer = unsafe interface.auxiliaryData(context, Int32(index)),
      let cached = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? Cached, isReusable(cached)
    {
      return cached
    }
    let made = try make()
    // The destructor releases SQLite's reference, possibly at once.
    unsafe interface.setAuxiliaryData(context, Int32(index), Unmanaged<AnyObject>.passRetained(made).toOpaque()) {
      pointer in
      if let pointer = unsafe pointer { unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release() }
    }
    return made
  }

  // MARK: Results

  func setNull() { unsafe interface.resultNull(context) }

  /// Ends the statement with an error.
  func setError(_ error: FunctionError) {
    unsafe error.message.withCString { unsafe interface.resultError(context, $0, -1) }
    // `resultError` also sets the code 1, so the code comes second. It leaves the message unchanged.
    unsafe interface.resultErrorCode(context, error.code)
  }

  func setResult(_ value: Bool?) { setResult(value.map { $0 ? 1 : 0 } as Int?) }

  func setResult(_ value: Int?) {
    guard let value else { return setNull() }
    unsafe interface.resultInteger(context, Int64(value))
  }

  /// Returns UTF-8 text to SQLite, which rejects text beyond its limit.
  func setResult(_ utf8: some Collection<UInt8>) {
    // A null pointer would mean NULL, so empty text needs an address.
    let isDone: Void? = utf8.withContiguousStorageIfAvailable { bytes in
      unsafe withUnsafeBytes(of: UInt8(0)) { empty in
        let start = unsafe bytes.baseAddress.map(UnsafeRawPointer.init) ?? empty.baseAddress
        unsafe interface.resultText(context, start, UInt64(bytes.count), SQLiteInterface.copied, SQLiteInterface.utf8)
      }
    }
    if isDone == nil { setResult(Array(utf8)) }
  }

  /// Returns a value to SQLite, or NULL for any other kind of value and for a decimal that neither an integer nor a
  /// double of SQLite represents exactly.
  func setResult(_ value: FormatValue) {
    switch value {
    case .integer(let value): unsafe interface.resultInteger(context, value)
    case .double(let value), .date(let value): unsafe interface.resultDouble(context, value)
    case .bool(let value): setResult(value)
    case .string(let text): setResult(text.utf8)
    case .decimal(let number):
      // The number has an SQLite representation only if reading that representation returns the same number.
      if let integer = Int64(number.description) {
        unsafe interface.resultInteger(context, integer)
      } else if FormatDecimal(shortest: number.doubleValue) == number {
        unsafe interface.resultDouble(context, number.doubleValue)
      } else {
        setNull()
      }
    case .null, .unsigned, .uuid, .data, .list, .set, .record, .object: setNull()
    }
  }
}
