import Synchronization

/// Collects what the examples show.
final class Shown: Sendable {
  private let shown = Mutex<[String]>([])

  var texts: [String] { shown.withLock { $0 } }

  func callAsFunction(_ values: Any...) {
    let text = values.map { "\($0)" }.joined(separator: " ")
    shown.withLock { $0.append(text) }
  }
}
