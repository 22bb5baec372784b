import CommandSupport
import Foundation
import PredicateInput

/// The formats of a file, of standard input or of one operand.
package struct FormatInput {
  /// A line of a file of formats, or a format of the command line.
  package struct Line {
    package var text: [UInt8]
    /// The range of the unchanged text in the input.
    let range: Range<Int>
    package var number = 1
    /// The index of the format among all formats.
    var index = 0
    /// Whether the line is a format, and not blank or a comment.
    package var isFormat = true
  }

  /// The path, `<stdin>`, or the name of the operand.
  package let name: String
  /// The path of a file, which commands may change.
  var path: String?
  /// Whether the input is an operand, which is one format and may have several lines.
  var isOperand = false
  /// The unchanged input.
  let bytes: [UInt8]
  package var lines: [Line]

  /// The input with the texts of its lines. All other bytes, such as line ends, stay the same.
  var changed: [UInt8] {
    var text: [UInt8] = []
    var end = 0
    for line in lines {
      text += bytes[end..<line.range.lowerBound] + line.text
      end = line.range.upperBound
    }
    return text + bytes[end...]
  }

  /// Writes the changed text to its file. Prints text that is not from a file, unless the results are JSON.
  package func write(_ console: Console, json: Bool) throws(CommandStop) {
    let changed = changed
    guard let path else {
      if !json { console.output.writeLine(changed.last == 0x0A ? changed.dropLast() : changed[...]) }
      return
    }
    if changed != bytes { try reading(writeFile(changed, to: path)) }
  }

  /// A hint if an operand, which is not a valid format, is the name of a file.
  package var hint: String? {
    guard isOperand, let path = String(validating: bytes, as: UTF8.self), isFile(path) else { return nil }
    return "predcheck: '\(path.cleaned)' is a file; --file reads the formats in a file"
  }

  // MARK: Reading

  /// Reads the operands and the files of a command line.
  package static func all(_ call: Call, _ console: Console) throws(CommandStop) -> [FormatInput] {
    let files = call.values(.file)
    guard !call.operands.isEmpty || !files.isEmpty else {
      throw .usage(UsageError("expected a format string", call.isCommandNamed ? call.command : nil))
    }
    let writesFiles = call.command == .fmt ? !call.has(.check) && !call.has(.diff) : call.has(.fix)
    var count = 0
    var inputs: [FormatInput] = []
    for (index, operand) in call.operands.enumerated() {
      if operand != Array("-".utf8) {
        let name = call.operands.count == 1 ? "format" : "format-\(index + 1)"
        let line = Line(text: operand, range: operand.indices, index: count)
        inputs.append(FormatInput(name: name, isOperand: true, bytes: operand, lines: [line]))
        count += 1
        continue
      }
      if inputs.contains(where: { $0.name == "<stdin>" }) {
        throw .usage(UsageError("standard input can be read only once", call.command))
      }
      let bytes = try reading(console.input.readAll())
      inputs.append(FormatInput(name: "<stdin>", bytes: bytes, lines: lines(bytes, &count)))
    }
    for file in files {
      let path = try usage(Call.text(file, what: "the value of --file", call.command))
      // Nobody would read what is written into a pipe. A folder or a missing file is an error below.
      if writesFiles, isPipeOrDevice(path) {
        throw .input(
          InputError(
            path,
            "this is a pipe or a device, to which the result cannot be written; "
              + "'-' instead of \(Flag.file.spelling) reads standard input, and prints the result"))
      }
      let bytes = try reading(readFile(path))
      inputs.append(FormatInput(name: path, path: path, bytes: bytes, lines: lines(bytes, &count)))
    }
    return inputs
  }

  /// Returns the lines of a file of formats. Blank lines, and lines that begin with `#` and a space, are not formats: `#size` is a
  /// key.
  private static func lines(_ bytes: [UInt8], _ count: inout Int) -> [Line] {
    var lines: [Line] = []
    var position = byteOrderMarkLength(bytes)
    while let range = nextLine(of: bytes, at: &position) {
      let text = bytes[range]
      let isComment = text.first == UInt8(ascii: "#") && isBlank(text.dropFirst().prefix(1))
      var line = Line(text: Array(text), range: range, number: lines.count + 1, index: count)
      line.isFormat = !isComment && !isBlank(text)
      if line.isFormat { count += 1 }
      lines.append(line)
    }
    return lines
  }
}

/// Returns whether there is a file, and not a folder, at a path.
package func isFile(_ path: String) -> Bool {
  FileManager.default.fileExists(atPath: path) && !isFolder(path)
}

/// Returns whether a path is that of a folder.
package func isFolder(_ path: String) -> Bool {
  var isFolder: ObjCBool = false
  return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
}
