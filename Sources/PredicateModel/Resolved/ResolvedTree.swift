import PredicateSyntax

/// A predicate after the check: keys found and typed, constants prepared, modifiers and collections spelled out.
///
/// Both engines, memory and SQL, lower this tree and nothing else, so that every decision about meaning is taken once.
///
/// Objects are named by *scope*: scope 0 is SELF; each collection that is gone through adds one for its elements. A
/// scope is a plain number, absolute within the tree, so that an inner condition may speak of any outer object.
package indirect enum ResolvedPredicate: Sendable {
  case constant(Bool)
  case and([ResolvedPredicate])
  case or([ResolvedPredicate])
  case not(ResolvedPredicate)
  case comparison(ResolvedComparison)
  /// True where the predicate is true of some element (ANY). The elements are the collection's scope.
  case some(ResolvedCollection, ResolvedPredicate)
  /// True where the predicate is true of every element (ALL).
  case every(ResolvedCollection, ResolvedPredicate)
}

/// One comparison of two values.
package struct ResolvedComparison: Sendable {
  /// The operators that are left when spellings and sides are settled.
  package enum Operator: Sendable, Hashable {
    case equal, notEqual, lessThan, lessThanOrEqual, greaterThan, greaterThanOrEqual
    /// The left string against the right one: BEGINSWITH, ENDSWITH, LIKE, and CONTAINS between strings.
    case text(TextTest)
    case matches
    /// The left collection holds the right value: IN and CONTAINS. Where the left side's type is not known, a string
    /// there makes it a test for a substring.
    case contains
    /// The left value lies within the two elements of the right side.
    case between
  }

  package var left: ResolvedExpression
  package var comparison: Operator
  /// What is folded; `n` has been settled (it leaves nothing to fold).
  package var options: StringOptions
  package var right: ResolvedExpression
  /// The operator as it was written, for messages.
  package var spelled: ComparisonOperator
  package var range: SourceRange
}

/// A value after the check.
package struct ResolvedExpression: Sendable {
  package indirect enum Kind: Sendable {
    case constant(FormatValue)
    /// A double computed of constants, and the decimal that it is beside a decimal: `0.1 + 0.2` is 0.3 there.
    case number(Double, exact: DecimalNumber)
    case path(ResolvedPath)
    /// Keys of a value whose type is known only when it is there.
    case dynamicPath(ResolvedExpression, [String])
    /// The values of the last expression for each element of the collection: a key path through a collection, or a
    /// SUBQUERY.
    case elements(ResolvedCollection, ResolvedExpression)
    /// One value from those of the expression for each element.
    case reduce(Reduction, ResolvedCollection, ResolvedExpression)
    /// One value from those of the expression for each object of the whole collection that is being filtered.
    case reduceWhole(Reduction, ResolvedExpression)
    /// `max:(key)` where only the value tells what the key is: over the object's own collection where it is one, else
    /// over all rows; of a SUBQUERY variable, which has none to range over, a fault that names it.
    case reduceDynamic(Reduction, ResolvedExpression, variable: String?)
    case function(selector: String, [ResolvedExpression])
    /// A function of the program.
    case registered(ResolvedCall, [ResolvedExpression])
    case list([ResolvedExpression])
    case index(ResolvedExpression, ResolvedIndex)
    case cast(ResolvedExpression, Cast)
    case setOperation(FormatExpression.SetOperation, ResolvedExpression, ResolvedExpression)
    /// The values of a list, each once, in the order of their first places.
    case distinct(ResolvedExpression)
    case conditional(ResolvedPredicate, ResolvedExpression, ResolvedExpression)
  }

  package var kind: Kind
  package var type: ValueType
  /// Whether the value may be nil.
  package var isNullable: Bool
  package var range: SourceRange

  package init(_ kind: Kind, type: ValueType, isNullable: Bool, range: SourceRange) {
    self.kind = kind
    self.type = type
    self.isNullable = isNullable
    self.range = range
  }

  /// The constant value, or nil for what is not constant.
  package var constant: FormatValue? {
    switch kind {
    case .constant(let value): value
    case .number(let value, _): .double(value)
    default: nil
    }
  }

  /// The constant beside a decimal, or nil for what is not constant.
  package var constantBesideDecimal: FormatValue? {
    if case .number(_, let exact) = kind { .decimal(exact) } else { constant?.besideDecimal() }
  }

  /// Whether the value may turn out to be a collection of its own, whose elements then take its place.
  package var isDynamic: Bool {
    if case .dynamicPath = kind { true } else { false }
  }
}

