import Foundation
import PredicateSQL

/// A Core Data model with its mapping to the SQLite store.
///
/// Apple does not document the layout of the store. The mapping is based on published facts (see Grammar/Guides/DataModel.md) and
/// has not been tested on an Apple machine. Properties whose column is uncertain are omitted and listed in `notes`.
public struct CoreDataModel: Sendable {
  /// The entities, with the tables and columns of the store.
  public let model: PredicateModel
  /// The omissions and differences, one sentence each, such as transient attributes and columns whose name is uncertain.
  public let notes: [String]

  /// Reads a package `.xcdatamodeld` (its current version), a model `.xcdatamodel`, or its `contents` file.
  ///
  /// - Parameters:
  ///   - url: The package, the model or the file.
  ///   - store: The description of the store. Models with inheritance or many-to-many relationships require it.
  /// - Throws: `CoreDataModelError` if the file cannot be read, is not a model, or cannot be mapped.
  public init(contentsOf url: URL, store: CoreDataStore? = nil) throws(CoreDataModelError) {
    let file = try CoreDataContents.bytes(of: url)
    try self.init(CoreDataContents(file.bytes, name: file.name), name: file.name, store)
  }

  /// Reads the bytes of a `contents` file.
  ///
  /// - Parameters:
  ///   - contents: The bytes of the file.
  ///   - name: The name of the file in errors.
  ///   - store: The description of the store. Models with inheritance or many-to-many relationships require it.
  /// - Throws: `CoreDataModelError` if the bytes are not a model or cannot be mapped.
  public init(_ contents: [UInt8], name: String = "contents", store: CoreDataStore? = nil) throws(CoreDataModelError) {
    try self.init(CoreDataContents(contents, name: name), name: name, store)
  }

  private init(_ contents: CoreDataContents, name: String, _ store: CoreDataStore?) throws(CoreDataModelError) {
    var mapping = try CoreDataMapping(contents.entities, name: name, store)
    let entities = try mapping.mapEntities()
    do {
      model = try PredicateModel(entities)
    } catch {
      throw CoreDataModelError(name, error.description)
    }
    notes = mapping.notes
  }
}

extension PredicateModel {
  /// Reads a Core Data model, mapped to its SQLite store, and discards its notes. `CoreDataModel` has them.
  ///
  /// - Parameters:
  ///   - url: A package `.xcdatamodeld`, a model `.xcdatamodel`, or its `contents` file.
  ///   - entityNumbers: The numbers of the entities in the store, from its table `Z_PRIMARYKEY` (`Z_NAME` and `Z_ENT`).
  /// - Throws: `CoreDataModelError` if the file cannot be read, is not a model, or cannot be mapped.
  public init(coreDataModel url: URL, entityNumbers: [String: Int]? = nil) throws(CoreDataModelError) {
    self = try CoreDataModel(contentsOf: url, store: entityNumbers.map { CoreDataStore(entityNumbers: $0) }).model
  }
}

/// The reason why a Core Data model cannot be used.
public struct CoreDataModelError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public var file: String
  /// The line, counted from 1, or nil if the error concerns the whole file.
  public var line: Int?
  /// The reason, in lowercase and without a period.
  public var reason: String

  /// Creates an error.
  public init(_ file: String, line: Int? = nil, _ reason: String) {
    self.init(file, line: line, report: reason.cleaned)
  }

  /// Creates an error whose reason may have several lines and has no unsafe characters.
  init(_ file: String, line: Int?, report: String) {
    self.file = file
    self.line = line
    reason = report
  }

  /// The error as `file:line: reason`, which editors recognize.
  public var description: String {
    file.cleaned + (line.map { ":\($0): " } ?? ": ") + reason
  }
}

extension CoreDataModelError: LocalizedError {
  /// The reason, with the file and line.
  public var errorDescription: String? { description }
}
