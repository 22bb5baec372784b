import Foundation

/// The reason that standard output cannot be written.
enum OutputError: Error {
  /// The reader closed the pipe.
  case closed
  case failed(reason: String)
}

/// Writes all of a text to standard output.
///
/// Safety: Passes a slice's own bytes to the system for the call.
func writeOutput(_ text: String) throws(OutputError) {
  let bytes = Array(text.utf8)
  var written = 0
  while written < bytes.count {
    let count = unsafe bytes[written...].withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
    if count > 0 {
      written += count
    } else if errno == EPIPE {
      throw .closed
    } else if errno != EINTR {
      throw unsafe .failed(reason: String(cString: strerror(errno)))
    }
  }
}
