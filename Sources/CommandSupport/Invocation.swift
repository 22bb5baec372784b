import PredicateSyntax

package struct Invocation<Command: CommandSet> {
  package private(set) var command: Command
  /// Whether the command line names the command.
  package let isCommandNamed: Bool
  /// The arguments that are not options, in order, as bytes.
  package private(set) var operands: [[UInt8]] = []
  private var options: [(flag: Flag, value: [UInt8])] = []

  /// Parses a command line. The first argument that is not an option is the command if it names one. Otherwise the
  /// command is `Command.defaultCommand`. `--` ends the options. An option with one letter takes no value, and letters are not
  /// combined.
  ///
  /// - Parameter arguments: The arguments as bytes, without the program's name.
  /// - Throws: `UsageError` if a command or an option is unknown, or an option is repeated, lacks its value or has a value that it
  ///   does not take.
  package init(_ arguments: [[UInt8]]) throws(UsageError) {
    let position = Self.positionOfFirstWord(arguments)
    let named = position.flatMap { Command(rawValue: String(decoding: arguments[$0], as: UTF8.self)) }
    if named == nil, let position, !Self.hasWordFlag(arguments) {
      try Self.checkWord(arguments[position], isAlone: position == arguments.count - 1)
    }
    command = named ?? .defaultCommand
    isCommandNamed = named != nil
    var rest = arguments[...]
    if let position, named != nil { rest.remove(at: position) }
    while let argument = rest.popFirst() {
      if argument == Array("--".utf8) {
        operands += rest
        break
      }
      guard Self.isOption(argument) else {
        operands.append(argument)
        continue
      }
      let (flag, attached) = try Self.flag(argument, command)
      var value = attached ?? []
      if let name = flag.placeholder, attached == nil {
        guard let next = rest.popFirst() else {
          throw UsageError("\(flag.spelling) needs a value: \(flag.spelling) \(name)", of: command)
        }
        value = next
      }
      try Self.check(value, of: flag, command)
      if !flag.repeats, has(flag) { throw UsageError("\(flag.spelling) is given twice", of: command) }
      options.append((flag, value))
    }
  }

  // MARK: Values

  /// Adds an option without checking its value.
  package mutating func add(_ flag: Flag, _ value: String) { options.append((flag, Array(value.utf8))) }

  /// Returns a copy with another command and a single operand.
  package func invocation(of command: Command, on operand: [UInt8]) -> Invocation {
    var call = self
    call.command = command
    call.operands = [operand]
    return call
  }

  /// Returns whether an option is given.
  package func has(_ flag: Flag) -> Bool { options.contains { $0.flag == flag } }

  /// Returns all given values of an option, in order.
  package func values(_ flag: Flag) -> [[UInt8]] { options.filter { $0.flag == flag }.map(\.value) }

  /// Returns the last value of an option as text, its default if the option is not given, or nil if it has no
  /// default.
  package func text(_ flag: Flag) throws(UsageError) -> String? {
    guard let bytes = values(flag).last else { return flag.initial }
    return try Self.text(bytes, what: "the value of \(flag.spelling)", command)
  }

  /// Returns the value of an option as text.
  ///
  /// - Throws: `UsageError` if the option is not given and has no default.
  package func requiredText(_ flag: Flag) throws(UsageError) -> String {
    guard let text = try text(flag) else { throw missing(flag) }
    return text
  }

  /// Returns the value of an option as an integer, or nil if the option is not given and has no default.
  ///
  /// - Throws: `UsageError` if the value is not an integer or is less than `least`.
  package func number(_ flag: Flag, from least: Int = 0) throws(UsageError) -> Int? {
    guard let text = try text(flag) else { return nil }
    if let number = Int(text), number >= least { return number }
    throw UsageError("\(flag.spelling) must be an integer, \(least) or more; found '\(text)'", of: command)
  }

  /// Returns the value of an option as an integer.
  ///
  /// - Throws: `UsageError` if the option is not given and has no default, or if its value is invalid.
  package func requiredNumber(_ flag: Flag, from least: Int = 0) throws(UsageError) -> Int {
    guard let number = try number(flag, from: least) else { throw missing(flag) }
    return number
  }

  private func missing(_ flag: Flag) -> UsageError {
    UsageError("expected \(flag.spelling)\(flag.placeholder.map { " \($0)" } ?? "")", of: command)
  }

  /// Returns an argument's bytes as text.
  ///
  /// - Parameter what: What the argument is, for the error.
  /// - Throws: `UsageError` if the bytes are not UTF-8.
  package static func text(_ bytes: [UInt8], what: String, _ command: Command) throws(UsageError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("\(what) is not UTF-8", of: command)
    }
    return text
  }

  // MARK: Parsing

  /// Returns whether an option is given with which an operand may be a single word, as `--expression` permits a key.
  private static func hasWordFlag(_ arguments: [[UInt8]]) -> Bool {
    let spellings = Command.defaultCommand.flags.filter(\.permitsWord).map(\.spelling)
    return arguments.contains { spellings.contains(String(decoding: $0, as: UTF8.self)) }
  }

  /// Throws an error if a word is not the name of a command, and resembles one or is followed by other arguments. A single word is not
  /// a valid format.
  private static func checkWord(_ bytes: [UInt8], isAlone: Bool) throws(UsageError) {
    let word = String(decoding: bytes, as: UTF8.self)
    guard !word.isEmpty, word.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) else { return }
    let hint = suggestion(for: word, among: Command.allCases.map(\.rawValue))
    if hint.isEmpty, isAlone { return }
    throw UsageError("unknown command '\(word)'\(hint)", of: nil as Command?)
  }

  /// Returns whether an argument begins with two dashes, or with a dash and a letter. `-` and formats such as `-5 < x`
  /// do not.
  private static func isOption(_ argument: [UInt8]) -> Bool {
    guard argument.count >= 2, argument[0] == UInt8(ascii: "-") else { return false }
    return argument[1] == UInt8(ascii: "-") || argument[1].isLetter
  }

  /// Returns the position of the name of the command, or of the first operand: the first argument that is neither an option nor its
  /// value. Returns nil if `--` precedes it, or if the program has only one command, whose name is not written.
  private static func positionOfFirstWord(_ arguments: [[UInt8]]) -> Int? {
    guard Command.allCases.count > 1 else { return nil }
    // The command is not known yet. An option takes a value in all commands or in none.
    let withValue = Set(Command.allCases.flatMap(\.flags).filter { $0.placeholder != nil }.map(\.spelling))
    var position = 0
    while position < arguments.count {
      let argument = arguments[position]
      guard isOption(argument) else { return position }
      guard argument != Array("--".utf8) else { return nil }
      position += withValue.contains(String(decoding: argument, as: UTF8.self)) ? 2 : 1
    }
    return nil
  }

  /// Returns the flag of an option, and the value that `=` attaches to it.
  private static func flag(_ argument: [UInt8], _ command: Command) throws(UsageError) -> (Flag, [UInt8]?) {
    if argument.count == 2, let flag = command.flags.first(where: { $0.letter == argument[1] }) { return (flag, nil) }
    let name = argument.prefix { $0 != UInt8(ascii: "=") }
    let spelling = String(decoding: name, as: UTF8.self)
    let attached = name.count < argument.count ? Array(argument[(name.count + 1)...]) : nil
    guard let flag = command.flags.first(where: { $0.spelling == spelling }) else { throw unknown(spelling, command) }
    if attached != nil, flag.placeholder == nil { throw UsageError("\(flag.spelling) takes no value", of: command) }
    return (flag, attached)
  }

  private static func unknown(_ spelling: String, _ command: Command) -> UsageError {
    let owners = Command.allCases.filter { $0.flags.contains { $0.spelling == spelling } }.map(\.rawValue)
    if !owners.isEmpty {
      return UsageError(
        "\(spelling) is an option of \(owners.joined(separator: ", ")), not of \(command.rawValue)", of: command)
    }
    let known = command.flags.map(\.spelling)
    let nearest = nearestWord(to: spelling, among: known) ?? known.first { firstWord($0) == firstWord(spelling) }
    let hint = nearest == nil ? command.hintForUnknownOption : didYouMean(nearest)
    return UsageError("unknown option '\(spelling)'\(hint)", of: command)
  }

  /// Returns the first word of an option, with its dashes: `--on` of `--on-error`.
  private static func firstWord(_ spelling: String) -> Substring {
    spelling.prefix(2) + spelling.dropFirst(2).prefix { $0 != "-" }
  }

  private static func check(_ value: [UInt8], of flag: Flag, _ command: Command) throws(UsageError) {
    guard !flag.allowed.isEmpty else { return }
    let text = String(decoding: value, as: UTF8.self)
    guard !flag.allowed.contains(text) else { return }
    let hint = suggestion(for: text, among: flag.allowed)
    throw UsageError(
      "\(flag.spelling) must be one of \(flag.allowed.joined(separator: ", ")); found '\(text)'\(hint)", of: command)
  }
}
