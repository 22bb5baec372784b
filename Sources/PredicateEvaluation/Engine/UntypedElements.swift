import PredicateSemantics
import PredicateSyntax

// The elements that keys of an untyped row lead to, such as those of `ANY tags.name`. They are visited in blocks, and neither the
// rest of the row nor an element after the last block is read.
//
// Safety: The type of the path is identical to the one that its address is read as. A buffer lives while its block is visited.
extension Compiler {
  /// Returns the elements of keys of an untyped value, or `nil` for another expression.
  mutating func untypedElements(
    _ expression: ResolvedExpression, _ collection: ResolvedCollection
  ) -> CollectionNode? {
    guard let (path, keys) = expression.untypedPath, !keys.isEmpty, path.scope == current
    else { return nil }
    let access = access(path, at: expression.range)
    if access.endsInLength { return nil }
    return withUntypedRoot(
      access.type.type,
      UntypedElements(
        reader: dynamicKeys, keys: keys[...], access: access, name: collection.name, range: collection.range,
        rangeOfKeys: expression.range))
  }
}

private struct UntypedElements: UntypedRootVisitor {
  let reader: DynamicKeys
  let keys: ArraySlice<FormatExpression.Key>
  let access: AccessPath
  let name: String
  let range: FormatRange
  let rangeOfKeys: FormatRange

  private static let lengths: PartLengths = (first: 8, others: 64)

  func visit<Value: UntypedValue>(_ root: @escaping (UnsafeRawPointer) -> Value) -> CollectionNode {
    unsafe CollectionNode(
      forEach: { run, block, lane, body in
        let root = unsafe access.withAddresses(run, block, bit(lane)) { addresses, mask in
          unsafe mask == 0 ? nil : root(addresses[lane])
        }
        guard let root else { return false }
        return forEachElement(of: root, run, body)
      }, layout: Layout(elementsOf: SwiftType.of(Value.Element.self)))
  }

  private func forEachElement<Value: UntypedValue>(
    of root: Value, _ run: Run, _ body: (Block, UInt64) -> Bool
  ) -> Bool {
    var buffer: [Value.Element] = []
    var length = Self.lengths.first
    var continues = true
    /// Visits elements in blocks. Returns whether more of them are wanted.
    func visit(_ elements: UnsafeBufferPointer<Value.Element>) -> Bool {
      guard continues, let base = elements.baseAddress else { return continues }
      unsafe run.forEachBlock(UnsafeRawPointer(base), elements.count) { block, live in
        continues = body(block, live)
        return continues
      }
      continues = unsafe continues && run.errors.lanes == 0 && !run.isStopped
      return continues
    }
    func visitBuffer() {
      _ = unsafe buffer.withUnsafeBufferPointer(visit)
      buffer.removeAll(keepingCapacity: true)
      length = Self.lengths.others
    }
    func add(_ value: Value) -> Bool {
      buffer.append(value.element)
      if buffer.count == length { visitBuffer() }
      return continues
    }
    let other: FormatValue?
    do throws(EvaluationError) {
      if let stored = try reader.stored(keys, of: root) {
        if unsafe stored.forEachPart(Self.lengths, visit) { return true }
        other = try stored.forEachElement(add) ? nil : stored.formatValue
      } else {
        other = try reader.forEachElement(keys, of: root, run.spend(_:), add)
      }
    } catch {
      // The elements before the error come first, and one of them may decide.
      visitBuffer()
      if !continues { return true }
      run.fail(error, at: rangeOfKeys, lane: 0)
      return false
    }
    visitBuffer()
    guard let other = other?.nanAsNil else { return true }
    if let error = other.readingError(isDeep: false) {
      run.fail(error, at: range, lane: 0)
    } else if !other.isNull {
      run.fail(
        EvaluationError(.notACollection(of: name, found: other.widened.valueType.description)), at: range, lane: 0)
    }
    return false
  }
}
