/// One finding about a predicate: what is wrong, where, and what would mend it.
///
/// Parsing, binding, checking and evaluating all report with this type.
public struct Diagnostic: Sendable, Hashable {
  /// How grave a finding is.
  public enum Severity: String, Sendable {
    case error, warning
  }

  /// A second place that explains the first, with a few words.
  public struct Label: Sendable, Hashable {
    /// The place.
    public var range: SourceRange
    /// What is to be seen there.
    public var text: String

    /// Names a place.
    public init(range: SourceRange, text: String) {
      self.range = range
      self.text = text.cleaned
    }
  }

  /// A change of the text that mends the fault.
  public struct FixIt: Sendable, Hashable {
    /// What the change does, as an instruction.
    public var title: String
    /// The bytes that `replacement` takes the place of.
    public var range: SourceRange
    /// The new text.
    public var replacement: String
    /// Whether the change keeps what the writer certainly meant.
    public var isSafe: Bool

    /// Makes a change of one range.
    public init(title: String, range: SourceRange, replacement: String, isSafe: Bool) {
      self.title = title.cleaned
      self.range = range
      self.replacement = replacement
      self.isSafe = isSafe
    }
  }

  /// The stable name of the finding.
  public var code: DiagnosticCode
  /// How grave it is.
  public var severity: Severity
  /// One sentence, lower case, without a full stop.
  public var message: String
  /// What to underline: UTF-8 offsets into the format string. Empty at the end of the text or for what was built by hand.
  public var range: SourceRange
  /// Other places that matter.
  public var labels: [Label]
  /// Why it is so, or what is allowed here.
  public var notes: [String]
  /// Changes that mend it, the best first.
  public var fixIts: [FixIt]

  /// Makes a finding; the parts after `range` are optional.
  ///
  /// Control characters, line ends and marks of direction in its texts become blanks, so that what a message repeats of a
  /// stranger's text cannot pass for a line of a log, nor steer a terminal.
  public init(
    code: DiagnosticCode, severity: Severity = .error, message: String, range: SourceRange, labels: [Label] = [],
    notes: [String] = [], fixIts: [FixIt] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message.cleaned
    self.range = range
    self.labels = labels
    self.notes = notes.map(\.cleaned)
    self.fixIts = fixIts
  }

  /// The finding that `message` words, with the severity of its code.
  package init(
    _ message: Message, at range: SourceRange, labels: [Label] = [], notes: [String] = [], fixIts: [FixIt] = []
  ) {
    self.init(
      code: message.code, severity: message.code.severity, message: message.text.cutInTheMiddle, range: range,
      labels: labels,
      notes: message.notes + notes, fixIts: fixIts)
  }
}

extension String {
  /// The text, without its middle where it is long: a message repeats names of a format string, which may be megabytes long.
  fileprivate var cutInTheMiddle: String {
    let (head, tail) = (280, 120)
    guard utf8.count > head + tail + 20 else { return self }
    let bytes = Array(utf8)
    func isInside(_ index: Int) -> Bool { bytes[index] & 0xC0 == 0x80 }
    var (end, start) = (head, bytes.count - tail)
    while end > 0, isInside(end) { end -= 1 }
    while start < bytes.count, isInside(start) { start += 1 }
    return String(decoding: bytes[..<end], as: UTF8.self) + " … " + String(decoding: bytes[start...], as: UTF8.self)
  }
}

extension [Diagnostic] {
  /// Adds a finding, unless one run lists no more of its severity: warnings must not crowd out an error.
  package mutating func add(_ finding: Diagnostic) {
    if !isFull(of: finding.severity) { append(finding) }
  }

  /// Whether one run lists no more findings of a severity than these.
  package func isFull(of severity: Diagnostic.Severity) -> Bool {
    count { $0.severity == severity } >= Limits.default.faults
  }
}

// What a server hands to those who sent the text.
extension Diagnostic: Encodable {
  private enum CodingKeys: String, CodingKey {
    case code, severity, message, range, labels, notes, fixIts
  }

  /// Writes all of the finding, its places as `{"start": 0, "end": 4}`: offsets into the UTF-8 of the text.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(code.rawValue, forKey: .code)
    try fields.encode(severity.rawValue, forKey: .severity)
    try fields.encode(message, forKey: .message)
    try fields.encode(range, forKey: .range)
    try fields.encode(labels, forKey: .labels)
    try fields.encode(notes, forKey: .notes)
    try fields.encode(fixIts, forKey: .fixIts)
  }
}

extension Diagnostic.Label: Encodable {}

extension Diagnostic.FixIt: Encodable {}

/// What every throwing entry point throws: at least one error, in the order of the text.
public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The findings; at least one is an error.
  public var diagnostics: [Diagnostic]
  /// The format string that the ranges point into; empty for what was built by hand.
  public var source: String

  /// Makes an error of findings about `source`.
  public init(_ diagnostics: [Diagnostic], source: String) {
    self.diagnostics = diagnostics
    self.source = source
  }

  /// Every finding as a person reads it, with the place underlined.
  public var description: String {
    diagnostics.map { $0.rendered(in: source) }.joined(separator: "\n")
  }
}
