/// A problem with a predicate: what is wrong, where, and how to fix it.
///
/// Parsing, binding, checking, and evaluating all report problems with this type.
///
///     let text = "title = 'Emma' AND year => 1800 AND series IS NULL"
///     do {
///       print(try FormatPredicate(text))
///     } catch {
///       for diagnostic in error.diagnostics {
///         print(diagnostic.code.rawValue, diagnostic.range.range(in: text).map { text[$0] } ?? "", diagnostic.message)
///         if let fix = diagnostic.fixIts.first { print(fix.title, fix.replacement) }
///       }
///     }
public struct FormatDiagnostic: Sendable, Hashable {
  /// How serious a diagnostic is.
  public enum Severity: String, Sendable {
    case error, warning
  }

  /// A short explanation of another position that is relevant to the problem.
  public struct Label: Sendable, Hashable {
    /// The position.
    public var range: FormatRange
    /// The explanation.
    public var text: String

    /// Creates a label for a position.
    public init(range: FormatRange, text: String) {
      self.range = range
      self.text = text.cleaned
    }
  }

  /// A change of the text that fixes the problem.
  public struct FixIt: Sendable, Hashable {
    /// What the change does, as an instruction.
    public var title: String
    /// The bytes to replace.
    public var range: FormatRange
    /// The new text.
    public var replacement: String
    /// Whether the change certainly preserves the intended meaning.
    public var isSafe: Bool

    /// Creates a replacement of one range.
    public init(title: String, range: FormatRange, replacement: String, isSafe: Bool) {
      self.title = title.cleaned
      self.range = range
      self.replacement = replacement
      self.isSafe = isSafe
    }
  }

  /// The stable name of the problem.
  public var code: FormatDiagnostic.Code
  /// How serious the problem is.
  public var severity: Severity
  /// A description of the problem: one sentence in lowercase, without a period.
  public var message: String
  /// The UTF-8 offsets to underline in the format string. Empty at the end of the text and for trees built in code.
  public var range: FormatRange
  /// Explanations of other relevant positions.
  public var labels: [Label]
  /// The reasons for the problem, or what is allowed instead.
  public var notes: [String]
  /// Changes that fix the problem, best first.
  public var fixIts: [FixIt]

  /// Creates a diagnostic.
  ///
  /// In all texts, control characters, line separators, and bidirectional controls become spaces. So untrusted text quoted in a
  /// message cannot forge a log line or control a terminal.
  public init(
    code: FormatDiagnostic.Code, severity: Severity = .error, message: String, range: FormatRange, labels: [Label] = [],
    notes: [String] = [], fixIts: [FixIt] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message.cleaned
    self.range = range
    self.labels = labels
    self.notes = notes.map { $0.cleaned }
    self.fixIts = fixIts
  }

  /// Creates a diagnostic from a message, with the severity of its code.
  @inline(never)
  package init(
    _ message: Message, at range: FormatRange, labels: [Label] = [], notes: [String] = [], fixIts: [FixIt] = []
  ) {
    self.init(
      code: message.code, severity: message.code.severity, message: message.text.cutInTheMiddle, range: range,
      labels: labels, notes: message.notes + notes, fixIts: fixIts)
  }
}

extension FormatDiagnostic.FixIt {
  /// Returns the fix-it that replaces a range with a text and has the given title.
  package static func titled(_ title: String, at range: FormatRange, with text: String, isSafe: Bool = false) -> Self {
    Self(title: title, range: range, replacement: text, isSafe: isSafe)
  }

  /// Returns the fix-it `write text`, which replaces a range with the text.
  package static func write(_ text: String, at range: FormatRange, isSafe: Bool = false) -> Self {
    titled("write \(text)", at: range, with: text, isSafe: isSafe)
  }

  /// Returns the fix-it `remove it`, which removes a range.
  package static func remove(_ range: FormatRange, isSafe: Bool = false) -> Self {
    titled("remove it", at: range, with: "", isSafe: isSafe)
  }

  /// Returns the fix-it `did you mean word?`, which replaces a range with the word.
  package static func suggest(_ word: String, at range: FormatRange) -> Self {
    titled("did you mean \(word)?", at: range, with: word)
  }
}

extension String {
  /// The text with its middle omitted if it is long, because a message may quote a name that is megabytes long.
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

extension [FormatDiagnostic] {
  /// Appends a diagnostic unless the limit for its severity is reached. Warnings do not count toward the limit of errors.
  package mutating func add(_ finding: FormatDiagnostic) {
    if !isFull(of: finding.severity) { append(finding) }
  }

  /// Returns whether the limit for the diagnostics of a severity is reached.
  package func isFull(of severity: FormatDiagnostic.Severity) -> Bool {
    count { $0.severity == severity } >= PredicateLimits.default.errors
  }
}

/// The error that all throwing entry points throw, with its diagnostics in source order.
///
/// Its `description` shows each diagnostic below the line of the text that it concerns. `localizedDescription` has only the
/// messages.
public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The diagnostics, at least one of which is an error.
  public var diagnostics: [FormatDiagnostic]
  /// The text that the ranges refer to: the format string or, if the tree was built in code, its canonical format. For a joined tree
  /// it is the canonical format with the format strings of the parts as they were written. For a part of a fetch request it is the
  /// text of the part, such as a key path. Empty if the error does not concern a text.
  public var source: String {
    get { text.text }
    set { text = WrittenText(newValue) }
  }
  private var text: WrittenText

  /// Creates an error from diagnostics about `source`.
  public init(_ diagnostics: [FormatDiagnostic], source: String) { self.init(diagnostics, source: WrittenText(source)) }

  /// Creates an error from diagnostics about a text.
  package init(_ diagnostics: [FormatDiagnostic], source text: WrittenText) {
    (self.diagnostics, self.text) = (diagnostics, text)
  }

  /// Creates an error from one message. Without a range, it concerns a tree built in code or the whole call.
  package init(_ message: Message, at range: FormatRange = .none, source: WrittenText = "") {
    self.init([FormatDiagnostic(message, at: range)], source: source)
  }

  /// All diagnostics in readable form, with the relevant text underlined: that of a joined part, if one wrote it.
  public var description: String { diagnostics.map { text.rendered($0) }.joined(separator: "\n") }
}

extension [FormatDiagnostic] {
  /// The diagnostics in the order of their positions.
  @inline(never)
  package var inSourceOrder: [FormatDiagnostic] { sorted { $0.range.start < $1.range.start } }
}
