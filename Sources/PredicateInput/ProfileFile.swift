import Foundation
import PredicateSemantics
import PredicateSyntax

// The files of profiles (Grammar/Guides/Profiles.md).

extension PredicateProfile {
  /// Returns a shipped profile by name, or reads a profile from a file.
  package static func read(_ name: String) throws(InputError) -> PredicateProfile {
    if let profile = PredicateProfile.named(name) { return profile }
    if !name.contains("/"), !name.contains("."), !FileManager.default.fileExists(atPath: name) {
      let shipped = PredicateProfile.shipped.map(\.name)
      let hint = suggestion(for: name, among: shipped)
      throw InputError(
        name,
        "this is not a file or a shipped profile; the shipped profiles are \(shipped.joined(separator: ", "))\(hint)"
      )
    }
    return try read(readRegularFile(name), name: name)
  }

  /// Reads a profile from the contents of a file. Errors contain the line or the path of the field.
  package static func read(_ bytes: [UInt8], name: String) throws(InputError) -> PredicateProfile {
    try readJSON(bytes, name: name, PredicateProfile.init)
  }

  /// The text of the profile's file, formatted for human readers: each field on its own line, with long lists wrapped.
  package var fileText: String {
    var fields: [(key: String, json: String)] = [
      ("version", "\(PredicateProfile.fileVersion)"), ("name", String.jsonString(name)),
    ]
    if !about.isEmpty { fields.append(("about", String.jsonString(about))) }
    for part in PredicateProfile.Part.allCases {
      guard let names = names(of: part) else { continue }
      fields.append((part.rawValue, Self.list(names.map(String.jsonString), after: part.rawValue)))
    }
    if let types {
      let lines = types.keys.inByteOrder.map { type in
        let names = types[type, default: []].inByteOrder.map(String.jsonString)
        return "    \(String.jsonString(type)): \(String.jsonArray(names))"
      }
      fields.append(("types", lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n  }"))
    }
    if !keyTypes.isEmpty {
      let lines = keyTypes.keys.inByteOrder.compactMap { key in
        keyTypes[key].map { "    \(String.jsonString(key)): \(String.jsonString($0.name))" }
      }
      fields.append(("keyTypes", "{\n\(lines.joined(separator: ",\n"))\n  }"))
    }
    if !errors.isEmpty {
      fields.append(("errors", Self.list(errors.map(\.rawValue).inByteOrder.map(String.jsonString), after: "errors")))
    }
    if keyNames != .any { fields.append(("keyNames", String.jsonString(keyNames.rawValue))) }
    if allowsDateStrings { fields.append(("dateStrings", "true")) }
    let limits = PredicateProfile.Limit.allCases.compactMap { limit in
      self.limits[limit].map { "    \(String.jsonString(limit.rawValue)): \($0)" }
    }
    if !limits.isEmpty { fields.append(("limits", "{\n\(limits.joined(separator: ",\n"))\n  }")) }
    let lines = fields.map { "  \(String.jsonString($0.key)): \($0.json)" }
    return "{\n\(lines.joined(separator: ",\n"))\n}\n"
  }

  /// The maximum number of characters of a list on one line, with its name.
  private static let lineWidth = 94

  /// Returns a list on one line if it fits, or on as many lines as necessary.
  private static func list(_ items: [String], after name: String) -> String {
    let line = String.jsonArray(items)
    if line.count + name.count < lineWidth { return line }
    var lines = [""]
    for item in items {
      let piece = item + ", "
      if lines[lines.count - 1].count + piece.count > lineWidth { lines.append("") }
      lines[lines.count - 1] += piece
    }
    let text = lines.map { "    " + $0.dropLast() }.joined(separator: "\n")
    return "[\n\(text.dropLast())\n  ]"
  }
}
