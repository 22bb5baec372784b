/// A type whose keys are defined at run time: the objects of one entity of a data model. All entities share one Swift class.
///
/// The stored properties of the class are not keys. Each key is a closure, as in `PredicateKeyed`. Types may refer to each other
/// and to themselves, so create all types before you set their keys.
package struct ToldType<Object: AnyObject>: Sendable {
  /// The type of the objects.
  package let type: SwiftType
  private let optional: SwiftType
  private let list: SwiftType

  /// Creates a type without keys.
  ///
  /// - Parameter name: The name for diagnostics.
  package init(_ name: String, of _: Object.Type = Object.self) {
    type = SwiftType.told(Object.self, .object, name: name)
    optional = SwiftType.told(Object?.self, .optional(type), name: name)
    list = SwiftType.told([Object].self, .array(type), name: name)
  }

  /// A key of a type that is defined at run time.
  package struct Key: Sendable {
    fileprivate let key: PredicateKey<Object>
    /// The type of the values if they are objects of such a type.
    fileprivate let type: SwiftType?

    /// Returns a key for a value.
    package static func value<Value>(_ name: String, _ get: @escaping @Sendable (Object) -> Value) -> Key {
      Key(key: .key(name, get), type: nil)
    }

    /// Returns a key for an optional object.
    package static func object(
      _ name: String, _ type: ToldType, _ get: @escaping @Sendable (Object) -> Object?
    ) -> Key {
      Key(key: .key(name, get), type: type.optional)
    }

    /// Returns a key for a list of objects.
    package static func objects(
      _ name: String, _ type: ToldType, _ get: @escaping @Sendable (Object) -> [Object]
    ) -> Key {
      Key(key: .key(name, get), type: type.list)
    }
  }

  /// Sets the keys of the type.
  package func tell(_ keys: [Key]) {
    var table = FieldTable()
    for key in keys {
      guard let getter = key.key.getter else { continue }
      let field = Field(name: key.key.name, owner: type, type: key.type ?? getter.type, access: .getter(getter))
      table.set(field.name, .found(field))
    }
    type.fieldTable.withLock { $0 = table }
  }
}

/// An object that provides its type at run time. This type is used if the value has no declared type.
package protocol TypeTelling: AnyObject {
  /// The type with the keys of this object. All its objects must be of this object's class.
  var toldType: SwiftType { get }
}

extension SwiftType {
  /// Returns the dynamic type of an object.
  static func of(object: AnyObject) -> SwiftType {
    (object as? any TypeTelling)?.toldType ?? of(Swift.type(of: object))
  }
}
