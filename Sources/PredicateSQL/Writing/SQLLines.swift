/// The places at which a statement can be broken into lines for human readers.
///
/// Each clause begins a line, and each operand of AND and OR in a condition. The contents of a subselect or of a group of
/// conditions are indented, unless they are short.
struct SQLLines: Sendable {
  enum Mark: Sendable {
    /// The parenthesis before a subselect or a group of conditions.
    case opening(isQuery: Bool)
    case closing
    /// The first word of a clause.
    case clause
    /// AND or OR.
    case operand
  }

  private var marks: [(mark: Mark, position: Int)] = []

  /// Parentheses whose contents are at most this long stay on their line.
  private static let longestOnLine = 60
  private static let step = 2

  mutating func mark(_ mark: Mark, at position: Int) { marks.append((mark, position)) }

  /// The contents of parentheses, or the statement.
  private struct Frame {
    var isBroken = true
    var isQuery = true
    /// The position of the first byte.
    var start = 0
    /// The indentation of its lines, and of the line being written.
    var indentation = 0
    var line = 0
  }

  /// Returns the text in lines. The marks are positions in its UTF-8 form.
  func broken(_ text: String) -> String {
    var lengths = lengthsInParentheses().makeIterator()
    var frames = [Frame()]
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 8 * marks.count)
    var end = 0
    /// Replaces the bytes up to a position after the last break by a line break.
    func breakLine(_ range: Range<Int>, _ indentation: Int) {
      result += bytes[end..<range.lowerBound]
      result.append(UInt8(ascii: "\n"))
      result += repeatElement(UInt8(ascii: " "), count: indentation)
      end = range.upperBound
    }
    for (mark, position) in marks {
      let last = frames.count - 1
      let frame = frames[last]
      switch mark {
      case .opening(let isQuery):
        let isBroken = (lengths.next() ?? 0) > Self.longestOnLine
        let indentation = frame.line + (isBroken ? Self.step : 0)
        let start = position + 1
        if isBroken { breakLine(start..<start, indentation) }
        frames.append(
          Frame(isBroken: isBroken, isQuery: isQuery, start: start, indentation: indentation, line: indentation))
      case .closing:
        frames.removeLast()
        if frame.isBroken { breakLine(position..<position, frame.indentation - Self.step) }
      case .clause, .operand:
        guard frame.isBroken, position > frame.start else { continue }
        // Every operator, and every clause but the first, follows a blank.
        var indentation = frame.indentation
        if case .operand = mark, frame.isQuery { indentation += Self.step }
        breakLine(position - 1..<position, indentation)
        frames[last].line = indentation
      }
    }
    result += bytes[end...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the number of bytes in each pair of parentheses, in the order of their opening.
  private func lengthsInParentheses() -> [Int] {
    var lengths: [Int] = []
    var open: [Int] = []
    for (mark, position) in marks {
      switch mark {
      case .opening:
        open.append(lengths.count)
        lengths.append(position + 1)
      case .closing: if let last = open.popLast() { lengths[last] = position - lengths[last] }
      case .clause, .operand: break
      }
    }
    return lengths
  }
}
