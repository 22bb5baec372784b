import Foundation
import PredicateSyntax

extension SwiftType {
  /// Returns the kind of a type. Examines `type` and, if it is generic, its type arguments, but not its fields.
  static func kind(of type: Any.Type) -> Kind {
    if let plain = plain(type) { return plain }
    if let storage = type as? any OptionalStorage.Type { return .optional(of(storage.wrappedType)) }
    if let storage = type as? any ElementStorage.Type {
      let element = of(storage.elementType)
      return isSet(type) ? .set(element) : .array(element)
    }
    if let storage = type as? any DictionaryStorage.Type {
      if of(storage.keyType).namesKeys { return .dictionary(of(storage.valueType), storage) }
      return .unreadable(
        "a dictionary is read only if its keys are strings, integers or cases, and these are \(storage.keyType)")
    }
    if let coded = type as? any RawRepresentable.Type, let raw = rawValue(of: coded) {
      return unsafe .read(as: raw.valueType) { address in
        unsafe withRawValue(of: coded, address) { unsafe raw.value(at: $0) }
      }
    }
    #if NoRuntimeSymbols
    // A record of the bounds would have other answers.
    if type is any RangeStorage.Type {
      return .unreadable("built with NoRuntimeSymbols, the library reads no ranges; name the bounds in predicateKeys")
    }
    #endif
    if type is any PredicateKeyed.Type { return keyedOrUnreadable(type) }
    if let kind = importedKind(of: type) { return kind }
    if let kind = library(type) { return kind }
    if runtimeKind(of: type) == .enumeration { return unsafe .read(as: .string, caseReader(of: type)) }
    return keyedOrUnreadable(type)
  }

  /// Returns the kind of a type that has only keys, or of an unreadable type.
  private static func keyedOrUnreadable(_ type: Any.Type) -> Kind {
    let name = SwiftType.name(of: type)
    let isKeyed = type is any PredicateKeyed.Type
    return switch runtimeKind(of: type) {
    case .existential:
      .any
    case .objectType where isFoundationValue(type):
      .any
    case .objectType where isActor(type) && !isKeyed:
      .unreadable("\(name) is an actor, whose properties can be read only on the actor")
    case .objectType where type is AnyClass:
      .object
    // The runtime reports such types as `()`.
    case .tuple where layout(of: type).size == 0:
      .unreadable("its type cannot be copied, or is not known at run time")
    case .tuple:
      .structure
    #if NoRuntimeSymbols
    case .structure where !isKeyed && hasOwnMirror(type):
      .unreadable("built with NoRuntimeSymbols, the library reads no struct with a mirror of its own; \(remedy)")
    #endif
    case .structure where isKeyed || !isLibraryType(type):
      .structure
    case .structure:
      .unreadable("\(name) has no value that a predicate supports")
    // Enumerations without registered keys are handled in `kind(of:)`.
    case .enumeration:
      .structure
    case .function:
      .unreadable("a function is not a value")
    case .objectType, .other:
      .unreadable("\(name) has no value that a predicate supports")
    }
  }

