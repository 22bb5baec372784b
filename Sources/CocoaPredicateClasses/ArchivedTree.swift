#if !canImport(ObjectiveC)
import Foundation
import PredicateFormat
import PredicateSyntax

/// A coder with one tree, for the initializer that every subclass of the program has.
final class TreeCoder: NSCoder {
  let tree: FormatPredicate

  init(_ tree: FormatPredicate) { self.tree = tree }
}

/// The form in which trees are archived: the JSON of their `Codable` conformance.
enum ArchivedTree {
  private static let key = "PredicateFormat.tree"

  static func predicate(_ coder: NSCoder) -> FormatPredicate? { decode(coder) }
  static func expression(_ coder: NSCoder) -> FormatExpression? { decode(coder) }

  private static func decode<Tree: Decodable>(_ coder: NSCoder) -> Tree? {
    if let coder = coder as? TreeCoder { return coder.tree as? Tree }
    guard let data = coder.decodeObject(of: NSData.self, forKey: key) else { return nil }
    do { return try JSONDecoder().decode(Tree.self, from: Data(referencing: data)) } catch {
      coder.failWithError(error)
      return nil
    }
  }

  /// Encodes a tree. Calls the handler if there is no tree, or if the tree contains an object. Such an archive cannot be decoded.
  static func encode<Tree: Encodable & CustomStringConvertible>(
    _ coder: NSCoder, _ tree: () throws(FormatError) -> Tree
  ) {
    NSPredicate.handled(or: ()) { () throws(FormatError) in
      let tree = try tree()
      do { try coder.encode(NSData(data: JSONEncoder().encode(tree)), forKey: key) } catch {
        throw FormatError(.notArchived("'\(tree)'", reason: "it contains an object, or a part that could not be built"))
      }
    }
  }
}
#endif
