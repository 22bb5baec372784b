#if !canImport(ObjectiveC)
import CocoaPredicates
import PredicateFormat
import TestSupport
import Testing

import CocoaPredicateClasses

/// Trees, text and objects of NSPredicate's family describe each other, for all formats of the corpus.
@Suite("conversions of NSPredicate")
struct ConversionTests {
  /// The predicates and expressions of the corpus that parse without arguments.
  private static let predicates = corpus { try FormatPredicate($0, arguments: []) }
  private static let expressions = corpus { try FormatExpression($0, arguments: []) }

  private static func corpus<Tree>(_ parse: (String) throws -> Tree) -> [Tree] {
    let texts = (try? corpusTexts(below: "Corpus")) ?? []
    return Set(texts).sorted().filter { $0.utf8.count < 1_000 }.compactMap { try? parse($0) }
  }

  @Test("a predicate keeps its tree")
  func predicates() throws {
    #expect(Self.predicates.count > 2_000)
    for tree in Self.predicates {
      let predicate = NSPredicate(tree)
      #expect(try FormatPredicate(predicate) == tree)
      #expect(predicate.predicateFormat == tree.format)
      #expect(predicate.isEqual(NSPredicate(tree)) && predicate.hash == NSPredicate(tree).hash, "\(tree)")
    }
  }

  @Test("a predicate of the properties of another is equal to it")
  func reading() throws {
    for tree in Self.predicates { #expect(try CocoaReader.tree(of: NSPredicate(tree)) == tree, "\(tree)") }
    #expect(Self.expressions.count > 500)
    for tree in Self.expressions { #expect(try CocoaReader.tree(of: NSExpression(tree)) == tree, "\(tree)") }
  }

  @Test("a predicate that the initializers build has the tree")
  func writing() throws {
    for tree in Self.predicates {
      #expect(try FormatPredicate(CocoaWriter.predicate(of: tree)) == tree, "\(tree)")
    }
    for tree in Self.expressions {
      #expect(try FormatExpression(CocoaWriter.expression(of: tree)) == tree, "\(tree)")
    }
  }

  @Test("an archived predicate has the same tree")
  func archives() throws {
    for tree in Self.predicates.sampled {
      let data = try NSKeyedArchiver.archivedData(withRootObject: NSPredicate(tree), requiringSecureCoding: true)
      let classes = [NSPredicate.self, NSComparisonPredicate.self, NSCompoundPredicate.self]
      let again = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
      #expect((again as? NSPredicate)?.tree == tree, "\(tree)")
    }
  }
}
#endif
