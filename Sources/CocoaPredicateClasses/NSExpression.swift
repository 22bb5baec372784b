#if !canImport(ObjectiveC)
import Foundation
import PredicateFormat

/// An operand of a comparison, or a value that is computed from an object.
///
///     let total = NSExpression(format: "price * count")
///     let value = total.expressionValue(with: order, context: nil)
open class NSExpression: NSObject, NSCopying, NSSecureCoding {
  /// The kinds of expressions. The raw values are Apple's.
  public enum ExpressionType: UInt, Sendable {
    case constantValue, evaluatedObject, variable, keyPath, function, unionSet, intersectSet, minusSet
    case subquery = 13
    case aggregate
    case anyKey
    case block = 19
    case conditional
  }

  /// A function of an object, of the values of arguments, and of the context.
  typealias Block = (Any?, [Any], NSMutableDictionary?) -> Any

  /// The tree; for a block, a node that says that it has none.
  let tree: FormatExpression
  /// The constant as it was given.
  private let given: Any?
  private let block: Block?
  private let blockArguments: [NSExpression]

  private init(_ tree: FormatExpression, given: Any?, block: Block? = nil, _ arguments: [NSExpression] = []) {
    self.tree = tree
    self.given = given
    self.block = block
    blockArguments = arguments
    super.init()
  }

  /// Creates the expression that a tree describes.
  public convenience init(_ expression: FormatExpression) { self.init(expression, given: nil) }

  // MARK: Factories

  /// Creates the expression that a format string describes. A wrong format calls `NSPredicate.errorHandler`.
  public convenience init(format: String, _ arguments: Any?...) {
    self.init(format: format, argumentArray: arguments)
  }

  /// Cocoa's initializer for a list of C arguments.
  @available(*, unavailable, message: "a va_list has only the descriptions of objects; use init(format:argumentArray:)")
  public convenience init(format: String, arguments: CVaListPointer) { self.init(format: format, argumentArray: []) }

  /// Creates the expression that a format string and an array of arguments describe. A wrong format calls
  /// `NSPredicate.errorHandler`.
  public convenience init(format: String, argumentArray arguments: [Any?]) {
    self.init(NSExpression.handled { () throws(FormatError) in try FormatExpression(format, anyArguments: arguments) })
  }

  /// Creates a constant of any type.
  public convenience init(forConstantValue value: Any?) {
    self.init(FormatExpression(anyArgument: value), given: value)
  }

  /// Returns SELF.
  open class func expressionForEvaluatedObject() -> NSExpression { NSExpression(.evaluatedObject) }

  /// Creates the variable `$name`.
  public convenience init(forVariable name: String) { self.init(.variable(name)) }

  /// Creates a key path, in the syntax of `%K`. Its first key may be a variable, as in `$kid.age`.
  public convenience init(forKeyPath keyPath: String) { self.init(FormatExpression(cocoaKeyPath: keyPath)) }

