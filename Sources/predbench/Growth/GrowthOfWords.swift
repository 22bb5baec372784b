/// Lists of one to ten million words.
enum GrowthOfWords {
  static func run(_ options: Options) throws -> [Growth.Curve] {
    let texts = try options.dataset().words.map { $0.text }
    let workloads = try options.workloads()
    let sizes = [1, 2, 5, 10].map { $0 * options.millions * 100_000 }
    Growth.head(sizes)
    var curves = workloads.map { Growth.Curve("\($0.name) \(Report.code($0.title))", sizes) }
    // One size at a time, so that only one list is in memory.
    for size in sizes {
      let data = Dataset((0..<size).lazy.map { text($0, texts) }, letters: options.letters ?? 1)
      for (index, workload) in workloads.enumerated() {
        try curves[index].add { try Growth.time(workload, data, min(options.rounds, 3)) }
      }
    }
    for curve in curves { show(curve.line) }
    if let memory = Machine.peakMemory {
      show("\nThe peak memory of the process for \(sizes.last ?? 0) words: \(Int(memory)) MB.")
    }
    return curves
  }

  /// Returns a word of the list. After the first round, each word has a letter in front that depends on the round.
  private static func text(_ index: Int, _ texts: [String]) -> String {
    let (round, remainder) = index.quotientAndRemainder(dividingBy: texts.count)
    if round == 0 { return texts[remainder] }
    return String(Unicode.Scalar(UInt8(ascii: "a") + UInt8(round % 26))) + texts[remainder]
  }
}
