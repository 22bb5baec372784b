import PredicateSemantics
import PredicateSyntax

/// The constant elements of IN, CONTAINS and equalities in sets, so that the length of a list does not affect the cost of a row.
///
/// The definition compares the value with each element. A constant reads differently next to a decimal or a binary number, so there
/// is a set for each.
struct ConstantMembers {
  private let plain: Set<EqualityKey>
  private let asDecimalOperands: Set<EqualityKey>
  private let asDoubleOperands: Set<EqualityKey>
  /// The elements that are binary or decimal numbers. Next to a number of less precision, they read differently.
  private let realNumbers: [FormatValue]
  /// The options that fold strings. Only equalities have some.
  private let options: FormatStringOptions

  /// Returns `nil` if the comparison has no such elements. The other operand must not be a constant, whose reading would depend on
  /// the element.
  init?(_ comparison: ResolvedComparison) {
    let isEquality = comparison.operator == .isAmong
    guard isEquality || comparison.operator == .contains,
      case .value = ConstantReading(isEquality ? comparison.left : comparison.right),
      var elements = (isEquality ? comparison.right : comparison.left).constant?.elements,
      !elements.contains(where: \.isCollection)
    else { return nil }
    options = isEquality ? comparison.options : []
    elements = elements.map { [options] in $0.folded(options) }
    realNumbers = elements.filter { $0.valueType == .double || $0.valueType == .decimal }
    plain = Set(elements.map(EqualityKey.init))
    asDecimalOperands = realNumbers.isEmpty ? plain : Set(elements.map { EqualityKey($0.asDecimalOperand()) })
    asDoubleOperands = realNumbers.isEmpty ? plain : Set(elements.map { EqualityKey($0.asDoubleOperand()) })
  }

  /// Returns whether a value equals an element.
  func contain(_ value: FormatValue) -> Bool {
    let value = value.nanAsNil.folded(options)
    switch value {
    // No list contains nil.
    case .null: return false
    case .decimal: return asDecimalOperands.contains(EqualityKey(value))
    case .double: return asDoubleOperands.contains(EqualityKey(value))
    case .object:
      guard let number = value.narrowNumber else { return plain.contains(EqualityKey(value)) }
      if Int64(exactly: number.value) != nil, plain.contains(EqualityKey(.double(number.value))) { return true }
      return realNumbers.contains { FormatValue.equal($0.asOperand(of: number.precision), .double(number.value)) }
    case .bool, .integer, .unsigned, .string, .date, .uuid, .data, .list, .set, .record:
      return plain.contains(EqualityKey(value))
    }
  }
}

extension FormatValue {
  /// A string folded by the options, or any other value itself.
  fileprivate func folded(_ options: FormatStringOptions) -> FormatValue {
    if options.folds, case .string(let text) = self {
      .string(PredicateSemantics.folded(text, options))
    } else {
      self
    }
  }
}
