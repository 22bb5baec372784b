import CommandSupport
import Foundation
import PredicateInput

/// Writes a file. Afterward it has all the bytes, or, if they cannot be written, those that it had before.
///
/// An existing file keeps its owner, its mode, its access control list, its extended attributes and its links. Pipes and devices
/// are written as they are.
package func writeFile(_ bytes: [UInt8], to path: String) throws(InputError) {
  #if os(Windows)
  do { try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
    throw InputError(path, report: "the file cannot be written: \(error.localizedDescription)")
  }
  #else
  do { try FileWriter(path).write(bytes) } catch {
    throw InputError(path, "the file cannot be written: \(error.reason)")
  }
  #endif
}

#if !os(Windows)
/// The reason why a call of the system failed.
private struct SystemError: Error {
  let code: Int32
  var reason: String { code == EISDIR ? "this is a folder" : unsafe String(cString: strerror(code)) }

  init(_ code: Int32 = errno) { self.code = code }
}

/// Replaces a file by a neighbor that is written first, so that the old bytes are complete until the new ones are.
///
/// Safety: The addresses of strings, arrays and structs are used only during a call of the system.
private struct FileWriter {
  /// The file, without symbolic links. It need not exist.
  let path: String
  /// Whether the path names an open file of a process, such as `/dev/stdout`.
  private let isDescriptor: Bool

  init(_ path: String) {
    // The system has the same limit.
    let mostLinks = 40
    var path = path
    for _ in 0..<mostLinks {
      guard !path.hasPrefix("/proc/"), !path.hasPrefix("/dev/fd/"),
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      else { break }
      path = link.hasPrefix("/") ? link : Self.folder(of: path) + "/" + link
    }
    self.path = path
    isDescriptor = path.hasPrefix("/proc/") || path.hasPrefix("/dev/fd/")
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  func write(_ bytes: [UInt8]) throws(SystemError) {
    var old = stat()
    if unsafe stat(path, &old) != 0 {
      guard errno == ENOENT else { throw SystemError() }
      if try !replace(nil, with: bytes) { throw SystemError(EACCES) }
      return
    }
    if old.st_mode & S_IFMT == S_IFDIR { throw SystemError(EISDIR) }
    // A rename would also replace a file that may not be changed.
    if unsafe access(path, W_OK) != 0 { throw SystemError() }
    if old.st_mode & S_IFMT != S_IFREG { return try overwrite(oldSize: nil, with: bytes) }
    if isDescriptor || old.st_nlink > 1 { return try overwrite(oldSize: Int(old.st_size), with: bytes) }
    if try !replace(old, with: bytes) { try overwrite(oldSize: Int(old.st_size), with: bytes) }
  }

  /// Writes a neighbor and gives it the name of the file.
  ///
  /// - Returns: `false` if the file can only be overwritten: its folder does not permit neighbors, its owner or its attributes
  ///   cannot be kept, or something is mounted on it.
  private func replace(_ old: stat?, with bytes: [UInt8]) throws(SystemError) -> Bool {
    let folder = Self.folder(of: path)
    let neighbor = "\(folder)/.predcheck-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    let file = unsafe open(neighbor, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, old == nil ? 0o666 : 0o600)
    if file < 0 {
      if old != nil, [EACCES, EPERM, EROFS].contains(errno) { return false }
      throw SystemError()
    }
    var isKept = false
    defer { if !isKept { _ = unsafe unlink(neighbor) } }
    do {
      defer { _ = close(file) }
      try Self.write(bytes[...], to: file)
      if let old {
        // The change of the owner may change the mode.
        if fchown(file, old.st_uid, old.st_gid) != 0 { return false }
        if fchmod(file, old.st_mode & 0o7777) != 0 { throw SystemError() }
        if !keepAttributes(in: neighbor) { return false }
      }
      try Self.sync(file)
    }
    guard unsafe rename(neighbor, path) == 0 else {
      if old != nil, errno == EBUSY { return false }
      throw SystemError()
    }
    isKept = true
    // The folder has the new name on the disk, too, if its file system can do that.
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 {
      _ = fsync(descriptor)
      _ = close(descriptor)
    }
    return true
  }

  /// The extended attributes of a file, which on Linux contain its access control list.
  private static func attributes(of path: String) throws -> [String: Data] {
    try FileManager.default.attributesOfItem(atPath: path)[extendedAttributes] as? [String: Data] ?? [:]
  }

  private static let extendedAttributes = FileAttributeKey("NSFileExtendedAttributes")

  /// Gives a neighbor the extended attributes of the file. Returns whether it has exactly these.
  private func keepAttributes(in neighbor: String) -> Bool {
    do {
      let attributes = try Self.attributes(of: path)
      if try Self.attributes(of: neighbor) == attributes { return true }
      try FileManager.default.setAttributes([Self.extendedAttributes: attributes], ofItemAtPath: neighbor)
      // It may have others, such as the list that its folder gives to new files.
      return try Self.attributes(of: neighbor) == attributes
    } catch { return false }
  }

  /// Writes over the bytes of a file. Without a size, it is a pipe or a device.
  private func overwrite(oldSize: Int?, with bytes: [UInt8]) throws(SystemError) {
    let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
    if file < 0 { throw SystemError() }
    defer { _ = close(file) }
    guard let oldSize else { return try Self.write(bytes[...], to: file) }
    // The end comes first, so that a full disk leaves the file as it was.
    if bytes.count > oldSize {
      do throws(SystemError) {
        try Self.seek(file, oldSize)
        try Self.write(bytes[oldSize...], to: file)
        try Self.sync(file)
      } catch {
        _ = ftruncate(file, off_t(oldSize))
        throw error
      }
    }
    try Self.seek(file, 0)
    try Self.write(bytes.prefix(oldSize), to: file)
    if bytes.count < oldSize, ftruncate(file, off_t(bytes.count)) != 0 { throw SystemError() }
    try Self.sync(file)
  }

  private static func seek(_ file: Int32, _ offset: Int) throws(SystemError) {
    if lseek(file, off_t(offset), SEEK_SET) < 0 { throw SystemError() }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe writeBytes($0, to: file) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw SystemError() }
    }
  }

  /// Waits until the bytes of a file are on the disk. Not all file systems can do that.
  private static func sync(_ file: Int32) throws(SystemError) {
    if fsync(file) != 0, errno != EINVAL, errno != ENOTSUP { throw SystemError() }
  }
}
#endif

