import Foundation

/// The machine and the build, which the figures depend on.
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

  /// The peak memory of the process in megabytes, or nil if the system does not report it.
  static var peakMemory: Double? {
    // The kernel reports no size for this file, so it must be read to its end.
    guard let status = try? FileHandle(forReadingAtPath: "/proc/self/status")?.readToEnd() else { return nil }
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Double($0.filter { $0.isNumber }) }.map {
      $0 / 1_024
    }
  }

  /// The line above a table.
  static var head: String { "\(processor), \(cores) cores; \(compiler); \(build)." }

  /// The paragraph above the tables of workloads.
  static let tableHead = """
    Class objects with `var` properties. Times are the least thread CPU time, in ns per element: a word, or a category \
    if categories are searched (W12, W13, W14, W16).
    Closures: "idiomatic" and "careful" are built without exclusivity checks. This needs no flag: the compiler finds \
    that none are needed in a module without key-path literals and `#Predicate`. "careful, checks" is the same closure \
    in a module that uses `#Predicate`, which is enough to keep the checks.
    Ours starts from the format string: `words.filtered(by: try FormatPredicate("…"))` parses, checks and compiles it \
    every time. "compiled" keeps a `CompiledPredicate`. "columns" is the same as ours, over a `PredicateColumns` whose \
    columns exist, and "columns, count" is its `count(matching:)`, which makes no array. Every answer was checked to be \
    the same objects.
    """

  /// The paragraph above the table of the other engines.
  static let othersHead = """
    The other engines in the same run, in ns per element, and the ratio to ours. – means that the engine cannot \
    express the predicate, "wrong" that it found other objects. `#Predicate` is Foundation's macro. SQLite runs the \
    statement of our translator, prepared each time, counts its rows and adds up their keys, without and with indexes. \
    GNUstep parses and filters in Objective-C. DuckDB counts rows on one thread; the planning time is subtracted.
    """

  /// The paragraph above the tables of rows.
  static let rowsHead = """
    Ours (from the format string), in ns per element, and in brackets its ratio to the careful closure over the same \
    rows. `struct`: values, `dictionary`: `[String: FormatValue]`, `any`: `[String: Any]`, `columns`: \
    `PredicateColumns` of the class objects, compared with the closure over these. Every answer was compared with the \
    closure's.
    """
}
