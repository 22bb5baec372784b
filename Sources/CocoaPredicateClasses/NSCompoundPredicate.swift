#if !canImport(ObjectiveC)
import Foundation
import PredicateFormat

/// Predicates that are joined with AND or OR, or one that is negated.
open class NSCompoundPredicate: NSPredicate {
  /// The connectives.
  public enum LogicalType: UInt, Sendable {
    case not, and, or
  }

  /// The connective.
  open var compoundPredicateType: LogicalType { type }
  /// The parts. All of them are of the type `NSPredicate`.
  open var subpredicates: [Any] { parts }

  private let type: LogicalType
  private let parts: [NSPredicate]
  /// The number of compounds within each other.
  private let height: Int

  /// Creates a compound. AND of no parts is true, OR of no parts is false. NOT takes its first part; without
  /// parts it is false.
  public init(type: LogicalType, subpredicates: [NSPredicate]) {
    self.type = type
    parts = type == .not ? [subpredicates.first ?? NSPredicate(value: true)] : subpredicates
    height = Self.height(above: parts)
    super.init(value: false)
    let trees = parts.compactMap(\.tree)
    if trees.count == parts.count {
      content = .tree(Self.tree(type, trees))
    } else if height > Self.greatestHeight {
      content = .tree(FormatError(.tooHigh(limit: Self.greatestHeight)).invalidPredicate)
    } else {
      content = .parts
    }
  }

  /// The maximum number of compounds within each other of which a part is code. Each needs stack when it is evaluated.
  private static let greatestHeight = 500

  private static func height(above parts: [NSPredicate]) -> Int {
    1 + (parts.map { ($0 as? NSCompoundPredicate)?.height ?? 0 }.max() ?? 0)
  }

  private static func tree(_ type: LogicalType, _ parts: [FormatPredicate]) -> FormatPredicate {
    switch type {
    case .not: !parts[0]
    case .and: .all(parts)
    case .or: .any(parts)
    }
  }

  /// Creates the conjunction of the parts.
  public convenience init(andPredicateWithSubpredicates subpredicates: [NSPredicate]) {
    self.init(type: .and, subpredicates: subpredicates)
  }

  /// Creates the disjunction of the parts.
  public convenience init(orPredicateWithSubpredicates subpredicates: [NSPredicate]) {
    self.init(type: .or, subpredicates: subpredicates)
  }

  /// Creates the negation of a predicate.
  public convenience init(notPredicateWithSubpredicate predicate: NSPredicate) {
    self.init(type: .not, subpredicates: [predicate])
  }

  /// Reads an archived compound.
  public required init?(coder: NSCoder) {
    guard let tree = ArchivedTree.predicate(coder) else { return nil }
    let parts: [FormatPredicate]
    switch tree.kind {
    case .and(let trees): (type, parts) = (.and, trees)
    case .or(let trees): (type, parts) = (.or, trees)
    case .not(let part): (type, parts) = (.not, [part])
    case .comparison, .constant, .invalid: (type, parts) = (.and, [tree])
    }
    self.parts = parts.map(NSPredicate.made)
    height = Self.height(above: self.parts)
    super.init(coder: coder)
  }

  override func answer(for object: Any?, _ bindings: [String: Any]?) throws(FormatError) -> Bool {
    guard case .parts = content else { return try super.answer(for: object, bindings) }
    for part in parts where try part.isTrue(for: object, bindings) != (type == .and) { return type == .or }
    return type != .or
  }

  override func substituting(_ variables: [String: Any]) -> NSPredicate {
    let substituted = super.substituting(variables)
    // A compound of one part has the tree of the part.
    if case .tree = content, substituted is NSCompoundPredicate { return substituted }
    return NSCompoundPredicate(type: type, subpredicates: parts.map { $0.substituting(variables) })
  }

  /// The canonical format. Parts that are code print as `BLOCKPREDICATE`.
  open override var predicateFormat: String {
    guard case .parts = content else { return super.predicateFormat }
    let texts = parts.map { $0 is NSCompoundPredicate ? "(\($0.predicateFormat))" : $0.predicateFormat }
    switch type {
    case .not: return "NOT \(texts[0])"
    case .and: return texts.joined(separator: " AND ")
    case .or: return texts.joined(separator: " OR ")
    }
  }
}

extension NSPredicate {
  /// Returns whether an object matches a part. Calls `evaluate` if the part is code in a class of the program.
  func isTrue(for object: Any?, _ bindings: [String: Any]?) throws(FormatError) -> Bool {
    isClassOfProgram ? evaluate(with: object, substitutionVariables: bindings) : try answer(for: object, bindings)
  }

  /// Whether the predicate is code in a direct subclass of the program.
  var isClassOfProgram: Bool { tree == nil && type(of: self) != NSPredicate.self && !(self is NSCompoundPredicate) }
}
#endif
