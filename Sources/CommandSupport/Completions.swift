/// The shells that have completions, and the manual page.
package enum CompletionFormat: String, CaseIterable {
  case bash, zsh, fish, man
}

// Completions for shells, and the manual page, made from the table of commands and options.
extension CommandSet {
  /// Returns the completions for a shell, or the manual page.
  package static func completions(_ format: CompletionFormat) -> String {
    switch format {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    case .man: man
    }
  }

  /// The flags of all commands, each once.
  private static var distinctFlags: [Flag] {
    var flags: [Flag] = []
    for flag in allCases.flatMap(\.flags) where !flags.contains(where: { $0.name == flag.name }) {
      flags.append(flag)
    }
    return flags
  }

  private static func names(_ flags: [Flag]) -> String { flags.map(\.spelling).joined(separator: " ") }

  private static var bash: String {
    let choices = distinctFlags.filter { !$0.allowed.isEmpty }.map { flag in
      "    *\(flag.spelling)) COMPREPLY=($(compgen -W \"\(flag.allowed.joined(separator: " "))\" -- \"$word\")); return ;;\n"
    }
    var files = distinctFlags.filter { $0.placeholder != nil && $0.allowed.isEmpty }.map { "*\($0.spelling)" }
    // An option of the same name takes a file in one command, and one of the permitted words in another.
    for command in allCases {
      for flag in command.flags where flag.placeholder != nil && flag.allowed.isEmpty && !distinctFlags.contains(flag) {
        files.append("\(command.rawValue)\(flag.spelling)")
      }
    }
    let cases = allCases.map { "    \($0.rawValue)) options=\"\(names($0.flags))\" ;;\n" }
    return """
      # bash completion for \(program)
      _\(program)() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options
        COMPREPLY=()
        case ${COMP_WORDS[1]}$before in
          \(files.joined(separator: "|"))) COMPREPLY=($(compgen -f -- "$word")); return ;;
      \(choices.joined())  esac
        case ${COMP_WORDS[1]} in
      \(cases.joined())    *) options="\(names(defaultCommand.flags)) \(allCases.map(\.rawValue).joined(separator: " "))" ;;
        esac
        if [[ $word == -* || $COMP_CWORD == 1 ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$word"))
        else
          COMPREPLY=($(compgen -f -- "$word"))
        fi
      }
      complete -o filenames -F _\(program) \(program)

      """
  }

  private static var zsh: String {
    let commands = allCases.map { "    '\($0.rawValue):\(quoted($0.summary))'\n" }
    let cases = allCases.map { command in
      "    \(command.rawValue)) _arguments \(command.flags.map(zshArgument).joined(separator: " ")) '*:file:_files' ;;\n"
    }
    return """
      #compdef \(program)
      # zsh completion for \(program)
      _\(program)() {
        local -a commands
        commands=(
      \(commands.joined())  )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=${words[2]}
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases.joined())    *) _files ;;
        esac
      }
      _\(program) "$@"

      """
  }

  private static func zshArgument(_ flag: Flag) -> String {
    let value = flag.placeholder.map { name in
      flag.allowed.isEmpty ? ":\(name):_files" : ":\(name):(\(flag.allowed.joined(separator: " ")))"
    }
    let text = quoted(flag.summary).replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: ",")
    return
      "'\(flag.repeats ? "*" : "")\(flag.spelling)[\(text)]\((value ?? "").replacing("[", with: "").replacing("]", with: ""))'"
  }

  private static var fish: String {
    var text = "# fish completion for \(program)\n"
    let words = allCases.map(\.rawValue).joined(separator: " ")
    for command in allCases {
      text +=
        "complete -c \(program) -n 'not __fish_seen_subcommand_from \(words)' -a \(command.rawValue) -d '\(quoted(command.summary))'\n"
      for flag in command.flags {
        text += "complete -c \(program) -n '__fish_seen_subcommand_from \(command.rawValue)' -l \(flag.name)"
        if let letter = flag.letter { text += " -s \(UnicodeScalar(letter))" }
        if !flag.allowed.isEmpty {
          text += " -x -a '\(flag.allowed.joined(separator: " "))'"
        } else if flag.placeholder != nil {
          text += " -r"
        }
        text += " -d '\(quoted(flag.summary))'\n"
      }
    }
    return text
  }

  /// Returns the text on one line without apostrophes, which would end a string of the shell.
  private static func quoted(_ text: String) -> String { text.replacing("\n", with: " ").replacing("'", with: "’") }

  private static var man: String {
    var text = """
      .TH \(program.uppercased()) 1 "" "\(program) \(packageVersion)"
      .SH NAME
      \(program) \\- \(roff(about))
      .SH SYNOPSIS
      .B \(program)
      [COMMAND] [options] \(roff(defaultCommand.synopsis))
      .SH DESCRIPTION
      \(roff(notes))

      """
    for command in allCases {
      text += ".SH \(command.rawValue.uppercased())\n.B \(roff(command.usage))\n.PP\n\(roff(command.summary)).\n.PP\n"
      for line in command.details { text += line.isEmpty ? ".PP\n" : roff(line) + "\n" }
      for flag in command.flags {
        let letter = flag.letter.map { "\\-\(UnicodeScalar($0)), " } ?? ""
        text +=
          ".TP\n.B \(letter)\(roff(flag.spelling))\(flag.placeholder.map { " " + roff($0) } ?? "")\n\(roff(flag.summary))\n"
      }
      if !command.examples.isEmpty { text += ".PP\nExamples:\n.PP\n.nf\n" }
      for example in command.examples { text += "$ \(program) \(roff(example))\n" }
      if !command.examples.isEmpty { text += ".fi\n" }
    }
    return text
  }

  /// Returns the text with the characters escaped that roff reads as commands.
  private static func roff(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : String($0) }.joined(separator: "\n")
  }
}