  /// Creates a key path from Swift's. `KeyPathNames` says which properties have a name.
  public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
    self.init(keyPath.formatExpression)
  }

  /// Creates a call of a predefined function, such as `sum:` or `modulus:by:`.
  public convenience init(forFunction name: String, arguments: [Any]) {
    self.init(FormatExpression(call: name, arguments.map(NSExpression.tree)))
  }

  /// Creates `FUNCTION(target, selectorName, arguments…)`, which is evaluated by the function that the program registers for the
  /// selector. `valueForKeyPath:` is the key path of the target.
  public convenience init(forFunction target: NSExpression, selectorName name: String, arguments: [Any]?) {
    let arguments = (arguments ?? []).map(NSExpression.tree)
    // The operand of a predefined function.
    if target.tree == FormatExpression.CocoaParts.predefined {
      self.init(FormatExpression(call: name, arguments))
    } else if name == FormatExpression.keyFunction, let keys = FormatExpression(keysOf: target.tree, arguments) {
      self.init(keys)
    } else {
      self.init(FormatExpression(.targetFunction(.init(target.tree, selector: name, arguments))))
    }
  }

  /// Creates a list of expressions. Other elements are constants.
  public convenience init(forAggregate elements: [Any]) { self.init(.aggregate(elements.map(NSExpression.tree))) }

  /// Creates the union of two collections.
  public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
    self.init(left.tree, .union, right.tree)
  }

  /// Creates the intersection of two collections.
  public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
    self.init(left.tree, .intersect, right.tree)
  }

  /// Creates the elements of the first collection that the second lacks.
  public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
    self.init(left.tree, .minus, right.tree)
  }

  private convenience init(
    _ left: FormatExpression, _ operation: FormatExpression.SetOperator, _ right: FormatExpression
  ) {
    self.init(FormatExpression(.setOperation(.init(left, operation, right))))
  }

  /// Creates `SUBQUERY(collection, $variable, predicate)`.
  ///
  /// - Parameter predicate: An `NSPredicate`.
  public convenience init(forSubquery collection: NSExpression, usingIteratorVariable variable: String, predicate: Any)
  {
    self.init(
      NSExpression.handled { () throws(FormatError) in
        try .subquery(collection.tree, variable: variable, NSExpression.predicate(predicate))
      })
  }

  /// Creates `TERNARY(predicate, trueExpression, falseExpression)`.
  ///
  /// - Parameter predicate: An `NSPredicate`.
  public convenience init(forConditional predicate: Any, trueExpression: NSExpression, falseExpression: NSExpression) {
    self.init(
      NSExpression.handled { () throws(FormatError) in
        let condition = try NSExpression.predicate(predicate)
        return FormatExpression(.conditional(.init(condition, trueExpression.tree, falseExpression.tree)))
      })
  }

  /// Returns `ANYKEY`.
  open class func expressionForAnyKey() -> NSExpression { NSExpression(FormatExpression(.anyKey)) }

  /// Creates an expression that calls a function. It has a value by itself, but as a part of a predicate or of another expression it
  /// is an error.
  public convenience init(block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?) {
    let reason = FormatError(.notConvertible("NSExpression(block:arguments:)", reason: "it contains code"))
    self.init(FormatExpression(failure: reason), given: nil, block: block, arguments ?? [])
  }

  private static func tree(_ argument: Any) -> FormatExpression { FormatExpression(anyArgument: argument) }

  private static func predicate(_ argument: Any) throws(FormatError) -> FormatPredicate {
    guard let predicate = argument as? NSPredicate else {
      throw FormatError(
        .notConvertible("a value of \(type(of: argument))", reason: "it is not an NSPredicate of CocoaPredicates"))
    }
    return try FormatPredicate(predicate)
  }

  private static func handled(_ body: () throws(FormatError) -> FormatExpression) -> FormatExpression {
    do throws(FormatError) { return try body() } catch {
      NSPredicate.errorHandler(error)
      return FormatExpression(failure: error)
    }
  }

  // MARK: Value

  /// Returns the value of the expression for an object: a number as `NSNumber`, and nil as `nil`.
  ///
  /// - Parameter context: The values of the variables, by name.
  /// - Returns: `nil` after `NSPredicate.errorHandler` returns, if a key is unknown or the value cannot be computed.
  open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    if let block {
      return block(
        object, blockArguments.map { $0.expressionValue(with: object, context: context) ?? NSNull() }, context)
    }
    // The constant as it was given, if it is an object or a struct, also one that the language has no value for.
    switch (given, tree.kind) {
    case (let given?, .constant(let value)) where value.isRecordOrObject || given is URL: return given
    case (let given?, .invalid): return given
    default: break
    }
    let variables = (context as? [String: Any] ?? [:])
    return NSPredicate.handled(or: nil) { () throws(FormatError) -> Any? in
      try tree.value(
        with: object.map(ObjectsOfOneType.ofOwnClass) ?? FormatValue.null,
        options: EvaluationOptions(variables: bindings(variables))
      )
      .cocoaValue
    }
  }

  /// Does nothing: see `NSPredicate.allowEvaluation()`.
  open func allowEvaluation() {}

  // MARK: Parts

  /// The kind of the expression.
  open var expressionType: ExpressionType { block == nil ? tree.parts.type : .block }

  /// The value of a constant, or the elements of an aggregate as `[NSExpression]`.
  open var constantValue: Any? {
    if case .aggregate = tree.kind { return collection }
    return given ?? part(\.constant, "constant value") ?? nil
  }

  /// The keys of a key path, separated by dots.
  open var keyPath: String { part(\.keyPath, "key path") ?? "" }

  /// The selector of a function.
  open var function: String { part(\.function, "function") ?? "" }

  /// The name of a variable or of the variable of a subquery, without the dollar sign.
  open var variable: String { part(\.variable, "variable") ?? "" }

  /// The object whose method is called, or whose key path is read.
  open var operand: NSExpression { expression(\.operand, "operand") }

  /// The arguments of a function or of a block.
  open var arguments: [NSExpression]? {
    block == nil ? part(\.arguments, "arguments")?.map { NSExpression($0) } : blockArguments
  }

  /// The collection of a subquery as an `NSExpression`, or the elements of an aggregate as `[NSExpression]`.
  open var collection: Any {
    if case .aggregate(let elements) = tree.kind { return elements.map { NSExpression($0) } }
    return expression(\.collection, "collection")
  }

  /// The predicate of a subquery or of a conditional.
  open var predicate: NSPredicate { NSPredicate(part(\.predicate, "predicate") ?? FormatPredicate(false)) }

  /// The left side of a set operation.
  open var left: NSExpression { expression(\.left, "left side") }

  /// The right side of a set operation.
  open var right: NSExpression { expression(\.right, "right side") }

  /// The value of a conditional whose predicate is true.
  open var `true`: NSExpression { expression(\.then, "true expression") }

  /// The value of a conditional whose predicate is false.
  open var `false`: NSExpression { expression(\.otherwise, "false expression") }

  /// The function of a block.
  open var expressionBlock: (Any?, [Any], NSMutableDictionary?) -> Any {
    if let block { return block }
    _ = part({ _ in String?.none }, "block")
    return { _, _, _ in NSNull() }
  }

  private func expression(_ find: (FormatExpression.CocoaParts) -> FormatExpression?, _ name: String) -> NSExpression {
    NSExpression(part(find, name) ?? .constant(nil))
  }

  /// Returns a part, or calls the handler if an expression of this type has none, as Cocoa raises an exception.
  private func part<Part>(_ find: (FormatExpression.CocoaParts) -> Part?, _ name: String) -> Part? {
    if block == nil, let part = find(tree.parts) { return part }
    return NSPredicate.handled(or: nil) { () throws(FormatError) -> Part? in
      throw FormatError(.missingPart(name, of: "\(expressionType)"))
    }
  }

  // MARK: Text, equality, copies

  /// The canonical format.
  open override var description: String { block == nil ? tree.format : "BLOCK(\(blockArguments))" }

  /// Returns whether both have the same tree, or are the same object.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSExpression else { return false }
    return self === other || block == nil && other.block == nil && tree == other.tree
  }

  /// The hash of the tree, or of the object's identity.
  open override var hash: Int { block == nil ? tree.hashValue : ObjectIdentifier(self).hashValue }

  /// Returns the expression itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns the expression itself, which cannot change.
  open override func copy() -> Any { self }

  /// Expressions can be archived securely.
  public static var supportsSecureCoding: Bool { true }

  /// Reads an archived expression.
  public required init?(coder: NSCoder) {
    guard let tree = ArchivedTree.expression(coder) else { return nil }
    (self.tree, given, block, blockArguments) = (tree, nil, nil, [])
    super.init()
  }

  /// Archives the tree. A block calls `NSPredicate.errorHandler`, and its archive cannot be read.
  open func encode(with coder: NSCoder) {
    ArchivedTree.encode(coder) { () throws(FormatError) in try FormatExpression(self) }
  }
}

extension NSExpression: FormatArgument {
  /// The tree of the expression.
  public var formatExpression: FormatExpression { tree }
}
#endif
