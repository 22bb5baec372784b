/// Measures workloads with one kind of data.
enum Series {
  /// A workload with a list that was searched and the results of its contestants.
  struct Result {
    let workload: Workload
    let data: Dataset
    let results: [(contestant: Contestant, measurement: Measurement)]

    var elements: Int { workload.elements(of: data) }
  }

  /// Measures each selected workload and reports it.
  ///
  /// Shuffled data is seen once: each round has a new order of the words, in which each contestant of a workload is measured with
  /// one answer. Other data is one list that is searched again and again.
  ///
  /// - Parameters:
  ///   - contestants: Prepares the list of a round, and returns a function that makes the contestants of a workload for it. In
  ///     later rounds it may leave out the last contestants.
  ///   - report: Is called with each workload in turn.
  static func run(
    _ kind: WordData, _ options: Options,
    contestants: (Dataset, _ round: Int) throws -> (Workload) throws -> [Contestant],
    report: (Result) throws -> Void
  ) throws {
    let workloads = try options.workloads()
    if kind != .shuffled {
      let data = try options.dataset(kind)
      let make = try contestants(data, 0)
      for workload in workloads {
        let all = try make(workload)
        let results = try Measuring.run(all, rounds: options.rounds, of: workload.name)
        try report(Result(workload: workload, data: data, results: Array(zip(all, results))))
      }
      return
    }
    var first: [String: (data: Dataset, contestants: [Contestant])] = [:]
    var results: [String: [Measurement]] = [:]
    var generator = SeededGenerator(seed: options.seed)
    for letters in Set(workloads.map { $0.letters }).sorted() {
      let group = workloads.filter { $0.letters == letters }
      let list = try options.dataset(.plain, letters: letters)
      var earlier: [String: [Contestant]] = [:]
      for round in 0..<options.rounds {
        let data = list.shuffled(using: &generator)
        let make = try contestants(data, round)
        for workload in group {
          let (name, all) = (workload.name, try make(workload))
          try Measuring.once(all, after: earlier[name] ?? [], &results[name, default: []], of: name)
          earlier[name] = all
          if round == 0 { first[name] = (data, all) }
        }
      }
    }
    for workload in workloads {
      guard let (data, all) = first[workload.name], let results = results[workload.name] else { continue }
      try report(Result(workload: workload, data: data, results: Array(zip(all, results))))
    }
  }
}
