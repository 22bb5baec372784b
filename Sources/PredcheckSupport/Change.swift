import Foundation
import PredicateSemantics
import PredicateSyntax

/// A small change of a predicate, with which it matches more rows.
package struct Change {
  /// The part after the change.
  package var part: FormatPredicate
  /// What the change does.
  package var effect: String
  /// The number of rows that the changed predicate matches.
  package var count: Int

  /// The maximum number of changes, and of comparisons that are changed.
  private static let maximum = 8
  private static let maximumComparisons = 20

  /// Returns the changes that find more rows than the predicate.
  ///
  /// If a warning says that no row has a key and names a similar key, this key replaces the other one in all changes.
  static func all(
    of predicate: FormatPredicate, _ warnings: [FormatDiagnostic], _ rows: any WhyRows
  ) throws(FormatError) -> [Change] {
    var changes: [Change] = []
    var most = try rows.tally(of: predicate).matching
    var renaming = KeyRenaming(warnings)
    let base = renaming.rewrite(predicate)
    if base != predicate {
      most = max(most, try rows.tally(of: base).matching)
      changes.append(Change(part: base, effect: "with \(renaming.effect)", count: most))
    }
    var comparisons: [(FormatPredicate.Comparison, (FormatPredicate) -> FormatPredicate)] = []
    base.forEachPositiveComparison({ $0 }) { comparison, whole in comparisons.append((comparison, whole)) }
    for (comparison, whole) in comparisons.prefix(maximumComparisons) {
      var greatest = most
      for relaxation in comparison.relaxations {
        let part = FormatPredicate(.comparison(relaxation.comparison))
        let tally = try rows.tally(of: whole(part))
        guard tally.reason == nil, tally.matching > (relaxation.isStronger ? greatest : most) else { continue }
        greatest = max(greatest, tally.matching)
        changes.append(Change(part: part, effect: relaxation.effect, count: tally.matching))
      }
    }
    let greatest = changes.reduce(most) { max($0, $1.count) }
    changes += try changesOfSeveral(base, comparisons.prefix(maximumComparisons).map(\.0), greatest, rows)
    return Array(changes.prefix(maximum))
  }

  /// Returns the changes that apply to several comparisons at once, because each of them has the same slip, and that find more rows
  /// than every change of one comparison.
  private static func changesOfSeveral(
    _ base: FormatPredicate, _ comparisons: [FormatPredicate.Comparison], _ most: Int, _ rows: any WhyRows
  ) throws(FormatError) -> [Change] {
    var effects: [String] = []
    var changed: [String: [Int: FormatPredicate.Comparison]] = [:]
    for (index, comparison) in comparisons.enumerated() {
      for relaxation in comparison.relaxations {
        if changed[relaxation.effect] == nil { effects.append(relaxation.effect) }
        changed[relaxation.effect, default: [:]][index] = relaxation.comparison
      }
    }
    var changes: [Change] = []
    var greatest = most
    for effect in effects {
      guard let comparisons = changed[effect], comparisons.count > 1 else { continue }
      var index = 0
      let whole = base.replacingPositiveComparisons { comparison in
        defer { index += 1 }
        return comparisons[index] ?? comparison
      }
      let tally = try rows.tally(of: whole)
      guard tally.reason == nil, tally.matching > greatest else { continue }
      greatest = tally.matching
      changes.append(
        Change(part: whole, effect: "\(effect), in \(comparisons.count) comparisons", count: tally.matching))
    }
    return changes
  }
}

/// Replaces key paths that no row has by the similar ones that warnings suggest.
private struct KeyRenaming: TreeRewriter {
  private var keyPaths: [FormatRange: FormatExpression] = [:]

  package init(_ warnings: [FormatDiagnostic]) {
    for warning in warnings where warning.code == .absentKey {
      guard let fixIt = warning.fixIts.first else { continue }
      keyPaths[fixIt.range] = try? FormatExpression.template(fixIt.replacement)
    }
  }

  /// The new key paths.
  var effect: String { keyPaths.values.map(\.format).inByteOrder.joined(separator: " and ") }

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    guard case .keyPath = expression.kind else { return nil }
    return keyPaths[expression.range]
  }
}

