import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

// The functions that a case may register, by name, as listed in Corpus/README.md. They are simple, so that any implementation
// can provide them.

extension PredicateFunctions {
  /// Creates the functions that a case names, or returns `nil` if a name is unknown.
  init?(ofCase names: [String]) {
    let functions = names.compactMap { name in Self.ofCases.first { $0.spelling == name } }
    guard functions.count == names.count else { return nil }
    self.init(functions)
  }

  private static let ofCases: [PredicateFunction] = [
    .function("answer") { 42 },
    .function("double:") { (number: Double) in number * 2 },
    .function("twice:") { (number: Int) throws in
      let (result, hasOverflowed) = number.multipliedReportingOverflow(by: 2)
      if hasOverflowed { throw Failure(description: "too large") }
      return result
    },
    .function("pow:") { (base: Double, exponent: Int) throws in
      guard (0...100).contains(exponent) else { throw Failure(description: "no such power") }
      return (0..<exponent).reduce(1.0) { result, _ in result * base }
    },
    .function("distance:to:") { (a: Double, b: Double) in abs(a - b) },
    .function("shout:") { (text: String) in text + "!" },
    .function("shoutNil:") { (text: String?) in text.map { $0 + "!" } ?? "nothing" },
    .function("firstWord:") { (text: String) in words(text).first },
    .function("reversed:") { (values: [FormatValue]) in Array(values.reversed()) },
    .function("kind:") { (value: FormatValue) in kind(value) },
    PredicateFunction("wrong:", takes: [.any], gives: .string) { _ in .integer(1) },
    // Functions and operators without a built-in implementation in memory.
    .function("tokenize:using:") { (text: String, _: String) in words(text) },
    .function("distanceToLocation:fromLocation:") { (a: Double, b: Double) in abs(a - b) },
    .function("distinct:") { (texts: [String]) in
      texts.enumerated().filter { !texts[..<$0.offset].contains($0.element) }.map(\.element)
    },
    .function("inverseOrderKey:") { (number: Int) in number == .min ? .max : -number },
    .comparison(.custom("isKindOfClass:")) { (value: FormatValue, name: String) in kind(value) == name },
    .comparison(.utiEquals) { (type: String, other: String) in lowercased(type) == lowercased(other) },
    .comparison(.utiConformsTo) { (type: String, other: String) in conforms(type, to: other) },
    .comparison(.tokenMatches) { (text: String, word: String, options: FormatStringOptions) in
      if options.contains(.caseInsensitive) { return words(lowercased(text)).contains(lowercased(word)) }
      return words(text).contains(word)
    },
    .comparison(.boundedBy) { (number: Double, bounds: [Double]) throws in
      guard bounds.count == 2 else { throw Failure(description: "expected two bounds") }
      return bounds[0] <= number && number <= bounds[1]
    },
  ]
}

private struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// The direct supertype of each type.
private let parents = [
  "public.jpeg": "public.image", "public.png": "public.image", "public.image": "public.data",
  "com.adobe.pdf": "public.data", "public.plain-text": "public.text", "public.text": "public.data",
  "public.file-url": "public.url", "public.url": "public.data",
]

private func conforms(_ type: String, to other: String) -> Bool {
  var type: String? = type
  while let current = type {
    if current == other { return true }
    type = parents[current]
  }
  return false
}

private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

/// Returns the text with the letters A to Z in lowercase.
private func lowercased(_ text: String) -> String {
  String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
}

private func kind(_ value: FormatValue) -> String {
  switch value {
  case .null: "nil"
  case .bool: "boolean"
  case .integer, .unsigned, .double, .decimal: "number"
  case .string: "string"
  case .date: "date"
  case .uuid: "uuid"
  case .data: "data"
  case .list: "list"
  case .set: "set"
  case .record: "record"
  case .object: "object"
  }
}
