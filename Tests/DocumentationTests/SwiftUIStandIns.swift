// Stand-ins for the declarations of SwiftUI that the article SwiftUIAndIsolation uses. A test reads the texts of its view.

@MainActor protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
  /// The texts of the view and of those in it.
  var texts: [String] { get }
}

extension View {
  var texts: [String] { body.texts }
}

@MainActor @resultBuilder enum ViewBuilder {
  static func buildBlock<each Content: View>(_ content: repeat each Content) -> Group {
    var texts: [String] = []
    for part in repeat each content { texts += part.texts }
    return Group(texts)
  }
  static func buildEither(first: some View) -> Group { Group(first.texts) }
  static func buildEither(second: some View) -> Group { Group(second.texts) }
}

/// Several views, of which only the texts are known.
struct Group: View {
  let texts: [String]

  init(_ texts: [String]) { self.texts = texts }
  var body: Group { return self }
}

struct Text: View {
  let text: String

  init(_ text: String) { self.text = text }
  var texts: [String] { [text] }
  var body: Text { return self }
}

struct TextField: View {
  let label: String
  let text: Binding<String>

  init(_ label: String, text: Binding<String>) { (self.label, self.text) = (label, text) }
  var texts: [String] { ["\(label): \(text.get())"] }
  var body: TextField { return self }
}

struct List<Element: Identifiable>: View {
  let texts: [String]

  init(_ elements: [Element], @ViewBuilder row: (Element) -> some View) { texts = elements.flatMap { row($0).texts } }
  var body: List { return self }
}

@MainActor struct Binding<Value> {
  let get: () -> Value
}

@MainActor @propertyWrapper struct State<Value> {
  var wrappedValue: Value

  var projectedValue: Binding<Value> { Binding { wrappedValue } }
}