extension FormatPredicate {
  /// Calls a closure with each comparison that is not below NOT, and a function that returns the whole predicate with another
  /// predicate in its place.
  fileprivate func forEachPositiveComparison(
    _ whole: @escaping (FormatPredicate) -> FormatPredicate,
    _ body: (Comparison, @escaping (FormatPredicate) -> FormatPredicate) -> Void
  ) {
    switch kind {
    case .comparison(let comparison): body(comparison, whole)
    case .and(let parts):
      for index in parts.indices {
        parts[index].forEachPositiveComparison({ whole(FormatPredicate(.and(replacing(parts, index, $0)))) }, body)
      }
    case .or(let parts):
      for index in parts.indices {
        parts[index].forEachPositiveComparison({ whole(FormatPredicate(.or(replacing(parts, index, $0)))) }, body)
      }
    case .not, .constant, .invalid: break
    }
  }
}

extension FormatPredicate {
  /// Returns the predicate with the comparisons that are not below NOT replaced, in the order of `forEachPositiveComparison`.
  fileprivate func replacingPositiveComparisons(_ change: (Comparison) -> Comparison) -> FormatPredicate {
    switch kind {
    case .comparison(let comparison): FormatPredicate(.comparison(change(comparison)))
    case .and(let parts): FormatPredicate(.and(parts.map { $0.replacingPositiveComparisons(change) }))
    case .or(let parts): FormatPredicate(.or(parts.map { $0.replacingPositiveComparisons(change) }))
    case .not, .constant, .invalid: self
    }
  }
}

private func replacing(_ parts: [FormatPredicate], _ index: Int, _ part: FormatPredicate) -> [FormatPredicate] {
  var parts = parts
  parts[index] = part
  return parts
}

/// A comparison that usually matches more than another one.
private struct Relaxation {
  var comparison: FormatPredicate.Comparison
  /// What it does differently.
  var effect: String
  /// Whether it includes an earlier relaxation, and so is only worth showing if it finds more than that.
  var isStronger: Bool
}

extension FormatPredicate.Comparison {
  /// Comparisons that usually match more.
  fileprivate var relaxations: [Relaxation] {
    var found: [Relaxation] = []
    func add(_ effect: String, _ isStronger: Bool, _ change: (inout Self) -> Void) {
      var changed = self
      change(&changed)
      if changed != self { found.append(Relaxation(comparison: changed, effect: effect, isStronger: isStronger)) }
    }
    if case .constant(.string(let text)) = right.kind { addTextRelaxations(text, add) }
    addLetterRelaxations(add)
    if let other = right.withOtherKind {
      add("compares \(other.kind)", false) { $0.right = other.constant }
    }
    if case .keyPath(let steps) = left.kind, steps.last == .key("count") {
      let count = FormatExpression.KeyStep.key(.collectionOperator(.count))
      add("counts the elements", false) { $0.left = FormatExpression(.keyPath(steps.dropLast() + [count])) }
    }
    if modifier == .direct, case .keyPath = left.kind {
      add("compares each element", false) { $0.modifier = .any }
    }
    return found
  }

  private static let alike = "finds composed and decomposed letters, and full and half width, alike"

  /// Adds comparisons for strings that an option does not reach: members of lists, bounds, and comparisons in a SUBQUERY.
  private func addLetterRelaxations(_ add: (String, Bool, (inout Self) -> Void) -> Void) {
    let (list, item) = `operator` == .in ? (right, left) : (left, right)
    if modifier == .direct, `operator` == .in || `operator` == .contains, case .keyPath = list.kind,
      case .constant(.string) = item.kind
    {
      return add(Self.alike, true) {
        $0 = FormatPredicate.Comparison(list, .equalTo, item, modifier: .any, options: [.widthInsensitive])
      }
    }
    var options = WidthOptions()
    let side = options.rewrite(left)
    add(Self.alike, true) { $0.left = side }
    guard `operator` == .in || !`operator`.takesOptions else { return }
    for form in LetterForm.Form.allCases {
      add("finds \(form.rawValue) letters", true) {
        var letters = LetterForm(form: form, keepsOthers: `operator` == .in)
        $0.right = letters.rewrite($0.right)
      }
    }
  }