  /// Returns the kind of a type whose values are values of the language.
  private static func plain(_ type: Any.Type) -> Kind? {
    let integers: [any StoredInteger.Type] = [
      Int8.self, Int16.self, Int32.self, Int64.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    ]
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(Int.self): return .integer(MemoryLayout<Int>.size == 8 ? Int64.self : Int32.self)
    case ObjectIdentifier(UInt.self): return .integer(MemoryLayout<UInt>.size == 8 ? UInt64.self : UInt32.self)
    case ObjectIdentifier(Bool.self): return .bool
    case ObjectIdentifier(Double.self): return .double
    case ObjectIdentifier(Float.self): return .float
    case ObjectIdentifier(CGFloat.self): return MemoryLayout<CGFloat.NativeType>.size == 8 ? .double : .float
    case ObjectIdentifier(String.self): return .string
    case ObjectIdentifier(Substring.self): return .substring
    case ObjectIdentifier(Decimal.self): return .decimal
    case ObjectIdentifier(Date.self): return .date
    case ObjectIdentifier(Data.self): return .data
    case ObjectIdentifier(UUID.self): return .uuid
    case ObjectIdentifier(URL.self): return .url
    case ObjectIdentifier(FormatValue.self): return .formatValue
    case ObjectIdentifier(AnyHashable.self), ObjectIdentifier(FormatObject.self): return .any
    default: return integers.first { $0 == type }.map { .integer($0) }
    }
  }

  private static func isSet(_ type: Any.Type) -> Bool {
    func open<T>(_: T.Type) -> Bool { T.self is any SetAlgebra.Type }
    return open(type)
  }

  /// Returns whether `type` is an `Array` of native objects, so that it can be read as `[AnyObject]`. With Objective-C an array
  /// may be bridged, so the result is false.
  static func isArrayOfReferences(_ type: Any.Type, of element: SwiftType) -> Bool {
    #if canImport(ObjectiveC)
    return false
    #else
    guard let element = element.type as? AnyClass else { return false }
    func isArray<T: AnyObject>(_: T.Type) -> Bool { type == [T].self }
    return isArray(element)
    #endif
  }

  /// Returns the type of the raw values if predicates support it.
  private static func rawValue(of coded: any RawRepresentable.Type) -> SwiftType? {
    coded is AnyClass ? nil : rawValue(ofType: rawValueType(coded))
  }

  /// Returns the kind of an enumeration or option set of C, or `nil` for other types. A program that does not need its conformance
  /// to `RawRepresentable` does not contain it.
  ///
  /// Swift imports most as structs with one property, `rawValue`, and those with the attribute `enum_extensibility` as enumerations
  /// without names, whose bytes are the raw value. With the trait `NoRuntimeSymbols`, `importedRawValue` reads the structs.
  private static func importedKind(of type: Any.Type) -> Kind? {
    guard isImported(type) else { return nil }
    switch runtimeKind(of: type) {
    case .enumeration: return importedEnumeration(type)
    #if NoRuntimeSymbols
    case .structure: return nil
    #else
    case .structure:
      let fields = storedFields(of: type)
      guard fields.count == 1, let field = fields.first, field.name == "rawValue", field.offset == 0 else { return nil }
      return rawValue(ofType: field.type)?.kind
    #endif
    case .objectType, .tuple, .function, .existential, .other: return nil
    }
  }

  /// Returns whether `type` is declared in C.
  static func isImported(_ type: Any.Type) -> Bool { _typeName(type, qualified: true).hasPrefix("__C.") }

  /// Returns the kind of an enumeration that is an integer of its size. The program does not contain whether the integer is signed,
  /// so that a value with the highest bit is not known.
  private static func importedEnumeration(_ type: Any.Type) -> Kind? {
    let integers: [any StoredInteger.Type] = [Int8.self, Int16.self, Int32.self, Int64.self]
    guard let integer = integers.first(where: { layout(of: $0).size == layout(of: type).size }) else { return nil }
    let name = SwiftType.name(of: type)
    let reason =
      "it is a value of \(name), an enumeration of C, that may be negative or large; "
      + "name the key in predicateKeys, with the rawValue"
    return unsafe .read(as: .integer) { address in
      let value = unsafe integer.box(address)
      if case .integer(..<0) = value { return .unreadable(reason) }
      return value
    }
  }

  private static func rawValue(ofType type: Any.Type) -> SwiftType? {
    let raw = SwiftType.of(type)
    switch raw.kind {
    case .bool, .integer, .float, .double, .decimal, .string, .date, .uuid: return raw
    default: return nil
    }
  }

  /// Returns whether `type` is one of Foundation's reference types that represent values, or their root, `NSObject` itself, whose
  /// references may be values.
  private static func isFoundationValue(_ type: Any.Type) -> Bool {
    let known: [AnyClass] = [
      NSString.self, NSNumber.self, NSNull.self, NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self,
      NSDate.self, NSData.self, NSUUID.self, NSURL.self,
    ]
    guard let type = type as? AnyClass else { return false }
    if type == NSObject.self { return true }
    return ancestry(of: type).contains { ancestor in known.contains { $0 == ancestor } }
  }

  /// Returns whether `type` is a library type whose stored fields are public.
  static func isGeometry(_ type: Any.Type) -> Bool {
    let geometry: [Any.Type] = [CGPoint.self, CGSize.self, CGRect.self, NSRange.self]
    return geometry.contains { $0 == type }
  }

  /// Returns whether `type` belongs to a library whose stored fields are implementation details and not keys.
  static func isLibraryType(_ type: Any.Type) -> Bool {
    if type is any RangeStorage.Type || isGeometry(type) { return false }
    let module = _typeName(type, qualified: true).prefix { $0 != "." }
    return [
      "Swift", "_Concurrency", "Synchronization", "Observation", "Distributed", "RegexBuilder", "_StringProcessing",
      "Foundation", "FoundationEssentials", "FoundationInternationalization", "Dispatch", "os",
    ].contains(module)
  }
}
