import PredicateSyntax

/// JSON text that is made of a property list or of YAML.
///
/// Each value begins on the line that it has in the document, so that the lines of rows and of errors are those of the document.
struct DocumentText {
  /// The maximum number of bytes that the aliases of a document may add. A few aliases could expand to gigabytes.
  static let greatestExpansion = 1 << 24

  /// An object or a list that is not closed.
  private struct Container {
    let isObject: Bool
    var isEmpty = true
    /// Whether the next value belongs to the key that was written last.
    var hasKey = false
  }

  private var text: [UInt8] = []
  private var line = 1
  private var open: [Container] = []
  /// The number of values that are in no other value.
  private var count = 0
  private var expansion = 0

  /// Whether the next value is a key of an object.
  var expectsKey: Bool { open.last.map { $0.isObject && !$0.hasKey } ?? false }

  /// Whether there is a value, and none is open.
  var isComplete: Bool { count > 0 && open.isEmpty }

  /// The JSON: a single value, or a list of the values.
  var utf8: [UInt8] {
    count == 1 ? text : [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")]
  }

  /// The number of bytes that were written.
  var position: Int { text.count }

  /// Adds a value.
  ///
  /// - Parameter json: The value as JSON on one line.
  mutating func add(_ json: some Collection<UInt8>, onLine line: Int) {
    begin(onLine: line)
    text += json
    end()
  }

  /// Adds the key of the next value.
  mutating func add(key: String, onLine line: Int) {
    begin(onLine: line)
    text += String.jsonString(key).utf8
    text += ": ".utf8
    open[open.count - 1].hasKey = true
  }

  mutating func openList(onLine line: Int) { openContainer(isObject: false, line) }

  mutating func openObject(onLine line: Int) { openContainer(isObject: true, line) }

  private mutating func openContainer(isObject: Bool, _ line: Int) {
    begin(onLine: line)
    text.append(UInt8(ascii: isObject ? "{" : "["))
    open.append(Container(isObject: isObject))
  }

  mutating func close() {
    guard let container = open.popLast() else { return }
    text.append(UInt8(ascii: container.isObject ? "}" : "]"))
    end()
  }

  /// Adds the value that was written in a range of the text again, on one line.
  ///
  /// - Returns: Whether this is permitted.
  mutating func add(again range: Range<Int>, onLine line: Int) -> Bool {
    expansion += range.count
    guard expansion <= Self.greatestExpansion else { return false }
    // Texts have no line ends, because JSON escapes them.
    add(text[range].filter { $0 != 0x0A }, onLine: line)
    return true
  }

  /// Returns the position of the value that was written from a position on, after what separates it from the value before.
  func startOfValue(from position: Int) -> Int {
    text[position...].firstIndex { $0 != UInt8(ascii: ",") && $0 != 0x20 && $0 != 0x0A } ?? position
  }

  /// Writes what separates a value or a key from the one before.
  private mutating func begin(onLine line: Int) {
    let last = open.count - 1
    if last < 0 {
      if count > 0 { text += ", ".utf8 }
    } else if !open[last].hasKey {
      if !open[last].isEmpty { text += ", ".utf8 }
      open[last].isEmpty = false
    }
    while self.line < line {
      text.append(0x0A)
      self.line += 1
    }
  }

  private mutating func end() {
    if open.isEmpty { count += 1 } else { open[open.count - 1].hasKey = false }
  }
}
