import PredicateSyntax

/// A parsed command line.
struct Invocation {
  var command: Command
  /// Whether the command line names the command.
  var isCommandNamed: Bool
  /// The arguments that are not options, in order, as bytes.
  var operands: [[UInt8]] = []
  private var options: [(name: Flag.Name, value: [UInt8])] = []

  /// Parses a command line. The first argument that is not an option is the command if it names one. Otherwise the command is
  /// `check`. `--` ends the options.
  init(_ arguments: [[UInt8]]) throws(UsageError) {
    let place = Self.placeOfFirstWord(arguments)
    let named = place.flatMap { Command(rawValue: String(decoding: arguments[$0], as: UTF8.self)) }
    command = named ?? .check
    isCommandNamed = named != nil
    var rest = arguments
    if let place, named != nil { rest.remove(at: place) }

    var position = 0
    while position < rest.count {
      let argument = rest[position]
      position += 1
      if argument == Array("--".utf8) {
        operands += rest[position...]
        break
      }
      guard Self.isOption(argument) else {
        operands.append(argument)
        continue
      }
      let (flag, attached) = try Self.flag(argument, command)
      var value = attached ?? []
      if flag.value != nil, attached == nil {
        guard position < rest.count else {
          throw UsageError("\(flag.spelling) needs a value: \(flag.spelling) \(flag.value ?? "")", command)
        }
        value = rest[position]
        position += 1
      }
      try Self.check(value, of: flag, command)
      if !flag.repeats, has(flag.name) { throw UsageError("\(flag.spelling) is given twice", command) }
      options.append((flag.name, value))
    }
  }

  func has(_ name: Flag.Name) -> Bool { options.contains { $0.name == name } }

  /// Returns all values of an option, in order.
  func values(_ name: Flag.Name) -> [[UInt8]] { options.filter { $0.name == name }.map(\.value) }

  /// Returns the last value of an option as text, or nil if the option is not given.
  func text(_ name: Flag.Name) throws(UsageError) -> String? {
    guard let bytes = values(name).last else { return nil }
    return try Self.text(bytes, what: "the value of --\(name.rawValue)", command)
  }

  /// Returns an argument's bytes as text. Throws an error unless they are UTF-8.
  static func text(_ bytes: [UInt8], what: String, _ command: Command) throws(UsageError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("\(what) is not UTF-8", command)
    }
    return text
  }

  // MARK: Parsing options

  /// Returns whether an argument begins with two dashes, or with a dash and a letter. `-` and formats such as `-5 < x` do not.
  private static func isOption(_ argument: [UInt8]) -> Bool {
    guard argument.count >= 2, argument[0] == UInt8(ascii: "-") else { return false }
    let letter = argument[1] | 0x20
    return argument[1] == UInt8(ascii: "-") || letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
  }

  /// Returns the position of the first argument that is neither an option nor its value, or nil if `--` precedes it.
  private static func placeOfFirstWord(_ arguments: [[UInt8]]) -> Int? {
    var position = 0
    while position < arguments.count {
      let argument = arguments[position]
      guard isOption(argument) else { return position }
      guard argument != Array("--".utf8) else { return nil }
      let takesNext = Flag.named(String(decoding: argument.dropFirst(2), as: UTF8.self))?.value != nil
      position += takesNext ? 2 : 1
    }
    return nil
  }

  /// Returns the flag of an option, and the value that `=` attaches to it.
  private static func flag(_ argument: [UInt8], _ command: Command) throws(UsageError) -> (Flag, [UInt8]?) {
    let known = Flag.table.filter { $0.commands.contains(command) }
    if argument.count == 2, let flag = known.first(where: { $0.letter == argument[1] }) { return (flag, nil) }
    let name = argument.prefix { $0 != UInt8(ascii: "=") }
    let spelling = String(decoding: name, as: UTF8.self)
    let attached = name.count < argument.count ? Array(argument[(name.count + 1)...]) : nil
    guard let flag = known.first(where: { $0.spelling == spelling }) else {
      throw unknown(spelling, command, known)
    }
    if attached != nil, flag.value == nil { throw UsageError("\(flag.spelling) takes no value", command) }
    return (flag, attached)
  }

  private static func unknown(_ spelling: String, _ command: Command, _ known: [Flag]) -> UsageError {
    if let other = Flag.table.first(where: { $0.spelling == spelling }) {
      let owners = other.commands.map(\.rawValue).joined(separator: ", ")
      return UsageError("\(spelling) is an option of \(owners), not of \(command.rawValue)", command)
    }
    var reason = "unknown option '\(spelling)'"
    if let nearest = nearestWord(to: spelling, among: known.map(\.spelling)) {
      reason += "; did you mean \(nearest)?"
    } else if command == .check {
      reason += "; write -- before a format that begins with a dash"
    }
    return UsageError(reason, command)
  }

  private static func check(_ value: [UInt8], of flag: Flag, _ command: Command) throws(UsageError) {
    guard !flag.allowed.isEmpty else { return }
    let text = String(decoding: value, as: UTF8.self)
    guard !flag.allowed.contains(text) else { return }
    let hint = suggestion(for: text, among: flag.allowed)
    throw UsageError(
      "\(flag.spelling) must be one of \(flag.allowed.joined(separator: ", ")); found '\(text)'\(hint)", command)
  }
}
