import PredicateSyntax

/// A checked predicate: keys are found and typed, constants are prepared, modifiers and collections are explicit.
///
/// Memory and SQL both lower this tree only, so each decision about meaning is made once.
///
/// Objects are identified by *scope*. Scope 0 is SELF, and each nested collection adds a scope for its elements. A scope is a
/// number that is absolute within the tree, so an inner condition may refer to any outer object.
package indirect enum ResolvedPredicate: Sendable {
  case constant(Bool)
  case and([ResolvedPredicate])
  case or([ResolvedPredicate])
  case not(ResolvedPredicate)
  case comparison(ResolvedComparison)
  /// True if the predicate is true of some element (ANY). The elements are in the collection's scope.
  case some(ResolvedCollection, ResolvedPredicate)
  /// True if the predicate is true of every element (ALL).
  case every(ResolvedCollection, ResolvedPredicate)
}

/// A comparison of two values.
package struct ResolvedComparison: Sendable {
  /// The operators that remain after normalizing spellings and operands.
  package enum Operator: Sendable, Hashable {
    case equal, notEqual, lessThan, lessThanOrEqual, greaterThan, greaterThanOrEqual
    /// Tests the left string with the right one: BEGINSWITH, ENDSWITH, LIKE, and CONTAINS for strings.
    case text(TextTest)
    case matches
    /// The left collection contains the right value: IN and CONTAINS. If the type of the left operand is unknown and its
    /// value is a string, this is a substring test.
    case contains
    /// The left value is between the two elements of the right operand.
    case between
    /// The left value equals one of the constants in the right list, with the options. It stands for an OR of equalities: `parts`.
    case isAmong
    /// The left value is within all the bounds in the right list. It stands for an AND of comparisons: `parts`.
    case isWithin
  }

  package var left: ResolvedExpression
  package var `operator`: Operator
  /// The folding options. `n` has been resolved, because it disables folding.
  package var options: FormatStringOptions
  package var right: ResolvedExpression
  /// The operator as written, for messages.
  package var spelled: FormatComparisonOperator
  package var range: FormatRange
  /// The comparisons that this one stands for; see `ResolvedPredicate.merged`. Empty for a comparison of the text.
  package var parts: [ResolvedComparison] = []
}

/// A checked expression.
package struct ResolvedExpression: Sendable {
  package indirect enum Kind: Sendable {
    case constant(FormatValue)
    /// A double computed from constants, and its exact value next to a decimal: `0.1 + 0.2` is 0.3 there.
    case number(Double, exact: FormatDecimal)
    case path(ResolvedPath)
    /// Keys of a value whose type is only known at run time.
    case dynamicPath(ResolvedExpression, [FormatExpression.Key])
    /// The values of the last expression for each element of the collection: a key path through a collection, or a
    /// SUBQUERY.
    case elements(ResolvedCollection, ResolvedExpression)
    /// The reduction of the values of the expression for each element.
    case reduce(Reduction, ResolvedCollection, ResolvedExpression)
    /// The reduction of the values of the expression for each object of the entire collection being filtered.
    case reduceWhole(Reduction, ResolvedExpression)
    /// `max:(key)` if the type of the key is only known at run time: a reduction of the object's collection if it is one, and
    /// of all rows otherwise. A SUBQUERY variable has no rows to range over, so it is an error that names the variable.
    case reduceDynamic(Reduction, ResolvedExpression, variable: String?)
    case function(ValueFunction, [ResolvedExpression])
    /// A call of a registered function.
    case registered(PredicateFunction, [ResolvedExpression])
    case list([ResolvedExpression])
    case index(ResolvedExpression, ResolvedIndex)
    case cast(ResolvedExpression, Cast)
    case setOperation(FormatExpression.SetOperator, ResolvedExpression, ResolvedExpression)
    /// The values of a list without duplicates, in the order of their first occurrences.
    case distinct(ResolvedExpression)
    case conditional(ResolvedPredicate, ResolvedExpression, ResolvedExpression)
  }

  package var kind: Kind
  package var type: ValueType
  /// Whether the value may be nil.
  package var isNullable: Bool
  package var range: FormatRange

  package init(_ kind: Kind, type: ValueType, isNullable: Bool, range: FormatRange) {
    self.kind = kind
    self.type = type
    self.isNullable = isNullable
    self.range = range
  }

  /// The constant value, or `nil` if the expression is not constant.
  package var constant: FormatValue? {
    switch kind {
    case .constant(let value): value
    case .number(let value, _): .double(value)
    default: nil
    }
  }

  /// The constant next to a decimal, or `nil` if the expression is not constant.
  package var constantAsDecimal: FormatValue? {
    if case .number(_, let exact) = kind { .decimal(exact) } else { constant?.asDecimalOperand() }
  }

  /// Whether the expression is a literal that is a decimal because a double would lose some of its digits.
  package var isDecimalLiteral: Bool { if case .decimal(let number)? = constant { number.isLiteral } else { false } }

  /// Whether the expression is a key path of an object.
  package var isKeyPath: Bool {
    switch kind {
    case .path: true
    case .dynamicPath(let base, _): if case .path = base.kind { true } else { false }
    default: false
    }
  }

  /// Whether the expression is an element of a list of constants, which is a constant too.
  package var isElementOfConstant: Bool { if case .path(let path) = kind { path.isConstant } else { false } }

  /// Whether the expression is a constant, a key path of known types, or a single key of an object.
  package var isKeyOrConstant: Bool {
    switch kind {
    case .constant, .number, .path: true
    case .dynamicPath(let base, let keys):
      if keys.count == 1, case .path(let path) = base.kind { path.steps.isEmpty } else { false }
    default: false
    }
  }

  /// Whether the value may be a collection at run time, which is then flattened.
  package var isDynamic: Bool {
    if case .dynamicPath = kind { true } else { false }
  }
}

