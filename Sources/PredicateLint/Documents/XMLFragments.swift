import PredicateXML

/// Finds the predicates of property lists that other files contain: scripts that write one, and documents that show one.
enum XMLFragments {
  /// The keys that are found without the rest of the property list.
  static let keys = Set(Host.all.filter { $0.place.count == 1 && $0.sibling == nil }.flatMap(\.place))

  /// The maximum number of bytes of an element.
  private static let maximumLength = 1 << 16

  /// Returns the texts after `<key>policyContent</key>` and the like.
  static func predicates(in bytes: [UInt8]) -> [PredicateText] {
    Host.all.filter { keys.contains($0.place[0]) && $0.place.count == 1 }.flatMap { host in
      bytes.ranges(of: "<key>\(host.place[0])</key>").compactMap { key -> PredicateText? in
        let start = bytes.endOfSpace(from: key.upperBound)
        guard bytes[start...].starts(with: "<string>".utf8),
          let end = Array(bytes[start...].prefix(maximumLength)).firstRange(of: "</string>")?.upperBound,
          let text = text(of: Array(bytes[start..<(start + end)]), at: start)
        else { return nil }
        var predicate = PredicateText(host.name, Substitution.dollar.parts(of: text))
        predicate.profile = host.profile
        predicate.path = host.place[0]
        predicate.escaping = .xml
        return predicate
      }
    }
  }

  private static func text(of element: [UInt8], at distance: Int) -> MappedText? {
    guard var reader = try? XMLReader(element) else { return nil }
    while let event = try? reader.next() {
      guard case .text(let part) = event else { continue }
      var text = MappedText(start: distance)
      text.append(part, movedBy: distance)
      return text
    }
    return nil
  }
}

extension [UInt8] {
  /// Returns the first range of a text at or after an offset.
  func firstRange(of text: String, from start: Int = 0) -> Range<Int>? {
    let pattern = Array(text.utf8)
    guard let first = pattern.first, count >= pattern.count else { return nil }
    var index = start
    while index <= count - pattern.count {
      guard let next = self[index...].firstIndex(of: first), next <= count - pattern.count else { return nil }
      if self[next..<(next + pattern.count)].elementsEqual(pattern) { return next..<(next + pattern.count) }
      index = next + 1
    }
    return nil
  }

  /// Returns the ranges of a text.
  func ranges(of text: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    while let range = firstRange(of: text, from: ranges.last?.upperBound ?? 0) { ranges.append(range) }
    return ranges
  }

  /// Returns the offset of the first byte, at or after an offset, that is not white space.
  func endOfSpace(from start: Int) -> Int {
    var index = start
    while index < count, [0x20, 0x09, 0x0A, 0x0D].contains(self[index]) { index += 1 }
    return index
  }
}
