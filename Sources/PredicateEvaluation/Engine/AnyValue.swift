import PredicateSemantics
import PredicateSyntax

/// A value of an untyped row, such as a `[String: Any]`, whose keys and elements are read in place.
///
/// Safety: A value is read as a type only if its own type is identical, or by the `SwiftType` of its type.
enum AnyValue {
  case dictionary([String: Any])
  case dictionaries([[String: Any]])
  case list([Any])
  /// An array or a set of another type. It is indirect, because the others are much smaller.
  indirect case elements(Any, SwiftType)
  /// Any other value, or the result of an operator.
  case value(FormatValue)

  init(any value: Any) {
    func open<Value>(_ value: Value) -> AnyValue {
      unsafe withUnsafePointer(to: value) { pointer in
        let base = unsafe UnsafeRawPointer(pointer)
        if Value.self == String.self { return unsafe .value(.string(base.load(as: String.self))) }
        if Value.self == Int.self { return unsafe .value(.integer(Int64(base.load(as: Int.self)))) }
        if Value.self == Double.self { return unsafe .value(.double(base.load(as: Double.self))) }
        if Value.self == Bool.self { return unsafe .value(.bool(base.load(as: Bool.self))) }
        if Value.self == [String: Any].self { return unsafe .dictionary(base.load(as: [String: Any].self)) }
        if Value.self == [Any].self { return unsafe .list(base.load(as: [Any].self)) }
        if Value.self == [[String: Any]].self { return unsafe .dictionaries(base.load(as: [[String: Any]].self)) }
        let type = SwiftType.of(Value.self)
        switch type.kind {
        case .array, .set: return .elements(value, type)
        default: return .value(Self.box(value))
        }
      }
    }
    self = _openExistential(value, do: open)
  }

  private static func box(_ value: Any) -> FormatValue {
    var limits = BoxingLimits(opensStructures: false)
    return SwiftType.box(any: value, &limits)
  }

  private var any: Any {
    switch self {
    case .dictionary(let fields): fields
    case .dictionaries(let elements): elements
    case .list(let elements): elements
    case .elements(let elements, _): elements
    case .value(let value): value
    }
  }
}

extension AnyValue: DynamicValue {
  init(_ value: FormatValue) { self = .value(value) }

  var formatValue: FormatValue { if case .value(let value) = self { value } else { Self.box(any) } }

  var elementCount: Int? {
    switch self {
    case .dictionary: return nil
    case .dictionaries(let elements): return elements.count
    case .list(let elements): return elements.count
    case .elements(let elements, let type): return Self.count(elements, type)
    case .value(let value): return value.elementCount
    }
  }

  private static func count(_ elements: Any, _ type: SwiftType) -> Int {
    func open<Value>(_ elements: Value) -> Int {
      var count = 0
      unsafe withUnsafePointer(to: elements) { unsafe type.withElements(UnsafeRawPointer($0)) { count = $1 } }
      return count
    }
    return _openExistential(elements, do: open)
  }

  func forEachElement(_ body: (AnyValue) throws(EvaluationError) -> Bool) throws(EvaluationError) -> Bool {
    switch self {
    case .dictionary: return false
    case .dictionaries(let elements): for element in elements { if try !body(.dictionary(element)) { break } }
    case .list(let elements): for element in elements { if try !body(AnyValue(any: element)) { break } }
    // Few rows have such values, so they are read as a whole.
    case .elements:
      return try formatValue.forEachElement { element throws(EvaluationError) in try body(.value(element)) }
    case .value(let value):
      return try value.forEachElement { element throws(EvaluationError) in try body(.value(element)) }
    }
    return true
  }

  func forEachField(
    _ name: String, _ body: (FormatValue) throws(EvaluationError) -> Bool,
    otherwise other: (AnyValue) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) {
    guard case .dictionaries(let elements) = self else {
      _ = try forEachElement(other)
      return
    }
    for fields in elements {
      let value = fields[name].map { AnyValue(any: $0) } ?? .value(.null)
      let continues = value.elementCount == nil ? try body(value.formatValue) : try other(.dictionary(fields))
      if !continues { return }
    }
  }

  func field(_ name: String) -> AnyValue? {
    switch self {
    case .dictionary(let fields): fields[name].map { AnyValue(any: $0) } ?? .value(.null)
    case .dictionaries, .list, .elements: nil
    case .value(let value): value.field(name).map { .value($0) }
    }
  }
}

extension AnyValue: UntypedValue {
  var element: Any { any }

  func forEachPart(_ lengths: PartLengths, _ body: (UnsafeBufferPointer<Any>) -> Bool) -> Bool {
    switch self {
    case .list(let elements): _ = unsafe elements.withUnsafeBufferPointer(body)
    case .dictionaries(let elements):
      var rest = elements[...]
      while !rest.isEmpty {
        let part = rest.prefix(rest.startIndex == 0 ? lengths.first : lengths.others)
        rest = rest[part.endIndex...]
        guard unsafe part.map({ $0 as Any }).withUnsafeBufferPointer(body) else { break }
      }
    case .value, .dictionary, .elements: return false
    }
    return true
  }
}

extension FormatValue: UntypedValue {
  var element: FormatValue { self }

  func forEachPart(_ lengths: PartLengths, _ body: (UnsafeBufferPointer<FormatValue>) -> Bool) -> Bool {
    guard case .list(let elements) = self else { return false }
    _ = unsafe elements.withUnsafeBufferPointer(body)
    return true
  }
}

/// A value of an untyped row that can be an element of a block.
protocol UntypedValue: DynamicValue {
  /// The type of the elements of a block.
  associatedtype Element
  var element: Element { get }

  /// Calls a function with the elements of an array until it returns `false`: with all elements if they are stored so that a block can
  /// read them in place, and with parts of the lengths otherwise. Returns `false` for another value.
  func forEachPart(_ lengths: PartLengths, _ body: (UnsafeBufferPointer<Element>) -> Bool) -> Bool
}

/// The numbers of elements of the first part and of the others. An early element often decides.
typealias PartLengths = (first: Int, others: Int)

/// Receives the function that reads an untyped value at an address, with the type of the value.
protocol UntypedRootVisitor {
  associatedtype Node
  func visit<Value: UntypedValue>(_ root: @escaping (UnsafeRawPointer) -> Value) -> Node
}

/// Passes the function that reads an untyped value of a type to a visitor. Returns `nil` for other types.
func withUntypedRoot<Visitor: UntypedRootVisitor>(_ type: Any.Type, _ visitor: Visitor) -> Visitor.Node? {
  if type == FormatValue.self { return unsafe visitor.visit { unsafe $0.load(as: FormatValue.self) } }
  if type == [String: FormatValue].self {
    return unsafe visitor.visit { unsafe FormatValue.record($0.load(as: [String: FormatValue].self)) }
  }
  if type == [String: Any].self {
    return unsafe visitor.visit { unsafe AnyValue.dictionary($0.load(as: [String: Any].self)) }
  }
  if type == Any.self { return unsafe visitor.visit { unsafe AnyValue(any: $0.load(as: Any.self)) } }
  return nil
}
