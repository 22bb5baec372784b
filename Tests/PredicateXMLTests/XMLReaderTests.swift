import Testing
import PredicateXML

struct XMLReaderTests {
  /// The events of a text, one line each, or its error.
  private func events(_ text: String) -> [String] {
    var events: [String] = []
    do {
      var reader = try XMLReader(Array(text.utf8))
      while let event = try reader.next() {
        switch event {
        case .start(let element):
          let attributes = element.attributes.map { " \($0.name)=\($0.value.string)" }.joined()
          events.append("<\(element.name)\(attributes)> \(element.range)")
        case .end(let name, let range): events.append("</\(name)> \(range)")
        case .text(let text): events.append("text \(text.string)")
        }
      }
    } catch {
      events.append("\(error.place.line):\(error.place.column): \(error.reason)")
    }
    return events
  }

  @Test(
    "well-formed files",
    arguments: [
      ("<a/>", ["<a> 0..<4", "</a> 0..<4"]),
      ("<a b = 'x' c=\"y\"></a>", ["<a b=x c=y> 0..<17", "</a> 17..<21"]),
      ("<a>x<b/> y</a>", ["<a> 0..<3", "text x", "<b> 4..<8", "</b> 4..<8", "text  y", "</a> 10..<14"]),
      ("\u{FEFF}<?xml version='1.0' encoding=\"UTF-8\"?>\n<a/>\n", ["<a> 42..<46", "</a> 42..<46"]),
      ("<!DOCTYPE plist PUBLIC \"-//A//B\" 'c>d'><a/>", ["<a> 39..<43", "</a> 39..<43"]),
      ("<?x y?><!-- - --><a><!-- <b> --><?z?></a><!----><?e?>", ["<a> 17..<20", "</a> 37..<41"]),
      ("<a>&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;</a>", ["<a> 0..<3", "text <&>\"'A😀", "</a> 42..<46"]),
      ("<a>x<![CDATA[<&]]]>y<!-- z -->w</a>", ["<a> 0..<3", "text x<&]yw", "</a> 31..<35"]),
      ("<a b='1\n2\t3\r\n4&#10;5'>\r\n\r</a>", ["<a b=1 2 3 4\n5> 0..<22", "text \n\n", "</a> 25..<29"]),
      ("<ns:é xmlns:ns='u' ns:ö='1'/>", ["<ns:é xmlns:ns=u ns:ö=1> 0..<31", "</ns:é> 0..<31"]),
    ])
  func wellFormed(text: String, expected: [String]) { #expect(events(text) == expected) }

  @Test(
    "errors with their places",
    arguments: [
      ("", "1:1: this is not well-formed XML: there is no element"),
      ("<a>\n<b></a>", "2:4: this is not well-formed XML: </a> closes <b>"),
      ("<a></a></b>", "1:8: this is not well-formed XML: </b> closes no element"),
      ("<a b='1' b='2'/>", "1:10: this is not well-formed XML: <a> has two attributes 'b'"),
      ("<a b='1'c='2'/>", "1:9: this is not well-formed XML: a space is missing in the tag <a"),
      ("<a b/>", "1:4: this is not well-formed XML: the attribute 'b' has no value"),
      ("<a b='x/>", "1:4: this is not well-formed XML: the value of 'b' has no end"),
      ("<a", "1:1: this is not well-formed XML: the tag <a has no end"),
      ("<a></a", "1:4: this is not well-formed XML: the tag </a has no end"),
      ("<1/>", "1:2: this is not well-formed XML: the name of a tag is missing"),
      ("<a>é&b;</a>", "1:5: the entity &b; is not defined"),
      ("<a>&#0;</a>", "1:4: this is not well-formed XML: &#0; is not a character of XML"),
      ("<a>&#xD800;</a>", "1:4: this is not well-formed XML: &#xD800; is not a character of XML"),
      ("<a>&#+65;</a>", "1:4: this is not well-formed XML: &#+65; is not a character of XML"),
      ("<a>&#x-1;</a>", "1:4: this is not well-formed XML: &#x-1; is not a character of XML"),
      ("<a>]]></a>", "1:4: this is not well-formed XML: text cannot contain ']]>'"),
      ("<a>\u{1}</a>", "1:4: U+0001 is not XML"),
      ("<a><![CDATA[\u{1}]]></a>", "1:13: U+0001 is not XML"),
      ("<a><![CDATA[x</a>", "1:4: this is not well-formed XML: a CDATA section has no end"),
      ("x<a/>", "1:1: this is not well-formed XML: there is text outside the outermost element"),
      ("<a/><!DOCTYPE a>", "1:5: this is not well-formed XML: a DOCTYPE stands before the outermost element"),
      ("<!DOCTYPE a", "1:1: this is not well-formed XML: the DOCTYPE has no end"),
      (
        "<?xml version='1.0' encoding='ISO-8859-1'?><a/>",
        "1:1: the file must be encoded in UTF-8, and not in iso-8859-1"
      ),
    ])
  func malformed(text: String, expected: String) { #expect(events(text).last == expected) }

  @Test("bytes that are not UTF-8")
  func invalidBytes() {
    let error = #expect(throws: XMLError.self) { try XMLReader(Array("<a>é\n".utf8) + [0xFF]) }
    #expect(error?.reason == "this is not UTF-8")
    #expect(error?.place.line == 2)
  }

  @Test("the places of text in the file, through references, CDATA and comments")
  func places() throws {
    let file = "<a>a &lt; b<![CDATA[ && ]]>c<!-- --> &#x1F600;!</a>"
    var reader = try XMLReader(Array(file.utf8))
    _ = try reader.next()
    let event = try #require(try reader.next())
    guard case .text(let text) = event else { fatalError("the second event is the text") }
    #expect(text.string == "a < b && c 😀!")
    let bytes = Array(file.utf8)
    for (character, index) in [("a", 0), ("b", 4), ("c", 9), ("!", 15)] {
      let offset = text.fileOffset(index)
      #expect(String(decoding: bytes[offset..<(offset + 1)], as: UTF8.self) == character)
    }
    #expect(text.fileOffset(2) == 5, "the start of &lt;")
    #expect(text.fileOffset(3) == 9, "its end")
    #expect(text.fileOffset(text.string.utf8.count) == file.utf8.count - 4, "the end of the text")
  }

  @Test("the time grows with the number of bytes")
  func largeFiles() throws {
    let wide = "<a>" + String(repeating: "<b c='&amp;'>&lt;x</b>", count: 20_000) + "</a>"
    var reader = try XMLReader(Array(wide.utf8))
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 60_002)
  }
}
