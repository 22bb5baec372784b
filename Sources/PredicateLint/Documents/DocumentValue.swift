import PredicateXML

/// A value of a property list, of JSON or of YAML, with the places of its texts.
indirect enum DocumentValue: Sendable {
  case text(MappedText, Escaping)
  case list([DocumentValue])
  case record([(key: String, value: DocumentValue)])
  /// A number, a date, or another value that is not text.
  case other

  /// The text of a key.
  fileprivate func text(of key: String) -> String? {
    guard case .record(let fields) = self, case .text(let text, _)? = fields.first(where: { $0.key == key })?.value
    else { return nil }
    return text.string
  }

  /// Returns the predicates at the places of the hosts.
  func predicates(isInFile: Bool = true) -> [PredicateText] {
    var walk = DocumentWalk(isInFile: isInFile)
    walk.visit(self)
    return walk.found
  }
}

private struct DocumentWalk {
  let isInFile: Bool
  var found: [PredicateText] = []
  private var path: [String] = []
  /// The values that contain each element of the path.
  private var containers: [DocumentValue] = []

  init(isInFile: Bool) { self.isInFile = isInFile }

  mutating func visit(_ value: DocumentValue) {
    switch value {
    case .text(let text, let escaping): take(text, escaping)
    case .list(let elements):
      for (index, element) in elements.enumerated() { visit(element, at: "\(index)", in: value) }
      takeCommand(elements)
    case .record(let fields):
      for field in fields { visit(field.value, at: field.key, in: value) }
    case .other: break
    }
  }

  private mutating func visit(_ value: DocumentValue, at key: String, in container: DocumentValue) {
    path.append(key)
    containers.append(container)
    visit(value)
    path.removeLast()
    containers.removeLast()
  }

  private mutating func take(_ text: MappedText, _ escaping: Escaping) {
    let host = Host.all.first { host in
      guard host.matches(path) else { return false }
      guard let sibling = host.sibling else { return true }
      return containers[path.count - host.place.count].text(of: sibling.key)?.hasPrefix(sibling.prefix) ?? false
    }
    if let host { append(text, escaping, host.name, profile: host.profile, host.substitution) }
    takeCommands(in: text)
  }

  /// Takes the predicates of commands in a text, such as a script.
  private mutating func takeCommands(in text: MappedText) {
    guard text.utf8.firstRange(of: "--predicate") != nil else { return }
    for command in CommandScanner.predicates(in: text.utf8) {
      var predicate = command
      predicate.parts = command.parts.map { part in
        switch part {
        case .written(let written): .written(written.placed(in: text))
        case .hole(let hole):
          .hole(PredicateText.Hole(name: hole.name, file: text.fileRange(of: hole.file), isCode: hole.isCode))
        }
      }
      predicate.path = path.joined(separator: ".")
      predicate.escaping = .unknown
      predicate.isInFile = isInFile
      found.append(predicate)
    }
  }

  /// Takes the predicate of a list of the arguments of `log`, as jobs of launchd have them.
  private mutating func takeCommand(_ elements: [DocumentValue]) {
    let words = elements.map { if case .text(let text, _) = $0 { text.string } else { "" } }
    guard words.first?.split(separator: "/").last == "log", let option = words.firstIndex(of: "--predicate"),
      option + 1 < elements.count, case .text(let text, let escaping) = elements[option + 1]
    else { return }
    path.append("\(option + 1)")
    append(text, escaping, "log", profile: "log", .none)
    path.removeLast()
  }

  private mutating func append(
    _ text: MappedText, _ escaping: Escaping, _ host: String, profile: String?, _ substitution: Substitution
  ) {
    var predicate = PredicateText(host, substitution.parts(of: text))
    predicate.profile = profile
    predicate.path = path.joined(separator: ".")
    predicate.escaping = isInFile ? escaping : .unknown
    predicate.isInFile = isInFile
    found.append(predicate)
  }
}
