import Foundation
import PredicateSyntax

/// Decodes a JSON file. Syntax errors are reported with their line, and errors in a field with the path of the field.
package func decodeFile<T: Decodable>(
  _ type: T.Type, of bytes: [UInt8], name: String, noun: String
) throws(InputError) -> T {
  do {
    _ = try JSONReader.value(of: bytes, allowsMalformedWrappers: true)
  } catch {
    throw InputError(name, line: lineNumber(of: error.offset, in: bytes), error.reason)
  }
  do {
    return try JSONDecoder().decode(T.self, from: Data(bytes[byteOrderMarkLength(bytes)...]))
  } catch DecodingError.keyNotFound(let key, let context) {
    throw inputError(name, context.codingPath, "the field '\(key.stringValue)' is missing")
  } catch DecodingError.typeMismatch(let type, let context) {
    throw inputError(name, context.codingPath, "expected \(describe(type))")
  } catch DecodingError.valueNotFound(let type, let context) {
    throw inputError(name, context.codingPath, "expected \(describe(type)), found null")
  } catch DecodingError.dataCorrupted(let context) {
    // The text is valid JSON. Foundation also reports a number that its field cannot represent as invalid JSON.
    let isNumber = context.codingPath.isEmpty && context.debugDescription.hasSuffix("not valid JSON.")
    if context.underlyingError is FormatError {
      throw InputError(name, report: prefix(of: context.codingPath) + context.debugDescription)
    }
    throw inputError(name, context.codingPath, isNumber ? "a number does not fit its field" : context.debugDescription)
  } catch {
    throw InputError(name, "this is not a \(noun): \(error)")
  }
}

/// Returns an error such as `profile.json: operators[3]: …`.
private func inputError(_ name: String, _ path: [any CodingKey], _ reason: String) -> InputError {
  InputError(name, prefix(of: path) + reason)
}

/// Returns a prefix such as `operators[3]: `, or an empty string for an empty path.
private func prefix(of path: [any CodingKey]) -> String {
  var text = ""
  for key in path {
    if let index = key.intValue {
      text += "[\(index)]"
    } else {
      text += (text.isEmpty ? "" : ".") + key.stringValue
    }
  }
  return text.isEmpty ? "" : text.cleaned + ": "
}

private func describe(_ type: any Any.Type) -> String {
  if type is any StringProtocol.Type { return "a string" }
  if type is Bool.Type { return "true or false" }
  if type is any BinaryInteger.Type { return "an integer" }
  if type is any BinaryFloatingPoint.Type { return "a number" }
  return type is [Any].Type ? "a list" : "an object"
}