/// How a function of the program is called.
package struct ResolvedCall: Sendable {
  package var function: PredicateFunction
  /// The string options of the operator that it evaluates.
  package var options: StringOptions = []
  /// Whether the first operand is the target of FUNCTION: nil gives nil then.
  package var isSentToTarget = false

  /// The value for operands.
  package func value(of operands: [FormatValue]) throws(EvaluationFault) -> FormatValue {
    if isSentToTarget, operands.first?.settled.isNull == true { return .null }
    return try function.value(of: operands, options)
  }
}

/// What stands between the brackets of an index.
package enum ResolvedIndex: Sendable {
  case first, last, size
  case value(ResolvedExpression)
}

/// Keys from an object, none of them through a collection.
package struct ResolvedPath: Sendable {
  /// The object that the path starts from.
  package var scope: Int
  package var steps: [ResolvedStep]

  package init(scope: Int, steps: [ResolvedStep]) {
    self.scope = scope
    self.steps = steps
  }
}

/// One key of a path.
package struct ResolvedStep: Sendable {
  package enum Kind: Sendable {
    /// A key of the object, by the name that the key source knows it by.
    case key(String)
    /// `length` of a string, in UTF-16 units.
    case length
  }

  package var kind: Kind
  /// The type of the value that the step reads.
  package var type: ValueType
  /// Whether that value may be nil where the object is not.
  package var isNullable: Bool

  package init(kind: Kind, type: ValueType, isNullable: Bool) {
    self.kind = kind
    self.type = type
    self.isNullable = isNullable
  }
}

/// Elements to go through: the first source is read in the scope around the collection, each further one in the scope of
/// the elements of the one before. The elements of the last are `scope`.
package struct ResolvedCollection: Sendable {
  package indirect enum Source: Sendable {
    /// A path that ends in a collection.
    case path(ResolvedPath)
    /// A value that should be a collection when it is there.
    case value(ResolvedExpression)
    /// The elements so far of which the predicate is true.
    case filter(ResolvedPredicate)
  }

  /// Tells collections of one tree apart, so that an engine need lower none of them twice.
  package var identifier: Int
  package var sources: [Source]
  package var scope: Int
  /// The type of one element.
  package var elementType: ValueType
  /// What ranges over the elements, for messages: `ANY`, `@count`.
  package var name: String
  package var range: SourceRange

  package init(
    identifier: Int, sources: [Source], scope: Int, elementType: ValueType, name: String, range: SourceRange
  ) {
    self.identifier = identifier
    self.sources = sources
    self.scope = scope
    self.elementType = elementType
    self.name = name
    self.range = range
  }
}

/// How many values become one: collection operators and aggregate functions.
package struct Reduction: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    case count, sum, average, minimum, maximum
    /// Of functions only.
    case median, mode, standardDeviation
  }

  package var kind: Kind
  /// Collection operators: nil counts as 0 in sums and averages, and nothing has no average, least or greatest value
  /// (nil). Functions skip nil, and of nothing they are a fault.
  package var isCollectionOperator: Bool
  /// How messages name it: `@avg`, `max:`.
  package var name: String

  package init(kind: Kind, isCollectionOperator: Bool, name: String) {
    self.kind = kind
    self.isCollectionOperator = isCollectionOperator
    self.name = name
  }

  package static let collectionOperators: [String: Kind] = [
    "@count": .count, "@sum": .sum, "@avg": .average, "@min": .minimum, "@max": .maximum,
  ]
  package static let functions: [String: Kind] = [
    "count:": .count, "sum:": .sum, "average:": .average, "min:": .minimum, "max:": .maximum,
    "median:": .median, "mode:": .mode, "stddev:": .standardDeviation,
  ]
}
