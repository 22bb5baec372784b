import Foundation
import PredicateModel

/// A model of Core Data, and where its SQLite store keeps what it describes.
///
/// The layout of the store is nowhere specified. What is used here was written from published facts (see
/// Grammar/DataModel.md), and has not been tried on an Apple machine; what is not certain is left out, and told in `notes`.
public struct CoreDataModel: Sendable {
  /// The entities, with the tables and columns of the store.
  public let model: DataModel
  /// What was left out or is not quite what it seems, a sentence each: transient attributes, columns whose name is not
  /// certain.
  public let notes: [String]

  /// Reads a package `.xcdatamodeld` (its current version), a model `.xcdatamodel`, or the file `contents` of one.
  ///
  /// - Parameters:
  ///   - url: the package, the model or the file.
  ///   - store: what the store tells of itself. A model with inheritance or with many-to-many relationships cannot be
  ///     mapped without.
  public init(contentsOf url: URL, store: CoreDataStore? = nil) throws(CoreDataModelFault) {
    let file = try CoreDataModelFile.contents(of: url)
    try self.init(CoreDataContents(file.bytes, name: file.name), name: file.name, store)
  }

  /// Reads the bytes of a file `contents`; `name` is what faults call it.
  public init(
    _ contents: [UInt8], name: String = "contents", store: CoreDataStore? = nil
  ) throws(CoreDataModelFault) {
    try self.init(CoreDataContents(contents, name: name), name: name, store)
  }

  private init(
    _ contents: CoreDataContents, name: String, _ store: CoreDataStore?
  ) throws(CoreDataModelFault) {
    var mapping = try CoreDataMapping(contents.entities, name: name, store)
    let entities = try mapping.mapped()
    do {
      model = try DataModel(entities)
    } catch {
      throw CoreDataModelFault(name, error.description)
    }
    notes = mapping.notes
  }
}

extension DataModel {
  /// Reads a model of Core Data, mapped to its SQLite store; see `CoreDataModel`, which also tells what was left out.
  ///
  /// - Parameters:
  ///   - url: a package `.xcdatamodeld`, a model `.xcdatamodel`, or the file `contents` of one.
  ///   - entityNumbers: the numbers of the entities in the store, from its table `Z_PRIMARYKEY` (`Z_NAME` and `Z_ENT`).
  public init(coreDataModel url: URL, entityNumbers: [String: Int]? = nil) throws(CoreDataModelFault) {
    self = try CoreDataModel(contentsOf: url, store: entityNumbers.map { CoreDataStore(entityNumbers: $0) }).model
  }
}

/// Why something is no model of Core Data that can be used.
public struct CoreDataModelFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public var file: String
  /// The line, counted from 1; nil where the fault is of the whole file.
  public var line: Int?
  /// What is wrong, lower case, without a full stop.
  public var reason: String

  /// Makes a fault.
  public init(_ file: String, line: Int? = nil, _ reason: String) {
    self.init(file, line: line, report: reason.cleaned)
  }

  /// Makes a fault of a report, which may have several lines, all of them clean.
  init(_ file: String, line: Int?, report: String) {
    self.file = file
    self.line = line
    reason = report
  }

  /// `file:line: reason`, as editors and people look it up.
  public var description: String {
    file.cleaned + (line.map { ":\($0): " } ?? ": ") + reason
  }
}
