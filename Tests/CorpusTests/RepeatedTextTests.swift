import PredicateCases
import PredicateSyntax
import Testing

/// Abbreviations for long texts in case files.
struct RepeatedTextTests {
  private func cases(_ line: String) throws -> [Case] { try Case.all(in: Array(line.utf8), name: "c.jsonl") }

  private func error(_ line: String) -> String? {
    do {
      _ = try cases(line)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("marks expand to texts, in formats, keys and values")
  func expansion() throws {
    let subject = try cases(
      #"{"id": "a/b", "format": "<o>a == '<e>'<c>", "object": {"<e>": ["<e>x"]}, "repeat": {"<o>": ["(", 3], "<c>": [")", 3], "<e>": ["é", 2]}}"#
    )[0]
    #expect(subject.text == "(((a == 'éé')))")
    #expect(subject.object == .record(["éé": .list([.string("ééx")])]))
    #expect(try cases(#"{"id": "a/b", "format": "<o>", "repeat": {"<o>": ["x", 0]}}"#)[0].text.isEmpty)
  }

  @Test("invalid or too long texts are an error of the line")
  func errors() throws {
    let sized = #"{"id": "a/b", "format": "<o>", "repeat": {"<o>": ["0123456789", 6000000]}}"#
    #expect(error(sized) == nil)
    for (marks, reason) in [
      ("[]", "must be an object"), (#"{"<o>": "x"}"#, "and a count of 0 or more; found '<o>'"),
      (#"{"<o>": ["x", -1]}"#, "and a count of 0 or more; found '<o>'"), (#"{"": ["x", 1]}"#, "of 0 or more; found ''"),
      (#"{"<o>": ["x", 9223372036854775807]}"#, "more than"),
      (#"{"<o>": ["0123456789", 6000000], "<c>": ["0123456789", 6000000]}"#, "more than"),
    ] {
      let line = #"{"id": "a/b", "format": "<o><c><o><c>", "repeat": \#(marks)}"#
      #expect(error(line)?.contains(reason) == true, "\(marks)")
    }
    let nothing = try cases(#"{"id": "a/b", "format": "a<o>", "repeat": {"<o>": ["", 9000000000000000000]}}"#)
    #expect(nothing[0].text == "a")
    let equal = #""format": "x", "object": {"<o>": 1, "<c>": 2}, "repeat": {"<o>": ["k", 2], "<c>": ["kk", 1]}"#
    #expect(error(#"{"id": "a/b", \#(equal)}"#)?.contains("makes two keys of an object equal: 'kk'") == true)
  }
}
