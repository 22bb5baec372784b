import Foundation

/// `fuzz NAME …`: feeds bytes to the package. In a libFuzzer build (`-DFUZZ`) the other arguments are libFuzzer's. Otherwise
/// they are files, each of which is run once. See README.md in this folder.
@main
enum FuzzCommand {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    switch (words.first, words.dropFirst().first, words.count) {
    case ("dictionary", nil, _): print(FuzzDictionary.text, terminator: "")
    case ("seeds", let name?, 3): FuzzSeeds.write(for: name, into: words.last ?? "")
    case (let name?, _, _):
      guard let make = Fuzzers.named(name) else {
        complain("there is no fuzzer '\(name)': \(Fuzzers.all.map(\.name).joined(separator: ", "))")
        exit(2)
      }
      run(make(), words.dropFirst())
    case (nil, _, _):
      complain("usage: fuzz NAME … | fuzz seeds NAME FOLDER | fuzz dictionary")
      exit(2)
    }
  }

  /// The CPU time of this thread. A limit in wall-clock time would depend on the machine's load.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  static func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}

#if FUZZ
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

extension FuzzCommand {
  /// The current fuzzer. It is static because libFuzzer's callback has no context parameter.
  private nonisolated(unsafe) static var fuzzer: (any Fuzzer)?

  private static func run(_ fuzzer: any Fuzzer, _ words: ArraySlice<String>) {
    Self.fuzzer = fuzzer
    // The driver may modify the list, and reads it as long as it runs.
    var list = ([CommandLine.arguments[0]] + words).map { strdup($0) } + [nil]
    var count = Int32(list.count - 1)
    let status = list.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard var start = buffer.baseAddress else { return 70 }
      return runDriver(&count, &start) { bytes, count in
        FuzzCommand.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      }
    }
    exit(status)
  }

  /// Runs an input, and aborts the program if the result is wrong, so that libFuzzer keeps the input.
  private static func check(_ bytes: [UInt8]) {
    let start = processorTime
    var wrong = fuzzer?.run(bytes)
    let duration = processorTime - start
    let longest = Duration.seconds(fuzzer?.answers ?? 1)
    if duration > longest, wrong == nil { wrong = "it took \(duration) of CPU time" }
    guard let wrong else { return }
    complain("WRONG: \(wrong)")
    abort()
  }
}
#else
extension FuzzCommand {
  private static func run(_ fuzzer: any Fuzzer, _ files: ArraySlice<String>) {
    var fuzzer = fuzzer
    var failures = 0
    for file in files {
      guard let bytes = FileManager.default.contents(atPath: file) else {
        complain("\(file): the file does not exist")
        exit(2)
      }
      let start = processorTime
      let wrong = fuzzer.run(Array(bytes))
      print("\(wrong == nil ? "ok" : "FAILED"): \(file): \(processorTime - start)")
      if let wrong {
        failures += 1
        print(wrong)
      }
    }
    exit(failures == 0 ? 0 : 1)
  }
}
#endif
