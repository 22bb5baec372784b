import Foundation
import PredicateSQL
import TestSupport
import Testing

/// Grammar/Guides/DialectOperations.md lists the operations and properties of a dialect's table, from the comments of their
/// declarations.
@Suite("The page of a dialect's operations and properties")
struct DialectPageTests {
  private static let path = "Grammar/Guides/DialectOperations.md"

  @Test("the page has the comments of the sources; RECORD_GOLDEN=1 rewrites it")
  func page() throws {
    let text = try Self.text
    let file = packageRoot.appendingPathComponent(Self.path)
    if let known = try? String(contentsOf: file, encoding: .utf8), known.utf8.elementsEqual(text.utf8) { return }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("\(Self.path) differs from the sources; RECORD_GOLDEN=1 writes it")
  }

  @Test("each operation has a comment, which names all its operands")
  func operations() throws {
    let declared = try Self.declarations(in: "SQLOperation", of: "SQLOperation")
    #expect(declared.flatMap(\.names) == SQLOperation.allCases.map { "\($0)" })
    for declaration in declared {
      let operations = SQLOperation.allCases.filter { declaration.names.contains("\($0)") }
      for number in 0..<(operations.map(\.operandCount).max() ?? 0) {
        #expect(declaration.comment.contains("{\(number)}"), "\(declaration.names): {\(number)}")
      }
      for number in (operations.map(\.operandCount).max() ?? 0)..<5 {
        #expect(!declaration.comment.contains("{\(number)}"), "\(declaration.names): {\(number)}")
      }
    }
  }

  @Test("each property has a comment")
  func properties() throws {
    let declared = try Self.declarations(in: "DialectTable", of: "DialectTable").flatMap(\.names)
    #expect(declared == Mirror(reflecting: DialectTable()).children.compactMap(\.label))
  }

  // MARK: The page

  private static var text: String {
    get throws {
      var text = """
        # The operations and properties of a dialect

        The fields of a dialect file, and of a table in Swift: [AddingADialect.md](AddingADialect.md) describes how to write one. A
        test writes this page from the comments of [SQLOperation.swift](../../Sources/PredicateSQL/Dialects/SQLOperation.swift) and
        [DialectTable.swift](../../Sources/PredicateSQL/Dialects/DialectTable.swift) (`RECORD_GOLDEN=1 swift test --filter
        DialectPageTests`).

        ## Operations

        The fields of `operations`. `{0}`, `{1}` … are the operands. Each is a name, a parameter, a call or in parentheses, and may
        be NULL unless the text says otherwise. The spelling of a value must be one of these, too, and it must yield NULL if an
        operand is NULL. A predicate that needs an operation without a spelling is refused, or leaves it to a residual predicate.
        The example is the spelling that dialects share, or else that of a dialect of this library.

        """
      var section: String?
      for declaration in try declarations(in: "SQLOperation", of: "SQLOperation") {
        if section != declaration.section {
          section = declaration.section
          text += "\n### \(declaration.section)\n\n| operation | what the spelling yields | example |\n|---|---|---|\n"
        }
        let names = declaration.names.map { "`\($0)`" }.joined(separator: ", ")
        text +=
          "| \(names) | \(cell(declaration.comment)) | \(declaration.names.map(example).joined(separator: "<br>")) |\n"
      }
      text += """

        Every dialect needs `nullSafeEqual`, `nullSafeDistinct`, `exactText`, `integer64`, `integerOperand`, `double` and
        `totalSubquery`, and `matches` if it has `patterns`. It has both or neither of `nanToNull` and `isNaN`, and of
        `floorInteger` and `ceilingInteger`.

        ## Properties

        | property | default | |
        |---|---|---|

        """
      let defaults = Dictionary(
        Mirror(reflecting: DialectTable()).children.map { ($0.label ?? "", json($0.value)) }, uniquingKeysWith: { $1 })
      for declaration in try declarations(in: "DialectTable", of: "DialectTable")
      where declaration.names != ["operations"] {
        let name = declaration.names[0]
        text += "| `\(name)` | \(code(defaults[name] ?? "")) | \(cell(declaration.comment)) |\n"
      }
      text += "\n## Values of properties\n\n| property | value | |\n|---|---|---|\n"
      for (property, type, file) in [
        ("indexes", "IndexUse", "DialectTable"), ("correlation", "Correlation", "DialectTable"),
        ("alternatives", "Alternatives", "DialectTable"),
        ("patterns", "SQLPatternFlavor", "../Patterns/SQLPatternFlavor"),
      ] {
        for value in try declarations(in: file, of: type) {
          text += "| `\(property)` | `\"\(value.names[0])\"` | \(cell(value.comment)) |\n"
        }
      }
      text += """
        | `patterns` | `null` | The engine has no regular expressions. |
        | `like` | `"glob"`, `{"escape": "\\\\"}` | The wildcards `*` and `?`, or `%` and `_` with an escape character. |
        | `quoting` | `{"opening": "[", "closing": "]"}` | The quotes of names. With `"doublesBackslash": true`, a backslash in a name is doubled. |
        | `parameterTypes` | `{"integer": "Int64"}` | By kind: `boolean`, `integer`, `double`, `decimal`, `text`, `timestamp`, `uuid`, `bytes`. |
        | `storage` | `["decimal", "date", "uuid", "boolean"]` | The types that the engine has. |
        | `sessionSettings` | `[{"statement": "SET zone = 'UTC'", "query": "SELECT zone()", "value": "UTC"}]` | The statement may be null. |

        ## Limits

        The fields of `limits`.

        | limit | |
        |---|---|

        """
      for limit in try declarations(in: "../Statements/SQLLimits", of: "SQLLimits") {
        text += "| `\(limit.names[0])` | \(cell(limit.comment)) |\n"
      }
      return text
    }
  }