  private func addTextRelaxations(_ text: String, _ add: (String, Bool, (inout Self) -> Void) -> Void) {
    guard `operator`.takesOptions else { return }
    // Case folding includes this.
    add("finds composed and decomposed letters, and full and half width, alike", false) {
      $0.options.insert(.widthInsensitive)
    }
    add("ignores case", true) { $0.options.insert(.caseInsensitive) }
    add("ignores case and accents", true) { $0.options.formUnion([.caseInsensitive, .diacriticInsensitive]) }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if trimmed != text {
      add("has no blanks around the text", false) { $0.right = .constant(.string(trimmed)) }
    }
    switch `operator`.kind {
    case .equal:
      func ignoreBlanks(_ comparison: inout Self) {
        comparison.operator = .matches
        comparison.right = .constant(.string("\\s*\(NSRegularExpression.escapedPattern(for: trimmed))\\s*"))
      }
      add("ignores blanks around the value", false, ignoreBlanks)
      add("ignores case and blanks around the value", true) {
        ignoreBlanks(&$0)
        $0.options.insert(.caseInsensitive)
      }
    case .matches:
      let isPlain = NSRegularExpression.escapedPattern(for: text) == text
      add("finds the pattern anywhere; MATCHES compares the whole string", false) {
        if isPlain { $0.operator = .contains } else { $0.right = .constant(.string("(?s).*(?:\(text)).*")) }
      }
    case .text where `operator` == .like:
      add("finds the pattern anywhere; LIKE compares the whole string", false) {
        $0.right = .constant(.string("*\(text)*"))
      }
    case .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .isIn, .contains, .between, .text,
      .program:
      break
    }
  }
}

extension FormatExpression {
  /// The constant with text for a number or a truth value, or the reverse, and a phrase for the new values. The elements of a list
  /// are converted. It is nil if an element or the constant cannot be converted.
  fileprivate var withOtherKind: (constant: FormatExpression, kind: String)? {
    switch kind {
    case .aggregate(let elements):
      let others = elements.compactMap { $0.withOtherKind }
      guard others.count == elements.count, let first = others.first else { return nil }
      return (FormatExpression(.aggregate(others.map { $0.constant })), first.kind)
    case .constant(.string(let text)):
      switch text.lowercased() {
      case "true", "yes": return (.constant(.bool(true)), "with true or false")
      case "false", "no": return (.constant(.bool(false)), "with true or false")
      default:
        let number: FormatValue? = Int64(text).map { .integer($0) } ?? Double(text).map { .double($0) }
        return number.map { (.constant($0), "numbers") }
      }
    case .constant(.bool(let isTrue)): return (.constant(.string(isTrue ? "true" : "false")), "text")
    case .constant(.integer), .constant(.unsigned), .constant(.double), .constant(.decimal):
      return (.constant(.string(format)), "text")
    default: return nil
    }
  }

  fileprivate static func constant(_ value: FormatValue) -> FormatExpression { FormatExpression(.constant(value)) }
}

/// Adds the option that compares composed and decomposed letters alike to the comparisons with a string, such as those in a SUBQUERY.
private struct WidthOptions: TreeRewriter {
  mutating func replacement(for comparison: FormatPredicate.Comparison) -> FormatPredicate.Comparison? {
    guard comparison.operator.takesOptions, case .constant(.string) = comparison.right.kind else { return nil }
    var changed = comparison
    changed.options.insert(.widthInsensitive)
    return changed
  }
}

/// Replaces constant strings by those with composed or decomposed letters.
private struct LetterForm: TreeRewriter {
  enum Form: String, CaseIterable {
    case composed, decomposed
  }

  let form: Form
  /// Whether a list keeps its own strings too, as the list of IN does.
  let keepsOthers: Bool

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    switch expression.kind {
    case .constant(let value): return FormatExpression(.constant(changed(value)))
    case .aggregate(let elements) where keepsOthers:
      var all = elements
      for element in elements {
        let other = rewrite(element)
        if !all.contains(other) { all.append(other) }
      }
      return FormatExpression(.aggregate(all))
    default: return nil
    }
  }

  private func changed(_ value: FormatValue) -> FormatValue {
    switch value {
    case .string(let text):
      return .string(
        form == .composed ? text.precomposedStringWithCanonicalMapping : text.decomposedStringWithCanonicalMapping)
    case .list(let elements):
      let others = elements.map(changed)
      return .list(keepsOthers ? elements + others.filter { !elements.contains($0) } : others)
    default: return value
    }
  }
}
