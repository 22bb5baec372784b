import PredicateInput
import PredicateXML

/// A file in which predicates may stand.
package struct HostFile: Sendable {
  /// The path as it is shown.
  package let path: String
  package let bytes: [UInt8]
  package let kind: FileKind

  /// Creates a file.
  ///
  /// - Parameter kind: How to read it, or nil if its name or its first bytes say it.
  package init?(path: String, bytes: [UInt8], kind: FileKind? = nil) {
    guard let kind = kind ?? FileKind.named(path) ?? FileKind.starting(with: bytes[...]) else { return nil }
    (self.path, self.bytes, self.kind) = (path, bytes, kind)
  }

  /// Whether the file has none of the words without which it has no predicate.
  private var hasNone: Bool {
    let words = kind.words
    return !words.isEmpty && !words.contains { bytes.firstRange(of: $0) != nil }
  }

  /// Returns the predicates in the file, in order.
  ///
  /// - Throws: The reason why the file cannot be read.
  package func predicates() throws(UnreadableFile) -> [PredicateText] {
    if let encoding = foreignEncoding(bytes) {
      throw UnreadableFile(reason: "this is \(encoding); expected UTF-8")
    }
    // The keys of a binary property list may be in another encoding.
    let isBinary = BinaryPropertyList.isStart(bytes)
    if hasNone, !isBinary { return [] }
    switch kind {
    case .propertyList where isBinary:
      return try PropertyListReader.value(ofBinary: bytes).predicates(isInFile: false)
    case .propertyList:
      // A recipe may be YAML.
      return FileKind.starting(with: bytes[...]) == .propertyList
        ? try PropertyListReader.value(ofXML: bytes).predicates() : try yaml()
    case .json: return try JSONDocumentReader.value(of: bytes).predicates()
    case .yaml: return try yaml()
    case .coreDataModel: return try CoreDataModelReader.predicates(in: bytes)
    case .swift, .objectiveC: return SourceScanner.predicates(in: bytes, kind)
    case .commands: return inText
    case .list: return lines()
    }
  }

  private func yaml() throws(UnreadableFile) -> [PredicateText] {
    let found = try YAMLReader.value(of: bytes).flatMap { $0.predicates() }
    return (found + XMLFragments.predicates(in: bytes)).sorted { $0.start < $1.start }
  }

  /// Returns the predicates of commands and of parts of property lists in a text.
  private var inText: [PredicateText] {
    let found = CommandScanner.predicates(in: bytes) + XMLFragments.predicates(in: bytes)
    return found.sorted { $0.start < $1.start }
  }

  /// Returns one predicate for each line that is not blank or a comment, as `predcheck check --file` does.
  private func lines() -> [PredicateText] {
    var position = byteOrderMarkLength(bytes)
    var found: [PredicateText] = []
    while let range = nextLine(of: bytes, at: &position) {
      let line = bytes[range]
      let isComment = line.first == UInt8(ascii: "#") && isBlank(line.dropFirst().prefix(1))
      if isComment || isBlank(line) { continue }
      var text = MappedText(start: range.lowerBound)
      text.append(line, from: range.lowerBound)
      found.append(PredicateText("list", text))
    }
    return found
  }
}
