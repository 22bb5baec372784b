import PredicateSemantics
import PredicateSyntax

/// The path to a value whose type is known only at run time: a typed path to a `FormatValue`, an `Any` or a dictionary of
/// these, followed by keys of dictionaries.
///
/// It reads the common values of untyped rows, one at a time and never a whole dictionary. Value nodes read everything
/// else, by the rules of `DynamicKeys`.
///
/// Safety: A value is read as a type only if its own type is identical.
struct UntypedPath {
  let access: AccessPath
  /// Whether the typed path ends at a dictionary, and not at a single value.
  private let isDictionary: Bool
  /// Whether the value, or each value of the dictionary, is an `Any`, and not a `FormatValue`.
  private let isAny: Bool
  private let keys: [String]

  /// The maximum number of keys. Value nodes read longer paths, because they limit the depth of data.
  private static let maximumKeys = 8

  /// Creates the path of an expression, or returns `nil` if it has none or uses a scope other than the current one.
  init?(_ expression: ResolvedExpression, in compiler: Compiler) {
    guard let (path, keys) = expression.untypedPath, path.scope == compiler.current, keys.count <= Self.maximumKeys,
      !keys.contains(where: { $0.isOperator || $0.namesSelf })
    else { return nil }
    let access = compiler.access(path, at: expression.range)
    if access.hasGetters || access.endsInLength { return nil }
    let type = access.type.type
    isDictionary = type == [String: FormatValue].self || type == [String: Any].self
    isAny = type == Any.self || type == [String: Any].self
    guard isDictionary ? !keys.isEmpty : isAny || type == FormatValue.self else { return nil }
    self.access = access
    self.keys = keys.map { $0.name }
  }

  /// Whether reading a value may fail, as reading a key of a value that is not a dictionary does. An `Any` may be a value that
  /// cannot be read.
  var mayFail: Bool { isAny || keys.count > (isDictionary ? 1 : 0) }

  /// Returns a node for the value; `node` reads the values that `read` cannot.
  func value(otherwise node: ValueNode) -> ValueNode {
    let path = self
    return ValueNode { run, block, lane in
      let value = unsafe path.access.withAddresses(run, block, bit(lane)) { addresses, mask in
        unsafe mask == 0 ? nil : path.read(addresses[lane])
      }
      return value?.nanAsNil ?? node.read(run, block, lane)
    }
  }

  /// Returns the value of the path from the address where the keys begin, or `nil` if only a value node can read it.
  @inline(never)
  func read(_ base: UnsafeRawPointer) -> FormatValue? {
    switch (isDictionary, isAny) {
    case (true, false):
      guard let value = unsafe base.assumingMemoryBound(to: [String: FormatValue].self).pointee[keys[0]] else {
        return .null
      }
      return keys.count == 1 ? value : below(value, 1)
    case (false, false):
      return unsafe below(base.assumingMemoryBound(to: FormatValue.self).pointee, 0)
    case (true, true):
      guard let value = unsafe base.assumingMemoryBound(to: [String: Any].self).pointee[keys[0]] else { return .null }
      return below(any: value, 1)
    case (false, true):
      return unsafe below(any: base.assumingMemoryBound(to: Any.self).pointee, 0)
    }
  }

  /// Returns the value of the keys from `index` on, or `nil` if only a value node can read it.
  private func below(_ value: FormatValue, _ index: Int) -> FormatValue? {
    if index == keys.count { return value }
    switch value {
    case .record(let fields):
      guard let field = fields[keys[index]] else { return .null }
      return index + 1 == keys.count ? field : below(field, index + 1)
    case .null: return .null
    default: return nil
    }
  }

  private func below(any value: Any, _ index: Int) -> FormatValue? {
    func open<Value>(_ value: Value) -> FormatValue? {
      // Comparing type identities and reading in place is ten times as fast as casting.
      unsafe withUnsafePointer(to: value) { pointer in
        let base = unsafe UnsafeRawPointer(pointer)
        if index < keys.count {
          guard Value.self == [String: Any].self else { return nil }
          guard let field = unsafe base.assumingMemoryBound(to: [String: Any].self).pointee[keys[index]] else {
            return .null
          }
          return below(any: field, index + 1)
        }
        if Value.self == String.self { return unsafe .string(base.assumingMemoryBound(to: String.self).pointee) }
        if Value.self == Int.self { return unsafe .integer(Int64(base.assumingMemoryBound(to: Int.self).pointee)) }
        if Value.self == Double.self { return unsafe .double(base.assumingMemoryBound(to: Double.self).pointee) }
        if Value.self == Bool.self { return unsafe .bool(base.assumingMemoryBound(to: Bool.self).pointee) }
        if Value.self == FormatValue.self { return unsafe base.assumingMemoryBound(to: FormatValue.self).pointee }
        // Foundation's numbers, which decoded JSON contains.
        guard Value.self is AnyObject.Type else { return nil }
        var limits = BoxingLimits(opensStructures: false)
        let boxed = SwiftType.box(any: value, &limits)
        return boxed.mayContainUnreadable ? nil : boxed
      }
    }
    return _openExistential(value, do: open)
  }
}

extension ResolvedExpression {
  /// The path, and the keys that are read from its value.
  var untypedPath: (ResolvedPath, [FormatExpression.Key])? {
    if case .path(let path) = kind { return (path, []) }
    guard case .dynamicPath(let base, let keys) = kind, case .path(let path) = base.kind else { return nil }
    return (path, keys)
  }
}
