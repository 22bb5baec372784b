/// A line on a terminal with the number of rows that were read, or of predicates whose rows were counted. It appears after a
/// second, and is erased before other output.
package final class Progress {
  private let sink: ByteSink
  private let interval: Duration
  /// The time at which the line is next written.
  private var due: ContinuousClock.Instant
  private var isVisible = false
  /// The number of predicates whose rows were counted.
  private var countings = 0

  package init(_ sink: ByteSink, after delay: Duration = .seconds(1), every interval: Duration = .milliseconds(200)) {
    self.sink = sink
    self.interval = interval
    due = .now + delay
  }

  /// Writes the line if it is due: the rows that were read, and the percentage of the bytes if the size of all input is known.
  package func show(rows: Int, percentage: Int?) {
    guard .now >= due else { return }
    write("\(rows) rows read" + (percentage.map { ", \($0)%" } ?? ""))
  }

  /// Adds a predicate whose rows were counted, and writes the line if it is due.
  package func addCounting() {
    countings += 1
    if .now >= due { write("\(countings) parts and changes counted") }
  }

  private func write(_ line: String) {
    sink.write("\r\(line)\u{1B}[K")
    sink.flush()
    isVisible = true
    due = .now + interval
  }

  /// Erases the line.
  package func erase() {
    guard isVisible else { return }
    sink.write("\r\u{1B}[K")
    sink.flush()
    isVisible = false
  }
}
