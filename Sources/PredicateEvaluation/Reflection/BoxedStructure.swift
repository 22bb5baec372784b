import PredicateSemantics
import PredicateSyntax

/// An object that contains a copy of a struct, so that a `FormatValue` can refer to the struct. Its keys are read as
/// those of any object, so an unknown key is an error.
///
/// The language has no struct values. Comparisons, computations and results use a record of the struct's keys instead
/// (`Compiler.readable`).
///
/// Safety: The address is that of its own copy, or of an object that the value owns, and is used only during the call.
final class BoxedStructure {
  let type: SwiftType
  private let value: Any

  init(_ value: Any, of type: SwiftType) {
    self.value = value
    self.type = type
  }

  /// The shape of the range if the struct is one, otherwise `nil`.
  var rangeShape: RangeShape? { (type.type as? any RangeStorage.Type)?.shape }

  /// Calls `body` with the address of the struct. The address is valid only during the call.
  func withAddress<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    func open<Value>(_ value: Value) -> Result {
      unsafe withUnsafePointer(to: value) { unsafe body(UnsafeRawPointer($0)) }
    }
    return _openExistential(value, do: open)
  }
}

extension FormatValue {
  /// Returns the value with records in place of structs, and doubles in place of numbers of less precision. If `isDeep` is
  /// false, those in collections are kept.
  ///
  /// - Parameter isCompared: Whether numbers keep their precision.
  func opened(isDeep: Bool, isCompared: Bool) -> FormatValue {
    // Without structs and such numbers, nothing is copied.
    guard isClosed(isDeep, isCompared) else { return self }
    var limits = BoxingLimits()
    return opened(isCompared, &limits)
  }

  private func isClosed(_ isDeep: Bool, _ isCompared: Bool) -> Bool {
    switch self {
    case .object(let object): object.object is BoxedStructure || !isCompared && object.object is NarrowNumber
    case .list(let elements), .set(let elements): isDeep && elements.contains { $0.isClosed(true, isCompared) }
    case .record(let fields): isDeep && fields.values.contains { $0.isClosed(true, isCompared) }
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data: false
    }
  }

  private func opened(_ isCompared: Bool, _ limits: inout BoxingLimits) -> FormatValue {
    switch self {
    case .object(let object):
      if let structure = object.object as? BoxedStructure {
        return unsafe structure.withAddress { unsafe structure.type.boxRecord($0, &limits) }
      }
      return isCompared ? self : widened
    case .list(let elements): return .list(elements.map { $0.opened(isCompared, &limits) })
    case .set(let elements): return .set(elements.map { $0.opened(isCompared, &limits) })
    case .record(let fields): return .record(fields.mapValues { $0.opened(isCompared, &limits) })
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data: return self
    }
  }
}

extension SwiftType {
  /// Reads a key of an object or struct whose type is known only at run time.
  ///
  /// - Parameter isShared: Whether other threads may access the object.
  static func read(_ object: FormatObject, _ key: String, isShared: Bool) throws(EvaluationError) -> FormatValue {
    if let error = FormatValue.object(object).readingError() { throw error }
    if let number = object.object as? NarrowNumber {
      return try DynamicKeys().read([.named(key)], of: FormatValue.double(number.value))
    }
    if let structure = object.object as? BoxedStructure {
      // Fields that fail the verification become unreadable keys.
      _ = unsafe structure.withAddress { unsafe structure.type.verify(object: $0) }
      #if NoRuntimeSymbols
      if let child = unsafe structure.withAddress({ unsafe structure.type.mirrored($0)[key] }) {
        var limits = BoxingLimits(opensStructures: false)
        return box(any: child, &limits)
      }
      #endif
      let field = try structure.type.dynamicField(key)
      return unsafe structure.withAddress { unsafe field.withValue(of: $0) { unsafe field.type.value(at: $0) } }
    }
    let type = SwiftType.of(object: object.object)
    let address = unsafe UnsafeRawPointer(Unmanaged.passUnretained(object.object).toOpaque())
    _ = unsafe type.verify(object: address, isShared: isShared)
    let field = try type.dynamicField(key)
    if isShared, field.isVariable {
      throw EvaluationError(.unreadableKey(key, type: type.name, reason: Field.mayBeChanging, isAlwaysThrown: true))
    }
    return withExtendedLifetime(object) { unsafe field.withValue(of: address) { unsafe field.type.value(at: $0) } }
  }

  /// Returns the field of a key, or throws the error for a key that cannot be read.
  private func dynamicField(_ key: String) throws(EvaluationError) -> Field {
    switch field(key) {
    case .found(let field) where field.isOnMainActor && !isOnMainActor():
      throw EvaluationError(.unreadableKey(key, type: name, reason: Field.isOnlyOnMainActor, isAlwaysThrown: true))
    case .found(let field): return field
    case .unreadable(let reason): throw EvaluationError(.unreadableKey(key, type: name, reason: reason))
    case .absent(let known):
      let nearest = nearestWord(to: key, among: known)
      // A name unlike all keys may be that of a computed property. Types whose keys are defined at run time have none.
      let mayBeComputed = nearest == nil && !isEntity
      throw EvaluationError(
        mayBeComputed ? .unknownProperty(key, type: name) : .unknownKey(key, type: name, nearest: nearest))
    }
  }
}