  /// Returns a spelling of an operation: the common one, or that of the first dialect that has one.
  private static func example(_ name: String) -> String {
    guard let operation = SQLOperation.allCases.first(where: { "\($0)" == name }) else { return "" }
    if let common = DialectTable.common[operation] { return common.isEmpty ? "(empty)" : code(common) }
    for dialect in DatabaseDialect.all.dropFirst() + [.sqlite] {
      if let spelling = dialect.table.operations[operation], !spelling.isEmpty {
        return "\(code(spelling)) (\(dialect.name))"
      }
    }
    return ""
  }

  /// Returns the default of a property as a file has it.
  private static func json(_ value: Any) -> String {
    switch value {
    case let flag as Bool: "\(flag)"
    case let text as String: "\"\(text)\""
    case let use as DialectTable.IndexUse: "\"\(use.rawValue)\""
    case let correlation as DialectTable.Correlation: "\"\(correlation.rawValue)\""
    case let form as DialectTable.Alternatives: "\"\(form.rawValue)\""
    case is DialectTable.Quoting: #"{"opening": "\"", "closing": "\""}"#
    case is DialectTable.LikeSyntax: #"{"escape": "|"}"#
    case is DialectTable.Storage: #"["decimal", "date", "uuid", "boolean"]"#
    case is [SQLParameter.Kind: String]: "{}"
    case is [Int], is [DialectTable.SessionSetting]: "[]"
    default: "null"
    }
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  /// Returns a text as code in a cell of a table.
  private static func code(_ text: String) -> String {
    let mark = text.contains("`") ? "``" : "`"
    return "\(mark)\(cell(text))\(mark)"
  }

  // MARK: The sources

  /// A declaration of cases or of a stored property.
  private struct Declaration {
    var names: [String]
    /// The mark above it.
    var section: String
    var comment: String
  }

  /// Returns the cases or public stored properties of a type with their comments, from a file next to the dialects.
  private static func declarations(in file: String, of type: String) throws -> [Declaration] {
    let url = packageRoot.appendingPathComponent("Sources/PredicateSQL/Dialects/\(file).swift")
    var result: [Declaration] = []
    var (section, comment) = ("", "")
    var members: String?
    var isInCase = false
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
      let code = line.drop { $0 == " " }
      let indentation = String(repeating: " ", count: line.count - code.count)
      if members == nil, code.hasPrefix("public enum \(type):") || code.hasPrefix("public struct \(type):") {
        members = indentation + "  "
        comment = ""
        continue
      }
      guard let members else { continue }
      if line == members.dropLast(2) + "}" { break }
      guard isInCase || indentation == members else { continue }
      if code.hasPrefix("// MARK: ") {
        section = String(code.dropFirst(9))
      } else if code.hasPrefix("/// ") {
        comment += (comment.isEmpty ? "" : " ") + code.dropFirst(4)
      } else if isInCase || code.hasPrefix("case ") {
        let names = code.trimmingPrefix("case ").split(separator: ",").map { String($0.drop { $0 == " " }) }
        if isInCase {
          result[result.count - 1].names += names
        } else {
          result.append(Declaration(names: names, section: section, comment: comment))
        }
        isInCase = code.hasSuffix(",")
        comment = ""
      } else {
        if code.hasPrefix("public var "), !code.hasSuffix("{") {
          let name = code.dropFirst(11).prefix { !": =".contains($0) }.filter { $0 != "`" }
          result.append(Declaration(names: [String(name)], section: section, comment: comment))
        }
        comment = ""
      }
    }
    return result
  }
}
