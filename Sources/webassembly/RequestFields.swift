import PredicateSyntax

extension FieldError {
  /// The answer to a request with this error.
  var answer: String {
    let error: [(key: String, json: String)] = [
      ("path", String.jsonString(pathText)), ("message", String.jsonString(reason)),
    ]
    return String.jsonObject([("error", String.jsonObject(error))])
  }
}

extension Fields {
  /// The maximum number of bytes of a request. An answer has up to 50 times as many, if each row has an error.
  static let greatestRequest = 4 * 1024 * 1024

  /// Reads the fields of a request, which is a JSON object.
  init(request bytes: [UInt8], only names: [String]) throws(FieldError) {
    if bytes.count > Self.greatestRequest {
      throw FieldError([], "a request has at most \(Self.greatestRequest) bytes; this one has \(bytes.count)")
    }
    let value: FormatValue
    do throws(JSONError) {
      // Rows come from other programs, and may have objects such as `{"$date": 1}`.
      value = try JSONReader.value(of: bytes, allowsMalformedWrappers: true)
    } catch {
      throw FieldError([], "the request is not valid JSON at byte \(error.offset): \(error.reason)")
    }
    try self.init(value, only: names)
  }
}

extension FormatValue {
  /// Throws an error if the value contains an object such as `{"$date": 1}`, whose contents are not those of its type.
  func expectSoundWrappers(at path: [FieldError.Step]) throws(FieldError) {
    switch self {
    case .record(let fields):
      if fields.count == 1, let name = fields.keys.first, let wrapper = TypedWrapper.named(name) {
        throw FieldError(path, "\(name) must be \(wrapper.expected)")
      }
      for (name, value) in fields { try value.expectSoundWrappers(at: path + [.field(name)]) }
    case .list(let elements), .set(let elements):
      for (index, element) in elements.enumerated() { try element.expectSoundWrappers(at: path + [.element(index)]) }
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .object: break
    }
  }
}
