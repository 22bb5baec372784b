import PredicateInput
import PredicateModel

/// A cache of the objects in files, by model and path.
struct ObjectStores {
  private var graphs: [String: ObjectGraph] = [:]

  /// Returns the objects in a file. `modelPath` is the path of the model.
  mutating func objects(
    of path: String, _ model: DataModel, _ modelPath: String
  ) throws(InputError) -> ObjectGraph {
    let name = "\(modelPath) \(path)"
    if let known = graphs[name] { return known }
    let graph = ObjectGraph(try ObjectFile.read(path, model))
    graphs[name] = graph
    return graph
  }
}
