#if !hasFeature(Embedded)
// Servers return diagnostics to clients.
extension FormatDiagnostic: Encodable {
  /// Encodes all properties. Ranges are encoded as `{"start": 0, "end": 4}`, with UTF-8 offsets into the text.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(code.rawValue, forKey: "code")
    try fields.encode(severity.rawValue, forKey: "severity")
    try fields.encode(message, forKey: "message")
    try fields.encode(range, forKey: "range")
    try fields.encode(labels, forKey: "labels")
    try fields.encode(notes, forKey: "notes")
    try fields.encode(fixIts, forKey: "fixIts")
  }
}

extension FormatDiagnostic.Label: Encodable {
  /// Encodes the range and the text.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(range, forKey: "range")
    try fields.encode(text, forKey: "text")
  }
}

extension FormatDiagnostic.FixIt: Encodable {
  /// Encodes all properties.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(title, forKey: "title")
    try fields.encode(range, forKey: "range")
    try fields.encode(replacement, forKey: "replacement")
    try fields.encode(isSafe, forKey: "isSafe")
  }
}

extension FormatRange: Encodable {
  /// Encodes the range as `{"start": 4, "end": 9}`.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(start, forKey: "start")
    try fields.encode(end, forKey: "end")
  }
}
#endif
