import Foundation

/// A predicate of the macro, with what its text says about it.
struct MacroCase {
  let number: Int
  /// The declarations of the values that the predicate captures.
  let captured: String
  /// The body of the closure.
  let text: String
  /// The names of the expression types that the predicate consists of.
  let types: [String]
  let predicate: Predicate<Track>
  /// The same text as an ordinary closure, or nil if it would be invalid or end the program.
  let closure: ((Track) -> Bool)?

  init(
    _ number: Int, captured: String = "", _ text: String, _ types: String, _ predicate: Predicate<Track>,
    closure: ((Track) -> Bool)? = nil
  ) {
    self.number = number
    self.captured = captured
    self.text = text
    self.types = types.split(separator: " ").map(String.init)
    self.predicate = predicate
    self.closure = closure
  }

  /// The number and the text, with the captured values.
  var title: String { "\(number): \(captured.isEmpty ? "" : captured + "; ")\(text)" }

  /// The expression types of the predicate itself.
  var foundTypes: Set<String> {
    let name = String(reflecting: type(of: predicate.expression))
    return Set(name.matches(of: #/PredicateExpressions\.(\w+)/#).map { String($0.1) }).subtracting(["PredicateRegex"])
  }

  /// The names of key paths that are given to the bridge in memory: of a computed property.
  var names: [PartialKeyPath<Track>: String] { text.contains(".decade") ? [\Track.decade: "decade"] : [:] }

  /// The names for the database, which stores texts of a list as objects with a name.
  var databaseNames: [PartialKeyPath<Track>: String] {
    [\Track.tags: "tags.name", \Track.genres: "genres.name", \Track.decade: "decade"]
  }
}
