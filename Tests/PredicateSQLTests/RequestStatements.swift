import Foundation
import PredicateFormat
import PredicateInput
import PredicateSQL
import TestSupport

/// A statement that a predicate alone does not make: a fetch request, a change, a count; or one whose parameters matter.
struct RequestStatement: Sendable {
  let name: String
  /// The model's file below Corpus/SQL/Models, and the entity.
  var model = "readings"
  var entity = "Reading"
  let make: @Sendable (SQLTranslator) throws -> String

  /// Returns the result in a dialect: the text and the remaining work, or the message of the refusal.
  func outcome(_ dialect: DatabaseDialect, _ models: CorpusModels) throws -> String {
    do {
      let translator = try SQLTranslator(dialect, model: try models.model(model), entity: entity)
      return try make(translator)
    } catch let error as FormatError {
      return "refused: \(error.diagnostics.map(\.message).joined(separator: "; "))"
    }
  }

  /// The expected results, by name and dialect.
  static let texts: [String: [String: String]] = {
    var texts: [String: [String: String]] = [:]
    var name = ""
    for line in text.split(separator: "\n") {
      if line.first != " " {
        name = String(line)
        continue
      }
      let parts = line.drop { $0 == " " }.split(separator: ":", maxSplits: 1)
      for dialect in parts[0].split(separator: ",") {
        texts[name, default: [:]][String(dialect)] = String(parts[1].dropFirst())
      }
    }
    return texts
  }()

  static func named(_ name: String) -> RequestStatement? { all.first { $0.name == name } }

  static let all: [RequestStatement] = [
    RequestStatement(name: "order and page") {
      try $0.select(orderBy: [.ascending("short"), .descending("note")], limit: 3, offset: 2).text
    },
    RequestStatement(name: "order of a count") { try $0.select(orderBy: [.descending("parts.@count")]).text },
    RequestStatement(name: "order of a sum of decimals") {
      try $0.select(orderBy: [.ascending("parts.@sum.price")]).text
    },
    // The comparison with nil is false, so that translation makes the key a constant.
    RequestStatement(name: "order of a constant") {
      let always5 = try FormatExpression("TERNARY(level > nil, short, 5)")
      let request = PredicateFetchRequest(sortKeys: [.ascending("c")], properties: [FetchProperty("c", always5)])
      return try $0.fetch(request, .rows).statement.text
    },
    RequestStatement(name: "offset alone") { try $0.select(offset: 2).text },
    RequestStatement(name: "the greatest limit of 32 bits") { try $0.select(limit: 2_147_483_647).text },
    RequestStatement(name: "a limit beyond 32 bits") { try $0.select(limit: 2_147_483_648).text },
    RequestStatement(name: "the greatest offset of 32 bits") { try $0.select(offset: 2_147_483_647).text },
    RequestStatement(name: "an offset beyond 32 bits") { try $0.select(offset: 2_147_483_648).text },
    RequestStatement(name: "count") { try $0.count(where: FormatPredicate("short > 3")).text },
    RequestStatement(name: "exists") { try $0.exists(where: FormatPredicate("short > 3")).text },
    RequestStatement(name: "delete") { try $0.delete(where: FormatPredicate("short > 3")).text },
    RequestStatement(name: "update") { try $0.update(["isOpen": true], where: FormatPredicate("short > 3")).text },
    RequestStatement(name: "update by a computed value") {
      try $0.update(["count": FormatExpression("count + 1")], where: FormatPredicate("short > 3")).text
    },
    RequestStatement(name: "update of two keys, one of them computed") {
      try $0.update(["count": FormatExpression("count + 1"), "total": FormatExpression("count")]).text
    },
    RequestStatement(name: "update of a text with a folded column") {
      try $0.update(["title": FormatExpression("note")]).text
    },
    RequestStatement(name: "groups") {
      let request = PredicateFetchRequest(
        sortKeys: [.descending("short")], properties: ["short", .sum("level"), .sum("count"), .maximum("note")],
        groupKeys: ["short"], having: try FormatPredicate("sum:(level) > 3"))
      return try $0.fetch(request, .rows).statement.text
    },
    RequestStatement(name: "groups of a double") {
      let request = PredicateFetchRequest(properties: ["ratio", .count("id", as: "n")], groupKeys: ["ratio"])
      return try $0.fetch(request, .rows).statement.text
    },
    RequestStatement(name: "groups by two columns with one name") {
      let request = PredicateFetchRequest(
        properties: [.count("id", as: "n")], groupKeys: ["whole.short", "short"],
        having: try FormatPredicate("short > 3"))
      return try $0.fetch(request, .rows).statement.text
    },
    RequestStatement(name: "groups in the order of an aggregate") {
      let request = PredicateFetchRequest(
        sortKeys: [.descending("n")], properties: ["short", .count("id", as: "n")], groupKeys: ["short"],
        having: try FormatPredicate("count:(id) > 3"))
      return try $0.fetch(request, .rows).statement.text
    },
    RequestStatement(name: "a page after two values") {
      let request = PredicateFetchRequest(
        try FormatPredicate("level > 3"), sortKeys: [.ascending("count"), .descending("short")],
        after: [.integer(5), .integer(2)], limit: 3)
      return try $0.fetch(request, .identifiers).statement.text
    },
    RequestStatement(name: "a page of groups after a value") {
      let request = PredicateFetchRequest(
        sortKeys: [.descending("n")], after: [.integer(2)], properties: ["short", .count("id", as: "n")],
        groupKeys: ["short"])
      return try $0.fetch(request, .rows).statement.text
    },
    RequestStatement(name: "a page after a value in an order of the program") {
      let keys = [SortKey.ascending("note", .localizedStandard)]
      return try $0.fetch(PredicateFetchRequest(sortKeys: keys, after: [.string("a")]), .identifiers).statement.text
    },
    RequestStatement(name: "distinct UUIDs", model: "tokens", entity: "Token") {
      let request = PredicateFetchRequest(isDistinct: true, properties: ["key"])
      let fetch = try $0.fetch(request, .rows)
      return "\(fetch.statement.text) in memory: \(fetch.remainder != nil)"
    },
    RequestStatement(name: "names with quotes") {
      let model = try PredicateModel([
        .init("Odd", table: "o\"d`d", attributes: [.init("key", .integer64, column: "k\"e`y")])
      ])
      return try SQLTranslator($0.dialect, model: model, entity: "Odd").select(["key"]).text
    },
    RequestStatement(name: "a constant condition") {
      SQLParameter(.bool(true), .boolean).literal($0.dialect) ?? ""
    },
    RequestStatement(name: "parameters of a list of integers") {
      try $0.parameters(of: "count IN %@", Array(0...100), first: 3)
    },
    RequestStatement(name: "parameters of a list of texts") {
      try $0.parameters(of: "note IN %@", (0...100).map { "t\($0)" }, first: 3)
    },
    RequestStatement(name: "parameter of a boolean") { try $0.parameters(of: "isOpen == YES") },
    RequestStatement(name: "parameter of LIKE") { try $0.parameters(of: "note LIKE 'a*b?c|d[e%f_g'") },
    RequestStatement(name: "parameter of MATCHES") { try $0.parameters(of: "note MATCHES 'a.b'") },
    RequestStatement(name: "parameter of a folded pattern") { try $0.parameters(of: "note ==[c] 'é'") },
    RequestStatement(name: "a condition that needs 100 places of SQLite's parser") {
      try $0.nested(calls: 26, signs: 2)
    },
    RequestStatement(name: "a condition that needs 101 places of SQLite's parser") {
      try $0.nested(calls: 27, signs: 1)
    },
    RequestStatement(name: "60 joins") { try $0.joins(60) },
    RequestStatement(name: "61 joins") { try $0.joins(61) },
    RequestStatement(name: "63 joins") { try $0.joins(63) },
    RequestStatement(name: "64 joins") { try $0.joins(64) },
  ]
}

