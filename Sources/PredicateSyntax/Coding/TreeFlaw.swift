/// What is wrong with a node although each of its fields holds what it may: no text makes such a node.
///
/// The reader refuses it, and so does the writer, so that what is written can be read.
struct TreeFlaw {
  let reason: String
  /// The path from the node to the flaw.
  let path: [any CodingKey]

  private init(_ reason: String, at path: any CodingKey...) {
    self.reason = reason
    self.path = path
  }

  /// The flaw of an expression itself, not of its parts; nil where it has none.
  init?(of expression: FormatExpression.Kind) {
    switch expression {
    case .keyPath(let steps): self.init(ofKeysAfter: nil, steps)
    case .keys(let root, let steps): self.init(ofKeysAfter: root, steps)
    case .function(let selector, let arguments): self.init(ofCall: selector, arguments.count)
    case .placeholder(let conversion) where conversion.kind == .keyPath:
      self.init("%K is a key; it belongs into the keys of a key path", at: FieldName("text"))
    default: return nil
    }
  }

  /// The flaw of a key path. That a number and a list have no keys is for the checker to say.
  private init?(ofKeysAfter root: FormatExpression?, _ steps: [FormatExpression.KeyStep]) {
    switch root?.kind {
    case .evaluatedObject:
      self.init("a key path without a root begins at SELF; leave the root out", at: FieldName("root"))
    case .keyPath, .keys:
      self.init("the root is a key path itself; its keys belong before these", at: FieldName("root"))
    default:
      if steps.isEmpty {
        self.init("a key path has at least one key", at: FieldName("keys"))
        return
      }
      for (index, step) in steps.enumerated() {
        let place = IndexInList(index)
        switch step {
        case .key(""):
          self.init("a key is empty", at: FieldName("keys"), place)
          return
        case .placeholder(let conversion) where conversion.kind != .keyPath:
          self.init(
            "'\(conversion.text)' is no key; the conversion of a key is %K", at: FieldName("keys"), place,
            FieldName("conversion"))
          return
        default: break
        }
      }
      return nil
    }
  }

  /// The flaw of a call whose selector is read as another from the text that it prints as: `f(x)` is a call of `f:`.
  private init?(ofCall selector: String, _ arguments: Int) {
    if selector.utf8.count > 1, selector.utf8.last == UInt8(ascii: ":") { return nil }
    if selector == Keyword.fetch.rawValue { return nil }
    let read = PredefinedFunction.selector(ofWord: selector, arguments: arguments)
    if read == selector { return nil }
    let count = arguments == 1 ? "1 argument" : "\(arguments) arguments"
    self.init(
      "'\(selector)' with \(count) is read as '\(read)'; a part of a selector ends with a colon",
      at: FieldName("selector"))
  }
}