/// Returns whether a path leads to a pipe, a device or a socket.
func isPipeOrDevice(_ path: String) -> Bool {
  #if os(Windows)
  return false
  #else
  var status = stat()
  // Safety: The addresses are used only during the call.
  return unsafe stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  #endif
}

/// A file as the system identifies it, whatever its path.
private struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  init?(_ path: String) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
      let device = attributes[.systemNumber] as? NSNumber, let number = attributes[.systemFileNumber] as? NSNumber
    else { return nil }
    (self.device, self.number) = (device.uint64Value, number.uint64Value)
  }

  #if !os(Windows)
  private init(_ status: stat) { (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino)) }

  /// The file that standard input comes from, or `nil` if it comes from a pipe or a device.
  static var ofStandardInput: FileIdentity? {
    var status = stat()
    // Safety: The address of the struct is used only during the call.
    guard unsafe fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(status)
  }
  #else
  static var ofStandardInput: FileIdentity? { nil }
  #endif
}

/// Returns the file that is written if a path is that of a symbolic link, which may lead to a file that does not exist yet.
private func target(of path: String) -> URL {
  #if os(Windows)
  URL(fileURLWithPath: path).standardizedFileURL
  #else
  URL(fileURLWithPath: FileWriter(path).path).standardizedFileURL
  #endif
}

/// Returns whether a path is that of a file that SQLite reads with a database, or will read once it exists.
private func isFile(_ path: URL, ofDatabase database: String) -> Bool {
  // SQLite names its files after the file that a link leads to.
  [URL(fileURLWithPath: database).standardizedFileURL, target(of: database)].contains { database in
    let names = ["", "-journal", "-wal", "-shm"].map { database.lastPathComponent + $0 }
    guard names.contains(path.lastPathComponent) else { return false }
    let folders = [database, path].map { FileIdentity($0.deletingLastPathComponent().path) }
    return folders[0] != nil && folders[0] == folders[1]
  }
}

extension Call {
  /// Returns the path of an option that names a file to write, or nil if the option is not given.
  ///
  /// - Throws: An error if the command reads this file, which it would overwrite.
  package func outputPath(_ flag: Flag) throws(CommandStop) -> String? {
    guard let path = try usage(text(flag)) else { return nil }
    let output = target(of: path)
    var read = operands.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    for input in [Flag.data, .model, .profile, .dialect] {
      read += values(input).map { String(decoding: $0, as: UTF8.self) }
    }
    let databases = values(.database).map { String(decoding: $0, as: UTF8.self) }
    for database in databases { read += ["", "-journal", "-wal", "-shm"].map { database + $0 } }
    // A model may be a folder of files.
    var folders = [output]
    while let last = folders.last, last.path.utf8.count > 1 { folders.append(last.deletingLastPathComponent()) }
    let written = Set(folders.compactMap { FileIdentity($0.path) })
    let isRead =
      read.contains { name in
        ((try? filesMatching(name)) ?? []).contains { FileIdentity($0).map(written.contains) ?? false }
      } || databases.contains { isFile(output, ofDatabase: $0) }
      || FileIdentity.ofStandardInput.map(written.contains) ?? false
    guard isRead || output.lastPathComponent == Configuration.fileName && !has(.noConfig) else { return path }
    throw .input(
      InputError(path, "\(flag.spelling) would overwrite a file that the command reads; write to another file"))
  }
}
