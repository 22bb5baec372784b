import PredicateEvaluation
import PredicateSyntax

/// Boxes the field `name` of a struct by its offset or its registered key.
func read<Root>(_ name: String, of root: Root) -> FormatValue? {
  withUnsafePointer(to: root) { pointer in
    let type = SwiftType.of(Root.self)
    guard case .found(let field) = type.field(name) else { return nil }
    return boxed(field, at: UnsafeRawPointer(pointer))
  }
}

/// Boxes the field `name` of an object, as a field of `type` or its own class.
func read(_ name: String, ofObject object: AnyObject, as type: Any.Type? = nil) -> FormatValue? {
  let reference = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
  guard case .found(let field) = SwiftType.of(type ?? Swift.type(of: object)).field(name) else { return nil }
  return withExtendedLifetime(object) { boxed(field, at: reference) }
}

func boxed(_ field: Field, at lane: UnsafeRawPointer) -> FormatValue {
  switch field.access {
  case .offset(let offset): field.type.box(lane + offset)
  case .getter(let getter): getter.withValue(of: lane) { field.type.box($0) }
  }
}

func verified(_ object: AnyObject) -> [String] {
  withExtendedLifetime(object) {
    SwiftType.of(type(of: object)).verify(object: Unmanaged.passUnretained(object).toOpaque())
  }
}

func verified<Root>(value: Root) -> [String] {
  withUnsafePointer(to: value) { SwiftType.of(Root.self).verify(object: $0) }
}

func reason(_ type: Any.Type, _ name: String) -> String? {
  if case .unreadable(let reason) = SwiftType.of(type).field(name) { reason } else { nil }
}

func isNil<Value>(_ value: Value) -> Bool {
  withUnsafePointer(to: value) { SwiftType.of(Value.self).isNil($0) }
}

func box<Value>(_ value: Value) -> FormatValue {
  withUnsafePointer(to: value) { SwiftType.of(Value.self).box($0) }
}
