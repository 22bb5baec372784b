// The operands of the kinds of expressions that have two or more.

extension FormatExpression {
  /// Keys of a value, such as `$x.a` or `SUBQUERY(…).@count`.
  public struct Keys: Sendable, Hashable {
    /// The value that the keys are read from. It is not SELF or another key path, which form a single key path.
    public var root: FormatExpression
    /// The keys.
    public var steps: [KeyStep]

    /// Creates the keys of a value.
    public init(of root: FormatExpression, _ steps: [KeyStep]) { (self.root, self.steps) = (root, steps) }
  }

  /// `collection[index]`.
  public struct Element: Sendable, Hashable {
    /// The collection, or the value whose key the index names.
    public var collection: FormatExpression
    /// The content of the brackets.
    public var index: Index

    /// Creates the element at an index.
    public init(of collection: FormatExpression, at index: Index) {
      (self.collection, self.index) = (collection, index)
    }
  }

  /// A call of a predefined or registered function.
  public struct Call: Sendable, Hashable {
    /// The selector that names the function, such as `max:` or `add:to:`.
    public var selector: String
    /// The arguments.
    public var arguments: [FormatExpression]

    /// Creates a call of the function with a selector.
    public init(_ selector: String, _ arguments: [FormatExpression]) {
      (self.selector, self.arguments) = (selector, arguments)
    }
  }

  /// `CAST(value, "Type")`.
  public struct Cast: Sendable, Hashable {
    /// The value to convert.
    public var value: FormatExpression
    /// The name of the type.
    public var type: String

    /// Creates a cast to the type with a name.
    public init(_ value: FormatExpression, type: String) { (self.value, self.type) = (value, type) }
  }

  /// `FUNCTION(target, "selector:", …)`.
  public struct TargetCall: Sendable, Hashable {
    /// The first operand of the function.
    public var target: FormatExpression
    /// The selector that names the function.
    public var selector: String
    /// The other operands.
    public var arguments: [FormatExpression]

    /// Creates a call of the registered function with a selector.
    public init(_ target: FormatExpression, selector: String, _ arguments: [FormatExpression]) {
      (self.target, self.selector, self.arguments) = (target, selector, arguments)
    }
  }

  /// `TERNARY(condition, then, otherwise)`.
  public struct Conditional: Sendable, Hashable {
    /// The predicate that decides.
    public var condition: FormatPredicate
    /// The value if the predicate is true.
    public var then: FormatExpression
    /// The value if the predicate is false.
    public var otherwise: FormatExpression

    /// Creates a choice between two values.
    public init(_ condition: FormatPredicate, _ then: FormatExpression, _ otherwise: FormatExpression) {
      (self.condition, self.then, self.otherwise) = (condition, then, otherwise)
    }

    /// The predicate of `TERNARY(predicate, YES, NO)`, which is written `predicate` in a branch of another choice.
    package var predicate: FormatPredicate? {
      then.kind == .constant(.bool(true)) && otherwise.kind == .constant(.bool(false)) ? condition : nil
    }

    /// Whether a branch is a predicate, or a choice that has one.
    package var choosesPredicates: Bool {
      for branch in [then, otherwise] {
        if case .conditional(let choice) = branch.kind, choice.predicate != nil || choice.choosesPredicates {
          return true
        }
      }
      return false
    }
  }

  /// `SUBQUERY(collection, $variable, predicate)`.
  public struct Subquery: Sendable, Hashable {
    /// The collection to filter.
    public var collection: FormatExpression
    /// The name of the variable for the element, without the dollar sign.
    public var variable: String
    /// The predicate that selects elements.
    public var predicate: FormatPredicate

    /// Creates the elements of a collection for which a predicate is true.
    public init(_ collection: FormatExpression, variable: String, _ predicate: FormatPredicate) {
      (self.collection, self.variable, self.predicate) = (collection, variable, predicate)
    }
  }

  /// `left UNION right`, and INTERSECT and MINUS likewise.
  public struct SetOperation: Sendable, Hashable {
    /// The operator.
    public var `operator`: SetOperator
    /// The left operand.
    public var left: FormatExpression
    /// The right operand.
    public var right: FormatExpression

    /// Creates an operation on two collections.
    public init(_ left: FormatExpression, _ operator: SetOperator, _ right: FormatExpression) {
      (self.left, self.operator, self.right) = (left, `operator`, right)
    }
  }

  /// `$variable := value`.
  public struct Assignment: Sendable, Hashable {
    /// The name of the variable, without the dollar sign.
    public var variable: String
    /// The value.
    public var value: FormatExpression

    /// Creates an assignment to the variable with a name.
    public init(_ variable: String, _ value: FormatExpression) { (self.variable, self.value) = (variable, value) }
  }
}