/// The content of the brackets of an index.
package enum ResolvedIndex: Sendable {
  case first, last, size
  case value(ResolvedExpression)
}

/// A key path from an object without collections.
package struct ResolvedPath: Sendable {
  /// The scope of the object that the path starts from.
  package var scope: Int
  package var steps: [ResolvedStep]
  /// Whether the path is an element of a constant collection.
  package var isConstant: Bool

  package init(scope: Int, steps: [ResolvedStep], isConstant: Bool = false) {
    self.scope = scope
    self.steps = steps
    self.isConstant = isConstant
  }
}

/// A key of a path.
package struct ResolvedStep: Sendable {
  /// The key of the object, by its name in the key source, or `nil` for the `length` of a string, in UTF-16 code units.
  package var key: String?
  /// The number of the key in the key source.
  package var field: Int
  /// The type of the value that the step reads.
  package var type: ValueType
  /// Whether the value may be nil if the object is not.
  package var isNullable: Bool

  package init(key: String?, field: Int = 0, type: ValueType, isNullable: Bool) {
    self.key = key
    self.field = field
    self.type = type
    self.isNullable = isNullable
  }

  /// The key as written.
  package var name: String { key ?? "length" }
}

/// A collection to iterate over. The first source is read in the enclosing scope, each further one in the scope of the
/// elements of the previous one. `scope` is the scope of the elements of the last one.
package struct ResolvedCollection: Sendable {
  package indirect enum Source: Sendable {
    /// A path that ends in a collection.
    case path(ResolvedPath)
    /// A value that should be a collection at run time.
    case value(ResolvedExpression)
    /// The elements so far for which the predicate is true.
    case filter(ResolvedPredicate)
  }

  /// A number that is unique in the tree, so that an engine can lower each collection once.
  package var identifier: Int
  package var sources: [Source]
  package var scope: Int
  /// The type of an element.
  package var elementType: ValueType
  /// The operator or modifier that ranges over the elements, for messages: `ANY`, `@count`.
  package var name: String
  /// Whether the elements are reduced to one value. A constant number next to a decimal is then a decimal.
  package var isReduced: Bool
  package var range: FormatRange

  package init(
    identifier: Int, sources: [Source], scope: Int, elementType: ValueType, name: String, isReduced: Bool = false,
    range: FormatRange
  ) {
    self.identifier = identifier
    self.sources = sources
    self.scope = scope
    self.elementType = elementType
    self.name = name
    self.isReduced = isReduced
    self.range = range
  }
}

/// A reduction of many values to one: a collection operator or an aggregate function.
package struct Reduction: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    case count, sum, average, minimum, maximum
    /// Available as functions only.
    case median, mode, standardDeviation
  }

  package var kind: Kind
  /// Whether it is a collection operator. Operators count nil as 0 in sums and averages, and yield nil for the average,
  /// minimum and maximum of no values. Functions skip nil, and report an error for these.
  package var isCollectionOperator: Bool
  /// The name in messages: `@avg`, `max:`.
  package var name: String

  package init(kind: Kind, isCollectionOperator: Bool, name: String) {
    self.kind = kind
    self.isCollectionOperator = isCollectionOperator
    self.name = name
  }
}
