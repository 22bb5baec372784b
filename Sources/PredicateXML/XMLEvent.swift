/// A part of an XML file.
package enum XMLEvent: Sendable {
  /// The start tag of an element. An empty tag, such as `<a/>`, is followed by the end of its element.
  case start(XMLElement)
  /// The end of the element with a name.
  case end(String, range: Range<Int>)
  /// The text between two tags, also if it consists of spaces only.
  case text(MappedText)
}

/// A start tag.
package struct XMLElement: Sendable {
  package let name: String
  package let attributes: [XMLAttribute]
  /// The offsets of the tag in the file, in bytes.
  package let range: Range<Int>

  /// The value of an attribute, or `nil` if the element does not have it.
  package subscript(_ name: String) -> MappedText? { attributes.first { $0.name == name }?.value }
}

/// An attribute of a start tag.
package struct XMLAttribute: Sendable {
  package let name: String
  package let value: MappedText
  /// The offset of the name in the file, in bytes.
  package let start: Int
}

/// The reason why a file cannot be read as XML.
package struct XMLError: Error, Sendable, Hashable {
  /// The reason, in lowercase and without a period.
  package let reason: String
  /// The offset in the file, in bytes.
  package let offset: Int
  package let place: FilePlace
}
