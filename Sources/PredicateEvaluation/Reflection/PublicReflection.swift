#if NoRuntimeSymbols
import Distributed
import PredicateSemantics
import PredicateSyntax

// Takes the place of `RuntimeReflection.swift` and `ClassDescriptor.swift` if the trait `NoRuntimeSymbols` is enabled. Values are
// read by the closures of `predicateKeys`. The keys of other structs and tuples are the labels of their mirrors, which are known only
// with a value. Objects have no other keys: a mirror reads storage that may be isolated, observed, overridden or on another machine.

extension SwiftType {
  /// The reason why a key that is not registered is not read.
  static let readsNoStorage = "the library was built with NoRuntimeSymbols and reads no stored properties; \(remedy)"

  /// Returns whether `type` is an actor, distributed or not.
  package static func isActor(_ type: Any.Type) -> Bool { type is any Actor.Type || type is any DistributedActor.Type }

  /// Whether the keys of the values are the labels of their mirrors.
  static func isMirrored(_ type: Any.Type, _ kind: Kind) -> Bool {
    if case .structure = kind { !(type is any PredicateKeyed.Type) } else { false }
  }

  /// Returns whether the mirrors of a type show what the type chooses, and not its stored properties.
  static func hasOwnMirror(_ type: Any.Type) -> Bool { type is any CustomReflectable.Type && !isGeometry(type) }

  /// Returns the name of the case of the enumeration value at `address`, or `nil` if a mirror or a description of the type's own hides
  /// it.
  static func caseName(of type: Any.Type, at address: UnsafeRawPointer) -> String? {
    func open<Value>(_: Value.Type) -> String? {
      // Safety: Callers pass the address of an initialized value of `type`, which `Value` is. No input selects the type.
      let value = unsafe address.assumingMemoryBound(to: Value.self).pointee
      if value is any CustomReflectable { return nil }
      let mirror = Mirror(reflecting: value)
      if let label = mirror.children.first?.label { return label.plainIdentifier }
      let isOwn = value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      if isOwn || value is any TextOutputStreamable || mirror.displayStyle != .enum { return nil }
      return String(describing: value).plainIdentifier
    }
    return open(type)
  }

  /// Does nothing, because there are no offsets to compare.
  package func verify(object: UnsafeRawPointer, isShared: Bool = false) -> [String] { [] }

  /// Returns false.
  package func canBeVerified(isShared: Bool) -> Bool { false }

  /// Returns the children of the mirror of the value at `address`, by label.
  func mirrored(_ address: UnsafeRawPointer) -> [String: Any] {
    guard Self.isMirrored(type, kind) else { return [:] }
    var children: [String: Any] = [:]
    for case (let label?, let value) in unsafe Mirror(reflecting: copyAny(type, address)).children {
      children[label.hasPrefix(".") ? String(label.dropFirst()) : label.plainIdentifier] = value
    }
    return children
  }

  /// Returns the raw value of an enumeration or option set of C that Swift imports as a struct with one property, or `nil` for other
  /// values.
  func importedRawValue(_ address: UnsafeRawPointer) -> Any? {
    guard Self.isImported(type) else { return nil }
    let children = unsafe mirrored(address)
    return children.count == 1 ? children["rawValue"] : nil
  }
}
#endif
