import Foundation

/// W2 to W8 and W11: tests of text. The careful closures know that the words of the list are ASCII.
enum TextWorkloads {
  static let all = [
    suffix, lengthAndSuffix, contains, equalFolded, containsFolded, like, matches, membership,
  ]

  private static let suffix = Workload.words(
    "W2", #"text ENDSWITH "ing""#,
    idiomatic: { words in words.filter { $0.text.hasSuffix("ing") } },
    careful: { words in words.filter { word in withBytes(word.text) { ends($0, 0x69, 0x6E, 0x67) } } })

  private static let lengthAndSuffix = Workload.words(
    "W3", #"length == 20 AND text ENDSWITH "ing""#,
    idiomatic: { words in words.filter { $0.length == 20 && $0.text.hasSuffix("ing") } },
    careful: { words in
      words.filter { word in word.length == 20 && withBytes(word.text) { ends($0, 0x69, 0x6E, 0x67) } }
    })

  private static let contains = Workload.words(
    "W4", #"text CONTAINS "q" AND NOT text CONTAINS "u""#,
    idiomatic: { words in words.filter { $0.text.contains("q") && !$0.text.contains("u") } },
    careful: { words in
      words.filter { word in
        withBytes(word.text) { bytes in
          var hasQ = false
          for byte in bytes {
            if byte == 0x75 { return false }
            hasQ = hasQ || byte == 0x71
          }
          return hasQ
        }
      }
    })

  private static let equalFolded = Workload.words(
    "W5", #"text ==[c] "QIVIUT""#,
    idiomatic: { words in words.filter { $0.text.caseInsensitiveCompare("QIVIUT") == .orderedSame } },
    careful: { words in
      words.filter { word in
        withBytes(word.text) { bytes in
          bytes.count == 6 && bytes[0] | 0x20 == 0x71 && bytes[1] | 0x20 == 0x69 && bytes[2] | 0x20 == 0x76
            && bytes[3] | 0x20 == 0x69 && bytes[4] | 0x20 == 0x75 && bytes[5] | 0x20 == 0x74
        }
      }
    })

  private static let containsFolded = Workload.words(
    "W6", #"text CONTAINS[cd] "été""#,
    idiomatic: { words in
      words.filter { $0.text.range(of: "été", options: [.caseInsensitive, .diacriticInsensitive]) != nil }
    },
    careful: { words in
      words.filter { word in
        withBytes(word.text) { bytes in
          var index = 2
          while index < bytes.count {
            if bytes[index] | 0x20 == 0x65 && bytes[index - 1] | 0x20 == 0x74 && bytes[index - 2] | 0x20 == 0x65 {
              return true
            }
            index += 1
          }
          return false
        }
      }
    })

  private static let like = Workload.words(
    "W7", #"text LIKE "b*ball""#,
    idiomatic: { words in words.filter { $0.text.hasPrefix("b") && $0.text.dropFirst().hasSuffix("ball") } },
    careful: { words in
      words.filter { word in
        withBytes(word.text) { bytes in
          let count = bytes.count
          return count >= 5 && bytes[0] == 0x62 && bytes[count - 4] == 0x62 && bytes[count - 3] == 0x61
            && bytes[count - 2] == 0x6C && bytes[count - 1] == 0x6C
        }
      }
    })

  private static let matches = Workload.words(
    "W8", #"text MATCHES ".*(ing|ed)s?""#,
    // The literal stands where it is used, and is built again for each word.
    idiomatic: { words in words.filter { $0.text.wholeMatch(of: /.*(ing|ed)s?/) != nil } },
    careful: { words in
      words.filter { word in
        withBytes(word.text) { bytes in
          guard let last = bytes.last else { return false }
          let stem = last == 0x73 ? UnsafeBufferPointer(rebasing: bytes.dropLast()) : bytes
          return ends(stem, 0x69, 0x6E, 0x67) || ends(stem, 0x65, 0x64)
        }
      }
    },
    variants: [
      (
        "regex made once, outside the closure",
        { words in
          let regex = /.*(ing|ed)s?/
          return words.filter { $0.text.wholeMatch(of: regex) != nil }
        }
      )
    ])

  private static let membership = Workload.membership(
    "W11", title: #"text IN {"aa", … 50 words}"#,
    format: { sought in "text IN {" + sought.map { "\"\($0)\"" }.joined(separator: ", ") + "}" },
    idiomatic: { words, sought in
      let set = Set(sought)
      return words.filter { set.contains($0.text) }
    },
    careful: { words, sought in
      // Few words have the ends and the length of one that is sought; only those are looked up.
      let set = Set(sought)
      var shapes = [Bool](repeating: false, count: 4096)
      for text in sought { shapes[Array(text.utf8).withUnsafeBufferPointer(shape)] = true }
      return shapes.withUnsafeBufferPointer { shapes in
        words.filter { word in withBytes(word.text) { shapes[shape($0)] } && set.contains(word.text) }
      }
    })

  /// A small number of the first and last letter and the length.
  @inline(__always)
  private static func shape(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = bytes.first, let last = bytes.last else { return 0 }
    return Int(first & 31) << 7 | Int(last & 31) << 2 | bytes.count & 3
  }
}

/// The test of a string's bytes, in place. The list's strings are native, so they always have bytes in a row; a way out
/// that copies the string would be paid for by every one of them, with a retain and a release.
@inline(__always)
func withBytes(_ text: String, _ test: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
  text.utf8.withContiguousStorageIfAvailable(test) ?? false
}

@inline(__always)
private func ends(_ bytes: UnsafeBufferPointer<UInt8>, _ a: UInt8, _ b: UInt8) -> Bool {
  let count = bytes.count
  return count >= 2 && bytes[count - 2] == a && bytes[count - 1] == b
}

@inline(__always)
private func ends(_ bytes: UnsafeBufferPointer<UInt8>, _ a: UInt8, _ b: UInt8, _ c: UInt8) -> Bool {
  let count = bytes.count
  return count >= 3 && bytes[count - 3] == a && bytes[count - 2] == b && bytes[count - 1] == c
}
