import Foundation

// The file that contains a model.
//
// `Words.xcdatamodeld` is a folder of versions. Each version is a folder such as `Words 2.xcdatamodel` with a file `contents`;
// the hidden file `.xccurrentversion` names the current version.

extension CoreDataContents {
  /// The maximum size of a model file in bytes.
  static let maximumSize = 4 << 20

  /// Returns the bytes of the file, and its name for errors.
  static func bytes(of url: URL) throws(CoreDataModelError) -> (bytes: [UInt8], name: String) {
    guard let isFolder = isFolder(url) else { throw CoreDataModelError(url.path, "the file does not exist") }
    guard isFolder else { return (try read(url), url.path) }
    let contents = url.appendingPathComponent("contents")
    if Self.isFolder(contents) == false { return (try read(contents), contents.path) }
    let version = url.appendingPathComponent(try versionName(in: url)).appendingPathComponent("contents")
    guard Self.isFolder(version) == false else { throw CoreDataModelError(version.path, "the file does not exist") }
    return (try read(version), version.path)
  }

  /// Returns the name of the current version: the one in `.xccurrentversion`, else the one with the package's name, else the
  /// only one.
  private static func versionName(in package: URL) throws(CoreDataModelError) -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: package.path)) ?? []
    let versions = names.filter { $0.hasSuffix(".xcdatamodel") }.inByteOrder
    guard !versions.isEmpty else {
      let reason =
        names.contains("elements")
        ? "this model has an old format; save it with Xcode 4 or later"
        : "this folder contains no model: neither a file 'contents' nor a folder '.xcdatamodel'"
      throw CoreDataModelError(package.path, reason)
    }
    let current = package.appendingPathComponent(".xccurrentversion")
    if isFolder(current) == false {
      let strings = try propertyListStrings(read(current), name: current.path)
      guard let name = strings["_XCCurrentVersionName"] else {
        throw CoreDataModelError(current.path, "it names no version: '_XCCurrentVersionName' is missing")
      }
      // The name of a listed folder has no path separators.
      guard versions.contains(name) else {
        throw CoreDataModelError(
          current.path, "unknown version '\(name)'; the versions are \(versions.joined(separator: ", "))")
      }
      return name
    }
    let own = package.deletingPathExtension().lastPathComponent + ".xcdatamodel"
    if versions.contains(own) { return own }
    guard versions.count == 1 else {
      throw CoreDataModelError(package.path, "no version is current; there are \(versions.joined(separator: ", "))")
    }
    return versions[0]
  }

  /// Returns whether a folder exists, or nil if nothing exists.
  private static func isFolder(_ url: URL) -> Bool? {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return nil }
    return isFolder.boolValue
  }

  private static func read(_ url: URL) throws(CoreDataModelError) -> [UInt8] {
    if let kind = irregularFile(at: url.path) {
      throw CoreDataModelError(url.path, "this is \(kind); expected a regular file")
    }
    guard let handle = try? FileHandle(forReadingFrom: url) else {
      throw CoreDataModelError(url.path, "the file cannot be opened")
    }
    defer { try? handle.close() }
    let data: Data
    do { data = try handle.read(upToCount: maximumSize + 1) ?? Data() } catch {
      throw CoreDataModelError(url.path, "the file cannot be read")
    }
    guard data.count <= maximumSize else { throw CoreDataModelError(url.path, "the file is too large for a model") }
    return [UInt8](data)
  }
}
