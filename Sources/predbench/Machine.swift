import Foundation

/// Where and how the figures were taken: without it they mean nothing.
enum Machine {
  static var processor: String {
    let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    for line in information.split(separator: "\n") where line.hasPrefix("model name") {
      if let colon = line.firstIndex(of: ":") {
        return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      }
    }
    return "unknown processor"
  }

  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3.1)
      "Swift 6.3.1 or a later 6.3"
    #elseif compiler(>=6.2)
      "Swift 6.2 or 6.3.0"
    #else
      "Swift 6.1"
    #endif
  }

  static var isDebug: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  static var build: String {
    isDebug
      ? "DEBUG BUILD: these figures mean nothing, use -c release"
      : "release build of the package (-O, whole module), no other flags"
  }

  /// The line above a table.
  static var head: String { "\(processor), \(cores) cores; \(compiler); \(build)." }

  /// The paragraph above a table of workloads.
  static func head(_ data: Dataset) -> String {
    """
    \(head)
    \(data.words.count) words in \(data.categories.count) categories, class objects with `var` properties. Times are \
    the least thread CPU time, in ns an element: a word, or a category where categories are searched (W12, W13, W14, \
    W16).
    Closures: default build, dynamic exclusivity checks as the compiler places them. It finds none needed here; one \
    key-path literal or `#Predicate` anywhere in the module would bring them back and make `$0.length == 20` about \
    eight times as slow.
    Ours is format string in: `words.filtered(by: try FormatPredicate("…"))` parses, checks and compiles every time; \
    "compiled" keeps a `CompiledPredicate`. Every contestant's answer was checked to be the same objects.
    """
  }
}
