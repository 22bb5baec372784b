import PredicateCases
import PredicateFormat
import PredicateSQL
import PredicateInput

/// A system of Corpus/Seeds, or a part with its own objects: the objects and the cases that query them.
package struct SeedSystem {
  /// The folder and the file of the objects: `People/objects.json`.
  package var name: String
  package let file: ObjectFile
  /// The objects in memory.
  package let objects: ObjectGraph
  /// The cases with a fetch request.
  package var cases: [Case] = []

  /// Returns the systems with cases below a folder, in the order of their files.
  package static func all(below folder: String) throws(InputError) -> [SeedSystem] {
    var systems: [SeedSystem] = []
    var indices: [String: Int] = [:]
    for subject in try Case.all(at: folder) {
      guard let fetch = subject.fetch, let model = subject.model else { continue }
      let path = "\(model.path) \(fetch.store)"
      if indices[path] == nil {
        let objects = try ObjectFile.read(fetch.store, PredicateModel.read(model.path))
        let parents = subject.file.split(separator: "/").suffix(2).dropLast()
        indices[path] = systems.count
        systems.append(
          SeedSystem(
            name: (parents + fetch.store.split(separator: "/").suffix(1)).joined(separator: "/"), file: objects,
            objects: ObjectGraph(objects)))
      }
      if let index = indices[path] { systems[index].cases.append(subject) }
    }
    return systems
  }

  /// Returns memory's answer to a case, and its difference from the expected answer or nil.
  package func answer(to subject: Case) throws(FormatError) -> (FetchAnswer, difference: String?) {
    guard let request = try subject.boundRequest(), let fetch = subject.fetch else {
      return (FetchAnswer(count: 0), nil)
    }
    let answer = try objects.answer(to: request, fetch.change, functions: subject.functions)
    return (answer, try difference(answer, subject))
  }

  /// Returns the difference of an answer from the expected one, or nil if there is none.
  package func difference(_ answer: FetchAnswer, _ subject: Case) throws(FormatError) -> String? {
    try subject.difference(answer, objects).map { "expected \($0.expected), got \($0.got)" }
  }

  /// Returns the primary keys of the objects that a case changes.
  package func changed(by subject: Case) throws(FormatError) -> [FormatValue] {
    guard let request = try subject.boundRequest() else { return [] }
    return try objects.answer(to: request, nil, functions: subject.functions).identifiers ?? []
  }

  /// Returns a request for the objects that have the values of a case's change, and their primary keys after the change: those
  /// of the changed objects, and of objects that had the values before.
  package func request(
    forThose values: [String: FormatValue], after subject: Case
  ) throws(FormatError) -> (PredicateFetchRequest, [FormatValue]) {
    var request = PredicateFetchRequest(of: subject.fetch?.request.entity)
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      request = request.matching(FormatPredicate(.keyPath(key), .equalTo, .constant(value)))
    }
    let before = try objects.answer(to: request, nil, functions: .none).identifiers ?? []
    let all = try Set(changed(by: subject) + before)
    return (request, objects.objects(of: request.entity ?? "").map(\.identifier).filter(all.contains))
  }
}

extension KeyValuePairs<String, (any FormatArgument)?> {
  /// Creates the changes of a case, or nil unless there are one or two.
  package init?(_ values: [String: FormatValue]) {
    let sorted = values.sorted { $0.key < $1.key }
    switch sorted.count {
    case 1: self = [sorted[0].key: sorted[0].value]
    case 2: self = [sorted[0].key: sorted[0].value, sorted[1].key: sorted[1].value]
    default: return nil
    }
  }
}
