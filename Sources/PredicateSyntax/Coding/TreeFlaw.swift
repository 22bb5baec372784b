#if !hasFeature(Embedded)
/// An invalid combination of valid fields in a node, which no format string produces.
///
/// Both the reader and the writer reject such nodes, so that everything that is written can be read.
struct TreeFlaw {
  let reason: String
  /// The path from the node to the flaw.
  let path: [FieldError.Step]

  private init(_ reason: String, at path: FieldError.Step...) {
    self.reason = reason
    self.path = path
  }

  /// Creates the flaw of an expression, ignoring its children, or returns `nil` if it has none.
  init?(of expression: FormatExpression.Kind) {
    switch expression {
    case .keyPath(let steps): self.init(ofKeysAfter: nil, steps)
    case .keys(let keys): self.init(ofKeysAfter: keys.root, keys.steps)
    case .function(let call): self.init(ofCall: call)
    case .variable(""): self.init("the name is empty", at: .field("name"))
    case .assignment(let assignment) where assignment.variable.isEmpty:
      self.init("the name is empty", at: .field("variable"))
    case .subquery(let subquery) where subquery.variable.isEmpty:
      self.init("the name is empty", at: .field("variable"))
    case .placeholder(let conversion) where conversion.kind == .keyPath:
      self.init("%K is a key; put it into the keys of a key path", at: .field("text"))
    default: return nil
    }
  }

  /// Creates the flaw of a comparison, ignoring its operands.
  init?(of comparison: FormatPredicate.Comparison) {
    let op = comparison.operator
    if case .custom(let selector) = op, !selector.isSelector {
      self.init("'\(selector)' is not a selector, which ends with a colon", at: .field("operator"))
    } else if !op.takesOptions, !comparison.options.isEmpty {
      self.init("\(op.spelling) takes no string options", at: .field("options"))
    } else {
      return nil
    }
  }

  /// Creates the flaw of a key path. (The checker reports keys of numbers and lists.)
  private init?(ofKeysAfter root: FormatExpression?, _ steps: [FormatExpression.KeyStep]) {
    switch root?.kind {
    case .evaluatedObject: self.init("a key path without a root starts at SELF; omit the root", at: .field("root"))
    case .keyPath, .keys: self.init("the root is itself a key path; put its keys before these", at: .field("root"))
    default:
      if steps.isEmpty {
        self.init("a key path has at least one key", at: .field("keys"))
        return
      }
      for (index, step) in steps.enumerated() {
        let position = FieldError.Step.element(index)
        switch step.kind {
        case .key(""):
          self.init("a key is empty", at: .field("keys"), position)
          return
        case .variable(""):
          self.init("the name is empty", at: .field("keys"), position, .field("variable"))
          return
        case .key(let key) where key != .init(key.name):
          self.init("'\(key.name)' is a collection operator, and not a key", at: .field("keys"), position)
          return
        case .placeholder(let conversion) where conversion.kind != .keyPath:
          self.init(
            "'\(conversion.text)' is not a key; the conversion of a key is %K", at: .field("keys"), position,
            .field("conversion"))
          return
        case .key, .variable, .placeholder: break
        }
      }
      return nil
    }
  }

  /// Creates the flaw of a call that prints as a call of another selector.
  private init?(ofCall call: FormatExpression.Call) {
    if call.selector.isEmpty {
      self.init("the name is empty", at: .field("selector"))
      return
    }
    guard let read = call.misreadSelector else { return nil }
    let count = counted(call.arguments.count, "argument")
    self.init(
      "'\(call.selector)' with \(count) is read as '\(read)'; a part of a selector ends with a colon",
      at: .field("selector"))
  }
}

extension String {
  /// Whether the text is a name and a colon.
  var isSelector: Bool { utf8.count > 1 && utf8.last == UInt8(ascii: ":") }
}
#endif
