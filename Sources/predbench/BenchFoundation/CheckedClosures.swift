/// Hand-written closures, identical to those of predbench except for the module that they are compiled in.
extension CheckedWords {
  /// Returns the search of a workload by name, or nil if this module does not contain it.
  public func careful(_ workload: String) -> (() -> CheckedAnswer)? {
    let words = words
    return switch workload {
    case "W1": { .words(words.filter { $0.length == 20 }) }
    case "W2": { .words(words.filter { word in withBytes(word.text, endsWithIng) }) }
    case "W3": { .words(words.filter { word in word.length == 20 && withBytes(word.text, endsWithIng) }) }
    case "W9": { .words(words.filter { $0.length >= 20 && $0.length <= 25 }) }
    case "W10":
      {
        .words(words.filter { word in withBytes(word.category.firstLetter) { $0.count == 1 && $0[0] == 0x73 } })
      }
    default: nil
    }
  }
}

@inline(__always)
private func withBytes(_ text: String, _ test: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
  text.utf8.withContiguousStorageIfAvailable(test) ?? false
}

@inline(__always)
private func endsWithIng(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  let count = bytes.count
  return count >= 3 && bytes[count - 3] == 0x69 && bytes[count - 2] == 0x6E && bytes[count - 1] == 0x67
}
