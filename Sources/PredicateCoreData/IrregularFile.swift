import Foundation

/// Returns what is at a path if it is neither a regular file nor a folder. Reading a pipe may wait for ever.
///
/// Safety: The address of the struct is used only during the call.
package func irregularFile(at path: String) -> String? {
  #if os(Windows)
  return nil
  #else
  var status = stat()
  guard unsafe stat(path, &status) == 0 else { return nil }
  switch status.st_mode & S_IFMT {
  case S_IFREG, S_IFDIR: return nil
  case S_IFIFO: return "a pipe"
  default: return "a device or a socket"
  }
  #endif
}
