/// A place in documents where predicates stand: property lists, JSON and YAML.
///
/// The table of all of them is `Host.all`. A new row is all that a new place needs.
package struct Host: Sendable {
  /// The name of the program or format that reads the predicate.
  let name: String
  /// The last keys of the path to the text. `*` is an element of a list.
  let place: [String]
  /// A key beside the first one of `place`, with the start of its text, without which the place is another program's.
  let sibling: (key: String, prefix: String)?
  /// The profile of the predicates.
  let profile: String?
  let substitution: Substitution

  init(
    _ name: String, at place: String, beside sibling: (key: String, prefix: String)? = nil, profile: String?,
    replacing substitution: Substitution = .none
  ) {
    self.name = name
    self.place = place.split(separator: ".").map(String.init)
    (self.sibling, self.profile, self.substitution) = (sibling, profile, substitution)
  }

  package static let all: [Host] = [
    // https://github.com/munki/munki/wiki/Conditional-Items
    Host("munki", at: "conditional_items.*.condition", profile: "munki"),
    // https://github.com/munki/munki/wiki/Supported-Pkginfo-Keys
    Host("munki", at: "installable_condition", profile: "munki"),
    // https://github.com/autopkg/autopkg/wiki/Processor-StopProcessingIf
    Host("AutoPkg", at: "Process.*.Arguments.predicate", profile: "autopkg", replacing: .percent),
    // pwpolicy(8), and com.apple.mobiledevice.passwordpolicy in https://github.com/apple/device-management
    Host("account policy", at: "policyContent", profile: "pwpolicy"),
    // https://github.com/apple/device-management, declarative/declarations/activations/simple.yaml
    Host("declaration", at: "Payload.Predicate", beside: ("Type", "com.apple.activation."), profile: "ddm"),
    // https://developer.apple.com/documentation/bundleresources/information-property-list/nsextension
    Host("app extension", at: "NSExtensionActivationRule", profile: nil),
    // https://github.com/jamf/jamfprotect, custom_analytic_detections
    Host("Jamf Protect", at: "filter", beside: ("inputType", "GP"), profile: "jamf"),
    // https://github.com/jamf/jamfprotect, unified_log_filters
    Host("Jamf Protect", at: "predicate", beside: ("description", ""), profile: "log"),
    // https://github.com/open-telemetry/opentelemetry-collector-contrib, receiver/macosunifiedloggingreceiver
    Host("OpenTelemetry", at: "macos_unified_logging.predicate", profile: "log"),
    Host("OpenTelemetry", at: "macosunifiedlogging.predicate", profile: "log"),
  ]

  /// The last keys of all places.
  static let lastKeys = Set(all.compactMap(\.place.last))

  /// Returns whether the host's place is at the end of a path.
  func matches(_ path: [String]) -> Bool {
    path.count >= place.count
      && path.suffix(place.count).elementsEqual(place) { key, part in
        // Parts of a collector have a name after a slash: `receiver/name`.
        part == "*" ? Int(key) != nil : key == part || key.hasPrefix(part + "/")
      }
  }
}

/// How a file is read.
package enum FileKind: String, Sendable, CaseIterable {
  case propertyList = "plist"
  case json
  case yaml
  case coreDataModel = "xcdatamodel"
  case swift
  case objectiveC = "objc"
  case commands
  case list

  /// The endings of the names of files.
  private static let endings: [(kind: FileKind, endings: [String])] = [
    (.propertyList, ["plist", "recipe", "pkginfo", "mobileconfig"]),
    (.json, ["json"]),
    (.yaml, ["yaml", "yml"]),
    (.swift, ["swift"]),
    (.objectiveC, ["m", "mm", "h"]),
    (.commands, ["sh", "bash", "zsh", "command", "md", "markdown", "txt", "adoc", "rst", "py"]),
    (.list, ["predicate", "predicates"]),
  ]

  private static let kinds = Dictionary(
    uniqueKeysWithValues: endings.flatMap { row in row.endings.map { ($0, row.kind) } })

  /// Returns the kind of a file by its name, or nil if its first bytes decide.
  static func named(_ path: String) -> FileKind? {
    let name = path.split(separator: "/").last ?? ""
    if name == "contents", path.hasSuffix(".xcdatamodel/contents") { return .coreDataModel }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return kinds[name[name.index(after: dot)...].lowercased()]
  }

  /// Returns the kind of a file without a known name, such as a manifest of munki or a script.
  static func starting(with bytes: ArraySlice<UInt8>) -> FileKind? {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let start = String(decoding: bytes.dropFirst(mark).prefix(64), as: UTF8.self)
    if start.hasPrefix("bplist") || start.hasPrefix("<?xml") || start.hasPrefix("<plist") { return .propertyList }
    return start.hasPrefix("#!") ? .commands : nil
  }

  /// Words of which a file has one if it has a predicate. Other files need not be read as documents.
  var words: [String] {
    switch self {
    case .propertyList: Host.lastKeys.sorted().flatMap { ["<key>\($0)</key>", "\($0):"] } + ["--predicate"]
    case .json: Host.lastKeys.sorted().map { "\"\($0)\"" } + ["--predicate"]
    case .yaml: Host.lastKeys.sorted().flatMap { ["\($0):", "\($0)\":", "<key>\($0)</key>"] } + ["--predicate"]
    case .coreDataModel: ["predicateString"]
    case .swift, .objectiveC: SourceCall.words(of: self)
    case .commands: ["--predicate"] + Host.lastKeys.sorted().filter(XMLFragments.keys.contains)
    case .list: []
    }
  }
}
