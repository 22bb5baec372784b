/// How much of its stack SQLite's parser needs for a statement. It has 100 places, and what is left of a rule stays on it
/// while the parser is within: the part of a call, a CASE or a subselect before the place, and what stands before an operator.
///
/// What this counts is never less than what the parser needs for statements as they are made here.
struct ParserDepth {
  /// The most places that are needed at once.
  private(set) var deepest = 0

  /// What is open: `(` or CASE.
  private struct Open {
    var places: Int
    /// What it needs more from its first comma, or THEN, on.
    var more: Int
  }

  private var depth = 0
  private var open: [Open] = []
  /// Whether something stands before, in what is open, that waits for its operator's other side.
  private var isPending = false

  init(of bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: " "): continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while index < bytes.count, bytes[index] != byte { index += 1 }
        index += 1
        isPending = true
      case UInt8(ascii: "("):
        let isSelect = index < bytes.count && bytes[index] == UInt8(ascii: "S")
        enter(isSelect ? 7 : 1, more: 0)
      case UInt8(ascii: ")"): leave()
      case UInt8(ascii: ","): goOn()
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        let start = index - 1
        while index < bytes.count, Self.isOfWord(bytes[index]) { index += 1 }
        let isCall = index < bytes.count && bytes[index] == UInt8(ascii: "(")
        if isCall { index += 1 }
        meet(UnsafeBufferPointer(rebasing: bytes[start..<index]), isCall: isCall)
      default: isPending = true
      }
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }

  private mutating func meet(_ word: UnsafeBufferPointer<UInt8>, isCall: Bool) {
    if isCall { return enter(3, more: 2) }
    switch word.first {
    case UInt8(ascii: "C") where word.elementsEqual("CASE".utf8): enter(3, more: 3)
    case UInt8(ascii: "W") where word.elementsEqual("WHEN".utf8): isPending = false
    case UInt8(ascii: "T") where word.elementsEqual("THEN".utf8),
      UInt8(ascii: "E") where word.elementsEqual("ELSE".utf8):
      goOn()
    case UInt8(ascii: "E") where word.elementsEqual("END".utf8): leave()
    default: isPending = true
    }
  }

  private mutating func enter(_ places: Int, more: Int) {
    let all = places + (isPending ? 2 : 0)
    open.append(Open(places: all, more: more))
    depth += all
    deepest = max(deepest, depth)
    isPending = false
  }

  /// A comma, THEN or ELSE: the next part of what is open.
  private mutating func goOn() {
    isPending = false
    guard let last = open.indices.last else { return }
    depth += open[last].more
    open[last].places += open[last].more
    open[last].more = 0
    deepest = max(deepest, depth)
  }

  private mutating func leave() {
    depth -= open.popLast()?.places ?? 0
    isPending = true
  }
}
