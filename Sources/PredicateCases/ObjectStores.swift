import PredicateModel

/// The objects of files that were read, each with its model once.
struct ObjectStores {
  private var graphs: [String: ObjectGraph] = [:]

  /// The objects of a file; `modelPath` tells the model.
  mutating func objects(
    of path: String, _ model: DataModel, _ modelPath: String
  ) throws(InputFault) -> ObjectGraph {
    let name = "\(modelPath) \(path)"
    if let known = graphs[name] { return known }
    let graph = ObjectGraph(try ObjectFile.read(path, model))
    graphs[name] = graph
    return graph
  }
}