/// The models of Corpus/SQL/Models, each read once.
struct CorpusModels: Sendable {
  private let models: [String: PredicateModel]

  init() throws {
    var models: [String: PredicateModel] = [:]
    for name in ["readings", "tokens"] {
      let path = packageRoot.appendingPathComponent("Corpus/SQL/Models/\(name).json").path
      models[name] = try PredicateModel.read(path)
    }
    self.models = models
  }

  func model(_ name: String) throws -> PredicateModel {
    guard let model = models[name] else { throw InputError(name, "it is no model of these tests") }
    return model
  }
}

extension SQLTranslator {
  /// Returns the parameters of a predicate's statement, by type; for long texts and lists, the beginning.
  fileprivate func parameters(
    of format: String, _ arguments: any FormatArgument..., first: Int = .max
  ) throws -> String {
    let statement = try select(where: FormatPredicate(format, arguments: arguments))
    return statement.parameters.map { parameter in
      let values = parameter.isList ? parameter.value.elements ?? [] : [parameter.value]
      let texts = values.prefix(first).map { value in
        guard case .string(let text) = value else { return FormatExpression(.constant(value)).format }
        let scalars = text.unicodeScalars.prefix(first == .max ? .max : 12)
        return "'\(scalars.map { $0.escaped(asASCII: true) }.joined())'"
      }
      return "\(parameter.kind)\(parameter.isList ? " list" : "") \(texts.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  /// Returns the statement of the given number of nested calls of a function, and nested signs within them.
  fileprivate func nested(calls: Int, signs: Int) throws -> String {
    let open = String(repeating: "abs(", count: calls) + String(repeating: "~(", count: signs)
    let close = String(repeating: ")", count: calls + signs)
    let text = try select(where: FormatPredicate("\(open)short\(close) > 3")).text
    return "\(text.components(separatedBy: "abs(").count - 1) calls"
  }

  /// Returns the number of joins in the statement of a key path through the given number of objects.
  fileprivate func joins(_ count: Int) throws -> String {
    let path = Array(repeating: "whole", count: count).joined(separator: ".")
    let text = try select(where: FormatPredicate("\(path).count > 3")).text
    return "\(text.components(separatedBy: " JOIN ").count - 1) joins"
  }
}
