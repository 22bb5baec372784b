import PredicateModel
import PredicateSyntax

/// The way to a value whose type is known only when it is there: a typed path up to a `FormatValue`, an `Any` or a
/// dictionary of such, and then keys of dictionaries.
///
/// It reads what untyped rows are mostly made of, one value at a time, and never a whole dictionary; all else it leaves to
/// the nodes of values, which read as `DynamicKeys` does.
struct UntypedPath {
  /// What stands at the end of the typed path.
  enum Base {
    /// A `FormatValue`; of a record its keys are read.
    case value
    case any
    case dictionaryOfValues
    case dictionaryOfAny
  }

  let access: AccessPath
  let base: Base
  let keys: [String]

  /// More keys than these are left to the nodes of values, which have a limit for the depth of data.
  private static let mostKeys = 8

  /// The path of an expression; nil where it is none, or speaks of another scope than the current one.
  init?(_ expression: ResolvedExpression, in compiler: Compiler) {
    guard let (path, keys) = expression.untypedPath, path.scope == compiler.current, keys.count <= Self.mostKeys,
      !keys.contains(where: { $0.namesCollectionOperator || $0 == "self" || $0 == "SELF" }),
      let access = AccessPath(path, from: compiler.layout(of: path.scope)), !access.hasGetters, !access.endsInLength
    else { return nil }
    switch access.type.kind {
    case .formatValue: base = .value
    case .any where access.type.type == Any.self: base = .any
    case .dictionary(let element) where !keys.isEmpty && access.type.type == [String: FormatValue].self:
      guard case .formatValue = element.kind else { return nil }
      base = .dictionaryOfValues
    case .dictionary where !keys.isEmpty && access.type.type == [String: Any].self: base = .dictionaryOfAny
    default: return nil
    }
    self.access = access
    self.keys = keys
  }

  /// Whether reading a value may fault: a key of what is no dictionary does.
  var mayFault: Bool {
    switch base {
    case .value, .any: !keys.isEmpty
    case .dictionaryOfValues, .dictionaryOfAny: keys.count > 1
    }
  }

  /// A node for the value; what `read` does not tell is asked of `node`.
  func value(otherwise node: ValueNode) -> ValueNode {
    let path = self
    return ValueNode { run, block, lane in
      let value = path.access.withPlaces(run, block, bit(lane)) { places, mask in
        mask == 0 ? nil : path.read(places[lane])
      }
      return value?.settled ?? node.read(run, block, lane)
    }
  }

  /// The value of the path from the place where the keys begin; nil where only the nodes of values can tell.
  @inline(never)
  func read(_ place: UnsafeRawPointer) -> FormatValue? {
    switch base {
    case .dictionaryOfValues:
      guard let value = place.assumingMemoryBound(to: [String: FormatValue].self).pointee[keys[0]] else { return .null }
      return keys.count == 1 ? value : below(value, 1)
    case .value:
      return below(place.assumingMemoryBound(to: FormatValue.self).pointee, 0)
    case .dictionaryOfAny:
      guard let value = place.assumingMemoryBound(to: [String: Any].self).pointee[keys[0]] else { return .null }
      return below(any: value, 1)
    case .any:
      return below(any: place.assumingMemoryBound(to: Any.self).pointee, 0)
    }
  }

  /// What the keys from `index` on give of a value.
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
      // The type is told by its identity, and the value read where it stands: casting takes ten times as long.
      withUnsafePointer(to: value) { pointer in
        let place = UnsafeRawPointer(pointer)
        if index < keys.count {
          guard Value.self == [String: Any].self else { return nil }
          guard let field = place.assumingMemoryBound(to: [String: Any].self).pointee[keys[index]] else { return .null }
          return below(any: field, index + 1)
        }
        if Value.self == String.self { return .string(place.assumingMemoryBound(to: String.self).pointee) }
        if Value.self == Int.self { return .integer(Int64(place.assumingMemoryBound(to: Int.self).pointee)) }
        if Value.self == Double.self { return .double(place.assumingMemoryBound(to: Double.self).pointee) }
        if Value.self == Bool.self { return .bool(place.assumingMemoryBound(to: Bool.self).pointee) }
        // Foundation's numbers, which JSON is read as.
        guard Value.self is AnyObject.Type else { return nil }
        let boxed = SwiftType.box(any: value)
        return boxed.mayHoldUnreadable ? nil : boxed
      }
    }
    return _openExistential(value, do: open)
  }
}

extension ResolvedExpression {
  /// A path, and the keys that are read of what it gives.
  fileprivate var untypedPath: (ResolvedPath, [String])? {
    switch kind {
    case .path(let path): return (path, [])
    case .dynamicPath(let base, let keys):
      guard case .path(let path) = base.kind else { return nil }
      return (path, keys)
    default: return nil
    }
  }
}
