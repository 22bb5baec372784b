/// A type whose keys a program tells while it runs: the objects of an entity of a data model, all of one Swift class.
///
/// What the class stores is no key; each key is a closure, as those of `PredicateKeyed` are. Types may name each other, and
/// themselves: tell the keys when all types are made.
package struct ToldType<Object: AnyObject>: Sendable {
  /// The type of the objects.
  package let type: SwiftType
  private let optional: SwiftType
  private let list: SwiftType

  /// Makes a type without keys.
  ///
  /// - Parameter name: what messages call it.
  package init(_ name: String, of _: Object.Type = Object.self) {
    type = SwiftType.told(Object.self, .object, name: name)
    optional = SwiftType.told(Object?.self, .optional(type), name: name)
    list = SwiftType.told([Object].self, .array(type), name: name)
  }

  /// A key of a told type.
  package struct Key: Sendable {
    fileprivate let key: PredicateKey<Object>
    /// The type of the values, where they are objects of a told type.
    fileprivate let type: SwiftType?

    /// A key of a value.
    package static func value<Value>(_ name: String, _ get: @escaping @Sendable (Object) -> Value) -> Key {
      Key(key: .key(name, get), type: nil)
    }

    /// A key of one object or nil.
    package static func object(
      _ name: String, _ type: ToldType, _ get: @escaping @Sendable (Object) -> Object?
    ) -> Key {
      Key(key: .key(name, get), type: type.optional)
    }

    /// A key of a list of objects.
    package static func objects(
      _ name: String, _ type: ToldType, _ get: @escaping @Sendable (Object) -> [Object]
    ) -> Key {
      Key(key: .key(name, get), type: type.list)
    }
  }

  /// Gives the type its keys.
  package func tell(_ keys: [Key]) {
    var table = FieldTable()
    for key in keys {
      guard let getter = key.key.getter else { continue }
      let field = Field(name: key.key.name, owner: type, type: key.type ?? getter.type, access: .getter(getter))
      table.set(field.name, .readable(field, storage: nil))
    }
    type.fieldTable.withLock { $0 = table }
  }
}

/// An object that tells its type while the program runs, wherever nothing else does: as a value without a declared type.
package protocol TypeTelling: AnyObject {
  /// The type whose keys it has; objects of the type are of this object's class.
  var toldType: SwiftType { get }
}

extension SwiftType {
  /// The type of an object, as far as only the object tells.
  static func of(object: AnyObject) -> SwiftType {
    (object as? any TypeTelling)?.toldType ?? of(Swift.type(of: object))
  }
}
