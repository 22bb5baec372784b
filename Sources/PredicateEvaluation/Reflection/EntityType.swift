/// A type whose keys are defined at run time: the objects of one entity of a data model. All entities share one Swift class.
///
/// The stored properties of the class are not keys. Each key is a closure, as in `PredicateKeyed`. Types may refer to each other
/// and to themselves, so create all types before you set their keys.
package struct EntityType<Object: AnyObject>: Sendable {
  /// The type of the objects.
  package let type: SwiftType
  private let optional: SwiftType
  private let list: SwiftType

  /// Creates a type without keys.
  ///
  /// - Parameter name: The name for diagnostics.
  package init(_ name: String, of _: Object.Type = Object.self) {
    type = SwiftType.entity(Object.self, .object, name: name)
    optional = SwiftType.entity(Object?.self, .optional(type), name: name)
    list = SwiftType.entity([Object].self, .array(type), name: name)
  }

  /// Returns a key for a value.
  package func value<Value>(_ name: String, _ get: @escaping @Sendable (Object) -> Value) -> Field? {
    field(.key(name, get))
  }

  /// Returns a key for an optional object of another type that is defined at run time.
  package func object(_ name: String, _ other: EntityType, _ get: @escaping @Sendable (Object) -> Object?) -> Field? {
    field(.key(name, get), other.optional)
  }

  /// Returns a key for a list of objects of another type that is defined at run time.
  package func objects(_ name: String, _ other: EntityType, _ get: @escaping @Sendable (Object) -> [Object]) -> Field? {
    field(.key(name, get), other.list)
  }

  private func field(_ key: PredicateKey<Object>, _ valueType: SwiftType? = nil) -> Field? {
    key.getter.map { Field(name: key.name, owner: type, type: valueType ?? $0.type, access: .getter($0)) }
  }

  /// Sets the keys of the type.
  package func setKeys(_ keys: [Field?]) {
    var table = FieldTable()
    for case let field? in keys { table.set(field.name, .found(field)) }
    type.fieldTable.withLock { $0 = table }
  }
}

/// An object that provides its type at run time. This type is used if the value has no declared type.
package protocol EntityObject: AnyObject {
  /// The type with the keys of this object. All its objects must be of this object's class.
  var entityType: SwiftType { get }
}

extension SwiftType {
  /// Returns the dynamic type of an object.
  static func of(object: AnyObject) -> SwiftType {
    (object as? any EntityObject)?.entityType ?? of(Swift.type(of: object))
  }
}
