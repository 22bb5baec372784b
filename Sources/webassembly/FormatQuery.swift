import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// The format string of a request, with the values of its conversions and variables.
struct FormatQuery {
  static let fields = ["format", "arguments", "variables"]

  let text: [UInt8]
  /// The values of the conversions. If the list is empty, the conversions remain in the format.
  private(set) var arguments: [FormatExpression?] = []
  private(set) var variables: [String: FormatExpression?] = [:]

  init(_ fields: Fields) throws(FieldError) {
    text = Array(try fields.read("format", .text).utf8)
    for (index, value) in (try fields.readIfPresent("arguments", .list) ?? []).enumerated() {
      try value.expectSoundWrappers(at: fields.path(of: "arguments") + [.element(index)])
      arguments.append(FormatExpression(.constant(value)))
    }
    for (name, value) in try fields.readIfPresent("variables", .object) ?? [:] {
      try value.expectSoundWrappers(at: fields.path(of: "variables") + [.field(name)])
      variables[name] = FormatExpression(.constant(value))
    }
  }

  /// Returns a template with the values.
  func bound(_ template: FormatPredicate) throws(FormatError) -> FormatPredicate {
    let bound = arguments.isEmpty ? template : try template.binding(arguments)
    return bound.substituting(variables)
  }

  /// Returns the predicate with its values.
  func predicate() throws(FormatError) -> FormatPredicate { try bound(FormatPredicate.template(utf8: text)) }
}

/// The data model of a request, and one of its entities.
struct ModelQuery {
  static let fields = ["model", "entity"]
  /// The maximum number of entities. The time of a check of a model grows with the square of their number.
  static let greatestCount = 1_000

  let model: PredicateModel
  let entity: String

  init(_ fields: Fields) throws(FieldError) {
    let object = try fields.read("model", .object)
    let path = fields.path(of: "model")
    if case .list(let entities) = object["entities"], entities.count > Self.greatestCount {
      throw FieldError(path + [.field("entities")], "a model has at most \(Self.greatestCount) entities")
    }
    do throws(FieldError) { model = try PredicateModel(.record(object)) } catch {
      throw FieldError(path + error.path, error.reason)
    }
    if !fields.has("entity"), let only = model.entities.first, model.entities.count == 1 {
      entity = only.name
    } else {
      entity = try fields.value(of: "entity", among: model.entities) { $0.name }.name
    }
  }
}
