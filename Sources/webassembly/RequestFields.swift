import PredicateSyntax

/// An error in a request, with the path of the field, such as `model.entities[0].name`. The path of the whole request is empty.
struct RequestError: Error {
  let path: String
  let message: String

  init(_ path: String, _ message: String) { (self.path, self.message) = (path, message) }

  /// The answer to the request.
  var json: String {
    let error: [(key: String, json: String)] = [
      ("path", String.jsonString(path)), ("message", String.jsonString(message)),
    ]
    return String.jsonObject([("error", String.jsonObject(error))])
  }
}

/// The fields of a request, which is a JSON object.
struct RequestFields {
  /// The maximum number of bytes of a request. An answer has up to 50 times as many, if each row has an error.
  static let greatestSize = 4 * 1024 * 1024

  private let values: [String: FormatValue]

  /// Reads the fields of a request. Other fields than those in `names` are errors.
  init(_ bytes: [UInt8], only names: [String]) throws(RequestError) {
    if bytes.count > Self.greatestSize {
      throw RequestError("", "a request has at most \(Self.greatestSize) bytes; this one has \(bytes.count)")
    }
    let value: FormatValue
    do throws(JSONError) {
      // Rows come from other programs, and may have objects such as `{"$date": 1}`.
      value = try JSONReader.value(of: bytes, allowsMalformedWrappers: true)
    } catch {
      throw RequestError("", "the request is not valid JSON at byte \(error.offset): \(error.reason)")
    }
    guard case .record(let values) = value else { throw RequestError("", "expected an object") }
    for name in values.keys.sorted() where !names.contains(name) {
      let known = "the fields are \(names.joined(separator: ", "))"
      throw RequestError(name, "unknown field\(suggestion(for: name, among: names)); \(known)")
    }
    self.values = values
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func text(_ name: String) throws(RequestError) -> String {
    guard case .string(let text) = try value(name) else { throw RequestError(name, "expected a string") }
    return text
  }

  func list(_ name: String) throws(RequestError) -> [FormatValue] {
    guard case .list(let list) = try value(name) else { throw RequestError(name, "expected a list") }
    return list
  }

  func object(_ name: String) throws(RequestError) -> [String: FormatValue] {
    guard case .record(let values) = try value(name) else { throw RequestError(name, "expected an object") }
    return values
  }

  /// Returns the integer of a field, which must be in a range.
  func integer(_ name: String, in range: ClosedRange<Int64>) throws(RequestError) -> Int {
    guard case .integer(let number) = try value(name), range.contains(number) else {
      throw RequestError(name, "expected an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return Int(number)
  }

  /// Returns the element of a list that has the name in a field.
  func element<Element>(
    _ name: String, of elements: [Element], named nameOf: (Element) -> String
  ) throws(RequestError) -> Element {
    let text = try text(name)
    if let element = elements.first(where: { nameOf($0) == text }) { return element }
    let known = elements.map(nameOf)
    let nearest = suggestion(for: text, among: known)
    throw RequestError(
      name, "'\(text.cleaned)' is not one of \(known.joined(separator: ", "))\(nearest)")
  }

  private func value(_ name: String) throws(RequestError) -> FormatValue {
    guard let value = values[name] else { throw RequestError(name, "the field is missing") }
    return value
  }
}

extension FormatValue {
  /// Throws an error if the value contains an object such as `{"$date": 1}`, whose contents are not those of its type.
  func expectSoundWrappers(at path: String) throws(RequestError) {
    switch self {
    case .record(let fields):
      if fields.count == 1, let name = fields.keys.first, let wrapper = TypedWrapper.named(name) {
        throw RequestError(path, "\(name) must be \(wrapper.expected)")
      }
      for (name, value) in fields { try value.expectSoundWrappers(at: "\(path).\(name)") }
    case .list(let elements), .set(let elements):
      for (index, element) in elements.enumerated() { try element.expectSoundWrappers(at: "\(path)[\(index)]") }
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .object: break
    }
  }
}
