import Foundation
import TestSupport
import Testing

/// Compares the public interface with `Grammar/PublicInterface.txt`. A change of a public declaration is a change of that file.
@Suite("Public interface") struct PublicInterfaceTests {
  private static let modules = [
    "PredicateSyntax", "PredicateSemantics", "PredicateEvaluation", "PredicateFetching",
    "PredicateSQL", "PredicateFormat", "PredicateCoreData", "PredicateSQLite",
  ]
  private static let path = "Grammar/PublicInterface.txt"

  @Test("the file contains the public declarations of the sources; RECORD_GOLDEN=1 writes it")
  func recorded() throws {
    var text = "The public declarations, by module and by the type or extension that contains them.\n"
    for module in Self.modules {
      text += "\n\(module)\n"
      var members: [String: [String]] = [:]
      for file in try packageFiles(below: "Sources/\(module)") where file.hasSuffix(".swift") {
        for (owner, declaration) in Declarations(try packageText(file)).found {
          members[owner, default: []].append(declaration)
        }
      }
      for (owner, declarations) in members.sorted(by: { $0.key < $1.key }) {
        text += "\n  \(owner.isEmpty ? "(module)" : owner)\n"
        for declaration in declarations.sorted() { text += "    \(declaration)\n" }
      }
    }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try text.write(to: packageRoot.appendingPathComponent(Self.path), atomically: true, encoding: .utf8)
      Issue.record("recorded \(Self.path); run again without RECORD_GOLDEN")
    }
    let recorded = (try? packageText(Self.path)) ?? ""
    let (new, old) = (Set(text.split(separator: "\n")), Set(recorded.split(separator: "\n")))
    let isRecorded = text == recorded
    #expect(isRecorded, "added: \(new.subtracting(old).sorted()), removed: \(old.subtracting(new).sorted())")
  }

  @Test("declarations are found with their owners, on several lines, without bodies")
  func declarations() {
    let found = Declarations(
      """
      public struct A: Sendable {
        public var a: Int { b }
        let b = 1
        public static let c = A()
        public enum Kind {
          case one, two(Int)
          func f() {
            switch self {
            case .one: break
            }
          }
        }
        public func g(
          _ x: Int = 1,
          y: Int
        ) throws -> Int { x }
      }
      """
    ).found.map { "\($0.owner) | \($0.declaration)" }
    #expect(
      found == [
        " | public struct A: Sendable", "A | public var a: Int", "A | public static let c", "A | public enum Kind",
        "A.Kind | case one, two(Int)", "A | public func g(_ x: Int = 1, y: Int) throws -> Int",
      ])
  }
}

/// The public declarations of a source file formatted by swift-format: members are indented by two more spaces than their type.
private struct Declarations {
  private(set) var found: [(owner: String, declaration: String)] = []
  /// The types and extensions around the current line, with their indentation and whether they are public.
  private var owners: [(name: String, indent: Int, listsMembers: Bool)] = []

  init(_ text: String) {
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      let indent = line.prefix { $0 == " " }.count
      let words = line.dropFirst(indent)
      if words.isEmpty || words.hasPrefix("//") { continue }
      while let owner = owners.last, indent <= owner.indent { owners.removeLast() }
      let owner = owners.last
      let isMember = indent == owner.map { $0.indent + 2 } ?? 0
      let isCase = owner?.listsMembers == true && (words.hasPrefix("case ") || words.hasPrefix("indirect case "))
      if isMember, words.hasPrefix("public ") || isCase || words.hasPrefix("@"), words.contains("public ") || isCase {
        var declaration = String(words)
        // A signature on several lines ends with its last parenthesis.
        while declaration.count(where: { $0 == "(" }) > declaration.count(where: { $0 == ")" }), let next = rest.first {
          let part = next.drop { $0 == " " }
          declaration += (declaration.hasSuffix("(") || part.hasPrefix(")") ? "" : " ") + part
          rest.removeFirst()
        }
        found.append((owners.map(\.name).joined(separator: "."), Self.withoutBody(declaration)))
      }
      if let name = Self.typeName(words), words.hasSuffix("{") {
        let isPublic = words.contains("public ")
        let hasCases = words.contains("enum ") || words.contains("protocol ")
        owners.append((name, indent, isPublic && hasCases))
      }
    }
  }

  private static func typeName(_ words: Substring) -> String? {
    let parts = words.split(separator: " ")
    guard let kind = parts.firstIndex(where: { ["struct", "enum", "class", "protocol", "extension"].contains($0) }),
      kind + 1 < parts.count, parts[..<kind].allSatisfy({ $0.allSatisfy { $0.isLetter || "@().".contains($0) } })
    else { return nil }
    return String(parts[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
  }

  /// Returns a declaration without its body or its initial value.
  private static func withoutBody(_ declaration: String) -> String {
    var depth = 0
    var end = declaration.startIndex
    let isVariable = declaration.contains(" var ") || declaration.contains(" let ")
    while end < declaration.endIndex {
      let rest = declaration[end...]
      if rest.hasPrefix("(") || rest.hasPrefix("[") { depth += 1 }
      if rest.hasPrefix(")") || rest.hasPrefix("]") { depth -= 1 }
      if depth == 0, rest.hasPrefix(" {") || isVariable && rest.hasPrefix(" = ") { break }
      end = declaration.index(after: end)
    }
    return String(declaration[..<end])
  }
}
